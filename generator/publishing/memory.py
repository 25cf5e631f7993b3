"""The memory of a build: what each page was made from, so that the next build makes only pages that change.

It is a folder beside the site, and may be deleted at any time. A memory that is damaged, or of another version of this program
or of its libraries, counts as none. A page is taken over only if the site still has it as it was made.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from ..system import shipped
from ..system.digests import digest, of_files
from . import links, places
from .links import PageLinks


@dataclass(frozen=True, kw_only=True)
class Made:
    """A page that a build made."""

    source: str
    """The digest of what it was made from."""
    html: str
    """The digest of the page."""
    links: PageLinks


@dataclass(frozen=True)
class Memory:
    """The pages of one language that builds made, by their path in the folder of the language."""

    pages: dict[str, Made] = field(default_factory=dict)

    def save(self, file: Path, program: str) -> None:
        """Write the memory, with a digest of itself and of the ``program``."""
        pages = {path: [made.source, made.html, made.links.links, made.links.ids] for path, made in sorted(self.pages.items())}
        text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{_seal(text, program)}\n{text}", encoding="utf-8", newline="\n")


def load(file: Path, program: str) -> Memory:
    """Return the memory in ``file``; an empty one if there is none, or if it cannot be trusted."""
    try:
        seal, _, text = file.read_text(encoding="utf-8").partition("\n")
        if seal != _seal(text, program):
            return Memory()
        return Memory({path: _made(*values) for path, values in json.loads(text).items()})
    except (OSError, ValueError, TypeError, AttributeError):
        return Memory()


def _made(source: str, html: str, found: list[str], ids: dict[str, int]) -> Made:
    return Made(source=source, html=html, links=PageLinks(tuple(found), ids))


class Keeper:
    """Takes over the pages of a language that would be made again as they are, and remembers all others."""

    def __init__(self, known: Memory, context: str, old: Path, new: Path) -> None:
        """Begin with the pages that are ``known``. ``context`` says what all pages are made from besides their own sources.

        ``old`` and ``new`` are the folders of the language in the old site and in the new one.
        """
        self._known = known.pages
        self._context = context
        self._old, self._new = old, new
        self._sources: dict[str, str] = {}
        self.made: dict[str, Made] = {}
        """The pages of the new site."""

    def takes(self, path: str, *parts: str) -> bool:
        """Take over the page at ``path`` if it was made from ``parts``. Return whether that was done."""
        source = self._sources[path] = digest(self._context, path, *parts)
        made = self._known.get(path)
        if made is None or made.source != source or not _linked(made.html, self._old / path, self._new / path):
            return False
        self.made[path] = made
        return True

    def keep(self, path: str, html: str) -> None:
        """Remember a page that was made."""
        self.made[path] = Made(source=self._sources.get(path, ""), html=digest(html), links=links.found(html))


def _linked(html: str, old: Path, new: Path) -> bool:
    """Give the file ``old`` the further name ``new``, if the page there has the digest ``html``. Return whether that was done."""
    try:
        if old.is_symlink() or digest(old.read_bytes()) != html:
            return False
        new.parent.mkdir(parents=True, exist_ok=True)
        os.link(old, new)
    except OSError:  # not there, or the file system has no hard links
        return False
    return True


def told(values: Mapping[str, Any]) -> str:
    """Return ``values`` as text, for a digest."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, default=str)


def program() -> str:
    """Return a digest of this program: of its modules, templates and settings, and of the versions of all its libraries."""
    libraries = Path(str(metadata.distribution("mkdocs").locate_file("")))
    versions = sorted(path.name for path in libraries.glob("*.dist-info"))
    ours = (shipped.PACKAGE, places.THEME.parent, shipped.SETTINGS, shipped.settings())
    return digest(sys.version, *versions, *of_files(ours))


def _seal(text: str, program: str) -> str:
    return digest(program, text)
