"""Bulk files of cards or rulings, read as a stream: one object at a time, with the line of each
fault, plain or gzipped.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import ijson

from ...problems import InputError, Place, Problem, error, warning

_Value = TypeVar("_Value")

Bytes = Callable[[int, int], None]
"""Called with how many bytes are read, and how many there are."""

CHUNK = 1 << 14
"""How many bytes a parser takes at once."""
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_STEP = 1 << 20
"""How many bytes lie between two calls of a Bytes."""
_DEEPEST, _LONGEST_KEY = 32, 1 << 9
"""How many lists and objects may be open at once, and how many letters a key may have: the parser
joins the keys that lead to each value.
"""
_LARGEST = 1 << 20
"""How many bytes a card or a ruling may have: the parser keeps them whole."""
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
_STEPS = {"start_map": 1, "start_array": 1, "end_map": -1, "end_array": -1}
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class _Guard:
    """Looks at JSON before it becomes values, for what takes far more memory or time than its
    size.
    """

    def __init__(self) -> None:
        self._open = 0
        """How many lists and objects are open."""
        self._events = ijson.sendable_list()
        self._parser = ijson.basic_parse_coro(self._events, use_float=True)

    def fault(self, data: bytes) -> str:
        """Return what is wrong with the next bytes, or an empty text."""
        self._parser.send(data)
        for event, value in self._events:
            self._open += _STEPS.get(event, 0)
            if self._open > _DEEPEST:
                return "values are nested too deeply"
            if event == "map_key" and len(value) > _LONGEST_KEY:
                return f"a key of more than {_LONGEST_KEY} bytes"
        self._events.clear()
        return ""


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
        self._guard = _Guard()
        self._value: int | None = None
        """How many bytes of a value are read, if values are read whole."""
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
        self._block = io.BytesIO()
        """Those of them that are unpacked together."""

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes of at most one line, or nothing at the end."""
        data = self._block.readline(size)
        if len(data) < size and not data.endswith(b"\n"):
            self._block = io.BytesIO(self._next_block())
            data += self._block.readline(size - len(data))
        if data:
            self.line = self._next_line
            self._next_line += data.endswith(b"\n")
            if fault := self._guard.fault(data):
                raise self.wrong(fault)
        return data

    def items(self, place: str) -> Iterator[Any]:
        """Yield each value of the list at ``place``, as ijson names it. Raises InputError if one is
        too large.
        """
        return self._bounded(ijson.items(self, place, use_float=True, buf_size=CHUNK))

    def pairs(self, place: str) -> Iterator[tuple[str, Any]]:
        """As :meth:`items`, with the key of each value in the object at ``place``."""
        return self._bounded(ijson.kvitems(self, place, use_float=True, buf_size=CHUNK))

    def keep(self, text: str) -> None:
        """Count the name of a card, or a ruling, that stays in memory.

        Raises InputError if all together are too much, or far more than the size of the file.
        """
        if self._size > self._most_unpacked:
            raise self.wrong("it unpacks to far more than its size allows")
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

    def wrong(self, message: str) -> InputError:
        """Return the error that says what is wrong in the line that was read last."""
        return InputError(error(Place(self.path, self.line), message, self.expected))

    def close(self) -> None:
        """Close the file, and say how many objects are left out without a warning."""
        if self._left_out > _MOST_NAMED:
            self._warn(f"{self._left_out - _MOST_NAMED} further objects are left out")
        self._file.close()

    def _warn(self, message: str) -> None:
        hint = "all others are read; a newer file may be whole"
        self._problems.append(warning(Place(self.path, self.line), message, hint))

    def _bounded(self, values: Iterator[_Value]) -> Iterator[_Value]:
        self._value = 0
        for value in values:
            self._value = 0
            yield value

    def _next_block(self) -> bytes:
        """Return the next bytes, or nothing at the end. Raises InputError if a value has too many
        of them.
        """
        data = self._unpacked.read1(CHUNK)
        if not self._size:
            data = data.removeprefix(_BOM) or self._unpacked.read1(CHUNK)
        self._tell(finished=not data)
        self._size += len(data)
        if self._value is not None:
            self._value += len(data)
            if self._value > _LARGEST:
                raise self.wrong(f"a value of more than {_LARGEST >> 20} MB, as no card has")
        return data

    def _tell(self, *, finished: bool) -> None:
        done = self._total if finished else self._file.tell()
        if finished or done - self._reported >= _STEP:
            self._reported = done
            self._progress(done, self._total)


@contextlib.contextmanager
def opened(
    path: Path, expected: str, problems: list[Problem], progress: Bytes = lambda *_: None
) -> Iterator[Stream]:
    """Open the file as a stream. A fault found during reading raises InputError with its line.

    ``expected`` says which files can be given, for a hint. ``problems`` get what is left out.
    """
    if path.exists() and not path.is_file():
        raise InputError(error(Place(str(path)), "cannot be read (not a file)", expected))
    try:
        stream = Stream(path, expected, progress, problems)
    except OSError as failure:
        raise InputError(
            error(Place(str(path)), f"cannot be read ({failure.strerror})")
        ) from failure
    with contextlib.closing(stream):
        try:
            yield stream
        except (ijson.JSONError, ValueError) as failure:
            raise _broken(stream, str(failure)) from failure
        except EOFError as failure:
            raise InputError(
                error(Place(stream.path, stream.line), "the file is cut off", "download it again")
            ) from failure
        except (zlib.error, OSError) as failure:
            raise InputError(
                error(
                    Place(stream.path, stream.line),
                    f"cannot be unpacked ({failure})",
                    "download it again",
                )
            ) from failure


def _broken(stream: Stream, said: str) -> InputError:
    """Return the reason of an ijson error. ijson shows the place on further lines, and sometimes
    gives bytes.
    """
    what = said.removeprefix("b'").split("\\n", 1)[0].splitlines()[0].strip()
    place = Place(stream.path, stream.line)
    if "EOF" in what:
        return InputError(error(place, "the JSON is cut off", "download the file again"))
    return InputError(error(place, f"not valid JSON ({what})", stream.expected))


def as_oracle_id(said: str) -> str | None:
    """Return an id if it has the form of Scryfall's, else None."""
    return said if _ID.fullmatch(said) else None


def text(data: object, key: str) -> str:
    """Return the text at ``key``, or an empty one if ``data`` is no object or has no text there."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""


def objects(data: object, key: str) -> list[dict[str, Any]]:
    """Return the objects of the list at ``key``, or none if there is no such list."""
    return [value for value in values_at(data, key) if isinstance(value, dict)]


def values_at(data: object, key: str) -> list[Any]:
    """Return the values of the list at ``key``, or none if there is no such list."""
    values = data.get(key) if isinstance(data, dict) else None
    return values if isinstance(values, list) else []
