"""How often the tests of ledgers try what is random: the measurements try more."""

from __future__ import annotations

import os

SEEDS = range(int(os.environ.get("RULEBINDER_SEEDS", "10")))
