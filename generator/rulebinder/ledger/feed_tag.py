"""Keep what the ids of all entries of feeds begin with: a ``tag:`` URI (RFC 4151) of the first
address of the site.

It is in the file ``feeds.tag`` beside the ledgers. A site that moves to another domain keeps it, so
that no entry becomes new.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

from ..problems import Problem, error, unread
from ..system.files import DISK
from . import files

AUTHORITY = re.compile(
    r"(?:[\w.+-]+@)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?,\d{4}(?:-\d\d(?:-\d\d)?)?", re.ASCII
)
"""Who gives the ids, and a day on which the name was theirs: ``example.org,2026``."""
_TAG = re.compile(rf"tag:{AUTHORITY.pattern}:(?:[\w.~!$&'()*+;=@/-]|%[0-9A-F]{{2}})*", re.ASCII)
_FILE = "feeds.tag"


def path_of(content: Path) -> Path:
    """Return the file of the tag in the folder ``content``."""
    return files.of(content) / _FILE


def read(content: Path) -> tuple[str, list[Problem]]:
    """Return the tag that is kept in the folder ``content``; an empty one if none is.

    It is a problem if it cannot be read.
    """
    path = path_of(content)
    try:
        text = DISK.read(path).decode(errors="replace").strip()
    except FileNotFoundError:
        return "", []
    except OSError as failure:
        return "", [unread(path, failure)]
    if _TAG.fullmatch(text):
        return text, []
    hint = "take the file back from the history: all entries of feeds would become new"
    return "", [
        error(
            path,
            f"{text[:80]!r} is not the beginning of a tag URI such as 'tag:example.org,2026:'",
            hint,
        )
    ]


def first(address: str, day: str) -> str:
    """Return the tag of a site that gets its first feeds at ``address`` on ``day``."""
    url = urlsplit(address)
    host = re.sub(r"[^a-z0-9.-]+", "-", _ascii(url.hostname or "")).strip("-.")
    return f"tag:{host or 'localhost'},{day}:{quote(url.path.lstrip('/'), safe='/')}"


def _ascii(host: str) -> str:
    """Return a host as DNS has it. A name that DNS cannot have loses what is not ASCII."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def keep(content: Path, tag: str) -> None:
    """Write the tag, unless one is kept already. Raises OSError."""
    if not DISK.has(path_of(content)):
        DISK.write(path_of(content), f"{tag}\n")
