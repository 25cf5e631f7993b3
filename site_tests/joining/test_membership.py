"""A card has a mechanic by keyword, symbol, type, layout or what it makes; it gives what it grants;
else it only mentions it.
"""

from __future__ import annotations

import functools

import pytest

from rulebinder.joining.mechanics import MechanicFinder, Membership
from site_tests.builders import card, catalogue, face, mechanic, shipped_languages, texts

NAMES = {"en": "Flying", "es": "Volar", "fr": "Vol"}
FACTS = catalogue(
    mechanic("flying", names=NAMES, forms={"es": ("vuela",)}),
    mechanic("glow", names={"en": "Glow"}, everyday={"en": ("glow",)}),
    mechanic("peek", "keyword-action", names={"en": "Peek"}, forms={"en": ("peeks",)}),
    mechanic("energy", "counter", names={"en": "Energy"}, has={"symbols": ("{E}",)}),
    mechanic("hybrid", "mechanic", names={"en": "Hybrid mana"}, has={"symbols": ("{W/U}",)}),
    mechanic(
        "vehicles",
        "subtype",
        names={"en": "Vehicles"},
        forms={"en": ("vehicle",)},
        has={"subtypes": ("Vehicle",)},
    ),
    mechanic("snow", "card-type", names={"en": "Snow"}, has={"types": ("Snow",)}),
    mechanic("kindred", "card-type", names={"en": "Kindred"}, has={"types": ("Kindred",)}),
    mechanic("turners", "layout", names={"en": "Turners"}, has={"layouts": ("transform",)}),
    mechanic("treasures", "token", names={"en": "Treasure tokens"}, has={"tokens": ("Treasure",)}),
    mechanic(
        "clues",
        "token",
        names={"en": "Clue tokens"},
        has={"tokens": ("Clue",), "mechanics": ("peek",)},
    ),
    mechanic("rust", "counter", names={"en": "Rust counter"}, forms={"en": ("rust counters",)}),
    mechanic("shelter", names={"en": "Shelter"}, openings={"en": ("shelter from",)}),
    mechanic("suspendery", names={"en": "Suspendery"}),
    mechanic("dusk", "ability-word", names={"en": "Dusk"}),
    mechanic("strike", names={"en": "Strike"}, forms={"en": ("strikes",)}),
    mechanic("twin-strike", names={"en": "Twin strike"}),
    mechanic(
        "bind", names={"en": "Bind", "fr": "Lier"}, everyday={"en": ("bind",), "fr": ("lier",)}
    ),
    mechanic("wade", "keyword-action", names={"en": "Wade"}, everyday={"en": ("wade",)}),
    mechanic("strike-counters", "counter", names={"en": "Strike counter"}),
)


@functools.cache
def finder(lang):
    return MechanicFinder(FACTS, lang, shipped_languages()[lang])


def found(*paragraphs, lang="en", type_line="Artifact", layout="normal", **fields):
    """Return what the Mire Lantern, or a card with another name has and gives."""
    front = face(fields.pop("name", "Mire Lantern"), type_line, *paragraphs, **fields)
    return finder(lang).of_card(card(front, layout=layout))


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("Flying", ("flying",)),
        ("Flying, strike", ("flying", "strike")),
        ("Flying creatures you own are lit.", ()),
        ("It can't be blocked except by creatures with flying, strike or bind {2}.", ()),
        ("Flying, shelter from green, strike", ("flying", "shelter", "strike")),
        ("Shelter from black and from red", ("shelter",)),
        ("Shelter lamps you own.", ()),
        ("Suspendery 3—{1}{B}", ("suspendery",)),
        ("Twin strike", ("twin-strike",)),
        ("Flyings and nonflying things.", ()),
        ("Put a lamp out. (It has flying.)", ()),
        ("Dusk — Whenever night falls, draw a card.", ("dusk",)),
        ("At dusk, draw a card.", ()),
        ("Bind a card to it.", ()),
        ("Bind {2}{G}", ("bind",)),
        ("Whenever you bind a card, draw one.", ()),
        ("Flying and bind", ("bind", "flying")),
        ("Wade through it.", ()),
        ("Put a strike counter on it.", ("strike-counters",)),
    ],
)
def test_keywords_at_the_start_of_a_line_count(paragraph, expected):
    """One in the middle of a sentence it gives, or only mentions."""
    assert found(paragraph).has == expected


def test_a_card_has_what_any_face_says_in_its_language_but_not_what_its_name_says():
    assert found("Lier\u00a0: créature", lang="fr").has == ("bind",)
    assert found("Flying", lang="es") == Membership()
    assert found("When Flying Lantern dies, draw a card.", name="Flying Lantern") == Membership()
    shared = card(face(), face("B", "Fen", "Strike"), shared_rules_text=texts("Twin strike"))
    assert finder("en").of_card(shared).has == ("strike", "twin-strike")


