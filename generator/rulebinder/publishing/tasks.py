"""The tasks of making a site, which can be done side by side.

Each is a function of the job, and makes files in its folder.
"""

from __future__ import annotations

import gc
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import pages
from ..facts.languages import Languages
from ..outputs import data, feeds, front, offline, redirects, short_pages
from ..pages import addresses
from ..pages.edition import Page
from ..pictures import model
from ..pictures.model import Picture
from ..plugin import plugin, rendering
from ..plugin.rendering import Share, Source, compared
from ..problems import InputError, Problem
from ..search import bundle
from ..settings import files, supported
from ..settings.files import Written
from ..site.model import FileBatch, Site, at_once
from ..site.table import Part, SiteFile, Table
from ..system import shipped
from ..system.caches import Cache
from ..system.files import digest, walk_files

OUTPUTS: tuple[Callable[[Site], Iterable[FileBatch]], ...] = (
    at_once(front.copy_menus),
    data.batches,
    at_once(redirects.departure_pages),
    at_once(short_pages.embed_page),
    at_once(feeds.files),
    offline.batches,
    at_once(redirects.redirect_pages),
    at_once(data.ruling_lists),
    short_pages.batches,
)
"""The outputs that are made beside the pages."""


def write_outputs(
    site: Site, part: Part, outputs: Iterable[Callable[[Site], Iterable[FileBatch]]]
) -> None:
    """Write ``outputs`` of ``site``. Files that would be the same as in the old site are kept.

    Raises InputError if two outputs make the same file.
    """
    settings = [
        site.address,
        site.quoting,
        site.short_pages,
        site.owner,
        site.name,
        list(site.pictures),
    ]
    around = compared([settings, [edition.derived.names for edition in site.editions.values()]])
    for output in outputs:
        for batch in output(site):
            key = digest(batch.name, around, batch.made_from) if batch.made_from else ""
            if key and part.keep(key):
                continue
            for path, content in batch.make():
                part.put(path, content, key)


PAGES, SEARCH, FILES, PICTURES = "pages", "search", "files", "pictures"
"""The kinds of tasks: some pages, the search, the files that are no pages of MkDocs, and some
preview pictures.
"""

_MOST_PAGES = 6_000
"""About the most pages of a task. It bounds the memory of a process that does the task."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """A site to make, and where."""

    site: Site
    languages: Languages
    """All languages that documents may be in."""
    settings: Written
    written: Mapping[str, tuple[Mapping[str, bytes], Sequence[Problem]]]
    """The hand-written pages of each language, and their problems."""
    version: str
    """The digest of the scripts and style sheets."""
    loaded: Mapping[str, bytes]
    """Our own files that pages load, by name."""
    folder: Path
    """The folder to make the site in."""
    work: Path
    """A folder for what tasks need besides."""
    cache: Cache
    """Results that builds use again."""
    old: Path
    """The folder of the site that this one will replace."""
    table: Table
    """The files of that site."""
    facts: str
    """The digest of the facts. See :func:`.unchanged.facts`."""

    def part(self) -> Part:
        """Return a part of the site without files."""
        return Part(self.folder, self.old, self.table)


@dataclass(frozen=True, kw_only=True)
class Task:
    """One share of the work of a kind, of ``of`` shares that together are the whole."""

    kind: str
    number: int = 1
    of: int = 1

    @property
    def leads(self) -> bool:
        """Whether it is the first share, which has all that is there once."""
        return self.number == 1

    def has(self, name: str) -> bool:
        """Return whether the share has the thing of that name."""
        return zlib.crc32(name.encode()) % self.of == self.number - 1


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a task made."""

    kind: str
    files: Mapping[str, SiteFile] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    complete: bool = True
    used: frozenset[str] = frozenset()
    """The keys of the results of the cache that it used."""


Step = Callable[[int, int], None]
"""Is called with the number of pages that were finished, and the number of those that are new to
the count.
"""


