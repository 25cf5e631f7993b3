"""The whole site for ``mkdocs build``, ``mkdocs gh-deploy`` and ``mkdocs serve``: all that
``rulebinder site`` makes, in one process.

A build publishes as ``rulebinder site`` does: it refuses to break the promises of the site that it
replaces, and puts that site and the ledgers in place only at its end. ``serve`` saves no number, so
its pages say which rulings have none yet.
"""

from __future__ import annotations

import contextlib
import logging
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from markupsafe import escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from ..joining import persistence
from ..ledger import files as ledgers
from ..notes import is_day
from ..pages import addresses
from ..plugin import rendering
from ..plugin.plugin import SharePlugin
from ..plugin.rendering import Share
from ..problems import InputError, Problem, Severity, cannot_write, refusal
from ..site import place
from ..site.table import Table
from ..system import shipped
from ..system.caches import NO_CACHE
from ..system.files import DISK, walk_files
from . import loading, make, publish, tasks
from .tasks import Job, Result
from .unchanged import Publication

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer


_LOG = logging.getLogger("mkdocs.plugins.rulebinder")
_OWNED, _SHIPPED = "notes", "content/notes"
_CONTENT = "content"
_SHORT = re.compile(r' data-short="[^"]*?((?:\br/|#)[^"]+)"')
"""The permanent link of a ruling on a page, and how it ends."""


@dataclass(frozen=True, kw_only=True)
class _WholeSite:
    """A run of MkDocs that makes the whole site."""

    publication: Publication
    work: place.Work
    job: Job
    unsaved: frozenset[str]
    """How the links of rulings end whose numbers no ledger will have; none in a build."""


