"""Reads a document with the repository's facts and languages, as a file of the set ``lam``; and
compares what comes out with a file.
"""

import os
from pathlib import Path

from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem
from rulebinder.reading import document
from rulebinder.reading.detection import Overrides
from rulebinder.system.files import DISK
from site_tests import sites


def attempt(
    data: bytes | str, name: str, set_code: str | None = "lam"
) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Return the release notes in a document, or None, and its problems."""
    encoded = data.encode() if isinstance(data, str) else data
    return document.read(encoded, name, sites.content(), Overrides(set_code=set_code))


def read(data: bytes | str, name: str = "lam.en.md") -> tuple[ReleaseNotes, list[Problem]]:
    """Return the release notes in a document that can be read, and its problems."""
    notes, problems = attempt(data, name)
    assert notes is not None, [str(problem) for problem in problems]
    return notes, problems


def assert_golden(path: Path, text: str) -> None:
    """Compare a text with that of a file. ``RULEBINDER_UPDATE_GOLDEN=1`` writes the file; read it
    before you commit it.
    """
    if os.environ.get("RULEBINDER_UPDATE_GOLDEN"):
        DISK.write(path, text)
    assert text == path.read_text("utf-8")
