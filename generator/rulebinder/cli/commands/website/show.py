"""``rulebinder show``: show a built website."""

from __future__ import annotations

import functools
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path

import click

from ....problems import Place, error
from ....release.live_server import Handler
from ....system import garbage
from ... import output
from ...options import BUILT, PORT, refusal


@click.command()
@BUILT
@PORT
def show(out: Path, port: int) -> None:
    """Show a built website in a browser, as a host shows it."""
    garbage.resume()
    index = out / "index.html"
    if not index.is_file():
        output.fail(error(Place(str(index)), "not there", "run `rulebinder site` first"))
    try:
        server = ThreadingHTTPServer(
            ("127.0.0.1", port), functools.partial(_Handler, directory=str(out))
        )
    except OSError as failure:
        output.fail(refusal(failure, port))
    with server:
        output.result(f"Open http://localhost:{server.server_port}/ (Ctrl-C ends)")
        server.serve_forever()


class _Handler(Handler):
    """Serves files, and the website's own page for dead addresses."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the page for dead addresses."""
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
        else:
            self.answer(code, "text/html", page.read_bytes())
