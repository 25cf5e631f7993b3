"""Look at a built website: ``rulebinder show`` in a browser, ``rulebinder mcp`` for assistants that
speak the Model Context Protocol.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import shlex
import signal
import sys
from importlib import metadata
from pathlib import Path

import click

from ..plugin.live_server import Server
from ..problems import Place, refusal, warning
from ..system import END_SIGNALS
from . import output
from .options import FOLDER, PORT

SDK = "mcp>=2.3,<3"
"""The optional library, as ``pyproject.toml`` has it."""


@click.command()
@click.option(
    "--out",
    required=True,
    type=FOLDER,
    help="Folder of a website that `rulebinder site` built.",
)
@PORT
def show(out: Path, port: int) -> None:
    """Show a built website in a browser, as a host shows it."""
    gc.enable()  # a server goes on until somebody ends it
    index = out / "index.html"
    if not index.is_file():
        raise refusal(index, "not there", "run `rulebinder site` first")
    run(Server(out, port, output.print_result))


def run(server: Server) -> None:
    """Let a server run until a signal ends the command. End it if the server cannot run."""
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except OSError as failure:
        place = Place(str(failure.filename or "."))
        if failure.errno == errno.EADDRINUSE:
            port = server.server_address[1]
            message, hint = f"another program uses the port {port}", "name another one with --port"
            raise refusal(place, message, hint) from failure
        message = f"the website cannot be served ({failure.strerror})"
        raise refusal(place, message) from failure
    finally:
        server.shutdown()


@click.command()
@click.option(
    "--site",
    required=True,
    metavar="PLACE",
    help="Folder of a website that `rulebinder site` built, or its address: https://….",
)
def mcp(site: str) -> None:
    """Answer questions about the rulings of a built website, for assistants that speak the Model
    Context Protocol.

    They start this command, and talk with it over its standard input and output. It reads the data
    of the website once: start it again after a build. It needs the library `mcp`.
    """
    try:
        from ..answering import server  # noqa: PLC0415 -- an optional library
        from ..answering.answers import Answers  # noqa: PLC0415
    except ImportError as failure:
        if (failure.name or "").startswith("rulebinder"):
            raise
        message = "this needs version 2 of the library mcp, which is not installed"
        hint = f"install it: {shlex.quote(sys.executable)} -m pip install '{SDK}'"
        raise refusal(Place("rulebinder mcp"), message, hint) from failure
    answers = Answers(site)
    if not answers.address:
        message = "the website has no address, so answers have no links"
        hint = (
            "write `site_url` into mkdocs.yml and build it again, or name its address with --site"
        )
        output.show([warning(Place(site), message, hint)])
    gc.enable()  # a server goes on until somebody ends it
    #  Nothing is to be cleaned up, and a thread that waits for input would go on waiting.
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    try:
        #  The SDK takes the bytes below it, which ours does not have.
        with contextlib.redirect_stdout(sys.__stdout__):
            server.make_server(answers, metadata.version("rulebinder")).run("stdio")
    except* BrokenPipeError:
        pass  # nobody is there any more
