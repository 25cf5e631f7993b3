"""Pages: each view goes through its template into Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ..outputs import feeds
from ..pages import addresses, markup
from ..pages.edition import Page
from ..problems import Place, Problem, error
from ..site.model import Site
from ..system.caches.frozen_values import alike
from ..system.digests import digest
from ..theme.environment import markdown_environment


@dataclass(frozen=True, kw_only=True)
class Source:
    """The Markdown of a page."""

    text: str
    front: Mapping[str, object]
    """The front matter."""


class Renderer:
    """Writes the pages of one language as Markdown."""

    def __init__(self, site: Site, lang: str) -> None:
        owner, words = site.owner, site.editions[lang].words
        self._env = markdown_environment(
            words=words, edit_link=owner.edit_link, pictures=owner.pictures
        )
        self._pictures = site.pictures
        self._fed = feeds.pages(site, site.editions[lang])

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
        values = {
            "kind": kind,
            "title": page.title,
            "description": page.description,
            "listed": page.listed,
            "preview": page.preview,
            "above": page.above,
            **page.facts,
        }
        front: dict[str, object] = {
            key: value for key, value in values.items() if value or key in {"title", "description"}
        }
        if page.url in self._fed:
            front["feed"] = True
        if picture := self._pictures.get(page.url):
            front["picture"] = {
                "path": picture.path,
                "alt": picture.alt,
                "width": picture.width,
                "height": picture.height,
            }
        return front


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
