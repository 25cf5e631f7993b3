"""The heads of cards: what belongs to one, and that no line is asked for one again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rulebinder.reading.dialect import Layout
from rulebinder.reading.lines import Kind, Line
from rulebinder.reading.parts import entries
from rulebinder.reading.parts.card_heads import Head, read_head
from rulebinder.reading.parts.entries import EntryReader
from rulebinder.reading.patterns import Patterns
from site_tests import sites

CONTENT = sites.content()
WORDS = Patterns(CONTENT.languages["en"], CONTENT.catalogue.keywords("en"))


def lines(*parts: tuple[Kind, str]) -> list[Line]:
    return [
        Line(kind=kind, text=text, number=number)
        for number, (kind, text) in enumerate(parts, start=1)
    ]


def card(name: str) -> list[tuple[Kind, str]]:
    return [
        (Kind.TEXT, name),
        (Kind.TEXT, "{2}{U}"),
        (Kind.TEXT, "Creature — Human Wizard"),
        (Kind.TEXT, "2/3"),
        (Kind.TEXT, "Flying"),
        (Kind.BULLET, "A ruling on it."),
    ]


@pytest.mark.parametrize("kind", [Kind.PICTURE, Kind.LABEL])
def test_what_announces_the_next_card_is_no_stats(kind: Kind) -> None:
    head = read_head(
        lines(
            (Kind.TEXT, "Ora"), (Kind.TEXT, "{2}"), (Kind.TEXT, "Planeswalker — Ora"), (kind, "3")
        ),
        0,
        WORDS,
    )
    assert head is not None
    assert (head.loyalty, head.length) == (None, 3)


def test_a_cost_may_be_behind_the_name_or_below_it() -> None:
    below = read_head(
        lines((Kind.TEXT, "Ora"), (Kind.TEXT, "{1}{U}"), (Kind.TEXT, "Instant")), 0, WORDS
    )
    behind = read_head(lines((Kind.TEXT, "Ora {1}{U}"), (Kind.TEXT, "Instant")), 0, WORDS)
    assert below is not None
    assert behind is not None
    assert (below.name, below.mana_cost) == (behind.name, behind.mana_cost) == ("Ora", "{1}{U}")


@pytest.mark.parametrize("costs", ["{U} // {4}{U}", "{U}//{4}{U}", "{U} {4}{U}"])
def test_the_costs_of_two_halves_are_no_name(costs: str) -> None:
    printed = lines(
        (Kind.TEXT, "Pool // Room"), (Kind.TEXT, costs), (Kind.TEXT, "Enchantment — Room")
    )
    assert read_head(printed, 1, WORDS) is None


def test_no_line_of_entries_is_asked_for_a_head_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[int] = Counter()

    def counted(among: Sequence[Line], at: int, words: Patterns) -> Head | None:
        asked[among[at].number] += 1
        return read_head(among, at, words)

    monkeypatch.setattr(entries, "read_head", counted)
    page = lines(*(line for name in ("Ora", "Ula", "Ebb") for line in card(name)))
    found, _ = EntryReader(WORDS, "page.txt", Layout(), {}).cards("", page)
    assert [entry.card.name for entry in found] == ["Ora", "Ula", "Ebb"]
    assert set(asked.values()) == {1}
