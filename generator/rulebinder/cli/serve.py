"""``rulebinder serve``: show the website while its documents are being written.

The server runs here. Another process builds the site again and again: it reads everything anew each
time, and is quicker the second time, because it knows then what all words and patterns are like.
"""

from __future__ import annotations

import contextlib
import gc
import io
import multiprocessing
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import click

from ..plugin.live_server import Overtaken, Server
from ..problems import InputError, Place, Problem, error
from ..publishing import publish
from ..publishing.unchanged import Findings, Publication
from ..system import processes, shipped
from ..system.files import DISK
from . import output
from .options import CONTENT, JOBS, NOTES, PORT
from .show import run

_TEMPLATE_ENDINGS = (".j2", ".html")
_LOOK_SECONDS = 0.1
"""The seconds between two looks at whether a build is still wanted."""


@click.command()
@NOTES
@PORT
@JOBS
@CONTENT
def serve(notes: Path, content: Path, port: int, jobs: int | None) -> None:
    """Show the website in a browser, and build it again whenever something changes.

    Documents, corrections, languages, templates, styles and scripts are watched. After each change,
    only pages that change are built, and the browser reloads its page. Errors appear here and on
    the page. The website is in a folder that is removed at the end, and no permanent number is
    given: `rulebinder site` does that.
    """
    gc.enable()  # a server goes on until somebody ends it
    with contextlib.ExitStack() as stack:
        temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="rulebinder-"))
        out = Path(temporary, "site")
        builder = Builder(
            Publication(notes=notes, content=content, out=out, site_url="", jobs=jobs)
        )
        stack.callback(builder.end)
        last_problems: Sequence[Problem] = ()

        def build(server: Server) -> None:
            """Build once, and print the problems that are new."""
            nonlocal last_problems
            changed = set(server.changed)
            server.changed -= changed
            if not all(Path(path).is_relative_to(notes.resolve()) for path in changed):
                builder.end()  # its process may know templates or words as they were
            findings = builder.build(lambda: bool(server.changed))
            if findings is None:
                raise Overtaken("The build was left, because something changed again.")
            problems = [
                problem for problem in findings.problems if problem.severity in output.SEVERE
            ]
            output.show(
                problem for problem in problems if problem.is_error or problem not in last_problems
            )
            server.errors = [str(problem) for problem in problems if problem.is_error]
            last_problems = problems
            state = "up to date" if findings.weight else "as it was"
            output.print_result(f"The website is {state}.")

        server = Server(out, port, output.print_result, build)
        #  Other folders of the web are those of its tools.
        web = (shipped.WEB / name for name in ("styles", "scripts", "search", "offline", "embed"))
        folders = [
            notes,
            content,
            shipped.DOCS,
            shipped.THEME.parent,
            *web,
            *shipped.owner_folders(),
        ]
        for folder in filter(Path.is_dir, folders):
            server.watch(str(folder.resolve()))
        #  A file may be replaced, and a file that is missing for a moment is watched no more.
        for path in (*shipped.settings_chain(shipped.settings()), *shipped.WEB.glob("*.svg")):
            server.watch(str(path.parent.resolve()), recursive=False)
        run(server)


class Builder:
    """Builds a site again and again, in another process."""

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
            while not self._connection.poll(_LOOK_SECONDS):
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
        """Begin the process that builds whenever it gets a message."""
        #  Neither method copies the threads of the server. The first is fast, because its processes
        # have read the program.
        context: Any = multiprocessing.get_context(
            "spawn" if sys.platform == "win32" else "forkserver"
        )
        context.set_forkserver_preload([__name__])
        self._connection, other_end = context.Pipe()
        self._process = context.Process(
            target=_build_on_request,
            args=(self._publication, other_end, multiprocessing.get_start_method()),
        )
        self._process.start()
        other_end.close()

    def end(self) -> None:
        """End the process, whatever it is doing: the next build has another one."""
        if self._process is not None:
            self._connection.close()
            if self._process.pid is not None:  # else a signal came while it was started
                self._process.terminate()
                self._process.join()
            self._process = None


def _build_on_request(publication: Publication, connection: Connection, method: str) -> None:
    """Build whenever somebody asks for it. SIGTERM ends the work, and nothing of it is left.

    Its own processes are started by ``method``, as those of other commands. By default, they would
    be started as this one was, and all that they share would be sent to them as bytes.
    """
    gc.disable()
    #  A process that is terminated while it ends may leave temporary files: they are removed with
    # the site.
    os.environ["TMPDIR"] = str(publication.out.parent)
    multiprocessing.set_start_method(method, force=True)
    processes.end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.suppress(OSError, EOFError):  # nobody waits for it any more
        try:
            while True:
                connection.recv()
                connection.send(_rebuild(publication))
                gc.collect()
        finally:
            #  Else it would end the clean-up of Python's exit with a traceback.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _rebuild(publication: Publication) -> Findings:
    """Build, and return what came of it, whatever that is: an error in a template names its line,
    and a fault of this program is an error, too.
    """
    try:
        with DISK.once(), contextlib.redirect_stdout(io.StringIO()):
            return publish.build(replace(publication, preview=True))
    except InputError as failure:
        return Findings(failure.problems)
    except Exception as failure:
        path, line = getattr(failure, "filename", None), getattr(failure, "lineno", None)
        if not (path and line):
            frames = traceback.extract_tb(failure.__traceback__)
            templates = [frame for frame in frames if frame.filename.endswith(_TEMPLATE_ENDINGS)]
            path, line = (templates[-1].filename, templates[-1].lineno) if templates else (".", 0)
        message = f"{type(failure).__name__}: {' '.join(str(failure).split())}"
        return Findings((error(Place(str(path), line or 0), message),))
