"""Where the data of a built site is read: its folder, or its address."""

from __future__ import annotations

import http.client
import io
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..problems import InputError, Place, error

_ADDRESS = re.compile(r"https?://\S+")
_PATIENCE = 60
"""The seconds in which a host must answer."""
_BUILD = "build one with `rulebinder site`, and name its folder or its address with --site"


class Source(Protocol):
    """A built site."""

    @property
    def address(self) -> str:
        """Its address, with a slash at its end; empty if it is a folder."""

    def read(self, path: str) -> str:
        """Return the text of a file. Raises InputError if there is none."""


def of(site: str) -> Source:
    """Return the source at ``site``, which is a folder, or an address that begins with ``https://`` or ``http://``."""
    return _Host(f"{site.rstrip('/')}/") if _ADDRESS.fullmatch(site) else _Folder(Path(site))


def data(source: Source, path: str) -> Any:
    """Return the data of a JSON file. Raises InputError if it cannot be read."""
    return _parsed(source, path, source.read(path))


def lines(source: Source, path: str) -> Iterator[Any]:
    """Yield the data of each line of a file. Raises InputError if it cannot be read."""
    return (_parsed(source, path, line) for line in io.StringIO(source.read(path), newline="\n"))


@dataclass(frozen=True)
class _Folder:
    folder: Path
    address: str = ""

    def read(self, path: str) -> str:
        try:
            return (self.folder / path).read_text(encoding="utf-8")
        except (OSError, ValueError) as failure:
            raise _unread(str(self.folder / path), failure) from failure


@dataclass(frozen=True)
class _Host:
    address: str

    def read(self, path: str) -> str:
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=_PATIENCE) as answer:
                content: bytes = answer.read()
                return content.decode("utf-8")
        except (OSError, ValueError, http.client.HTTPException) as failure:
            raise _unread(f"{self.address}{path}", failure) from failure


def _unread(place: str, failure: Exception) -> InputError:
    reason = getattr(failure, "reason", None) or getattr(failure, "strerror", None) or failure
    return InputError(error(Place(place), f"the data of a website cannot be read here ({reason})", _BUILD))


def _parsed(source: Source, path: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as failure:
        place = Place(f"{source.address}{path}")
        raise InputError(error(place, f"this is not the data of a website ({failure})", _BUILD)) from failure
