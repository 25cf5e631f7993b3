"""The page that lists the sets and pages on a device. Scripts fill it in the browser."""

from __future__ import annotations

from collections.abc import Iterator

from .. import addresses
from ..edition import Edition, Page


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the page."""
    words = edition.words
    yield Page(
        url=addresses.OFFLINE,
        title=words["offline"],
        description=words["offline_description"],
        view={},
    )
