"""The home page of a language: a search, one ruling, the newest set and all other sets. Beside it,
the pages without content of their own: the search, the table and what is kept offline.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from ..library import CardNotes, Note
from ..notes import Card
from . import addresses, overviews
from .changes import mark_wrong
from .edition import Edition, Page, View, overview
from .lists import band, colors, cost, newest
from .markup import Reference, Writer

MECHANICS = 24
"""The number of mechanics that the page shows of the newest set."""
REVISIONS = 3
"""The number of revisions that the page lists."""
QUESTIONS = 3
"""The number of questions that a page shows."""
_LONGEST = 75
"""The most characters of a question: two lines on a phone."""
_FIELD = 30
"""The most characters of a question that the field of a phone shows."""
_QUOTED = range(90, 230)
"""The length of the ruling that the page quotes, in characters."""
_ENOUGH = 2
"""The number of mechanics from which a ruling is as good as one with more: that is often a mere
list of them.
"""

KINDS = ("type", "colour", "set")
"""What is shown by an example; the interface word ``search_by_<kind>`` explains it."""
_CARDS = 2000
"""The most cards that are looked at. They are enough for an example."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_ENGLISH = {"colour": "color"}
"""English keys that differ from the name of their filter."""


def page(edition: Edition) -> Page:
    """Return the home page."""
    library, words = edition.library, edition.words
    examples = questions(edition)
    short = (example for example in examples if len(example.phrase.text) <= _FIELD)
    asked = min(short, key=lambda example: len(example.phrase.text), default=None)
    lines = tuple(overviews.set_line(edition, code) for code in library.released_sets)
    newest_set = next(iter(library.released_sets), None)
    explained = (
        slug
        for slug, mechanic in library.mechanics.items()
        if any(section.set_code == newest_set for section in mechanic.sections)
    )
    view = {
        #  The shortest example question, which the field shows; None if it does not fit on a phone.
        "asked": asked.phrase.text if asked else None,
        #  The others, as links to their results.
        "questions": tuple(example for example in examples if example is not asked),
        #  A ruling of the newest set; None if it has none that can be quoted alone.
        "quotation": _quotation(edition),
        #  The newest set; None if there is no set.
        "newest": lines[0] if lines else None,
        #  The mechanics that the newest set explains.
        "mechanics": tuple(map(edition.link_mechanic, islice(explained, MECHANICS))),
        #  All other sets.
        "others": lines[1:],
        #  The newest revisions of release notes.
        "revisions": _newest_revisions(edition),
        #  The list of the days of published rulings; None if there are none.
        "days": edition.link(addresses.DAYS, overviews.count_published(edition))
        if library.days
        else None,
    }
    return Page(
        title=words["site_title"],
        listed=words.say("listed_home", name=words["site_title"]),
        description=words["site_description"],
        view=view,
    )


def _newest_revisions(edition: Edition) -> tuple[Reference, ...]:
    revisions = sorted(
        ((day, code) for code, days in edition.library.revisions.items() for day in days),
        reverse=True,
    )
    links = []
    for day, code in revisions[:REVISIONS]:
        name, date = edition.set_name(code).text, edition.words.date(day)
        title = edition.words.say("feed_revision", name=name, date=date)
        links.append(edition.link(addresses.revision_page(code, day), title))
    return tuple(links)


def _quotation(edition: Edition) -> View | None:
    """Return a ruling of the newest set in the page's language, or of the newest set: one that is
    short, and of a card with many.
    """
    documents = [edition.document(code) for code in edition.library.listed_sets]
    in_language = (document for document in documents if document.notes.lang == edition.lang)
    document = next(in_language, documents[0] if documents else None)
    fitting = (
        (entry, note)
        for entry in (document.cards if document else ())
        for note in entry.notes
        if len(note.text.plain()) in _QUOTED
        and len(note.text.paragraphs) == 1
        and not note.items
        and not mark_wrong(edition.words, note)
    )

    def rate(ruling: tuple[CardNotes, Note]) -> tuple[int, int, str]:
        entry, note = ruling
        mechanics = {*note.text.mentioned_ids("mechanic")}
        return min(len(mechanics), _ENOUGH), len(entry.notes), note.id

    best = max(fitting, key=rate, default=None)
    if best is None:
        return None
    entry, note = best
    card = edition.library.cards[entry.card]
    place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, note.id)}"
    return {
        #  The card, with the link to the place of the ruling on its page.
        "card": edition.link(place, edition.card_name(entry.card)),
        "set_name": edition.set_name(entry.set_code),
        #  The day on which its set came out; None if that is not known.
        "released": edition.library.facts(entry.set_code).released,
        "cost": cost(edition, entry.entry.card.faces[0].mana_cost),
        #  The color of the card. See :func:`.lists.band`.
        "band": band(edition, entry.entry.card, entry.lang, entry.card),
        "text": Writer(edition.words_of(entry.lang)).inline(note.text),
        "lang": edition.lang_attribute(entry.lang),
    }


