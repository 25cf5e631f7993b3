"""The search index: alone knows Pagefind, which writes one index a language.

Pagefind reads a page for each record, from a folder that is gone afterwards; see
https://pagefind.app/docs/indexing/.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..problems import InputError, Place, error
from ..system.progress import Progress
from . import facets, index, modules, normal, packing
from .compressing import compressed
from .lexicon import EMPTY, Lexicon
from .records import Finder, SearchRecord

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages."""
SYMBOLS = "{}/+*"
"""Marks that are part of a word: ``{T}``, ``2/1``, ``+1/+1``, ``*/*``."""
LIBRARY = "pagefind"
"""The module that is made of Pagefind's own script, which the engine imports."""
_EXPORTS = re.compile(r"export\s*\{([\w$,\s]+)\};?\Z")
ENTRIES = ("worker", "ui", "marks")
"""The scripts that pages load: the engine, the list of its answers, and the marks after a jump."""


def write(
    editions: Mapping[str, Edition], languages: Languages, out: Path, scripts: Path, progress: Progress = lambda *_: None
) -> None:
    """Write the search of the site in ``out``, beside the scripts of the folder ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may be in.
    Raises InputError if Pagefind fails.
    """
    folder = out / FOLDER
    folder.mkdir()
    records = {
        lang: index.ordered(found)
        for lang, found in Finder(editions=editions, fold=normal.folding(normal.elisions(languages))).records().items()
    }
    progress("search", 0, len(records))
    library = ""
    for done, (lang, held) in enumerate(records.items(), 1):
        library = _language(folder / lang, held, records, editions.get(lang), languages)
        progress("search", done, len(records))
    for entry in ENTRIES:
        (folder / f"{entry}.js").write_text(modules.joined(scripts, entry, {LIBRARY: library}), encoding="utf-8")


def sources(scripts: Path) -> list[bytes]:
    """Return the sources of the scripts of the search, always in the same order."""
    return [*(path.read_bytes() for path in sorted(scripts.glob("*.js"))), metadata.version("pagefind").encode()]


def _language(
    folder: Path,
    held: Sequence[SearchRecord],
    records: Mapping[str, Sequence[SearchRecord]],
    edition: Edition | None,
    languages: Languages,
) -> str:
    """Write the files of one language; return Pagefind's script.

    All files but the first ones go into a folder whose name changes with any of them, so that no
    browser uses an old file beside a new one.
    """
    made = folder / "made"
    made.mkdir(parents=True)
    fold = normal.folding(normal.elisions(languages))
    lexicon = index.words(edition, records, languages, fold) if edition else EMPTY
    library, packed = _index(held, lexicon, folder, normal.parting(normal.elisions(languages)))
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
    (folder / "head").write_bytes(compressed({**head, **index.head(version, held, packed.entry, packed.metadata, endings)}))
    return library


def _index(records: Sequence[SearchRecord], lexicon: Lexicon, folder: Path, apart: normal.Apart) -> tuple[str, packing.Packed]:
    """Index one language, with elisions divided by ``apart``. Return Pagefind's script, and the index with the ``lexicon`` in its files.

    The part of Pagefind that is no script is the same for every index of a language: ``wasm``, in ``folder``.
    """
    with tempfile.TemporaryDirectory(dir=folder) as name:  # the next build finds it here if this one is killed
        pages, made = Path(name) / "pages", Path(name) / "made"
        pages.mkdir()
        for number, record in enumerate(records):
            (pages / f"{number}.html").write_text(index.page(record, apart), encoding="utf-8")
        command = [sys.executable, "-m", "pagefind", "--site", str(pages), "--output-path", str(made), "--silent"]
        done = subprocess.run([*command, "--include-characters", SYMBOLS], capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip() or done.stdout.strip()
            raise InputError(error(Place(f"{FOLDER}/{folder.name}"), f"Pagefind gave up ({said})"))
        library = _library(made / f"{LIBRARY}.js")
        (folder / "wasm").write_bytes(_stems(made).read_bytes())
        return library, packing.pack(made, lexicon.beginnings, lexicon.depth)


def _stems(made: Path) -> Path:
    """Return Pagefind's file with the stems of the language, or the one without stems if it knows none."""
    found = sorted(made.glob("wasm.*"), key=lambda file: file.name == "wasm.unknown.pagefind")
    if not found:
        raise InputError(error(Place(str(made)), "not what Pagefind 1.5 writes: there is no wasm file"))
    return found[0]


def _library(script: Path) -> str:
    """Return Pagefind's script as a module that exports ``library(fetch, setTimeout)``, which runs the script anew.

    A library keeps one index at a time, reads its files by ``fetch``, and waits by ``setTimeout``.
    """
    text = script.read_text("utf-8") if script.is_file() else ""
    content, found = _EXPORTS.subn(r"return {\1}", text.strip())
    if not found:
        raise InputError(error(Place(str(script)), "not the script of Pagefind 1.5: it does not list what it exports"))
    return f"export function library(fetch, setTimeout) {{\n{content}\n}}\n"


def _digest(folder: Path, further: bytes) -> str:
    """Return a short hash of all files of a folder and of ``further``."""
    found = hashlib.sha256(further)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()[:8]
