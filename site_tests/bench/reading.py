"""Measures how fast documents are read, how much memory that takes, and whether the time grows
linearly with the text.
"""

from __future__ import annotations

from pathlib import Path

from rulebinder.reading import document as readers
from site_tests.bench.setting import (
    content,
    examples,
    in_child,
    peak,
    real_documents,
    seconds,
    table,
)

COPIES = 20
REPEATS = 3
"""How often a document is read. The shortest time counts, because the others were disturbed."""


def run() -> None:
    """Print the table."""
    rows = []
    for path in [*real_documents(), *examples()]:
        once, before, after = in_child(measure, path, 1)
        many, _, most = in_child(measure, path, COPIES)
        size = path.stat().st_size / 1e6
        rows.append(
            (path.name, f"{size * 1000:.0f}", f"{once:.2f}", f"{size / once:.2f}",
             f"{after - before:.0f}",
             f"{many / once:.1f}", f"{most - before:.0f}")
        )  # fmt: skip
    heads = (
        "document",
        "kB",
        "seconds",
        "MB/s",
        "memory MB",
        f"{COPIES}x time",
        f"{COPIES}x memory MB",
    )
    table("Reading", heads, rows)


def measure(path: Path, copies: int) -> tuple[float, float, float]:
    """Return the seconds for the repeated document, and the peak memory before and after, in MB."""
    data = path.read_bytes() * copies
    known = content()

    def work() -> None:
        readers.read(data, path.name, languages=known.languages, catalogue=known.catalogue)

    before = peak()
    if copies == 1:
        work()  # what is made once for a language does not count as the document's time
    return min(seconds(work) for _ in range(REPEATS if copies == 1 else 1)), before, peak()
