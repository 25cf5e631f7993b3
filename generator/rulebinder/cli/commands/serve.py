"""``rulebinder serve``: show the website while its documents are being written."""

from __future__ import annotations

import contextlib
import gc
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ...plugin.live_server import Overtaken, Server
from ...problems import Problem, Severity
from ...publishing.unchanged import Publication
from ...system import shipped
from .. import building, output
from ..options import CONTENT, JOBS, NOTES, PORT
from .show import run

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
    gc.enable()  # a server goes on until somebody ends it
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(_temporary()) / "site"
        builder = building.Builder(
            Publication(notes=notes, content=content, out=out, site_url="", jobs=jobs)
        )
        stack.callback(builder.end)
        before: Sequence[Problem] = ()

        def build(server: Server) -> None:
            nonlocal before
            changed = set(server.changed)
            server.changed -= changed
            if not all(Path(path).is_relative_to(notes.resolve()) for path in changed):
                builder.end()  # it may know templates or words as they were
            done = builder.build(lambda: bool(server.changed))
            if done is None:
                raise Overtaken("The build was left, because something changed again.")
            problems = [problem for problem in done.problems if problem.severity in _SHOWN]
            output.show(each for each in problems if each.is_error or each not in before)
            server.errors = [str(problem) for problem in problems if problem.is_error]
            before = problems
            is_new = "up to date" if done.weight else "as it was"
            output.result(f"The website is {is_new}.")

        server = Server(out, port, output.result, build)
        _watch(server, notes, content)
        run(server)


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


def _watch(server: Server, notes: Path, content: Path) -> None:
    """Let a server watch all that a website is made from."""
    #  Other folders of the web are those of its tools.
    web = (shipped.WEB / name for name in ("styles", "scripts", "search", "offline", "embed"))
    folders = [notes, content, shipped.DOCS, shipped.THEME.parent, *web, *shipped.owner_folders()]
    for folder in filter(Path.is_dir, folders):
        server.watch(str(folder.resolve()))
    #  A file may be replaced, and a file that is missing for a moment is watched no more.
    for path in (*shipped.settings_chain(shipped.settings()), *shipped.WEB.glob("*.svg")):
        server.watch(str(path.parent.resolve()), recursive=False)
