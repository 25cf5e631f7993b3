"""The weight of a site that was built."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from . import placing

_MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Weight:
    """The number of files, and their bytes."""

    files: int
    size: int

    def __str__(self) -> str:
        return f"{self.files:,} files, {max(round(self.size / _MB), 1):,} MB"


def measured(out: Path) -> Weight:
    """Return the files that builds wrote into ``out``, and their bytes. Raises InputError as :func:`placing.mark_of`, and OSError."""
    mark = placing.mark_of(out)
    sizes = [os.stat(f"{out}/{path}").st_size for path in mark.files] if mark else []  # noqa: PTH116 - pathlib is slow
    return Weight(files=len(sizes), size=sum(sizes))
