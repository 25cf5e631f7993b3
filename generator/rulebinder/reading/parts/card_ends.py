"""The ends of cards: the line break inside a paragraph ties the lines of a card together, and its
last line has none.

Web pages print a card as one paragraph. Markdown keeps its line breaks as two spaces, so that prose
right below a card is known from rules text. Only a page whose cards all show their ends in this way
is believed.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..lines import Kind, Line
from ..patterns import Patterns
from .card_heads import read_head

_HABIT = 0.9
"""The share of cards from which on their last line is the only one without a break."""
_FEWEST = 3
"""How many cards show a habit."""


@dataclass(frozen=True, kw_only=True)
class _Block:
    """The lines of a card, by their indexes."""

    start: int
    """That of the name."""
    tied: int
    """That after the first line that is not tied to the next one."""
    end: int
    """That of the first line that cannot be rules text."""


def with_ends(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the lines; a paragraph below the last line of a card leads in to what follows, and is
    no rules text.
    """
    if not any(line.tied for line in lines):
        return list(lines)
    blocks = list(_blocks(lines, words))
    from_cards = next((at for at, line in enumerate(lines) if words.is_card_heading(line.text)), 0)
    sure = [
        block for block in blocks if block.start > from_cards and lines[block.end : block.end + 1]
    ]
    shown = [block for block in sure if lines[block.end].kind is Kind.BULLET]
    if len(shown) < _FEWEST or sum(block.tied == block.end for block in shown) < _HABIT * len(
        shown
    ):
        return list(lines)
    leads = {at for block in blocks for at in range(block.tied, block.end)}
    return [replace(line, kind=Kind.LEAD) if at in leads else line for at, line in enumerate(lines)]


def _blocks(lines: Sequence[Line], words: Patterns) -> Iterator[_Block]:
    """Yield the cards and faces with rules text whose heads are tied."""
    loose = [at for at, line in enumerate(lines) if not line.tied]
    at = 0
    while at < len(lines):
        head = read_head(lines, at, words)
        if head is None:
            at += 1
            continue
        start, at = at, at + head.length
        if not all(line.tied for line in lines[start : at - 1]):
            continue
        following = bisect.bisect_left(loose, at - 1)
        tied = loose[following] + 1 if following < len(loose) else len(lines)
        end = at
        while end < len(lines) and _may_be_rules_text(lines, end, words):
            end += 1
        yield _Block(start=start, tied=min(tied, end), end=end)


def _may_be_rules_text(lines: Sequence[Line], at: int, words: Patterns) -> bool:
    """Return whether the line is a paragraph, and neither a heading nor the beginning of a card."""
    line = lines[at]
    if line.kind is not Kind.TEXT or line.marked or words.section_kind(line.text) is not None:
        return False
    return not words.is_card_heading(line.text) and read_head(lines, at, words) is None
