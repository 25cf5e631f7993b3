"""The page of search results. Scripts fill it in the browser. Before the first question it has
examples; without scripts it links to the lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from ..examples.filters import filters
from ..examples.questions import questions

ADDRESS = addresses.SEARCH


@dataclass(frozen=True)
class View:
    """The search page."""

    questions: tuple[Reference, ...]
    """Example questions, as links to their results."""
    filters: tuple[tuple[Reference, str], ...]
    """Example filters, as links to their results, each with what it finds."""
    table: Reference
    """The page for a table of players."""
    lists: tuple[Reference, ...]
    """The lists to browse if the search does not work."""


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
    view = View(
        questions=questions(edition, addresses.SEARCH),
        filters=tuple(
            (Reference(addresses.search(addresses.SEARCH, example), Phrase(example)), said)
            for example, said in found
        ),
        table=Reference(
            addresses.relative(addresses.SEARCH, addresses.TABLE),
            Phrase(words["table_description"]),
        ),
        lists=links,
    )
    yield Page(
        url=ADDRESS,
        title=words["search"],
        listed=words["listed_search"],
        description=words["search_hint"],
        view=view,
    )
