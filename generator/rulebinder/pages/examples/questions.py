"""Example questions for the search: what players ask of the mechanics that rulings explain."""

from __future__ import annotations

from itertools import islice

from ...library import CardNotes, LibraryMechanic
from ...text import Mention
from .. import addresses
from ..edition import Edition, Phrase, Reference

QUESTIONS = 3
"""The number of questions that a page shows."""
_LONGEST = 75
"""The most characters of a question: two lines on a phone."""


def questions(edition: Edition, here: str) -> tuple[Reference, ...]:
    """Return example questions in the page's language, at most three, as links from the page
    ``here`` to their results.

    Each is about another mechanic, those with the most notes first: if only rulings on single cards
    mention a mechanic, they rarely answer.
    """
    mechanics = sorted(
        (each for each in edition.library.mechanics.values() if _count(edition, each)),
        key=lambda each: (-_count(edition, each), each.slug),
    )
    short = (
        next((each for each in asked(edition, mechanic) if len(each) <= _LONGEST), None)
        for mechanic in mechanics
    )
    wanted = islice(filter(None, short), QUESTIONS)
    return tuple(Reference(addresses.search(here, each), Phrase(each)) for each in wanted)


def _count(edition: Edition, mechanic: LibraryMechanic) -> int:
    """Return the number of notes in the page's language that explain a mechanic."""
    own = (section for section in mechanic.sections if not edition.mark(section.lang))
    return sum(len(section.notes) for section in own)


def asked(edition: Edition, mechanic: LibraryMechanic) -> tuple[str, ...]:
    """Return what players ask about a mechanic in the page's language, if rulings in this language
    can answer it.
    """
    wanted = mechanic.facts.questions.get(edition.lang, ()) if mechanic.facts else ()
    is_explained = wanted and (
        _count(edition, mechanic)
        or any(mentioning(entry, mechanic.slug) for entry in entries(edition, mechanic))
    )
    return tuple(wanted) if is_explained else ()


def entries(edition: Edition, mechanic: LibraryMechanic) -> list[CardNotes]:
    """Return the entries in the page's language of the cards that have the mechanic."""
    return [
        entry
        for slug in mechanic.cards
        for entry in edition.library.cards[slug].notes
        if not edition.mark(entry.lang)
    ]


def mentioning(entry: CardNotes, slug: str) -> int:
    """Return how many rulings of an entry mention a mechanic."""
    spans = ((span for text in note.texts for span in text.walk()) for note in entry.notes)
    return sum(
        any(isinstance(span, Mention) and span.target == slug for span in said) for said in spans
    )
