"""Pagefind's index in smaller files: a phone pays for each byte, and a word needs only the file that it is in.

Pagefind cuts its index into files of about 20 kB, each with hundreds of words, and has no option for
their size (1.5). Here the same words go into smaller files, each with the entries of the lexicon for
the same beginnings: that is one request instead of two. The list of the files goes into the metadata,
which each first query reads. Records are in the order of their numbers, so that neighbors in the
library are neighbors in the index. Their names and lengths are made alike, because the metadata lists
them all. Both are CBOR behind a mark, compressed: see ``pagefind_index_writer`` in its sources for
the form, which :func:`pack` checks.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import cbor2

from ..problems import InputError, Place, error

ShelvedWords = Mapping[str, Sequence[str]]
"""The entries of the lexicon for words of one beginning, by their kind."""

ROOM = 10_000
"""About how many bytes a file has before it is compressed (to a third)."""
LENGTHS = {12: 3, 24: 6, 48: 12, 96: 23}
"""The length written for a record of about this many words. Only their order matters, so they are
scaled to fit below 24: CBOR writes such a number in one byte."""
_MARK = b"pagefind_dcd"
_ENTRY = "pagefind-entry.json"
_RECORDS = 1
"""The place of the records in the metadata: each with its name, which is that of a file, and the number of its words."""
_FILES = 2
"""The place of the files: each with its first word, its last word and its name."""


@dataclass(frozen=True, kw_only=True)
class Packed:
    """The index of one language, as the browser reads it."""

    entry: Any
    """The data of Pagefind's ``pagefind-entry.json``."""
    metadata: bytes
    """Compressed; the file of a list of words has the name that :func:`name` gives to its number."""
    files: tuple[bytes, ...]
    """By number, compressed: a line of JSON with the lexicon's entries; then the words that Pagefind reads, if any."""
    beginnings: tuple[str, ...]
    """The beginning of the first word of each file; ``""`` if the file only goes on with the words of the one before."""


@dataclass
class _Shelf:
    """A file that is being filled."""

    beginning: str = ""
    held: dict[str, dict[str, None]] = field(default_factory=dict)
    words: list[Any] = field(default_factory=list)
    size: int = 0


def pack(index: Path, beginnings: Mapping[str, ShelvedWords], depth: int) -> Packed:
    """Return the index in the folder ``index``, made of pages named ``0.html``, ``1.html`` …, in smaller files.

    ``beginnings`` are the entries of the lexicon by the first ``depth`` letters of their words. Raises
    InputError if the files do not have the form of Pagefind 1.5.
    """
    try:
        [metadata] = index.glob("*.pf_meta")
        meta = _read(metadata)
        numbers = _numbers(index / "fragment", [record[0] for record in meta[_RECORDS]])
        words = [_renumbered(word, numbers) for _, _, file in meta[_FILES] for word in _read(_file(index, file))[0]]
        entry = json.loads((index / _ENTRY).read_bytes())
        if words != sorted(words, key=lambda word: word[0]):
            raise ValueError("words are not in the order of the alphabet")
    except (ValueError, LookupError, TypeError, OSError, EOFError, zlib.error, cbor2.CBORError) as failure:
        raise InputError(error(Place(str(index)), f"not an index as Pagefind 1.5 writes it ({failure})")) from failure
    meta[_RECORDS] = _records(numbers, [record[1] for record in meta[_RECORDS]])
    shelves = [*_shelves(words, beginnings, depth)]
    named = [(name(place, len(shelves)), shelf.words) for place, shelf in enumerate(shelves)]
    meta[_FILES] = [[held[0][0], held[-1][0], file] for file, held in named if held]
    return Packed(
        entry=entry,
        metadata=gzip.compress(_pagefinds(meta), 9, mtime=0),
        files=tuple(map(_packed, shelves)),
        beginnings=tuple(each.beginning for each in shelves),
    )


def name(number: int, count: int) -> str:
    """Return the name of the record or file ``number`` of ``count``: its number in base 16, the last digit first.

    All are of one length and most differ from the one before in the first digit alone, which leaves
    about a byte of each when they are compressed.
    """
    return f"{number:0{len(f'{count - 1:x}')}x}"[::-1]


def _numbers(folder: Path, names: Sequence[str]) -> list[int]:
    """Return the numbers of the pages from which the records' files in ``folder`` were made."""
    contents = [gzip.decompress((folder / f"{name}.pf_fragment").read_bytes()).removeprefix(_MARK) for name in names]
    numbers = [int(json.loads(content)["url"].removeprefix("/").removesuffix(".html")) for content in contents]
    if sorted(numbers) != [*range(len(numbers))]:
        raise ValueError("pages are missing")
    return numbers


def _renumbered(word: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return a word with the pages that have it, and those that have it with other marks, by their new numbers."""
    text, pages, marked = word
    return [text, _ordered(pages, numbers), [[form, _ordered(each, numbers)] for form, each in marked]]


def _ordered(pages: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return each page with its distance from the one before, as Pagefind counts them."""
    place, found = 0, []
    for distance, *places in pages:
        place += distance
        found.append((numbers[place], places))
    before, counted = 0, []
    for number, places in sorted(found, key=lambda each: each[0]):
        counted.append([number - before, *places])
        before = number
    return counted


def _records(numbers: Sequence[int], lengths: Sequence[int]) -> list[list[Any]]:
    """Return the records in the order of their numbers. Their lengths need not be exact to rank them."""
    count = len(numbers)
    found: Mapping[int, int] = dict(zip(numbers, lengths, strict=True))
    return [[name(number, count), _rounded(found[number])] for number in range(count)]


def _rounded(length: int) -> int:
    return LENGTHS[min(LENGTHS, key=lambda about: abs(math.log2(about / max(length, 1))))]


def _shelves(words: Sequence[Any], beginnings: Mapping[str, ShelvedWords], depth: int) -> Iterator[_Shelf]:
    """Yield the words of the index and of the lexicon in the order of the alphabet, as many together as there is room for.

    A beginning is split only if it alone is too much.
    """
    found = {beginning: [*held] for beginning, held in groupby(words, lambda word: str(word[0])[:depth])}
    shelf = _Shelf()
    for beginning in sorted({*found, *beginnings}):
        said = beginnings.get(beginning, {})
        weighed = [(word, len(cbor2.dumps(word))) for word in found.get(beginning, ())]
        own = len(_line(said))
        if shelf.size and shelf.size + own + sum(weight for _, weight in weighed) > ROOM:
            yield shelf
            shelf = _Shelf()
        shelf.beginning = shelf.beginning or beginning
        shelf.size += own
        for kind, held in said.items():
            shelf.held.setdefault(kind, {}).update(dict.fromkeys(held))
        for word, weight in weighed:
            if shelf.words and shelf.size + weight > ROOM:
                yield shelf
                shelf = _Shelf()
            shelf.words.append(word)
            shelf.size += weight
    yield shelf


def _file(index: Path, name: str) -> Path:
    return index / "index" / f"{name}.pf_index"


def _read(path: Path) -> Any:
    content = gzip.decompress(path.read_bytes())
    if not content.startswith(_MARK):
        raise ValueError(f"{path.name} has no mark")
    return cbor2.loads(content[len(_MARK) :])


def _packed(shelf: _Shelf) -> bytes:
    words = _pagefinds([shelf.words]) if shelf.words else b""
    return gzip.compress(_line({kind: [*held] for kind, held in shelf.held.items()}) + words, 9, mtime=0)


def _line(said: ShelvedWords) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def _pagefinds(data: object) -> bytes:
    return _MARK + cbor2.dumps(data)
