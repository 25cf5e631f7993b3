"""Pagefind's index in smaller files: a phone pays for each byte, and a word needs only the file that it is in.

Pagefind cuts its index into files of about 20 kB, each with hundreds of words, and has no option for
their size (1.5). Here the same words go into smaller files, each with the entries of the lexicon for
the same beginnings: that is one request instead of two. The list of the files goes into the metadata,
which each first query reads. Records are in the order of their numbers, so that neighbors in the
library are neighbors in the index. Their names and lengths are made alike, because the metadata lists
them all. Both are CBOR behind a mark, compressed: see ``pagefind_index_writer`` in its sources for
the form, which :func:`read` checks.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import cbor2

from ..problems import InputError, Place, error
from . import compressing

ShelvedWords = Mapping[str, Sequence[str]]
"""The entries of the lexicon for words of one beginning, by their kind."""

ROOM = 10_000
"""About how many bytes a file has before it is compressed (to a third)."""
LENGTHS = {12: 3, 24: 6, 48: 12, 96: 23}
"""The length written for a record of about this many words. Only their order matters, so they are
scaled to fit below 24: CBOR writes such a number in one byte."""
_MARK = b"pagefind_dcd"
_ONE = b"\x81"
"""The beginning of a CBOR list with one item."""
_ENTRY = "pagefind-entry.json"
_RECORDS = 1
"""The place of the records in the metadata: each with its name, which is that of a file, and the number of its words."""
_FILES = 2
"""The place of the files: each with its first word, its last word and its name."""


@dataclass(frozen=True, kw_only=True)
class Index:
    """The index of one language, as Pagefind writes it."""

    entry: Any
    """The data of Pagefind's ``pagefind-entry.json``."""
    frame: list[Any]
    """The metadata without records and files."""
    lengths: list[int]
    """How many words each record has, by its number."""
    words: list[Any]
    """In the order of the alphabet: each word, the records that have it, and those that have it with other marks."""


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
    words: list[str] = field(default_factory=list)
    encoded: list[bytes] = field(default_factory=list)
    """The words as Pagefind reads them."""
    size: int = 0


def read(index: Path) -> Index:
    """Return the index in the folder ``index``, made of pages named ``0.html``, ``1.html`` …

    Raises InputError if the files do not have the form of Pagefind 1.5.
    """
    try:
        [metadata] = index.glob("*.pf_meta")
        meta = _read(metadata)
        numbers = _numbers(index / "fragment", [record[0] for record in meta[_RECORDS]])
        lengths = dict(zip(numbers, [record[1] for record in meta[_RECORDS]], strict=True))
        words = [renumbered(word, numbers) for _, _, file in meta[_FILES] for word in _read(_file(index, file))[0]]
        entry = json.loads((index / _ENTRY).read_bytes())
        if words != sorted(words, key=lambda word: word[0]):
            raise ValueError("words are not in the order of the alphabet")
    except (ValueError, LookupError, TypeError, OSError, EOFError, zlib.error, cbor2.CBORError) as failure:
        raise InputError(error(Place(str(index)), f"not an index as Pagefind 1.5 writes it ({failure})")) from failure
    meta[_RECORDS] = meta[_FILES] = []
    return Index(entry=entry, frame=meta, lengths=[lengths[number] for number in range(len(lengths))], words=words)


def pack(index: Index, beginnings: Mapping[str, ShelvedWords], depth: int) -> Packed:
    """Return the index in smaller files. ``beginnings`` are the entries of the lexicon by the first ``depth`` letters of words."""
    meta = [*index.frame]
    meta[_RECORDS] = [[name(number, len(index.lengths)), _rounded(length)] for number, length in enumerate(index.lengths)]
    shelves = [*_shelves(index.words, beginnings, depth)]
    named = [(name(place, len(shelves)), shelf.words) for place, shelf in enumerate(shelves)]
    meta[_FILES] = [[held[0], held[-1], file] for file, held in named if held]
    return Packed(
        entry=index.entry,
        metadata=compressing.packed(_MARK + cbor2.dumps(meta)),
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


def renumbered(word: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return a word with the pages that have it, and those that have it with other marks, by their new ``numbers``.

    The forms with marks are in the order of the alphabet. Pagefind gives them any order.
    """
    text, pages, marked = word
    return [text, _ordered(pages, numbers), sorted([form, _ordered(each, numbers)] for form, each in marked)]


def placed(pages: Iterable[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number of each page that has a word, and the places there. Pagefind counts from the page before."""
    number = 0
    for distance, *places in pages:
        number += distance
        yield number, places


def listed(pages: Iterable[tuple[int, list[Any]]]) -> list[Any]:
    """Return the pages as Pagefind lists them: the opposite of :func:`placed`, for pages in any order."""
    before, counted = 0, []
    for number, places in sorted(pages, key=lambda each: each[0]):
        counted.append([number - before, *places])
        before = number
    return counted


def _ordered(pages: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    return listed((numbers[place], places) for place, places in placed(pages))


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
        encoded = [(str(word[0]), cbor2.dumps(word)) for word in found.get(beginning, ())]
        own = len(_line(said))
        if shelf.size and shelf.size + own + sum(len(content) for _, content in encoded) > ROOM:
            yield shelf
            shelf = _Shelf()
        shelf.beginning = shelf.beginning or beginning
        shelf.size += own
        for kind, held in said.items():
            shelf.held.setdefault(kind, {}).update(dict.fromkeys(held))
        for word, content in encoded:
            if shelf.words and shelf.size + len(content) > ROOM:
                yield shelf
                shelf = _Shelf()
            shelf.words.append(word)
            shelf.encoded.append(content)
            shelf.size += len(content)
    yield shelf


def _file(index: Path, name: str) -> Path:
    return index / "index" / f"{name}.pf_index"


def _read(path: Path) -> Any:
    content = gzip.decompress(path.read_bytes())
    if not content.startswith(_MARK):
        raise ValueError(f"{path.name} has no mark")
    return cbor2.loads(content[len(_MARK) :])


def _packed(shelf: _Shelf) -> bytes:
    words = _MARK + _ONE + _head(len(shelf.words)) + b"".join(shelf.encoded) if shelf.words else b""
    return compressing.packed(_line({kind: [*held] for kind, held in shelf.held.items()}) + words)


def _head(length: int) -> bytes:
    """Return the beginning of a CBOR list: the items follow it. Words are encoded once, to weigh and to write them."""
    return cbor2.dumps([None] * length)[:-length]


def _line(said: ShelvedWords) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
