"""The zips that Word documents are: read only if they unpack to a size that fits theirs, and have
no entities.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import IO, Never
from xml.parsers import expat

BEGINNING = b"PK\x03\x04"
LEAST_UNPACKED, MOST_TIMES_UNPACKED, MOST_UNPACKED = 2 << 20, 32, 64 << 20
"""How many bytes the texts in a zip may have together when they are unpacked: so many, and so many
times its size.
"""
_TEXTS = (".xml", ".rels")
_PARTS = re.compile(r"(?!customXml/).*\.(?:xml|rels)", re.IGNORECASE)
"""What is read as XML. In ``customXml`` there is what other programs put into a document."""
_STEP = 4096
"""How many bytes of a part are looked at together."""


class TooLargeError(Exception):
    """The texts in a zip are far larger than its size allows; the message says how large."""


class _Begun(Exception):  # noqa: N818 -- it is no error
    """The first element of a part begins: no document type can follow."""


def check(data: bytes) -> None:
    """Raise what keeps a zip from being read.

    Raises TooLargeError, ValueError if a part that is read as XML declares a document type, and
    what a broken zip makes zipfile raise.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        # What a part says of its size is all that is read of it.
        unpacked = sum(_weight(part) for part in archive.infolist())
        if unpacked > min(LEAST_UNPACKED + MOST_TIMES_UNPACKED * len(data), MOST_UNPACKED):
            size = f"{unpacked >> 20} MB together when they are unpacked"
            raise TooLargeError(f"its parts have {size}: far more than its size allows")
        for part in filter(lambda part: _PARTS.fullmatch(part.filename), archive.infolist()):
            with archive.open(part) as stream:
                _refuse_types(stream)


def _weight(part: zipfile.ZipInfo) -> int:
    """Return the bytes of a part that count.

    Pictures may be large, but hardly grow; what grows may be a text of any name.
    """
    return (
        part.file_size
        if part.filename.endswith(_TEXTS)
        else max(0, part.file_size - part.compress_size)
    )


def _refuse_types(part: IO[bytes]) -> None:
    """Raise ValueError if a part declares a document type, whose entities could unpack to
    anything.
    """
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refused
    parser.StartElementHandler = _begun
    try:
        while step := part.read(_STEP):
            parser.Parse(step)
    except (_Begun, expat.ExpatError):  # a broken part is refused by who reads it
        return


def _refused(*_: object) -> Never:
    raise ValueError("its XML declares a document type")


def _begun(*_: object) -> Never:
    raise _Begun
