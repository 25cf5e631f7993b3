"""Remember what was read of a document, so that the next build reads only documents that changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..notes import ReleaseNotes
from ..problems import Problem
from ..system.caching import Cache
from ..system.digests import digest

Read = tuple[ReleaseNotes | None, list[Problem]]


@dataclass(frozen=True)
class Remembered:
    """The documents that earlier builds read, in a ``cache``."""

    cache: Cache
    made_from: str
    """A digest of all that reading depends on besides the document: this program, and the content."""
    _keys: set[str] = field(default_factory=set)

    def read(self, path: Path, data: bytes, read: Callable[[], Read]) -> Read:
        """Return what ``read`` returns for the document at ``path`` with the bytes ``data``, from the cache if it is there."""
        key = digest(self.made_from, str(path), data)
        self._keys.add(key)
        return self.cache.value(key, read)

    def forget_others(self) -> None:
        """Forget the documents that were not read this time."""
        self.cache.keep_only(self._keys)
