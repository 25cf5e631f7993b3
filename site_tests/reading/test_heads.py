"""The heads of cards, and what belongs to one."""

import pytest

from rulebinder.problems import Place
from rulebinder.reading.dialect import Kind, Line
from rulebinder.reading.parts.heads import Head, join_heads
from rulebinder.reading.patterns import Patterns
from site_tests import sites

CONTENT = sites.content()
WORDS = Patterns(CONTENT.languages["en"], CONTENT.catalogue.keywords("en"))


def heads_of(*parts: tuple[Kind, str]) -> list[Head]:
    lines = [
        Line(kind=kind, text=text, place=Place("", number))
        for number, (kind, text) in enumerate(parts, start=1)
    ]
    return [line for line in join_heads(lines, WORDS) if isinstance(line, Head)]


@pytest.mark.parametrize("kind", [Kind.PICTURE, Kind.LABEL])
def test_what_announces_the_next_card_is_no_stats(kind):
    [head] = heads_of(
        (Kind.TEXT, "Ora"), (Kind.TEXT, "{2}"), (Kind.TEXT, "Planeswalker — Ora"), (kind, "3")
    )
    assert (head.face.loyalty, len(head.lines)) == (None, 3)


def test_a_cost_may_be_behind_the_name_or_below_it():
    below = heads_of((Kind.TEXT, "Ora"), (Kind.TEXT, "{1}{U}"), (Kind.TEXT, "Instant"))
    behind = heads_of((Kind.TEXT, "Ora {1}{U}"), (Kind.TEXT, "Instant"))
    assert [head.face for head in below] == [head.face for head in behind]
    assert [(head.face.name, head.face.mana_cost) for head in below] == [("Ora", "{1}{U}")]


@pytest.mark.parametrize(
    "line", ["{U} // {4}{U}", "{U}//{4}{U}", "{U} {4}{U}", "Card-Specific Notes", "General Notes"]
)
def test_costs_and_great_headings_are_no_name(line):
    assert not heads_of((Kind.TEXT, line), (Kind.TEXT, "Enchantment — Room"))
