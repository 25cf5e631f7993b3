"""The pages of every language, built by MkDocs. One MkDocs build has one language, so each runs in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..facts import yamlfiles
from ..facts.languages import spoken
from ..library import Library
from ..pages import home, paths
from ..pages.words import Words
from ..problems import InputError, Problem
from ..system import shipped, workers
from ..system.progress import Progress
from ..templating import policy
from ..templating.environment import prepare
from . import citing, feeds, handwritten, links, material, memory, mkdocs, places, reads, rendering
from . import kept as kept_pages
from .contract import Site
from .renewing import Tree

_STEP = 0.2
"""The seconds between two reports of progress."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """The build of all languages."""

    site: Site
    work: Path
    """The folder to work in, which all languages share."""
    version: str
    """The digest of the scripts and style sheets."""
    known: reads.Known
    program: str
    """The digest of this program. See :func:`memory.program`."""
    tree: Tree
    """The folder of the site. Pages of the site that it replaces are taken over if they would not change."""
    cache: Path
    """The folder of results that builds use again."""
    memory: Path
    """The folder of the memory of the old site."""
    remembered: Path
    """The folder of the memory of the new site."""
    kept: Path | None = None
    """The folder to keep the pages in that MkDocs is given. Then no page is taken over."""

    def folder(self, lang: str) -> Path:
        """Return the folder of the hand-written pages of a language and of its configuration."""
        return self.work / lang

    @property
    def out(self) -> Path:
        """The folder of the site, with a folder for the finished pages of each language."""
        return self.tree.folder


@dataclass(frozen=True, kw_only=True)
class Built:
    """A finished language, or all of them."""

    pages: Mapping[str, links.PageLinks]
    """The links of every page, by its path in the site."""
    files: frozenset[str]
    """The paths of all files, also of those that are no pages."""
    problems: tuple[Problem, ...]
    complete: bool


@dataclass(frozen=True)
class Workshop:
    """The processes that build languages."""

    job: Job
    pool: Executor
    counter: Counter


class Counter:
    """Counts the finished pages of all processes, the pages of the languages that were begun, and these languages."""

    def __init__(self) -> None:
        self._counts = multiprocessing.Array("i", 3)

    def begin(self, pages: int) -> None:
        """Count a language with so many pages."""
        with self._counts.get_lock():
            self._counts[1] += pages
            self._counts[2] += 1

    def finish(self) -> None:
        """Count a finished page."""
        with self._counts.get_lock():
            self._counts[0] += 1

    def report(self, progress: Progress, langs: int) -> None:
        """Report the finished pages, and how many there will be: all of the ``langs`` languages have about as many."""
        done, found, begun = self._counts[:]
        if begun:
            progress("pages", done, max(done, found * langs // begun))


@contextlib.contextmanager
def workshop(job: Job) -> Iterator[Workshop]:
    """Give the processes that build a site. Raises InputError as :func:`workers.pool`."""
    mkdocs.prepare(shipped.settings(), places.THEME)
    prepare()
    counter = Counter()
    with workers.pool(workers.count(), (job, counter)) as pool:
        yield Workshop(job, pool, counter)


def shared() -> tuple[Job, Counter]:
    """Return the job and the counter, in a process of the workshop."""
    found: tuple[Job, Counter] = workers.shared()
    return found


def begin(shop: Workshop) -> list[Future[Built]]:
    """Begin to build the languages side by side."""
    return [shop.pool.submit(_build, lang) for lang in shop.job.site.langs]


def finish(shop: Workshop, begun: Sequence[Future[Built]], progress: Progress) -> Built:
    """Wait for the languages that were begun, and return them together. Raises InputError if one cannot be built."""
    waiting = set(begun)
    while waiting:
        _, waiting = wait(waiting, timeout=_STEP, return_when=FIRST_COMPLETED)
        shop.counter.report(progress, len(shop.job.site.langs))
    built = [future.result() for future in begun]
    problems = tuple(problem for each in built for problem in each.problems)
    if not all(each.complete for each in built):
        raise InputError(*problems)
    pages = {path: found for each in built for path, found in each.pages.items()}
    return Built(pages=pages, files=frozenset().union(*(each.files for each in built)), problems=problems, complete=True)


def _build(lang: str) -> Built:
    """Build one language of the job. An InputError is returned, because it cannot be passed between processes."""
    gc.disable()  # the process ends with the jobs, and garbage collection would take a tenth of its time
    job, counter = shared()
    try:
        pages, files, problems = _run(job, lang, counter)
    except InputError as failure:
        return Built(pages={}, files=frozenset(), problems=failure.problems, complete=False)
    return Built(
        pages={f"{lang}/{path}": found for path, found in pages.items()},
        files=frozenset(f"{lang}/{path}" for path in (*pages, *files)),
        problems=tuple(problems),
        complete=True,
    )


def _run(job: Job, lang: str, counter: Counter) -> tuple[dict[str, links.PageLinks], list[str], list[Problem]]:
    """Build one language. Return the links of its pages by their path in its folder, the files that were made, and the problems."""
    docs, made, config = (job.folder(lang) / name for name in ("docs", "made", "mkdocs.yml"))
    kept, problems = handwritten.read(places.DOCS, lang, job.site.langs)
    settings = _configuration(job, lang, handwritten.titles(kept))
    tree = job.tree.below(lang)
    known = memory.Memory() if job.kept else memory.load(job.memory / f"{lang}.json", job.program)
    context = memory.told(settings) + reads.beside(job.site, lang, job.known)
    titled = {path for entry in settings["nav"] for path in entry.values()}
    keeper = memory.Keeper(known, context, tree, titled)
    sources, taken = rendering.sources(job.site, lang, kept, keeper, job.known)
    counter.begin(len(sources) + len(handwritten.titles(kept)))
    rendering.write(docs, handwritten.cited(kept, job.site, lang))
    settings |= {"docs_dir": str(docs), "site_dir": str(made)}
    config.write_text(yamlfiles.dump(settings), encoding="utf-8", newline="\n")
    if job.kept:
        kept_pages.write(job.kept, lang, config, sources)

    def takes(path: str, source: rendering.Source) -> bool:
        if source.there:
            keeper.take(memory.html_of(path))
        there = source.there or keeper.takes(memory.html_of(path), *source.parts())
        if there:
            counter.finish()
        return there

    def keep(path: str, html: str) -> str:
        keeper.keep(path, html)
        counter.finish()
        return ""

    problems += [*taken, *mkdocs.run(config, lang, mkdocs.Generated(sources=sources, takes=takes), keep)]
    made.mkdir(parents=True, exist_ok=True)  # MkDocs makes it only if it has a file that is no page
    files = tree.put_all(made)
    memory.Memory(keeper.made, keeper.units).save(job.remembered / f"{lang}.json", job.program)
    return {path: page.links for path, page in keeper.made.items()}, files, problems


def _configuration(job: Job, lang: str, written: list[dict[str, str]]) -> dict[str, Any]:
    """Return the MkDocs configuration of one language, as far as it differs from mkdocs.yml, but without the folders.

    ``written`` lists the hand-written pages.
    """
    site, words = job.site, job.site.editions[lang].words
    nav = [("home", paths.HOME), ("sets", paths.SETS), ("cards", paths.CARDS), ("mechanics", paths.MECHANICS)]
    return {
        "INHERIT": str(shipped.settings()),
        "site_url": f"{site.address}{lang}/" if site.address else "",
        "site_name": words["site_title"],
        "site_description": words["site_description"],
        "theme": {"custom_dir": str(places.THEME), "language": material.language(lang)},
        "markdown_extensions": {"toc": {"permalink_title": words["permalink"]}},
        "nav": [*({words[key]: paths.source(page)} for key, page in nav), {words["about"]: paths.hand_written(paths.ABOUT)}],
        "extra": {
            "words": dict(site.languages[lang].interface),
            "lang": lang,
            "locales": {each: edition.words.locale for each, edition in site.editions.items()},
            "policy": policy.framed(),
            "inline": dict(policy.inline()),
            "feeds": feeds.TYPES if site.address else {},
            "site_root": site.address,
            "assets": f"../{mkdocs.ASSETS}",
            "version": f"?{job.version}",
            "built": _built(site.library, words),
            "written": written,
            "owned": [link.shown(lang) for link in site.owner.links],
            "colors": [site.owner.brand.light, site.owner.brand.dark],
            "logo": site.owner.brand.logo is not None,
            "citing": citing.address(site, lang),
            "languages": [{"lang": each, "name": language.name} for each, language in spoken(site.languages).items()],
        },
    }


def _built(library: Library, words: Words) -> str:
    """Say how many documents the site is made of, and how new it is.

    The day is that of SOURCE_DATE_EPOCH, else that of the newest document. It is never the current day, so that the same
    documents make the same site.
    """
    documents = list(library.documents())
    newest = max((home.day_of(library, document) or "" for document in documents), default="")
    count = words.count("documents", len(documents))
    day = _fixed_day() or newest
    return words.say("built", documents=count, date=words.date(day)) if day else words.say("built_undated", documents=count)


def _fixed_day() -> str | None:
    """Return the day of SOURCE_DATE_EPOCH (``YYYY-MM-DD``) if it is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdigit() else None
