"""Answer requests for a website that only this machine may see."""

from __future__ import annotations

import errno
import os
import re
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from typing import Any
from urllib.parse import urlsplit

_NAMES = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The names of this machine.

A page of another site can let its own name lead here, and would then read what is served.
"""
_NOWHERE = {errno.ENOENT, errno.ENOTDIR}


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
