"""Parts of a long page are made again only if something that they are made from has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.publishing import memory, reads
from generator.publishing.alone import Parts
from generator.publishing.renewing import Tree
from generator.templating.environment import HEADING

UNIT = "document moth"
CARDS = {"moth": "It flies.", "lantern": "It glows."}


@dataclass(frozen=True)
class Build:
    """What a build made of one part, that reads the table of cards, and what it remembers."""

    html: str
    read: tuple[reads.Read, ...]
    made: bool
    memory: memory.Memory


def built(cards: Mapping[str, str], known: memory.Memory, given: str = "1", context: str = "", *, before: str = "") -> Build:
    watch, keeper = reads.Watch(), memory.Keeper(known, context, Tree(Path("new"), Path("old")))
    table, parts, made = watch.table("cards", cards), Parts(watch, keeper), []

    def macro(slug: str) -> str:
        made.append(slug)
        return f"{before}<p>{table[slug]}</p>"

    parts.begin(UNIT)
    html, read = watch.made(lambda: parts.made("a", macro, "moth", given))
    keeper.keep_unit(UNIT, memory.Unit(digest="", reads=read, sources=(), parts=parts.parts))
    return Build(html=str(html), read=read, made=bool(made), memory=memory.Memory({}, keeper.units))


def test_a_part_that_would_be_the_same_is_taken_over_with_what_it_read() -> None:
    first = built(CARDS, memory.Memory())
    second = built({**CARDS, "lantern": "It is dark."}, first.memory)
    assert first.made
    assert not second.made
    assert (second.html, second.read) == (first.html, first.read) == ("<p>It flies.</p>", (("cards", '"moth"'),))
    assert not built(CARDS, second.memory).made, "a part that was taken over is remembered too"


@pytest.mark.parametrize(
    ("cards", "given", "context"),
    [({**CARDS, "moth": "It sleeps."}, "1", ""), (CARDS, "2", ""), (CARDS, "1", "other settings")],
)
def test_a_part_is_made_again_if_anything_that_it_is_made_from_changed(
    cards: Mapping[str, str], given: str, context: str
) -> None:
    second = built(cards, built(CARDS, memory.Memory()).memory, given, context)
    assert second.made
    assert second.html == f"<p>{cards['moth']}</p>"


def test_a_part_with_a_heading_is_made_in_each_build() -> None:
    assert built(CARDS, built(CARDS, memory.Memory(), before=HEADING).memory, before=HEADING).made


def test_parts_are_saved_with_their_unit(tmp_path: Path) -> None:
    made = built(CARDS, memory.Memory()).memory
    made.save(tmp_path / "en.json", "1")
    assert memory.load(tmp_path / "en.json", "1") == made
