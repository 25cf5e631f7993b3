"""The files of the search. Pagefind indexes a page for each record, one index a language (:mod:`.engine`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caching import Cache
from ..system.digests import digest, of_files
from . import assembling, compressing, engine, facets, index, modules, normal
from .assembling import Assembled
from .compressing import compressed
from .records import Finder, SearchRecord

FOLDER = engine.FOLDER
ENTRIES = ("worker", "ui", "marks")
"""The scripts that pages load: the engine, the list of its answers, and the marks after a jump."""


def files(
    editions: Mapping[str, Edition], languages: Languages, work: Path, scripts: Path, cache: Cache | None = None
) -> dict[str, bytes]:
    """Return the files of the search by their path in the site, with the scripts of the folder ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may be in. ``cache`` has what
    earlier builds indexed. Pagefind works in the folder ``work``. Raises InputError if it fails.
    """
    made: dict[str, bytes] = {}
    records = {
        lang: index.ordered(found)
        for lang, found in Finder(editions=editions, fold=normal.folding(normal.elisions(languages))).records().items()
    }
    library = ""
    keys = {engine.key(lang) for lang in records}
    for lang in records:
        parts = assembling.parts(lang, editions.get(lang), records, languages)
        with compressing.remembered(cache, lang):
            found = assembling.assembled(parts, work, cache)
            own = _language(lang, found, records, editions.get(lang), languages)
        made |= {f"{FOLDER}/{lang}/{path}": content for path, content in own.items()}
        keys |= {parts.key, compressing.key(lang)}
        library = found.library
    key = digest(*of_files([Path(__file__).parent, scripts]), metadata.version("pygments"), library)
    made |= cache.value(key, lambda: _scripts(scripts, library)) if cache else _scripts(scripts, library)
    if cache:
        cache.keep_only({*keys, key})
    return made


def _scripts(folder: Path, library: str) -> dict[str, bytes]:
    """Return the scripts that pages load, by their path in the site. ``library`` is Pagefind's."""
    return {f"{FOLDER}/{entry}.js": modules.joined(folder, entry, {engine.LIBRARY: library}).encode("utf-8") for entry in ENTRIES}


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [*(path.read_bytes() for path in sorted(scripts.glob("*.js"))), metadata.version("pagefind").encode()]


def _language(
    lang: str,
    found: Assembled,
    records: Mapping[str, Sequence[SearchRecord]],
    edition: Edition | None,
    languages: Languages,
) -> dict[str, bytes]:
    """Return the files of one language, by their path in its folder.

    All files but the first ones are in a folder whose name changes with any of them, so that no
    browser uses an old file beside a new one.
    """
    held = records[lang]
    packed, lexicon = found.packed, found.lexicon
    files = {"facets": facets.table(held, facets.FILTERS)}
    numbered = {"texts": index.texts(held), "words": packed.files, "near": lexicon.near}
    files |= {f"{name}/{number}": content for name, contents in numbered.items() for number, content in enumerate(contents)}
    version = _digest(files, packed.metadata)
    first = {"wasm": found.wasm}
    head: dict[str, object] = {}
    if edition:
        head = index.speech(edition, records, lexicon, packed.beginnings, languages)
        first |= {"mechanics": index.labels(edition), "said": index.said(edition, records)}
    endings = normal.endings(languages, lang)
    first["head"] = compressed({**head, **index.head(version, lang, records, packed, endings)})
    return first | {f"{version}/{path}": content for path, content in files.items()}


def _digest(files: Mapping[str, bytes], further: bytes) -> str:
    """Return a short hash of ``files`` and of ``further``."""
    found = hashlib.sha256(further)
    for path in sorted(files, key=lambda path: path.split("/")):
        found.update(f"{path} {len(files[path])}\n".encode() + files[path])
    return found.hexdigest()[:8]
