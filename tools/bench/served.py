"""Tools for measurements in a browser: Chromium, the site of the real documents, and the
questions.
"""

from __future__ import annotations

import contextlib
import csv
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from rulebinder import joining
from site_tests import sites
from site_tests.browser.starting import NoBrowserError, chromium

from .setting import content, read, real_documents

QUESTIONS = Path(__file__).parent / "relevance"
HALVES = ("tuning", "final")
"""Later questions, as players type them, in two halves: the ranking is tuned by one and judged by
the other.
"""


@dataclass(frozen=True)
class Question:
    """A question, and the ids of the answers."""

    lang: str
    kind: str
    query: str
    ids: frozenset[str]
    """The ids of rulings and sections, or ``card:``, ``mechanic:`` and ``set:`` with a slug or
    code.
    """


def questions(half: str = "") -> list[Question]:
    """Return the questions of ``relevance/<lang>.tsv``, or of ``half`` of the later ones."""
    found = []
    for path in sorted((QUESTIONS / half).glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            found += [
                Question(path.stem, row["kind"], row["query"], frozenset(row["ids"].split()))
                for row in rows
            ]
    return found


@contextlib.contextmanager
def real_site() -> Iterator[Path | None]:
    """Return the folder of the site of the real documents, or None if they are missing.

    RULEBINDER_SITE can name another site.
    """
    named = sites.named()
    if named or not real_documents():
        yield named.folder if named else None
        return
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "site"
        documents = [read(path) for path in real_documents()]
        library, _ = joining.join(documents, content().catalogue, content().languages)
        sites.build(library, content().languages, out)
        yield out


@contextlib.contextmanager
def started() -> Iterator[Browser]:
    """Start a browser without a window. If there is none, end the measurement."""
    try:
        with chromium() as browser:
            yield browser
    except NoBrowserError as failure:
        sys.exit(str(failure))
