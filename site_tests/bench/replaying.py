"""Measures the effect of 300 random edits of a document on its ids. Each edit is imported."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from site_tests.bench.setting import seconds, table
from site_tests.ledger.replay import Replay

SEEDS = range(1, 6)
EDITS = 300


def run() -> None:
    """Print the table of the seeds."""
    rows = []
    for seed in SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            replay = Replay(seed, Path(folder))
            taken = seconds(functools.partial(replay.run, EDITS))
            found = replay.outcome
            numbers = (
                len(replay.owners),
                len(found.moved),
                len(found.silent),
                found.changed,
                len(found.reworded),
            )
            rows.append((f"{seed}", *map(str, numbers), f"{100 * found.kept:.1f}", f"{taken:.1f}"))
    heads = (
        "seed",
        "ids",
        "moved",
        "without an address",
        "ledgers changed",
        "reworded",
        "% kept",
        "seconds",
    )
    table(f"{EDITS} edits, imported one by one", heads, rows)
