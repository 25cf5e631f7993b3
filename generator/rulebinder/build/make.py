"""The making of a site: pages through MkDocs, then every output, then the files that need the
finished pages.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ..facts.languages import Languages
from ..library import Library
from ..outputs import front, offline
from ..outputs.description import manifest
from ..pictures.picture import pictures
from ..plugin import handwritten, mkdocs
from ..problems import InputError, Place, Problem, error
from ..search import bundle
from ..settings import files as settings_files
from ..settings import options
from ..settings.options import OFF, RULINGS, Settings
from ..site import files as site_files
from ..site import links, news, place
from ..site.files import Part, SiteFile, Table
from ..site.model import Site
from ..system import places, workers
from ..system.digests import digest, of_files
from ..system.progress import Progress, silent
from ..system.sources import DISK, Sources
from ..theme import assets, material
from . import outputs, tasks, unchanged
from .tasks import Job, Result
from .unchanged import Publication

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

    See :func:`job` and :func:`place.put` for results and exceptions.
    """
    asked = Publication(out=out, content=Path("content"), notes=Path("notes"), site_url=site_url)
    with place.beside(out) as work:
        made = make(job(library, languages, work, asked), progress=progress)
        made.put(work, made.problems)
        made.remember(out)
    return made.problems


@dataclass(frozen=True)
class MadeSite:
    """A site that was made: its files, and the problems of its pages."""

    job: Job
    files: Mapping[str, SiteFile]
    problems: list[Problem]
    checked_at: str | None
    """See :attr:`Table.checked_at`."""

    def put(self, work: place.Work, problems: Iterable[Problem]) -> None:
        """Put the site in place. ``problems`` are those of its input and its pages.

        Raises as :func:`place.put`.
        """
        place.put(work, sum(problem.is_error for problem in problems), self.files)

    def remember(self, out: Path, made_from: str = "", problems: str = "") -> None:
        """Let the next build know the site in place.

        ``made_from`` and ``problems`` are the input and the problems of :class:`Table`.
        """
        table = Table(
            files=self.files, input=made_from, problems=problems, checked_at=self.checked_at
        )
        table.save(place.table_of(out), self.job.program)
        self.job.cache.keep_used()


def make(job: Job, jobs: int | None = None, progress: Progress = silent) -> MadeSite:
    """Make the site of a job in its folder, with at most that many processes; by default, with one
    for each core. It does not take its place yet.

    Raises InputError if no site can be made, or if a process was killed from outside.
    """
    progress("pages", 0, 1)  # the number of pages is not known yet
    size, counter = jobs or workers.count(), _Counter()
    prepare(job)
    with workers.pool(size, (job, counter)) as pool:
        begun = [pool.submit(_do, task) for task in tasks.listed(job, size)]
        return finish(job, _results(begun, counter, progress))


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


def _results(
    begun: Sequence[Future[Result]], counter: _Counter, progress: Progress
) -> list[Result]:
    """Wait for tasks, and return their results.

    Raises InputError if one failed.
    """
    while wait(begun, timeout=_STEP).not_done:
        counter.report(progress)
    counter.report(progress)
    results = [future.result() for future in begun]
    if not all(result.complete for result in results):
        raise InputError(
            *dict.fromkeys(problem for result in results for problem in result.problems)
        )
    return results


def finish(job: Job, results: Sequence[Result]) -> MadeSite:
    """Make what needs the finished pages and files: ``results`` are those of all tasks.

    Raises InputError if two of them made the same file.
    """
    files = site_files.joined(result.files for result in results)
    made_by_mkdocs = [result.files for result in results if result.kind == tasks.PAGES]
    pages = _links(site_files.joined(made_by_mkdocs))
    site = job.site.having(pages=_addresses(pages, job.site.langs[0]))
    last = job.part()
    outputs.write(site, last, outputs.LAST)
    for path, content in front.robots(site):
        if path not in files:  # the owner has one
            last.put(path, content.encode())
    _put_assets(last, job.loaded, {**_links(files), **_links(last.files)}, files)
    scripts = job.cache.value(
        digest("offline", job.program, *of_files([places.OFFLINE])), offline.scripts
    )
    for path, content in offline.lists(site, pages, {**files, **last.files}, job.version, scripts):
        last.put(path, content.encode())
    for path, content in manifest.files(site.library, job.facts, {**files, **last.files}):
        last.put(path, content.encode())
    files = site_files.joined([files, last.files])
    broken = _check_links(job, files)
    problems = [*(problem for result in results for problem in result.problems), *broken]
    for result in results:
        job.cache.used.update(result.used)
    return MadeSite(
        job=job,
        files=files,
        problems=sorted(problems, key=lambda problem: (problem.place, problem.message)),
        checked_at=None if broken else site.address or "",
    )


