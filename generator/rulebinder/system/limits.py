"""Work in a process of its own, within limits: a library that meets a hostile file harms nobody.

Linux limits processor time and memory. Other systems have no such limits for a process, so there
the clock limits its time, and nothing its memory.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

from . import workers

T = TypeVar("T")

_FORKS = sys.platform == "linux"
"""A process that is forked begins in milliseconds. Other systems cannot do that safely."""
_SECONDS, _SECONDS_PER_MB = 10, 10
_MEMORY = 1 << 30
_LEAST_OUTPUT, _MOST_TIMES_INPUT = 64 << 20, 32
_CLOCK = 60 if _FORKS else 6
"""How many times as long as its processor time a process may take: others use the processor too.

On Linux it only ends a process that hangs, which takes no processor time.
"""
_OUT_OF_MEMORY = 3
"""The exit code of a process that had not enough memory."""


class LimitError(Exception):
    """Work did not end within its limits. The message says which one: ``it takes more than …``."""


def within(work: Callable[[], T], size: int) -> T:
    """Return what ``work`` returns, which is done in a process of its own.

    Its limits fit an input of ``size`` bytes. Work and result must be what pickle can take. Raises
    LimitError if a limit is passed, or if the process ends without a result.
    """
    seconds = _SECONDS + _SECONDS_PER_MB * size // (1 << 20)
    output = max(_LEAST_OUTPUT, _MOST_TIMES_INPUT * size)
    context = (
        multiprocessing.get_context("fork") if _FORKS else multiprocessing.get_context("spawn")
    )
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_work, args=(sender, work, seconds if _FORKS else None), daemon=True
    )
    with receiver:
        with sender, workers.unstopped():
            process.start()
        try:
            if not receiver.poll(_CLOCK * seconds):
                raise LimitError(f"it takes more than {_CLOCK * seconds} seconds")
            result: T = pickle.loads(receiver.recv_bytes(output))
        except EOFError:
            process.join()
            raise LimitError(_reason(process.exitcode or 0, seconds)) from None
        except OSError:
            raise LimitError(f"it becomes more than {output >> 20} MB") from None
        finally:
            process.kill()
            process.join()
        return result


def _reason(code: int, seconds: int) -> str:
    """Return why a process ended without a result."""
    if code == _OUT_OF_MEMORY:
        return f"it takes more than {_MEMORY >> 20} MB of memory"
    if code < 0:
        name = signal.Signals(-code).name
        if name == "SIGXCPU":
            return f"it takes more than {seconds} seconds of processor time"
        return f"the process that reads it was ended by {name}"
    return f"the process that reads it ended with code {code}"


def _work(sender: Connection, work: Callable[[], object], seconds: int | None) -> None:
    """Do the work in a process that was started for it."""
    workers.prepare()
    if seconds is not None:
        _limit(seconds)
    try:
        result = pickle.dumps(work())
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sender.send_bytes(result)


def _limit(seconds: int) -> None:
    """Limit this process: the memory that it has from the process before it does not count."""
    import resource  # noqa: PLC0415 -- Windows has none

    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    most = {
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_AS: pages * resource.getpagesize() + _MEMORY,
        resource.RLIMIT_CORE: 0,
    }
    for kind, value in most.items():
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(
            kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard)
        )
