"""``rulebinder show``: show a built website."""

from __future__ import annotations

import errno
import gc
from pathlib import Path

import click

from ....plugin.live_server import Server
from ....problems import Place, error
from ... import output
from ...options import BUILT, PORT


@click.command()
@BUILT
@PORT
def show(out: Path, port: int) -> None:
    """Show a built website in a browser, as a host shows it."""
    gc.enable()  # a server goes on until somebody ends it
    index = out / "index.html"
    if not index.is_file():
        output.fail(error(index, "not there", "run `rulebinder site` first"))
    run(Server(out, port, output.result))


def run(server: Server) -> None:
    """Let a server run until a signal ends the command. End it if the server cannot run."""
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except OSError as failure:
        place = Place(str(failure.filename or "."))
        if failure.errno == errno.EADDRINUSE:
            port = server.server_address[1]
            message, hint = f"another program uses the port {port}", "name another one with --port"
            output.fail(error(place, message, hint))
        output.fail(error(place, f"the website cannot be served ({failure.strerror})"))
    finally:
        server.shutdown()
