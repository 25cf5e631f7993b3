"""A folder of results that are slow to make.

It can be deleted at any time, and nothing in it is trusted.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ...problems import Place, Problem, error
from ..digests import sealed, unsealed
from ..files import folder_walk
from ..files.whole_files import write_whole
from .frozen_values import FrozenError, frozen, thawed

T = TypeVar("T")


def distrusted(folder: Path) -> Problem | None:
    """Return why nothing in the cache ``folder`` may be used: somebody else may have written it.
    There may be no folder.
    """
    hint = f"remove {folder}: the next build then makes everything"
    try:
        found = [(str(folder), folder.lstat())] if os.path.lexists(folder) else []
        if found and stat.S_ISDIR(found[0][1].st_mode):
            found += (status for _, entry in folder_walk.every(folder) for status in _status(entry))
    except OSError as failure:
        return error(
            Place(str(failure.filename or folder)), f"cannot be read ({failure.strerror})", hint
        )
    faults = ((path, _fault(status)) for path, status in found)
    return next(
        (
            error(Place(path), f"what earlier builds remembered {fault}", hint)
            for path, fault in faults
            if fault
        ),
        None,
    )


def _status(entry: os.DirEntry[str]) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the path and the status of an entry, unless it is gone: an earlier build may still
    replace its files.
    """
    with contextlib.suppress(FileNotFoundError):
        yield entry.path, entry.stat(follow_symlinks=False)


def _fault(status: os.stat_result) -> str:
    """Return why a file or a folder may be somebody else's; nothing if it is ours.

    Windows does not tell the owner.
    """
    if stat.S_ISLNK(status.st_mode):
        return "is behind a link"
    is_ours = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return "" if is_ours else "belongs to another user"


@dataclass(frozen=True)
class Cache:
    """Results by key, one file each. A file begins with the digest of its result; a file with
    another digest is dropped.

    A folder that cannot be read or written is a cache without results.
    """

    folder: Path
    used: set[str] = field(default_factory=set)
    """The keys of the results that this build has used."""

    def get(self, key: str) -> bytes | None:
        """Return the result of ``key``; None if there is none."""
        self.used.add(key)
        file = self._file(key)
        try:
            stored = file.read_bytes()
        except OSError:
            return None
        result = unsealed(stored, key)
        if result is None:
            with contextlib.suppress(OSError):
                file.unlink()
        return result

    def value(self, key: str, make: Callable[[], T], thaw: Callable[[bytes], Any] = thawed) -> T:
        """Return the result of ``key`` as the value that ``make`` returned for it. Call ``make`` if
        there is none.

        ``thaw`` does what :func:`.thawed` does.
        """
        stored = self.get(key)
        if stored is not None:
            with contextlib.suppress(FrozenError):
                known: T = thaw(stored)
                return known
        made = make()
        self.put(key, frozen(made))
        return made

    def put(self, key: str, result: bytes) -> None:
        """Keep ``result`` for ``key``, which is a digest in hexadecimal digits."""
        self.used.add(key)
        with contextlib.suppress(OSError):
            write_whole(self._file(key), sealed(result, key))

    def keep_used(self) -> None:
        """Remove all results that were not used, so that the folder does not grow for ever."""
        kept = {self._file(key) for key in self.used}
        for file in list(self.folder.glob("??/*")):
            if file not in kept:
                with contextlib.suppress(OSError):
                    file.unlink()

    def _file(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]
