"""The list of all cards, from A to Z."""

from __future__ import annotations

from collections.abc import Iterator

from ...system.grouping import grouped
from .. import addresses
from ..edition import Edition, Page, Reference, initial, overview, refer
from ..indexes import collation
from ..parts.card_facets import newest
from ..parts.entry_blocks import Blocks
from ..parts.lists import CardLine, card_filter, card_line

UNFOLDED = 60
"""The most cards of a list whose letters are open from the start."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of the cards in release notes.

    Cards that have nothing but published rulings may be 30,000: the pages of days and the search
    have them.
    """
    words, blocks = edition.words, Blocks(edition, addresses.CARDS)
    lines = sorted(
        (
            _line(blocks, slug)
            for slug, card in edition.library.cards.items()
            if card.only_in is None
        ),
        key=_order,
    )
    letters = tuple(
        {
            "letter": letter,
            "anchor": addresses.letter_anchor(letter),
            "count": words.count("cards", len(cards)),
            "cards": tuple(cards),
        }
        for letter, cards in grouped((_order(line)[0], line) for line in lines).items()
    )
    view = {
        "count": words.count("cards", len(lines)),
        #  Whether a phone shows only the letters first.
        "folded": len(lines) > UNFOLDED,
        "letters": letters,
        #  The number of cards that have nothing but published rulings, and the link to the list of
        #  their days; None if there are none.
        "others": _others(edition, len(edition.library.cards) - len(lines)),
    }
    forms = {"filter": card_filter(edition, lines)}
    yield overview(edition, addresses.CARDS, "cards", view, forms=forms)


def _others(edition: Edition, count: int) -> tuple[str, Reference] | None:
    if not count:
        return None
    words = edition.words
    days = refer(addresses.CARDS, addresses.DAYS, words["days"])
    return words.count("other_cards", count), days


def _order(line: CardLine) -> tuple[str, tuple[str, str]]:
    name = line.card_page.phrase.text
    return initial(name), collation(name)


def _line(blocks: Blocks, slug: str) -> CardLine:
    """Return the line of a card, as the newest document in the best language prints it."""
    edition = blocks.edition
    card = edition.library.cards[slug]
    shown, lang, _ = newest(edition, card) or (None, edition.lang, "")
    line = card_line(blocks, edition.card_reference(blocks.here, slug), shown, lang)
    found = {entry.set_code for entry in card.notes} | {
        section.set_code for section in card.examples
    }
    return line._replace(
        sets=tuple(code for code in edition.library.released_sets if code in found),
        rulings=sum(len(notes.notes) for notes in card.notes),
    )
