"""The making of a site: pages through MkDocs, then every output, then the files that need the
finished pages.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from ..facts.languages import Languages
from ..library import Library
from ..outputs import front, offline
from ..outputs.description import manifest
from ..pictures.picture import pictures
from ..plugin import handwritten, mkdocs
from ..problems import InputError, Place, Problem, error
from ..search import bundle
from ..settings import address, files, options, supported
from ..settings.options import OFF, RULINGS, Settings
from ..site import links, news, record, swap
from ..site.draft import Draft
from ..site.model import Site
from ..site.record import Record
from ..system import places, workers
from ..system.caches.result_cache import Cache
from ..system.digests import digest, of_files
from ..system.progress import SHARE, Progress, silent
from ..system.sources import DISK, Sources
from ..theme import assets, material
from . import outputs, tasks, unchanged
from .tasks import Job, Result

T = TypeVar("T")

_INDEX = "index.html"
_STEP = 0.2
"""The seconds between two reports of progress."""


def build(
    library: Library,
    languages: Languages,
    out: Path,
    *,
    site_url: str | None = None,
    progress: Progress = silent,
) -> list[Problem]:
    """Build the site of ``library`` into the folder ``out``, and replace the site there even if the
    new pages have errors.

    See :func:`job` and :func:`swap.put` for results and exceptions.
    """
    with swap.beside(out) as work:
        swap.begin(work)
        made = make(job(library, languages, work, site_url), progress=progress)
        made.put(work, made.problems)
    return made.problems


@dataclass(frozen=True)
class MadeSite:
    """A site that was made: the problems of its pages, and the record of its files."""

    problems: list[Problem]
    record: Record
    program: str
    """The digest of the program that made it."""

    def put(self, work: swap.Work, problems: Iterable[Problem]) -> None:
        """Put the site in place, and let the next build know it. If the second cannot be written,
        the next build is slower.

        ``problems`` are those of its input and its pages. Raises as :func:`swap.put`.
        """
        swap.put(work, sum(problem.is_error for problem in problems), self.record.files)
        with contextlib.suppress(OSError):
            self.record.settled(work.out).save(work.memory / swap.RECORD, self.program)


def make(job: Job, jobs: int | None = None, progress: Progress = silent) -> MadeSite:
    """Make the site of a job in its folder, with at most that many processes; by default, with one
    for each core. It does not take its place yet.

    Raises InputError if no site can be made, or if a process was killed from outside.
    """
    progress("pages", 0, 1)  # the number of pages is not known yet
    counter = _Counter()
    prepare(job)
    with workers.pool(size := jobs or workers.count(), (job, counter)) as pool:
        divided = not supported.others(
            job.settings.values
        )  # a plugin such as rss looks at all pages together
        listed = tasks.listed(job.site.library, len(job.site.langs), size, divided=divided)
        begun = {task: pool.submit(_do, task) for task in listed}
        pages = _finished(
            [begun[task] for task in begun if task.kind == tasks.PAGES], counter, progress
        )
        others = functools.partial(
            _finished, [begun[task] for task in begun if task.kind != tasks.PAGES], counter
        )
        return complete(job, pages, others, progress)


def prepare(job: Job) -> None:
    """Derive what processes share that are forked from this one.

    Raises InputError as :func:`mkdocs.load`.
    """
    mkdocs.load(job.settings)
    for edition in job.site.editions.values():
        _ = edition.derived
    _ = job.site.slices.base


class _Counter:
    """Counts the pages that all processes have finished, and those that they have to make."""

    def __init__(self) -> None:
        self._counts = multiprocessing.Array("i", 2)

    def step(self, done: int, new: int) -> None:
        """Count pages that are ``done``, and pages that are ``new``."""
        with self._counts.get_lock():
            self._counts[0] += done
            self._counts[1] += new

    def report(self, progress: Progress) -> None:
        """Report the pages."""
        done, total = self._counts[:]
        if total:
            progress("pages", done, max(done, total))


def _do(task: tasks.Task) -> Result:
    """Do a task in a process of a pool that shares a job and a :class:`_Counter`: the job is too
    large to be sent for each task.
    """
    # The process ends with the tasks, and garbage collection would take a tenth of its time.
    gc.disable()
    if not gc.get_freeze_count():
        # What is there before the first task is shared by all, and to look through a large library
        # takes longer than a task.
        gc.freeze()
    job, counter = workers.shared()
    return tasks.do(job, task, counter.step)


def _finished(
    begun: Sequence[Future[Result]], counter: _Counter, progress: Progress = silent
) -> list[Result]:
    """Wait for tasks.

    Report SHARE whenever some of them are finished. Raises InputError if one failed.
    """
    waiting = set(begun)
    while waiting:
        done, waiting = wait(waiting, timeout=_STEP, return_when=FIRST_COMPLETED)
        if done:
            progress(SHARE, len(begun) - len(waiting), len(begun))
        counter.report(progress)
    results = [future.result() for future in begun]
    if not all(result.complete for result in results):
        raise InputError(
            *dict.fromkeys(problem for result in results for problem in result.problems)
        )
    return results


def complete(
    job: Job,
    made: Sequence[Result],
    others: Callable[[], Iterable[Result]],
    progress: Progress = silent,
) -> MadeSite:
    """Make all that needs the pages ``made``. ``others`` returns the results of all other tasks.

    Raises InputError if no site can be made.
    """
    found = record.joined(result.record for result in made)
    pages = {path: file.links for path, file in found.files.items() if path.endswith(".html")}
    site = job.site.having(pages=_addresses(pages, job.site.langs[0]))
    last = Draft(job.folder, job.old, job.known)
    problems = outputs.write(site, last, outputs.LAST)
    for path, content in front.robots(site):
        if path not in found.files:  # the owner has one
            last.put(path, content.encode())
    _put_assets(last, job.loaded, pages)
    #  Links are looked at while other processes make the other files.
    scripts = _made_once(
        job.cache / "offline", digest(job.program, *of_files([places.OFFLINE])), offline.scripts
    )
    plan = offline.plan(site, pages, job.version, scripts)
    base = urlsplit(site.address or "/").path
    among: dict[str, Iterable[str]] = {path: each.links for path, each in pages.items()}
    broken = links.doubtful(pages, {*found.files, *last.record.files}, base, among)
    progress("search", 0, 1)
    results = [*made, *others()]
    progress("search", 1, 1)
    parts = [*(result.record for result in results), last.record]
    problems += [problem for result in results for problem in result.problems]
    if doubts := _twice(parts):
        raise InputError(*problems, *doubts)
    whole = record.joined(parts)
    written = {
        path: file.links
        for path, file in whole.files.items()
        if path.endswith(".html") and path not in pages
    }
    _put_assets(last, {}, written)
    for path, content in offline.lists(site, plan, {**whole.files, **last.record.files}):
        last.put(path, content.encode())
    for path, content in manifest.files(
        site.library, job.facts, {**whole.files, **last.record.files}
    ):
        last.put(path, content.encode())
    whole = record.joined([whole, last.record])
    every = {**pages, **written}
    among = {**broken, **{path: each.links for path, each in written.items()}}
    broken = links.doubtful(every, whole.files.keys(), base, among)
    naming = functools.partial(files.naming, job.settings.document)
    problems += links.check(job.folder, every, base, broken, naming)
    return MadeSite(
        sorted(problems, key=lambda problem: (problem.place, problem.message)), whole, job.program
    )


def _twice(parts: Sequence[Record]) -> list[Problem]:
    """Return a problem for each file that two parts have: it is unknown which of them is there."""
    seen: set[str] = set()
    doubts: list[Problem] = []
    for part in parts:
        doubts += [outputs.twice(path) for path in sorted(seen & part.files.keys())]
        seen |= part.files.keys()
    return doubts


def job(
    library: Library,
    languages: Languages,
    work: swap.Work,
    site_url: str | None,
    sources: Sources = DISK,
) -> Job:
    """Return the job of making the site of ``library`` in the folder of ``work``, which begins with
    nothing unless :func:`swap.begin` was called.

    ``site_url`` is the address of the site, by default the one in mkdocs.yml. The site works at any
    address, because its links are relative. Only canonical links, the sitemap and preview pictures
    need the address. Raises InputError if no site can be made.
    """
    chosen = options.load(sources)
    site = described(library, languages, chosen, site_url, sources)
    program = unchanged.program_version(sources)
    own = assets.dressed(_assets(work, program), site.owner.brand)
    return Job(
        site=site,
        languages=languages,
        settings=mkdocs.read(sources),
        written={
            lang: handwritten.read(places.DOCS, lang, site.langs, sources) for lang in site.langs
        },
        version=assets.version([*own.values(), *bundle.sources(places.SEARCH), *offline.sources()]),
        loaded=own,
        program=program,
        folder=work.site,
        work=work.folder,
        cache=work.cache,
        old=work.out,
        known=record.load(work.memory / swap.RECORD, program),
    )


def _assets(work: swap.Work, program: str) -> dict[str, bytes]:
    """Return the files that pages load.

    They are made anew only if our scripts, our style sheets or the ``program`` changed.
    """
    pictures = sorted(places.WEB.glob("*.svg"))
    sources = (places.WEB / assets.STYLES, places.WEB / assets.SCRIPTS, places.SEARCH, *pictures)
    key = digest(program, repr([each.name for each in pictures]), *of_files(sources))
    return _made_once(work.cache / "assets", key, lambda: assets.files(places.WEB, material.needed))


def _made_once(folder: Path, key: str, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, or what it returned for the same ``key`` in an earlier build.

    The cache ``folder`` has nothing else.
    """
    cache = Cache(folder)
    made = cache.value(key, make)
    cache.keep_only({key})
    return made


