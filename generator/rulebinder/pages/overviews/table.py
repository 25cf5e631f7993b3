"""The page for a table of players: scripts show the rulings of all cards of a deck list there.

Without scripts it links to the cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from .home import first_ruling


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    words, ruling = edition.words, first_ruling(edition)
    view = {
        #  The list of cards, for readers without scripts.
        "cards": Reference(
            addresses.relative(addresses.TABLE, addresses.CARDS), Phrase(words["cards"])
        ),
        #  The name of a card that has rulings; empty if none has.
        "example": edition.card_name(ruling.card).text if ruling else "",
    }
    yield Page(
        url=addresses.TABLE,
        title=words["table"],
        listed=words["listed_table"],
        description=words["table_description"],
        view=view,
    )
