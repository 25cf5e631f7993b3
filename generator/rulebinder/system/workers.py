"""Processes that work side by side, and end with the process that started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

from ..problems import Place, refusal

_ENDING = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}
"""The signals that ask a program to end."""
_LEAVE = getattr(signal, "SIGUSR1", None)
"""The signal that asks a process of a pool to leave its task; None if the system has no such
signal.
"""
_PATIENCE = 5.0
"""The seconds that a process has for that."""
_SHARED: list[object] = []
"""In a process of a pool, the value that all of them share."""

P = ParamSpec("P")
T = TypeVar("T")


def count() -> int:
    """Return the number of processes that may work side by side: by default one for each core that
    this process may use.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Left(BaseException):
    """The task was left before its end, because nobody needs its result."""


class _Tasks:
    """The tasks of a process of a pool, one after the other.

    The process leaves them when a signal asks it to.
    """

    busy = False
    leaves = False

    @classmethod
    def leave(cls, *_: object) -> None:
        """Leave the task of this process, and all that follow.

        A result that is being sent is sent to its end.
        """
        cls.leaves = True
        if cls.busy:
            cls.busy = False  # or a second signal could cut off the result
            raise _Left

    @classmethod
    def do(cls, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a task, if the signal has not come."""
        cls.busy = True
        try:
            if cls.leaves:
                raise _Left
            return task(*args, **kwargs)
        finally:
            cls.busy = False


class Pool(ProcessPoolExecutor):
    """Processes that can leave their tasks.

    To terminate them is not safe: if a process ends while it sends a result, the thread that
    receives it waits for ever.
    """

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """See :meth:`concurrent.futures.Executor.submit`."""
        return super().submit(_Tasks.do, task, *args, **kwargs)


@contextlib.contextmanager
def pool(size: int, shared: object = None) -> Iterator[Pool]:
    """Give a pool of ``size`` processes. If an exception ends the work, they leave their tasks, and
    pools that were begun later must have ended before.

    Each process has ``shared``, and processes that are forked have it without a copy. Raises
    InputError if one of them was killed from outside.
    """
    others = set(multiprocessing.active_children())
    workers = Pool(size, initializer=prepare, initargs=(shared,))
    try:
        with unstopped():
            workers.submit(os.getpid)  # which starts them
        yield workers
        workers.shutdown()
    except BrokenProcessPool as failure:
        hint = "the system may be out of memory: close other programs and try again"
        raise refusal(
            Place("."), "a process of the build was killed from outside", hint
        ) from failure
    finally:
        processes = set(multiprocessing.active_children()) - others
        for process in processes:
            if _LEAVE is not None and process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, _LEAVE)
        late = threading.Timer(0 if _LEAVE is None else _PATIENCE, _terminate, [processes])
        late.daemon = True
        late.start()
        workers.shutdown(cancel_futures=True)
        late.cancel()


def _terminate(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.terminate()


@contextlib.contextmanager
def unstopped() -> Iterator[None]:
    """Delay signals, because an exception of their handlers would be lost while Python forks.

    Processes that are forked delay them too, and get those that came as soon as they are ready.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def shared() -> Any:
    """Return the value that the pool of this process shares."""
    return _SHARED[-1]


def prepare(value: object = None) -> None:
    """Prepare a process that was started: leave the terminal's signals to the first process, and
    end with the one that started it. ``value`` is what :func:`shared` returns from now on.
    """
    _SHARED.append(value)
    for each in _ENDING:
        signal.signal(each, signal.SIG_DFL if each == signal.SIGTERM else signal.SIG_IGN)
    _Tasks.busy = _Tasks.leaves = (
        False  # a process that is forked during a task has the values of its parent
    )
    if _LEAVE is not None:
        signal.signal(_LEAVE, _Tasks.leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    follow()


def follow() -> None:
    """Let this process end when its parent ends for any reason."""

    def wait() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
