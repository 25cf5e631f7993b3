"""Remember what was read of files, so that the next build reads only files that changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from .caching import Cache
from .digests import digest

T = TypeVar("T")


@dataclass(frozen=True)
class Remembered:
    """What earlier builds read of files, in a ``cache``."""

    cache: Cache
    made_from: str
    """A digest of all that reading depends on besides the file: this program, and the content."""
    _keys: set[str] = field(default_factory=set)

    def read(self, path: Path, data: bytes, read: Callable[[], T]) -> T:
        """Return what ``read`` returns for the file at ``path`` with the bytes ``data``, from the cache if it is there."""
        key = digest(self.made_from, str(path), data)
        self._keys.add(key)
        return self.cache.value(key, read)

    def knows(self, path: Path, data: bytes) -> bool:
        """Return whether the cache has the file at ``path`` with the bytes ``data``."""
        return self.cache.get(digest(self.made_from, str(path), data)) is not None

    def forget_others(self) -> None:
        """Forget the files that were not read this time."""
        self.cache.keep_only(self._keys)
