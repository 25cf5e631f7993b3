"""Locks on files and folders.

They end with their process, even if it crashes. Windows has none of them.
"""

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
    """Hold a lock on ``folder``, which is created if it is missing. Other processes wait for the
    lock.

    A folder that cannot be made or opened is not locked. The error appears when a file is written
    there.
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
    """Hold a lock on ``file`` unless another process has it.

    Yield whether it is locked; on Windows it never is. Raises OSError.
    """
    handle, is_taken = os.open(file, os.O_RDWR), False
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                is_taken = True
        yield is_taken
    finally:
        os.close(handle)
