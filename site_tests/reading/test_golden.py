"""Each document in ``golden/`` is read and compared with its structured form beside it.

A new case is two files: the document, and ``<same name>.yml``. ``RULEBINDER_UPDATE_GOLDEN=1``
writes the second one; read it before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebinder.reading import saved_notes
from rulebinder.system.files import DISK
from site_tests.reading.reader import read

GOLDEN = Path(__file__).parent / "golden"
DOCUMENTS = sorted(path for path in GOLDEN.iterdir() if path.suffix in (".txt", ".md", ".html"))


@pytest.fixture(params=DOCUMENTS, ids=lambda path: path.name)
def document(request):
    path: Path = request.param
    return path


def test_is_read_as_its_structured_form_says(document):
    notes, _ = read(document.read_bytes(), document.name)
    expected = document.with_suffix(".yml")
    if os.environ.get("RULEBINDER_UPDATE_GOLDEN"):
        DISK.write(expected, saved_notes.dump(notes))
    assert saved_notes.dump(notes) == expected.read_text("utf-8")


def test_the_language_is_told_from_the_words(document):
    notes, _ = read(document.read_bytes(), "unnamed")
    assert notes.lang == document.stem.rsplit(".", maxsplit=1)[-1]