def _links(files: Mapping[str, SiteFile]) -> dict[str, links.PageLinks]:
    """Return the links of all pages among ``files``."""
    return {path: file.links for path, file in files.items() if path.endswith(".html")}


def _check_links(job: Job, files: Mapping[str, SiteFile]) -> list[Problem]:
    """Return the problems of links. Only new pages are checked, unless something that pages may
    link to is gone: only scripts load the texts of the search, whose names change with them.
    """
    old, pages = job.table, _links(files)
    known = {path: old.files.get(path) for path in pages}
    new = [path for path, file in known.items() if not file or file.sha256 != files[path].sha256]
    files_gone = [
        path for path in old.files.keys() - files.keys() if not path.startswith(f"{bundle.FOLDER}/")
    ]
    is_gone = files_gone or any(
        file.links.ids.keys() - pages[path].ids.keys() for path in new if (file := known[path])
    )
    address = job.site.address or ""
    checked = pages if is_gone or old.checked_at != address else new
    base = urlsplit(address or "/").path
    naming = functools.partial(settings_files.naming, job.settings.document)
    return links.check(job.folder, pages, files.keys(), base, checked, naming)


def job(library: Library, languages: Languages, work: place.Work, publication: Publication) -> Job:
    """Return the job of making the site of ``library`` in the folder of ``work``.

    The site works at any address, because its links are relative. Only canonical links, the sitemap
    and preview pictures need the address. Raises InputError if no site can be made.
    """
    sources, cache = publication.sources, publication.cache
    chosen = options.load(sources)
    site = described(library, languages, chosen, publication.site_url, sources)
    program = unchanged.program_version(sources)
    pictures = sorted(places.WEB.glob("*.svg"))
    web = (places.WEB / assets.STYLES, places.WEB / assets.SCRIPTS, places.SEARCH, *pictures)
    loaded = cache.value(
        digest("assets", program, repr([path.name for path in pictures]), *of_files(web)),
        lambda: assets.files(places.WEB, material.needed),
    )
    loaded = assets.dressed(loaded, site.owner.brand)
    return Job(
        site=site,
        languages=languages,
        settings=mkdocs.read(sources),
        written={
            lang: handwritten.read(places.DOCS, lang, site.langs, sources) for lang in site.langs
        },
        version=assets.version(
            [*loaded.values(), *bundle.sources(places.SEARCH), *offline.sources()]
        ),
        loaded=loaded,
        program=program,
        folder=work.site,
        work=work.folder,
        cache=cache,
        old=work.out,
        table=publication.table,
        facts=unchanged.facts(publication.content, sources),
    )


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
        settings_files.read_address(chosen.site_url)
        if site_url is None
        else settings_files.read_address(site_url, "--site-url")
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
    part: Part,
    loaded: Mapping[str, bytes],
    pages: Mapping[str, links.PageLinks],
    files: Collection[str],
) -> None:
    """Make the files that pages load, once for all languages, unless they are among ``files``: our
    own that are ``loaded``, and those of the theme that one of ``pages`` links to.
    """
    wanted = material.files(links.wanted(pages, places.ASSETS))
    wanted |= {f"{places.ASSETS}/{name}": content for name, content in loaded.items()}
    for path, content in sorted(wanted.items()):
        if path not in files:
            part.put(path, content)
