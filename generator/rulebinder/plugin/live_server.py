"""The server of MkDocs, for this machine only. Its pages also show the errors of the last build.

The files of the site stay as they are: what a page needs for that is added while it is served.
"""

from __future__ import annotations

import functools
import html
import logging
import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from mkdocs import livereload
from mkdocs.exceptions import Abort
from watchdog.events import FileSystemEvent, FileSystemEventHandler

from ..problems import pluralize
from ..system import shipped

_SCRIPT, _SHEET = "/.rulebinder/live.js", "/.rulebinder/live.css"
"""The addresses of what only this server has."""
_SHEET_FILE = shipped.WEB / "live" / "live.css"
_OUR_HOSTS = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The names of this machine.

A page of another site can let its own name lead here, and would then read what is served.
"""
_NO_PAGE_YET = (
    b"<!doctype html><meta charset=utf-8><title>Rulebinder</title><p>There is no such page yet."
)
_WATCH_SECONDS = 0.3
"""The time between two looks at the files that are watched."""


Overtaken = Abort
"""A builder raises it to give up because something changed again. Pages wait for the next build."""


class Server(livereload.LiveReloadServer):
    """Serves the site in a folder. If something is watched, it calls ``builder`` at the beginning
    and after each change, and then pages reload.

    ``announce`` prints the sentence that says the address. :meth:`serve` raises OSError if the port
    is in use.
    """

    def __init__(
        self,
        site: Path,
        port: int,
        announce: Callable[[str], None],
        builder: Callable[[Server], None] = lambda _: None,
    ) -> None:
        build = functools.partial(builder, self)
        super().__init__(build, "127.0.0.1", port, str(site), polling_interval=_WATCH_SECONDS)
        self.announce = announce
        self.error_handler = self._answer_error
        self.errors: Sequence[str] = ()
        """The errors of the last build, which all pages show."""
        self.changed: set[str] = set()
        """The paths of the files that changed since somebody emptied this."""
        self._want_rebuild = True
        logging.getLogger(livereload.__name__).disabled = True

    def watch(self, path: str, func: None = None, *, recursive: bool = True) -> None:
        """See :meth:`LiveReloadServer.watch`; here, ``path`` is absolute."""

        def note(event: FileSystemEvent) -> None:
            """Note which file changed; MkDocs only notes that one did."""
            if not event.is_directory:
                self.changed.add(os.fsdecode(event.src_path))

        super().watch(path, func, recursive=recursive)
        handler = FileSystemEventHandler()
        handler.on_any_event = note  # type: ignore[method-assign]
        self.observer.schedule(handler, path, recursive=recursive)

    def server_activate(self) -> None:
        """Listen, and say where."""
        super().server_activate()
        self.announce(f"Open http://localhost:{self.server_port}/ (Ctrl-C ends)")

    def handle_error(self, *_: Any) -> None:
        """Report no error: a browser that leaves a page breaks its connections."""

    def serve_request(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Serve a page, or what it loads here, to those who ask for this machine by its name."""
        if not _OUR_HOSTS.fullmatch(environ.get("HTTP_HOST", "")):
            start_response("403 Forbidden", [("Content-Type", "text/plain")])
            return [b"This machine serves nobody else."]
        if environ["PATH_INFO"] == _SHEET:
            start_response("200 OK", [("Content-Type", "text/css")])
            return [_SHEET_FILE.read_bytes()]
        if environ["PATH_INFO"] == _SCRIPT and (epoch := environ["QUERY_STRING"]).isdecimal():
            start_response("200 OK", [("Content-Type", "text/javascript")])
            #  MkDocs has its script only as an element of a page.
            element: bytes = super()._inject_js_into_html(b"", epoch)  # type: ignore[no-untyped-call]
            return [element.removeprefix(b"<script>").removesuffix(b"</script>")]
        return super().serve_request(environ, start_response)

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        """Add the errors and the script of MkDocs to a page, whose Content-Security-Policy forbids
        inline scripts.
        """
        parts = [f'<script src="{_SCRIPT}?{epoch}"></script>']
        if self.errors:
            parts += [
                f'<link rel="stylesheet" href="{_SHEET}"><section id="rulebinder-live" lang="en"'
                ' role="alert"><strong>The documents have',
                f" {pluralize(len(self.errors), 'error')}:</strong><ul>",
                *(f"<li>{html.escape(error)}</li>" for error in self.errors),
                "</ul></section>",
            ]
        return content + "".join(parts).encode()

    def _answer_error(self, code: int) -> bytes | None:
        """Return the page for an error: for a dead address, that of the site; None for other codes.

        It reloads like all pages if something is watched: the next build may make the page.
        """
        if code != 404:
            return None
        file = Path(self.root, "404.html")
        page = file.read_bytes() if file.is_file() else _NO_PAGE_YET
        return self._inject_js_into_html(page, self._visible_epoch) if self._watched_paths else page
