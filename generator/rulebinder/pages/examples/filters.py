"""Example filters for the search.

Each of them finds something, and is written with the keys and the words of the page's language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from ...notes import Card
from ..edition import Edition
from ..parts.card_facets import colors, newest

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