@pytest.mark.parametrize(
    ("lang", "paragraph"),
    [
        ("en", "Lamps you own have flying until dawn."),
        ("en", "Mire Lantern has flying as long as it is lit."),
        ("en", "As long as it is lit, Mire Lantern has flying."),
        ("en", "Whenever a lamp that has flying is lit, each Moth gains flying."),
        ("en", "Create a 1/1 blue Moth creature token with flying."),
        ("en", "It becomes your choice of a 3/3 Moth with vigilance, or a 2/2 Moth with flying."),
        ("en", "Put a flying counter on it."),
        ("en", "Put your choice of a flying, glow, or +1/+1 counter on it."),
        ("en", 'Lit lamps have "Flying, glow."'),
        ("es", "Todas las lámparas tienen la habilidad de volar."),
        ("es", "Crea una ficha de criatura Polilla azul 1/1 con la habilidad de volar."),
        ("es", "Pon un contador de volar sobre ella."),
        ("fr", "La lampe allumée gagne +1/+1 et a le vol."),
        ("fr", "Créez un jeton de créature 1/1 bleue Phalène avec le vol."),
        ("fr", "Mettez un marqueur « vol » sur elle."),
    ],
)
def test_a_keyword_that_a_card_grants_is_given(lang, paragraph):
    assert found(paragraph, lang=lang) in (
        Membership(gives=("flying",)),
        Membership(gives=("flying", "glow")),
    )


@pytest.mark.parametrize(
    ("lang", "paragraph"),
    [
        ("en", "Moths with flying can't be lit."),
        ("en", "Whenever you gain life, put out target Moth with flying."),
        ("en", "Create a lamp, then put out target Moth with flying."),
        ("en", "Whenever a Moth that has flying is lit, draw a card."),
        ("en", "If it has flying, draw a card."),
        ("en", "It loses flying and gets +1/+1."),
        ("en", "Each Moth without flying is put out."),
        ("en", "It gains control of the glow."),
        ("es", "Apaga cada polilla sin la habilidad de volar."),
        ("es", "Apaga la polilla objetivo con la habilidad de volar."),
        ("fr", "Éteignez chaque phalène qui a le vol."),
    ],
)
def test_a_keyword_that_a_card_requires_is_neither_had_nor_given(lang, paragraph):
    assert found(paragraph, lang=lang) == Membership()


def test_an_ordinary_word_is_given_only_right_after_the_word_that_gives_it():
    assert found("Target lamp gains glow.") == Membership(gives=("glow",))
    assert found("Target lamp has a faint glow.") == Membership()


def test_an_item_of_a_list_is_read_with_the_text_before_the_list():
    assert found("Create your choice of —", "• 1/1 blue Moth with flying.") == Membership(
        gives=("flying",)
    )
    assert found("Put out one —", "• Moth with flying.") == Membership()


def test_a_card_that_has_a_keyword_does_not_count_as_giving_it():
    assert found("Flying", "Other lamps have flying.") == Membership(has=("flying",))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"type_line": "Snow Artifact — Vehicle"}, ("snow", "vehicles")),
        ({"type_line": "Artifact — Snow"}, ()),
        ({"type_line": "Vehicle Artifact — Lamp"}, ()),
        ({"type_line": "Summon Vehicle"}, ("vehicles",)),
        ({"type_line": "Tribal Instant -- Moth"}, ("kindred",)),
        ({"type_line": "Artefacto legendario — Vehículo", "lang": "es"}, ("vehicles",)),
        ({"type_line": "Encantamiento tribal — Aura", "lang": "es"}, ("kindred",)),
        ({"type_line": "Artefact neigeux\u00a0: véhicule", "lang": "fr"}, ("snow", "vehicles")),
        ({"type_line": "Verschneites Artefakt — Fahrzeug", "lang": "de"}, ("snow", "vehicles")),
        ({"type_line": "Artefatto — Veicolo", "lang": "it"}, ("vehicles",)),
        ({"layout": "transform"}, ("turners",)),
        ({"mana_cost": "{2}{W/U}"}, ("hybrid",)),
        ({"mana_cost": "{2}{U/W}"}, ("hybrid",)),
        ({"mana_cost": "{W}{U}"}, ()),
    ],
)
def test_the_head_of_a_card_shows_its_mechanics(fields, expected):
    assert found(**fields) == Membership(has=expected)


@pytest.mark.parametrize(
    ("paragraph", "has", "gives"),
    [
        ("{T}: You get {E}.", ("energy",), ()),
        ('Lamps have "{T}: You get {E}."', (), ("energy",)),
        ("Light a lamp. (You get {E}.)", (), ()),
        ("Count your energy.", (), ()),
        ("When it is lit, create two tapped Treasure tokens.", ("treasures",), ()),
        ("Sacrifice a Treasure: Draw a card.", (), ()),
        ("If you would create a Treasure token, draw a card.", (), ()),
        ('Lamps have "When this is lit, create a Treasure token."', (), ("treasures",)),
        ("Light each Vehicle.", (), ()),
        ("Create a 3/3 Vehicle token.", (), ("vehicles",)),
        ("Put two 1/1 Vehicle tokens onto the battlefield.", (), ("vehicles",)),
        ("You may put a Vehicle card onto the battlefield.", (), ()),
        ("Create a Moth token for each Vehicle you own.", (), ()),
        ("Create a Moth token for each Treasure you own.", (), ()),
        ("Peek.", ("clues", "peek"), ()),
        ("Whenever you peek, draw a card.", (), ()),
        ("Whenever it is lit, target player peeks.", ("clues", "peek"), ()),
        ("Flying. When night falls, it gains strike.", ("flying",), ("strike",)),
        ("It gains bind {2}.", (), ("bind",)),
        ("Put a rust counter on it.", ("rust",), ()),
        ("It enters with two rust counters on it.", ("rust",), ()),
        ("Exile it with two rust counters on it.", ("rust",), ()),
        ("Put out target lamp with a rust counter on it.", (), ()),
        ("As long as it has a rust counter on it, it is lit.", (), ()),
    ],
)
def test_what_a_card_does_with_symbols_tokens_and_counters(paragraph, has, gives):
    assert found(paragraph) == Membership(has=has, gives=gives)


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
