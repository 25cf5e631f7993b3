"""The page that lists the sets and pages on a device. Scripts fill it in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .edition import Edition, Page, Phrase, Reference


@dataclass(frozen=True)
class View:
    """The page; its lists exist only in the browser."""

    sets_page: Reference
    """The list of sets, whose pages have the button that keeps them."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    words = edition.words
    view = View(Reference(paths.relative(paths.OFFLINE, paths.SETS), Phrase(words["sets"])))
    yield Page(url=paths.OFFLINE, title=words["offline"], description=words["offline_description"], view=view)
