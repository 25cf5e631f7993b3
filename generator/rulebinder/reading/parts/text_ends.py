"""Where the texts of cards and of their halves end.

The line break inside a paragraph ties the lines of a card together, and its last line has none. Web
pages print a card as one paragraph. Markdown keeps its line breaks as two spaces, so that prose
right below a card is known from rules text. Only a page whose cards all show their ends in this way
is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...problems import Place, Problem, review
from ..lines import Kind, Line
from ..notation.spellings import folded
from ..patterns import Patterns
from .heads import Head, read_head

_HABIT = 0.9
"""The share of cards from which on their last line is the only one without a break."""
_FEWEST = 3
"""How many cards show a habit."""


def with_ends(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the lines; a paragraph below the last line of a card leads in to what follows, and is
    not rules text.
    """
    if not any(line.tied for line in lines):
        return list(lines)
    from_cards = next((at for at, line in enumerate(lines) if words.is_card_heading(line.text)), 0)
    leads: set[int] = set()
    bulleted = ended = 0
    for start, head in enumerate(lines):
        if not (isinstance(head, Head) and all(line.tied for line in head.lines[:-1])):
            continue
        end = start + 1
        while end < len(lines) and may_be_rules_text(lines[end], words):
            end += 1
        last = next((at for at in range(start, end) if not lines[at].tied), end)
        leads.update(range(last + 1, end))
        if start > from_cards and end < len(lines) and lines[end].kind is Kind.BULLET:
            bulleted += 1
            ended += last + 1 >= end
    if bulleted < _FEWEST or ended < _HABIT * bulleted:
        return list(lines)
    return [replace(line, kind=Kind.LEAD) if at in leads else line for at, line in enumerate(lines)]


def may_be_rules_text(line: Line, words: Patterns) -> bool:
    """Return whether the line is a paragraph, and not a heading."""
    return line.kind is Kind.TEXT and not line.marked and not words.is_heading(line.text)


def with_halves(
    lines: Sequence[Line], words: Patterns, path: str
) -> tuple[list[Line], list[Line], list[Problem]]:
    """Return the lines with the second half's own head below the ``//`` between the rules texts of
    both, the lines that only repeat the name of a half above its text, and the doubts.

    If no ``//`` parts them, one is put before the second half.
    """
    parted: list[Line] = []
    repeated: list[Line] = []
    doubts: list[Problem] = []
    at = 0
    while at < len(lines):
        head = lines[at]
        at += 1
        parted.append(head)
        if not isinstance(head, Head) or not head.second:
            continue
        start = end = at
        while end < len(lines) and may_be_rules_text(lines[end], words):
            end += 1
        name = head.second.text
        if end < len(lines) and lines[end].kind is Kind.TURN:
            turn, at = lines[end], end + 1
        else:
            end, is_sure = _second_half(lines, start, end, name)
            turn, at = Line(kind=Kind.TURN, text="//", number=lines[end - 1].number), end
            if not is_sure:
                message = f"nothing parts the rules texts of {head.face.name} // {name}"
                place = Place(path, lines[min(start, len(lines) - 1)].number)
                doubts.append(review(place, message, "put // between them in the document"))
        if start < end and _is_name(lines[start], head.text):
            repeated.append(lines[start])
            start += 1
        parted += [*lines[start:end], turn]
        printed = head.second.lines
        second = read_head((*printed, *lines[at : at + 2]), 0, words) or head.second
        parted.append(second)
        at += len(second.lines) - len(printed)
        if at < len(lines) and _is_name(lines[at], name):
            repeated.append(lines[at])
            at += 1
    return parted, repeated, doubts


def _second_half(lines: Sequence[Line], start: int, end: int, name: str) -> tuple[int, bool]:
    """Return where the text of the second half begins, if no ``//`` says so: at the line that is
    its name, or has it. If there is none, the halves have one line each, and what follows are
    rulings.

    The second value says whether that is sure.
    """
    alone = next((at for at in range(start, end) if _is_name(lines[at], name)), None)
    if alone is not None:
        return alone, True
    if end < len(lines) and lines[end].kind is Kind.BULLET:
        named = next((at for at in range(start + 1, end) if name in lines[at].text), None)
        second = named or (start + 1 if end - start == 2 else end)
        return second, second < end
    return min(start + 1, end), False


def _is_name(line: Line, name: str) -> bool:
    return line.kind is Kind.TEXT and folded(line.text).rstrip(" :：") == folded(name)
