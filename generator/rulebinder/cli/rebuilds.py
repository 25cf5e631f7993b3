"""Build a site again and again for ``rulebinder serve``, each time in a process that knows nothing
of the last build.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ..build import loading
from ..build import make as website
from ..build.unchanged import Publication
from ..problems import InputError, Place, Problem, error
from ..site import place
from ..system import garbage, workers
from ..system.progress import SHARE
from ..system.sources import Sources

_TEMPLATES = (".j2", ".html")


@dataclass(frozen=True)
class Done:
    """A build has ended."""

    problems: tuple[Problem, ...]
    changed: bool
    """Whether the site was replaced."""


class Builder:
    """Builds the site of its options again and again, each time in a process of its own that reads
    everything anew.

    Such a process can be ready before the next change: it has read the same files once, so that it
    knows what all words and patterns are like. Nothing else is left of that.
    """

    def __init__(self, options: Publication) -> None:
        self._options = options
        self._waiting: _Process | None = None

    @contextlib.contextmanager
    def begun(self) -> Iterator[Connection]:
        """Begin a build, and end it if it still works at the end.

        Yields a connection that gives the folder of the new site whenever more of its pages are
        finished, then :class:`Done`.
        """
        with contextlib.ExitStack() as stack:
            with workers.delayed():  # or a process that was begun might not be ended
                process = self._chosen()
                stack.callback(process.end)
            with contextlib.suppress(OSError):  # it was killed, so that its connection has ended
                process.connection.send(None)
            yield process.connection

    def _chosen(self) -> _Process:
        """Return the process that is ready.

        If it still reads, return a new one, which is quicker.
        """
        waiting = self._waiting
        if waiting is not None and waiting.is_ready():
            self._waiting = None
            return waiting
        self.forget()
        return _started(self._options)

    def get_ready(self) -> None:
        """Let a process get ready for the next build."""
        self.forget()
        with workers.delayed():
            self._waiting = _started(self._options, rehearsed=True)

    def forget(self) -> None:
        """End the process that is ready for the next build, because what it knows may be wrong
        now.
        """
        if self._waiting is not None:
            self._waiting.end()
            self._waiting = None


@dataclass(frozen=True)
class _Process:
    """A process that builds as soon as it is told to."""

    process: BaseProcess
    connection: Connection

    def is_ready(self) -> bool:
        """Return whether it waits for a build."""
        with contextlib.suppress(OSError, EOFError):
            return self.connection.poll() and self.connection.recv() is None
        return False

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _started(options: Publication, *, rehearsed: bool = False) -> _Process:
    """Start a process for one build, while signals are delayed.

    If it is to be ``rehearsed``, it reads everything first, and says so.
    """
    #  Neither method copies the threads of the server. The first is fast, because its processes
    # have read the program.
    context = (
        multiprocessing.get_context("forkserver")
        if sys.platform != "win32"
        else multiprocessing.get_context("spawn")
    )
    context.set_forkserver_preload([__name__, f"{__package__}.preload"])
    here, there = context.Pipe()
    process = context.Process(
        target=_work, args=(options, there, rehearsed, multiprocessing.get_start_method())
    )
    process.start()
    there.close()
    return _Process(process, here)


def _work(options: Publication, connection: Connection, rehearsed: bool, method: str) -> None:
    """Build when told to, and send what happens. SIGTERM ends the work, and nothing of it is left.

    Its own processes are started by ``method``, as those of other commands: by default, they would
    be started as this one was, and would need all that they share as bytes.
    """
    multiprocessing.set_start_method(method, force=True)
    workers.follow()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.suppress(OSError, EOFError):  # nobody waits for it any more
        try:
            if rehearsed:
                _rehearse(options)
                connection.send(None)
            connection.recv()
            connection.send(_outcome(options, connection))
        finally:
            signal.signal(
                signal.SIGTERM, signal.SIG_IGN
            )  # or it would end the clean-up of Python's exit with a traceback


def _rehearse(options: Publication) -> None:
    """Read everything. The build will say what is wrong."""
    quiet = contextlib.redirect_stdout(io.StringIO())
    with contextlib.suppress(Exception), garbage.uncollected(), quiet:
        loading.load(options.content, options.notes, options, Sources())


def _outcome(options: Publication, connection: Connection) -> Done:
    """Build, and return what came of it, whatever that is."""
    try:
        return _built(options, connection)
    except InputError as failure:
        return Done(failure.problems, changed=False)
    except Exception as failure:
        return Done((_fault(failure),), changed=False)


def _built(options: Publication, connection: Connection) -> Done:
    with garbage.uncollected(), contextlib.redirect_stdout(io.StringIO()):
        options = replace(options, sources=Sources())
        sources = options.sources
        content, library, problems = loading.load(options.content, options.notes, options, sources)
        if not library.sets:
            return Done(tuple(problems), changed=False)
        with place.beside(
            options.out
        ) as work:  # the search is a task like all others, because somebody waits for a page

            def progress(stage: str, _done: int, _total: int) -> None:
                if stage == SHARE:
                    connection.send(work.site)

            made = website.make(
                website.job(library, content.languages, work, "", sources, options.cache),
                options.jobs,
                progress,
            )
            made.put(work, [*problems, *made.problems])
        made.remember(options.out)
    return Done(
        (*problems, *(problem for problem in made.problems if problem not in problems)),
        changed=True,
    )


def _fault(failure: Exception) -> Problem:
    """Return a problem for an error in a template, which names its line, or for a fault of this
    program.
    """
    frames = traceback.extract_tb(failure.__traceback__)
    lines = [
        (frame.filename, frame.lineno) for frame in frames if frame.filename.endswith(_TEMPLATES)
    ]
    own = getattr(failure, "filename", None), getattr(failure, "lineno", None)
    path, line = own if all(own) else lines[-1] if lines else (".", 0)
    return error(
        Place(str(path), line or 0), f"{type(failure).__name__}: {' '.join(str(failure).split())}"
    )
