"""Mentions in 200 rulings of the real documents, compared with labels that a person made.

The labels are in ``mentions/<set>.<lang>.tsv``, as positions and ids, without any text. A line has
a ruling's id and a hash of its words. For each mention that a reader would want to follow, it also
has the start and end in ``Text.plain()``, the kind and the target. A ruling without mentions is a
line of two columns. The rulings were drawn at random before anyone saw the results of the program:
forty for each document, ten of them notes of sections. These count as mentions:

- a card of the library, but not the page's own; a section; a rule; another document;
- a mechanic of the catalogue if the text means it, but not the subject of the section, and not the
  words that a third of all
rulings have: to sacrifice, to copy, to cast, to exile and other plain actions, priority, the stack,
mana value, a +1/+1 counter, a planeswalker, face down as an adverb, a creature type or a land type;
- only the first of several mentions of a thing in a paragraph.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebinder.library import DocumentNotes, Library, Note
from rulebinder.text import Corrected, Dated, Emphasis, Link, Mention, Span, Symbol, Text

LABELS = Path(__file__).parent / "mentions"
PRECISION = 99.0
RECALL = 95.0


@dataclass(frozen=True)
class Marked:
    """A mention at its place in a ruling's plain text."""

    start: int
    end: int
    kind: str
    target: str

    def is_found(self, others: Iterable[Marked]) -> bool:
        """Return whether one of ``others`` overlaps or touches this mention and has the same
        target.
        """
        return any(
            (self.kind, self.target) == (each.kind, each.target)
            and self.start < each.end
            and each.start < self.end
            for each in others
        )


@dataclass(frozen=True)
class Labelled:
    """A ruling and its labels."""

    document: str
    id: str
    text_hash: str
    marked: tuple[Marked, ...]


def labels() -> list[Labelled]:
    """Return every labelled ruling, in the order of the files."""
    read: list[Labelled] = []
    for path in sorted(LABELS.glob("*.tsv")):
        rows: dict[tuple[str, str], list[Marked]] = {}
        with path.open(encoding="utf-8", newline="") as file:
            for ruling, text_hash, *mention in csv.reader(file, delimiter="\t"):
                marked = rows.setdefault((ruling, text_hash), [])
                if mention:
                    marked.append(Marked(int(mention[0]), int(mention[1]), mention[2], mention[3]))
        read += [
            Labelled(path.stem, ruling, text_hash, tuple(marked))
            for (ruling, text_hash), marked in rows.items()
        ]
    return read


def mentions(text: Text) -> list[Marked]:
    """Return the mentions of a text at their positions in its plain text."""
    found: list[Marked] = []
    at = 0
    for number, spans in enumerate(text.paragraphs):
        at += 2 if number else 0
        for span in spans:
            at = _walk(span, at, found)
    return found


def _walk(span: Span, at: int, found: list[Marked]) -> int:
    match span:
        case Emphasis(inner) | Link(inner, _) | Dated(inner):
            for each in inner:
                at = _walk(each, at, found)
            return at
        case Symbol(code):
            return at + len(code) + 2
        case Mention(kind, target, text):
            found.append(Marked(at, at + len(text), kind, target))
            return at + len(text)
        case Corrected(text):
            return at + len(text)
        case _:
            return at + len(span.text)


def measure(library: Library, labelled: Iterable[Labelled]) -> tuple[float, float, tuple[str, ...]]:
    """Compare the library's mentions with the labels.

    Return how many of a hundred mentions are right, how many of a hundred labels are met, and the
    differences, which contain only ids and positions.
    """
    by_hash = {
        f"{each.notes.set_code}.{each.notes.lang}": _by_hash(each) for each in library.documents()
    }
    found = right = marked = met = 0
    differences: list[str] = []
    for ruling in labelled:
        notes = by_hash[ruling.document].get(ruling.text_hash, [])
        assert notes, (
            f"{ruling.document}: the words of {ruling.id} are read otherwise than when they were"
            " labelled"
        )
        have = mentions(_closest(notes, ruling.id).text)
        wrong = [each for each in have if not each.is_found(ruling.marked)]
        missed = [each for each in ruling.marked if not each.is_found(have)]
        found, right = found + len(have), right + len(have) - len(wrong)
        marked, met = marked + len(ruling.marked), met + len(ruling.marked) - len(missed)
        differences += [f"{ruling.document} {ruling.id}: too much: {each}" for each in wrong]
        differences += [f"{ruling.document} {ruling.id}: missed: {each}" for each in missed]
    return 100 * right / found, 100 * met / marked, tuple(differences)


def _by_hash(document: DocumentNotes) -> dict[str, list[Note]]:
    notes: dict[str, list[Note]] = {}
    for note in _notes(document):
        notes.setdefault(hashlib.sha256(note.text.plain().encode()).hexdigest()[:12], []).append(
            note
        )
    return notes


def _notes(document: DocumentNotes) -> Iterator[Note]:
    for section in document.sections:
        yield from section.notes
    for entry in document.cards:
        yield from entry.notes


def _closest(notes: list[Note], ruling: str) -> Note:
    """Find a labelled ruling by its words, preferring the same id and then the same entry, because
    numbers may change.
    """
    entry = ruling.rpartition("/")[0]
    return min(notes, key=lambda note: (note.id != ruling, note.id.rpartition("/")[0] != entry))


def test_two_hundred_rulings_are_labelled():
    assert len(labels()) == 200


def test_mentions_of_the_real_documents(real_library):
    precision, recall, differences = measure(real_library, labels())
    report = "\n".join([f"precision {precision:.1f} %, recall {recall:.1f} %", *differences])
    assert precision >= PRECISION, report
    assert recall >= RECALL, report
