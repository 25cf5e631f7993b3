"""Locks: a file or folder that one process holds, however that process ends. Windows has none of them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold ``folder``, which is made if it is missing: another process that asks for it waits.

    A folder that cannot be made or opened is not held; writing to it says why.
    """
    handle = None
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    try:
        if handle is not None and sys.platform != "win32":
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextlib.contextmanager
def taken(file: Path) -> Iterator[bool]:
    """Hold ``file`` if no other process does; gives whether it is held. Always false on Windows. Raises OSError."""
    handle = os.open(file, os.O_RDWR)
    try:
        yield _take(handle)
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
