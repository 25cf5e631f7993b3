"""Each document in ``golden/`` is read and compared with its structured form beside it.

A new case is two files: the document, and ``<same name>.yml``. ``RULEBINDER_UPDATE_GOLDEN=1``
writes the second one; read it before you commit it.
"""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.reading.formats import conversion
from rulebinder.reading.notation.spellings import UNSPACED
from rulebinder.reading.patterns import Patterns
from rulebinder.reading.structured import yaml_form
from rulebinder.system.files import DISK
from site_tests.reading.reader import read

GOLDEN = Path(__file__).parent / "golden"
DOCUMENTS = sorted(path for path in GOLDEN.iterdir() if path.suffix in (".txt", ".md", ".html"))


def words(text: str) -> Counter[str]:
    """The words of a text, letters and digits only; letter by letter if they may be mana, or have
    no spaces between them.
    """
    text = re.sub(r"\{o(?=\d)", "{", text.casefold()).replace("_", " ")
    found: Counter[str] = Counter()
    for word in re.findall(r"\w+", text):
        found.update(
            word if re.fullmatch(r"[\dwubrgcxp]+", word) or UNSPACED.search(word) else [word]
        )
    return found


@pytest.fixture(params=DOCUMENTS, ids=lambda path: path.name)
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_is_read_as_its_structured_form_says(document: Path) -> None:
    notes, _ = read(document.read_bytes(), document.name)
    expected = document.with_suffix(".yml")
    if os.environ.get("RULEBINDER_UPDATE_GOLDEN"):
        DISK.write(expected, yaml_form.dump(notes))
    assert yaml_form.dump(notes) == expected.read_text("utf-8")


def test_loses_no_word(document: Path, languages: Languages) -> None:
    data = document.read_bytes()
    notes, _ = read(data, document.name)
    converted, _ = conversion.to_text(data, document.name)
    assert isinstance(converted, str)
    source = re.sub(
        r"(?m)^(?:\d{4}\w?_\w+: .*|</[^/\s]+/\S*>|\[(?:_metadata_|Link to|\d+\]:).*|Link to Wayback"
        r" Machine)$",
        "",
        converted,
    )
    source = html.unescape(
        re.sub(r"\]\([^)]*\)", "]", re.sub(r"</?(?:a|br|i)\b[^<>]*>", " ", source))
    )
    patterns = Patterns(languages[notes.lang], ())
    halves = {
        face.name
        for entry in notes.cards
        if entry.card.layout == "split"
        for face in entry.card.faces
    }  # a page may print them again above their rules texts
    source = "\n".join(
        patterns.with_english_letters(line) for line in source.split("\n") if line not in halves
    )
    lost = words(source) - words(yaml_form.dump(notes))
    assert not lost, f"lost: {dict(lost)}"


def test_the_language_is_told_from_the_words(document: Path) -> None:
    notes, _ = read(document.read_bytes(), "unnamed")
    assert notes.lang == document.stem.rsplit(".", maxsplit=1)[-1]
