"""Processes that work side by side, and end with the one that started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from .problems import InputError, Place, error


@contextlib.contextmanager
def pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes; if the work is given up, they are ended and not waited for.

    Raises InputError if one of them was ended from outside.
    """
    before = set(multiprocessing.active_children())
    workers = ProcessPoolExecutor(max_workers=count, initializer=_begin)
    try:
        yield workers
        workers.shutdown()
    except BrokenProcessPool as failure:
        hint = "the system may be out of memory: close other programs and try again"
        raise InputError(error(Place("."), "a process of the build was ended from outside", hint)) from failure
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        workers.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave the signals of the terminal to the first process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """End this process as soon as the one that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
