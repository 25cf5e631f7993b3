"""Example questions for the search.

Players ask them of a mechanic that rulings explain, or they have words of one ruling or name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from ...library import CardNotes, LibraryMechanic, Note
from ...text import Mention
from .. import addresses
from ..edition import Edition, Phrase, Reference

QUESTIONS = 3
"""The number of questions that a page shows."""
LONGEST = 24
"""The most characters of a name in a question."""


def questions(edition: Edition, here: str) -> tuple[Reference, ...]:
    """Return example questions in the page's language, at most three, as links from the page
    ``here`` to their results.

    They are the shortest question of players, and ask for a card and a mechanic, for two mechanics,
    and for one mechanic, if a ruling in the page's language has them. Names replace what is
    missing.
    """
    found = (
        _asked(edition),
        _card_and_mechanic(edition),
        _two_mechanics(edition),
        _mechanic(edition),
    )
    wanted = dict.fromkeys(question for question in (*found, *_names(edition)) if question)
    return tuple(
        Reference(addresses.search(here, each), Phrase(each)) for each in islice(wanted, QUESTIONS)
    )


def asked(edition: Edition, mechanic: LibraryMechanic) -> tuple[str, ...]:
    """Return what players ask about a mechanic in the page's language, if rulings in this language
    can answer it.
    """
    wanted = mechanic.facts.questions.get(edition.lang, ()) if mechanic.facts else ()
    return tuple(wanted) if wanted and _is_explained(edition, mechanic) else ()


def _is_explained(edition: Edition, mechanic: LibraryMechanic) -> bool:
    sections = (
        section for section in mechanic.sections if section.notes and not edition.mark(section.lang)
    )
    return any(sections) or any(
        mentioning(entry, mechanic.slug) for entry in entries(edition, mechanic)
    )


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
    spans = (
        (span for text in (note.text, *note.items) for span in text.walk()) for note in entry.notes
    )
    return sum(
        any(isinstance(span, Mention) and span.target == slug for span in said) for said in spans
    )


def _asked(edition: Edition) -> str | None:
    """Return the shortest question that players ask about a mechanic and that rulings in the page's
    language answer.
    """
    found = (
        each for mechanic in edition.library.mechanics.values() for each in asked(edition, mechanic)
    )
    return min(found, key=lambda each: (len(each), each), default=None)


def _card_and_mechanic(edition: Edition) -> str | None:
    """Return the card of the newest set that has the most rulings, with a mechanic of its own that
    one of them mentions.
    """
    for code in edition.library.listed_sets:
        cards = [card for card in edition.document(code).cards if card.lang == edition.lang]
        asked = ((card, question) for card in cards if (question := _about(edition, card)))
        best = max(asked, key=lambda each: len(each[0].notes), default=None)
        if best:
            return best[1]
    return None


def _about(edition: Edition, card: CardNotes) -> str | None:
    name = edition.card_name(card.card).text
    simple = len(name) <= LONGEST and "//" not in name
    said = {slug: text for note in reversed(card.notes) for slug, text in _mechanics(note).items()}
    mentioned = next((said[slug] for slug in card.mechanics if slug in said), None)
    return f"{name} {mentioned}" if simple and mentioned else None


def _two_mechanics(edition: Edition) -> str | None:
    """Return the two mechanics that most rulings mention together."""
    pairs: Counter[tuple[str, str]] = Counter()
    asked: dict[tuple[str, str], str] = {}
    for note in _notes(edition):
        mentioned = _mechanics(note)
        for pair in combinations(sorted(mentioned), 2):
            pairs[pair] += 1
            asked.setdefault(pair, " ".join(mentioned[slug] for slug in pair))
    return asked[min(pairs, key=lambda pair: (-pairs[pair], pair))] if pairs else None


def _mechanic(edition: Edition) -> str | None:
    """Return the first mechanic that the newest notes in the page's language explain."""
    for code in edition.library.listed_sets:
        document = edition.document(code)
        slugs = (
            slug
            for section in document.sections
            for slug in section.mechanics
            if document.notes.lang == edition.lang
        )
        name = next(
            (edition.mechanic_name(slug) for slug in slugs if slug in edition.library.mechanics),
            None,
        )
        if name and not name.lang:
            return name.text
    return None


def _names(edition: Edition) -> Iterator[str]:
    """Yield the names of the newest set's first cards."""
    for code in islice(edition.library.listed_sets, 1):
        cards = dict.fromkeys(card.card for card in edition.document(code).cards)
        yield from (edition.card_name(slug).text for slug in islice(cards, QUESTIONS))


def _notes(edition: Edition) -> Iterator[Note]:
    """Yield all rulings and notes in the page's language."""
    for document in edition.library.documents():
        if document.notes.lang == edition.lang:
            for section in document.sections:
                yield from section.notes
            for card in document.cards:
                yield from card.notes


def mentioned(edition: Edition) -> Iterator[str]:
    """Yield the words for mechanics in the rulings and notes in the page's language."""
    return (text for note in _notes(edition) for text in _mechanics(note).values())


def _mechanics(note: Note) -> dict[str, str]:
    """Return the mechanics that a note mentions, each with the note's first word for it."""
    texts: Iterable[Mention] = (
        span
        for text in (note.text, *note.items)
        for span in text.walk()
        if isinstance(span, Mention)
    )
    found: dict[str, str] = {}
    for mention in texts:
        if mention.kind == "mechanic" and len(mention.text) <= LONGEST:
            found.setdefault(mention.target, mention.text.lower())
    return found
