"""Merge changes made by hand with a newer edition: a three-way merge of structured notes, entry by
entry.

The base is what the last import wrote. What only one side changed is taken from that side. What
both changed differently is a conflict, and one side wins it.

Entries of two lists are paired first if they are equal, then if they have one name, then if they
are alike.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..facts.yaml_files import Document, KeyPath
from ..problems import Place
from ..system import group_pairs

Data = Any
"""A value of a YAML file: mappings, lists, texts."""
_Sides = Sequence[Data]
"""Three values at one place: in the base, by hand, in the new edition."""
_GONE: Data = object()
"""What stands for a value that a side does not have."""
_ALIKE_SHARE = 0.6
"""The share of common words from which on two texts are one, edited."""
_LONE_SHARE = 0.3
"""That share if both are the only new ones at their place."""
_MOST_ENTRIES = 8
"""How many entries of each side are compared in a gap between paired ones."""
_MOST_WORDS = 400
"""How many words of an entry are compared."""


class HandChange(NamedTuple):
    """A part of the notes that was changed by hand: its place in the structured file, its name, and
    its texts.

    A text is empty if the part is missing on that side.
    """

    place: Place
    name: str
    hand: str
    new: str


def list_changes(old: Mapping[str, Data], now: Document) -> list[HandChange]:
    """Return how a structured file differs from what it was, as if all was changed by hand; an
    entry that only moved counts as unchanged.
    """
    return Merge(old, now, old).kept  # an edition that changes nothing contradicts nothing


class Merge:
    """The data of ``hand`` and ``new`` merged. In a conflict ``new`` wins, unless ``hand_wins``."""

    def __init__(
        self,
        base: Mapping[str, Data],
        hand: Document,
        new: Mapping[str, Data],
        *,
        hand_wins: bool = False,
    ) -> None:
        self._hand = hand
        self._hand_wins = hand_wins
        self.kept: list[HandChange] = []
        """The changes by hand that no side contradicts."""
        self.conflicts: list[HandChange] = []
        self.data = self._merge_mappings([base, hand.data, new], (), "")

    def _merge_mappings(self, sides: _Sides, key: KeyPath, name: str) -> dict[str, Data]:
        """Merge mappings key by key. They are at ``key`` in the file; people call them ``name``."""
        _, hand, new = sides
        values = {
            part: self._merge_values(
                [side.get(part, _GONE) for side in sides], (*key, part), _name_part(name, part)
            )
            for part in dict.fromkeys((*new, *hand))
        }
        return {part: value for part, value in values.items() if value is not _GONE}

    def _merge_values(self, sides: _Sides, key: KeyPath, name: str) -> Data:
        """Merge values: go into mappings and lists, else take that of one side."""
        base, hand, new = sides
        if hand in (new, base) or key == ("source",):  # the source is always that of the edition
            return new
        types = {type(hand), type(new)}
        if types == {list}:
            return self._merge_lists([base if isinstance(base, list) else [], hand, new], key, name)
        #  Paragraphs, whose one key is their kind, are merged key by key if they are of one kind.
        if types == {dict} and (hand.keys() == new.keys() or max(len(hand), len(new)) > 1):
            return self._merge_mappings(
                [base if isinstance(base, dict) else {}, hand, new], key, name
            )
        change = HandChange(
            place=self._hand.place(*key), name=name, hand=_describe(hand), new=_describe(new)
        )
        (self.kept if base == new else self.conflicts).append(change)
        return hand if base == new or self._hand_wins else new

    def _merge_lists(self, sides: _Sides, key: KeyPath, name: str) -> list[Data]:
        """Merge lists: label their entries, merge those of each label, and put them into order."""
        base, hand, new = sides
        #  Each side's entries by labels: an entry has one label on all sides.
        old = _label_entries([], base)
        by_hand = _label_entries([old], hand)
        added = {label: entry for label, entry in by_hand.items() if label not in old}
        by_edition = _label_entries([old, added], new)
        values = {}
        for label in dict.fromkeys((*old, *by_edition, *by_hand)):
            named = by_hand.get(label) or old.get(label) or by_edition[label]
            # An entry that is gone by hand has no line; the place is then that of its list.
            inner = (*key, by_hand[label].position) if label in by_hand else key
            values[label] = self._merge_values(
                [
                    side[label].value if label in side else _GONE
                    for side in (old, by_hand, by_edition)
                ],
                inner,
                _name_part(name, _name_entry(named.value, named.position)),
            )
        #  The order of the side that changed that of the base; entries of the other side come after
        # those that they follow there.
        common = set(old).intersection(by_hand, by_edition)
        order, order_by_hand, order_by_edition = (
            [label for label in side if label in common] for side in (old, by_hand, by_edition)
        )
        hand_orders = order_by_hand not in (order, order_by_edition)
        if hand_orders and order_by_edition != order:
            place, part = self._hand.place(*key), _name_part(name, "order")
            self.conflicts.append(HandChange(place=place, name=part, hand="by hand", new="new"))
            hand_orders = self._hand_wins
        first, second = (by_hand, by_edition) if hand_orders else (by_edition, by_hand)
        return [values[label] for label in _weave(first, second) if values[label] is not _GONE]


def _label_entries(
    earlier: Sequence[Mapping[int, Entry]], values: Sequence[Data]
) -> dict[int, Entry]:
    """Return the entries of a list by their labels, in order. An entry has the label of the one in
    ``earlier`` lists that it is, or else a new one.
    """
    label_of: dict[int, int] = {}
    for entries in earlier:
        labels = list(entries)
        unlabelled = [index for index in range(len(values)) if index not in label_of]
        paired = pair_entries(
            [entry.value for entry in entries.values()], [values[index] for index in unlabelled]
        )
        label_of |= {unlabelled[new]: labels[old] for old, new in paired.items()}
    next_label = max((label for entries in earlier for label in entries), default=-1) + 1
    return {
        label_of.get(index, next_label + index): Entry(index, value)
        for index, value in enumerate(values)
    }


def _weave(order: Iterable[int], others: Iterable[int]) -> list[int]:
    """Return the labels of ``order``. Each of the ``others`` that it lacks comes after the one that
    precedes it there.
    """
    anchor = -1  # the beginning, which is dropped at the end
    following: dict[int, list[int]] = {anchor: [], **{label: [] for label in order}}
    leading = list(following)
    for label in others:
        if label in following:
            anchor = label
        else:
            following[anchor].append(label)
    merged = [new for label in leading for new in (label, *following[label])]
    return merged[1:]


def _name_part(name: str, part: str) -> str:
    """Return the name of a ``part`` of what is called ``name``, such as ``Fen, rules_text``.

    The lists of entries are left out, and what the name says already.
    """
    if (
        part in ("sections", "cards", "body", "faces")
        or part == name
        or name.rpartition(", ")[2].startswith(f"{part} at ")
    ):
        return name
    return f"{name}, {part}" if name else part


def _describe(value: Data) -> str:
    """Return the text of a value; that of an entry is its body."""
    has_body = isinstance(value, dict) and "body" in value
    return "" if value is _GONE else _join_texts(value["body"] if has_body else value)


class Entry(NamedTuple):
    """An entry of a list, with its position there."""

    position: int
    value: Data


def pair_entries(ones: Sequence[Data], others: Sequence[Data]) -> dict[int, int]:
    """Return which of ``others`` each of ``ones`` is, by their positions. Entries without a partner
    are left out.
    """
    partners: dict[int, int] = {}
    exactly = functools.partial(json.dumps, sort_keys=True, ensure_ascii=False)
    for key in (exactly, _find_title):
        paired = set(partners.values())
        #  Backwards, so that ``pop`` takes the first of several entries with one key.
        backwards = reversed(list(enumerate(others)))
        waiting = group_pairs(
            (key(entry), index) for index, entry in backwards if index not in paired
        )
        waiting.pop("", None)  # entries without a title are not one
        for index, entry in enumerate(ones):
            if index not in partners and (positions := waiting.get(key(entry))):
                partners[index] = positions.pop()
    #  A gap between paired entries is called by the position in ``others`` of the pair before it.
    gaps = group_pairs(_find_unpaired(ones, partners))
    other_gaps = group_pairs(_find_unpaired(others, {index: index for index in partners.values()}))
    for gap, entries in gaps.items():
        partners |= _pair_alike(entries[:_MOST_ENTRIES], other_gaps.get(gap, [])[:_MOST_ENTRIES])
    return partners


def _find_unpaired(
    values: Sequence[Data], partners: Mapping[int, int]
) -> Iterator[tuple[int, Entry]]:
    """Yield the entries without a partner, each after the partner of the last entry before it that
    has one, or -1.
    """
    before = -1
    for index, value in enumerate(values):
        if index in partners:
            before = partners[index]
        else:
            yield before, Entry(index, value)


def _name_entry(entry: Data, index: int) -> str:
    """Return the name of an entry for people: a card's or a section's, or its kind and its position
    from 1.
    """
    if isinstance(entry, dict):
        return _find_title(entry) or f"{next(iter(entry), 'entry')} at position {index + 1}"
    return f"paragraph {index + 1}"


def _join_texts(value: Data) -> str:
    """Return all the texts of a value in one line."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return " ".join(filter(None, map(_join_texts, parts)))
    return " ".join(str(value).split())


def _find_title(entry: Data) -> str:
    """Return the name that an entry has in its data: of a card, a section or a correction; or an
    empty text.
    """
    if not isinstance(entry, dict):
        return ""
    if "faces" in entry:
        return " // ".join(face.get("name", "") for face in entry["faces"])
    return str(entry.get("title") or entry.get("name") or entry.get("printed") or "")


def _pair_alike(ones: Sequence[Entry], others: Sequence[Entry]) -> dict[int, int]:
    """Return the pairs of a gap by their positions. The likest entries are paired first: those with
    the most words in common, in the same order.
    """
    least = _LONE_SHARE if len(ones) == len(others) == 1 else _ALIKE_SHARE
    scored = []
    for index, one in ones:
        for other_index, other in others:
            first, second = (_join_texts(entry).split()[:_MOST_WORDS] for entry in (one, other))
            likeness = difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()
            scored.append((likeness, index, other_index))
    partners: dict[int, int] = {}
    for likeness, index, other_index in sorted(scored, key=lambda pair: -pair[0]):
        if likeness >= least and index not in partners and other_index not in partners.values():
            partners[index] = other_index
    return partners
