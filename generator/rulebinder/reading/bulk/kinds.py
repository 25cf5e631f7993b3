"""The kinds of bulk files that have published rulings, and the cards that they are about."""

from __future__ import annotations

from enum import StrEnum


class BulkKind(StrEnum):
    """A kind of bulk file. Its value is how the names of such files begin."""

    CARDS = "oracle-cards"
    """Scryfall's Oracle Cards: each card once."""
    RULINGS = "rulings"
    """Scryfall's Rulings, of cards that they name only by an id."""
    ATOMIC = "AtomicCards"
    """MTGJSON's AtomicCards, which have their rulings in them."""


WANTED = (
    "give Oracle Cards (oracle-cards.json) and Rulings (rulings.json) of Scryfall's page “Bulk"
    " data” (scryfall.com/docs/api/bulk-data), or AtomicCards.json of mtgjson.com, in the folder of"
    " release notes"
)
"""Which files can be given, where they come from and where they go, for hints."""
