"""Cards whose two halves share their head: ``Fire // Ice``, then ``{1}{R} // {1}{U}``, then the
types of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..lines import Kind, Line
from ..patterns import Patterns, is_cost

_BETWEEN = " // "
_FARTHEST = 20
"""How many lines of rules text both halves may have."""
_TWO = 2
_HEAD = 3
"""The lines of such a head: names, costs, types."""


def with_halves(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the lines with the second half's own head below the ``//`` between the rules texts of
    both.

    If no ``//`` parts them, one is put before the line that names the second half, or before the
    last of two lines; if nothing tells the texts apart, the first half has all of them.
    """
    found: list[Line] = []
    waiting: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if _is_shared_head(lines, at, words):
            shared = lines[at : at + _HEAD]
            found += [_half(each, 0) for each in shared]
            waiting = [_half(each, 1) for each in shared]
            at += _HEAD
            if not _turns(lines, at):
                second = _second_half(lines, at, waiting[0].text)
                turn = Line(kind=Kind.TURN, text="//", number=lines[second].number)
                found += [*lines[at:second], turn, *waiting]
                waiting, at = [], second
            continue
        found.append(line)
        if line.kind is Kind.TURN:
            found += waiting
        if line.kind is not Kind.TEXT:
            waiting = []
        at += 1
    return found


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
        and (_turns(lines, at + _HEAD) or _below_text(lines, at + _HEAD).kind is Kind.BULLET)
    )


def _turns(lines: Sequence[Line], at: int) -> bool:
    """Return whether a ``//`` follows before anything but text does."""
    return _below_text(lines, at).kind is Kind.TURN


def _below_text(lines: Sequence[Line], at: int) -> Line:
    """Return the first line below the text at ``at``, which may be far away."""
    below = lines[at : at + _FARTHEST]
    return next((line for line in below if line.kind is not Kind.TEXT), lines[at - 1])


def _second_half(lines: Sequence[Line], at: int, name: str) -> int:
    """Return where the rules text of the second half begins, if no ``//`` says so."""
    end = next(end for end in range(at, len(lines)) if lines[end].kind is not Kind.TEXT)
    named = next((second for second in range(at + 1, end) if name in lines[second].text), None)
    if named is not None:
        return named
    return at + 1 if end - at == _TWO else end


def _half(line: Line, half: int) -> Line:
    parts = line.text.split(_BETWEEN)
    return replace(line, text=parts[half if len(parts) == 2 else 0].strip())
