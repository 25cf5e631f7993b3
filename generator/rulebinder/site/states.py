"""The sizes and times of a site's files, and its weight.

A command reads them once, although several of its steps need them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from . import marks

_MB = 1_000_000
_latest: dict[tuple[Path, int, int], Mapping[str, os.stat_result]] = {}
"""The states that this process read last, by the site and the mark that it had then."""


@dataclass(frozen=True, kw_only=True)
class Weight:
    """The number of files, and their bytes."""

    files: int
    size: int

    def __str__(self) -> str:
        return f"{self.files:,} files, {max(round(self.size / _MB), 1):,} MB"


def read(out: Path) -> Mapping[str, os.stat_result]:
    """Return the state of each file that builds wrote into ``out``, sorted by path. No link is
    followed.

    There are none if there is no site. Raises InputError as :func:`marks.read`, and OSError if a
    file is missing.
    """
    _latest.clear()
    mark = marks.read(out)
    if mark is None:
        return {}
    key = _key(out)
    found = {
        path: os.lstat(f"{out}/{path}") for path in sorted(mark.files)
    }  # pathlib would take most of the time
    if key == _key(out):
        _latest[key] = found
    return found


def latest(out: Path) -> Mapping[str, os.stat_result]:
    """Return what :func:`read` returned last, unless another site has taken the place of that one
    since.

    Raises as it does.
    """
    return _latest.get(_key(out)) or read(out)


def weight(out: Path) -> Weight:
    """Return the files that builds wrote into ``out``, and their bytes.

    Raises as :func:`read`.
    """
    found = latest(out)
    return Weight(files=len(found), size=sum(status.st_size for status in found.values()))


def _key(out: Path) -> tuple[Path, int, int]:
    try:
        status = (out / marks.MARK).lstat()
    except OSError:
        return out, 0, 0
    return out, status.st_ino, status.st_mtime_ns
