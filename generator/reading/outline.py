"""The regions of a document: its preamble, its general notes, its parts of card-specific notes, its footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .heads import read_head
from .lines import BEFORE_CARDS, Kind, Line
from .spans import without_emphasis
from .words import Words

_GROUP = " – "
"""What parts the heading of a part and that of a group of cards in it."""


@dataclass
class Outline:
    """The regions of a document, in order. ``parts`` are the parts of card-specific notes."""

    preamble: list[Line] = field(default_factory=list)
    general_heading: str = ""
    general: list[Line] = field(default_factory=list)
    parts: list[tuple[str, list[Line]]] = field(default_factory=list)
    footer: list[Line] = field(default_factory=list)


def outline(lines: Sequence[Line], words: Words) -> Outline:
    """Divide a document's lines by its great headings."""
    found = Outline()
    region = found.preamble
    part = ""
    for at, line in enumerate(lines):
        heads = line.kind in (Kind.TEXT, Kind.TITLE)
        if heads and not found.parts and not found.general_heading and words.is_general_heading(line.text):
            found.general_heading = without_emphasis(line.text)
            region = found.general
        elif heads and words.is_card_heading(line.text):
            region = []
            part = without_emphasis(line.text)
            found.parts.append((part, region))
        elif heads and found.parts and _heads_group(lines, at, words):
            if any(each.kind is not Kind.DIVIDER for each in region):
                region = []
                found.parts.append(("", region))
            found.parts[-1] = (f"{part}{_GROUP}{without_emphasis(line.text)}", region)
        else:
            region.append(line)
    if not found.general_heading:
        _without_headings(found, words)
    last = found.parts[-1][1] if found.parts else found.general
    start = _footer_start(last, words)
    found.footer = [line for line in last[start:] if line.kind is not Kind.DIVIDER]
    del last[start:]
    while last and last[-1].kind is Kind.DIVIDER:
        last.pop()
    return found


def _heads_group(lines: Sequence[Line], at: int, words: Words) -> bool:
    """Return whether the line heads a group of cards, and is no type line: nothing of a card is above it, and a card is below."""
    above = lines[at - 1]
    if not words.is_card_group(lines[at].text) or (above.kind is Kind.TEXT and not words.is_card_heading(above.text)):
        return False
    below = at + 1
    while below < len(lines) and lines[below].kind in BEFORE_CARDS:
        below += 1
    return read_head(lines, at, words) is None and read_head(lines, below, words) is not None


def _footer_start(lines: Sequence[Line], words: Words) -> int:
    """Return the start of the footer: its first paragraph after the last card. Everything below belongs to it."""
    start = len(lines)
    for at in range(len(lines) - 1, -1, -1):
        if read_head(lines, at, words):
            break
        if lines[at].kind is Kind.TEXT and words.is_footer(lines[at].text):
            start = at
    return start


def _without_headings(found: Outline, words: Words) -> None:
    """If a great heading is missing, the sections start with the first title, the cards with the first card."""
    lines = found.preamble
    first = len(lines)
    if not found.parts:
        first = next((at for at in range(first) if read_head(lines, at, words)), first)
        while first and lines[first - 1].kind in BEFORE_CARDS:
            first -= 1
    title = next((at for at in range(first) if words.section_kind(lines[at].text)), first)
    found.preamble, found.general = lines[:title], lines[title:first]
    if first < len(lines):
        found.parts.append(("", lines[first:]))
