"""A share of a site's pages: all that one run of MkDocs makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..pages.words import Words
from .rendering import Source

Finish = Callable[[str, str], str]
"""Gets the path and the HTML of a finished page.

Returns what MkDocs writes, which is nothing if it is empty.
"""


@dataclass(frozen=True, kw_only=True)
class Share:
    """The pages of a run, by the path of their Markdown in the site, such as
    ``en/cards/x/index.md``.
    """

    words: Mapping[str, Words]
    """The words of each language that the site is offered in.

    The first is that of pages in no language's folder.
    """
    values: Mapping[str, Mapping[str, Any]]
    """The settings in which the languages differ, by language: see :mod:`.localized`."""
    sources: Mapping[str, Source | None]
    """The generated pages; None for those that are finished, or that another run makes.

    Links may lead to them.
    """
    named: Mapping[str, str]
    """The titles of the generated pages that the navigation names."""
    written: Mapping[str, bytes]
    """The hand-written pages and their files; if another run makes them, only those that the
    navigation names.
    """
    cite: Mapping[str, Callable[[str], str]]
    """Puts a ruling into the examples of hand-written pages, by language
    (:func:`.handwritten.citing`).
    """
    leads: bool
    """Whether the run also has the owner's own pages and files, which are there once."""
    finish: Finish
