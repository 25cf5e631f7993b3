"""The day that a build is given.

It is never that of a clock, so that the same input makes the same site on any day.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

_SECONDS = 10
"""How long Git may take to say which commit is the last one."""


def of(folders: Iterable[Path]) -> str | None:
    """Return the day of SOURCE_DATE_EPOCH, else that of the newest last commit of the Git
    repositories of ``folders`` (``YYYY-MM-DD``).

    It is None without either, also if there is no Git.
    """
    return _day(os.environ.get("SOURCE_DATE_EPOCH", "")) or max(
        filter(None, map(_committed, folders)), default=None
    )


def _committed(folder: Path) -> str | None:
    command = ("git", "-C", str(folder), "log", "-1", "--format=%ct")
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS, text=True)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return _day(done.stdout.strip())


def _day(seconds: str) -> str | None:
    """Return the day of a count of seconds since 1970; None if it is not such a count."""
    try:
        return (
            datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
            if seconds.isdecimal()
            else None
        )
    except (ValueError, OverflowError, OSError):
        return None
