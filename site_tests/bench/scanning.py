"""Checks that reading takes time linear in the length: every dialect with every token, joined in every way."""

from __future__ import annotations

import sys

from generator.reading import document as readers
from site_tests.bench.setting import content, table
from site_tests.reading.scanning import GROWTH, Case, cases, excess

SIZE = 1_000


def run() -> None:
    """Print the cases whose cost per byte grows. End with an error if there are any."""
    known = content()

    def work(data: bytes) -> None:
        readers.read(data, "lam.en.md", languages=known.languages, catalogue=known.catalogue, set_code="lam", lang="en")

    work(Case("markdown", "a", "spaced").document(SIZE))
    all_cases = list(cases())
    found = [(str(case), f"{growth * GROWTH:.1f}") for case in all_cases if (growth := excess(case.document, work, SIZE)) > 1]
    table(f"Scanning: {len(found)} of {len(all_cases)} cases grow", ("case", "times the cost a byte"), found)
    if found:
        sys.exit(1)