class RulebinderPlugin(SharePlugin):  # type: ignore[no-untyped-call]
    """The plugin ``rulebinder`` of mkdocs.yml.

    Without a share from ``rulebinder site``, it makes the whole site in one process.
    """

    _run: _WholeSite | None = None

    def __init__(self) -> None:
        super().__init__()
        self._serves = False
        self._held = contextlib.ExitStack()
        """The locks and folders of a run."""

    def on_startup(
        self,
        *,
        command: Literal["build", "gh-deploy", "serve"],
        dirty: bool,  # noqa: ARG002
    ) -> None:
        """Remember whether MkDocs only shows the site. It calls ``serve --clean`` a build."""
        context = click.get_current_context(silent=True)
        self._serves = "serve" in (command, context and context.info_name)
        self._end()

    def begin(self, config: MkDocsConfig) -> Share:
        """Read the release notes, and return all pages.

        Raises PluginError if there is no site to make, or if it would break a promise.
        """
        with _reporting(config):
            publication = Publication(
                out=Path(config.site_dir),
                content=Path(_CONTENT),
                notes=self._notes(),
                site_url=config.site_url or "",
                jobs=1,
                preview=self._serves,
            )
            self._run = self._held.enter_context(_begun(publication))
            job, task = self._run.job, tasks.Task(kind=tasks.PAGES)
            config.site_dir = str(job.folder)
            share, problems = tasks.PageShare(job, task, job.part(), lambda *_: None).take()
            _log(problems)
            if self._serves:  # MkDocs adds an inline script, which reloads pages
                for values in share.values.values():
                    values["extra"]["policy"] = ""
        return share

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Take the links of rulings without a saved number from a page, and say so there."""
        if self._run is None or not self._run.unsaved.intersection(_SHORT.findall(html)):
            return html
        unsaved, languages = self._run.unsaved, self._given.words
        words = languages[rendering.language_of(page.url, languages)]
        kept = _SHORT.sub(lambda found: "" if found[1] in unsaved else found[0], html)
        return f'<p class="notice" role="note">{escape(words["numbers_pending"])}</p>\n{kept}'

    @event_priority(-100)  # after plugins that change pages
    def on_post_page(self, output: str, *, page: Page, **given: object) -> str:
        """Let MkDocs write the page, if it makes the whole site."""
        return output if self._run else super().on_post_page(output, page=page, **given)

    @event_priority(-99)  # after plugins that write files
    def _complete(self, *, config: MkDocsConfig) -> None:
        """Add all that is no page of MkDocs. Raises PluginError if the site has broken links."""
        if self._run is None:
            return
        job, pages = self._run.job, self._run.job.part()
        for path in walk_files(job.folder):
            pages.adopt(path)
        with _reporting(config):
            listed = [task for task in tasks.listed(job, 1) if task.kind != tasks.PAGES]
            others = [tasks.do(job, task, lambda *_: None) for task in listed]
            _log(make.finish(job, [Result(kind=tasks.PAGES, files=pages.files), *others])[1])

    @event_priority(-100)  # after plugins that change files
    def _publish(self, *, config: MkDocsConfig) -> None:
        """Save the ledgers, and put the site in place. Raises PluginError if that fails."""
        if self._run is not None and not self._serves:
            if not _is_aborted(config):
                with _reporting(config):
                    _log(publish.save(self._run.publication, self._run.job.site))
                    place.put(self._run.work, 0)
                    self._run.job.cache.keep_used()
            config.site_dir = str(self._run.publication.out)
        self._end()

    on_post_build = CombinedEvent(_complete, _publish)

    def on_build_error(self, *, error: Exception) -> None:
        """Leave everything as it was, and tell MkDocs of an InputError, such as that of a template.

        Raises PluginError then.
        """
        ran = self._run is not None
        self._end()
        if ran and isinstance(error, InputError):
            raise PluginError(str(error)) from error

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, **_: object
    ) -> LiveReloadServer:
        """Let MkDocs follow the release notes and the facts."""
        with _reporting(config):
            for folder in (self._notes(), Path(_CONTENT)):
                if folder.is_dir():
                    server.watch(str(folder))
        return server

    def _notes(self) -> Path:
        """Return the folder of the release notes, from that of mkdocs.yml."""
        return Path(_OWNED if shipped.owner() else _SHIPPED)

    def _end(self) -> None:
        """Forget a run and its pages: MkDocs keeps the plugin for the next one."""
        self._held.close()
        self._run = self.share = None


@contextlib.contextmanager
def _begun(publication: Publication) -> Iterator[_WholeSite]:
    """Read everything, and give a run with a folder for its files, which is removed afterwards.

    Raises InputError.
    """
    site, content = publication.out, publication.content
    with contextlib.ExitStack() as stack:
        stack.enter_context(DISK.once())
        if publication.preview:  # MkDocs shows the files of its own folder
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rulebinder-")))
            work = place.Work(folder, folder / "site")
            publication = replace(publication, out=work.out)
        else:
            stack.enter_context(ledgers.lock(content))
            work = stack.enter_context(place.beside(site))
            site = work.site
        cache = NO_CACHE if publication.preview else publication.cache
        known, library, problems = loading.load(content, publication.notes, cache)
        _log(problems)
        if not library.sets:
            raise refusal(publication.notes, "there is nothing to show")
        terms = publish.check(publication, library, known.languages)
        _log(terms.doubts)
        folders = persistence.Folders(content=content)
        unsaved = persistence.unsaved(library, folders) if publication.preview else ()
        job = make.job(publication, library, known.languages, work, terms.settings)
        yield _WholeSite(
            publication=publication,
            work=work,
            job=replace(job, folder=site, table=Table()),
            unsaved=frozenset(map(_ending, unsaved)),
        )


def _ending(note_id: str) -> str:
    """Return how the permanent link of a ruling ends: a published ruling has no short page."""
    code, _, rest = note_id.partition("/")
    return f"#{code}-{rest.rpartition('/')[2]}" if is_day(code) else addresses.short_page(note_id)


def _is_aborted(config: MkDocsConfig) -> bool:
    """Return whether MkDocs is strict and has warned, so that it will fail."""
    return config.strict and any(
        isinstance(handler, CountHandler) and handler.get_counts()
        for handler in logging.getLogger("mkdocs").handlers
    )


@contextlib.contextmanager
def _reporting(config: MkDocsConfig) -> Iterator[None]:
    """Work in the folder of the settings, and tell MkDocs of an InputError or an OSError."""
    try:
        with contextlib.chdir(Path(config.config_file_path).parent):
            yield
    except InputError as failure:
        raise PluginError("\n".join(map(str, failure.problems))) from failure
    except OSError as failure:
        problem = cannot_write(Path(failure.filename or config.site_dir), failure, "")
        raise PluginError(str(problem)) from failure


def _log(problems: Iterable[Problem]) -> None:
    """Log problems. Raises InputError with those that are errors."""
    found = list(problems)
    for problem in found:
        if problem.severity is Severity.WARNING:
            _LOG.warning(str(problem))
    if errors := [problem for problem in found if problem.is_error]:
        raise InputError(*errors)
