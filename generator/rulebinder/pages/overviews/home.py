"""The home page of a language: a search, one ruling, the newest set, all other sets, ways in, and
how to link to a ruling.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from markupsafe import Markup

from ...library import CardNotes, DocumentNotes, Library, LibraryMechanic, Note
from ...text import Mention
from .. import addresses, markup
from ..changes.verdicts import mark
from ..citation import short_address
from ..edition import Edition, Page, Phrase, Reference
from ..examples.questions import questions
from ..indexes import collation
from ..parts.card_color import band
from . import sets
from .sets import SetLine

MECHANICS = 24
"""The number of mechanics that the page shows of the newest set, and of all others."""
REVISIONS = 3
"""The number of revisions that the page lists."""
_FIELD = 30
"""The most characters of a question that the field of a phone shows."""
_QUOTED = range(90, 230)
"""The length of the ruling that the page quotes, in characters."""

_ENOUGH = 2
"""The number of mechanics from which a ruling is as good as one with more: that is often a mere
list of them.
"""


@dataclass(frozen=True, kw_only=True)
class Quotation:
    """A ruling that the page quotes."""

    card: Reference
    """The card, with the link to the place of the ruling on its page."""
    number: int
    cost: Markup
    band: str | None
    """The color of the card. See :func:`.card_color.band`."""
    text: Markup
    lang: str | None


@dataclass(frozen=True, kw_only=True)
class View:
    """The home page."""

    counts: tuple[str, ...]
    asked: str | None
    """The shortest example question, which the field shows: it must fit on a phone."""
    questions: tuple[Reference, ...]
    """The others, as links to their results."""
    quotation: Quotation | None
    """A ruling of the newest set; None if it has none that can be quoted alone."""
    newest: SetLine | None
    """The newest set; None if there is no set."""
    mechanics: tuple[Reference, ...]
    """The mechanics that the newest set explains."""
    others: tuple[SetLine, ...]
    """All other sets."""
    table: Reference
    """The page for a table of players."""
    revisions: tuple[Reference, ...]
    """The newest revisions of release notes."""
    most_ruled: tuple[Reference, ...]
    """The other mechanics with most cards and notes, by name."""
    days: Reference | None
    """The list of the days of published rulings; None if there are none."""
    example: Reference | None
    """The short address of a ruling; None if no card has rulings."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the home page."""
    words, library = edition.words, edition.library
    sections = {
        note.id
        for document in library.documents()
        for section in document.sections
        for note in section.notes
    }
    rulings = {
        note.id
        for document in library.documents()
        for card in document.cards
        for note in card.notes
    }
    counts = (
        words.count("rulings", len(sections | rulings)),
        words.count("cards", len(library.cards)),
        words.count("mechanics", len(library.mechanics)),
        words.count("sets", len(library.released_sets)),
    )
    examples = questions(edition, addresses.HOME)
    asked = min(
        examples,
        key=lambda each: (not _is_short_question(each.phrase.text), len(each.phrase.text)),
        default=None,
    )
    lines = sets.lines(edition, addresses.HOME, library.released_sets)
    newest = tuple(islice(_explained(library), MECHANICS))
    view = View(
        counts=counts,
        asked=asked.phrase.text if asked else None,
        questions=tuple(each for each in examples if each is not asked),
        quotation=_quotation(edition),
        newest=lines[0] if lines else None,
        mechanics=tuple(edition.mechanic_reference(addresses.HOME, slug) for slug in newest),
        others=lines[1:],
        table=Reference(
            addresses.relative(addresses.HOME, addresses.TABLE), Phrase(words["table_description"])
        ),
        revisions=tuple(islice(_revisions(edition), REVISIONS)),
        most_ruled=tuple(
            edition.mechanic_reference(addresses.HOME, slug)
            for slug in _most_ruled(edition, newest)
        ),
        days=_days(edition),
        example=_example(edition),
    )
    yield Page(
        url=addresses.HOME,
        title=words["site_title"],
        description=words["site_description"],
        view=view,
    )


def _is_short_question(text: str) -> bool:
    return text.endswith("?") and len(text) <= _FIELD


def day_of(library: Library, document: DocumentNotes) -> str | None:
    """Return the day of a document (``YYYY-MM-DD``): its last change or the release of its set, if
    known.
    """
    return document.notes.last_modified or library.sets[document.notes.set_code].facts.released


