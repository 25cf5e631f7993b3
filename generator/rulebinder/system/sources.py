"""The files that a build is made from: each is read once, so that what was compared is what is
used.

Somebody may save a file while it is built, and undo that. A build that read the file twice could
publish text that no file has, and the next builds would take that for unchanged.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from . import digests
from .digests import digest
from .files.whole_files import replace_whole, write_whole

LARGEST_FILE = 64 << 20
"""How many bytes a file may have. Of a larger one, only the first bytes are read."""
NO_FILE, NOT_A_FILE = "no file", "not a file"
_UNUSED = "node_modules"

T = TypeVar("T")


class Sources:
    """Reads files and folders as they were when they were first asked for."""

    def __init__(self, *, once: bool = True) -> None:
        """Begin with no files. Unless they are read ``once``, they are read anew each time."""
        self._once = once
        self._files: dict[Path, bytes | OSError] = {}
        self._digests: dict[Path, str | OSError] = {}
        self._folders: dict[Path, tuple[str, ...] | OSError] = {}

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file.

        Raises OSError, also for a pipe or a device, which may never end.
        """
        return self._first(self._files, path, _content)

    def digest(self, path: Path) -> str:
        """Return the digest of a file, or a word if there is none that can be read.

        One that is too large is not kept.
        """
        try:
            if path.absolute() not in self._files and _is_streamed(path, kept=self._once):
                return self._first(self._digests, path, digests.of_file)
            return digest(self.read(path))
        except OSError:
            return NO_FILE

    def entries(self, folder: Path) -> list[Path]:
        """Return the paths of all that is in a folder, sorted. Raises OSError."""
        return [folder / name for name in self._first(self._folders, folder, _names)]

    def listed(self, folder: Path, ending: str = "") -> list[Path]:
        """Return those of :meth:`entries` whose names have this ending; none if there is no such
        folder.
        """
        try:
            return [path for path in self.entries(folder) if path.name.endswith(ending)]
        except OSError:
            return []

    def has(self, path: Path) -> bool:
        """Return whether there is a file or a folder of this name."""
        try:
            return path.name in self._first(self._folders, path.parent, _names)
        except OSError:
            return False

    def files(self, folder: Path, without: Sequence[Path] = ()) -> Iterator[Path]:
        """Yield the files in ``folder`` and in the folders there, also behind links, but none in
        the folders ``without``.
        """
        waiting, seen = [folder], set[str]()
        while waiting:
            here = waiting.pop()
            real = os.path.realpath(here)
            if real in seen or here in without or here.name == _UNUSED:
                continue
            seen.add(real)
            #  This one never raises.
            below = [path for path in self.listed(here) if os.path.isdir(path)]  # noqa: PTH112
            yield from (path for path in self.listed(here) if path not in below)
            waiting += reversed(below)

    def write(self, path: Path, content: str) -> bool:
        """Write a file whole or not at all, and read it as it was written from now on. Return
        whether it changed.

        Raises OSError.
        """
        if not self._once:
            return write_whole(path, content)
        data, key = content.encode(), path.absolute()
        if self._files.get(key) == data:
            return False
        replace_whole(path, data)
        self._files[key] = data
        if key.parent in self._folders:
            names = self._folders[key.parent]
            self._folders[key.parent] = tuple(
                sorted({path.name, *(() if isinstance(names, OSError) else names)})
            )
        return True

    def _first(self, found: dict[Path, T | OSError], path: Path, look: Callable[[Path], T]) -> T:
        """Return what ``look`` returns or raises, as it was the first time."""
        if not self._once:
            return look(path)
        key = path.absolute()
        if key not in found:
            try:
                found[key] = look(path)
            except OSError as failure:
                found[key] = failure
        result = found[key]
        if isinstance(result, OSError):
            raise OSError(result.errno, result.strerror, result.filename)
        return result


DISK = Sources(once=False)
"""Reads every file anew: for commands that build nothing."""


def _content(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(None, NOT_A_FILE, str(path))
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except ValueError as failure:  # no path can have a null byte
        raise OSError(None, str(failure), str(path)) from failure


def _is_streamed(path: Path, *, kept: bool) -> bool:
    """Return whether the bytes of a file are only passed through: it is too large to be read whole,
    or nothing is ``kept``.
    """
    try:
        status = path.stat()
    except ValueError:  # no path can have a null byte
        return False
    return stat.S_ISREG(status.st_mode) and (not kept or status.st_size > LARGEST_FILE)


def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 -- only the names are kept
