"""Rules text without line breaks: where an ability begins, and where a type line ends."""

import pytest

from rulebinder.reading.parts.cards import split_abilities
from rulebinder.reading.patterns import Patterns


@pytest.fixture(scope="module")
def words(languages):
    return Patterns(languages["en"], ("flying", "equip", "flash"))


@pytest.mark.parametrize(
    "paragraphs",
    [
        (
            "Lamp Debt is white.",
            "You gain 3 life.",
            "At the beginning of your next upkeep, pay {W}.",
        ),
        ("(Wax Grove isn't a spell.)", "Wax Grove is green."),
        (
            "If it was paid for, Tar Rain is quick. (Nobody can answer it.)",
            "Tar Rain deals 2 damage to each player.",
        ),
        ("Tar Rain deals 2 damage to each player. You gain 2 life.",),
        (
            "Flash",
            "Flying",
            "When Moth Clerk comes into play, draw a card. If you do, discard a card.",
        ),
    ],
)
def test_abilities_are_parted_again(paragraphs, words):
    name = next(
        name
        for name in ("Lamp Debt", "Wax Grove", "Tar Rain", "Moth Clerk")
        if name in " ".join(paragraphs)
    )
    assert split_abilities(" ".join(paragraphs), name, words) == list(paragraphs)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Creature -- Moth Clerk 2/1 Flying", "Creature -- Moth Clerk"),
        ("Creature -- Moth -1/3 Flying", "Creature -- Moth"),
        ("Artifact -- Equipment Equipped creature gets +1/+2. Equip {2}", "Artifact -- Equipment"),
        ("Artifact -- Equipment Equipped creature gets -1/-2. Equip {2}", "Artifact -- Equipment"),
    ],
)
def test_a_type_line_ends_before_the_size_and_before_the_rules_text(text, types, words):
    assert words.type_prefix(text) == types
