"""Each document in ``golden/`` and ``cases/`` is read and compared with what is beside it.

A new case is two files: the document, and ``<same name>.yml``, its structured form with its
problems below. ``RULEBINDER_UPDATE_GOLDEN=1`` writes the second one; read it before you commit it.
``golden/`` has documents as they were published, ``cases/`` what one of them may have that is odd.
"""

from pathlib import Path

import pytest

from rulebinder.reading import saved_notes
from site_tests.reading.reader import assert_golden, read

GOLDEN = Path(__file__).parent / "golden"
CASES = GOLDEN.with_name("cases")
DOCUMENTS = [
    path
    for folder in (GOLDEN, CASES)
    for path in sorted(folder.rglob("*.*"))
    if path.suffix in (".txt", ".md", ".html")
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_is_read_as_its_structured_form_says(document):
    notes, problems = read(document.read_bytes(), document.name)
    result = saved_notes.dump(notes) + "".join(f"# {problem}\n" for problem in problems)
    assert_golden(document.with_suffix(".yml"), result)
