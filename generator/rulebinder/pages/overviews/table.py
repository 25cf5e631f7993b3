"""The page for a table of players: scripts show the rulings of all cards of a deck list there.

Without scripts it links to the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from .home import first_ruling


@dataclass(frozen=True)
class View:
    """The page for a table."""

    cards: Reference
    """The list of cards, for readers without scripts."""
    example: str
    """The name of a card that has rulings; empty if none has."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    words, ruling = edition.words, first_ruling(edition)
    view = View(
        cards=Reference(
            addresses.relative(addresses.TABLE, addresses.CARDS), Phrase(words["cards"])
        ),
        example=edition.card_name(ruling.card).text if ruling else "",
    )
    yield Page(
        url=addresses.TABLE,
        title=words["table"],
        listed=words["listed_table"],
        description=words["table_description"],
        view=view,
    )
