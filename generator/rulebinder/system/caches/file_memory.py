"""Remember what was read of files, so that the next build reads only files that changed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from ..digests import digest
from .frozen_values import FrozenError, frozen, thawed
from .result_cache import Cache

T = TypeVar("T")


@dataclass(frozen=True)
class Shelf:
    """Values that were made before, each by a digest of all that it was made from, and those that
    are asked for now.
    """

    stored: Mapping[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)

    def value(self, key: str, make: Callable[[], T]) -> T:
        """Return the value of ``key``. Call ``make`` if it was not made before."""
        found: T = self.stored[key] if key in self.stored else make()
        self.asked[key] = found
        return found


_THAWED: dict[str, Any] = {}
"""Values by the digests of their bytes.

A process of ``rulebinder serve`` gets ready by reading all that it will read again.
"""


def _thawed(stored: bytes) -> Any:
    """Return the value of ``stored``, which nobody changes. Raises FrozenError."""
    key = digest(stored)
    if key not in _THAWED:
        _THAWED[key] = thawed(stored)
    return _THAWED[key]


@dataclass(frozen=True)
class Remembered:
    """What earlier builds read of files, in a ``cache``."""

    cache: Cache
    made_from: str
    """A digest of all that reading depends on besides the file: this program, and the content."""
    program: str = ""
    """A digest of this program alone."""
    jobs: int = 1
    """The most processes that may read side by side."""

    def of_program(self) -> Remembered:
        """Return the same memory for files whose reading depends on nothing but this program."""
        return replace(self, made_from=self.program)

    def read(self, path: Path, data: bytes, read: Callable[[], T]) -> T:
        """Return what ``read`` returns for the file at ``path`` with the bytes ``data``, from the
        cache if it is there.
        """
        return self.cache.value(digest(self.made_from, str(path), data), read, _thawed)

    def knows(self, path: Path, data: bytes) -> bool:
        """Return whether the cache has the file at ``path`` with the bytes ``data``."""
        return self.cache.get(digest(self.made_from, str(path), data)) is not None

    def shelf(self, name: str) -> Shelf:
        """Return the shelf that was kept by this ``name``; an empty one if there is none."""
        stored = self.cache.get(self._shelf(name))
        with contextlib.suppress(FrozenError):
            return Shelf(_thawed(stored)) if stored is not None else Shelf()
        return Shelf()

    def keep_shelf(self, name: str, shelf: Shelf) -> None:
        """Keep the values of ``shelf`` that were asked for, for the next build."""
        if shelf.asked.keys() != shelf.stored.keys():
            self.cache.put(self._shelf(name), frozen(shelf.asked))

    def _shelf(self, name: str) -> str:
        return digest(self.made_from, "shelf", name)
