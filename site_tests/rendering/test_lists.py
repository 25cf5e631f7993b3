"""The home page and the lists of sets, cards and mechanics."""

from __future__ import annotations

import pytest

from rulebinder.library import Library
from rulebinder.pages import home, overviews
from rulebinder.pages.edition import Edition, View
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    mechanic,
    notes,
    released,
    section,
)
from site_tests.outputs import all_pages, edition_in, filtered, html_at
from site_tests.sites import in_each_language


def view(kind: str, of: Edition) -> View:
    (page,) = all_pages(kind, of)
    return page.view


def home_of(library: Library, lang: str = "en") -> View:
    return view("home", edition_in(library, lang))


def cards_of(library: Library) -> View:
    return view("cards", edition_in(library))


@pytest.fixture(scope="module")
def of_three_sets():
    facts = released(new="2032-05-01", old="2031-03-01", odd="2031-01-01")
    keywords = [
        mechanic(name, names={"en": name.title()}) for name in ("flying", "glimmer", "ward")
    ]
    spirit = card(face("Fen Spirit", "Creature — Spirit", "Glimmer {1}", mana_cost="{1}{U}"))
    documents = [
        notes(
            entry(spirit, "It can glimmer twice.", "With flying and ward it is safe."),
            entry("Mute Rock"),
            set_code="new",
            sections=[section("New Mechanic: Glimmer", "All glimmer.")],
        ),
        notes(entry("Old Rock", "It is old."), set_code="old"),
        notes(entry(spirit, "It was a spirit."), set_code="odd"),
    ]
    return library_of(*documents, facts=catalogue(*keywords, sets=facts, lom=False))


def test_the_home_page_shows_the_newest_set_and_then_the_others_each_once(
    of_three_sets,
):
    shown = home_of(of_three_sets)
    assert shown["newest"]
    assert shown["newest"]["set_page"].phrase.text == "The new set"
    assert [each["set_page"].phrase.text for each in shown["others"]] == [
        "The old set",
        "The odd set",
    ]
    assert [each.phrase.text for each in shown["mechanics"]] == ["Glimmer"]


def test_the_home_page_quotes_a_short_ruling_of_the_newest_set_in_its_language():
    spirit = card(face("Fen Spirit", "Creature — Spirit", mana_cost="{1}{U}"))
    rulings = (
        "It glows.",
        f"With flying it {'glows and ' * 12}sees.",
        f"It {'glows and ' * 12}sees.",
        "It glows on. " * 40,
    )
    documents = [
        notes(entry(spirit, *rulings), set_code="new"),
        notes(entry("Espíritu", "Con volar brilla. " * 6), set_code="old", lang="es"),
    ]
    facts = released(new="2032-05-01", old="2031-03-01")
    flying = mechanic("flying", names={"en": "Flying", "es": "Vuela"})
    library = library_of(*documents, facts=catalogue(flying, sets=facts, lom=False))
    quoted = home_of(library)["quotation"]
    assert quoted
    assert (quoted["card"].href, quoted["band"]) == ("cards/fen-spirit/#new-2", "u")
    assert (quoted["set_name"].text, quoted["released"]) == ("The new set", "2032-05-01")
    in_spanish, in_french = home_of(library, "es")["quotation"], home_of(library, "fr")["quotation"]
    assert in_spanish
    assert in_french
    assert (in_spanish["card"].href, in_spanish["lang"]) == ("cards/espiritu/#old-1", None)
    assert in_spanish["released"] == "2031-03-01"
    assert (in_french["card"].href, in_french["lang"]) == ("cards/fen-spirit/#new-2", "en")


def test_the_list_of_sets_has_all_of_them_by_year(of_three_sets):
    shown = view("sets", edition_in(of_three_sets))
    assert [(each["year"], len(each["sets"])) for each in shown["years"]] == [
        ("2032", 1),
        ("2031", 2),
    ]


