"""The words of the records: which records have each, and at which places.

The browser finds records by these, and phrases by the places. A word is in the form that is
compared (:mod:`.normal_form`), and web/search/index/postings.js reads the postings that
:func:`said` writes.

Records that follow each other are a *batch*. The words of a batch depend on nothing else, so that
an edit changes those of one.
"""

from __future__ import annotations

import functools
import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from ...system.caches.frozen_values import alike
from ...system.digests import digest
from ...text import SYMBOL
from ..piece_cache import PieceCache, recalled
from ..records import SearchRecord
from . import vectors
from .normal_form import Fold, folding

Postings = Mapping[str, str]
"""The records and the places of each word."""

_MARKED = re.compile(
    rf"{SYMBOL}|(?:[+\-−]|(?<![\dx*]))[\dx*]++/[+\-−]?[\dx*]+|\b\d{{3}}\.\d+[a-z]?\b"
)
"""Symbols, power and toughness, and numbers of rules.

A long run of digits is tried once, from its beginning.
"""
_CLOSING = ".,;:!?)"
_MINUS = re.compile("[-−]")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""The letters of Chinese and Japanese, which have no spaces between words: each is a word of its
own.
"""
_GAP = 2
"""How far the last word of a title is from the first of the text, so that no phrase has both."""
_TITLES, _MOST = 48, 100
"""About how many titles a batch has, and how many records.

The titles decide where it ends, so that a new record changes few of them.
"""


@dataclass(frozen=True, kw_only=True)
class RecordWords:
    """The words of one language's records."""

    key: str
    """A digest of all that the words were made from."""
    postings: Postings
    """The words in the order of the alphabet, each with the records that have it: ``12,3,5 4,-2``.

    A run is a record: how far its number is from the one before, then its places, each as far from
    the one before. The places of the text begin at 0, and those of the title and of the other names
    end before it. This example is record 12 with the word at the places 3 and 8, and record 16 with
    the word in its title.
    """
    counted: Mapping[str, int]
    """How many records have each word in their title or text."""
    words_key: str
    """A digest of these words."""
    named: frozenset[str]
    """The words of the other names of records."""
    lengths: str
    """A letter for the length of each record: ``a`` for a word, and the next letter each time it
    doubles.
    """
    vectors: Sequence[str]
    """What the text of each record means (:mod:`.vectors`)."""


@dataclass(frozen=True, kw_only=True)
class _BatchWords:
    """The words of a batch of records, as those of :class:`RecordWords`.

    The first record has the number 0.
    """

    runs: Mapping[str, tuple[int, int, str]]
    """For each word the first and the last record that have it, and its runs without the number of
    the first.
    """
    counted: Mapping[str, int]
    named: frozenset[str]
    lengths: str
    vectors: Sequence[str]


def said(
    records: Sequence[SearchRecord],
    elisions: tuple[str, ...],
    known: Mapping[str, str] | None = None,
    memory: PieceCache | None = None,
) -> RecordWords:
    """Return the words of the ``records`` of one language, which are in the order of their numbers.

    ``known`` has the vectors of its words.
    """
    known = known or {}
    around = digest(alike((elisions, sorted(known.items()))))
    batches = [(_key(batch, around), batch) for batch in _batches(records)]
    key = digest(*(each for each, _ in batches))
    fold, summing = folding(elisions), vectors.Summing(known)

    def make() -> RecordWords:
        return _joined(
            key,
            [
                recalled(each, functools.partial(_batch_words, batch, fold, summing))
                for each, batch in batches
            ],
        )

    return memory.value(key, make) if memory else make()


def tokens(text: str, fold: Fold) -> list[str]:
    """Return the words of a text in order, those with marks as people type them, but without minus
    signs.
    """
    return [*chain.from_iterable(map(_words_of(fold).__getitem__, text.split()))]


