"""Checks that reading takes time linear in the length: every dialect with every token, joined in
every way.

So does the Markdown of pages: every place of a page with every token.
"""

from __future__ import annotations

import sys

from rulebinder.reading import document as readers
from site_tests.bench.setting import content, table
from site_tests.markdown.scanning import PLACES, growing_reading
from site_tests.reading.scanning import GROWTH, JOINTS, Case, cases, excess

SIZE = 1_000


def run() -> None:
    """Print the cases whose cost per byte grows. End with an error if there are any."""
    known = content()

    def work(data: bytes) -> None:
        readers.read(
            data,
            "lam.en.md",
            languages=known.languages,
            catalogue=known.catalogue,
            set_code="lam",
            lang="en",
        )

    work(Case("markdown", "a", "spaced").document(SIZE))
    all_cases = list(cases())
    found = [
        (str(case), f"{growth * GROWTH:.1f}")
        for case in all_cases
        if (growth := excess(case.document, work, SIZE)) > 1
    ]
    table(
        f"Scanning: {len(found)} of {len(all_cases)} cases grow",
        ("case", "times the cost a byte"),
        found,
    )
    grown = [
        (f"{place}, {token!r}, {joint}", f"{growth * GROWTH:.1f}")
        for place in PLACES
        for joint in JOINTS
        for token, growth in growing_reading(known.languages, place, joint, SIZE)
    ]
    table(f"Scanning: {len(grown)} tokens of pages grow", ("case", "times the cost a byte"), grown)
    if found or grown:
        sys.exit(1)
