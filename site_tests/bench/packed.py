"""Reads thousands of damaged files of an invented document.

Counts the exceptions, and measures the slowest file.
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random

from rulebinder.reading.formats import conversion
from site_tests.bench.setting import table
from site_tests.reading.test_converting import blocks
from site_tests.robustness.test_mutations import DAMAGES

FILES = 1_500
"""How many files of each kind are read."""


def run() -> None:
    """Print the table of outcomes."""
    rows = []
    for kind, (make, damaged) in DAMAGES.items():
        whole = make(blocks())
        outcomes: Counter[str] = Counter()
        slowest = 0.0
        for seed in range(FILES):
            data = damaged(whole, Random(f"{kind} {seed}"))
            begun = time.process_time()
            try:
                text, _ = conversion.to_text(data, f"x.{kind[:4]}")
                outcomes["refused" if text is None else "read"] += 1
            except Exception as failure:
                outcomes[f"raised {type(failure).__name__} (seed {seed})"] += 1
            slowest = max(slowest, time.process_time() - begun)
        rows.append(
            (
                kind,
                ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())),
                f"{slowest:.2f}",
            )
        )
    table("Damaged files", ("kind", "outcomes", "slowest, seconds of processor time"), rows)
