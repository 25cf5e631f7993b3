"""The making of a site: pages through MkDocs, then every output, then the files that need the
finished pages.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import wait
from urllib.parse import urlsplit

from ..facts.languages import Languages
from ..library import Library
from ..outputs import data, feeds, front, offline, redirects
from ..pictures.model import pictures
from ..plugin import plugin, rendering
from ..problems import InputError, Place, Problem, refusal
from ..search import bundle
from ..settings import files as settings_files
from ..settings import options
from ..settings.options import OFF, RULINGS, Settings
from ..site import links, place
from ..site import table as site_files
from ..site.model import Site
from ..site.table import SiteFile, Table
from ..system import processes, shipped
from ..system.files import digest, digest_files
from ..system.output_streams import Progress, silent
from ..theme import assets
from . import tasks, unchanged
from .tasks import Job, Result
from .unchanged import Publication

_INDEX = "index.html"
_STEP = 0.2
"""The seconds between two reports of progress."""


def make(job: Job, progress: Progress = silent) -> tuple[Table, list[Problem]]:
    """Make the site of a job in its folder. It does not take its place yet.

    Returns the table of its files, and the problems of its pages. Raises InputError if no site can
    be made, or if a process was killed from outside.
    """
    progress("pages", 0, 1)  # the number of pages is not known yet
    prepare(job)
    counts = multiprocessing.Array("i", 2)
    with processes.pool(job.cache.jobs, (job, counts)) as pool:
        begun = [pool.submit(_do, task) for task in tasks.listed(job, job.cache.jobs)]
        is_done = False
        while not is_done:
            is_done = not wait(begun, timeout=_STEP).not_done
            done, total = counts[:]
            if total:
                progress("pages", done, max(done, total))
        return finish(job, [future.result() for future in begun])


def prepare(job: Job) -> None:
    """Derive what processes share that are forked from this one.

    Raises InputError as :func:`mkdocs.load`.
    """
    plugin.load(job.settings)
    for edition in job.site.editions.values():
        _ = edition.derived
    _ = job.site.slices.base


def _do(task: tasks.Task) -> Result:
    """Do a task in a process of a pool that shares a job, which is too large to be sent for each
    task, and how many pages all processes have finished and have to make.
    """
    # The process ends with the tasks, and garbage collection would take a tenth of its time.
    gc.disable()
    if not gc.get_freeze_count():
        # What is there before the first task is shared by all, and to look through a large library
        # takes longer than a task.
        gc.freeze()
    job, counts = processes.shared()

    def step(done: int, new: int) -> None:
        with counts.get_lock():
            counts[0] += done
            counts[1] += new

    return tasks.do(job, task, step)


def finish(job: Job, results: Sequence[Result]) -> tuple[Table, list[Problem]]:
    """Make what needs the finished pages and files: ``results`` are those of all tasks.

    Returns as :func:`make`. Raises InputError if a task failed, or if two made the same file.
    """
    problems = [problem for result in results for problem in result.problems]
    if not all(result.complete for result in results):
        raise InputError(*dict.fromkeys(problems))
    files = site_files.join(result.files for result in results)
    made_by_mkdocs = [result.files for result in results if result.kind == tasks.PAGES]
    pages = _links(site_files.join(made_by_mkdocs))
    #  A page that only leads to another one, such as those of the plugin redirects, has no ids.
    addresses = sorted(path.removesuffix(_INDEX) for path, page in pages.items() if page.ids)
    site = job.site.having(pages=tuple(addresses))
    last = job.part()
    for path, content in front.files(site):
        if path not in files or path not in front.REPLACED:
            last.put(path, content)
    # Pages load our own files and those of the theme that they link to, once for all languages.
    loaded = assets.theme_files(links.find_linked(_links({**files, **last.files}), shipped.ASSETS))
    loaded |= {f"{shipped.ASSETS}/{name}": content for name, content in job.loaded.items()}
    for path, asset in sorted(loaded.items()):
        if path not in files:
            last.put(path, asset)
    for path, content in redirects.handwritten_pages(site):
        if path not in files:  # the owner has one
            last.put(path, content)
    key = digest("offline", *digest_files([shipped.OFFLINE]))
    keeping, worker = job.cache.get_or_make(key, offline.make_scripts)
    last.put(offline.KEEPING, keeping)
    for path, content in offline.write_lists(
        site, pages, {**files, **last.files}, job.version, worker
    ):
        last.put(path, content)
    for path, content in data.write_manifest(site.library, job.facts, {**files, **last.files}):
        last.put(path, content)
    files = site_files.join([files, last.files])
    broken = _check_links(job, files)
    for result in results:
        job.cache.used.update(result.used)
    problems = sorted([*problems, *broken], key=lambda problem: (problem.place, problem.message))
    return Table(files=files, checked_at=None if broken else site.address or ""), problems


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
    naming = functools.partial(settings_files.find_line, job.settings.document)
    return links.check(job.folder, pages, files.keys(), base, checked, naming)


def job(
    publication: Publication,
    library: Library,
    languages: Languages,
    work: place.Work,
    chosen: Settings,
) -> Job:
    """Return the job of making the site of ``library``, with the settings ``chosen``, in the folder
    of ``work``.

    The site works at any address, because its links are relative. Only canonical links, the sitemap
    and preview pictures need the address. Raises InputError if no site can be made.
    """
    site = described(library, languages, chosen, publication.site_url)
    pictures = sorted(shipped.WEB.glob("*.svg"))
    web = (shipped.WEB / assets.STYLES, shipped.WEB / assets.SCRIPTS, shipped.SEARCH, *pictures)
    loaded = publication.cache.get_or_make(
        digest("assets", repr([path.name for path in pictures]), *digest_files(web)),
        lambda: assets.join_assets(shipped.WEB, assets.theme_rules),
    )
    loaded = assets.apply_brand(loaded, site.owner.brand)
    return Job(
        site=site,
        languages=languages,
        settings=settings_files.read(),
        written={lang: rendering.read(shipped.DOCS, lang, site.langs) for lang in site.langs},
        version=assets.version(
            [*loaded.values(), *bundle.sources(shipped.SEARCH), *offline.read_sources()]
        ),
        loaded=loaded,
        folder=work.site,
        work=work.folder,
        cache=publication.cache,
        old=work.out,
        table=publication.table,
        facts=unchanged.facts(publication.content),
    )


def described(
    library: Library,
    languages: Languages,
    chosen: Settings,
    site_url: str | None = None,
) -> Site:
    """Return the site to make: of the languages that the settings ``chosen`` offer, at ``site_url``
    or the address in them.

    It has preview pictures if the settings want them and there is an address, because only absolute
    links lead to them. Raises InputError if the address is wrong, or if no language has interface
    words.
    """
    languages, _ = options.offer_languages(languages)
    address = settings_files.read_address(
        chosen.site_url if site_url is None else site_url, "" if site_url is None else "--site-url"
    )
    wanted = chosen.preview_pictures if address else OFF
    site = Site(
        library=library,
        languages=languages,
        address=address,
        quoting=wanted == RULINGS,
        short_pages=chosen.short_pages,
        rulings_api=chosen.rulings_api,
        feeds=chosen.feeds,
        feed_tag=feeds.make_tag(library, address, chosen.feed_authority) if address else "",
        owner=chosen.owner,
    )
    if not site.langs:
        hint = "give at least one language its `interface`"
        raise refusal(Place("content/languages"), "no language has interface words", hint)
    return (
        site
        if wanted == OFF
        else site.having(pictures=pictures(next(iter(site.editions.values()))))
    )
