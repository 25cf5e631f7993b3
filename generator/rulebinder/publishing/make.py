"""The making of a site by tasks, which can be done side by side: shares of the pages through
MkDocs, the search, pictures and other files. What needs the finished pages comes last.

Each task is a function of the job, and makes files in its folder.
"""

from __future__ import annotations

import functools
import gc
import math
import multiprocessing
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

from .. import pages
from ..outputs import data, feeds, front, offline, redirects, short_pages
from ..pages import addresses
from ..pictures import model
from ..plugin import plugin, rendering
from ..plugin.rendering import Share, digest_of
from ..problems import InputError, Problem, WithProblems
from ..search import bundle
from ..settings import files as settings_files
from ..settings import options
from ..settings.files import WrittenSettings
from ..site import links, place
from ..site import table as site_files
from ..site.model import Files, Site
from ..site.table import Part, SiteFile, Table
from ..system import processes, shipped
from ..system.caches import Cache
from ..system.files import DISK, digest, digests, walk_files
from ..system.output_streams import Progress
from ..theme import assets
from . import unchanged
from .unchanged import Publication

PAGES, SEARCH, FILES, PICTURES = "pages", "search", "files", "pictures"
"""The kinds of tasks: some pages, the search, the files that are not pages of MkDocs, and some
preview pictures.
"""
OUTPUTS: tuple[Callable[[Site], Files], ...] = (
    front.make_copy_menus,
    data.make_files,
    redirects.make_departures,
    short_pages.make_embed_script,
    feeds.make_files,
    offline.make_files,
    redirects.make_redirects,
    data.make_ruling_lists,
    short_pages.make_files,
)
"""The outputs that are made beside the pages."""

_MOST_PAGES = 6_000
"""About the most pages of a task. It bounds the memory of a process that does the task."""
_REPORT_SECONDS = 0.2
"""The seconds between two reports of progress."""
_INDEX = "index.html"

Count = Callable[[int, int], None]
"""Is called with how many pages were finished, and how many more there are to finish. Both are
added to the counts of all tasks.
"""


@dataclass(frozen=True, kw_only=True)
class Job:
    """A site to make, and where."""

    site: Site
    settings: WrittenSettings
    hand_written: Mapping[str, Mapping[str, bytes]]
    """The hand-written pages of each language."""
    faults: Sequence[Problem]
    """The problems of the hand-written pages."""
    assets: Mapping[str, bytes]
    """Our own files that pages load, by name."""
    version: str
    """The digest of the scripts and style sheets. Pages load files by it, so that no browser
    combines a cached script with a new page.
    """
    facts: str
    """The digest of the facts. See :func:`.unchanged.digest_facts`."""
    folder: Path
    """The folder to make the site in."""
    work: place.Work
    """The folder for what tasks need besides, and the site that this one will replace."""
    table: Table
    """The files of that site."""
    cache: Cache
    """Results that builds use again."""

    def new_part(self) -> Part:
        """Return a part of the site without files."""
        return Part(self.folder, self.work.out, self.table)


