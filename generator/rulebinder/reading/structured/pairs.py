"""Pair the entries of two lists of structured notes: equal ones, those of one name, then those that
are alike.
"""

from __future__ import annotations

import difflib
import json
from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any, NamedTuple

Data = Any
"""A value of a YAML file: mappings, lists, texts."""

_ALIKE = 0.6
"""The share of common words from which on two texts are one, edited."""
_LONE = 0.3
"""That share if both are the only new ones at their place."""
_NEAR = 8
"""How many entries of a gap are compared with each other."""
_LONGEST = 400
"""How many words of two entries are compared."""


class Entry(NamedTuple):
    """An entry of a list, with its position there."""

    at: int
    value: Data


def pairs(one: Sequence[Data], other: Sequence[Data]) -> dict[int, int]:
    """Return which entry of ``other`` each entry of ``one`` is, by their positions; those without a
    partner are left out.
    """
    found: dict[int, int] = {}
    for key in (_exactly, _name):
        waiting: dict[str, deque[int]] = defaultdict(deque)
        taken = set(found.values())
        for at, entry in enumerate(other):
            if at not in taken:
                waiting[key(entry)].append(at)
        waiting.pop("", None)
        for at, entry in enumerate(one):
            if at not in found and waiting[key(entry)]:
                found[at] = waiting[key(entry)].popleft()
    #  The gaps by the pair before them, which its entry of ``other`` tells.
    gaps: dict[int, tuple[list[Entry], list[Entry]]] = defaultdict(lambda: ([], []))
    partners = (dict(found), {at: at for at in found.values()})
    for side, values in enumerate((one, other)):
        before = -1
        for at, entry in enumerate(values):
            before = partners[side].get(at, before)
            if at not in partners[side]:
                gaps[before][side].append(Entry(at, entry))
    for ones, others in gaps.values():
        found |= _alike(ones[:_NEAR], others[:_NEAR])
    return found


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


def _name(entry: Data) -> str:
    if not isinstance(entry, dict):
        return ""
    if "faces" in entry:
        return " // ".join(face.get("name", "") for face in entry["faces"])
    return str(entry.get("title") or entry.get("name") or entry.get("printed") or "")


def _exactly(entry: Data) -> str:
    return json.dumps(entry, sort_keys=True, ensure_ascii=False)


def _alike(ones: Sequence[Entry], others: Sequence[Entry]) -> dict[int, int]:
    """Return the pairs of a gap, the likest first: those with the most common words in order."""
    least = _LONE if len(ones) == len(others) == 1 else _ALIKE
    scored = []
    for a, one in ones:
        for b, other in others:
            first, second = (text_of(entry).split()[:_LONGEST] for entry in (one, other))
            likeness = difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()
            scored.append((likeness, -a, -b))
    found: dict[int, int] = {}
    for score, a, b in sorted(scored, reverse=True):
        if score >= least and -a not in found and -b not in found.values():
            found[-a] = -b
    return found
