"""A local web server like a host of static sites: it compresses text, and has a page for dead addresses."""

from __future__ import annotations

import contextlib
import functools
import gzip
import mimetypes
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

_TEXT = ("text/", "application/javascript", "application/json", "application/xml", "image/svg+xml")


class _Handler(BaseHTTPRequestHandler):
    """Serves ``folder`` under ``sub_path``."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body together: otherwise the body waits 40 ms until the head is acknowledged

    def __init__(self, *arguments: Any, folder: Path, sub_path: str) -> None:
        self.folder, self.sub_path = folder, sub_path
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
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith(_TEXT) else kind)
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
    """Remember the result, as hosts do: otherwise compressing a large index takes longer than searching it."""
    return gzip.compress(file.read_bytes(), compresslevel=6, mtime=0)


@contextlib.contextmanager
def serve(folder: Path, sub_path: str) -> Iterator[str]:
    """Serve ``folder`` while the context lasts, and return the address."""
    with _Server(("127.0.0.1", 0), functools.partial(_Handler, folder=folder, sub_path=sub_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{sub_path}"
        server.shutdown()
