"""What was read, what was not understood, what was corrected, and what is missing in which language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..library import CardNotes, DocumentNotes, SectionNotes
from ..notes import Unread
from ..problems import Severity
from . import paths
from .edition import Edition, Page, Phrase, Reference
from .translations import Difference, of_document


@dataclass(frozen=True)
class CorrectionView:
    """A misprint corrected in the open."""

    printed: str
    correct: str
    reason: str


@dataclass(frozen=True)
class DocumentView:
    """One document."""

    set_page: Reference
    anchor: str
    language: str
    lang: str
    name: str
    """The file's."""
    dialect: str
    last_modified: str | None
    counts: tuple[str, ...]
    unread_count: str | None
    unread: tuple[Reference, ...]
    """The entries and sections with paragraphs that were not understood."""
    found: tuple[str, ...]
    """How many doubtful decisions, repairs and warnings there were."""
    corrections: tuple[CorrectionView, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class LanguageView:
    """What there is in one language, of how much."""

    language: str
    documents: str
    cards: str
    mechanics: str
    explanations: str


@dataclass(frozen=True)
class View:
    """The page."""

    documents: tuple[DocumentView, ...]
    languages: tuple[LanguageView, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words = edition.words
    documents = tuple(_document(edition, document) for document in edition.library.documents())
    written = {document.notes.lang for document in edition.library.documents()}
    langs = edition.prefer({*written, *edition.languages})
    view = View(documents, tuple(_language(edition, lang) for lang in langs))
    yield Page(paths.AUDIT, "audit", words["audit"], words["audit_description"], view)


def _document(edition: Edition, document: DocumentNotes) -> DocumentView:
    words, notes = edition.words, document.notes
    entries: tuple[CardNotes | SectionNotes, ...] = (*document.sections, *document.cards)
    unread = [(entry, sum(isinstance(block, Unread) for block in entry.body)) for entry in entries]
    count = sum(number for _, number in unread)
    return DocumentView(
        edition.set_reference(paths.AUDIT, notes.set_code),
        paths.entry_name(f"{notes.set_code}/{notes.lang}"),
        words.language(notes.lang),
        notes.lang,
        notes.source.name,
        notes.source.dialect,
        words.date(notes.last_modified) if notes.last_modified else None,
        (
            words.count("cards", len(document.cards)),
            words.count("rulings", sum(len(entry.notes) for entry in entries)),
            words.count("sections", len(document.sections)),
        ),
        words.count("unread", count) if count else None,
        tuple(_reference(edition, entry) for entry, number in unread if number),
        tuple(_found(edition, notes.place.path)),
        tuple(CorrectionView(each.printed, each.correct, each.reason) for each in notes.corrections),
        tuple(of_document(edition, paths.AUDIT, notes.set_code, notes.lang)),
    )


def _found(edition: Edition, path: str) -> Iterator[str]:
    severities = Counter(problem.severity for problem in edition.library.problems if problem.place.path == path)
    for severity in (Severity.ERROR, Severity.WARNING, Severity.REVIEW, Severity.REPAIR):
        if severities[severity]:
            yield edition.words.count(f"found_{severity}", severities[severity])


def _reference(edition: Edition, entry: CardNotes | SectionNotes) -> Reference:
    url = paths.passage(entry.id, None, edition.library.card_of(entry))
    title = Phrase(entry.section.title, edition.mark(entry.lang)) if entry.card is None else edition.card_name(entry.card)
    return Reference(paths.relative(paths.AUDIT, url), title)


def _language(edition: Edition, lang: str) -> LanguageView:
    library, words = edition.library, edition.words
    mechanics = library.mechanics.values()

    def share(have: int, of: int) -> str:
        return words.say("have_of", have=words.number(have), of=words.number(of))

    return LanguageView(
        words.language(lang),
        share(sum(lang in each.documents for each in library.sets.values()), len(library.sets)),
        share(sum(lang in card.names for card in library.cards.values()), len(library.cards)),
        share(sum(lang in mechanic.names for mechanic in mechanics), len(mechanics)),
        share(sum(lang in mechanic.facts.explanation for mechanic in mechanics if mechanic.facts), len(mechanics)),
    )
