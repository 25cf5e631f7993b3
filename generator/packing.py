"""Pagefind's index in smaller files: a phone pays for each byte, and a word needs only the file that it is in.

Pagefind cuts its index into files of about 20 kB, each with hundreds of words, and has no option for
their size (1.5). Here the same words are put into smaller files, and the list of the files into the
metadata, which each first query reads. Records are put in the order of their numbers, so that what
stands together in the library stands together in the index; their names and their lengths are made
alike, for the metadata names them all. Both are CBOR behind a mark, compressed: see
``pagefind_index_writer`` in its sources for the form, which :func:`pack` checks.
"""

from __future__ import annotations

import gzip
import json
import math
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cbor2

from .problems import InputError, Place, error

ROOM = 7_000
"""How many bytes a file has about, before it is compressed (to a third)."""
LENGTHS = {12: 3, 24: 6, 48: 12, 96: 23}
"""What a record of about so many words is said to have: only how they compare counts, and below 24 a number is one byte."""
_MARK = b"pagefind_dcd"
_ENTRY = "pagefind-entry.json"
_RECORDS = 1
"""Where the metadata lists the records: each with its name, which is that of a file, and the number of its words."""
_FILES = 2
"""Where it lists the files: each with its first word, its last word and its name."""


def pack(index: Path) -> tuple[Any, bytes]:
    """Put the index in the folder ``index``, made of pages named ``0.html``, ``1.html`` …, into smaller files.

    Returns what Pagefind reads before them: the data of its ``pagefind-entry.json``, and its metadata,
    compressed. The files of those and of the records are gone afterwards. Raises InputError where the
    files are not of the form of Pagefind 1.5.
    """
    try:
        [metadata] = index.glob("*.pf_meta")
        meta = _read(metadata)
        numbers = _numbers(index / "fragment", [record[0] for record in meta[_RECORDS]])
        words = [_renumbered(word, numbers) for _, _, file in meta[_FILES] for word in _read(_file(index, file))[0]]
        entry = json.loads((index / _ENTRY).read_bytes())
    except (ValueError, LookupError, TypeError, OSError, EOFError, zlib.error, cbor2.CBORError) as failure:
        raise InputError(error(Place(str(index)), f"not an index as Pagefind 1.5 writes it ({failure})")) from failure
    for _, _, file in meta[_FILES]:
        _file(index, file).unlink()
    shutil.rmtree(index / "fragment")
    (index / _ENTRY).unlink()
    meta[_RECORDS] = _records(numbers, [record[1] for record in meta[_RECORDS]])
    runs = [*_runs(words)]
    meta[_FILES] = [[held[0][0], held[-1][0], name(place, len(runs))] for place, held in enumerate(runs)]
    for (_, _, file), held in zip(meta[_FILES], runs, strict=True):
        _file(index, file).write_bytes(_packed([held]))
    metadata.unlink()
    return entry, _packed(meta)


def name(number: int, count: int) -> str:
    """What the record or file ``number`` of ``count`` is called: its number in base 16, the last digit first.

    All are of one length and most differ from the one before in the first digit alone, which leaves
    about a byte of each when they are compressed.
    """
    return f"{number:0{len(f'{count - 1:x}')}x}"[::-1]


def _numbers(folder: Path, names: Sequence[str]) -> list[int]:
    """The numbers of the pages that the records' files in ``folder`` stand for."""
    contents = [gzip.decompress((folder / f"{name}.pf_fragment").read_bytes()).removeprefix(_MARK) for name in names]
    numbers = [int(json.loads(content)["url"].removeprefix("/").removesuffix(".html")) for content in contents]
    if sorted(numbers) != [*range(len(numbers))]:
        raise ValueError("pages are missing")
    return numbers


def _renumbered(word: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """A word with the pages that have it, and those that have it with other marks, by their new numbers."""
    text, pages, marked = word
    return [text, _ordered(pages, numbers), [[form, _ordered(each, numbers)] for form, each in marked]]


def _ordered(pages: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Each page with its distance from the one before, as Pagefind counts them."""
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
    """The records in the order of their numbers. Their lengths need not be exact to rank them."""
    count = len(numbers)
    found: Mapping[int, int] = dict(zip(numbers, lengths, strict=True))
    return [[name(number, count), _rounded(found[number])] for number in range(count)]


def _rounded(length: int) -> int:
    return LENGTHS[min(LENGTHS, key=lambda about: abs(math.log2(about / max(length, 1))))]


def _runs(words: list[Any]) -> Iterator[list[Any]]:
    """The words, in order, as many together as there is room for."""
    run: list[Any] = []
    size = 0
    for word in words:
        weight = len(cbor2.dumps(word))
        if run and size + weight > ROOM:
            yield run
            run, size = [], 0
        run.append(word)
        size += weight
    if run:
        yield run


def _file(index: Path, name: str) -> Path:
    return index / "index" / f"{name}.pf_index"


def _read(path: Path) -> Any:
    content = gzip.decompress(path.read_bytes())
    if not content.startswith(_MARK):
        raise ValueError(f"{path.name} has no mark")
    return cbor2.loads(content[len(_MARK) :])


def _packed(data: object) -> bytes:
    return gzip.compress(_MARK + cbor2.dumps(data), 9, mtime=0)
