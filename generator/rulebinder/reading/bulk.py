"""Bulk files of cards or rulings, read as a stream: one object at a time, with the line of each
fault, plain or gzipped, an array or JSON Lines.
"""

from __future__ import annotations

import contextlib
import gzip
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import ijson

from ..problems import InputError, Place, Problem, refusal, warning

_Value = TypeVar("_Value")

Bytes = Callable[[int, int], None]
"""Called with how many bytes are read, and how many there are."""
Event = tuple[str, str, Any]
"""The keys that lead to a value, joined; what begins, ends or is there; and its text or number."""

_CHUNK = 1 << 11
"""How many bytes the parser takes at once: it makes all their events before the first is seen."""
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_LINES = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"object"\s*:\s*"(?:card|ruling)"')
_STEP = 1 << 20
"""How many bytes lie between two calls of a Bytes."""
_DEEPEST = 1 << 9
"""How many characters the joined keys may have that lead to a value: each event has its own."""
_LONGEST, _LARGEST = 1 << 16, 1 << 20
"""How many bytes a text may have, and a card or a ruling: the parser keeps them whole."""
_LEAST_UNPACKED, _MOST_TIMES_UNPACKED = 2 << 20, 32
"""How many bytes a packed file may have when it is unpacked: so many, and so many times its size.
"""
_MOST_KEPT = 200 << 20
"""How many bytes of memory the names and rulings of a file may take. Those of Scryfall's take about
50 MB.
"""
_MOST_NAMED = 20
"""How many objects that are left out have a warning of their own."""
_BESIDE_TEXT = 300
"""How many bytes a card or a ruling takes besides its text."""
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Stream:
    """A file as ijson reads it: a line at a time at most, so that a problem has its line."""

    def __init__(self, path: Path, expected: str, progress: Bytes, problems: list[Problem]) -> None:
        self.expected = expected
        self._problems = problems
        self._first_fault: InputError | None = None
        """That of the first object that is left out."""
        self._left_out = 0
        self.path = str(path)
        self.line = 1
        self._next_line = 1
        self._kept = 0
        self._progress = progress
        self._total = path.stat().st_size
        self._reported = 0
        self._file = path.open("rb")
        zipped = self._file.peek(2)[:2] == _GZIP
        self._most_unpacked = _LEAST_UNPACKED + _MOST_TIMES_UNPACKED * self._total
        #  Closed with the stream.
        self._unpacked = gzip.open(self._file) if zipped else self._file  # noqa: SIM115
        self._size = 0
        """How many unpacked bytes are read."""
        self._last_event = 0
        """How many were read at the last event of the parser."""
        self._last_value: int | None = None
        """How many were read at the last value, if values are read whole."""

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes of at most one line, or nothing at the end. Raises
        InputError if they would take too much memory or time.
        """
        data = self._unpacked.readline(size)
        if not self._size:
            data = data.removeprefix(_BOM)
        if data:
            self.line = self._next_line
            self._next_line += data.endswith(b"\n")
        self._size += len(data)
        if self._size > self._most_unpacked:
            raise self.wrong("it unpacks to far more than its size allows")
        if self._size - self._last_event > _LONGEST:
            raise self.wrong(f"a text, a number or a gap of more than {_LONGEST >> 10} kB")
        if self._last_value is not None and self._size - self._last_value > _LARGEST:
            raise self.wrong(f"a value of more than {_LARGEST >> 20} MB, as no card has")
        done = self._file.tell()
        if done - self._reported >= _STEP or done == self._total > self._reported:
            self._reported = done
            self._progress(done, self._total)
        return data

    def has_lines(self) -> bool:
        """Return whether the file, of which nothing is read yet, is JSON Lines, as Scryfall's are
        since July 2026: it begins with an object of Scryfall's, not with an array of them.
        """
        return bool(_LINES.match(self._unpacked.peek(64)))

    def events(self) -> Iterator[Event]:
        """Yield the parser's events. Raises InputError before depth or keys take the memory."""
        lines = self.has_lines()
        for event in ijson.parse(self, multiple_values=lines, use_float=True, buf_size=_CHUNK):
            self._last_event = self._size
            if len(event[0]) > _DEEPEST:
                raise self.wrong("values are nested too deeply, or their keys are too long")
            yield event

    def items(self, place: str) -> Iterator[Any]:
        """Yield each value of the list at ``place``, as ijson names it, or each of JSON Lines.
        Raises InputError if one is too large.
        """
        return self._bounded(ijson.items(self.events(), "" if self.has_lines() else place))

    def pairs(self, place: str) -> Iterator[tuple[str, Any]]:
        """As :meth:`items`, with the key of each value in the object at ``place``."""
        return self._bounded(ijson.kvitems(self.events(), place))

    def keep(self, text: str) -> None:
        """Count the name of a card, or a ruling, that stays in memory.

        Raises InputError if all together are too much.
        """
        self._kept += sys.getsizeof(text) + _BESIDE_TEXT
        if self._kept > _MOST_KEPT:
            raise self.wrong(f"more cards and rulings than {_MOST_KEPT >> 20} MB of memory hold")

    def leave_out(self, fault: str) -> None:
        """Warn that an object of the line that was read last has this ``fault``."""
        self._first_fault = self._first_fault or self.wrong(fault)
        self._left_out += 1
        if self._left_out <= _MOST_NAMED:
            self._warn(f"{fault}; it is left out")

    def nothing_read(self, what: str) -> InputError:
        """Return the error of a file that has no ``what``: its first fault, if it has one."""
        return self._first_fault or self.wrong(f"no {what} in this file")

    def wrong(self, message: str, hint: str = "") -> InputError:
        """Return the error that says what is wrong in the line that was read last."""
        return refusal(Place(self.path, self.line), message, hint or self.expected)

    def unreadable(self, failure: Exception) -> InputError:
        """Return the error of a file that cannot be unpacked or parsed.

        ijson shows the place on further lines, and sometimes gives bytes.
        """
        what = str(failure).removeprefix("b'").split("\\n", 1)[0].splitlines()[0].strip()
        if isinstance(failure, EOFError) or "EOF" in what:
            return self.wrong("the file is cut off", "download it again")
        if isinstance(failure, ijson.JSONError):
            return self.wrong(f"not valid JSON ({what})")
        return self.wrong(f"cannot be unpacked ({what})", "download it again")

    def close(self) -> None:
        """Close the file, and say how many objects are left out without a warning."""
        if self._left_out > _MOST_NAMED:
            self._warn(f"{self._left_out - _MOST_NAMED} further objects are left out")
        self._file.close()

    def _warn(self, message: str) -> None:
        hint = "all others are read; a newer file may be whole"
        self._problems.append(warning(Place(self.path, self.line), message, hint))

    def _bounded(self, values: Iterator[_Value]) -> Iterator[_Value]:
        self._last_value = self._size
        for value in values:
            self._last_value = self._size
            yield value