def test_the_examples_of_home_are_what_players_ask_of_what_notes_explain():
    asked = {
        "glimmer": ("Does it glimmer?", "When does a lantern that glimmers go out?"),
        "fog": (f"What does {'very ' * 20}dense fog do?", "Which lanterns shine through fog?"),
        "tide": ("Who pays for the tide?",),
    }
    known = [
        mechanic(name, names={"en": name.title()}, questions={"en": each})
        for name, each in asked.items()
    ]
    document = notes(
        entry("Fen Spirit", "With the tide it is safe."),
        sections=[
            section("New Mechanic: Fog", "Fog is dense.", "Fog is wet."),
            section("New Mechanic: Glimmer", "All glimmer."),
        ],
    )
    library = library_of(document, facts=catalogue(*known, lom=False))
    shown = home_of(library)
    assert shown["asked"] == "Does it glimmer?"  # it fits the field of a phone
    assert [each.phrase.text for each in shown["questions"]] == [
        "Which lanterns shine through fog?"
    ]
    assert shown["questions"][0].href == "search/?q=Which%20lanterns%20shine%20through%20fog%3F"
    in_french = home_of(library, "fr")
    assert (in_french["asked"], in_french["questions"]) == (None, ())


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            ["type:spirit", "color:blue", "set:lom"],
        ),
        (
            "es",
            ["tipo:espíritu", "color:azul", "edición:lom"],
        ),
    ],
)  # fmt: skip
def test_example_filters_have_the_words_of_the_page_and_what_nothing_has_is_left_out(
    library, lang, expected
):
    assert [example for example, _ in home.filters(edition_in(library, lang))] == expected


def test_a_card_in_the_list_has_its_cost_type_colors_and_sets(of_three_sets):
    lines = {
        line.card_page.phrase.text: line
        for letter in cards_of(of_three_sets)["letters"]
        for line in letter["cards"]
    }
    spirit = lines["Fen Spirit"]
    assert spirit.cost == "{1}{U}"
    assert (spirit.type_line, spirit.colors, spirit.types) == (
        "Creature — Spirit",
        "U",
        ("creature",),
    )
    assert spirit.sets == ("new", "odd")


def test_the_list_of_cards_leaves_out_a_type_line_in_another_language():
    spirit = card(face("Espíritu", "Criatura legendaria — Espíritu", mana_cost="{1}{U}"))
    documents = [notes(entry(spirit, "Brilla."), lang="es")]
    library = library_of(*documents, facts=catalogue())
    ((line,),) = (letter["cards"] for letter in cards_of(library)["letters"])
    assert (line.type_line, line.cost, line.types) == ("", "{1}{U}", ("creature",))


def test_the_list_of_cards_is_filtered_by_set(of_three_sets):
    found = filtered(html_at(of_three_sets, "cards/"))
    assert {code: found[code] for code in ("new", "old", "odd")} == {
        "new": ["Fen Spirit", "Mute Rock"],
        "old": ["Old Rock"],
        "odd": ["Fen Spirit"],
    }


@pytest.mark.parametrize(
    ("count", "folded"), [(overviews.UNFOLDED, False), (overviews.UNFOLDED + 1, True)]
)
def test_the_letters_of_a_long_list_are_folded(count, folded):
    named = [
        entry(f"Rock {chr(97 + at % 26)}{chr(97 + at // 26)}", "It is hard.") for at in range(count)
    ]
    library = library_of(notes(*named), facts=catalogue())
    assert cards_of(library)["folded"] is folded


def test_a_mechanic_has_the_number_of_its_cards(of_three_sets):
    shown = view("mechanics", edition_in(of_three_sets))
    lines = {
        line["mechanic_page"].href: line["has"]
        for group in shown["groups"]
        for line in (*group["mechanics"], *group["others"])
    }
    assert lines == {"flying/": 0, "glimmer/": 1, "ward/": 0}


def test_every_mechanic_is_filtered_by_its_kind():
    kinds = {"flying": "keyword-ability", "scry": "keyword-action", "ward": "keyword-ability"}
    facts = [mechanic(slug, kind=kind, names={"en": slug}) for slug, kind in kinds.items()]
    document = notes(entry("Fen Spirit", "With scry it sees."))
    page = html_at(library_of(document, facts=catalogue(*facts)), "mechanics/")
    assert filtered(page) == {"keyword-ability": ["flying", "ward"], "keyword-action": ["scry"]}


def test_without_rulings_the_page_for_a_table_has_no_example():
    assert view("table", edition_in(library_of(facts=catalogue())))["example"] == ""


@in_each_language
def test_real_documents_answer_example_questions(real_library, lang):
    assert len(home.questions(edition_in(real_library, lang))) == home.QUESTIONS
