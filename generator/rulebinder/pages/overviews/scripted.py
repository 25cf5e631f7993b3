"""Pages that scripts fill in the browser: the results of a search, the table of players, and what a
device keeps.

Without scripts they lead to the lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference, overview, refer
from ..examples import filters, questions
from .home import first_ruling


def search(edition: Edition) -> Iterator[Page]:
    """Yield the search page."""
    words = edition.words
    lists = (
        ("cards", addresses.CARDS),
        ("mechanics", addresses.MECHANICS),
        ("sets", addresses.SETS),
        ("rules", addresses.RULES),
    )
    links = tuple(refer(addresses.SEARCH, page, words[key]) for key, page in lists)
    view = {
        #  Example questions, as links to their results.
        "questions": questions(edition, addresses.SEARCH),
        #  Example filters, as links to their results, each with what it finds.
        "filters": tuple(
            (
                Reference(addresses.search(addresses.SEARCH, example), Phrase(example)),
                words[f"search_by_{kind}"],
            )
            for example, kind in filters(edition)
        ),
        #  The page for a table of players.
        "table": refer(addresses.SEARCH, addresses.TABLE, words["table_description"]),
        #  The lists to browse if the search does not work.
        "lists": links,
    }
    yield Page(
        url=addresses.SEARCH,
        title=words["search"],
        listed=words["listed_search"],
        description=words["search_hint"],
        view=view,
    )


def table(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    words, ruling = edition.words, first_ruling(edition)
    view = {
        #  The list of cards, for readers without scripts.
        "cards": refer(addresses.TABLE, addresses.CARDS, words["cards"]),
        #  The name of a card that has rulings; empty if none has.
        "example": edition.card_name(ruling.card).text if ruling else "",
    }
    yield overview(edition, addresses.TABLE, "table", view)


def offline(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    yield overview(edition, addresses.OFFLINE, "offline", {}, listed=False)
