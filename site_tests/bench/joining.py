"""Measures how long it takes to join the library, to join copies of it five and twenty times as
large, and to build the example site.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rulebinder import joining
from rulebinder.build import make
from rulebinder.library import Library
from rulebinder.notes import Card, ReleaseNotes
from site_tests.bench.setting import (
    content,
    examples,
    in_child,
    peak,
    read,
    real_documents,
    seconds,
    table,
)

SIZES = (1, 5, 20)


def run() -> None:
    """Print the table of joining."""
    rows = []
    for size in SIZES:
        entries, taken, most = in_child(measure, size)
        rows.append(
            (
                f"{size}x",
                f"{entries}",
                f"{taken:.2f}",
                f"{1000 * taken / entries:.2f}",
                f"{most:.0f}",
            )
        )
    table("Joining", ("library", "entries", "seconds", "ms an entry", "peak MB"), rows)


def run_building() -> None:
    """Print the table of building the example site."""
    pages, taken, most = in_child(measure_building)
    table("Building the examples' site", ("pages", "seconds", "ms a page", "peak MB"),
          [(f"{pages}", f"{taken:.1f}", f"{1000 * taken / pages:.1f}", f"{most:.0f}")])  # fmt: skip


def measure(size: int) -> tuple[int, float, float]:
    """Return entries, seconds and peak memory for a library with all documents copied."""
    documents = list(copied([read(path) for path in [*real_documents(), *examples()]], size))
    taken = seconds(lambda: join(documents))
    return sum(len(each.cards) for each in documents), taken, peak()


def measure_building() -> tuple[int, float, float]:
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


def copied(documents: Sequence[ReleaseNotes], size: int) -> Iterator[ReleaseNotes]:
    """Return the documents and invented copies of them, as other sets with other card names."""
    yield from documents
    for number in range(1, size):
        for document in documents:
            cards = tuple(
                replace(entry, card=_renamed(entry.card, number)) for entry in document.cards
            )
            source = replace(document.source, name=f"{number}.{document.source.name}")
            yield replace(
                document, set_code=f"{document.set_code}{number}", cards=cards, source=source
            )


def _renamed(card: Card, number: int) -> Card:
    return replace(
        card,
        faces=tuple(replace(face, name=f"{face.name} {_roman(number)}") for face in card.faces),
    )


def _roman(number: int) -> str:
    return (
        "X" * (number // 10)
        + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number % 10]
    )
