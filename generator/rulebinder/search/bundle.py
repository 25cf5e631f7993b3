"""The files of the search: for each language an index of its records, and the scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from ..facts import search_words
from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caches.result_cache import Cache
from ..system.digests import digest, of_files
from . import assembly, facets, index, script_modules, usual_questions
from .assembly import Assembled, Common, IndexInput
from .compression import compressed
from .piece_cache import PieceCache
from .records import Finder
from .words import lexicon, normal_form, postings
from .words.lexicon import NamedWords
from .words.postings import RecordWords

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages.
"""
NAMED = "named"
"""The folder with the words that the names of all languages have: ``search/named/<version>/…``."""
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
    editions: Mapping[str, Edition], languages: Languages, scripts: Path, cache: Cache | None = None
) -> dict[str, bytes]:
    """Return the files of the search by their path in the site, with the scripts of the folder
    ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may
    be in. ``cache`` has what earlier builds indexed. Raises InputError if a script is missing.
    """
    memory = PieceCache(cache)
    made: dict[str, bytes] = {}
    common = _common(editions, languages, memory)
    questions = next(iter(editions.values())).library.questions if editions else {}
    answers = usual_questions.answers(questions, common.records, common.elisions, memory)
    named, shared = _named(assembly.named(common, memory))
    made |= {f"{FOLDER}/{NAMED}/{path}": content for path, content in shared.items()}
    for lang in common.records:
        parts = IndexInput(
            lang=lang,
            common=common,
            edition=editions.get(lang),
            asked=usual_questions.asked(questions, lang, answers, common.fold),
        )
        found = assembly.assembled(parts, memory)
        with memory.pieces(f"files {lang}"):
            own = _language(parts, found, named)
        made |= {f"{FOLDER}/{lang}/{path}": content for path, content in own.items()}
    key = digest(*of_files([scripts]), metadata.version("pygments"))
    made |= memory.value(
        key,
        lambda: {
            f"{FOLDER}/{name}.js": script_modules.joined(scripts / entry).encode("utf-8")
            for name, entry in ENTRIES.items()
        },
    )
    memory.forget_others()
    return made


def _common(editions: Mapping[str, Edition], languages: Languages, memory: PieceCache) -> Common:
    """Return what all languages have in common."""
    elisions = normal_form.elisions(languages)
    found = Finder(editions=editions, fold=normal_form.folding(elisions)).records()
    records = {lang: index.ordered(own) for lang, own in found.items()}
    said: dict[str, RecordWords] = {}
    library = next(iter(editions.values())).library
    for lang, own in records.items():
        known = search_words.of(library.synonyms, lang).vectors
        with memory.pieces(f"said {lang}"):
            said[lang] = postings.said(own, elisions, known, memory)
    return Common(
        library=library,
        languages=languages,
        records=records,
        said=said,
        names=lexicon.names(library, lexicon.places(library, records)),
    )


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [path.read_bytes() for path in sorted(scripts.rglob("*.js"))]


def _named(words: NamedWords) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return what the head of each language says of the words that names have, and their files by
    their path in NAMED.
    """
    files = {str(number): content for number, content in enumerate(words.files)}
    version = _digest(files, b"")
    head: dict[str, object] = {"version": version, "depth": words.depth, "near": len(files)}
    return head, {f"{version}/{path}": content for path, content in files.items()}


def _language(parts: IndexInput, found: Assembled, named: Mapping[str, object]) -> dict[str, bytes]:
    """Return the files of one language, by their path in its folder. ``named`` is what its head
    says of NAMED.

    All files but the first ones are in a folder whose name changes with any of them, so that no
    browser uses an old file beside a new one.
    """
    lang, edition, records, languages = (
        parts.lang,
        parts.edition,
        parts.common.records,
        parts.common.languages,
    )
    held = records[lang]
    files = {"facets": facets.table(held)}
    numbered = {
        "texts": index.texts(held, parts.said.vectors),
        "words": found.packed.files,
        "near": found.near,
    }
    files |= {
        f"{name}/{number}": content
        for name, contents in numbered.items()
        for number, content in enumerate(contents)
    }
    if edition:
        files["usual"] = compressed(parts.asked.answers)
    version = _digest(files, parts.said.lengths.encode())
    first: dict[str, bytes] = {}
    head: dict[str, object] = {}
    if edition:
        head = {**index.speech(edition, records, languages, parts.asked), "named": named}
        first |= {"mechanics": index.labels(edition), "said": index.said(edition, records)}
    endings = normal_form.endings(languages, lang)
    first["head"] = compressed(
        {
            **head,
            "lengths": parts.said.lengths,
            "depth": found.depth,
            "starts": found.packed.starts,
            "near": len(found.near),
            **index.head(version, lang, records, endings),
        }
    )
    return first | {f"{version}/{path}": content for path, content in files.items()}


def _digest(files: Mapping[str, bytes], further: bytes) -> str:
    """Return a short hash of ``files`` and of ``further``."""
    found = hashlib.sha256(further)
    for path in sorted(files, key=lambda path: path.split("/")):
        found.update(f"{path} {len(files[path])}\n".encode() + files[path])
    return found.hexdigest()[:8]
