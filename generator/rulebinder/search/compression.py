"""JSON files as the browser unpacks them.

What an earlier build compressed is not compressed again (:func:`.piece_cache.recalled`).
"""

from __future__ import annotations

import functools
import json

from ..system.digests import digest
from ..system.files.stable_gzip import zipped
from .piece_cache import recalled

written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns data as JSON; the same data gives the same characters."""


def compressed(data: object) -> bytes:
    """Return ``data`` as compressed JSON."""
    return packed(written(data))


def packed(text: str) -> bytes:
    """Return ``text`` compressed."""
    content = text.encode("utf-8")
    return recalled(digest(content), lambda: zipped(content))


def size(text: str) -> int:
    """Return the number of bytes of ``text``, compressed."""
    content = text.encode("utf-8")
    return recalled(f"size {digest(content)}", lambda: _size(content))


@functools.lru_cache(maxsize=1 << 14)  # the languages have many names in common
def _size(content: bytes) -> int:
    return len(zipped(content))
