"""A card has the keywords that a line of its rules text names.

One in the middle of a sentence it gives, or only mentions.
"""

from __future__ import annotations

import pytest

from rulebinder.joining.mechanics import MechanicFinder
from site_tests.builders import card, catalogue, face, mechanic, texts

FACTS = catalogue(
    mechanic("flying", names={"en": "Flying"}),
    mechanic("shelter", names={"en": "Shelter"}, openings={"en": ("shelter from",)}),
    mechanic("suspendery", names={"en": "Suspendery"}),
    mechanic("dusk", "ability-word", names={"en": "Dusk"}),
    mechanic("strike", names={"en": "Strike"}, forms={"en": ("strikes",)}),
    mechanic("twin-strike", names={"en": "Twin strike"}),
    mechanic(
        "bind", names={"en": "Bind", "fr": "Lier"}, everyday={"en": ("bind",), "fr": ("lier",)}
    ),
    mechanic("wade", "keyword-action", names={"en": "Wade"}, everyday={"en": ("wade",)}),
    mechanic("glint", "counter", names={"en": "Glint counter"}),
    mechanic("strike-counters", "counter", names={"en": "Strike counter"}),
)


def found(*paragraphs: str, lang: str = "en", name: str = "Mire Lantern") -> tuple[str, ...]:
    return MechanicFinder(FACTS, lang).of_card(card(face(name, "Artifact", *paragraphs))).has


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("Flying", ("flying",)),
        ("Flying, strike", ("flying", "strike")),
        ("Flying creatures you own are lit.", ()),
        ("It can't be blocked except by creatures with flying, strike or bind {2}.", ()),
        ("Flying. When night falls, it gains strike.", ("flying",)),
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
        ("It gains bind {2}.", ()),
        ("Wade through it.", ()),
        ("Put a glint counter on it.", ("glint",)),
        ("Put a strike counter on it.", ("strike-counters",)),
    ],
)
def test_keywords_at_the_start_of_a_line_count(paragraph, expected):
    assert found(paragraph) == expected


def test_a_french_keyword_may_have_a_colon():
    assert found("Lier\u00a0: créature", lang="fr") == ("bind",)


def test_the_cards_own_name_does_not_count():
    assert found("When Flying Lantern dies, draw a card.", name="Flying Lantern") == ()


def test_all_faces_and_shared_text_count():
    shown = card(
        face("A", "Fen", "Flying"),
        face("B", "Fen", "Strike"),
        shared_rules_text=texts("Twin strike"),
    )
    assert MechanicFinder(FACTS, "en").of_card(shown).has == ("flying", "strike", "twin-strike")


def test_each_language_has_its_own_words():
    assert found("Flying", lang="es") == ()
