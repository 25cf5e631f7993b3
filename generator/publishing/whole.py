"""The whole site for ``mkdocs build`` and ``mkdocs serve``: all that ``rulebinder site`` makes, without ledgers and promises.

Numbers of rulings are those that the next ``rulebinder site`` gives, but they are not saved.
"""

from __future__ import annotations

import contextlib
import logging
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from ..problems import InputError, Place, Problem, Severity, error
from ..system import shipped
from ..system.sources import Sources
from . import loading, placing, site, tasks
from .draft import Draft
from .job import Job
from .record import Record
from .share import Share
from .tasks import Result

_LOG = logging.getLogger("mkdocs.plugins.rulebinder")
_OWNED, _SHIPPED = "notes", "content/notes"
_CONTENT = "content"


@dataclass(frozen=True, kw_only=True)
class Whole:
    """A whole site that MkDocs makes in one process."""

    job: Job
    share: Share
    draft: Draft
    """The pages that MkDocs has finished."""

    def finish(self, config: MkDocsConfig) -> None:
        """Add all that is no page of MkDocs. Raises PluginError if the site has broken links."""
        for path in self.job.folder.rglob("*"):
            name = path.relative_to(self.job.folder).as_posix()
            if path.is_file() and not self.draft.has(name):
                self.draft.put(name, path.read_bytes())
        with _told(config):
            made = site.complete(self.job, [Result(record=self.draft.record)], self._others)
            _tell(made.problems)

    def _others(self) -> Iterator[Result]:
        listed = tasks.listed(self.job.site.library, len(self.job.site.langs), 1)
        return (tasks.do(self.job, task, lambda *_: None) for task in listed if task.kind != tasks.PAGES)


def begin(config: MkDocsConfig, notes: str) -> Whole:
    """Read the release notes in the folder ``notes``, and return the site. Raises PluginError if there is none."""
    sources = Sources()
    with _told(config), tempfile.TemporaryDirectory(prefix="rulebinder-") as work:
        folder = Path(notes or (_OWNED if shipped.owner(sources) else _SHIPPED))
        known, library, problems = loading.load(Path(_CONTENT), folder, sources=sources)
        _tell(problems)
        if not library.sets:
            raise InputError(error(Place(str(folder)), "there is nothing to show"))
        out = Path(config.site_dir)
        made = site.job(library, known.languages, placing.Work(Path(work), out), config.site_url or "", sources)
        job = replace(made, folder=out, known=Record())
        return _whole(job)


def _whole(job: Job) -> Whole:
    draft = Draft(job.folder, job.old, job.known)
    share, problems = tasks.share(job, tasks.Task(kind=tasks.PAGES), draft, lambda *_: None)
    _tell(problems)
    return Whole(job=job, share=share, draft=draft)


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
