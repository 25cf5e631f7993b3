"""Examples for the search: questions that rulings answer, and filters that find cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from ..library import CardNotes, LibraryMechanic
from ..notes import Card
from ..text import Mention
from . import addresses
from .edition import Edition, Phrase, Reference
from .parts.card_facets import colors, newest

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
