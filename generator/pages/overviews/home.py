"""The home page of a language: a search, the newest set, all other sets by year, and how to link to a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ...library import CardNotes, DocumentNotes, Library
from .. import addresses
from ..citation import short_address
from ..edition import Edition, Page, Phrase, Reference
from . import sets
from .example_questions import questions
from .sets import SetLine, Year

MECHANICS = 24
"""The number of mechanics that the page shows."""


@dataclass(frozen=True, kw_only=True)
class View:
    """The home page."""

    counts: tuple[str, ...]
    questions: tuple[Reference, ...]
    """Example questions, as links to their results."""
    newest: SetLine | None
    """The newest set; None if there is no set."""
    mechanics: tuple[Reference, ...]
    """The mechanics that the newest set explains."""
    years: tuple[Year, ...]
    """All other sets."""
    days: Reference | None
    """The list of the days of published rulings; None if there are none."""
    example: Reference | None
    """The short address of a ruling; None if no card has rulings."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the home page."""
    words, library = edition.words, edition.library
    sections = {note.id for document in library.documents() for section in document.sections for note in section.notes}
    rulings = {note.id for document in library.documents() for card in document.cards for note in card.notes}
    counts = (
        words.count("rulings", len(sections | rulings)),
        words.count("cards", len(library.cards)),
        words.count("mechanics", len(library.mechanics)),
        words.count("sets", len(library.released_sets)),
    )
    lines = sets.lines(edition, addresses.HOME, library.released_sets)
    view = View(
        counts=counts,
        questions=questions(edition, addresses.HOME),
        newest=lines[0] if lines else None,
        mechanics=tuple(edition.mechanic_reference(addresses.HOME, slug) for slug in islice(_explained(library), MECHANICS)),
        years=sets.years(lines[1:]),
        days=_days(edition),
        example=_example(edition),
    )
    yield Page(url=addresses.HOME, title=words["site_title"], description=words["site_description"], view=view)


def day_of(library: Library, document: DocumentNotes) -> str | None:
    """Return the day of a document (``YYYY-MM-DD``): its last change or the release of its set, if known."""
    return document.notes.last_modified or library.sets[document.notes.set_code].facts.released


def _explained(library: Library) -> Iterator[str]:
    """Yield the slugs of the mechanics that the newest set explains, in the order of their names."""
    newest = next(iter(library.released_sets), None)
    explained = (mechanic for mechanic in library.mechanics.values() if mechanic.sections)
    yield from (each.slug for each in explained if any(section.set_code == newest for section in each.sections))


def _days(edition: Edition) -> Reference | None:
    days = edition.library.days
    rulings = sum(len(card.notes) for code in days for card in edition.document(code).cards)
    return Reference(addresses.DAYS, Phrase(edition.words.count("published", rulings))) if days else None


def _example(edition: Edition) -> Reference | None:
    """Return the link to the newest set's first ruling on a card, as its button copies it."""
    ruling = first_ruling(edition)
    if ruling is None:
        return None
    address = short_address(edition, ruling, ruling.notes[0])
    return Reference(addresses.above_languages(addresses.HOME, address), Phrase(address))


def first_ruling(edition: Edition) -> CardNotes | None:
    """Return the newest set's first card with rulings, as an example of a ruling; None if no card has any."""
    return next((card for code in edition.library.for_examples for card in edition.document(code).cards if card.notes), None)