def first_ruling(edition: Edition) -> CardNotes | None:
    """Return the newest set's first card with rulings, as an example of a ruling; None if no card
    has any.
    """
    return next(
        (
            entry
            for code in edition.library.listed_sets
            for entry in edition.document(code).cards
            if entry.notes
        ),
        None,
    )


def questions(edition: Edition) -> tuple[Reference, ...]:
    """Return example questions in the page's language, at most three, as links to their results.

    Each is about another mechanic, those with the most notes first: if only rulings on single cards
    mention a mechanic, they rarely answer.
    """
    ranked: list[tuple[int, str, str]] = []
    for slug, mechanic in edition.library.mechanics.items():
        sections = (
            section for section in mechanic.sections if not edition.lang_attribute(section.lang)
        )
        count = sum(len(section.notes) for section in sections)
        if count and mechanic.facts:
            asked = mechanic.facts.questions.get(edition.lang, ())
            short = (question for question in asked if len(question) <= _LONGEST)
            ranked += [(-count, slug, question) for question in islice(short, 1)]
    return tuple(edition.link_search(question) for _, _, question in sorted(ranked)[:QUESTIONS])


def filters(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield example filters, each with its kind: ``("type:goblin", "type")``.

    They are of cards that have a block in the page's language, if there are any.
    """
    cards = [
        printed
        for card in islice(edition.library.cards.values(), _CARDS)
        if (printed := newest(edition, card))
    ]
    cards = [printed for printed in cards if printed.lang == edition.lang] or cards
    values = {
        "type": _commonest(
            subtype
            for printed in cards
            for subtype in _subtypes(edition, printed.card, printed.lang)
        ),
        "colour": _commonest(
            edition.words[f"colour_{color.lower()}"].lower()
            for printed in cards
            for color in colors(printed.card.faces)
        ),
        "set": next(iter(edition.library.listed_sets), None),
    }
    keys = edition.languages[edition.lang].searching.filter_keys
    for kind, value in values.items():
        if value:
            key = next(iter(keys.get(kind, ())), _ENGLISH.get(kind, kind))
            yield f"{key}:{value}", kind


def _commonest(values: Iterable[str]) -> str | None:
    return next((value for value, _ in Counter(sorted(values)).most_common(1)), None)


def _subtypes(edition: Edition, card: Card, lang: str) -> Iterator[str]:
    """Yield the subtypes of a card: the words behind the separator of its type lines."""
    language = edition.languages.get(lang, edition.languages[edition.lang])
    separators = "|".join(map(re.escape, language.reading.subtype_separators))
    for face in card.faces:
        _, *right = re.split(separators, face.type_line)
        yield from (word.lower() for part in right for word in _WORD.findall(part))


def search_page(edition: Edition) -> Page:
    """Return the search page."""
    words = edition.words
    lists = {
        "cards": addresses.CARDS,
        "mechanics": addresses.MECHANICS,
        "sets": addresses.SETS,
        "rules": addresses.RULES,
    }
    view = {
        #  Example questions, as links to their results.
        "questions": questions(edition),
        #  Example filters, as links to their results, each with what it finds.
        "filters": tuple(
            (edition.link_search(example), words[f"search_by_{kind}"])
            for example, kind in filters(edition)
        ),
        #  The page for a table of players.
        "table": edition.link(addresses.TABLE, words["table_description"]),
        #  The lists to browse if the search does not work.
        "lists": tuple(edition.link(page, words[key]) for key, page in lists.items()),
    }
    return Page(
        title=words["search"],
        listed=words["listed_search"],
        description=words["search_hint"],
        view=view,
    )


def table_page(edition: Edition) -> Page:
    """Return the page for a table of players."""
    words, ruling = edition.words, first_ruling(edition)
    view = {
        #  The list of cards, for readers without scripts.
        "cards": edition.link(addresses.CARDS, words["cards"]),
        #  The name of a card that has rulings; empty if none has.
        "example": edition.card_name(ruling.card).text if ruling else "",
    }
    return overview(edition, "table", view)


def offline_page(edition: Edition) -> Page:
    """Return the page of what is kept for readers without a network."""
    return overview(edition, "offline", {}, listed=False)