def described(
    library: Library,
    languages: Languages,
    chosen: Settings,
    site_url: str | None = None,
    sources: Sources = DISK,
) -> Site:
    """Return the site to make: of the languages that the settings ``chosen`` offer, at ``site_url``
    or the address in them.

    It has preview pictures if the settings want them and there is an address, because only absolute
    links lead to them. Raises InputError if the address is wrong, or if no language has interface
    words.
    """
    languages, _ = options.offered(languages, sources)
    given = (
        address.read(chosen.site_url) if site_url is None else address.read(site_url, "--site-url")
    )
    wanted = chosen.preview_pictures if given else OFF
    site = Site(
        library=library,
        languages=languages,
        address=given,
        quoting=wanted == RULINGS,
        short_pages=chosen.short_pages,
        rulings_api=chosen.rulings_api,
        feeds=chosen.feeds,
        feed_tag=news.tag(library, given, chosen.feed_authority) if given else "",
        owner=chosen.owner,
    )
    if not site.langs:
        hint = "give at least one language its `interface`"
        raise InputError(error(Place("content/languages"), "no language has interface words", hint))
    return (
        site
        if wanted == OFF
        else site.having(pictures=pictures(next(iter(site.editions.values()))))
    )


def _addresses(pages: Iterable[str], lang: str) -> tuple[str, ...]:
    """Return the addresses of the pages of ``lang``, from its folder."""
    files = (path.removeprefix(f"{lang}/") for path in pages if path.startswith(f"{lang}/"))
    return tuple(
        sorted(path.removesuffix(_INDEX) for path in files if path.rpartition("/")[2] == _INDEX)
    )


def _put_assets(
    draft: Draft, own: Mapping[str, bytes], pages: Mapping[str, links.PageLinks]
) -> None:
    """Write the files that pages load, once for all languages: our ``own``, and those of the theme
    that a page links to.
    """
    files = material.files(links.wanted(pages, places.ASSETS))
    files |= {f"{places.ASSETS}/{name}": content for name, content in own.items()}
    for path, content in sorted(files.items()):
        if not draft.has(path):
            draft.put(path, content)
