"""A card is the same card in all sets and languages, and each card has a page of its own."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebinder.facts.catalogue import CardFacts, Names, load
from rulebinder.joining import join
from rulebinder.joining.identity import SLUG_LENGTH, OfficialNames, assign_slugs, slug
from rulebinder.text import clean_name
from site_tests.builders import card, catalogue, entry, face, introduction, joined, notes, section
from site_tests.conftest import ROOT

LANTERN: Names = {"en": "Mire Lantern", "es": "Farol del fángo"}
CARD = CardFacts(names=LANTERN, oracle_id="00000000-0000-4000-8000-000000000001")


@pytest.mark.parametrize(
    ("printed", "lang", "known"),
    [
        ("Farol del fángo", "es", True),
        ("FAROL DEL FÁNGO", "es", True),
        ("Farol  del\u00a0fángo", "es", True),
        ("Farol del *fángo*", "es", True),
        ("Farol del fa\u0301ngo", "es", True),
        ("Farol del fango", "es", True),
        ("Farol del fángo", "fr", False),
        ("Farol", "es", False),
        ("Farol del fuego", "es", False),
    ],
)
def test_a_printed_name_is_found_in_its_language(printed, lang, known):
    assert OfficialNames([CARD]).find(printed, lang) == (CARD if known else None)


def test_accents_count_if_both_names_exist():
    plain, accented = (
        CardFacts(names={"en": "Fen", "fr": "Pre"}),
        CardFacts(names={"en": "Meadow", "fr": "Pré"}),
    )
    official = OfficialNames([plain, accented])
    assert (official.find("Pré", "fr"), official.find("Pre", "fr")) == (accented, plain)


def test_the_name_of_another_printing_is_the_same_card_and_an_official_name_goes_first():
    lantern = replace(CARD, also={"es": ("Linterna del fango", "Fango")})
    fen = CardFacts(names={"en": "Fen", "es": "Fango"})
    official = OfficialNames([lantern, fen])
    assert official.find("Linterna  del fango", "es") == lantern
    assert official.find("Linterna del fango", "fr") is None
    assert official.find("Fango", "es") == fen


def test_a_card_has_one_page_for_the_names_of_all_its_printings_and_texts_mention_it_by_each():
    facts = replace(catalogue(), cards=(replace(CARD, also={"es": ("Linterna del fango",)}),))
    first = notes(entry("Farol del fángo", "Brilla."), lang="es")
    second = notes(
        entry("Linterna del fango", "Alumbra."),
        entry("Pantano", "La Linterna del fango brilla."),
        lang="es",
        set_code="zzz",
    )
    library = joined(first, second, facts=facts)
    assert sorted(library.cards) == ["mire-lantern", "pantano"]
    lantern = library.cards["mire-lantern"]
    assert lantern.every_name == ("Mire Lantern", "Farol del fángo", "Linterna del fango")
    assert len(lantern.notes) == 2
    assert [passage.card for passage in lantern.mentioned_in] == ["pantano"]


@pytest.mark.parametrize("printed", ["Sink//Surface", "Sink // Surface", "Sink ////  Surface"])
def test_halves_are_joined_in_one_form(printed):
    assert clean_name(printed) == "Sink // Surface"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Urza’s Mire", "urzas-mire"),
        ("Sink // Surface", "sink-surface"),
        ("Æther Fen", "aether-fen"),
        ("*Il*-Fen, the Wet", "il-fen-the-wet"),
        ("Vault 13: Fen", "vault-13-fen"),
        ("CON", "con-card"),  # Windows reserves these addresses
        ("Nul.", "nul-card"),
        ("Com1", "com1-card"),
        ("Constance", "constance"),
    ],
)
def test_slugs(name, expected):
    assert slug(name) == expected


@pytest.mark.parametrize(
    ("name", "other", "form"),
    [
        ("mire " * 100, "mire " * 99 + "fen", r"(mire-){15}mire-[0-9a-f]{8}"),
        ("!?", "?!", r"card-[0-9a-f]{8}"),
    ],
)
def test_a_very_long_name_and_one_without_letters_have_slugs_that_stay_distinct(name, other, form):
    assert re.fullmatch(form, slug(name))
    assert slug(name) != slug(other)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(max_size=30), max_size=8))
def test_every_name_has_its_own_slug(names):
    given_slugs = assign_slugs(names)
    assert set(given_slugs) == set(names)
    assert len(set(given_slugs.values())) == len(given_slugs)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", short) for short in given_slugs.values())
    assert all(len(short) <= SLUG_LENGTH + 12 for short in given_slugs.values())
    assert assign_slugs(reversed(names)) == given_slugs


def test_a_suffixed_slug_never_equals_a_natural_one():
    assert assign_slugs(["Fen", "Fén", "Fen 2"]) == {"Fen": "fen", "Fén": "fen-3", "Fen 2": "fen-2"}


def test_one_card_in_two_sets_and_two_languages_has_one_page():
    library = joined(
        notes(entry("Mire Lantern", "It glows.")),
        notes(entry("Farol del fángo", "Brilla."), lang="es", set_code="fog"),
        names=(LANTERN,),
    )
    (lantern,) = library.cards.values()
    assert (lantern.slug, lantern.names) == ("mire-lantern", LANTERN)
    assert [each.id for each in lantern.notes] == ["lom/mire-lantern", "fog/mire-lantern"]


@pytest.mark.parametrize("listed", [True, False])
def test_the_english_name_beside_another_finds_the_page(listed):
    there = entry("泥沼の提灯")
    japanese = notes(replace(there, card=replace(there.card, remark="Mire lantern")), lang="ja")
    english = notes(entry("Mire Lantern"), set_code="tst")
    library = joined(japanese, names=(LANTERN,)) if listed else joined(japanese, english)
    (page,) = library.cards.values()
    assert (page.slug, page.names["ja"]) == ("mire-lantern", "泥沼の提灯")


@pytest.mark.parametrize("other", ["Mire Lántern", "MIRE LANTERN", "Mire-Lantern"])
def test_names_that_share_a_slug_both_have_pages_and_are_reported(other):
    document = notes(entry("Mire Lantern", "One."), entry(other, "Two."))
    library, problems = join([document], catalogue(), {})
    assert {name for each in library.cards.values() for name in each.names.values()} == {
        "Mire Lantern",
        other,
    }
    assert set(library.cards) == {"mire-lantern", "mire-lantern-2"}
    assert [problem.is_error for problem in problems] == [False]
    assert "'Mire Lantern'" in problems[0].message
    assert repr(other) in problems[0].message


def test_a_card_without_an_id_in_its_names_has_that_of_its_english_name():
    ids = {
        "Mire Lantern": f"{'1' * 8}-0000-4000-8000-{'1' * 12}",
        "Deep Fen": f"{'2' * 8}-0000-4000-8000-{'2' * 12}",
    }
    facts = replace(catalogue(), cards=(CARD,), oracle_ids=ids)
    library = joined(
        notes(entry("Mire Lantern", "It glows."), entry("Deep Fen", "It is deep.")), facts=facts
    )
    found = {slug: each.oracle_id for slug, each in library.cards.items()}
    assert found == {"mire-lantern": CARD.oracle_id, "deep-fen": ids["Deep Fen"]}


def test_the_shipped_ids_are_sorted_and_each_is_that_of_one_card():
    ids = load(ROOT / "content")[0].oracle_ids
    assert list(ids) == sorted(ids)
    assert len(set(ids.values())) == len(ids) == 442


def test_a_wrong_id_is_an_error_with_its_line(tmp_path):
    file = tmp_path / "cards" / "oracle-ids.yml"
    file.parent.mkdir()
    file.write_text("Mire Lantern: 00000000\n", "utf-8")
    (problem,) = load(tmp_path)[1]
    assert str(problem).startswith(f"{file}:1: error: ")


def test_a_card_that_is_only_in_an_example_has_a_page():
    document = notes(
        sections=[
            section(
                "Cycle: Fens", introduction("Fens."), card(face("Deep Fen")), card(face("Deep Fen"))
            )
        ]
    )
    only = joined(document).cards["deep-fen"]
    assert only.notes == ()
    assert [each.cards for each in only.examples] == [("deep-fen", "deep-fen")]
