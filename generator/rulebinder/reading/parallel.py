"""Read several documents side by side, in processes that put what they read where the next build
finds it too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ..system import workers
from ..system.caches import Cache

T = TypeVar("T")


class Waiting(NamedTuple, Generic[T]):
    """A document that will be read: its path, its bytes, and what reads it."""

    path: Path
    data: bytes
    read: Callable[[], T]
    key: str
    """A digest of all that reading depends on. By it, the cache has what was read."""


@contextlib.contextmanager
def ahead(
    documents: Iterable[Waiting[Any]], cache: Cache
) -> Iterator[Callable[[Waiting[Any]], Any]]:
    """Begin to read ``documents`` that the ``cache`` does not have yet. Yield a function that
    returns what one of them says, and waits for it.

    A document that no process could read is read by this one.
    """
    unread = [document for document in documents if cache.get(document.key) is None]
    unread.sort(key=lambda document: -len(document.data))
    begun: dict[str, Future[None]] = {}

    def take(document: Waiting[Any]) -> Any:
        if document.key in begun:
            begun[document.key].exception()
        return cache.value(document.key, document.read)

    hands = min(cache.jobs, len(unread))
    if hands < 2:
        yield take
        return
    with workers.pool(hands, (cache, unread)) as pool:
        with contextlib.suppress(
            BrokenProcessPool
        ):  # a process was killed: then its documents are read here
            for number, document in enumerate(unread):
                begun[document.key] = pool.submit(_read, number)
        yield take


def _read(number: int) -> None:
    """Read a document in a process of the pool."""
    cache, unread = workers.shared()
    cache.value(unread[number].key, unread[number].read)
