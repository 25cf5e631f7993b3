"""Pages: each view goes through its template into Markdown, which MkDocs builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .. import pages
from ..pages import paths
from ..pages.edition import Page
from ..pictures.picture import Picture
from ..problems import Place, Problem, error
from ..templating.environment import environment
from . import finished, memory
from .contract import Site


@dataclass(frozen=True, kw_only=True)
class Source:
    """The Markdown of a page."""

    text: str
    front: Mapping[str, object]
    """The front matter."""
    headings: tuple[int, ...]
    """The numbers of the lines that are Markdown, from 0. All others are finished HTML."""

    def parts(self) -> tuple[str, ...]:
        """Return all values as texts, for a digest."""
        return self.text, memory.told(self.front), " ".join(map(str, self.headings))


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write ``files`` into ``folder``."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def sources(site: Site, lang: str, kept: Mapping[str, bytes]) -> tuple[dict[str, Source], list[Problem]]:
    """Return every page of the language ``lang``, by the path of its Markdown.

    ``kept`` has the hand-written pages and their files, by path. Also returns a problem for each page whose address is
    taken. Raises InputError if an interface word is missing.
    """
    made: dict[str, Source] = {}
    problems: list[Problem] = []
    for page, content in _rendered(site, lang):
        path = paths.source(page.url)
        if path in made or path in kept or paths.hand_written(page.url) in kept:
            problems.append(_taken(page, lang))
        else:
            text, headings = finished.divide(content)
            made[path] = Source(text=text, front=_front(page, site.pictures.get(page.url)), headings=tuple(headings))
    return made, problems


def _rendered(site: Site, lang: str) -> Iterator[tuple[Page, str]]:
    edition = site.editions[lang]
    env = environment(words=edition.words)
    for name, kind in pages.KINDS.items():
        template = env.get_template(f"pages/{name}.md.j2")
        for page in kind.pages(edition):
            yield page, template.render(view=page.view)


def _front(page: Page, picture: Picture | None) -> dict[str, object]:
    """Return the page's front matter."""
    values = {"title": page.title, "description": page.description, "preview": page.preview, "above": page.above}
    front: dict[str, object] = {key: value for key, value in values.items() if value or key in {"title", "description"}}
    if picture:
        front["picture"] = {"path": picture.path, "alt": picture.alt, "width": picture.width, "height": picture.height}
    return front


def _taken(page: Page, lang: str) -> Problem:
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(Place(f"{lang}/{paths.source(page.url)}"), message, "give one of them another name")
