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
from dataclasses import dataclass
from pathlib import Path

from rulebinder.reading.structured import yaml_form
from site_tests.bench import invented
from site_tests.bench.setting import peak, real_documents, table
from site_tests.conftest import ROOT

_LONG = 100
"""A line with more characters is a ruling."""


@dataclass(frozen=True)
class Taken:
    """What a command took: seconds on the clock and of the processors."""

    name: str
    seconds: float
    processor: float


@dataclass(frozen=True)
class Owner:
    """The folders of somebody who builds a site."""

    folder: Path

    @property
    def notes(self) -> Path:
        """The folder of the release notes."""
        return self.folder / "notes"

    def site(self, name: str) -> Taken:
        """Build the site."""
        return self._run(
            name,
            "site",
            "--notes",
            self.notes,
            "--content",
            self.folder / "content",
            "--out",
            self.folder / "site",
        )

    def imported(self, document: Path) -> Taken:
        """Import a document into a folder without others."""
        given = ("--notes", self.folder / "imported", "--content", self.folder / "content")
        (self.folder / "imported").mkdir(exist_ok=True)
        return self._run(f"import of {document.stem}", "import", document, *given)

    def help(self) -> Taken:
        """Ask for help."""
        return self._run("--help", "--help")

    def _run(self, name: str, *given: object) -> Taken:
        start, before = time.perf_counter(), _processor()
        done = subprocess.run(
            [sys.executable, "-m", "rulebinder", *map(str, given)],
            cwd=ROOT,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.exit(f"{name}: {done.stdout}{done.stderr}")
        return Taken(name, time.perf_counter() - start, _processor() - before)


def run() -> None:
    """Print a table for each library."""
    if real_documents():
        with _owner() as owner:
            for document in real_documents():
                shutil.copy(document, owner.notes)
            largest = max(real_documents(), key=lambda each: each.stat().st_size)
            _print(
                "the real documents",
                [*_sites(owner, owner.notes / largest.name), owner.imported(largest), owner.help()],
            )
    for size in map(int, os.environ.get("RULEBINDER_RULINGS", "").split()):
        with _owner() as owner:
            for each in invented.documents(size, ("en", "es", "fr")):
                path = owner.notes / f"{each.set_code}.{each.lang}.yml"
                path.write_text(yaml_form.dump(each), "utf-8")
            _print(f"about {size:,} invented rulings", _sites(owner, path))


@contextlib.contextmanager
def _owner() -> Iterator[Owner]:
    """Give the folders of an owner who has no documents yet."""
    with tempfile.TemporaryDirectory() as name:
        owner = Owner(Path(name))
        owner.notes.mkdir()
        shutil.copytree(
            ROOT / "content",
            owner.folder / "content",
            ignore=shutil.ignore_patterns("notes", "ledger"),
        )
        yield owner


def _sites(owner: Owner, document: Path) -> Iterator[Taken]:
    """Yield what builds take: the first, one after an edit of ``document``, one after nothing."""
    yield owner.site("the whole site")
    _edit(document)
    yield owner.site("one word edited")
    yield owner.site("nothing changed")


def _edit(document: Path) -> None:
    """Put a new word into a ruling in the middle of a document."""
    lines = document.read_text("utf-8").split("\n")
    long = [at for at, line in enumerate(lines) if len(line) > _LONG]
    at = long[len(long) // 2]
    space = lines[at].index(" ", _LONG // 2)
    lines[at] = f"{lines[at][:space]} word{lines[at][space:]}"
    document.write_text("\n".join(lines), "utf-8")


def _print(what: str, taken: Iterator[Taken] | Sequence[Taken]) -> None:
    rows = []
    for each in taken:
        rows.append((each.name, f"{each.seconds:.1f}", f"{each.processor:.1f}"))
        print("done:", rows[-1], flush=True)
    table(
        f"Commands with {what}; no process had more than {peak(resource.RUSAGE_CHILDREN):.0f} MB",
        ("command", "s", "processor s"),
        rows,
    )


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
