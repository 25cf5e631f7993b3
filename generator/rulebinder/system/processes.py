"""Processes: a pool of them, one with limits, locks between them, and what Git says.

They end with the process that started them.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ..problems import Place, refusal
from . import END_SIGNALS

_LEAVE = getattr(signal, "SIGUSR1", None)
"""The signal that asks a process of a pool to leave its task; None if the system has no such
signal.
"""
_SECONDS_TO_LEAVE = 5.0
"""How long a process of a pool may take for that. Then it is terminated."""
_SHARED: list[object] = []
"""In a process of a pool, the value that all of them share."""

P = ParamSpec("P")
T = TypeVar("T")


def count_cores() -> int:
    """Return the number of processes that may work side by side: by default one for each core that
    this process may use.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _TaskLeft(BaseException):
    """The task was left before its end, because nobody needs its result."""


class _Tasks:
    """The tasks of a process of a pool, one after the other.

    The process leaves them when a signal asks it to.
    """

    is_busy = False
    is_leaving = False

    @classmethod
    def leave(cls, *_: object) -> None:
        """Leave the task of this process, and all that end_with_parent.

        A result that is being sent is sent to its end.
        """
        cls.is_leaving = True
        if cls.is_busy:
            cls.is_busy = False  # or a second signal could cut off the result
            raise _TaskLeft

    @classmethod
    def do(cls, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a task, if the signal has not come."""
        cls.is_busy = True
        try:
            if cls.is_leaving:
                raise _TaskLeft
            return task(*args, **kwargs)
        finally:
            cls.is_busy = False


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
    """Give a pool of ``size`` processes. If an exception ends the work, all processes that
    were started since leave their tasks: a pool that was begun later must end before this one.

    Each process has ``shared``, and processes that are forked have it without a copy. Raises
    InputError if one of them was killed from outside.
    """
    before = set(multiprocessing.active_children())
    workers = Pool(size, initializer=prepare_process, initargs=(shared,))
    try:
        with delay_signals():
            workers.submit(os.getpid)  # the first task starts the processes
        yield workers
        workers.shutdown()
    except BrokenProcessPool as failure:
        hint = "the system may be out of memory: close other programs and try again"
        raise refusal(
            Place("."), "a process of the build was killed from outside", hint
        ) from failure
    finally:
        processes = set(multiprocessing.active_children()) - before
        for process in processes:
            if _LEAVE is not None and process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, _LEAVE)

        def terminate() -> None:
            for process in processes:
                process.terminate()

        timer = threading.Timer(0 if _LEAVE is None else _SECONDS_TO_LEAVE, terminate)
        timer.daemon = True
        timer.start()
        workers.shutdown(cancel_futures=True)
        timer.cancel()


@contextlib.contextmanager
def delay_signals() -> Iterator[None]:
    """Delay signals, because an exception of their handlers would be lost while Python forks.

    Processes that are forked delay them too, and get those that came as soon as they are ready.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def shared_value() -> Any:
    """Return the value that the pool of this process shares."""
    return _SHARED[-1]


def prepare_process(value: object = None) -> None:
    """Prepare a process that was started: leave the terminal's signals to the first process, and
    end with the one that started it. ``value`` is what :func:`shared_value` returns from now on.
    """
    _SHARED.append(value)
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    #  A process that is forked during a task has the values of its parent.
    _Tasks.is_busy = _Tasks.is_leaving = False
    if _LEAVE is not None:
        signal.signal(_LEAVE, _Tasks.leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    end_with_parent()


def end_with_parent() -> None:
    """Let this process end when its parent ends for any reason."""

    def wait() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


R = TypeVar("R")

_FORKS = sys.platform == "linux"
"""A process that is forked begins in milliseconds. Other systems cannot do that safely."""
_SECONDS, _SECONDS_PER_MB = 10, 10
"""The processor time that a process has, and that which it has besides for each MB of input."""
_MEMORY = 1 << 30
"""The bytes that it may have beside those of the process that started it."""
_LEAST_OUTPUT, _MOST_TIMES_INPUT = 64 << 20, 32
"""Its result may have so many bytes, or so many times as many as the input, if these are more."""
_TIMES_CLOCK = 60 if _FORKS else 6
"""How many times as long as its processor time a process may take: others use the processor too.

On Linux it only ends a process that hangs, which takes no processor time.
"""
_OUT_OF_MEMORY = 3
"""The exit code of a process that had not enough memory."""


class LimitError(Exception):
    """Work did not end within its limits. The message says which one: ``it takes more than …``."""


def run_within_limits(work: Callable[[], R], size: int) -> R:
    """Return what ``work`` returns, which is done in a process of its own.

    Its limits fit an input of ``size`` bytes. Work and result must be what pickle can take. Raises
    LimitError if a limit is passed, or if the process ends without a result.
    """
    seconds = _SECONDS + _SECONDS_PER_MB * size // (1 << 20)
    output = max(_LEAST_OUTPUT, _MOST_TIMES_INPUT * size)
    context: Any = multiprocessing.get_context("fork" if _FORKS else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_work_limited, args=(sender, work, seconds if _FORKS else None), daemon=True
    )
    with receiver:
        with sender, delay_signals():
            process.start()
        try:
            if not receiver.poll(_TIMES_CLOCK * seconds):
                raise LimitError(f"it takes more than {_TIMES_CLOCK * seconds} seconds")
            result: R = pickle.loads(receiver.recv_bytes(output))
        except EOFError:
            process.join()
            raise LimitError(_explain_end(process.exitcode or 0, seconds)) from None
        except OSError:
            raise LimitError(f"it becomes more than {output >> 20} MB") from None
        finally:
            process.kill()
            process.join()
        return result


def _explain_end(code: int, seconds: int) -> str:
    """Return why a process ended without a result: its exit code, or minus its signal."""
    if code == _OUT_OF_MEMORY:
        return f"it takes more than {_MEMORY >> 20} MB of memory"
    if code < 0:
        name = signal.Signals(-code).name
        if name == "SIGXCPU":
            return f"it takes more than {seconds} seconds of processor time"
        return f"the process that reads it was ended by {name}"
    return f"the process that reads it ended with code {code}"


def _work_limited(sender: Connection, work: Callable[[], object], seconds: int | None) -> None:
    """Do the work in a process that was started for it, and send its result. ``seconds`` is its
    processor time; if it is None, the system can limit nothing.
    """
    prepare_process()
    if seconds is not None:
        import resource  # noqa: PLC0415 -- Windows has none

        #  The memory that this process has from the one before it does not count.
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        limits = {
            resource.RLIMIT_CPU: seconds,
            resource.RLIMIT_AS: pages * resource.getpagesize() + _MEMORY,
            resource.RLIMIT_CORE: 0,
        }
        for kind, most in limits.items():
            _, hard = resource.getrlimit(kind)
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (soft, hard))
    try:
        result = pickle.dumps(work())
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sender.send_bytes(result)


if sys.platform != "win32":
    import fcntl


@contextlib.contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Hold a lock on ``folder``, which is created if it is missing. Other processes wait for the
    lock.

    A folder that cannot be made or opened is not locked. The error appears when a file is written
    there.
    """
    handle = None
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    try:
        if handle is not None and sys.platform != "win32":
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextlib.contextmanager
def try_lock(file: Path) -> Iterator[bool]:
    """Hold a lock on ``file`` unless another process has it.

    Yield whether it is locked; on Windows it never is. Raises OSError.
    """
    handle, is_locked = os.open(file, os.O_RDWR), False
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                is_locked = True
        yield is_locked
    finally:
        os.close(handle)


_GIT_SECONDS = 10
"""How long Git may take to say which commit is the last one."""


def find_day(folders: Iterable[Path]) -> str | None:
    """Return the day that a build is given: that of SOURCE_DATE_EPOCH, else that of the newest last
    commit of the Git repositories of ``folders`` (``YYYY-MM-DD``). It is None without either, also
    if there is no Git.

    It is never that of a clock, so that the same input makes the same site on any day.
    """
    return _format_day(os.environ.get("SOURCE_DATE_EPOCH", "")) or max(
        filter(None, map(_find_commit_day, folders)), default=None
    )


def _find_commit_day(folder: Path) -> str | None:
    """Return the day of the last commit in ``folder``; None if Git does not say one."""
    command = ("git", "-C", str(folder), "log", "-1", "--format=%ct")
    try:
        git = subprocess.run(
            command, capture_output=True, check=True, timeout=_GIT_SECONDS, text=True
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return _format_day(git.stdout.strip())


def _format_day(seconds: str) -> str | None:
    """Return the day (``YYYY-MM-DD``) of a count of seconds since 1970; None if it is not one."""
    try:
        if seconds.isdecimal():
            return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        pass
    return None
