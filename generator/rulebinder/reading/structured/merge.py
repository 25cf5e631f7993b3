"""Merge changes made by hand with a newer edition: a three-way merge of structured notes, entry by
entry.

The base is what the last import wrote. What only one side changed is taken from that side. What
both changed differently is a conflict, and one side wins it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...facts.files.yaml_files import Document
from ...facts.files.yaml_text import KeyPath
from ...problems import Place
from .pairs import name_of, pairs, text_of

Data = Any
"""A value of a YAML file: mappings, lists, texts."""


_Sides = Sequence[Data]
"""A value in the base, by hand and in the new edition."""
_Row = tuple[int | None, int | None, int | None]
"""The positions of one entry in the base, by hand and in the new edition."""
_GONE: Data = object()
"""The absence of a value."""
_ATOMIC = {"source"}
"""Keys whose value is always that of the new edition."""


@dataclass(frozen=True, kw_only=True)
class HandChange:
    """A part of the notes that was changed by hand: its place in the structured file, its name, and
    its texts.

    A text is empty if the part is missing on that side.
    """

    place: Place
    name: str
    hand: str
    new: str


@dataclass(kw_only=True)
class Merged:
    """The merged data, the changes by hand that no side contradicts, and the conflicts."""

    data: dict[str, Data] = field(default_factory=dict)
    kept: list[HandChange] = field(default_factory=list)
    conflicts: list[HandChange] = field(default_factory=list)


def merge(
    base: Mapping[str, Data], hand: Document, new: Mapping[str, Data], *, hand_wins: bool = False
) -> Merged:
    """Return the data of ``hand`` and ``new`` merged; in a conflict ``new`` wins, unless
    ``hand_wins``.
    """
    merger = _Merger(hand, hand_wins)
    merger.merged.data = merger.mapping([base, hand.data, new], (), "")
    return merger.merged


class _Merger:
    """One merge, and the items that it finds."""

    def __init__(self, hand: Document, hand_wins: bool) -> None:
        self._hand = hand
        self._hand_wins = hand_wins
        self.merged = Merged()

    def mapping(self, sides: _Sides, key: KeyPath, name: str) -> Data:
        """Merge mappings, key by key."""
        found = {}
        _, hand, new = sides
        for part in dict.fromkeys((*new, *hand)):
            values = [side.get(part, _GONE) for side in sides]
            value = (
                values[-1]
                if part in _ATOMIC
                else self._value(values, (*key, part), _joined(name, part))
            )
            if value is not _GONE:
                found[part] = value
        return found

    def _value(self, sides: _Sides, key: KeyPath, name: str) -> Data:
        base, hand, new = sides
        if hand in (new, base):
            return new
        if isinstance(hand, list) and isinstance(new, list):
            return self._sequence([base if isinstance(base, list) else [], hand, new], key, name)
        if isinstance(hand, dict) and isinstance(new, dict) and _is_open(base, hand, new):
            return self.mapping([base if isinstance(base, dict) else {}, hand, new], key, name)
        if base == new:
            self.merged.kept.append(self._item(hand, new, key, name))
            return hand
        self.merged.conflicts.append(self._item(hand, new, key, name))
        return hand if self._hand_wins else new

    def _item(self, hand: Data, new: Data, key: KeyPath, name: str) -> HandChange:
        return HandChange(
            place=self._hand.place(*key), name=name, hand=_shown(hand), new=_shown(new)
        )

    def _sequence(self, sides: _Sides, key: KeyPath, name: str) -> list[Data]:
        """Merge lists: pair their entries, merge those of each row, and put them into order."""
        rows = _rows(*sides)
        values = []
        for row in rows:
            entries = [
                _GONE if at is None else side[at] for side, at in zip(sides, row, strict=True)
            ]
            part = next(
                name_of(entry, at) for entry, at in zip(entries, row, strict=True) if at is not None
            )
            # An entry that is gone by hand has no line; the place is then that of its list.
            inner = key if row[1] is None else (*key, row[1])
            values.append(self._value(entries, inner, _joined(name, part)))
        order = self._ordered(_order(rows, 1), _order(rows, 2), key, name)
        return [values[at] for at in order if values[at] is not _GONE]

    def _ordered(
        self, hand: Sequence[int], new: Sequence[int], key: KeyPath, name: str
    ) -> list[int]:
        """Return the order of the side that changed it; entries of the other side come after those
        that they follow there.
        """
        common = set(hand) & set(new)
        one, two = (
            [each for each in hand if each in common],
            [each for each in new if each in common],
        )
        hand_moved, new_moved = one != sorted(one), two != sorted(two)
        if hand_moved and new_moved and one != two:
            self.merged.conflicts.append(
                HandChange(
                    place=self._hand.place(*key),
                    name=_joined(name, "order"),
                    hand="by hand",
                    new="new",
                )
            )
            hand_moved = self._hand_wins
        return _woven(hand, new) if hand_moved else _woven(new, hand)


def _rows(base: list[Data], hand: list[Data], new: list[Data]) -> list[_Row]:
    """Return the rows of three lists: those of the base, then those that a side added."""
    in_hand, in_new = pairs(base, hand), pairs(base, new)
    by_hand = sorted(set(range(len(hand))).difference(in_hand.values()))
    by_new = sorted(set(range(len(new))).difference(in_new.values()))
    both = {
        by_new[two]: by_hand[one]
        for one, two in pairs([hand[at] for at in by_hand], [new[at] for at in by_new]).items()
    }
    alone = sorted(set(by_hand).difference(both.values()))
    return [
        *((at, in_hand.get(at), in_new.get(at)) for at in range(len(base))),
        *((None, both.get(at), at) for at in by_new),
        *((None, at, None) for at in alone),
    ]


def _order(rows: Sequence[_Row], side: int) -> list[int]:
    """Return the rows that have an entry on a side, by their numbers, in its order."""
    placed = {row[side]: number for number, row in enumerate(rows)}
    return [placed[at] for at in range(len(placed) - (None in placed))]


def _woven(order: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the order, and each of the others that it lacks after the one that precedes it
    there.
    """
    known = set(order)
    anchor: int | None = None
    following: dict[int | None, list[int]] = {}
    for each in others:
        if each in known:
            anchor = each
        else:
            following.setdefault(anchor, []).append(each)
    return [
        *following.get(None, []),
        *(one for each in order for one in (each, *following.get(each, []))),
    ]


def _is_open(base: Data, hand: Mapping[str, Data], new: Mapping[str, Data]) -> bool:
    """Return whether a mapping can be merged key by key.

    A paragraph, whose one key is its kind, can if no side changed that.
    """
    if len(hand) > 1 or len(new) > 1:
        return True
    return isinstance(base, dict) and base.keys() == hand.keys() == new.keys()


def _joined(name: str, part: str) -> str:
    """Return the name of a part.

    The lists of entries are left out, and what the name says already.
    """
    if (
        part in ("sections", "cards", "body", "faces")
        or part == name
        or name.rpartition(", ")[2].startswith(f"{part} at ")
    ):
        return name
    return f"{name}, {part}" if name else part


def _shown(value: Data) -> str:
    return "" if value is _GONE else text_of(value)
