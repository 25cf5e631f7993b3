"""The pages of every language, built by MkDocs. One MkDocs build has one language, so each runs in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..facts.languages import Languages, spoken
from ..library import Library
from ..pages import home, paths
from ..pages.words import Words
from ..problems import Problem
from ..system import workers
from ..system.progress import SHARE, Progress, silent
from ..templating import environment, policy
from . import citing, feeds, given, handwritten, material, memory, mkdocs, places, reads, rendering, results, tasks
from .contract import Site
from .renewing import Tree
from .results import Built
from .tasks import Task

_STEP = 0.2
"""The seconds between two reports of progress."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """The build of a site."""

    site: Site
    languages: Languages
    """All languages that documents may be in."""
    settings: mkdocs.Written
    written: Mapping[str, tuple[Mapping[str, bytes], Sequence[Problem]]]
    """The hand-written pages of each language, and their problems."""
    work: Path
    """The folder to work in, which all tasks share."""
    version: str
    """The digest of the scripts and style sheets."""
    loaded: Mapping[str, bytes]
    """Our own files that pages load, by name."""
    known: reads.Known
    """The digests of the entries of the library, so that not each language makes them."""
    program: str
    """The digest of this program. See :func:`.program.version`."""
    tree: Tree
    """The folder of the site. Pages of the site that it replaces are taken over if they would not change."""
    cache: Path
    """The folder of results that builds use again."""
    memory: Path
    """The folder of the memory of the old site."""
    remembered: Path
    """The folder of the memory of the new site."""
    remembers: bool = True
    """Whether pages of the old site are taken over if they would not change, and the new ones remembered."""
    wanted: frozenset[str] = frozenset()
    """The keys of the preview pictures that tasks draw."""

    @property
    def out(self) -> Path:
        """The folder of the site, with a folder for the finished pages of each language."""
        return self.tree.folder


@dataclass(frozen=True)
class Team:
    """Those who do the tasks of a build."""

    pool: Executor
    """What runs :func:`Workshop.do` for each task, in processes here or elsewhere."""
    tasks: Sequence[Task]
    take: Callable[[Any], Built] = lambda result: result
    """Turns what the pool returns into a result whose files are in the folder of the site."""


Crew = Callable[["Job", "Counter"], AbstractContextManager[Team]]
"""Gathers a team for the tasks of a job. Raises InputError if it cannot, or if the team breaks up."""


@dataclass(frozen=True)
class Workshop:
    """The tasks that are being done."""

    job: Job
    team: Team
    counter: Counter
    begun: Mapping[Task, Future[Any]]

    def finish(self, kind: str, progress: Progress = silent) -> Built:
        """Wait for the tasks of ``kind``, and return their results together. Raises InputError as :func:`results.joined`."""
        found = self.results([task for task in self.begun if task.kind == kind], progress)
        return results.joined(found.values())

    def results(self, asked: Sequence[Task], progress: Progress = silent) -> dict[Task, Built]:
        """Wait for the tasks ``asked``, and return the result of each. Report SHARE whenever some of them are finished."""
        waiting = {self.begun[task] for task in asked}
        found: dict[Future[Any], Built] = {}
        while waiting:
            done, waiting = wait(waiting, timeout=_STEP, return_when=FIRST_COMPLETED)
            found |= {future: self.team.take(future.result()) for future in done}
            if done:
                progress(SHARE, len(found), len(asked))
            self.counter.report(progress, sum(task.kind == tasks.PAGES for task in asked))
        return {task: found[self.begun[task]] for task in asked}


class Counter:
    """Counts the finished pages of all processes, the pages of the tasks that were begun, and these tasks."""

    def __init__(self) -> None:
        self._counts = multiprocessing.Array("i", 3)

    def begin(self, pages: int) -> None:
        """Count a task with so many pages."""
        with self._counts.get_lock():
            self._counts[1] += pages
            self._counts[2] += 1

    def finish(self) -> None:
        """Count a finished page."""
        with self._counts.get_lock():
            self._counts[0] += 1

    def report(self, progress: Progress, tasks: int) -> None:
        """Report the finished pages, and how many there will be: all of the ``tasks`` have about as many."""
        done, found, begun = self._counts[:]
        if begun:
            progress("pages", done, max(done, found * tasks // begun))


def prepare(settings: mkdocs.Written) -> None:
    """Prepare what processes need that are forked from this one. Raises InputError as :func:`mkdocs.load`."""
    mkdocs.prepare(settings, places.THEME)
    environment.prepare()


@contextlib.contextmanager
def here(job: Job, counter: Counter) -> Iterator[Team]:
    """Give a team of processes on this machine. Raises InputError as :func:`workers.pool`."""
    prepare(job.settings)
    with workers.pool(workers.count(), (job, counter)) as pool:
        langs = job.site.langs
        shares = tasks.shares(job.site.library, len(langs), workers.count())
        yield Team(pool, tasks.listed(langs, shares=shares))


_CREW: ContextVar[Crew] = ContextVar("crew", default=here)


@contextlib.contextmanager
def by(crew: Crew) -> Iterator[None]:
    """Let ``crew`` do the tasks of all builds that begin meanwhile."""
    token = _CREW.set(crew)
    try:
        yield
    finally:
        _CREW.reset(token)


Finishing = Callable[["Job"], AbstractContextManager[Future[Built]]]
"""Lets a process that has begun with a task finish it for a job. When the context ends, it writes nothing any more."""
_AHEAD: ContextVar[Mapping[str, Finishing]] = ContextVar("ahead", default=MappingProxyType({}))


@contextlib.contextmanager
def ahead(kind: str, finishing: Finishing) -> Iterator[None]:
    """Let all builds that begin meanwhile get the result of the task of ``kind`` by ``finishing``: a process has begun with it."""
    token = _AHEAD.set({**_AHEAD.get(), kind: finishing})
    try:
        yield
    finally:
        _AHEAD.reset(token)


def is_here() -> bool:
    """Return whether processes on this machine do the tasks."""
    return _CREW.get() is here


@contextlib.contextmanager
def workshop(job: Job, do: Callable[[Task], Built]) -> Iterator[Workshop]:
    """Let a team begin with all tasks of ``job``. ``do`` does one. Raises InputError as :data:`Crew`."""
    counter = Counter()
    with contextlib.ExitStack() as stack:
        others = {kind: stack.enter_context(finishing(job)) for kind, finishing in _AHEAD.get().items()}
        team = stack.enter_context(_CREW.get()(job, counter))
        begun = {task: others.get(task.kind) or team.pool.submit(do, task) for task in team.tasks}
        yield Workshop(job, team, counter, begun)


def shared() -> tuple[Job, Counter]:
    """Return the job and the counter, in a process of the workshop."""
    found: tuple[Job, Counter] = workers.shared()
    return found


def pages(task: Task) -> Built:
    """Do a task of pages, in a process of the workshop. Raises InputError if they cannot be built."""
    gc.disable()  # the process ends with the jobs, and garbage collection would take a tenth of its time
    gc.freeze()  # what is there now is shared by all tasks, and to look through a large library takes longer than a task
    job, counter = shared()
    lang = task.lang
    made, files, problems = _run(job, task, counter)
    if task.of > 1:
        gc.collect()  # or a process that does several tasks would keep the pages of all
    return Built(
        pages={f"{lang}/{path}": page.links for path, page in made.items()},
        files=frozenset(f"{lang}/{path}" for path in (*made, *files)),
        seals={f"{lang}/{path}": (page.size, page.html) for path, page in made.items()},
        problems=tuple(problems),
    )


def _run(job: Job, task: Task, counter: Counter) -> tuple[Mapping[str, memory.Made], list[str], list[Problem]]:
    """Build pages of one language. Return them by their path in its folder, the other files that were made, and the problems."""
    lang, titles = task.lang, handwritten.titles
    docs, made = (job.work / task.name / name for name in ("docs", "made"))
    kept, problems = job.written[lang]
    settings = _configuration(job, lang, titles(kept))
    tree = job.tree.below(lang)
    if task.of > 1:
        tree.folder.mkdir(exist_ok=True)  # several tasks put files there
    remembered = lang if task.of == 1 else task.name
    known = memory.load(job.memory / remembered, job.program) if job.remembers else memory.Memory()
    titled = {path for entry in settings["nav"] for path in entry.values()}
    keeper = memory.Keeper(known, memory.told(settings) + reads.beside(job.site, lang, job.known), tree)
    sources, taken = rendering.sources(job.site, task, kept, keeper if job.remembers else None, job.known)
    docs.mkdir(parents=True)
    if task.leads:
        rendering.write(docs, handwritten.cited(kept, job.site, lang))
    else:
        sources |= dict.fromkeys(titled, rendering.ELSEWHERE)  # because MkDocs wants every page of the navigation
    counter.begin(sum(not source.elsewhere for source in sources.values()) + (len(titles(kept)) if task.leads else 0))
    takes = _taking(keeper, counter)
    if not task.leads:  # no hand-written page can name the others
        sources = {path: source for path, source in sources.items() if path in titled or not takes(path, source)}
    problems = [*(problems if task.leads else []), *taken]
    if task.leads or not all(source.elsewhere for source in sources.values()):
        own = {**settings, "docs_dir": str(docs), "site_dir": str(made)}
        whole = replace(job.settings, values=given.laid_over(job.settings.values, own))
        problems += mkdocs.run(
            whole,
            lang,
            mkdocs.Generated(sources=sources, words=job.site.editions[lang].words, takes=takes),
            _keeping(keeper, counter),
        )
    files = tree.put_all(made) if made.exists() else []
    if job.remembers:
        now = memory.Memory(keeper.made, keeper.units)
        now.save(job.remembered / remembered, job.program, memory.Stored(known, job.memory / remembered))
    return keeper.made, files, problems


def _taking(keeper: memory.Keeper, counter: Counter) -> Callable[[str, rendering.Source], bool]:
    """Return the function that takes over a page if it is finished. Another task finishes those that are elsewhere."""

    def takes(path: str, source: rendering.Source) -> bool:
        if source.elsewhere:
            return True
        if source.there:
            keeper.take(memory.html_of(path))
        there = source.there or keeper.takes(memory.html_of(path), *source.parts())
        if there:
            counter.finish()
        return there

    return takes


def _keeping(keeper: memory.Keeper, counter: Counter) -> mkdocs.Finish:
    """Return the function that remembers a page that was made."""

    def keep(path: str, html: str) -> str:
        keeper.keep(path, html)
        counter.finish()
        return ""

    return keep


def _configuration(job: Job, lang: str, written: list[dict[str, str]]) -> dict[str, Any]:
    """Return the MkDocs configuration of one language, as far as it differs from mkdocs.yml, but without the folders.

    ``written`` lists the hand-written pages.
    """
    site, words = job.site, job.site.editions[lang].words
    nav = [("home", paths.HOME), ("sets", paths.SETS), ("cards", paths.CARDS), ("mechanics", paths.MECHANICS)]
    return {
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
