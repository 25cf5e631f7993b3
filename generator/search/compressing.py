"""JSON files as the browser unpacks them. What an earlier build compressed is not compressed again."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field

from ..system.caching import Cache
from ..system.digests import digest
from ..system.freezing import frozen
from ..system.zipping import zipped


@dataclass(frozen=True, kw_only=True)
class _Results:
    """Compressed contents by the digests of the contents."""

    known: dict[str, bytes]
    """Those of an earlier build."""
    used: dict[str, bytes] = field(default_factory=dict)


_results: ContextVar[_Results | None] = ContextVar("results", default=None)


def compressed(data: object) -> bytes:
    """Return ``data`` as compressed JSON; the same data gives the same bytes."""
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    results = _results.get()
    if results is None:
        return zipped(content)
    name = digest(content)
    found = results.known.get(name) or results.used.get(name) or zipped(content)
    results.used[name] = found
    return found


@contextlib.contextmanager
def remembered(cache: Cache | None, lang: str) -> Iterator[None]:
    """Take what an earlier build compressed for the search of ``lang`` from the ``cache``, and keep all that is used there."""
    if cache is None:
        yield
        return
    results = _Results(known=cache.value(key(lang), dict))
    token = _results.set(results)
    try:
        yield
    finally:
        _results.reset(token)
    if not results.used.keys() <= results.known.keys():
        cache.put(key(lang), frozen(results.used))


def key(lang: str) -> str:
    """Return the key under which the cache has what was compressed for a language."""
    return digest("compressed", zlib.ZLIB_RUNTIME_VERSION, lang)
