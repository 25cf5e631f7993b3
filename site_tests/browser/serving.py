"""A local web server like a host of static sites: it compresses text, and has a page for dead
addresses.
"""

import contextlib
import functools
import gzip
import mimetypes
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

_TEXT = ("text/", "application/javascript", "application/json", "application/xml", "image/svg+xml")


@dataclass(kw_only=True)
class Line:
    """What is between the server and its readers, who share it."""

    wait: float = 0.0
    """The seconds until an answer begins."""
    rate: float | None = None
    """The bytes that it carries a second; None if that takes no time."""
    _free: threading.Lock = field(default_factory=threading.Lock, init=False)

    def carry(self, size: int) -> None:
        """Take as long as an answer of ``size`` bytes would."""
        time.sleep(self.wait)
        with self._free:
            time.sleep(size / self.rate if self.rate else 0)


class _Handler(BaseHTTPRequestHandler):
    """Serves ``folder`` under ``sub_path``, through a ``line`` if there is one."""

    protocol_version = "HTTP/1.1"
    wbufsize = (
        -1
    )  # head and body together: otherwise the body waits 40 ms until the head is acknowledged

    def __init__(self, *arguments: Any, folder: Path, sub_path: str, line: Line | None) -> None:
        self.folder, self.sub_path, self.line = folder, sub_path, line
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        file = self.folder / path.removeprefix(self.sub_path)
        file = file / "index.html" if path.endswith("/") else file
        if path.startswith(self.sub_path) and file.is_file():
            self._answer(HTTPStatus.OK, file)
        else:
            self._answer(HTTPStatus.NOT_FOUND, self.folder / "404.html")

    def _answer(self, status: HTTPStatus, file: Path) -> None:
        kind = mimetypes.guess_type(file)[0] or "application/octet-stream"
        compressed = kind.startswith(_TEXT) and "gzip" in self.headers.get("Accept-Encoding", "")
        body = squeezed(file) if compressed else file.read_bytes()
        if self.line:
            self.line.carry(len(body))
        self.send_response(status)
        self.send_header(
            "Content-Type", f"{kind}; charset=utf-8" if kind.startswith(_TEXT) else kind
        )
        self.send_header("Content-Length", str(len(body)))
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: Any) -> None:
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_args: Any) -> None:
        """Report no error: a browser that leaves a page breaks its connections."""


def squeezed(file: Path) -> bytes:
    """Return a file in the form that is sent."""
    return _squeezed(file, file.stat().st_mtime_ns)


@functools.lru_cache(maxsize=64)
def _squeezed(file: Path, _written: int) -> bytes:
    """Remember the result, as hosts do: otherwise compressing a large index takes longer than
    searching it.
    """
    return gzip.compress(file.read_bytes(), compresslevel=6, mtime=0)


@contextlib.contextmanager
def serve(folder: Path, sub_path: str, line: Line | None = None) -> Iterator[str]:
    """Serve ``folder`` while the context lasts, through ``line`` if it is given, and return the
    address.
    """
    handler = functools.partial(_Handler, folder=folder, sub_path=sub_path, line=line)
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{sub_path}"
        server.shutdown()
