"""The search index: alone knows Pagefind, which writes one index a language.

Pagefind reads a page for each record, from a folder that is gone afterwards; see
https://pagefind.app/docs/indexing/.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import modules, packing
from .drawing import Progress
from .pages.edition import Edition
from .problems import InputError, Place, error
from .search import index
from .search.records import Finder, Record

FOLDER = "search"
"""Where all of it stands in the site: ``search/<lang>/…``, and the scripts beside the languages."""
SYMBOLS = "{}/+*"
"""Marks that are part of a word: ``{T}``, ``2/1``, ``+1/+1``, ``*/*``."""
SCRIPT = "pagefind.js"
"""Pagefind's own, which the engine imports."""
ENTRIES = ("worker", "ui", "marks")
"""Our scripts that pages ask for: the engine, what is seen of it, and the marks after a jump."""


def write(editions: Mapping[str, Edition], out: Path, scripts: Path, progress: Progress = lambda *_: None) -> None:
    """Write the search of the site in ``out``, with the scripts in the folder ``scripts`` beside it.

    Raises InputError where Pagefind does not come to its end.
    """
    folder = out / FOLDER
    folder.mkdir()
    for name in ENTRIES:
        (folder / f"{name}.js").write_text(modules.joined(scripts, name), encoding="utf-8")
    records = Finder(editions).records()
    library = next(iter(editions.values())).library
    progress("search", 0, len(records))
    with tempfile.TemporaryDirectory() as name:
        for done, (lang, held) in enumerate(records.items(), 1):
            keys = _index(held, Path(name) / lang, folder, lang)
            (folder / lang / "facets").write_bytes(index.facets(held, keys))
            progress("search", done, len(records))
    for lang, edition in editions.items():
        depth, lexicon = index.words(library, lang, records.get(lang, ()))
        files = {f"words/{number}": content for number, content in enumerate(lexicon)}
        files |= {
            "head": index.head(editions, lang, records, depth, len(lexicon)),
            "mechanics": index.labels(edition),
            "said": index.said(editions, lang, records),
        }
        for path, content in files.items():
            file = folder / lang / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def _index(records: Sequence[Record], pages: Path, folder: Path, lang: str) -> dict[str, str]:
    """Index one language; returns the key of each record's page in the index by its path.

    A key says the kind of the record and which page of the site holds it: ``ruling12``.
    """
    held: dict[str, int] = {}
    said = {}
    for record in records:
        path, content = index.page(record)
        said[path] = f"{record.kind}{held.setdefault(record.url.partition('#')[0], len(held))}"
        file = pages / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    made = folder / lang / "index"
    command = [sys.executable, "-m", "pagefind", "--site", str(pages), "--output-path", str(made), "--silent"]
    done = subprocess.run([*command, "--include-characters", SYMBOLS], capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(error(Place(f"{FOLDER}/{lang}"), f"Pagefind gave up ({done.stderr.strip() or done.stdout.strip()})"))
    _keep(made, folder / SCRIPT)
    return packing.pack(made, lang, said)


def _keep(made: Path, script: Path) -> None:
    """Keep Pagefind's script once, and of its other files what the script reads."""
    shutil.move(made / SCRIPT, script)
    for file in made.glob("*"):
        if file.suffix in {".js", ".css"} or (file.name == "wasm.unknown.pagefind" and len([*made.glob("wasm.*")]) > 1):
            file.unlink()
