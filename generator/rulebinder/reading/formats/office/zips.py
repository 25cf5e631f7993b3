"""The zips that Word and OpenDocument documents are: opened only if they unpack to a size that fits theirs."""

from __future__ import annotations

import io
import zipfile

BEGINNING = b"PK\x03\x04"
LEAST_UNPACKED, MOST_TIMES_UNPACKED, MOST_UNPACKED = 2 << 20, 32, 64 << 20
"""How many bytes the texts in a zip may have together when they are unpacked: so many, and so many times its size."""


class TooLargeError(Exception):
    """The texts in a zip are far larger than its size allows; the message says how large."""


def opened(data: bytes) -> zipfile.ZipFile:
    """Return the zip. Raises TooLargeError, and what a broken one makes zipfile raise."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    # What a part says of its size is all that is read of it.
    unpacked = sum(part.file_size for part in archive.infolist() if part.filename.endswith((".xml", ".rels")))
    if unpacked > min(LEAST_UNPACKED + MOST_TIMES_UNPACKED * len(data), MOST_UNPACKED):
        size = f"{unpacked >> 20} MB together when they are unpacked"
        raise TooLargeError(f"its parts have {size}: far more than its size allows")
    return archive
