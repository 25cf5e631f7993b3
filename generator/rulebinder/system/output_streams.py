"""Print without failing, even if the terminal lacks a character or if the reader of a pipe is
gone.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TextIO, cast


class Unfailing:
    """A text stream that ignores errors of writing.

    It has no ``buffer``, so that nobody bypasses it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]
        self.encoding, self.errors, self.fileno = stream.encoding, stream.errors, stream.fileno

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        with contextlib.suppress(OSError, ValueError):
            return self._stream.isatty()
        return False

    def write(self, text: str | bytes) -> int:
        """Write ``text``, or drop it if nobody reads.

        Click completes words in bytes. Raises TypeError if there are none.
        """
        if text == b"":
            raise TypeError("a stream of text")  # so Click asks which kind of stream it is
        try:
            return self._stream.write(text if isinstance(text, str) else text.decode())
        except OSError:
            self._silence()
            return len(text)

    def flush(self) -> None:
        """Flush, or drop the text that nobody reads."""
        try:
            self._stream.flush()
        except OSError:
            self._silence()

    def _silence(self) -> None:
        """Drop all further text, so that the end of the program does not fail either."""
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


@contextlib.contextmanager
def unfailing() -> Iterator[None]:
    """Make standard output and standard error unfailing."""
    before = sys.stdout, sys.stderr
    with contextlib.suppress(AttributeError):  # a program without a console has None
        sys.stdout, sys.stderr = (cast(TextIO, Unfailing(stream)) for stream in before)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError):
                stream.flush()
        sys.stdout, sys.stderr = before


Progress = Callable[[str, int, int], None]
"""A function that is called with the stage, the number of finished steps, and the number of all
steps.
"""


def silent(_stage: str, _done: int, _total: int, /) -> None:
    """Report nothing."""
