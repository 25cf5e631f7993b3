"""``rulebinder serve``: show the website while its documents are being written."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ....build.unchanged import Publication
from ....problems import Place, Problem, Severity, error
from ....release import live_server
from ....system import garbage, places, shipped
from ....system.files import file_watch
from ... import output, rebuilds
from ...options import CONTENT, JOBS, NOTES, PORT, refusal

_SHOWN = (Severity.ERROR, Severity.WARNING)


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
    garbage.resume()
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(_temporary()) / "site"
        stage = live_server.Stage(out)
        try:
            server = stack.enter_context(live_server.Server(stage, port))
            watch = stack.enter_context(file_watch.watch(_watched(notes, content)))
        except OSError as failure:
            output.fail(refusal(failure, port))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        output.result(f"Open http://localhost:{server.server_port}/ (Ctrl-C ends)")
        builder = rebuilds.Builder(Publication(notes=notes, content=content, out=out, jobs=jobs))
        stack.callback(builder.forget)
        _follow(builder, notes.resolve(), stage, watch)


@contextlib.contextmanager
def _temporary() -> Iterator[Path]:
    """Make a folder that is removed at the end. The temporary files of the builds are there too,
    because a process that is terminated while it ends may leave some.
    """
    before = os.environ.get("TMPDIR")
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as folder:
        os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            del os.environ["TMPDIR"]
            if before is not None:
                os.environ["TMPDIR"] = before


def _watched(notes: Path, content: Path) -> list[Path]:
    return [
        notes,
        content,
        places.DOCS,
        places.WEB,
        places.THEME.parent,
        *filter(Path.is_file, shipped.inherited(shipped.settings())),
        *shipped.below(),
    ]


def _follow(
    builder: rebuilds.Builder, notes: Path, stage: live_server.Stage, watch: file_watch.Watch
) -> None:
    """Build now and after each change, for ever."""
    before: Sequence[Problem] = ()
    while True:
        done = _build(builder, stage)
        shown = (problem for problem in done.problems if problem.severity in _SHOWN)
        output.show(problem for problem in shown if problem.is_error or problem not in before)
        stage.report([str(problem) for problem in done.problems if problem.is_error])
        before = done.problems
        output.result("The website is up to date." if done.changed else "The website is as it was.")
        builder.get_ready()
        if not all(path.is_relative_to(notes) for path in watch.wait()):
            builder.forget()  # it may know templates or words as they were


def _build(builder: rebuilds.Builder, stage: live_server.Stage) -> rebuilds.Done:
    """Build once, and show the pages of each language as soon as they are finished, if there is a
    site with the other files.
    """
    with builder.begun() as connection:
        while True:
            try:
                said = connection.recv()
            except EOFError:
                problem = error(
                    Place("."),
                    "the build was killed from outside",
                    "close other programs and try again",
                )
                return rebuilds.Done((problem,), changed=False)
            if isinstance(said, rebuilds.Done):
                if said.changed:
                    stage.show()
                return said
            if stage.site.is_dir():
                stage.show(said)
