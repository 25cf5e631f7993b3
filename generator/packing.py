"""Pagefind's index in smaller files: a phone pays for each byte, and a word needs only the file that it is in.

Records get short names that say what they are, in the metadata that each first query reads; and
Pagefind cuts its index into files of about 20 kB, each with hundreds of words, and has no option for
their size (1.5). Here the same words are put into smaller files, and the list of the files into the
metadata. Both are CBOR behind a mark, compressed: see ``pagefind_index_writer`` in its sources for
the form, which :func:`pack` checks.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cbor2

from .problems import InputError, Place, error

ROOM = 7_000
"""How many bytes a file has about, before it is compressed (to a third)."""
_MARK = b"pagefind_dcd"
_RECORDS = 1
"""Where it lists the records: each with its name, which is that of a file, and the number of its words."""
_FILES = 2
"""Where the metadata lists the files: each with its first word, its last word and its name."""


def pack(index: Path, lang: str, said: Mapping[str, str]) -> dict[str, str]:
    """Put the words of the index in the folder ``index`` (of the language ``lang``) into smaller files.

    Returns the key of each record by the path of its page: ``en_3f9a1c-ruling12-0``. It has what
    ``said`` holds for that path, and a digest that changes with any record, so that no browser
    takes an old file for a new one.
    Raises InputError where the files are not of the form of Pagefind 1.5.
    """
    try:
        [metadata] = index.glob("*.pf_meta")
        meta = _read(metadata)
        words = [word for _, _, name in meta[_FILES] for word in _read(_file(index, name))[0]]
        prefix = meta[_FILES][0][2].rpartition("_")[0] if meta[_FILES] else ""
        keys = _named(index / "fragment", meta[_RECORDS], lang, said)
    except (ValueError, IndexError, TypeError, KeyError, OSError, cbor2.CBORError) as failure:
        raise InputError(error(Place(str(index)), f"not an index as Pagefind 1.5 writes it ({failure})")) from failure
    for _, _, name in meta[_FILES]:
        _file(index, name).unlink()
    listed = []
    for held in _runs(words):
        content = _packed([held])
        name = f"{prefix}_{hashlib.sha256(content).hexdigest()[:7]}"
        _file(index, name).write_bytes(content)
        listed.append([held[0][0], held[-1][0], name])
    meta[_FILES] = listed
    metadata.write_bytes(_packed(meta))
    return keys


def _named(folder: Path, records: list[Any], lang: str, said: Mapping[str, str]) -> dict[str, str]:
    """Give each record's file its key as its name, in ``records`` too; returns the keys by the paths of their pages."""
    files = [folder / f"{record[0]}.pf_fragment" for record in records]
    version = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:6]
    keys = {}
    times: Counter[str] = Counter()
    for record, file in zip(records, files, strict=True):
        path = _page(file)
        record[0] = keys[path] = f"{lang.lower()}_{version}-{said[path]}-{times[said[path]]}"
        times[said[path]] += 1
        file.rename(folder / f"{record[0]}.pf_fragment")
    return keys


def _page(file: Path) -> str:
    """The path of the page that a record's file stands for."""
    url = json.loads(gzip.decompress(file.read_bytes()).removeprefix(_MARK))["url"]
    return str(url).removeprefix("/")


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
