"""Addresses by the names that a card's page does not stand under, so that an address once given stays.

A card that only a Spanish document printed had its page under its Spanish name; now that names.yml
knows the English one, the page stands under that.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..joining.identity import slug
from ..library import Library, LibraryCard
from ..pages import paths


def redirects(library: Library) -> dict[str, str]:
    """The pages that cards would have by their other names, each with the card's slug; sorted.

    A name that gives a card's own slug leads nowhere else. Of two cards that share another name the
    one that a document prints so has it, else the first by slug.
    """
    found: dict[str, str] = {}
    for names in (_printed, _official):
        for card in library.cards.values():
            for name in names(card):
                found.setdefault(paths.card_page(slug(name)), card.slug)
    own = {paths.card_page(each) for each in library.cards}
    return {page: found[page] for page in sorted(found) if page not in own}


def _official(card: LibraryCard) -> Iterator[str]:
    yield from card.names.values()


def _printed(card: LibraryCard) -> Iterator[str]:
    """The names as documents print them, before and after a correction."""
    shown = [notes.entry.card for notes in card.notes]
    for section in card.examples:
        shown += [each for each, its in zip(section.section.examples, section.cards, strict=True) if its == card.slug]
    for each in shown:
        yield each.name
        yield " // ".join(face.printed_name or face.name for face in each.faces)
