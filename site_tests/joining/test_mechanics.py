"""The mechanics of a card are those in its rules text."""

from __future__ import annotations

import pytest

from generator.joining.mechanics import MechanicFinder
from site_tests.builders import card, catalogue, face, mechanic, texts

FACTS = catalogue(
    mechanic("flying", names={"en": "Flying"}),
    mechanic("dusk", "ability-word", names={"en": "Dusk"}),
    mechanic("strike", names={"en": "Strike"}, forms={"en": ("strikes",)}),
    mechanic("twin-strike", names={"en": "Twin strike"}),
    mechanic("bind", names={"en": "Bind", "fr": "Lier"}, everyday={"en": ("bind",), "fr": ("lier",)}),
    mechanic("wade", "keyword-action", names={"en": "Wade"}, everyday={"en": ("wade",)}),
    mechanic("glint", "counter", names={"en": "Glint counter"}),
    mechanic("strike-counters", "counter", names={"en": "Strike counter"}),
)


def found(*paragraphs: str, lang: str = "en", name: str = "Mire Lantern") -> tuple[str, ...]:
    return MechanicFinder(FACTS, lang).of_card(card(face(name, "Artifact", *paragraphs)))


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("Flying", ("flying",)),
        ("Flying, strike", ("flying", "strike")),
        ("Creatures you own have flying until dawn.", ("flying",)),
        ("Twin strike", ("twin-strike",)),
        ("Flyings and nonflying things.", ()),
        ("Put a lamp out. (It has flying.)", ()),
        ("Dusk — Whenever night falls, draw a card.", ("dusk",)),
        ("At dusk, draw a card.", ()),
        ("Bind a card to it.", ("bind",)),
        ("Whenever you bind a card, draw one.", ()),
        ("Flying and bind", ("bind", "flying")),
        ("It gains bind {2}.", ("bind",)),
        ("Wade through it.", ()),
        ("Put a glint counter on it.", ("glint",)),
        ("Put a strike counter on it.", ("strike", "strike-counters")),
    ],
)
def test_what_counts_in_rules_text(paragraph: str, expected: tuple[str, ...]) -> None:
    assert found(paragraph) == expected


def test_a_french_keyword_may_have_a_colon() -> None:
    assert found("Lier\u00a0: créature", lang="fr") == ("bind",)


def test_its_own_name_does_not_count() -> None:
    assert found("When Flying Lantern dies, draw a card.", name="Flying Lantern") == ()


def test_all_faces_and_what_they_share_count() -> None:
    shown = card(face("A", "Fen", "Flying"), face("B", "Fen", "Strike"), shared_rules_text=texts("Twin strike"))
    assert MechanicFinder(FACTS, "en").of_card(shown) == ("flying", "strike", "twin-strike")


def test_another_language_has_other_words() -> None:
    assert found("Flying", lang="es") == ()
