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
from .edition import Edition, Page, View, overview_page
from .lists import band_color, colors, newest_print, write_cost
from .markup import Reference, Writer

MECHANICS = 24
"""The most mechanics of the newest set that the page shows."""
REVISIONS = 3
"""The most revisions that the page lists."""
QUESTIONS = 3
"""The most questions that a page shows."""
_LONGEST_QUESTION = 75
"""The most characters of a question: two lines on a phone."""
_LONGEST_IN_FIELD = 30
"""The most characters of a question that the search field shows on a phone."""
_QUOTED_LENGTH = range(90, 230)
"""The possible lengths of the ruling that the page quotes, in characters."""
_ENOUGH_MECHANICS = 2
"""The most mechanics in a ruling that make it a better one to quote. One with more is often a mere
list of them.
"""

EXAMPLE_KINDS = ("type", "colour", "set")
"""What example filters filter by. The interface word ``search_by_<kind>`` explains each."""
_MOST_CARDS = 2000
"""The most cards that example filters are chosen from. They are enough."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_ENGLISH_KEYS = {"colour": "color"}
"""The English keys of filters that differ from their names."""


def page(edition: Edition) -> Page:
    """Return the home page."""
    library, words = edition.library, edition.words
    questions = example_questions(edition)
    short = (question for question in questions if len(question.phrase.text) <= _LONGEST_IN_FIELD)
    asked = min(short, key=lambda question: len(question.phrase.text), default=None)
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
        #  The other example questions, as links to their results.
        "questions": tuple(question for question in questions if question is not asked),
        #  A ruling of the newest set; None if it has none that can be quoted alone.
        "quotation": _quote_ruling(edition),
        #  The newest set; None if there is no set.
        "newest": lines[0] if lines else None,
        #  The mechanics that the newest set explains.
        "mechanics": tuple(map(edition.link_mechanic, islice(explained, MECHANICS))),
        #  All other sets.
        "others": lines[1:],
        #  The newest revisions of release notes.
        "revisions": _link_newest_revisions(edition),
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


def _link_newest_revisions(edition: Edition) -> tuple[Reference, ...]:
    """Return the links to the newest revisions of all release notes, at most REVISIONS."""
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


def _quote_ruling(edition: Edition) -> View | None:
    """Return a ruling to quote; None if there is none that fits. It is short, mentions mechanics,
    and belongs to a card with many rulings.

    It is of the newest set with a document in the page's language, otherwise of the newest set.
    """
    documents = [edition.document(code) for code in edition.library.listed_sets]
    in_language = (document for document in documents if document.notes.lang == edition.lang)
    document = next(in_language, documents[0] if documents else None)
    fitting = (
        (entry, note)
        for entry in (document.cards if document else ())
        for note in entry.notes
        if len(note.text.plain()) in _QUOTED_LENGTH
        and len(note.text.paragraphs) == 1
        and not note.items
        and not mark_wrong(edition.words, note)
    )

    def rate(ruling: tuple[CardNotes, Note]) -> tuple[int, int, str]:
        """Return a key that is greater for a better ruling."""
        entry, note = ruling
        mechanics = {*note.text.mentioned_ids("mechanic")}
        return min(len(mechanics), _ENOUGH_MECHANICS), len(entry.notes), note.id

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
        "cost": write_cost(edition, entry.entry.card.faces[0].mana_cost),
        #  The color of the card. See :func:`.lists.band_color`.
        "band": band_color(edition, entry.entry.card, entry.lang, entry.card),
        "text": Writer(edition.words_of(entry.lang)).write_inline(note.text),
        "lang": edition.lang_attribute(entry.lang),
    }


def first_with_rulings(edition: Edition) -> CardNotes | None:
    """Return the first entry with rulings, newest set first, as an example; None if there is
    none.
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


def example_questions(edition: Edition) -> tuple[Reference, ...]:
    """Return example questions in the page's language, at most QUESTIONS, as links to their
    results.

    Each is about another mechanic, those with the most notes first. A mechanic without notes in the
    page's language is left out, because rulings on single cards rarely answer such a question.
    """
    #  Each with what it is sorted by: the number of notes below zero, then the slug.
    ranked: list[tuple[int, str, str]] = []
    for slug, mechanic in edition.library.mechanics.items():
        sections = (
            section for section in mechanic.sections if not edition.lang_attribute(section.lang)
        )
        count = sum(len(section.notes) for section in sections)
        if count and mechanic.facts:
            asked = mechanic.facts.questions.get(edition.lang, ())
            short = (question for question in asked if len(question) <= _LONGEST_QUESTION)
            ranked += [(-count, slug, question) for question in islice(short, 1)]
    return tuple(edition.link_search(question) for _, _, question in sorted(ranked)[:QUESTIONS])


def example_filters(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield example filters, each with its kind: ``("type:goblin", "type")``. A type and a color
    are those of the most cards, among those that a document in the page's language prints, if
    there are any. The set is the newest one.
    """
    cards = [
        printed
        for card in islice(edition.library.cards.values(), _MOST_CARDS)
        if (printed := newest_print(edition, card))
    ]
    cards = [printed for printed in cards if printed.lang == edition.lang] or cards
    values = {
        "type": _find_commonest(
            subtype
            for printed in cards
            for subtype in _find_subtypes(edition, printed.card, printed.lang)
        ),
        "colour": _find_commonest(
            edition.words[f"colour_{color.lower()}"].lower()
            for printed in cards
            for color in colors(printed.card.faces)
        ),
        "set": next(iter(edition.library.listed_sets), None),
    }
    keys = edition.languages[edition.lang].searching.filter_keys
    for kind, value in values.items():
        if value:
            key = next(iter(keys.get(kind, ())), _ENGLISH_KEYS.get(kind, kind))
            yield f"{key}:{value}", kind


def _find_commonest(values: Iterable[str]) -> str | None:
    """Return the most frequent of ``values``, the first by alphabet; None if there are none."""
    return next((value for value, _ in Counter(sorted(values)).most_common(1)), None)


def _find_subtypes(edition: Edition, card: Card, lang: str) -> Iterator[str]:
    """Yield the subtypes of a card in ``lang``: the words behind the separator of its type lines,
    in lower case.
    """
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
        "questions": example_questions(edition),
        #  Example filters, as links to their results, each with what it finds.
        "filters": tuple(
            (edition.link_search(example), words[f"search_by_{kind}"])
            for example, kind in example_filters(edition)
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
    words, ruling = edition.words, first_with_rulings(edition)
    view = {
        #  The list of cards, for readers without scripts.
        "cards": edition.link(addresses.CARDS, words["cards"]),
        #  The name of a card that has rulings; empty if none has.
        "example": edition.card_name(ruling.card).text if ruling else "",
    }
    return overview_page(edition, "table", view)


def offline_page(edition: Edition) -> Page:
    """Return the page that lists what a browser keeps for readers without a network."""
    return overview_page(edition, "offline", {}, listed=False)
