"""Bulk files of cards or rulings, read as a stream: one object at a time, with the line of each
fault, plain or gzipped.
"""

from __future__ import annotations

import contextlib
import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ijson

from ...problems import InputError, Place, error

Bytes = Callable[[int, int], None]
"""Called with how many bytes are read, and how many there are."""

CHUNK = 1 << 12
"""How many bytes a parser takes at once."""
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_STEP = 1 << 20
"""How many bytes lie between two calls of a Bytes."""
_DEEPEST = 1_000
"""How many brackets may be open at once: the parser's memory grows with their square."""
_LONGEST = 1 << 20
"""How many bytes may lie between two quotation marks: the parser keeps a text whole."""
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Stream:
    """A file as ijson reads it: a line at a time at most, so that a problem has its line."""

    def __init__(self, path: Path, expected: str, progress: Bytes) -> None:
        self.expected = expected
        self.path = str(path)
        self.line = 1
        self._next_line = 1
        self._open = 0
        self._unquoted = 0
        self._progress = progress
        self._total = path.stat().st_size
        self._reported = 0
        self._file = path.open("rb")
        zipped = self._file.peek(2)[:2] == _GZIP
        #  Closed with the stream.
        self._lines = gzip.open(self._file) if zipped else self._file  # noqa: SIM115

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` bytes of at most one line, or nothing at the end."""
        data = self._lines.readline(size)
        if data and self._next_line == 1:
            data = data.removeprefix(_BOM) or self._lines.readline(size)
        if data:
            self.line = self._next_line
            self._next_line += data.endswith(b"\n")
            # Brackets in texts count too, but those come in pairs.
            self._open += data.count(b"[") + data.count(b"{") - data.count(b"]") - data.count(b"}")
            if self._open > _DEEPEST:
                raise self.wrong("values are nested too deeply")
            self._unquoted = (
                len(data) - data.rindex(b'"') if b'"' in data else self._unquoted + len(data)
            )
            if self._unquoted > _LONGEST:
                raise self.wrong("a text or a number without end")
        self._tell(finished=not data and size != 0)
        return data

    def wrong(self, message: str) -> InputError:
        """Return the error that says what is wrong in the line that was read last."""
        return InputError(error(Place(self.path, self.line), message, self.expected))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _tell(self, *, finished: bool) -> None:
        done = self._total if finished else self._file.tell()
        if finished or done - self._reported >= _STEP:
            self._reported = done
            self._progress(done, self._total)


@contextlib.contextmanager
def opened(path: Path, expected: str, progress: Bytes = lambda *_: None) -> Iterator[Stream]:
    """Open the file as a stream. A fault found during reading raises InputError with its line.

    ``expected`` says which files can be given, for a hint.
    """
    if path.exists() and not path.is_file():
        raise InputError(error(Place(str(path)), "cannot be read (not a file)", expected))
    try:
        stream = Stream(path, expected, progress)
    except OSError as failure:
        raise InputError(
            error(Place(str(path)), f"cannot be read ({failure.strerror})")
        ) from failure
    with contextlib.closing(stream):
        try:
            yield stream
        except ijson.JSONError as failure:
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
    value = data.get(key) if isinstance(data, dict) else None
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
