"""Where the data of a built site is read: its folder, or its address."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ..problems import InputError, Place, error

_ADDRESS = re.compile(r"https?://\S+")
_TIMEOUT = 60
"""The seconds in which a host must answer."""
_BUILD = "build one with `rulebinder site`, and name its folder or its address with --site"


@dataclass(frozen=True)
class Source:
    """A built site. One of the two is empty."""

    folder: str
    address: str
    """With a slash at its end."""

    def data(self, path: str) -> Any:
        """Return the data of a JSON file. Raises InputError if it cannot be read."""
        with self._opened(path) as file:
            return self.parsed(path, file.read())

    def lines(self, path: str) -> Iterator[bytes]:
        """Yield the lines of a file. Raises InputError if it cannot be read."""
        with self._opened(path) as file:
            yield from file

    @contextlib.contextmanager
    def _opened(self, path: str) -> Iterator[IO[bytes]]:
        place = self._place(path)
        try:
            with (
                urllib.request.urlopen(place, timeout=_TIMEOUT)
                if self.address
                else Path(place).open("rb")
            ) as file:
                yield file
        except (OSError, ValueError, http.client.HTTPException) as failure:
            reason = (
                getattr(failure, "reason", None) or getattr(failure, "strerror", None) or failure
            )
            message = f"the data of a website cannot be read here ({reason})"
            raise InputError(error(Place(place), message, _BUILD)) from failure

    def _place(self, path: str) -> str:
        return f"{self.address}{path}" if self.address else str(Path(self.folder, path))

    def parsed(self, path: str, text: bytes) -> Any:
        """Return the data of ``text``, which is of the file at ``path``. Raises InputError."""
        try:
            return json.loads(text)
        except ValueError as failure:
            message = f"this is not the data of a website ({failure})"
            raise InputError(error(Place(self._place(path)), message, _BUILD)) from failure


def of(site: str) -> Source:
    """Return the source at ``site``, which is a folder, or an address that begins with ``https://``
    or ``http://``.
    """
    return Source("", f"{site.rstrip('/')}/") if _ADDRESS.fullmatch(site) else Source(site, "")
