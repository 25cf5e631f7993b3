"""Pages: each view goes through its template into Markdown, which MkDocs builds."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment

from .. import pages
from ..pages import markup, paths
from ..pages.edition import Page
from ..pictures.picture import Picture
from ..problems import Place, Problem, error
from ..templating.environment import markdown_environment
from . import memory, reads
from .contract import Site
from .tasks import Task


@dataclass(frozen=True, kw_only=True)
class Source:
    """The Markdown of a page."""

    text: str
    front: Mapping[str, object]
    """The front matter."""
    there: bool = False
    """Whether the finished page is in its place already. The source is empty then."""
    elsewhere: bool = False
    """Whether another task makes the page. The source is empty then."""

    def parts(self) -> tuple[str, ...]:
        """Return all values as texts, for a digest."""
        return self.text, memory.told(self.front)


_FRONT = {"title": "", "description": ""}
THERE = Source(text="", front=_FRONT, there=True)
ELSEWHERE = Source(text="", front=_FRONT, elsewhere=True)
_UNWATCHED = {"audit"}
"""The kinds of pages that show more than a watch sees: problems, and places in documents."""


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write ``files`` into ``folder``."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def sources(
    site: Site,
    task: Task,
    kept: Mapping[str, bytes],
    keeper: memory.Keeper | None = None,
    known: reads.Known | None = None,
) -> tuple[dict[str, Source], list[Problem]]:
    """Return the pages of ``task``, by the path of their Markdown. The first share also has those of the others, without content.

    ``kept`` has the hand-written pages and their files, by path. ``keeper`` takes over pages that would be the same. ``known`` are
    digests of entries of the library (:func:`reads.known`).
    Also returns a problem for each page whose address is taken. Raises InputError if an interface word is missing.
    """
    lang = task.lang
    made: dict[str, Source] = {}
    problems: list[Problem] = []
    watch = reads.Watch(known)
    edition, pictures = reads.edition(site, lang, watch), watch.table("pictures", site.pictures)
    env = markdown_environment(words=edition.words, edit_link=site.owner.edit_link)

    def is_free(path: str) -> bool:
        return path not in made and path not in kept and paths.hand_written(path.removesuffix("index.md")) not in kept

    for unit in pages.units(edition):
        if not _is_own(task, unit):
            made |= {paths.source(unit.address): ELSEWHERE} if task.leads and unit.address else {}
            continue
        there = keeper.takes_unit(unit.name, watch.digest, is_free) if keeper else ()
        made |= dict.fromkeys(there, THERE)
        if there:
            continue
        found, read = watch.made(functools.partial(_made, unit, env, pictures))
        for page, source in found:
            if is_free(paths.source(page.url)):
                made[paths.source(page.url)] = source
            else:
                problems.append(_taken(page, lang))
        if keeper and unit.kind not in _UNWATCHED:
            urls = tuple(paths.source(page.url) for page, _ in found)
            said = keeper.said(watch.digest(read))
            keeper.keep_unit(unit.name, memory.Unit(digest=said, reads=read, sources=urls))
    return made, problems


def _is_own(task: Task, unit: pages.Unit) -> bool:
    """Return whether ``task`` makes the pages of ``unit``. The first share makes those whose addresses nobody knows before."""
    return task.has(unit.name) if unit.address else task.leads


def _made(unit: pages.Unit, env: Environment, pictures: Mapping[str, Picture]) -> list[tuple[Page, Source]]:
    """Return the pages of ``unit`` with their sources."""
    template = env.get_template(f"pages/{unit.kind}.md.j2")
    return [
        (page, Source(text=markup.page(template.render(view=page.view)), front=_front(page, pictures.get(page.url))))
        for page in unit.make()
    ]


def _front(page: Page, picture: Picture | None) -> dict[str, object]:
    """Return the page's front matter."""
    values = {"title": page.title, "description": page.description, "preview": page.preview, "above": page.above, **page.facts}
    front: dict[str, object] = {key: value for key, value in values.items() if value or key in {"title", "description"}}
    if picture:
        front["picture"] = {"path": picture.path, "alt": picture.alt, "width": picture.width, "height": picture.height}
    return front


def _taken(page: Page, lang: str) -> Problem:
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(Place(f"{lang}/{paths.source(page.url)}"), message, "give one of them another name")
