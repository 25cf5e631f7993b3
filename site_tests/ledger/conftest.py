"""What tests of ledgers share."""

import os

SEEDS = range(int(os.environ.get("RULEBINDER_SEEDS", "10")))
"""What is random is tried so often; the measurements try more."""
RARE = [
    f"{one}{other}"
    for one in ("ba", "den", "fir", "gol", "hum", "jav", "kes", "lir")
    for other in ("ra", "sel", "tin", "vo")
]
"""Invented words."""
