"""The files of the search: the records and phrases of each language, names, and the scripts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caches import NO_CACHE, Cache
from ..system.digests import digest, of_files
from ..system.stable_gzip import zipped
from . import head, names, normal_form, phrases, script_modules, texts
from .records import Finder

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages.
"""
NAMED = "names"
"""The folder with the names that all languages have in common: ``search/names/…``."""
ENTRIES = {
    "worker": "engine/worker.js",
    "ui": "view/ui.js",
    "marks": "view/marks.js",
    "table": "table/table.js",
}
"""The scripts that pages load: the engine, the list of its answers, the marks after a jump, and the
rulings of a deck list.
"""


def files(
    editions: Mapping[str, Edition], languages: Languages, scripts: Path, cache: Cache = NO_CACHE
) -> dict[str, bytes]:
    """Return the files of the search by their path in the site, with the scripts of the folder
    ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may
    be in. ``cache`` has the scripts of earlier builds. Raises InputError if a script is missing.

    The name of each file but the first ones has a digest of its content, so that no browser uses an
    old file beside a new one.
    """
    fold = normal_form.folding(normal_form.elisions(languages))
    records = Finder(editions=editions, fold=fold).records()
    shards = {lang: texts.divided(of_lang) for lang, of_lang in records.items()}
    library = next(iter(editions.values())).library
    compressed: dict[str, bytes] = {}

    def put(path: str, data: object) -> str:
        """Add a file, and return its address in FOLDER."""
        content = _compressed(data)
        address = f"{path}.{hashlib.sha256(content).hexdigest()[:8]}"
        compressed[f"{FOLDER}/{address}"] = content
        return address

    in_languages = {}
    for lang, (*of_sets, further) in shards.items():
        words = {word for record in records[lang] for word in fold(record.text).split()}
        in_languages[lang] = {
            "texts": [
                put(f"{lang}/texts-{number}", texts.content(shard))
                for number, shard in enumerate(of_sets)
            ],
            "further": put(f"{lang}/further", texts.content(further)),
            "explanations": put(f"{lang}/explanations", texts.explanations(further)),
            "phrases": put(
                f"{lang}/phrases", phrases.content(lang, library, languages, fold, words)
            ),
            "answers": put(f"{lang}/answers", phrases.answers(lang, library)),
        }
    addresses = {
        "names": put(f"{NAMED}/names", names.content(library, shards, fold)),
        "absent": put(f"{NAMED}/absent", names.absent(library, fold)),
        "languages": in_languages,
    }
    counts = {lang: len(of_lang) for lang, of_lang in records.items()}
    for lang, edition in editions.items():
        folder = f"{FOLDER}/{lang}"
        first = head.head(edition, counts, languages, addresses)
        compressed[f"{folder}/head"] = _compressed(first)
        compressed[f"{folder}/mechanics"] = _compressed(head.labels(edition))
        compressed[f"{folder}/said"] = _compressed(head.said(edition, languages, records))
    return compressed | _scripts(scripts, cache)


def _compressed(data: object) -> bytes:
    """Return data as compressed JSON; the same data gives the same bytes."""
    return zipped(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [path.read_bytes() for path in sorted(scripts.rglob("*.js"))]


def _scripts(folder: Path, cache: Cache) -> dict[str, bytes]:
    """Return the joined scripts by their path, from the ``cache`` if their sources are the same."""

    def join() -> dict[str, bytes]:
        return {
            f"{FOLDER}/{name}.js": script_modules.joined(folder / entry).encode("utf-8")
            for name, entry in ENTRIES.items()
        }

    return cache.value(digest("scripts", *of_files([folder])), join)
