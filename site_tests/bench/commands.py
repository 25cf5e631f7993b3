"""Measures whole commands from the shell, as an owner uses them: ``python -m site_tests.bench
commands``.

They read the real documents. RULEBINDER_RULINGS also measures invented libraries of these sizes, in
three languages: ``2500 70000``.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulebinder.reading.structured import yaml_form
from site_tests.bench import invented
from site_tests.bench.setting import peak, real_documents, table
from site_tests.conftest import ROOT

Row = tuple[str, str, str]
SITE = ("site", "--notes", "notes", "--content", "content", "--out", "site")
IMPORT = ("import", "--notes", "imported", "--content", "content")
_LONG = 100
"""A line with more characters is a ruling."""


def run() -> None:
    """Print a table for each library."""
    if documents := real_documents():
        with _owner() as folder:
            for document in documents:
                shutil.copy(document, folder / "notes")
            largest = max(documents, key=lambda document: document.stat().st_size)
            rows = [
                *_sites(folder, folder / "notes" / largest.name),
                _row(folder, f"import of {largest.stem}", *IMPORT, largest),
                _row(folder, "--help", "--help"),
            ]
            _print("the real documents", rows)
    for size in map(int, os.environ.get("RULEBINDER_RULINGS", "").split()):
        with _owner() as folder:
            for notes in invented.documents(size, ("en", "es", "fr")):
                path = folder / "notes" / f"{notes.set_code}.{notes.lang}.yml"
                path.write_text(yaml_form.dump(notes), "utf-8")
            _print(f"about {size:,} invented rulings", [*_sites(folder, path)])


@contextlib.contextmanager
def _owner() -> Iterator[Path]:
    """Give the folder of an owner who has no documents yet."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "notes").mkdir()
        (folder / "imported").mkdir()
        shutil.copytree(
            ROOT / "content",
            folder / "content",
            ignore=shutil.ignore_patterns("notes", "ledger"),
        )
        yield folder


def _sites(folder: Path, document: Path) -> Iterator[Row]:
    """Yield what builds take: the first, one after an edit of ``document``, one after nothing."""
    yield _row(folder, "the whole site", *SITE)
    _edit(document)
    yield _row(folder, "one word edited", *SITE)
    yield _row(folder, "nothing changed", *SITE)


def _edit(document: Path) -> None:
    """Put a new word into a ruling in the middle of a document."""
    lines = document.read_text("utf-8").split("\n")
    long = [at for at, line in enumerate(lines) if len(line) > _LONG]
    at = long[len(long) // 2]
    space = lines[at].index(" ", _LONG // 2)
    lines[at] = f"{lines[at][:space]} word{lines[at][space:]}"
    document.write_text("\n".join(lines), "utf-8")


def _row(folder: Path, name: str, *command: object) -> Row:
    """Run a command in a folder. Return its name, its seconds and those of the processors."""
    start, before = time.perf_counter(), _processor()
    done = subprocess.run(
        [sys.executable, "-m", "rulebinder", *map(str, command)],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{name}: {done.stdout}{done.stderr}")
    row = (name, f"{time.perf_counter() - start:.1f}", f"{_processor() - before:.1f}")
    print("done:", row, flush=True)
    return row


def _print(what: str, rows: Sequence[Row]) -> None:
    table(
        f"Commands with {what}; no process had more than {peak(resource.RUSAGE_CHILDREN):.0f} MB",
        ("command", "s", "processor s"),
        rows,
    )


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
