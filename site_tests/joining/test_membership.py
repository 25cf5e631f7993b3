"""A card has a mechanic by keyword, symbol, type, layout or what it makes; it gives what it grants;
else it only mentions it.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rulebinder.joining.mechanics import MechanicFinder, Membership
from site_tests.builders import card, catalogue, face, mechanic, shipped_languages

LABELS = Path(__file__).parent / "membership"
"""``cards.tsv`` has all cards of the five documents that have, give or mention 39 mechanics,
labelled by hand from their heads; ``having.tsv`` has keywords in the rules text of 60 cards,
labelled before the program was run.
"""

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
)


def found(
    *paragraphs: str, lang: str = "en", type_line: str = "Artifact", **fields: str
) -> Membership:
    finder = MechanicFinder(FACTS, lang, shipped_languages()[lang])
    layout = fields.pop("layout", "normal")
    return finder.of_card(
        card(face("Mire Lantern", type_line, *paragraphs, **fields), layout=layout)
    )


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


@pytest.mark.parametrize(
    ("name", "label", "exact"),
    [
        ("cards", "has", 0.98),
        ("cards", "gives", 0.95),
        ("having", "has", 1),
        ("having", "gives", 1),
    ],
)
def test_on_real_documents_members_agree_with_the_labels(real_library, name, label, exact):
    with (LABELS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        labels = {
            (row["mechanic"], row["set"], row["card"]): row["label"]
            for row in csv.DictReader(file, delimiter="\t")
        }
    mechanics = {slug for slug, _, _ in labels}
    right = {key for key in labels if labels[key] == label}
    members = {
        key
        for document in real_library.documents()
        for entry in document.cards
        for slug in (entry.mechanics if label == "has" else entry.gives)
        if (key := (slug, entry.set_code, entry.card)) in labels
        or (name == "cards" and slug in mechanics)
    }
    assert len(mechanics) >= 25
    assert len(right & members) >= exact * len(members), sorted(members - right)
    assert len(right & members) >= exact * len(right), sorted(right - members)
