"""Who does the tasks of a build: processes of this machine, or this thread. :mod:`.clusters` has
those of other machines.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from ..system import workers
from ..system.progress import Progress
from .job import Job

T = TypeVar("T")

Executors = Callable[[Job, "Counter"], AbstractContextManager[Executor]]
"""Gives an executor for the tasks of a job while they are done. Raises InputError if that fails."""


class Counter:
    """Counts the pages that all processes have finished, and those that they have to make."""

    def __init__(self) -> None:
        self._counts = multiprocessing.Array("i", 2)

    def step(self, done: int, new: int) -> None:
        """Count pages that are ``done``, and pages that are ``new``."""
        with self._counts.get_lock():
            self._counts[0] += done
            self._counts[1] += new

    def report(self, progress: Progress) -> None:
        """Report the pages."""
        done, total = self._counts[:]
        if total:
            progress("pages", done, max(done, total))


def hands(executor: Executor) -> int:
    """Return how many tasks an executor does at a time."""
    return int(getattr(executor, "hands", 1))


class Inline(Executor):
    """Does each task at once, in this thread."""

    def __init__(self, job: Job, counter: Counter) -> None:
        self._given = job, counter

    def submit(self, do: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call ``do`` with the job, ``args`` and the function that counts."""
        job, counter = self._given
        future: Future[T] = Future()
        future.set_result(do(job, *args, counter.step, **kwargs))
        return future


@contextlib.contextmanager
def inline(job: Job, counter: Counter) -> Iterator[Executor]:
    """Give this thread."""
    yield Inline(job, counter)


class Processes(Executor):
    """Does tasks in processes that have the job already: it is too large to be sent for each."""

    def __init__(self, pool: workers.Pool, count: int) -> None:
        self._pool = pool
        self.hands = count

    def submit(self, do: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call ``do`` with the job, ``args`` and the function that counts."""
        return self._pool.submit(_do, do, args, kwargs)


def processes(count: int) -> Executors:
    """Return what gives ``count`` processes on this machine."""

    @contextlib.contextmanager
    def gathered(job: Job, counter: Counter) -> Iterator[Executor]:
        with workers.pool(count, (job, counter)) as pool:
            yield Processes(pool, count)

    return gathered


def _do(do: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    """Do a task in a process of :func:`processes`."""
    #  the process ends with the tasks, and garbage collection would take a tenth of its time
    gc.disable()
    if not gc.get_freeze_count():
        #  what is there before the first task is shared by all, and to look through a large library
        # takes longer than a task
        gc.freeze()
    job, counter = workers.shared()
    return do(job, *args, counter.step, **kwargs)
