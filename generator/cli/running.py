"""The group of commands: it ends cleanly after a signal, and if the system has no more to give."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

import click

from ..problems import Place, error
from ..system import streams
from . import printing


class Commands(click.Group):
    """The command. Neither its output, a signal nor a lack of memory or files ends it with a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """See :meth:`click.Command.main`."""
        with streams.unfailing(), _stoppable():
            try:
                return super().main(*args, **kwargs)
            except (MemoryError, OSError) as failure:
                why = "out of memory" if isinstance(failure, MemoryError) else failure.strerror or failure
                failed = error(Place(str(getattr(failure, "filename", None) or ".")), f"the work cannot go on ({why})")
            printing.show([failed])
            return printing.finish([failed])


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Clean up and exit after a signal: with 130 after Ctrl-C, 143 after SIGTERM."""

    def stop(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    asked = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heeded = [each for each in asked if signal.getsignal(each) is not signal.SIG_IGN]
    if threading.current_thread() is not threading.main_thread():
        heeded = []
    before = {each: signal.signal(each, stop) for each in heeded}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
