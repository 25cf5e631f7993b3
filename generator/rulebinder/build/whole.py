"""The whole site for ``mkdocs build`` and ``mkdocs serve``: all that ``rulebinder site`` makes,
without ledgers and promises.

Numbers of rulings are those that the next ``rulebinder site`` gives, but they are not saved.
"""

from __future__ import annotations

import contextlib
import logging
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

from ..plugin.plugin import SharePlugin
from ..plugin.share import Share
from ..problems import InputError, Place, Problem, Severity, error
from ..site import swap
from ..site.draft import Draft
from ..site.record import Record
from ..system import shipped
from ..system.sources import Sources
from . import loading, make, tasks, unchanged
from .job import Job
from .tasks import Result

_LOG = logging.getLogger("mkdocs.plugins.rulebinder")
_OWNED, _SHIPPED = "notes", "content/notes"
_CONTENT = "content"


class RulebinderPlugin(SharePlugin):  # type: ignore[no-untyped-call]
    """The plugin ``rulebinder`` of mkdocs.yml.

    Without a share from ``rulebinder site``, it makes the whole site in one process.
    """

    _job: Job
    _draft: Draft
    """The pages that MkDocs has finished."""

    def begin(self, config: MkDocsConfig) -> Share:
        """Read the release notes, and return all pages.

        Raises PluginError if there is no site to make.
        """
        with _told(config):
            self._job = _job(config, self.config.notes)
            self._draft = Draft(self._job.folder, self._job.old, self._job.known)
            share, problems = tasks.share(
                self._job, tasks.Task(kind=tasks.PAGES), self._draft, lambda *_: None
            )
            _tell(problems)
        return share

    @event_priority(-100)  # after plugins that change pages
    def on_post_page(self, output: str, *, page: Page, **given: object) -> str:
        """Let MkDocs write the page, if it makes the whole site."""
        finished = super().on_post_page(output, page=page, **given)
        return output if hasattr(self, "_job") else finished

    @event_priority(-100)  # after plugins that write files
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Add all that is no page of MkDocs. Raises PluginError if the site has broken links."""
        if not hasattr(self, "_job"):
            return
        for path in self._job.folder.rglob("*"):
            name = path.relative_to(self._job.folder).as_posix()
            if path.is_file() and not self._draft.has(name):
                self._draft.put(name, path.read_bytes())
        with _told(config):
            _tell(
                make.complete(self._job, [Result(record=self._draft.record)], self._others).problems
            )

    def _others(self) -> Iterator[Result]:
        listed = tasks.listed(self._job.site.library, len(self._job.site.langs), 1)
        return (
            tasks.do(self._job, task, lambda *_: None)
            for task in listed
            if task.kind != tasks.PAGES
        )


def _job(config: MkDocsConfig, notes: str) -> Job:
    """Return the job of making the whole site. Raises InputError."""
    sources = Sources()
    folder = Path(notes or (_OWNED if shipped.owner(sources) else _SHIPPED))
    content, library, problems = loading.load(Path(_CONTENT), folder, sources=sources)
    _tell(problems)
    if not library.sets:
        raise InputError(error(Place(str(folder)), "there is nothing to show"))
    out = Path(config.site_dir)
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as work:
        made = make.job(
            library, content.languages, swap.Work(Path(work), out), config.site_url or "", sources
        )
    return replace(made, folder=out, known=Record(), facts=unchanged.facts(Path(_CONTENT), sources))


@contextlib.contextmanager
def _told(config: MkDocsConfig) -> Iterator[None]:
    """Work in the folder of the settings, and tell MkDocs of an InputError."""
    try:
        with contextlib.chdir(Path(config.config_file_path).parent):
            yield
    except InputError as failure:
        raise PluginError("\n".join(map(str, failure.problems))) from failure


def _tell(problems: Iterable[Problem]) -> None:
    """Log problems. Raises InputError with those that are errors."""
    found = list(problems)
    for problem in found:
        if problem.severity is Severity.WARNING:
            _LOG.warning(str(problem))
    if errors := [problem for problem in found if problem.is_error]:
        raise InputError(*errors)
