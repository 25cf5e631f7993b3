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
from dataclasses import replace
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
from ..plugin.plugin import SharePlugin
from ..plugin.rendering import Share
from ..problems import InputError, Problem, Severity, cannot_write, refusal
from ..site import place
from ..site.table import Table
from ..system import shipped
from ..system.caches import NO_CACHE
from ..system.files import DISK, walk_files
from . import make, publish
from .make import Job, PageShare, Result, Task
from .unchanged import Publication

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer


_LOG = logging.getLogger("mkdocs.plugins.rulebinder")
_CONTENT = Path("content")
_SHORT = re.compile(r' data-short="[^"]*?((?:\br/|#)[^"]+)"')
"""The permanent link of a ruling on a page. The group is its end: ``r/lam/glow/1/``."""


class RulebinderPlugin(SharePlugin):  # type: ignore[no-untyped-call]
    """The plugin ``rulebinder`` of mkdocs.yml.

    Without a share from ``rulebinder site``, it makes the whole site in one process.
    """

    _run: tuple[Publication, Job] | None = None
    """What makes the whole site; None if the plugin makes a share."""
    _unsaved_links: frozenset[str] = frozenset()
    """The ends of the links of rulings whose numbers no ledger will have; none in a build."""

    def __init__(self) -> None:
        super().__init__()
        self._serves = False
        self._resources = contextlib.ExitStack()
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

    def begin_share(self, config: MkDocsConfig) -> Share:
        """Read the release notes, and return all pages.

        Raises PluginError if there is nothing to show, or if it would break a promise.
        """
        with _reporting(config), contextlib.ExitStack() as stack:
            job = self._set_up(config, stack)
            config.site_dir = str(job.folder)
            task = Task(kind=make.PAGES)
            share = PageShare(job, task, job.new_part(), lambda *_: None, mkdocs_writes=True)
            _log(share.take_pages())
            if self._serves:  # MkDocs adds an inline script, which reloads pages
                for settings in share.settings.values():
                    settings["extra"]["policy"] = ""
            self._resources = stack.pop_all()
        return share

    def _set_up(self, config: MkDocsConfig, stack: contextlib.ExitStack) -> Job:
        """Read everything, and return the job of making the site. ``stack`` removes its folder
        afterwards.

        Raises InputError.
        """
        stack.enter_context(DISK.once())
        out = folder = Path(config.site_dir)
        if self._serves:  # MkDocs shows the files of its own folder
            temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="rulebinder-"))
            out = Path(temporary, "site")
            work = place.Work(out.parent, out)
        else:
            stack.enter_context(ledgers.lock(_CONTENT))
            work = stack.enter_context(place.beside(out))
            folder = work.site
        publication = Publication(
            out=out,
            content=_CONTENT,
            notes=_notes_folder(),
            site_url=config.site_url or "",
            jobs=1,
            preview=self._serves,
        )
        cache = NO_CACHE if self._serves else publication.cache
        content, library = publish.load(publication.content, publication.notes, cache)
        _log(library.problems)
        if not library.sets:
            raise refusal(publication.notes, "there is nothing to show")
        settings, doubts, _ = publish.check(publication, library, content.languages)
        _log(doubts)
        if self._serves:
            unsaved = persistence.list_unsaved_ids(library, persistence.Folders(content=_CONTENT))
            self._unsaved_links = frozenset(map(_link_ending, unsaved))
        site = publish.describe_site(library, content.languages, settings, publication.site_url)
        job = replace(make.set_up(publication, site, work), folder=folder, table=Table())
        self._run = publication, job
        return job

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Take the links of rulings without a saved number from a page, and say so there."""
        if self._unsaved_links.isdisjoint(_SHORT.findall(html)):
            return html
        words = self._share.site.editions[self._language_of(page.url)].words
        saved = _SHORT.sub(lambda link: "" if link[1] in self._unsaved_links else link[0], html)
        return f'<p class="notice" role="note">{escape(words["numbers_pending"])}</p>\n{saved}'

    @event_priority(-99)  # after plugins that write files
    def _complete(self, *, config: MkDocsConfig) -> None:
        """Add all that is not a page of MkDocs. Raises PluginError if the site has broken links."""
        if self._run is None:
            return
        _, job = self._run
        pages = job.new_part()
        for path in walk_files(job.folder):
            pages.adopt(path)
        with _reporting(config):
            others = [
                make.do_task(job, task, lambda *_: None)
                for task in make.list_tasks(job, 1)
                if task.kind != make.PAGES
            ]
            _, problems = make.finish(job, [Result(kind=make.PAGES, files=pages.files), *others])
            _log(problems)

    @event_priority(-100)  # after plugins that change files
    def _publish(self, *, config: MkDocsConfig) -> None:
        """Save the ledgers, and put the site in place. Raises PluginError if that fails."""
        if self._run is not None and not self._serves:
            publication, job = self._run
            # A strict MkDocs that has warned will fail.
            has_failed = config.strict and any(
                isinstance(handler, CountHandler) and handler.get_counts()
                for handler in logging.getLogger("mkdocs").handlers
            )
            if not has_failed:
                with _reporting(config):
                    _log(publish.save(publication, job.site))
                    place.put(job.work, errors=0)
                    job.cache.keep_used()
            config.site_dir = str(publication.out)
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
            for folder in (_notes_folder(), _CONTENT):
                if folder.is_dir():
                    server.watch(str(folder))
        return server

    def _end(self) -> None:
        """Forget a run and its pages: MkDocs keeps the plugin for the next one."""
        self._resources.close()
        self._run = self.share = None
        self._unsaved_links = frozenset()


def _notes_folder() -> Path:
    """Return the folder of the release notes, from that of mkdocs.yml."""
    return Path("notes" if shipped.owner() else "content/notes")


def _link_ending(note_id: str) -> str:
    """Return how the permanent link of a ruling ends: ``r/lam/glow/1/``. A published ruling has no
    short page: ``#2031-02-07-1``.
    """
    code, _, rest = note_id.partition("/")
    return f"#{code}-{rest.rpartition('/')[2]}" if is_day(code) else addresses.short_page(note_id)


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
    errors = []
    for problem in problems:
        if problem.severity is Severity.WARNING:
            _LOG.warning(str(problem))
        elif problem.is_error:
            errors.append(problem)
    if errors:
        raise InputError(*errors)
