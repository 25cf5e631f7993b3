"""The page of search results. Scripts fill it in the browser; without them it links to the lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import addresses
from ..edition import Edition, Page, Phrase, Reference


@dataclass(frozen=True)
class View:
    """The search page."""

    lists: tuple[Reference, ...]
    """The lists to browse if the search does not work."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the search page."""
    words = edition.words
    lists = (("cards", addresses.CARDS), ("mechanics", addresses.MECHANICS), ("sets", addresses.SETS), ("rules", addresses.RULES))
    links = tuple(Reference(addresses.relative(addresses.SEARCH, page), Phrase(words[key])) for key, page in lists)
    yield Page(url=addresses.SEARCH, title=words["search"], description=words["search_hint"], view=View(links))
