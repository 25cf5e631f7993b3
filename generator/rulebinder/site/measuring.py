"""The weight of a site that was built."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import states

_MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Weight:
    """The number of files, and their bytes."""

    files: int
    size: int

    def __str__(self) -> str:
        return f"{self.files:,} files, {max(round(self.size / _MB), 1):,} MB"


def measured(out: Path) -> Weight:
    """Return the files that builds wrote into ``out``, and their bytes.

    Raises as :func:`states.read`.
    """
    found = states.latest(out)
    return Weight(files=len(found), size=sum(status.st_size for status in found.values()))
