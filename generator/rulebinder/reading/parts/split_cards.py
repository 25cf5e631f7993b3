"""Cards whose two halves share their head: ``Fire // Ice``, then ``{1}{R} // {1}{U}``, then the
types of both.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...problems import Place, Problem, review
from ..lines import Kind, Line
from ..notation.spellings import folded
from ..patterns import Patterns
from .heads import Head, read_head

_TWO = 2


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
        start, end = at, _end(lines, at, words)
        name = head.second.text
        if end < len(lines) and lines[end].kind is Kind.TURN:
            turn, at = lines[end], end + 1
        else:
            end, is_sure = _second_half(lines, start, end, name)
            turn, at = Line(kind=Kind.TURN, text="//", number=lines[end - 1].number), end
            if not is_sure:
                message = f"nothing parts the rules texts of {head.face.name} // {name}"
                place = Place(path, lines[start].number)
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


def _end(lines: Sequence[Line], at: int, words: Patterns) -> int:
    """Return where the text below the head of a card ends: at a line of another kind or a
    heading.
    """
    while at < len(lines) and lines[at].kind is Kind.TEXT:
        if lines[at].marked or words.is_card_heading(lines[at].text):
            break
        at += 1
    return at


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
        second = named or (start + 1 if end - start == _TWO else end)
        return second, second < end
    return min(start + 1, end), False


def _is_name(line: Line, name: str) -> bool:
    return line.kind is Kind.TEXT and folded(line.text).rstrip(" :：") == folded(name)