def _explained(library: Library) -> Iterator[str]:
    """Yield the slugs of the mechanics that the newest set explains, in the order of their
    names.
    """
    newest = next(iter(library.released_sets), None)
    explained = (mechanic for mechanic in library.mechanics.values() if mechanic.sections)
    yield from (
        each.slug
        for each in explained
        if any(section.set_code == newest for section in each.sections)
    )


def _most_ruled(edition: Edition, shown: tuple[str, ...]) -> list[str]:
    """Return the slugs of the mechanics that have most cards and notes, by name, without those that
    are ``shown`` already.
    """

    def size(mechanic: LibraryMechanic) -> tuple[int, str]:
        return len(mechanic.cards) + sum(
            len(section.notes) for section in mechanic.sections
        ), mechanic.slug

    others = (
        each for each in edition.library.mechanics.values() if each.slug not in shown and each.facts
    )
    found = [each.slug for each in heapq.nlargest(MECHANICS, others, key=size) if size(each)[0]]
    return sorted(found, key=lambda slug: collation(edition.mechanic_name(slug).text))


def _revisions(edition: Edition) -> Iterator[Reference]:
    """Yield the revisions of release notes, the newest first."""
    every = (each for by_day in edition.revisions.values() for each in by_day.values())
    for each in sorted(every, key=lambda each: (each.day, each.set_code), reverse=True):
        name, day = edition.set_name(each.set_code).text, edition.words.date(each.day)
        href = addresses.relative(addresses.HOME, addresses.revision_page(each.set_code, each.day))
        yield Reference(href, Phrase(edition.words.say("feed_revision", name=name, date=day)))


def _quotation(edition: Edition) -> Quotation | None:
    """Return a ruling of the newest set in the page's language, or of the newest set: one that is
    short, and of a card with many.
    """
    documents = [edition.document(code) for code in edition.library.listed_sets]
    document = next(
        (each for each in documents if each.notes.lang == edition.lang), next(iter(documents), None)
    )
    asked = (
        (card, note)
        for card in (document.cards if document else ())
        for note in card.notes
        if not note.items and not mark(edition.words, note)
    )
    fitting = (
        (card, note)
        for card, note in asked
        if len(note.text.plain()) in _QUOTED and len(note.text.paragraphs) == 1
    )
    best = max(
        fitting,
        key=lambda each: (min(_mentions(each[1]), _ENOUGH), len(each[0].notes), each[1].id),
        default=None,
    )
    return _quoted(edition, *best) if best else None


def _mentions(note: Note) -> int:
    return len(
        {
            span.target
            for span in note.text.walk()
            if isinstance(span, Mention) and span.kind == "mechanic"
        }
    )


def _quoted(edition: Edition, entry: CardNotes, note: Note) -> Quotation:
    write = markup.Writer(
        edition.library, edition.words_of(entry.lang), addresses.HOME, linked=False
    )
    card = edition.library.cards[entry.card]
    href = addresses.relative(
        addresses.HOME, f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, note.id)}"
    )
    face = entry.entry.card.faces[0]
    return Quotation(
        card=Reference(href, edition.card_name(entry.card)),
        number=note.number,
        cost=write.cost(face.mana_cost),
        band=band(edition, entry.entry.card, entry.lang, entry.card),
        text=write.inline(note.text),
        lang=edition.mark(entry.lang),
    )


def _days(edition: Edition) -> Reference | None:
    days = edition.library.days
    rulings = sum(len(card.notes) for code in days for card in edition.document(code).cards)
    return (
        Reference(addresses.DAYS, Phrase(edition.words.count("published", rulings)))
        if days
        else None
    )


def _example(edition: Edition) -> Reference | None:
    """Return the link to the newest set's first ruling on a card, as its button copies it."""
    ruling = first_ruling(edition)
    if ruling is None:
        return None
    address = short_address(edition, ruling, ruling.notes[0])
    return Reference(addresses.above_languages(addresses.HOME, address), Phrase(address))


def first_ruling(edition: Edition) -> CardNotes | None:
    """Return the newest set's first card with rulings, as an example of a ruling; None if no card
    has any.
    """
    return next(
        (
            card
            for code in edition.library.listed_sets
            for card in edition.document(code).cards
            if card.notes
        ),
        None,
    )
