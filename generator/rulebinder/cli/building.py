"""Build a site again and again for ``rulebinder serve``, in another process."""

from __future__ import annotations

import contextlib
import gc
import io
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ..problems import InputError, Place, Problem, error
from ..publishing import publish
from ..publishing.unchanged import Findings, Publication
from ..settings import options
from ..system import processes
from ..system.files import DISK
from . import output

_TEMPLATES = (".j2", ".html")
_STEP = 0.1
"""The seconds between two looks at whether a build is still wanted."""


class Builder:
    """Builds a site again and again.

    Its process reads everything anew each time, and is quicker the second time, because it knows
    then what all words and patterns are like.
    """

    def __init__(self, publication: Publication) -> None:
        self._publication = publication
        self._process: BaseProcess | None = None

    def build(self, is_unwanted: Callable[[], bool]) -> Findings | None:
        """Build the site. Return None if the build was left, because it ``is_unwanted`` now."""
        try:
            if self._process is None or not self._process.is_alive():
                self.end()
                self._begin()
            self._connection.send(None)
            while not self._connection.poll(_STEP):
                if is_unwanted():
                    self.end()
                    return None
            findings: Findings = self._connection.recv()
        except (OSError, EOFError):
            self.end()
            hint = "close other programs and try again"
            return Findings((error(Place("."), "the build was killed from outside", hint),))
        return findings

    def _begin(self) -> None:
        #  Neither method copies the threads of the server. The first is fast, because its processes
        # have read the program.
        context = (
            multiprocessing.get_context("forkserver")
            if sys.platform != "win32"
            else multiprocessing.get_context("spawn")
        )
        context.set_forkserver_preload([__name__])
        self._connection, there = context.Pipe()
        self._process = context.Process(
            target=_work, args=(self._publication, there, multiprocessing.get_start_method())
        )
        self._process.start()
        there.close()

    def end(self) -> None:
        """End the process, whatever it is doing: the next build has another one."""
        if self._process is not None:
            self._connection.close()
            if self._process.pid is not None:  # else a signal came while it was started
                self._process.terminate()
                self._process.join()
            self._process = None


def _work(publication: Publication, connection: Connection, method: str) -> None:
    """Build whenever somebody asks for it. SIGTERM ends the work, and nothing of it is left.

    Its own processes are started by ``method``, as those of other commands: by default, they would
    be started as this one was, and would need all that they share as bytes.
    """
    gc.disable()
    multiprocessing.set_start_method(method, force=True)
    processes.follow()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.suppress(OSError, EOFError):  # nobody waits for it any more
        try:
            while True:
                connection.recv()
                connection.send(_rebuild(publication))
                gc.collect()
        finally:
            signal.signal(
                signal.SIGTERM, signal.SIG_IGN
            )  # or it would end the clean-up of Python's exit with a traceback


def _rebuild(publication: Publication) -> Findings:
    """Build, and return what came of it, whatever that is."""
    try:
        with DISK.once(), contextlib.redirect_stdout(io.StringIO()):
            return publish.build(replace(publication, preview=True))
    except InputError as failure:
        return Findings(failure.problems)
    except Exception as failure:
        return Findings((_fault(failure),))


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


def make_site(publication: Publication) -> Findings:
    """Read everything, build the website, and say where it is, or that there is none. Return what
    was found.
    """
    content, library = publish.load(
        publication.content, publication.notes, publication.cache, output.told
    )
    before = library.problems
    output.of_input(before)
    if not library.sets:
        return Findings(before)
    site_url = publication.site_url
    try:
        if not (options.load().site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        with (
            output.written(publication.out, "choose another --out"),
            output.Bars() as bar,
        ):
            findings = publish.publish(publication, library, content.languages, bar)
        output.in_place(publication.out, findings.weight)
    except InputError as failure:
        output.note(f"No website was built; {publication.out} is unchanged.")
        others = tuple(problem for problem in failure.problems if problem not in before)
        findings = Findings(before, others)
    output.show(findings.pages)
    return findings
