"""Merge changes made by hand with a newer edition: a three-way merge of structured notes, entry by
entry.

The base is what the last import wrote. What only one side changed is taken from that side. What
both changed differently is a conflict, and one side wins it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ...facts.files.yaml_files import Document
from ...facts.files.yaml_text import KeyPath
from ...problems import Place
from .pairs import name_of, pairs, text_of

Data = Any
"""A value of a YAML file: mappings, lists, texts."""


class _Gone(Enum):
    """The absence of a value."""

    GONE = "gone"


_GONE = _Gone.GONE
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
    merger.merged.data = merger.mapping(base, hand.data, new, (), "")
    return merger.merged


class _Merger:
    """One merge, and the items that it finds."""

    def __init__(self, hand: Document, hand_wins: bool) -> None:
        self._hand = hand
        self._hand_wins = hand_wins
        self.merged = Merged()

    def mapping(
        self,
        base: Mapping[str, Data],
        hand: Mapping[str, Data],
        new: Mapping[str, Data],
        key: KeyPath,
        name: str,
    ) -> Data:
        """Merge mappings, key by key."""
        found = {}
        for each in dict.fromkeys((*new, *hand)):
            if each in _ATOMIC:
                value = new.get(each, _GONE)
            else:
                one, two = hand.get(each, _GONE), new.get(each, _GONE)
                value = self._value(
                    base.get(each, _GONE), one, two, (*key, each), _joined(name, each)
                )
            if value is not _GONE:
                found[each] = value
        return found

    def _value(self, base: Data, hand: Data, new: Data, key: KeyPath, name: str) -> Data:
        if hand in (new, base):
            return new
        if isinstance(hand, list) and isinstance(new, list):
            return self._sequence(base if isinstance(base, list) else [], hand, new, key, name)
        if isinstance(hand, dict) and isinstance(new, dict) and _is_open(base, hand, new):
            return self.mapping(base if isinstance(base, dict) else {}, hand, new, key, name)
        if base == new:
            self.merged.kept.append(self._item(hand, new, key, name))
            return hand
        self.merged.conflicts.append(self._item(hand, new, key, name))
        return hand if self._hand_wins else new

    def _item(self, hand: Data, new: Data, key: KeyPath, name: str) -> HandChange:
        return HandChange(
            place=self._hand.place(*key), name=name, hand=_shown(hand), new=_shown(new)
        )

    def _sequence(
        self, base: list[Data], hand: list[Data], new: list[Data], key: KeyPath, name: str
    ) -> list[Data]:
        """Merge lists: pair their entries, merge each pair, and put them into order."""
        in_hand, in_new = pairs(base, hand), pairs(base, new)
        own = [at for at in range(len(hand)) if at not in in_hand.values()]
        other = [at for at in range(len(new)) if at not in in_new.values()]
        both = {
            own[one]: other[two]
            for one, two in pairs([hand[at] for at in own], [new[at] for at in other]).items()
        }
        values: dict[tuple[str, int], Data] = {}
        for at, entry in enumerate(base):
            one, two = in_hand.get(at), in_new.get(at)
            sides = (_GONE if one is None else hand[one], _GONE if two is None else new[two])
            # An entry that is gone by hand has no line; the place is then that of its list.
            inner = key if one is None else (*key, one)
            values["base", at] = self._value(
                entry, *sides, inner, _joined(name, name_of(entry, at))
            )
        for at in own:
            two = both.get(at)
            added = _GONE if two is None else new[two]
            known = ("hand", at) if two is None else ("new", two)
            values[known] = self._value(
                _GONE, hand[at], added, (*key, at), _joined(name, name_of(hand[at], at))
            )
        for at in other:
            values.setdefault(("new", at), new[at])
        by_hand = _order(len(hand), in_hand, {at: ("new", two) for at, two in both.items()}, "hand")
        by_new = _order(len(new), in_new, {}, "new")
        order = self._ordered(by_hand, by_new, key, name)
        return [values[each] for each in order if values[each] is not _GONE]

    def _ordered(
        self, hand: list[tuple[str, int]], new: list[tuple[str, int]], key: KeyPath, name: str
    ) -> list[tuple[str, int]]:
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


def _order(
    count: int, paired: Mapping[int, int], both: Mapping[int, tuple[str, int]], side: str
) -> list[tuple[str, int]]:
    """Return the entries of one side, each by its name in the base, in the other side, or in its
    own.
    """
    names = {at: ("base", base) for base, at in paired.items()}
    return [names.get(at) or both.get(at) or (side, at) for at in range(count)]


def _woven(
    order: Sequence[tuple[str, int]], others: Sequence[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Return the order, and each of the others that it lacks after the one that precedes it
    there.
    """
    known = set(order)
    anchor: tuple[str, int] | None = None
    following: dict[tuple[str, int] | None, list[tuple[str, int]]] = {}
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
