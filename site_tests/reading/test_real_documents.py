"""The five real documents, measured against what people found in them.

The figures are minimums in per cent: they may only rise. Where the documents are absent, see the
fixture ``release_notes_dir``. No correction is applied, so that it is the reading that is measured.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

from rulebinder.notes import ReleaseNotes, Unread
from rulebinder.reading import accounting
from rulebinder.reading.formats import conversion
from site_tests.reading.expected import Facts, from_facts, from_lines, from_notes, from_record
from site_tests.reading.reader import attempt, read


@dataclass(frozen=True)
class Document:
    """A real document, what says what it holds, and how much of it must be right."""

    file: str
    told_by: str
    """``lines`` or ``facts``, a position file; or ``record``, a file beside the documents."""
    rulings: float = 99.5
    paragraphs: float = 98.0

    @property
    def name(self) -> str:
        return self.file.rsplit(".", maxsplit=1)[0]


DOCUMENTS = (
    Document("mh3.en.txt", "lines", rulings=96.0),
    Document("tsr.es.md", "lines"),
    Document("pip.en.md", "record"),
    Document("dgm.fr.txt", "record"),
    Document("fut.en.txt", "facts", paragraphs=94.0),
)


@dataclass(frozen=True)
class Case:
    """What was read of a document, and the facts that should be in it."""

    document: Document
    text: str
    notes: ReleaseNotes
    expected: Facts
    read: Facts


@pytest.fixture(scope="module", params=DOCUMENTS, ids=lambda document: document.file)
def case(request, release_notes_dir):
    document: Document = request.param
    data = (release_notes_dir / document.file).read_bytes()
    notes, problems = attempt(data, document.file, None)
    assert notes is not None, [str(problem) for problem in problems]
    text, _ = conversion.to_text(data, document.file)
    assert isinstance(text, str)
    read = from_notes(notes, by_line=document.told_by == "lines")
    return Case(document, text, notes, _expected(document, text, release_notes_dir), read)


def _expected(document: Document, text: str, folder: Path) -> Facts:
    if document.told_by == "lines":
        return from_lines(document.name, text)
    if document.told_by == "facts":
        return from_facts(document.name)
    record = folder.parent / "gold" / f"{document.name}.json"
    if not record.is_file():
        pytest.skip(f"{record}: no record of this document here")
    return from_record(record)


@pytest.mark.parametrize("kind", ["section", "example", "card"])
def test_every_entry_is_found_and_none_is_invented(kind, case):
    read, expected = (
        list(dict.fromkeys(fact.key for fact in facts if fact.kind == kind))
        for facts in (case.read, case.expected)
    )
    assert read == expected or (kind == "example" and not expected)


def test_sections_are_read_as_people_found_them(case):
    expected = {fact: value for fact, value in case.expected.items() if fact.kind == "section"}
    kinds = {fact.what for fact in expected}
    read = {
        fact: "" if expected.get(fact) == "" else value
        for fact, value in case.read.items()
        if fact.kind == "section" and fact.what in kinds
    }
    assert read == expected


def test_cards_are_read_as_people_found_them(case):
    least = {
        "face": 99,
        "word": 99,
        "paragraphs": case.document.paragraphs,
        "ruling": case.document.rulings,
        "rules": 100,
    }
    for what, per_cent in least.items():
        expected = [
            (fact, value, case.read.get(fact))
            for fact, value in case.expected.items()
            if fact.what == what and fact.kind != "section" and (value or what != "word")
        ]
        wrong = [
            (fact, value, read)
            for fact, value, read in expected
            if read is None or value not in (read, "")
        ]
        assert 100 * len(wrong) <= (100 - per_cent) * len(expected), wrong[:20]


def test_no_word_is_lost_and_none_gained(case):
    source = accounting.count_page_tokens(case.text)
    assert not source - accounting.count_text_tokens(accounting.list_texts(case.notes))
    title = accounting.count_tokens(case.notes.title)  # the preamble may have it, too
    assert not accounting.count_text_tokens(accounting.list_texts(case.notes)) - title - source


def test_nothing_is_unread(case):
    bodies = chain(
        (section.body for section in case.notes.sections),
        (entry.body for entry in case.notes.cards),
    )
    unread = [block.text for block in chain.from_iterable(bodies) if isinstance(block, Unread)]
    assert unread == []


def test_rulings_of_a_divided_page_are_found_without_bullets(release_notes_dir):
    text = (release_notes_dir / "dgm.fr.txt").read_text("utf-8")
    printed, without = (
        Counter(
            (entry.card.name, ruling.text)
            for entry in read(page, "dgm.fr.txt")[0].cards
            for ruling in entry.rulings
        )
        for page in (text, re.sub(r"(?m)^\* ", "", text))
    )
    assert (printed & without).total() >= 0.97 * printed.total()
    assert without.total() <= printed.total()
