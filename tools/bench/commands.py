"""Measures whole commands from the shell, as an owner uses them: ``python -m tools.bench
commands``. They read the real documents.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from site_tests.conftest import ROOT

from .setting import peak, real_documents, table

Row = tuple[str, str, str]
SITE = ("site", "--notes", "notes", "--content", "content", "--out", "site")
IMPORT = ("import", "--notes", "imported", "--content", "content")
_LONG = 100
"""A line with more characters is a ruling."""


def run() -> None:
    """Print what the commands take."""
    documents = real_documents()
    if not documents:
        print("\nCommands: the real documents are not here")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "notes").mkdir()
        (folder / "imported").mkdir()
        shutil.copytree(
            ROOT / "content",
            folder / "content",
            ignore=shutil.ignore_patterns("notes", "ledger"),
        )
        for document in documents:
            shutil.copy(document, folder / "notes")
        largest = max(documents, key=lambda document: document.stat().st_size)
        rows = [_row(folder, "the whole site", *SITE)]
        _edit(folder / "notes" / largest.name)
        rows += [
            _row(folder, "one word edited", *SITE),
            _row(folder, "nothing changed", *SITE),
            _row(folder, f"import of {largest.stem}", *IMPORT, largest),
            _row(folder, "--help", "--help"),
        ]
    memory = peak(resource.RUSAGE_CHILDREN)
    table(
        f"Commands with the real documents; no process had more than {memory:.0f} MB",
        ("command", "s", "processor s"),
        rows,
    )


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


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
