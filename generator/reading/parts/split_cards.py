"""Cards whose two halves share their head: ``Fire // Ice``, then ``{1}{R} // {1}{U}``, then the types of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..lines import Kind, Line
from ..patterns import Patterns, is_cost

_BETWEEN = " // "
_HEAD = 3
"""The lines of such a head: names, costs, types."""


def with_halves(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the lines with the second half's own head below the ``//`` between the rules texts of both."""
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
            continue
        found.append(line)
        if line.kind is Kind.TURN:
            found += waiting
        if line.kind is not Kind.TEXT:
            waiting = []
        at += 1
    return found


def _is_shared_head(lines: Sequence[Line], at: int, words: Patterns) -> bool:
    shared = lines[at : at + _HEAD]
    if len(shared) < _HEAD or any(line.kind is not Kind.TEXT for line in shared) or _BETWEEN not in shared[1].text:
        return False
    name, cost, types = (line.text for line in shared)
    fits = name.count(_BETWEEN) == cost.count(_BETWEEN) == 1 and types.count(_BETWEEN) < 2
    return (
        fits
        and all(map(is_cost, cost.split(_BETWEEN)))
        and all(map(words.is_type_line, types.split(_BETWEEN)))
        and _turns(lines, at + _HEAD)
    )


def _turns(lines: Sequence[Line], at: int) -> bool:
    """Return whether a ``//`` follows before anything but text does."""
    return next((line.kind is Kind.TURN for line in lines[at : at + 20] if line.kind is not Kind.TEXT), False)


def _half(line: Line, half: int) -> Line:
    parts = line.text.split(_BETWEEN)
    return replace(line, text=parts[half if len(parts) == 2 else 0].strip())
