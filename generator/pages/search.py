"""The page of search results: its list is made in the browser, and without scripts it leads to the lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .edition import Edition, Page, Phrase, Reference


@dataclass(frozen=True)
class View:
    """The page."""

    lists: tuple[Reference, ...]
    """What stands in for the search where there are no scripts."""


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words = edition.words
    lists = (("cards", paths.CARDS), ("mechanics", paths.MECHANICS), ("sets", paths.SETS), ("rules", paths.RULES))
    links = tuple(Reference(paths.relative(paths.SEARCH, page), Phrase(words[key])) for key, page in lists)
    yield Page(url=paths.SEARCH, title=words["search"], description=words["search_hint"], view=View(links))
