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

from .compressing import size, written

Shelved = dict[str, list[str]]
"""The content of a file, by its kind."""
Keyed = Mapping[str, Sequence[str]]
"""The beginnings of words by the keys that they are filed by."""

DEPTHS = (2, 3)
"""By how many letters words are filed: by more if the commonest beginning would fill MOST bytes."""
MOST = 6000
_SAMPLED = 5
"""Of so many keys one is measured: to compress what all of them have takes a quarter of the time of an index."""
_LETTERS = DEPTHS[-1] + 1
"""By how many letters the keys of a word are known."""


@dataclass(frozen=True, kw_only=True)
class Filed:
    """Names and words by the first letters of words."""

    entries: Sequence[str]
    """The names, then the words, each in their order."""
    names: int
    """How many of the entries are names."""
    beginnings: Mapping[str, Sequence[int]]
    """The numbers of the entries by the first letters of their words."""

    def shelf(self, beginnings: Iterable[str]) -> Shelved:
        """Return the entries of some beginnings by their kind, each once and in their order."""
        return {kind: [*map(self.entries.__getitem__, held)] for kind, held in self._kinds(beginnings)}

    def content(self, beginnings: Iterable[str]) -> str:
        """Return such a shelf as JSON. The JSON of each entry is made once, because most are in several files."""
        kinds = [f'"{kind}":[{",".join(map(self._written.__getitem__, held))}]' for kind, held in self._kinds(beginnings)]
        return f"{{{','.join(kinds)}}}"

    @cached_property
    def _written(self) -> Sequence[str]:
        """The entries as JSON."""
        return [*map(written, self.entries)]

    def _kinds(self, beginnings: Iterable[str]) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield each kind with the numbers of its entries."""
        numbers = sorted({*chain.from_iterable(map(self.beginnings.__getitem__, beginnings))})
        cut = bisect_left(numbers, self.names)
        if cut:
            yield "names", numbers[:cut]
        if cut < len(numbers):
            yield "words", numbers[cut:]


def filed(names: Sequence[tuple[str, Iterable[str]]], words: Iterable[tuple[str, str]]) -> Filed:
    """Return ``names``, which are entries with their words, and ``words``, which are words with their entries."""
    found: dict[str, list[int]] = {}
    entries: list[str] = []
    for entry, own in names:
        for word in own:
            found.setdefault(word[:_LETTERS], []).append(len(entries))
        entries.append(entry)
    count = len(entries)
    for word, entry in words:
        found.setdefault(word[:_LETTERS], []).append(len(entries))
        entries.append(entry)
    return Filed(entries=entries, names=count, beginnings=found)


def begun(held: Filed, depth: int) -> Keyed:
    """Return the beginnings by their first ``depth`` letters."""
    found: dict[str, list[str]] = {}
    for each in held.beginnings:
        found.setdefault(each[:depth], []).append(each)
    return found


def measured(held: Filed) -> tuple[int, Keyed, int]:
    """Return by how many letters the words are filed, their beginnings by the keys of misspelt words, and about the bytes of all that."""
    for depth in DEPTHS[:-1]:
        if size(held.content(_commonest(held, depth))) > MOST:
            continue  # as for most languages, and nothing else needs to be measured
        keyed = _misspelt(held, depth)
        sizes = [size(held.content(beginnings)) for beginnings in keyed.values()]
        if max(sizes, default=0) <= MOST:
            return depth, keyed, sum(sizes)
    keyed = _misspelt(held, DEPTHS[-1])
    sample = [keyed[key] for key in sorted(keyed)[::_SAMPLED]]
    sizes = [size(held.content(beginnings)) for beginnings in sample]
    return DEPTHS[-1], keyed, sum(sizes) * len(keyed) // max(len(sample), 1)


def _commonest(held: Filed, depth: int) -> list[str]:
    """Return the beginnings of one key of misspelt words: that of the most words."""
    counted: Counter[str] = Counter()
    for each, numbers in held.beginnings.items():
        counted[each[:depth]] += len(numbers)
    key = max(counted, key=counted.__getitem__, default="")
    return [each for each in held.beginnings if key in near(each, depth)]


def _misspelt(held: Filed, depth: int) -> Keyed:
    found: dict[str, list[str]] = {}
    for each in held.beginnings:
        for key in near(each, depth):
            found.setdefault(key, []).append(each)
    return found


@functools.lru_cache(maxsize=1 << 14)  # the languages have many names in common
def near(word: str, depth: int) -> frozenset[str]:
    """Return the keys of a word that may be misspelt: its beginning, and that without one of its first letters."""
    beginning = word[:depth]
    return frozenset([beginning, *[word[:gap] + word[gap + 1 : depth + 1] for gap in range(len(beginning))]])
