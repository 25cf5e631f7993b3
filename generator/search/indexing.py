"""The files of the search: for each language an index of its records, and the scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caching import Cache
from ..system.digests import digest, of_files
from . import assembling, compressing, facets, index, modules, normal, usual
from .assembling import Assembled
from .compressing import compressed
from .records import Finder, SearchRecord

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages."""
ENTRIES = ("worker", "ui", "marks")
"""The scripts that pages load: the engine, the list of its answers, and the marks after a jump."""


def files(editions: Mapping[str, Edition], languages: Languages, scripts: Path, cache: Cache | None = None) -> dict[str, bytes]:
    """Return the files of the search by their path in the site, with the scripts of the folder ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may be in. ``cache`` has what
    earlier builds indexed. Raises InputError if a script is missing.
    """
    made: dict[str, bytes] = {}
    fold = normal.folding(normal.elisions(languages))
    records = {lang: index.ordered(found) for lang, found in Finder(editions=editions, fold=fold).records().items()}
    keys = set()
    questions = next(iter(editions.values())).library.questions if editions else {}
    answers = usual.answers(questions, records, fold)
    for lang in records:
        parts = assembling.parts(lang, editions.get(lang), records, languages)
        with compressing.remembered(cache, lang):
            found = replace(assembling.assembled(parts, cache), usual=usual.rows(questions, lang, answers, fold))
            own = _language(lang, found, records, editions.get(lang), languages)
        made |= {f"{FOLDER}/{lang}/{path}": content for path, content in own.items()}
        keys |= {parts.key, compressing.key(lang)}
    key = digest(*of_files([Path(__file__).parent, scripts]), metadata.version("pygments"))
    made |= cache.value(key, lambda: _scripts(scripts)) if cache else _scripts(scripts)
    if cache:
        cache.keep_only({*keys, key})
    return made


def _scripts(folder: Path) -> dict[str, bytes]:
    """Return the scripts that pages load, by their path in the site."""
    return {f"{FOLDER}/{entry}.js": modules.joined(folder, entry).encode("utf-8") for entry in ENTRIES}


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [path.read_bytes() for path in sorted(scripts.glob("*.js"))]


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
    files = {"facets": facets.table(held, facets.FILTERS)}
    numbered = {"texts": index.texts(held), "words": found.packed.files, "near": found.lexicon.near}
    files |= {f"{name}/{number}": content for name, contents in numbered.items() for number, content in enumerate(contents)}
    if edition:
        files["usual"] = compressed(found.usual)
    version = _digest(files, found.lengths.encode())
    first: dict[str, bytes] = {}
    head: dict[str, object] = {}
    if edition:
        head = index.speech(edition, records, languages)
        first |= {"mechanics": index.labels(edition), "said": index.said(edition, records)}
    endings = normal.endings(languages, lang)
    first["head"] = compressed({**head, **found.head, **index.head(version, lang, records, endings)})
    return first | {f"{version}/{path}": content for path, content in files.items()}


def _digest(files: Mapping[str, bytes], further: bytes) -> str:
    """Return a short hash of ``files`` and of ``further``."""
    found = hashlib.sha256(further)
    for path in sorted(files, key=lambda path: path.split("/")):
        found.update(f"{path} {len(files[path])}\n".encode() + files[path])
    return found.hexdigest()[:8]
