"""Each document in ``golden/`` and ``cases/`` is read and compared with what is beside it.

A new case is two files: the document, and ``<same name>.yml``, its structured form with its
problems below. ``RULEBINDER_UPDATE_GOLDEN=1`` writes the second one; read it before you commit it.
``golden/`` has documents as they were published, ``cases/`` what one of them may have that is odd.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebinder.reading import saved_notes
from rulebinder.system.files import DISK
from site_tests.reading.reader import read

GOLDEN = Path(__file__).parent / "golden"
CASES = GOLDEN.with_name("cases")
DOCUMENTS, ODD = (
    sorted(path for path in folder.rglob("*.*") if path.suffix in (".txt", ".md", ".html"))
    for folder in (GOLDEN, CASES)
)


@pytest.mark.parametrize("document", DOCUMENTS + ODD, ids=lambda path: path.name)
def test_is_read_as_its_structured_form_says(document):
    notes, problems = read(document.read_bytes(), document.name)
    result = saved_notes.dump(notes) + "".join(f"# {problem}\n" for problem in problems)
    expected = document.with_suffix(".yml")
    if os.environ.get("RULEBINDER_UPDATE_GOLDEN"):
        DISK.write(expected, result)
    assert result == expected.read_text("utf-8")