@dataclass(frozen=True, kw_only=True)
class Task:
    """One share of the work of a kind."""

    kind: str
    number: int = 1
    """Which share it is, from 1."""
    shares: int = 1
    """How many shares the whole work has."""

    @property
    def is_first(self) -> bool:
        """Whether it is the first share, which also has all that cannot be shared."""
        return self.number == 1

    def has(self, name: str) -> bool:
        """Return whether the share has the page or picture of that name: each name is in one."""
        return zlib.crc32(name.encode()) % self.shares == self.number - 1


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a task made."""

    kind: str
    files: Mapping[str, SiteFile] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    is_complete: bool = True
    used: frozenset[str] = frozenset()
    """The keys of the results of the cache that it used."""


def set_up(publication: Publication, site: Site, work: place.Work) -> Job:
    """Return the job of making ``site`` in the folder of ``work``.

    Raises InputError if the settings cannot be read, or if style sheets or scripts have a fault.
    """
    pictures = sorted(shipped.WEB.glob("*.svg"))
    folders = (shipped.WEB / assets.STYLES, shipped.WEB / assets.SCRIPTS, shipped.SEARCH)
    digests_of_all = (*digests(folders), *map(str, pictures), *map(DISK.digest, pictures))
    files = publication.cache.get_or_make(
        digest("assets", *digests_of_all),
        lambda: assets.join_assets(shipped.WEB, assets.select_theme_rules),
    )
    files = assets.apply_brand(files, site.owner)
    scripts = [*bundle.read_sources(shipped.SEARCH), *offline.read_sources()]
    hand_written, faults = rendering.read_hand_written(shipped.DOCS, site.langs)
    return Job(
        site=site,
        settings=settings_files.read_settings(),
        hand_written=hand_written,
        faults=faults,
        assets=files,
        version=digest(*files.values(), *scripts)[:8],
        facts=unchanged.digest_facts(publication.content),
        folder=work.site,
        work=work,
        table=publication.table,
        cache=publication.cache,
    )


def make_site(job: Job, progress: Progress) -> WithProblems[Table]:
    """Make the site of a job in its folder. It does not take its place yet.

    Returns the table of its files, and the problems of its pages. Raises InputError if no site can
    be made, or if a process was killed from outside.
    """
    progress("pages", 0, 1)  # the number of pages is not known yet
    derive_shared(job)
    counts = multiprocessing.Array("i", 2)
    with processes.pool(job.cache.jobs, (job, counts)) as pool:
        tasks = [pool.submit(_do_in_pool, task) for task in list_tasks(job, job.cache.jobs)]
        is_done = False
        while not is_done:
            is_done = not wait(tasks, timeout=_REPORT_SECONDS).not_done
            done, total = counts[:]
            if total:
                progress("pages", done, max(done, total))
        return finish(job, [task.result() for task in tasks])


def derive_shared(job: Job) -> None:
    """Derive what all processes need before they are forked from this one, so that they share it.

    Raises InputError as :func:`plugin.load`.
    """
    plugin.load(job.settings)
    for edition in job.site.editions.values():
        _ = edition.tables
    _ = job.site.slices.outline_digest  # both are cached


def _do_in_pool(task: Task) -> Result:
    """Do a task in a process of a pool that shares a job, which is too large to be sent for each
    task, and how many pages all processes have finished and have to make.
    """
    # The process ends with the tasks, and garbage collection would take a tenth of its time.
    gc.disable()
    if not gc.get_freeze_count():
        # What is there before the first task is shared by all, and to look through a large library
        # takes longer than a task.
        gc.freeze()
    job, counts = processes.shared_value()

    def count(done: int, new: int) -> None:
        with counts.get_lock():
            counts[0] += done
            counts[1] += new

    return do_task(job, task, count)


def list_tasks(job: Job, workers: int) -> list[Task]:
    """Return the tasks of a job for a number of ``workers``.

    The largest come first, so that none of them is left alone at the end.
    """
    library = job.site.library
    subjects = len(library.cards) + len(library.mechanics) + 2 * len(library.sets)
    shares = max(workers, math.ceil(subjects * len(job.site.langs) / _MOST_PAGES))
    # Another plugin, such as rss, may look at all pages together.
    if options.has_other_plugins(job.settings.values):
        shares = 1
    return [
        *(Task(kind=PAGES, number=number, shares=shares) for number in range(1, shares + 1)),
        Task(kind=FILES),
        Task(kind=SEARCH),
        *(Task(kind=PICTURES, number=number, shares=workers) for number in range(1, workers + 1)),
    ]


def do_task(job: Job, task: Task, count: Count) -> Result:
    """Do a task. An InputError becomes the problems of a result that is not complete."""
    site, part = job.site, job.new_part()
    problems: list[Problem] = []
    files: Files = ()
    try:
        if task.kind == PAGES:
            problems = _make_pages(job, task, part, count)
        elif task.kind == SEARCH:
            search = bundle.search_files(site.editions, site.languages, shipped.SEARCH, job.cache)
            files = search.items()
        elif task.kind == FILES:
            files = chain.from_iterable(output(site) for output in OUTPUTS)
        else:
            for picture in list_pictures(site):
                name = model.picture_digest(picture)
                key = digest(name, picture.path)
                if task.has(name) and not part.keep(key):
                    part.put(picture.path, model.draw(picture), key)
        for path, content in files:
            part.put(path, content)
    except InputError as failure:
        return Result(kind=task.kind, problems=failure.problems, is_complete=False)
    return Result(
        kind=task.kind,
        files=part.files,
        problems=tuple(problems),
        used=frozenset(job.cache.used),
    )


def _make_pages(job: Job, task: Task, part: Part, count: Count) -> list[Problem]:
    """Make a share of the pages of all languages."""
    if not task.is_first:
        gc.collect()  # or a process that made a share before would keep the pages of both
    share = PageShare(job, task, part, count)
    problems = share.take_pages()
    if task.is_first or share.sources:
        folder = job.work.folder / f"{task.kind}-{task.number}"
        problems += plugin.build_pages(job.settings, share, folder)
        for path in walk_files(folder) if folder.exists() else ():
            part.put(path, (folder / path).read_bytes())
    return problems


class PageShare(Share):
    """Decides which pages of a task are taken over, and gives the others to MkDocs.

    If ``mkdocs_writes`` its pages, none is taken over.
    """

    def __init__(
        self, job: Job, task: Task, part: Part, count: Count, *, mkdocs_writes: bool = False
    ) -> None:
        values = job.settings.values
        super().__init__(
            site=job.site,
            settings=rendering.language_settings(job.site, job.hand_written, job.version, values),
            is_first=task.is_first,
        )
        self._job, self._task, self._part, self._count = job, task, part, count
        # Other plugins may change pages, so that none is known to be the same as before.
        self._mkdocs_writes = mkdocs_writes or options.has_other_plugins(values)
        self._in_navigation = {path for path, _ in settings_files.nav_entries(values.get("nav"))}
        self._keys: dict[str, str] = {}
        """The keys of the pages to make, by the paths of their HTML."""

    def take_pages(self) -> list[Problem]:
        """Decide on all pages, and return their problems. Those that MkDocs need not make are in
        the folder of the site then.
        """
        problems: list[Problem] = []
        for lang in self._job.hand_written:
            self._find_titles(lang)
        for lang, files in self._job.hand_written.items():
            problems += self._take_language(lang)
            for path, content in files.items():
                if self.is_first or f"{lang}/{path}" in self._in_navigation:
                    self.hand_written[f"{lang}/{path}"] = content
            if self.is_first:
                self._count(0, len(rendering.find_titles(files)))
        return [*problems, *(self._job.faults if self.is_first else ())]

    def _find_titles(self, lang: str) -> None:
        """Find the titles of the generated pages of a language that the navigation names. Every
        page has the navigation, so each share needs all of them.
        """
        paths = {path for path in self._in_navigation if path.startswith(f"{lang}/")}
        paths -= {f"{lang}/{path}" for path in self._job.hand_written[lang]}
        for page_plan in (
            pages.plan_pages(self.site.editions[lang], self.site.slices) if paths else ()
        ):
            if (path := f"{lang}/{addresses.source_file(page_plan.address)}") in paths:
                self.titles[path] = page_plan.make().title

    def _take_language(self, lang: str) -> Iterator[Problem]:
        """Take the pages of a language. Yields a problem for each page whose address is used."""
        site, hand_written = self.site, self._job.hand_written[lang]
        edition, renderer = site.editions[lang], rendering.Renderer(site, lang)
        settings = digest(
            self._job.settings.fingerprint, digest_of([self.settings[lang], self.titles])
        )
        #  What every page of the language may show beside its own slice of the library.
        of_language = digest(settings, digest_of(edition.tables.digested))
        for page_plan in pages.plan_pages(edition, site.slices):
            path = f"{lang}/{addresses.source_file(page_plan.address)}"
            name = f"{lang} {page_plan.name}"
            if not self._task.has(name):
                if self.is_first and not is_hand_written(page_plan.address, hand_written):
                    self.sources[path] = None
                continue
            key = ""
            if part := page_plan.cut_slice():  # then the page need not be made to know its key
                picture = digest_of(site.pictures.get(page_plan.address))
                key = digest(name, of_language, part.digest, picture)
                if self._take_over(path, key):
                    continue
            page = page_plan.make()
            if path in self.sources or is_hand_written(page.url, hand_written):
                yield rendering.describe_double(page, lang)
                continue
            key = key or digest(settings, renderer.digest(page_plan.kind, page))
            if not self._take_over(path, key):
                self._count(0, 1)
                self._keys[f"{path.removesuffix('.md')}.html"] = key
                self.sources[path] = renderer.write_source(page_plan.kind, page)

    def _take_over(self, path: str, key: str) -> bool:
        """Take over the page at ``path`` if the site in place has one with this key. Return whether
        it was taken over.
        """
        is_kept = not self._mkdocs_writes and bool(self._part.keep(key))
        if is_kept:
            self._count(1, 1)
            if self.is_first:
                self.sources[path] = None  # links lead to it, and MkDocs need not make it
        return is_kept

    def finish(self, path: str, html: str) -> str:
        """Write a page, unless MkDocs does, because other plugins may look at all files."""
        self._count(1, 0)
        if self._mkdocs_writes:
            return html
        content = html.encode("utf-8", errors="xmlcharrefreplace")
        self._part.put(path, content, self._keys.get(path, ""))
        return ""


def is_hand_written(address: str, hand_written: Container[str]) -> bool:
    """Return whether one of the hand-written pages, given by file, has this address."""
    path = addresses.source_file(address)
    return (
        path in hand_written
        or addresses.hand_written_file(path.removesuffix("index.md")) in hand_written
    )


def list_pictures(site: Site) -> Iterable[model.Picture]:
    """Yield all preview pictures of ``site``, with its name, its address and the color of its
    header.
    """
    of_rulings = short_pages.list_pictures(site) if site.quoting else ()
    name, band, host = site.name, site.owner.light, (site.address or "").partition("://")[2]
    for picture in (*site.pictures.values(), *of_rulings):
        address = f"{host}{picture.address}".rstrip("/")
        yield replace(picture, site=name, band=band, address=address)


def finish(job: Job, results: Sequence[Result]) -> WithProblems[Table]:
    """Make what needs the finished pages and files, and check all links. ``results`` are those of
    all tasks. Whatever lists files is made after them.

    Returns as :func:`make_site`. Raises InputError if a task failed, or if two made the same file.
    """
    problems = [problem for result in results for problem in result.problems]
    if not all(result.is_complete for result in results):
        raise InputError(*dict.fromkeys(problems))
    files = site_files.join(result.files for result in results)
    page_links = _links_of(site_files.join(part.files for part in results if part.kind == PAGES))
    # A page that only leads to another one, such as those of the plugin redirects, has no ids.
    real_pages = sorted(path.removesuffix(_INDEX) for path, page in page_links.items() if page.ids)
    site, last = job.site.having(pages=tuple(real_pages)), job.new_part()

    def put(contents: Files, optional: Container[str] = ()) -> None:
        """Make the files. An owner's file may be in the place of each that is ``optional``."""
        for path, content in contents:
            if path not in files or path not in optional:
                last.put(path, content)

    put(front.make_files(site), front.REPLACEABLE)
    # Pages load our own files and those of the theme that they link to, once for all languages.
    every_page = _links_of({**files, **last.files})
    loaded = assets.theme_files(links.find_targets(every_page, every_page, f"{shipped.ASSETS}/"))
    loaded |= {f"{shipped.ASSETS}/{name}": content for name, content in job.assets.items()}
    put(sorted(loaded.items()), loaded)
    gone = list(redirects.redirect_handwritten(site))
    put(gone, dict(gone))
    keeping, worker = offline.make_scripts()
    put([(offline.KEEPING, keeping)])
    put(offline.write_lists(site, page_links, {**files, **last.files}, job.version, worker))
    put(data.write_manifest(site.library, job.facts, {**files, **last.files}))
    files = site_files.join([files, last.files])
    find_line = functools.partial(settings_files.find_line, job.settings.document)
    base = urlsplit(job.site.address or "/").path
    problems += links.check(job.folder, _links_of(files), files.keys(), base, find_line)
    for result in results:
        job.cache.used.update(result.used)
    problems.sort(key=lambda problem: (problem.place, problem.message))
    return Table(files=files), problems


def _links_of(files: Mapping[str, SiteFile]) -> dict[str, links.PageLinks]:
    """Return the links of all pages among ``files``."""
    return {path: file.links for path, file in files.items() if path.endswith(".html")}
