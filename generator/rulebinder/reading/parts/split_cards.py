"""Cards whose two halves share their head: ``Fire // Ice``, then ``{1}{R} // {1}{U}``, then the
types of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...problems import Place, Problem, review
from ..lines import Kind, Line
from ..notation.spellings import folded
from ..patterns import Patterns, is_cost
from .card_heads import read_head

_BETWEEN = " // "
_TWO = 2
_HEAD = 3
"""The lines of such a head: names, costs, types."""


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
        if not _is_shared_head(lines, at, words):
            parted.append(lines[at])
            at += 1
            continue
        first, second = ([_half(line, half) for line in lines[at : at + _HEAD]] for half in (0, 1))
        start, end = at + _HEAD, _end(lines, at + _HEAD, words)
        if end < len(lines) and lines[end].kind is Kind.TURN:
            turn, at = lines[end], end + 1
        else:
            end, is_sure = _second_half(lines, start, end, second[0].text)
            turn, at = Line(kind=Kind.TURN, text="//", number=lines[end - 1].number), end
            if not is_sure:
                message = f"nothing parts the rules texts of {lines[start - _HEAD].text}"
                place = Place(path, lines[start].number)
                doubts.append(review(place, message, "put // between them in the document"))
        if start < end and _repeats(lines[start], first[0]):
            repeated.append(lines[start])
            start += 1
        parted += [*first, *lines[start:end], turn, *second]
        if at < len(lines) and _repeats(lines[at], second[0]):
            repeated.append(lines[at])
            at += 1
    return parted, repeated, doubts


def _is_shared_head(lines: Sequence[Line], at: int, words: Patterns) -> bool:
    if (
        len(lines) < at + _HEAD or _BETWEEN not in lines[at + 1].text
    ):  # most lines need no closer look
        return False
    shared = lines[at : at + _HEAD]
    if any(line.kind is not Kind.TEXT for line in shared):
        return False
    name, cost, types = (line.text for line in shared)
    fits = name.count(_BETWEEN) == cost.count(_BETWEEN) == 1 and types.count(_BETWEEN) < 2
    return (
        fits
        and all(map(is_cost, cost.split(_BETWEEN)))
        and all(map(words.is_type_line, types.split(_BETWEEN)))
    )


def _end(lines: Sequence[Line], at: int, words: Patterns) -> int:
    """Return where the text below the head of a card ends: at a line of another kind, the next card
    or a heading.
    """
    while at < len(lines) and lines[at].kind is Kind.TEXT:
        is_heading = lines[at].marked or words.is_card_heading(lines[at].text)
        if is_heading or read_head(lines, at, words) or _is_shared_head(lines, at, words):
            break
        at += 1
    return at


def _second_half(lines: Sequence[Line], start: int, end: int, name: str) -> tuple[int, bool]:
    """Return where the text of the second half begins, if no ``//`` says so: at the line that is
    its name, or has it. If there is none, the halves have one line each, and what follows are
    rulings.

    The second value says whether that is sure.
    """
    alone = next((at for at in range(start, end) if _is_name(lines[at].text, name)), None)
    if alone is not None:
        return alone, True
    if end < len(lines) and lines[end].kind is Kind.BULLET:
        named = next((at for at in range(start + 1, end) if name in lines[at].text), None)
        second = named or (start + 1 if end - start == _TWO else end)
        return second, second < end
    return min(start + 1, end), False


def _repeats(line: Line, name: Line) -> bool:
    return line.kind is Kind.TEXT and _is_name(line.text, name.text)


def _is_name(text: str, name: str) -> bool:
    return folded(text).rstrip(" :：") == folded(name)


def _half(line: Line, half: int) -> Line:
    parts = line.text.split(_BETWEEN)
    return replace(line, text=parts[half if len(parts) == 2 else 0].strip())
