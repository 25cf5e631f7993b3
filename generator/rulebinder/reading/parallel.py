"""Read several documents side by side, in processes that put what they read where the next build
finds it too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ..system import workers
from ..system.caches.file_memory import Remembered

T = TypeVar("T")


class Waiting(NamedTuple, Generic[T]):
    """A document that will be read: its path, its bytes, and what reads it."""

    path: Path
    data: bytes
    read: Callable[[], T]


@contextlib.contextmanager
def ahead(
    documents: Sequence[Waiting[Any]], remembered: Remembered | None
) -> Iterator[Callable[[Waiting[Any]], None]]:
    """Begin to read ``documents`` that are not ``remembered`` yet. Yield a function that waits
    until one is read.

    A document that no process could read is simply not remembered then.
    """
    unread = [
        each for each in documents if remembered and not remembered.knows(each.path, each.data)
    ]
    hands = min(remembered.jobs, len(unread)) if remembered else 0
    if remembered is None or hands < 2:
        yield lambda _: None
        return
    unread.sort(key=lambda each: -len(each.data))
    begun: dict[Path, Future[None]] = {}

    def wait(document: Waiting[Any]) -> None:
        if document.path in begun:
            begun[document.path].exception()

    with workers.pool(hands, (remembered, unread)) as pool:
        with contextlib.suppress(
            BrokenProcessPool
        ):  # a process was killed: then its documents are read here
            for number, each in enumerate(unread):
                begun[each.path] = pool.submit(_read, number)
        yield wait


def _read(number: int) -> None:
    """Read a document in a process of the pool."""
    remembered, unread = workers.shared()
    each: Waiting[Any] = unread[number]
    remembered.read(each.path, each.data, each.read)
