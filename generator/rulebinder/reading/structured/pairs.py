"""Pair the entries of two lists of structured notes: equal ones, those of one name, then those that
are alike.
"""

from __future__ import annotations

import difflib
import json
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

Data = Any

_ALIKE = 0.6
"""The share of common words from which on two texts are one, edited."""
_LONE = 0.3
"""That share if both are the only new ones at their place."""
_NEAR = 8
"""How many entries of a gap are compared with each other."""
_LONGEST = 400
"""How many words of two entries are compared."""


def pairs(one: Sequence[Data], other: Sequence[Data]) -> dict[int, int]:
    """Return which entry of ``other`` each entry of ``one`` is, by their positions; those without a
    partner are left out.
    """
    found: dict[int, int] = {}
    for key in (_exactly, _named):
        _pair(one, other, key, found)
    taken = set(found.values())
    #  The gaps by the pair before them, which its entry of ``other`` tells.
    gaps: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    before = -1
    for at in range(len(one)):
        before = found.get(at, before)
        if at not in found:
            gaps[before][0].append(at)
    before = -1
    for at in range(len(other)):
        before = at if at in taken else before
        if at not in taken:
            gaps[before][1].append(at)
    for ones, others in gaps.values():
        found |= _alike(
            [(at, one[at]) for at in ones[:_NEAR]], [(at, other[at]) for at in others[:_NEAR]]
        )
    return dict(sorted(found.items()))


def name_of(entry: Data, at: int) -> str:
    """Return the name of an entry for people: a card's or a section's, or its kind and its position
    from 1.
    """
    if isinstance(entry, dict):
        return _name(entry) or f"{next(iter(entry), 'entry')} at position {at + 1}"
    return f"paragraph {at + 1}"


def text_of(value: Data) -> str:
    """Return all the texts of a value in one line."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return " ".join(filter(None, map(text_of, parts)))
    return " ".join(str(value).split())


def _name(entry: dict[str, Data]) -> str:
    if "faces" in entry:
        return " // ".join(face.get("name", "") for face in entry["faces"])
    return str(entry.get("title") or entry.get("name") or entry.get("printed") or "")


def _exactly(entry: Data) -> Hashable:
    return json.dumps(entry, sort_keys=True, ensure_ascii=False)


def _named(entry: Data) -> Hashable:
    return (_name(entry) or None) if isinstance(entry, dict) else None


def _pair(
    one: Sequence[Data],
    other: Sequence[Data],
    key: Callable[[Data], Hashable],
    found: dict[int, int],
) -> None:
    """Pair the entries left that have the same key, in their order."""
    waiting: dict[Hashable, deque[int]] = defaultdict(deque)
    taken = set(found.values())
    for at, entry in enumerate(other):
        if at not in taken:
            waiting[key(entry)].append(at)
    waiting.pop(None, None)
    for at, entry in enumerate(one):
        if at not in found and waiting.get(key(entry)):
            found[at] = waiting[key(entry)].popleft()


def _likeness(one: str, other: str) -> float:
    """Return the share of common words of two texts, in their order."""
    return difflib.SequenceMatcher(
        None, one.split()[:_LONGEST], other.split()[:_LONGEST], autojunk=False
    ).ratio()


def _alike(ones: Sequence[tuple[int, Data]], others: Sequence[tuple[int, Data]]) -> dict[int, int]:
    """Return the pairs of a gap, the likest first."""
    least = _LONE if len(ones) == len(others) == 1 else _ALIKE
    scored = [
        (_likeness(text_of(one), text_of(other)), -a, -b) for a, one in ones for b, other in others
    ]
    found: dict[int, int] = {}
    taken: set[int] = set()
    for score, a, b in sorted(scored, reverse=True):
        if score >= least and -a not in found and -b not in taken:
            found[-a] = -b
            taken.add(-b)
    return found