def listed(job: Job, hands: int) -> list[Task]:
    """Return the tasks of a job for ``hands`` workers.

    The largest come first, so that none of them is left alone at the end.
    """
    library = job.site.library
    count = len(library.cards) + len(library.mechanics) + 2 * len(library.sets)
    shares = max(hands, math.ceil(count * len(job.site.langs) / _MOST_PAGES))
    if supported.other_plugins(
        job.settings.values
    ):  # a plugin such as rss looks at all pages together
        shares = 1
    own = [Task(kind=PAGES, number=number, of=shares) for number in range(1, shares + 1)]
    drawing = [Task(kind=PICTURES, number=number, of=hands) for number in range(1, hands + 1)]
    return [*own, Task(kind=FILES), Task(kind=SEARCH), *drawing]


def do(job: Job, task: Task, step: Step) -> Result:
    """Do a task. An InputError becomes the problems of a result that is not complete."""
    part, problems = job.part(), list[Problem]()
    try:
        if task.kind == PAGES:
            problems = _pages(job, task, part, step)
        elif task.kind == SEARCH:
            search = bundle.search_files(
                job.site.editions, job.languages, shipped.SEARCH, job.cache
            )
            for path, content in search.items():
                part.put(path, content)
        elif task.kind == FILES:
            write_outputs(job.site, part, OUTPUTS)
        else:
            _draw(job, task, part)
    except InputError as failure:
        return Result(kind=task.kind, problems=failure.problems, complete=False)
    return Result(
        kind=task.kind,
        files=part.files,
        problems=tuple(problems),
        used=frozenset(job.cache.used),
    )


def _pages(job: Job, task: Task, part: Part, step: Step) -> list[Problem]:
    """Make a share of the pages of all languages."""
    if not task.leads:
        gc.collect()  # or a process that made a share before would keep the pages of both
    own, found = PageShare(job, task, part, step).take()
    if task.leads or own.sources:
        made = job.work / f"{task.kind}-{task.number}"
        found += plugin.run(job.settings, own, made, job.site.address)
        for path in walk_files(made) if made.exists() else ():
            part.put(path, (made / path).read_bytes())
    return found


