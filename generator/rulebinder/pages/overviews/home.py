"""The home page of a language: a search, one ruling, the newest set and all other sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...library import CardNotes, Library, Note
from ...text import parse
from .. import addresses, markup
from ..changes.verdicts import mark
from ..edition import Edition, Page, Phrase, Reference, View, refer
from ..examples import questions
from ..parts.card_facets import band
from . import sets

MECHANICS = 24
"""The number of mechanics that the page shows of the newest set."""
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


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the home page."""
    library = edition.library
    examples = questions(edition, addresses.HOME)
    short = (each for each in examples if len(each.phrase.text) <= _FIELD)
    asked = min(short, key=lambda each: len(each.phrase.text), default=None)
    lines = sets.lines(edition, addresses.HOME, library.released_sets)
    view = {
        #  The shortest example question, which the field shows; None if it does not fit on a phone.
        "asked": asked.phrase.text if asked else None,
        #  The others, as links to their results.
        "questions": tuple(each for each in examples if each is not asked),
        #  A ruling of the newest set; None if it has none that can be quoted alone.
        "quotation": _quotation(edition),
        #  The newest set; None if there is no set.
        "newest": lines[0] if lines else None,
        #  The mechanics that the newest set explains.
        "mechanics": tuple(
            edition.mechanic_reference(addresses.HOME, slug)
            for slug in islice(_explained(library), MECHANICS)
        ),
        #  All other sets.
        "others": lines[1:],
        #  The newest revisions of release notes.
        "revisions": tuple(islice(_revisions(edition), REVISIONS)),
        #  The list of the days of published rulings; None if there are none.
        "days": Reference(addresses.DAYS, Phrase(sets.published(edition)))
        if library.days
        else None,
    }
    yield Page(
        url=addresses.HOME,
        title=edition.words["site_title"],
        listed=edition.words.say("listed_home", name=edition.words["site_title"]),
        description=edition.words["site_description"],
        view=view,
    )


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


def _revisions(edition: Edition) -> Iterator[Reference]:
    """Yield the revisions of release notes, the newest first."""
    every = (each for by_day in edition.revisions.values() for each in by_day.values())
    for each in sorted(every, key=lambda each: (each.day, each.set_code), reverse=True):
        name, day = edition.set_name(each.set_code).text, edition.words.date(each.day)
        title = edition.words.say("feed_revision", name=name, date=day)
        yield refer(addresses.HOME, addresses.revision_page(each.set_code, each.day), title)


def _quotation(edition: Edition) -> View | None:
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
        key=lambda each: (
            min(len({*each[1].text.mentioned("mechanic")}), _ENOUGH),
            len(each[0].notes),
            each[1].id,
        ),
        default=None,
    )
    return _quoted(edition, *best) if best else None


def _quoted(edition: Edition, entry: CardNotes, note: Note) -> View:
    write = markup.Writer(
        edition.library, edition.words_of(entry.lang), addresses.HOME, linked=False
    )
    card = edition.library.cards[entry.card]
    place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, note.id)}"
    face = entry.entry.card.faces[0]
    day = edition.library.facts(entry.set_code).released
    return {
        #  The card, with the link to the place of the ruling on its page.
        "card": refer(addresses.HOME, place, edition.card_name(entry.card)),
        "set_name": edition.set_name(entry.set_code),
        #  The month in which its set came out; None if that is not known.
        "month": edition.words.month(day) if day else None,
        "cost": write.inline(parse(face.mana_cost or "")),
        #  The color of the card. See :func:`.card_facets.band`.
        "band": band(edition, entry.entry.card, entry.lang, entry.card),
        "text": write.inline(note.text),
        "lang": edition.mark(entry.lang),
    }


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
