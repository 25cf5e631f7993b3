"""Pages: each view goes through its template into Markdown, and a share of all pages into
MkDocs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..outputs import feeds
from ..pages import addresses, markup
from ..pages.edition import Page
from ..pages.words import Words
from ..problems import Place, Problem, error
from ..site.model import Site
from ..system.caches import alike
from ..system.digests import digest
from ..theme.environment import markdown_environment


@dataclass(frozen=True, kw_only=True)
class Source:
    """The Markdown of a page."""

    text: str
    front: Mapping[str, object]
    """The front matter."""


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


class Renderer:
    """Writes the pages of one language as Markdown."""

    def __init__(self, site: Site, lang: str) -> None:
        owner, words = site.owner, site.editions[lang].words
        self._env = markdown_environment(
            words=words, edit_link=owner.edit_link, pictures=owner.pictures
        )
        self._pictures = site.pictures
        self._fed = {feed.page for feed in feeds.feeds(site, site.editions[lang])} - {""}

    def source(self, kind: str, page: Page) -> Source:
        """Return the Markdown of a page of this kind."""
        template = self._env.get_template(f"pages/{kind}.md.j2")
        return Source(
            text=markup.page(template.render(view=page.view)), front=self._front(kind, page)
        )

    def digest(self, kind: str, page: Page) -> str:
        """Return a digest of all that a page of this kind is made from."""
        return digest(told(self._front(kind, page)), page.url, compared(page.view))

    def _front(self, kind: str, page: Page) -> dict[str, object]:
        """Return the page's front matter."""
        picture = self._pictures.get(page.url)
        values = {
            "kind": kind,
            "listed": page.listed,
            "preview": page.preview,
            "above": page.above,
            **page.facts,
            "feed": page.url in self._fed,
            "picture": picture
            and {key: getattr(picture, key) for key in ("path", "alt", "width", "height")},
        }
        front: dict[str, object] = {key: value for key, value in values.items() if value}
        return {"title": page.title, "description": page.description, **front}


def taken(page: Page, lang: str) -> Problem:
    """Return the problem of a page whose address another one has."""
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(
        Place(f"{lang}/{addresses.source(page.url)}"), message, "give one of them another name"
    )


def told(values: Mapping[str, object]) -> str:
    """Return plain values as text, for a digest."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, default=str)


def compared(value: object) -> str:
    """Return a digest of any value."""
    return digest(alike(value))
