"""What earlier builds made for the search. It is the one place that remembers: everything in it can
be made anew.

A *value* has a file of its own in the cache, named after all that it was made from. *Pieces* are
small values of one kind, all in one file: after an edit most of them are found there, and only the
others are made.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from .. import text
from ..facts import catalogue
from ..system.caches.frozen_values import frozen
from ..system.caches.result_cache import Cache
from ..system.digests import digest, of_files

T = TypeVar("T")


@functools.cache
def program() -> str:
    """Return the digest of the program that makes the results, and of what it runs on."""
    own = Path(__file__).parent, Path(text.__file__), Path(catalogue.__file__)
    return digest(*of_files(own), sys.version, zlib.ZLIB_RUNTIME_VERSION)


class _Pieces:
    """The pieces of one kind: those of an earlier build, which are read when the first is wanted,
    and those of this build.
    """

    def __init__(self, cache: Cache, key: str) -> None:
        self._cache, self._key = cache, key
        self._used: dict[str, object] = {}

    @cached_property
    def _known(self) -> dict[str, object]:
        return self._cache.value(self._key, dict)

    def get(self, key: str, make: Callable[[], object]) -> object:
        """Return the piece ``key``. Call ``make`` if there is none."""
        found = self._used.get(key)
        if found is None:
            found = self._used[key] = self._known.get(key) or make()
        return found

    def unknown(self, keys: Iterable[str]) -> frozenset[str]:
        """Return those of ``keys`` that have no piece yet."""
        return frozenset(keys) - self._used.keys() - self._known.keys()

    def keep(self) -> None:
        """Keep the pieces that this build used, unless all of them are kept already."""
        if self._used and not self._used.keys() <= self._known.keys():
            self._cache.put(self._key, frozen(self._used))


_pieces: ContextVar[_Pieces | None] = ContextVar("pieces", default=None)


def recalled(key: str, make: Callable[[], T]) -> T:
    """Return the piece ``key`` of the kind that :meth:`PieceCache.pieces` opened.

    Call ``make`` if there is none.
    """
    pieces = _pieces.get()
    if pieces is None:
        return make()
    found: T = pieces.get(key, make)  # type: ignore[assignment]  # what `make` returned for the same key
    return found


def unknown(keys: Iterable[str]) -> frozenset[str]:
    """Return those of ``keys`` for which :func:`recalled` would call ``make``."""
    pieces = _pieces.get()
    return frozenset(keys) if pieces is None else pieces.unknown(keys)


class PieceCache:
    """What earlier builds made, in a ``cache``, and what this build makes.

    Without a cache it remembers nothing.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache = cache
        self._keys: set[str] = set()

    def value(self, made_from: str, make: Callable[[], T], needs: Iterable[str] = ()) -> T:
        """Return the value of the digest ``made_from``. Call ``make`` if there is none.

        ``needs`` are the values and kinds of pieces that ``make`` needs. They are kept even if it
        is not called now, for the next build may call it.
        """
        self._keys.update(map(self._key, needs))
        return self._cache.value(self._key(made_from), make) if self._cache else make()

    @contextlib.contextmanager
    def pieces(self, kind: str) -> Iterator[None]:
        """Let :func:`recalled` return the pieces of ``kind`` meanwhile, and keep those that it
        returned.
        """
        if not self._cache:
            yield
            return
        pieces = _Pieces(self._cache, self._key(kind))
        token = _pieces.set(pieces)
        try:
            yield
        finally:
            _pieces.reset(token)
        pieces.keep()

    def forget_others(self) -> None:
        """Remove all that this build did not look for, so that the cache does not grow for ever."""
        if self._cache:
            self._cache.keep_only(self._keys)

    def _key(self, name: str) -> str:
        key = digest(program(), name)
        self._keys.add(key)
        return key
