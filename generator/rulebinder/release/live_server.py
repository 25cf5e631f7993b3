"""Web servers that only this machine may see. One shows a site while it changes: its pages reload,
and show the errors of the last build.

The files of the site stay as they are. What a page needs for that is added while it is served.
"""

from __future__ import annotations

import errno
import json
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ..system import places
from ..system.digests import digest

SCRIPT = "/.rulebinder/live.js"
EVENTS = "/.rulebinder/events"
_TAG = '<script src="{}" data-page="{}"></script>'
"""With a digest of the page, by which the script finds out that the page has changed."""
_FILE = places.WEB / "live" / "live.js"
STREAMS = 32
"""The most pages that can wait for events at once. Each has a thread."""
_BEAT = 10.0
"""The seconds after which a page that waits gets a sign of life.

Connections that are gone end then.
"""
_NAMES = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The names of this machine.

A page of another site can let its own name lead here, and would then read what is served.
"""
_NOWHERE = {errno.ENOENT, errno.ENOTDIR}
_WAITING = (
    b"<!doctype html><meta charset=utf-8><title>Rulebinder</title><p>The website is not built yet."
)


@dataclass(frozen=True)
class State:
    """What a page must know of the last build."""

    version: int = 0
    """Grows with each build that changed pages."""
    errors: tuple[str, ...] = ()

    def event(self) -> bytes:
        """Return the state as an event for browsers."""
        count = len(self.errors)
        title = f"The documents have {count} {'error' if count == 1 else 'errors'}:"
        state = {"version": self.version, "errors": self.errors, "title": title}
        return f"data: {json.dumps(state)}\n\n".encode()


@dataclass
class Stage:
    """The site that is shown, and its state."""

    site: Path
    pages: Path | None = None
    """A folder with newer pages while the rest of their site is still being made."""
    state: State = State()
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def show(self, pages: Path | None = None) -> None:
        """Reload all pages: the site has changed, or there are newer ``pages``."""
        with self._changed:
            self.pages = pages
            self.state = replace(self.state, version=self.state.version + 1)
            self._changed.notify_all()

    def report(self, errors: Sequence[str]) -> None:
        """Show the errors of the last build, or remove those of the build before it."""
        with self._changed:
            self.state = replace(self.state, errors=tuple(errors))
            self._changed.notify_all()

    def events(self) -> Iterator[bytes]:
        """Yield the state, and each new state when it comes.

        Yield a comment if none comes for a while.
        """
        known = None
        while True:
            with self._changed:
                if self.state == known:
                    self._changed.wait(_BEAT)
                state = self.state
            yield b":\n\n" if state == known else state.event()
            known = state

    def folder(self, path: str) -> Path:
        """Return the folder to serve ``path`` from."""
        name = path.lstrip("/")
        newer = (
            self.pages / (f"{name}index.html" if path.endswith("/") else name)
            if self.pages
            else None
        )
        return self.pages if self.pages and newer and newer.is_file() else self.site


def _tagged(page: bytes) -> bytes:
    """Return a page with the script."""
    return page + _TAG.format(SCRIPT, digest(page)).encode()


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder to those who ask for this machine by its name, and logs
    nothing.
    """

    def parse_request(self) -> bool:
        """See :meth:`BaseHTTPRequestHandler.parse_request`.

        Also refuse other names, and paths that no file can have.
        """
        if not super().parse_request():
            return False
        wrong = self._refusal()
        if wrong:
            self.send_error(wrong)
        return wrong is None

    def _refusal(self) -> HTTPStatus | None:
        if not _NAMES.fullmatch(self.headers.get("Host", "")):
            return HTTPStatus.FORBIDDEN
        try:
            urlsplit(self.path)
            os.lstat(self.translate_path(self.path))
        except ValueError:
            return HTTPStatus.BAD_REQUEST
        except OSError as failure:
            return None if failure.errno in _NOWHERE else HTTPStatus.NOT_FOUND
        return None

    def log_message(self, *_: Any) -> None:
        """Log nothing."""

    def answer(self, status: int, kind: str, content: bytes) -> None:
        """Send a whole answer of a ``kind``, such as ``text/html``."""
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Server(ThreadingHTTPServer):
    """The server of a stage, on this machine only. Raises OSError if the port is in use."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, stage: Stage, port: int) -> None:
        self.stage = stage
        self.streams = threading.BoundedSemaphore(STREAMS)
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, *_: Any) -> None:
        """Report no error: a browser that leaves a page breaks its connections."""


class _Handler(Handler):
    server: Server

    def do_GET(self) -> None:
        """Serve a file, a page with the script, the script itself, or the events."""
        path = unquote(urlsplit(self.path).path)
        if path == EVENTS:
            self._events()
        elif path == SCRIPT:
            self.answer(HTTPStatus.OK, "text/javascript", _FILE.read_bytes())
        else:
            self.directory = str(self.server.stage.folder(path))
            page = Path(self.translate_path(self.path))
            page = page / "index.html" if path.endswith("/") else page
            if page.suffix == ".html" and page.is_file():
                self.answer(HTTPStatus.OK, "text/html", _tagged(page.read_bytes()))
            else:
                super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the site's page for dead addresses."""
        page = self.server.stage.site / "404.html"
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
        else:
            self.answer(
                HTTPStatus.NOT_FOUND,
                "text/html",
                _tagged(page.read_bytes() if page.is_file() else _WAITING),
            )

    def end_headers(self) -> None:
        """Let browsers keep nothing."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def _events(self) -> None:
        if not self.server.streams.acquire(blocking=False):
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in self.server.stage.events():
                self.wfile.write(event)
                self.wfile.flush()
        finally:
            self.server.streams.release()
