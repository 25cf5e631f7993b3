"""Build a site again and again for ``rulebinder serve``, each time in a process that knows nothing of the last build."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from ..problems import InputError, Place, Problem, error
from ..publishing import placing
from ..publishing import site as website
from ..system import collecting, workers
from . import libraries

_TEMPLATES = (".j2", ".html")


@dataclass(frozen=True, kw_only=True)
class Order:
    """The options of a build."""

    notes: Path
    content: Path
    out: Path
    jobs: int | None


@dataclass(frozen=True)
class Pages:
    """The pages of a site are finished, in this folder."""

    folder: Path


@dataclass(frozen=True)
class Done:
    """A build has ended."""

    problems: tuple[Problem, ...]
    changed: bool
    """Whether the site was replaced."""


@contextlib.contextmanager
def begun(order: Order) -> Iterator[Connection]:
    """Begin a build, and end it if it still works at the end. Yields a connection that gives :class:`Pages`, then :class:`Done`."""
    # Neither method copies the threads of the server. The first is fast, because its processes have read the program.
    context = multiprocessing.get_context("forkserver") if sys.platform != "win32" else multiprocessing.get_context("spawn")
    context.set_forkserver_preload([__name__, f"{__package__}.warm"])
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(order, there))
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()
        process.terminate()
        process.join()


def _work(order: Order, connection: Connection) -> None:
    """Build, and send what happens. SIGTERM ends the work, and nothing of it is left."""
    workers.follow()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.suppress(OSError):  # nobody waits for it any more
        try:
            connection.send(_built(order, connection))
        except InputError as failure:
            connection.send(Done(failure.problems, changed=False))
        except Exception as failure:
            connection.send(Done((_fault(failure),), changed=False))
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # or it would end the clean-up of Python's exit with a traceback


def _built(order: Order, connection: Connection) -> Done:
    with collecting.uncollected(), workers.limited(order.jobs), contextlib.redirect_stdout(io.StringIO()):
        known, library, problems = libraries.load(order.content, order.notes, order.out)
        if not library.sets:
            return Done(tuple(problems), changed=False)
        with placing.beside(order.out) as work:

            def progress(stage: str, done: int, _total: int) -> None:
                if stage == "search" and done == 0:
                    connection.send(Pages(work.site))

            made = website.make(library, known.languages, work, site_url="", progress=progress)
            found = made.problems
            placing.put(work, sum(problem.is_error for problem in [*problems, *found]), made.files)
    return Done((*problems, *(problem for problem in found if problem not in problems)), changed=True)


def _fault(failure: Exception) -> Problem:
    """Return a problem for an error in a template, which names its line, or for a fault of this program."""
    frames = traceback.extract_tb(failure.__traceback__)
    lines = [(frame.filename, frame.lineno) for frame in frames if frame.filename.endswith(_TEMPLATES)]
    own = getattr(failure, "filename", None), getattr(failure, "lineno", None)
    path, line = own if all(own) else lines[-1] if lines else (".", 0)
    return error(Place(str(path), line or 0), f"{type(failure).__name__}: {' '.join(str(failure).split())}")
