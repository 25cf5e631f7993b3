"""The files of the search. Pagefind indexes a page for each record, one index a language (:mod:`.engine`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caching import Cache
from . import assembling, engine, facets, index, modules, normal
from .assembling import Assembled
from .compressing import compressed
from .records import Finder, SearchRecord

FOLDER = engine.FOLDER
ENTRIES = ("worker", "ui", "marks")
"""The scripts that pages load: the engine, the list of its answers, and the marks after a jump."""


def write(editions: Mapping[str, Edition], languages: Languages, out: Path, scripts: Path, cache: Cache | None = None) -> None:
    """Write the search of the site in ``out``, beside the scripts of the folder ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may be in. ``cache`` has what
    earlier builds indexed.
    Raises InputError if Pagefind fails.
    """
    folder = out / FOLDER
    folder.mkdir()
    records = {
        lang: index.ordered(found)
        for lang, found in Finder(editions=editions, fold=normal.folding(normal.elisions(languages))).records().items()
    }
    library = ""
    keys = {engine.key(lang) for lang in records}
    for lang in records:
        parts = assembling.parts(lang, editions.get(lang), records, languages)
        (folder / lang).mkdir()
        found = assembling.assembled(parts, folder / lang, cache)
        _language(folder / lang, found, records, editions.get(lang), languages)
        keys.add(parts.key)
        library = found.library
    if cache:
        cache.keep_only(keys)
    for entry in ENTRIES:
        (folder / f"{entry}.js").write_text(modules.joined(scripts, entry, {engine.LIBRARY: library}), encoding="utf-8")


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [*(path.read_bytes() for path in sorted(scripts.glob("*.js"))), metadata.version("pagefind").encode()]


def _language(
    folder: Path,
    found: Assembled,
    records: Mapping[str, Sequence[SearchRecord]],
    edition: Edition | None,
    languages: Languages,
) -> None:
    """Write the files of one language.

    All files but the first ones go into a folder whose name changes with any of them, so that no
    browser uses an old file beside a new one.
    """
    made, held = folder / "made", records[folder.name]
    made.mkdir()
    packed, lexicon = found.packed, found.lexicon
    (folder / "wasm").write_bytes(found.wasm)
    files = {"facets": facets.table(held, facets.FILTERS)}
    numbered = {"texts": index.texts(held), "words": packed.files, "near": lexicon.near}
    files |= {f"{name}/{number}": content for name, contents in numbered.items() for number, content in enumerate(contents)}
    head: dict[str, object] = {}
    if edition:
        head = index.speech(edition, records, lexicon, packed.beginnings, languages)
        (folder / "mechanics").write_bytes(index.labels(edition))
        (folder / "said").write_bytes(index.said(edition, records))
    for path, content in files.items():
        file = made / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    version = _digest(made, packed.metadata)
    made.rename(folder / version)
    endings = normal.endings(languages, folder.name)
    read = index.head(version, folder.name, records, packed, endings)
    (folder / "head").write_bytes(compressed({**head, **read}))


def _digest(folder: Path, further: bytes) -> str:
    """Return a short hash of all files of a folder and of ``further``."""
    found = hashlib.sha256(further)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()[:8]
