"""The page of search results. Scripts fill it in the browser. Before the first question it has
examples; without scripts it links to the lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from ..examples.filters import filters
from ..examples.questions import questions

ADDRESS = addresses.SEARCH


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the search page."""
    words = edition.words
    lists = (
        ("cards", addresses.CARDS),
        ("mechanics", addresses.MECHANICS),
        ("sets", addresses.SETS),
        ("rules", addresses.RULES),
    )
    links = tuple(
        Reference(addresses.relative(addresses.SEARCH, page), Phrase(words[key]))
        for key, page in lists
    )
    found = ((example, words[f"search_by_{kind}"]) for example, kind in filters(edition))
    view = {
        #  Example questions, as links to their results.
        "questions": questions(edition, addresses.SEARCH),
        #  Example filters, as links to their results, each with what it finds.
        "filters": tuple(
            (Reference(addresses.search(addresses.SEARCH, example), Phrase(example)), said)
            for example, said in found
        ),
        #  The page for a table of players.
        "table": Reference(
            addresses.relative(addresses.SEARCH, addresses.TABLE),
            Phrase(words["table_description"]),
        ),
        #  The lists to browse if the search does not work.
        "lists": links,
    }
    yield Page(
        url=ADDRESS,
        title=words["search"],
        listed=words["listed_search"],
        description=words["search_hint"],
        view=view,
    )
