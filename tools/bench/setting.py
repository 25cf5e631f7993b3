"""Tools for all measurements: the documents, the facts, a child process, and a table."""

from __future__ import annotations

import functools
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path

from rulebinder.facts.content import Content, load_content
from rulebinder.notes import ReleaseNotes
from rulebinder.reading import inputs
from rulebinder.reading.inputs import RAW_SUFFIXES
from site_tests.conftest import ROOT

from . import results

_KIBIBYTE = 1 if sys.platform == "darwin" else 1024


@functools.cache
def content() -> Content:
    """Return the repository's facts and languages."""
    loaded, _ = load_content(ROOT / "content")
    return loaded


def real_documents() -> list[Path]:
    """Return the real documents, from the same folder as in the tests.

    Return none if the folder does not exist.
    """
    folder = Path(
        os.environ.get("RULEBINDER_RELEASE_NOTES") or ROOT.parent / "shared" / "release-notes"
    )
    return _documents(folder) if folder.is_dir() else []


def examples() -> list[Path]:
    """Return the invented documents of the repository."""
    return _documents(ROOT / "content" / "notes")


def _documents(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in RAW_SUFFIXES)


def read(path: Path) -> ReleaseNotes:
    """Return the release notes in a document.

    A document that cannot be read ends the measurement.
    """
    notes, problems = inputs.read_document(path, content())
    if notes is None:
        sys.exit("\n".join(map(str, problems)))
    return notes


def peak(whose: int = resource.RUSAGE_SELF) -> float:
    """Return the peak memory of this process so far, in MB; of its child processes with
    ``RUSAGE_CHILDREN``.
    """
    return resource.getrusage(whose).ru_maxrss * _KIBIBYTE / 1e6


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, the first column to the left and the others to the right, and keep it for the
    results page.
    """
    results.collect(results.markdown_table(title, heads, rows))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    print(f"\n{title}")
    for row in (heads, *rows):
        first, *others = (
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *others]))


def remark(text: str) -> None:
    """Print a line, and keep it for the results page."""
    results.collect(text)
    print(text)