class PageShare:
    """Decides which pages of a task are taken over, and gives the others to MkDocs."""

    def __init__(self, job: Job, task: Task, part: Part, step: Step) -> None:
        self._job, self._task, self._part, self._step = job, task, part, step
        self._site = job.site
        self._sources: dict[str, Source | None] = {}
        """The Markdown of the pages to make, by path in the site; None for pages that are there, or
        that another task makes.
        """
        self._keys: dict[str, str] = {}
        """The keys of these pages, by the paths of their HTML."""

    @cached_property
    def _values(self) -> dict[str, dict[str, Any]]:
        """The settings in which the languages differ."""
        job = self._job
        return rendering.of(self._site, job.written, job.version, job.settings.values)

    @cached_property
    def _listed(self) -> set[str]:
        """The paths that the navigation names."""
        return {path for path, _ in files.nav_entries(self._job.settings.values.get("nav"))}

    @cached_property
    def _named(self) -> dict[str, str]:
        """The titles of the generated pages that the navigation names, by path in the site."""
        titles: dict[str, str] = {}
        for lang in self._site.langs:
            wanted = {path for path in self._listed if path.startswith(f"{lang}/")}
            edition, kept = self._site.editions[lang], self._job.written[lang][0]
            wanted -= {f"{lang}/{path}" for path in kept}
            for plan in pages.plan(edition, self._site.slices) if wanted else ():
                if (path := f"{lang}/{addresses.source(plan.address)}") in wanted:
                    titles[path] = plan.make().title
        return titles

    def _take_language(self, lang: str) -> Iterator[Problem]:
        """Take the pages of a language. Yields a problem for each page whose address is taken."""
        site = self._site
        edition, kept = site.editions[lang], self._job.written[lang][0]
        render = rendering.Renderer(site, lang)
        settings = digest(
            self._job.settings.fingerprint,
            rendering.told({**self._values[lang], "named": self._named}),
        )
        inside = digest(settings, rendering.compared(edition.derived.names))
        for plan in pages.plan(edition, site.slices):
            name, path = f"{lang} {plan.name}", f"{lang}/{addresses.source(plan.address)}"
            if not self._task.has(name):
                if self._task.leads and not is_taken(plan.address, kept):
                    self._sources[path] = None
                continue
            picture = site.pictures.get(plan.address)
            key = (
                digest(name, inside, plan.part().digest, rendering.compared(picture))
                if plan.part
                else ""
            )
            if key and not self._are_others and (there := self._part.keep(key)):
                self._sources |= {
                    f"{path.removesuffix('.html')}.md": None for path in there if self._task.leads
                }
                self._step(len(there), len(there))
                continue
            page = plan.make()
            if path in self._sources or is_taken(page.url, kept):
                yield rendering.taken(page, lang)
            else:
                key = key or digest(settings, render.digest(plan.kind, page))
                self._put(path, page, render, plan.kind, key)

    @cached_property
    def _are_others(self) -> bool:
        """Whether other plugins may change pages, so that none is known to be the same as
        before.
        """
        return bool(supported.other_plugins(self._job.settings.values))

    def _put(self, path: str, page: Page, render: rendering.Renderer, kind: str, key: str) -> None:
        """Take over a page, or list its Markdown."""
        if not self._are_others and self._part.keep(key):
            self._step(1, 1)
            if self._task.leads:
                self._sources[path] = None
        else:
            self._step(0, 1)
            self._keys[f"{path.removesuffix('.md')}.html"] = key
            self._sources[path] = render.source(kind, page)

    def take(self) -> tuple[Share, list[Problem]]:
        """Return the pages that MkDocs must make, and problems.

        All others are in the folder of the site then.
        """
        problems: list[Problem] = []
        written: dict[str, bytes] = {}
        for lang in self._site.langs:
            problems += self._take_language(lang)
            for path, content in self._job.written[lang][0].items():
                if self._task.leads or f"{lang}/{path}" in self._listed:
                    written[f"{lang}/{path}"] = content
        for lang in self._site.langs if self._task.leads else ():
            kept, faults = self._job.written[lang]
            problems += faults
            self._step(0, len(rendering.titles(kept)))
        share = Share(
            words={lang: edition.words for lang, edition in self._site.editions.items()},
            values=self._values,
            sources=self._sources,
            named=self._named,
            written=written,
            cite={lang: rendering.citing(self._site, lang) for lang in self._site.langs},
            leads=self._task.leads,
            finish=self._finish,
        )
        return share, problems

    def _finish(self, path: str, html: str) -> str:
        """Write a page. MkDocs writes nothing, unless other plugins may look at all files."""
        self._step(1, 0)
        if self._are_others:
            return html
        content = html.encode("utf-8", errors="xmlcharrefreplace")
        self._part.put(path, content, self._keys.get(path, ""))
        return ""


def is_taken(address: str, kept: Mapping[str, bytes]) -> bool:
    """Return whether one of the hand-written pages ``kept`` has the address."""
    path = addresses.source(address)
    return path in kept or addresses.hand_written(path.removesuffix("index.md")) in kept


def _draw(job: Job, task: Task, part: Part) -> None:
    """Draw a share of the preview pictures."""
    for picture in pictures(job.site):
        key = model.key(picture)
        place = digest(key, picture.path)
        if task.has(key) and not part.keep(place):
            part.put(picture.path, model.draw(picture), place)


def pictures(site: Site) -> Iterable[Picture]:
    """Yield all preview pictures of ``site``, with its name, its address and the color of its
    header.
    """
    drawn = [*site.pictures.values(), *(short_pages.pictures(site) if site.quoting else ())]
    name, band, above = site.name, site.owner.brand.light, (site.address or "").partition("://")[2]
    return (
        replace(each, site=name, band=band, address=f"{above}{each.address}".rstrip("/"))
        for each in drawn
    )