class _Words(dict[str, Sequence[str]]):
    """The words of each piece of a text, between two spaces.

    No word and no mark has a space, and most pieces come often.
    """

    def __init__(self, fold: Fold) -> None:
        super().__init__()
        self._fold = fold

    def __missing__(self, piece: str) -> Sequence[str]:
        bare = piece.rstrip(_CLOSING)
        if bare.isascii() and bare.isalpha():  # as most
            self[piece] = (bare.lower(),)
            return self[piece]
        found: list[str] = []
        low, at = piece.lower(), 0
        for match in _MARKED.finditer(low):
            found += self._fold(low[at : match.start()]).split()
            found.append(_MINUS.sub("", match[0]))
            at = match.end()
        self[piece] = held = (*found, *self._fold(low[at:]).split())
        return held


_words_of = functools.cache(_Words)


def _batches(records: Iterable[SearchRecord]) -> Iterator[list[SearchRecord]]:
    batch: list[SearchRecord] = []
    for title, held in groupby(records, lambda record: record.title):
        batch += held
        if (
            len(batch) >= _MOST
            or zlib.crc32(title.encode("utf-8", errors="surrogatepass")) % _TITLES == 0
        ):
            yield batch
            batch = []
    if batch:
        yield batch


def _key(batch: Sequence[SearchRecord], around: str) -> str:
    return digest(
        alike(
            (around, [(record.lang, record.title, record.names, record.text) for record in batch])
        )
    )


class _Runs:
    """The runs of one word in a batch."""

    __slots__ = ("first", "number", "place", "written")

    def __init__(self, number: int, place: int) -> None:
        self.first = self.number = number
        self.place = place
        self.written = [f",{place}"]


def _batch_words(
    records: Sequence[SearchRecord], fold: Fold, summing: vectors.Summing
) -> _BatchWords:
    runs: dict[str, _Runs] = {}
    counted: Counter[str] = Counter()
    named: set[str] = set()
    lengths = ""
    meanings: list[str] = []
    for number, record in enumerate(records):
        title, text = tokens(record.title, fold), tokens(record.text, fold)
        names = [word for name in record.names for word in tokens(name, fold)]
        heading = _spaced([*title, *names], " ".join((record.title, *record.names)))
        _add(
            runs,
            number,
            chain(
                enumerate(heading, 1 - _GAP - len(heading)), enumerate(_spaced(text, record.text))
            ),
        )
        counted.update({*title, *text})
        named.update(names)
        lengths += chr(ord("a") + round(math.log2(max(1, len(text)))))
        meanings.append(summing.of_text(text))
    return _BatchWords(
        runs={
            word: (each.first, each.number, "".join(each.written)) for word, each in runs.items()
        },
        counted=dict(counted),
        named=frozenset(named),
        lengths=lengths,
        vectors=meanings,
    )


def _add(runs: dict[str, _Runs], number: int, places: Iterable[tuple[int, str]]) -> None:
    """Add the words of a record, by their ``places``, to the ``runs`` of each word."""
    for place, word in places:
        held = runs.get(word)
        if held is None:
            runs[word] = _Runs(number, place)
            continue
        if held.number == number:
            held.written.append(f",{place - held.place}")
        else:
            held.written.append(f" {number - held.number},{place}")
            held.number = number
        held.place = place


def _joined(key: str, batches: Sequence[_BatchWords]) -> RecordWords:
    """Return the words of all ``batches``."""
    runs: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    counted: Counter[str] = Counter()
    lengths = ""
    for batch in batches:
        start = len(lengths)
        for word, (first, end, held) in batch.runs.items():
            runs.setdefault(word, []).append(f"{start + first - last.get(word, 0)}{held}")
            last[word] = start + end
        counted.update(batch.counted)
        lengths += batch.lengths
    return RecordWords(
        key=key,
        postings={word: " ".join(runs[word]) for word in sorted(runs)},
        counted=dict(counted),
        words_key=digest(" ".join(sorted(counted))),
        named=frozenset[str]().union(*(batch.named for batch in batches)),
        lengths=lengths,
        vectors=[vector for batch in batches for vector in batch.vectors],
    )


def _spaced(words: Sequence[str], text: str) -> Sequence[str]:
    """Return the words of ``text``, with each letter of Chinese and Japanese as a word of its
    own.
    """
    if text.isascii() or not _UNSPACED.search(text):
        return words
    return [part for word in words for part in _UNSPACED.sub(r" \g<0> ", word).split()]
