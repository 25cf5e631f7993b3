"""The five real documents, measured against what people found in them.

The figures are minimums in per cent: they may only rise. Where the documents are absent, see the
fixture ``release_notes_dir``. No correction is applied, so that it is the reading that is measured.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

import pytest

from rulebinder.notes import ReleaseNotes, Unread
from rulebinder.reading import accounting
from rulebinder.reading.formats import conversion
from site_tests.reading.expected import (
    Entry,
    Expected,
    from_facts,
    from_lines,
    from_notes,
    from_record,
)
from site_tests.reading.reader import attempt

_T = TypeVar("_T")


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
    """What was read of a document, and what should have been."""

    document: Document
    text: str
    notes: ReleaseNotes
    expected: Expected

    @functools.cached_property
    def found(self) -> Expected:
        return from_notes(self.notes, by_line=self.document.told_by == "lines")

    def pairs(self) -> list[tuple[Entry, Entry]]:
        """Every expected card with the one that was read; with an empty one where none was."""
        read = {entry.key: entry for entry in (*self.found.examples, *self.found.cards)}
        read_cards = {entry.key: entry for entry in self.found.cards}
        examples = [(entry, read.get(entry.key, Entry(""))) for entry in self.expected.examples]
        return examples + [
            (entry, read_cards.get(entry.key, Entry(""))) for entry in self.expected.cards
        ]


@pytest.fixture(scope="module", params=DOCUMENTS, ids=lambda document: document.file)
def case(request, release_notes_dir):
    document: Document = request.param
    data = (release_notes_dir / document.file).read_bytes()
    notes, problems = attempt(data, document.file, None)
    assert notes is not None, [str(problem) for problem in problems]
    text, _ = conversion.to_text(data, document.file)
    assert isinstance(text, str)
    return Case(document, text, notes, _expected(document, text, release_notes_dir))


def _expected(document: Document, text: str, folder: Path) -> Expected:
    if document.told_by == "lines":
        return from_lines(document.name, text)
    if document.told_by == "facts":
        return from_facts(document.name)
    record = folder.parent / "gold" / f"{document.name}.json"
    if not record.is_file():
        pytest.skip(f"{record}: no record of this document here")
    return from_record(record)


def per_cent(right: Iterable[bool]) -> float:
    """How many are right, in per cent."""
    each = list(right)
    return 100 * sum(each) / len(each)


def wrong(differences: Iterable[object]) -> str:
    """The first differences, one a line, for the message of a failure."""
    return "\n".join(str(each) for each in list(differences)[:20])


def test_every_card_is_found_and_none_is_invented(case):
    for found, expected in (
        (case.found.cards, case.expected.cards),
        (case.found.examples, case.expected.examples),
    ):
        if expected:
            assert Counter(entry.key for entry in found) == Counter(entry.key for entry in expected)


def test_sections_and_their_counts(case):
    found = [_section(case, entry) for entry in case.found.sections]
    assert found == [_section(case, entry) for entry in case.expected.sections]


def _section(case: Case, entry: Entry) -> Sequence[object]:
    """What must be the same of a section: in a record no paragraphs are counted, and only position
    files of lines tell rulings apart.
    """
    paragraphs = () if case.document.told_by == "record" else entry.paragraphs
    rulings = entry.rulings if case.document.told_by == "lines" else len(entry.rulings)
    return [entry.key, entry.word, paragraphs, rulings, entry.rules]


def test_faces(case):
    pairs = [
        (face, read)
        for want, have in case.pairs()
        for face, read in _aligned(want.faces, have.faces)
    ]
    assert per_cent(face == read for face, read in pairs) >= 99, wrong(
        pair for pair in pairs if pair[0] != pair[1]
    )


def test_layouts(case):
    pairs = [(want.key, want.word, have.word) for want, have in case.pairs() if want.word]
    assert per_cent(want == have for _, want, have in pairs) >= 99, wrong(
        pair for pair in pairs if pair[1] != pair[2]
    )


def test_paragraphs_of_rules_text(case):
    pairs = [
        (want.key, *pair)
        for want, have in case.pairs()
        for pair in _aligned(want.paragraphs, have.paragraphs)
    ]
    known = [(key, count, read) for key, count, read in pairs if count is not None]
    right = per_cent(count == read for _, count, read in known)
    assert right >= case.document.paragraphs, wrong(pair for pair in known if pair[1] != pair[2])


def test_rulings_in_place(case):
    pairs = [
        (want.key, *pair)
        for want, have in case.pairs()
        for pair in _aligned(want.rulings, have.rulings)
    ]
    right = per_cent(want in (have, "") and have is not None for _, want, have in pairs)
    assert right >= case.document.rulings, wrong(pair for pair in pairs if pair[1] != pair[2])


@pytest.mark.parametrize(
    "case", [each for each in DOCUMENTS if each.told_by == "facts"], indirect=True
)
def test_quoted_rules_of_cards(case):
    assert any(want.rules for want, _ in case.pairs())
    assert [(want.key, want.rules) for want, _ in case.pairs()] == [
        (want.key, have.rules) for want, have in case.pairs()
    ]


def test_no_word_is_lost_and_none_gained(case):
    source = accounting.count_page_tokens(case.text)
    assert not source - accounting.count_text_tokens(accounting.all_texts(case.notes))
    title = accounting.count_tokens(case.notes.title)  # the preamble may have it, too
    assert not accounting.count_text_tokens(accounting.all_texts(case.notes)) - title - source


def test_nothing_is_unread(case):
    bodies = chain(
        (section.body for section in case.notes.sections),
        (entry.body for entry in case.notes.cards),
    )
    unread = [block.text for block in chain.from_iterable(bodies) if isinstance(block, Unread)]
    assert not unread, wrong(unread)


def test_rulings_of_a_divided_page_without_known_bullets(release_notes_dir):
    def rulings(text):
        notes, _ = attempt(text, "dgm.fr.txt", None)
        assert notes is not None
        return Counter(
            (entry.card.name, each.text) for entry in notes.cards for each in entry.rulings
        )

    text = (release_notes_dir / "dgm.fr.txt").read_text("utf-8")
    printed = rulings(text)
    for bullet in ("", "– ", "o ", "・", "■ "):
        without = rulings(re.sub(r"(?m)^\* ", bullet, text))
        assert (printed & without).total() >= 0.97 * printed.total(), bullet
        assert without.total() <= printed.total(), bullet


def _aligned(want: Sequence[_T], have: Sequence[_T]) -> list[tuple[_T, _T | None]]:
    """Each wanted value with the one read in its place, or None."""
    return [(each, have[at] if at < len(have) else None) for at, each in enumerate(want)]
