"""Measures how long it takes to build the example site."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulebinder import joining
from rulebinder.build import make
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from site_tests.bench.setting import (
    content,
    examples,
    in_child,
    peak,
    read,
    seconds,
    table,
)


def run() -> None:
    """Print the table of building the example site."""
    pages, taken, most = in_child(measure)
    table("Building the examples' site", ("pages", "seconds", "ms a page", "peak MB"),
          [(f"{pages}", f"{taken:.1f}", f"{1000 * taken / pages:.1f}", f"{most:.0f}")])  # fmt: skip


def measure() -> tuple[int, float, float]:
    """Return pages, seconds and peak memory of this process for the example site."""
    library = join([read(path) for path in examples()])
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "site"
        taken = seconds(lambda: make.build(library, content().languages, out))
        return sum(1 for _ in out.rglob("*.html")), taken, peak()


def join(documents: Sequence[ReleaseNotes]) -> Library:
    """Join the documents into a library."""
    library, _ = joining.join(documents, content().catalogue, content().languages)
    return library
