"""JSON files as the browser unpacks them. What an earlier build compressed is not compressed again (:func:`.remembering.recalled`)."""

from __future__ import annotations

import functools
import json

from ..system.digests import digest
from ..system.zipping import zipped
from .remembering import recalled

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def compressed(data: object) -> bytes:
    """Return ``data`` as compressed JSON; the same data gives the same bytes."""
    content = _JSON.encode(data).encode("utf-8")
    return recalled(digest(content), lambda: zipped(content))


def size(data: object) -> int:
    """Return the number of bytes of :func:`compressed`."""
    content = _JSON.encode(data).encode("utf-8")
    return recalled(digest("size", content), lambda: _size(content))


@functools.lru_cache(maxsize=1 << 14)  # the languages have many names in common
def _size(content: bytes) -> int:
    return len(zipped(content))
