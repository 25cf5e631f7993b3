"""A folder of results that are slow to make. It can be deleted at any time, and nothing in it is trusted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .digests import sealed, unsealed
from .freezing import FrozenError, frozen, thawed
from .writing import write_whole

T = TypeVar("T")


@dataclass(frozen=True)
class Cache:
    """Results by key, one file each. A file begins with the digest of its result; a file with another digest is dropped.

    A folder that cannot be read or written is a cache without results.
    """

    folder: Path

    def get(self, key: str) -> bytes | None:
        """Return the result of ``key``; None if there is none."""
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
        """Return the result of ``key`` as the value that ``make`` returned for it. Call ``make`` if there is none.

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
        with contextlib.suppress(OSError):
            write_whole(self._file(key), sealed(result, key))

    def keep_only(self, keys: Collection[str]) -> None:
        """Remove the results of all other keys, so that the folder does not grow for ever."""
        kept = {self._file(key) for key in keys}
        for file in list(self.folder.glob("??/*")):
            if file not in kept:
                with contextlib.suppress(OSError):
                    file.unlink()

    def _file(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]
