"""The home page of a language: a search, one ruling, the newest set and all other sets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from ..library import CardNotes, Library, LibraryMechanic, Note
from ..notes import Card
from ..text import Mention, parse
from . import addresses, markup, overviews
from .edition import Edition, Page, Phrase, Reference, View, overview
from .lists import band, colors, newest
from .rules import mark

QUESTIONS = 3
"""The number of questions that a page shows."""
_LONGEST = 75
"""The most characters of a question: two lines on a phone."""


def questions(
    edition: Edition,
) -> tuple[Reference, ...]:
    """Return example questions in the page's language, at most three, as links to their results.

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
    return tuple(map(edition.link_search, wanted))


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


KINDS = ("type", "colour", "set")
"""What is shown by an example; the interface word ``search_by_<kind>`` explains it."""
_CARDS = 2000
"""The most cards that are looked at. They are enough for an example."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_ENGLISH = {"colour": "color"}
"""English keys that differ from the name of their filter."""


def filters(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield examples, each with its kind: ``("type:goblin", "type")``."""
    blocks = _blocks(edition)
    cards = [card for card, _ in blocks]
    values = {
        "type": _commonest(
            kind for card, lang in blocks for kind in _subtypes(edition, card, lang)
        ),
        "colour": _commonest(
            edition.words[f"colour_{color.lower()}"].lower()
            for card in cards
            for color in colors(card)
        ),
        "set": next(iter(edition.library.listed_sets), None),
    }
    keys = edition.languages[edition.lang].searching.filter_keys
    for kind, value in values.items():
        if value:
            key = next(iter(keys.get(kind, ())), _ENGLISH.get(kind, kind))
            yield f"{key}:{value}", kind


def _blocks(edition: Edition) -> list[tuple[Card, str]]:
    """Return blocks of cards with their languages, those in the page's language if there are
    any.
    """
    found = [
        (shown.card, shown.lang)
        for card in islice(edition.library.cards.values(), _CARDS)
        if (shown := newest(edition, card))
    ]
    return [(card, lang) for card, lang in found if lang == edition.lang] or found


def _commonest(values: Iterable[str]) -> str | None:
    counted = Counter(values)
    return min(counted, key=lambda value: (-counted[value], value)) if counted else None


def _subtypes(edition: Edition, card: Card, lang: str) -> Iterator[str]:
    """Yield the subtypes of a card: the words behind the separator of its type lines."""
    marks = map(
        re.escape,
        edition.languages.get(lang, edition.languages[edition.lang]).reading.subtype_separators,
    )
    for face in card.faces:
        _, *right = re.split("|".join(marks), face.type_line)
        yield from (word.lower() for part in right for word in _WORD.findall(part))


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


def page(edition: Edition) -> Page:
    """Return the home page."""
    library = edition.library
    examples = questions(edition)
    short = (each for each in examples if len(each.phrase.text) <= _FIELD)
    asked = min(short, key=lambda each: len(each.phrase.text), default=None)
    lines = overviews.lines(edition, library.released_sets)
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
            edition.link_mechanic(slug) for slug in islice(_explained(library), MECHANICS)
        ),
        #  All other sets.
        "others": lines[1:],
        #  The newest revisions of release notes.
        "revisions": tuple(islice(_revisions(edition), REVISIONS)),
        #  The list of the days of published rulings; None if there are none.
        "days": Reference(addresses.DAYS, Phrase(overviews.published(edition)))
        if library.days
        else None,
    }
    return Page(
        url=edition.here,
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
    every = (each for by_day in edition.library.revisions.values() for each in by_day.values())
    for each in sorted(every, key=lambda each: (each.day, each.set_code), reverse=True):
        name, day = edition.set_name(each.set_code).text, edition.words.date(each.day)
        title = edition.words.say("feed_revision", name=name, date=day)
        yield edition.link(addresses.revision_page(each.set_code, each.day), title)


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
    write = markup.Writer(edition.words_of(entry.lang))
    card = edition.library.cards[entry.card]
    place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, note.id)}"
    face = entry.entry.card.faces[0]
    day = edition.library.facts(entry.set_code).released
    return {
        #  The card, with the link to the place of the ruling on its page.
        "card": edition.link(place, edition.card_name(entry.card)),
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


def search_page(edition: Edition) -> Page:
    """Return the search page."""
    words = edition.words
    lists = (
        ("cards", addresses.CARDS),
        ("mechanics", addresses.MECHANICS),
        ("sets", addresses.SETS),
        ("rules", addresses.RULES),
    )
    links = tuple(edition.link(page, words[key]) for key, page in lists)
    view = {
        #  Example questions, as links to their results.
        "questions": questions(edition),
        #  Example filters, as links to their results, each with what it finds.
        "filters": tuple(
            (
                edition.link_search(example),
                words[f"search_by_{kind}"],
            )
            for example, kind in filters(edition)
        ),
        #  The page for a table of players.
        "table": edition.link(addresses.TABLE, words["table_description"]),
        #  The lists to browse if the search does not work.
        "lists": links,
    }
    return Page(
        url=edition.here,
        title=words["search"],
        listed=words["listed_search"],
        description=words["search_hint"],
        view=view,
    )


def table_page(edition: Edition) -> Page:
    """Return the page."""
    words, ruling = edition.words, first_ruling(edition)
    view = {
        #  The list of cards, for readers without scripts.
        "cards": edition.link(addresses.CARDS, words["cards"]),
        #  The name of a card that has rulings; empty if none has.
        "example": edition.card_name(ruling.card).text if ruling else "",
    }
    return overview(edition, "table", view)


def offline_page(edition: Edition) -> Page:
    """Return the page."""
    return overview(edition, "offline", {}, listed=False)
