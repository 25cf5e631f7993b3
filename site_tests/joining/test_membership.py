"""A card has a mechanic by keyword, symbol, type, layout or what it makes; it gives what it grants;
else it only mentions it.
"""

import functools

import pytest

from rulebinder.joining.mechanics import MechanicFinder, Membership
from site_tests.builders import card, catalogue, face, mechanic, shipped_languages, texts
from site_tests.joining.conftest import each_line

NAMES = {"en": "Flying", "es": "Volar", "fr": "Vol"}
FACTS = catalogue(
    mechanic("flying", names=NAMES, forms={"es": ("vuela",)}),
    mechanic("glow", everyday={"en": ("glow",)}),
    mechanic("peek", "keyword-action", forms={"en": ("peeks",)}),
    mechanic("energy", "counter", has={"symbols": ("{E}",)}),
    mechanic("hybrid", "mechanic", names={"en": "Hybrid mana"}, has={"symbols": ("{W/U}",)}),
    mechanic(
        "vehicles",
        "subtype",
        forms={"en": ("vehicle",)},
        has={"subtypes": ("Vehicle",)},
    ),
    mechanic("snow", "card-type", has={"types": ("Snow",)}),
    mechanic("kindred", "card-type", has={"types": ("Kindred",)}),
    mechanic("turners", "layout", has={"layouts": ("transform",)}),
    mechanic("treasures", "token", names={"en": "Treasure tokens"}, has={"tokens": ("Treasure",)}),
    mechanic(
        "clues",
        "token",
        names={"en": "Clue tokens"},
        has={"tokens": ("Clue",), "mechanics": ("peek",)},
    ),
    mechanic("rust", "counter", names={"en": "Rust counter"}, forms={"en": ("rust counters",)}),
    mechanic("shelter", openings={"en": ("shelter from",)}),
    mechanic("suspendery"),
    mechanic("dusk", "ability-word"),
    mechanic("strike", forms={"en": ("strikes",)}),
    mechanic("twin-strike"),
    mechanic(
        "bind", names={"en": "Bind", "fr": "Lier"}, everyday={"en": ("bind",), "fr": ("lier",)}
    ),
    mechanic("wade", "keyword-action", everyday={"en": ("wade",)}),
    mechanic("strike-counters", "counter", names={"en": "Strike counter"}),
)


@functools.cache
def finder(lang):
    return MechanicFinder(FACTS, lang, shipped_languages()[lang])


def found(*paragraphs, lang="en", type_line="Artifact", layout="normal", **fields):
    """Return what the Mire Lantern, or a card with another name has and gives."""
    front = face(fields.pop("name", "Mire Lantern"), type_line, *paragraphs, **fields)
    return finder(lang).of_card(card(front, layout=layout))


@each_line("membership.tsv")
def test_what_a_sentence_of_a_card_makes_it_have_and_give(lang, has, gives, sentence):
    """It has a keyword at the start of a line, or what it does with symbols, tokens and counters;
    it gives what it grants; what it requires it only mentions.
    """
    expected = Membership(has=tuple(has.split()), gives=tuple(gives.split()))
    assert found(sentence, lang=lang) == expected


def test_a_card_has_what_any_face_says_but_not_what_its_name_says():
    assert found("When Flying Lantern dies, draw a card.", name="Flying Lantern") == Membership()
    shared = card(face(), face("B", "Fen", "Strike"), shared_rules_text=texts("Twin strike"))
    assert finder("en").of_card(shared).has == ("strike", "twin-strike")


def test_an_item_of_a_list_is_read_with_the_text_before_the_list():
    assert found("Create your choice of —", "• 1/1 blue Moth with flying.") == Membership(
        gives=("flying",)
    )
    assert found("Put out one —", "• Moth with flying.") == Membership()


def test_a_card_that_has_a_keyword_does_not_count_as_giving_it():
    assert found("Flying", "Other lamps have flying.") == Membership(has=("flying",))


@pytest.mark.parametrize(
    ("lang", "type_line", "has"),
    [
        ("en", "Snow Artifact — Vehicle", "snow vehicles"),
        ("en", "Artifact — Snow", ""),
        ("en", "Vehicle Artifact — Lamp", ""),
        ("en", "Summon Vehicle", "vehicles"),
        ("en", "Tribal Instant -- Moth", "kindred"),
        ("es", "Artefacto legendario — Vehículo", "vehicles"),
        ("es", "Encantamiento tribal — Aura", "kindred"),
        ("fr", "Artefact neigeux\u00a0: véhicule", "snow vehicles"),
        ("de", "Verschneites Artefakt — Fahrzeug", "snow vehicles"),
        ("it", "Artefatto — Veicolo", "vehicles"),
    ],
)
def test_the_type_line_of_a_card_shows_its_mechanics(lang, type_line, has):
    assert found(lang=lang, type_line=type_line) == Membership(has=tuple(has.split()))


def test_the_layout_and_the_cost_of_a_card_show_its_mechanics():
    assert found(layout="transform").has == ("turners",)
    assert [found(mana_cost=cost).has for cost in ("{2}{W/U}", "{2}{U/W}", "{W}{U}")] == [
        ("hybrid",),
        ("hybrid",),
        (),
    ]


def test_every_word_of_a_type_line_that_a_mechanic_needs_is_known_in_the_languages_of_the_documents(
    catalogue, languages
):
    needed = {
        word
        for facts in catalogue.mechanics.values()
        for key in ("types", "subtypes")
        for word in facts.has.get(key, ())
    }
    assert needed >= {"Kindred", "Saga", "Sliver", "Vehicle"}
    for lang in ("es", "fr"):
        assert needed - set(languages[lang].reading.type_words) == set(), lang


def test_every_mechanic_that_has_names_is_in_the_catalogue(catalogue):
    named = {
        slug for facts in catalogue.mechanics.values() for slug in facts.has.get("mechanics", ())
    }
    assert named
    assert named <= set(catalogue.mechanics)
