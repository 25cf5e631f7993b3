"""Names and words, filed by their first letters.

All that depends on first letters alone is found once for all words of one beginning.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from ...system.grouping import grouped
from ..compression import size, written

Shelved = dict[str, list[str]]
"""The content of a file, by its kind."""
Keyed = Mapping[str, Sequence[str]]
"""The beginnings of words by the keys that they are filed by."""
Entry = tuple[str, Iterable[str]]
"""What is filed, and the words that it is filed by."""

DEPTHS = (2, 3)
"""By how many letters words are filed: by more if the commonest beginning would fill MOST bytes."""
MOST = 6000
_SAMPLED = 5
"""Of so many keys one is measured: to compress what all of them have takes a quarter of the time of
an index.
"""
_LETTERS = DEPTHS[-1] + 1
"""By how many letters the keys of a word are known."""


@dataclass(frozen=True, kw_only=True)
class Filed:
    """Names and words by the first letters of words."""

    entries: Sequence[str]
    """Those of each kind together and in their order."""
    ends: Mapping[str, int]
    """The number of the entry after the last one of each kind."""
    beginnings: Mapping[str, Sequence[int]]
    """The numbers of the entries by the first letters of their words."""

    def shelf(self, beginnings: Iterable[str]) -> Shelved:
        """Return the entries of some beginnings by their kind, each once and in their order."""
        return {
            kind: [*map(self.entries.__getitem__, held)] for kind, held in self._kinds(beginnings)
        }

    def content(self, beginnings: Iterable[str]) -> str:
        """Return such a shelf as JSON.

        The JSON of each entry is made once, because most are in several files.
        """
        kinds = [
            f'"{kind}":[{",".join(map(self._written.__getitem__, held))}]'
            for kind, held in self._kinds(beginnings)
        ]
        return f"{{{','.join(kinds)}}}"

    @cached_property
    def _written(self) -> Sequence[str]:
        """The entries as JSON."""
        return [*map(written, self.entries)]

    def _kinds(self, beginnings: Iterable[str]) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield each kind with the numbers of its entries."""
        numbers = sorted({*chain.from_iterable(map(self.beginnings.__getitem__, beginnings))})
        start = 0
        for kind, end in self.ends.items():
            cut = bisect_left(numbers, end, start)
            if start < cut:
                yield kind, numbers[start:cut]
            start = cut


def filed(kinds: Mapping[str, Iterable[Entry]]) -> Filed:
    """Return the entries of all ``kinds``, each filed by its words."""
    found: dict[str, list[int]] = {}
    entries: list[str] = []
    ends: dict[str, int] = {}
    for kind, held in kinds.items():
        for entry, words in held:
            for word in words:
                found.setdefault(word[:_LETTERS], []).append(len(entries))
            entries.append(entry)
        ends[kind] = len(entries)
    return Filed(entries=entries, ends=ends, beginnings=found)


def begun(held: Filed, depth: int) -> Keyed:
    """Return the beginnings by their first ``depth`` letters."""
    return grouped((each[:depth], each) for each in held.beginnings)


def depth_of(held: Filed) -> int:
    """Return by how many letters the words are filed."""
    for depth in DEPTHS[:-1]:
        if size(held.content(_commonest(held, depth))) > MOST:
            continue  # as for most languages, and nothing else needs to be measured
        if all(
            size(held.content(beginnings)) <= MOST for beginnings in misspelt(held, depth).values()
        ):
            return depth
    return DEPTHS[-1]


def weight(held: Filed, keyed: Keyed) -> int:
    """Return about how many bytes the entries have by all keys of misspelt words
    (:func:`misspelt`), each key by itself.
    """
    sample = [keyed[key] for key in sorted(keyed)[::_SAMPLED]]
    return (
        sum(size(held.content(beginnings)) for beginnings in sample)
        * len(keyed)
        // max(len(sample), 1)
    )


def _commonest(held: Filed, depth: int) -> list[str]:
    """Return the beginnings of one key of misspelt words: that of the most words."""
    counted: Counter[str] = Counter()
    for each, numbers in held.beginnings.items():
        counted[each[:depth]] += len(numbers)
    key = max(counted, key=counted.__getitem__, default="")
    return [each for each in held.beginnings if key in near(each, depth)]


def misspelt(held: Filed, depth: int) -> Keyed:
    """Return the beginnings by the keys of words that may be misspelt."""
    return grouped((key, each) for each in held.beginnings for key in near(each, depth))


@functools.lru_cache(maxsize=1 << 14)  # the languages have many names in common
def near(word: str, depth: int) -> frozenset[str]:
    """Return the keys of a word that may be misspelt: its beginning, and that without one of its
    first letters.
    """
    beginning = word[:depth]
    return frozenset(
        [beginning, *[word[:gap] + word[gap + 1 : depth + 1] for gap in range(len(beginning))]]
    )
