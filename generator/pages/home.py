"""The first page of a language: what the site holds, and how a ruling is linked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..library import DocumentNotes, Library
from . import paths, sets
from .edition import Edition, Page, Reference
from .sets import SetLine

NEWEST, MECHANICS = 6, 24
"""How many documents and how many mechanics the page shows."""


@dataclass(frozen=True)
class Newest:
    """One of the newest documents."""

    set_page: Reference
    language: str
    day: str


@dataclass(frozen=True, kw_only=True)
class View:
    """The page."""

    counts: tuple[str, ...]
    sets: tuple[SetLine, ...]
    newest: tuple[Newest, ...]
    mechanics: tuple[Reference, ...]
    """Those that the newest sets explain."""
    every_mechanic: str
    """How many there are."""
    example: str | None
    """The link to the short address of a ruling, if there is any."""


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words, library = edition.words, edition.library
    sections = {note.id for document in library.documents() for section in document.sections for note in section.notes}
    rulings = {note.id for document in library.documents() for card in document.cards for note in card.notes}
    every_mechanic = words.count("mechanics", len(library.mechanics))
    counts = (
        words.count("rulings", len(sections | rulings)),
        words.count("cards", len(library.cards)),
        every_mechanic,
        words.count("sets", len(library.sets)),
    )
    view = View(
        counts=counts,
        sets=sets.lines(edition, paths.HOME),
        newest=tuple(islice(_newest(edition), NEWEST)),
        mechanics=tuple(edition.mechanic_reference(paths.HOME, slug) for slug in islice(_explained(library), MECHANICS)),
        every_mechanic=every_mechanic,
        example=_example(edition),
    )
    yield Page(url=paths.HOME, title=words["site_title"], description=words["site_description"], view=view)


def day_of(library: Library, document: DocumentNotes) -> str | None:
    """The day of a document (``YYYY-MM-DD``): when it was last modified, else when its set came out, if that is known."""
    return document.notes.last_modified or library.sets[document.notes.set_code].facts.released


def _newest(edition: Edition) -> Iterator[Newest]:
    dated = [(day, document.notes) for document in edition.library.documents() if (day := day_of(edition.library, document))]
    for day, notes in sorted(dated, key=lambda each: each[0], reverse=True):
        reference = edition.set_reference(paths.HOME, notes.set_code)
        yield Newest(reference, edition.words.language(notes.lang), edition.words.date(day))


def _explained(library: Library) -> Iterator[str]:
    """The mechanics that sections explain, newest set first."""
    codes = list(library.sets)
    explained = [mechanic for mechanic in library.mechanics.values() if mechanic.sections]
    yield from (each.slug for each in sorted(explained, key=lambda each: codes.index(each.sections[0].set_code)))


def _example(edition: Edition) -> str | None:
    """The newest set's first ruling on a card."""
    cards = (card for code in edition.library.sets for card in edition.document(code).cards if card.notes)
    first = next(cards, None)
    return paths.above_languages(paths.HOME, paths.short_page(first.notes[0].id)) if first else None
