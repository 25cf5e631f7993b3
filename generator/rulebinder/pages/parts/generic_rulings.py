"""Generic rulings: those that many cards with the same mechanic have.

A card's page shows them after its specific ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...library import Note
from ...notes import Card, Introduction, Rule, Unread
from ...text import Mention
from ..edition import Edition

_MANY = 3
"""The number of cards that must have a ruling."""
_SPARED = 1
"""If no more than this number of rulings belong to a mechanic, they remain with the others, so that
nobody opens a fold for so little.
"""


def generic(
    edition: Edition, blocks: Sequence[Introduction | Card | Rule | Note | Unread]
) -> Mapping[str, Sequence[Note]]:
    """Return the generic rulings among the ``blocks`` of a card's entry, by the slug of the
    mechanic that they belong to.

    Returns none if the entry has more than rulings, because their order may then matter, or if no
    specific ruling would remain.
    """
    notes = [block for block in blocks if isinstance(block, Note)]
    if len(notes) < len(blocks):
        return {}
    found: dict[str, list[Note]] = {}
    for note in notes:
        slug = _mechanic(edition, note)
        if slug:
            found.setdefault(slug, []).append(note)
    kept = {slug: each for slug, each in found.items() if len(each) > _SPARED}
    return kept if sum(map(len, kept.values())) < len(notes) else {}


def _mechanic(edition: Edition, note: Note) -> str | None:
    """Return the mechanic that all cards with the ruling have, and that it names if they have
    several; None if there is none.
    """
    if note.family is None:
        return None
    library = edition.library
    cards = {each.card for each in library.families[note.lang, note.family] if each.card}
    if len(cards) < _MANY:
        return None
    shared = (
        set.intersection(*(set(library.cards[card].mechanics) for card in cards))
        & library.mechanics.keys()
    )
    named = {
        span.target
        for span in note.text.walk()
        if isinstance(span, Mention) and span.kind == "mechanic"
    }
    candidates = shared & named or shared
    return candidates.pop() if len(candidates) == 1 else None