@contextlib.contextmanager
def opened(
    path: Path, expected: str, problems: list[Problem], progress: Bytes = lambda *_: None
) -> Iterator[Stream]:
    """Open the file as a stream. A fault found during reading raises InputError with its line.

    ``expected`` says which files can be given, for a hint. ``problems`` get what is left out.
    """
    if path.exists() and not path.is_file():
        raise refusal(Place(str(path)), "cannot be read (not a file)", expected)
    try:
        stream = Stream(path, expected, progress, problems)
    except OSError as failure:
        raise refusal(Place(str(path)), f"cannot be read ({failure.strerror})") from failure
    with contextlib.closing(stream):
        try:
            yield stream
        except (ijson.JSONError, EOFError, OSError, zlib.error) as failure:
            raise stream.unreadable(failure) from failure


def as_oracle_id(said: str) -> str | None:
    """Return an id if it has the form of Scryfall's, else None."""
    return said if _ID.fullmatch(said) else None


def text(data: object, key: str) -> str:
    """Return the text at ``key``, or an empty one if ``data`` is not an object or lacks it."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""


def objects(data: object, key: str) -> list[dict[str, Any]]:
    """Return the objects of the list at ``key``, or none if there is no such list."""
    values = data.get(key) if isinstance(data, dict) else None
    return (
        [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []
    )
