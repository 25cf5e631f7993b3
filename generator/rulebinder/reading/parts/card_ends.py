"""The ends of cards: the line break inside a paragraph ties the lines of a card together, and its
last line has none.

Web pages print a card as one paragraph. Markdown keeps its line breaks as two spaces, so that prose
right below a card is known from rules text. Only a page whose cards all show their ends in this way
is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..lines import Kind, Line
from ..patterns import Patterns
from .heads import Head

_HABIT = 0.9
"""The share of cards from which on their last line is the only one without a break."""
_FEWEST = 3
"""How many cards show a habit."""


def with_ends(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the lines; a paragraph below the last line of a card leads in to what follows, and is
    no rules text.
    """
    if not any(line.tied for line in lines):
        return list(lines)
    from_cards = next((at for at, line in enumerate(lines) if words.is_card_heading(line.text)), 0)
    leads: set[int] = set()
    shown = ended = 0
    for start, head in enumerate(lines):
        if not (isinstance(head, Head) and all(line.tied for line in head.lines[:-1])):
            continue
        end = start + 1
        while end < len(lines) and _may_be_rules_text(lines[end], words):
            end += 1
        last = next((at for at in range(start, end) if not lines[at].tied), end)
        leads.update(range(last + 1, end))
        if start > from_cards and end < len(lines) and lines[end].kind is Kind.BULLET:
            shown += 1
            ended += last + 1 >= end
    if shown < _FEWEST or ended < _HABIT * shown:
        return list(lines)
    return [replace(line, kind=Kind.LEAD) if at in leads else line for at, line in enumerate(lines)]


def _may_be_rules_text(line: Line, words: Patterns) -> bool:
    """Return whether the line is a paragraph, and no heading."""
    return (
        line.kind is Kind.TEXT
        and not line.marked
        and words.section_kind(line.text) is None
        and not words.is_card_heading(line.text)
    )
