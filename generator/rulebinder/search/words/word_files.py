"""The words of a language in small files: a phone pays for each byte, and a word needs only the
file that it is in.

A file has words that follow each other in the alphabet, with the records that have them
(:mod:`.postings`) and the entries of the lexicon for the same beginnings: that is one request
instead of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..compression import compressed
from .postings import Postings

ShelvedWords = Mapping[str, Sequence[str]]
"""The entries of the lexicon for words of one beginning, by their kind."""

ROOM = 11_000
"""About how many bytes a file has before it is compressed (to two fifths)."""
FOUND = "found"
"""The kind of the entries with the records of a word: ``lantern 12,3,5 4,-2``."""


@dataclass(frozen=True, kw_only=True)
class Packed:
    """The words of one language, as the browser reads them."""

    files: tuple[bytes, ...]
    """By number, compressed: the entries by their kind."""
    starts: tuple[str, ...]
    """The beginning of the first word of each file.

    If the file only continues one, it is the whole first word.
    """


@dataclass
class _Shelf:
    """A file that is being filled."""

    start: str = ""
    held: dict[str, dict[str, None]] = field(default_factory=dict)
    size: int = 0

    def put(self, kind: str, entries: Sequence[str]) -> None:
        self.held.setdefault(kind, {}).update(dict.fromkeys(entries))
        self.size += _size(entries)


def pack(words: Postings, beginnings: Mapping[str, ShelvedWords], depth: int) -> Packed:
    """Return the words in files.

    ``beginnings`` are the entries of the lexicon by the first ``depth`` letters of words.
    """
    shelves = [*_shelves(words, beginnings, depth)]
    return Packed(
        files=tuple(
            compressed({kind: [*held] for kind, held in shelf.held.items()}) for shelf in shelves
        ),
        starts=tuple(shelf.start for shelf in shelves),
    )


def _shelves(
    words: Postings, beginnings: Mapping[str, ShelvedWords], depth: int
) -> Iterator[_Shelf]:
    """Yield the words and the lexicon in the order of the alphabet, as many together as there is
    room for.

    A beginning is split only if it alone is too much. Its entries of the lexicon are then in its
    first file, and no other beginning is in its last one, because that starts with a whole word.
    """
    found = {
        beginning: [*held] for beginning, held in groupby(sorted(words), lambda word: word[:depth])
    }
    shelf = _Shelf()
    for beginning in sorted({*found, *beginnings}):
        said = beginnings.get(beginning, {})
        own = [(word, f"{word} {words[word]}") for word in found.get(beginning, ())]
        size = _size([entry for _, entry in own])
        if shelf.size and (
            len(shelf.start) > depth or shelf.size + sum(map(_size, said.values())) + size > ROOM
        ):
            yield shelf
            shelf = _Shelf()
        shelf.start = shelf.start or beginning
        for kind, entries in said.items():
            shelf.put(kind, entries)
        #  they are put into files together, or each by itself
        together = own and shelf.size + size <= ROOM
        for portion in [own] if together else [[each] for each in own]:
            entries = [entry for _, entry in portion]
            if FOUND in shelf.held and shelf.size + _size(entries) > ROOM:
                yield shelf
                shelf = _Shelf(start=portion[0][0])
            shelf.put(FOUND, entries)
    yield shelf


def _size(entries: Sequence[str]) -> int:
    return sum(map(len, entries))
