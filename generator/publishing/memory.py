"""The memory of a build: what each page was made from, so that the next build makes only pages that change.

It is a folder beside the site, and may be deleted at any time. A memory that is damaged, or of another version of this program
or of its libraries, counts as none. A page is taken over only if the site still has it as it was made.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..system.caches.frozen_values import frozen, thawed
from ..system.digests import digest, sealed, unsealed
from . import links
from .links import PageLinks
from .reads import Read
from .renewing import UNKNOWN, Tree


@dataclass(frozen=True, kw_only=True)
class Made:
    """A page that a build made."""

    source: str
    """The digest of what it was made from."""
    html: str
    """The digest of the page."""
    size: int
    """The bytes of the page."""
    links: PageLinks
    stamp: str = UNKNOWN
    """The stamp of its file (:meth:`.Tree.has`): while it is the same, so is the page."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """Pages that a build made together."""

    digest: str
    """The digest of what they were made from: of all that was read, and of what all pages are made from."""
    reads: tuple[Read, ...]
    """What was read of the library."""
    sources: tuple[str, ...]
    """The paths of the Markdown of the pages; those of the files themselves if they are no pages of MkDocs."""


@dataclass(frozen=True)
class Memory:
    """Files that builds made, by their path in a folder, and the units by name: the pages of one language, or all outputs."""

    pages: dict[str, Made] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)

    def save(self, file: Path, program: str, before: Stored | None = None) -> None:
        """Write the memory, with a digest of itself and of the ``program``. If it is as ``before``, copy that file."""
        file.parent.mkdir(parents=True, exist_ok=True)
        if before and self.pages and self == before.memory:
            shutil.copyfile(before.file, file)
            return
        # As plain values, because those of classes take long to freeze.
        pages = {path: _values(made) for path, made in sorted(self.pages.items())}
        units = {name: (unit.digest, unit.reads, unit.sources) for name, unit in sorted(self.units.items())}
        file.write_bytes(sealed(frozen((pages, units)), program))


@dataclass(frozen=True)
class Stored:
    """A memory, and the file that it was read from."""

    memory: Memory
    file: Path


def load(file: Path, program: str) -> Memory:
    """Return the memory in ``file``; an empty one if there is none, or if it cannot be trusted."""
    try:
        content = unsealed(file.read_bytes(), program)
        if content is None:
            return Memory()
        pages, units = thawed(content)
        known = {name: _unit(*values) for name, values in units.items()}
        return Memory({path: _made(values) for path, values in pages.items()}, known)
    except (OSError, ValueError, TypeError, AttributeError):
        return Memory()


def _values(made: Made) -> tuple[object, ...]:
    return made.source, made.html, made.size, made.links.links, dict(made.links.ids), made.stamp


def _made(values: Sequence[Any]) -> Made:
    source, html, size, found, ids, stamp = values
    return Made(source=source, html=html, size=size, links=PageLinks(found, ids), stamp=stamp)


def _unit(said: str, reads: tuple[Read, ...], sources: tuple[str, ...]) -> Unit:
    return Unit(digest=said, reads=reads, sources=sources)


class Keeper:
    """Takes over the pages of a language that would be made again as they are, and remembers all others."""

    def __init__(self, known: Memory, context: str, tree: Tree) -> None:
        """Begin with the pages that are ``known``. ``context`` says what all pages are made from besides their own sources.

        ``tree`` is the folder of the language.
        """
        self._known = known.pages
        self._units = known.units
        self._context = digest(context)  # it is long, and every page's digest has it
        self._tree = tree
        self._sources: dict[str, str] = {}
        self.made: dict[str, Made] = {}
        """The pages of the new site."""
        self.units: dict[str, Unit] = {}
        """The units of the new site."""

    def takes(self, path: str, *parts: str) -> bool:
        """Take over the page at ``path`` if it was made from ``parts``. Return whether that was done."""
        source = self._sources[path] = digest(self._context, path, *parts)
        made = self._known.get(path)
        if made is None or made.source != source or not self._is_there(path):
            return False
        self.take(path)
        return True

    def takes_unit(self, name: str, read: Callable[[Iterable[Read]], str], is_free: Callable[[str], bool]) -> tuple[str, ...]:
        """Take over the pages of a unit if they would be made from the same. Return the paths of their Markdown; none if not.

        ``read`` returns the digest of entries of the library, ``is_free`` whether no other page has a path.
        """
        return self._same(name, read, is_free, html_of)

    def takes_files(self, name: str, read: Callable[[Iterable[Read]], str]) -> bool:
        """Take over the files of a unit if they would be made from the same. Return whether that was done."""
        paths = self._same(name, read, lambda path: path not in self.made, str)
        for path in paths:
            self.take(path)
        return bool(paths)

    def _same(
        self, name: str, read: Callable[[Iterable[Read]], str], is_free: Callable[[str], bool], file_of: Callable[[str], str]
    ) -> tuple[str, ...]:
        """Return the sources of a unit if they are the same and ``is_free``, and if the files made of them are there."""
        unit = self._units.get(name)
        if unit is None or not all(map(is_free, unit.sources)):
            return ()
        if self.said(read(unit.reads)) != unit.digest or not all(self._is_there(file_of(path)) for path in unit.sources):
            return ()
        self.units[name] = unit
        return unit.sources

    def said(self, read: str) -> str:
        """Return the digest of what is made from entries of the library whose digest is ``read``."""
        return digest(self._context, read)

    def _is_there(self, path: str) -> bool:
        """Return whether the old site has the page at ``path`` as it was made."""
        made = self._known.get(path)
        if made is None:
            return False
        if self._tree.has(path, made.stamp):
            return True
        content = self._tree.content(path)
        return content is not None and digest(content) == made.html

    def take(self, path: str) -> None:
        """Take over the page at ``path``, which is as it was made. Raises OSError."""
        made = self._known[path]
        stamp = self._tree.take(path, made.stamp)
        self.made[path] = made if made.stamp == stamp else replace(made, stamp=stamp)

    def keep_unit(self, name: str, unit: Unit) -> None:
        """Remember the pages that were made together."""
        self.units[name] = unit

    def keep(self, path: str, html: str) -> None:
        """Write a page that was made, and remember it. Raises OSError."""
        self.put(path, html.encode("utf-8", errors="xmlcharrefreplace"))

    def put(self, path: str, content: bytes) -> None:
        """Write a file that was made, and remember it. Raises OSError."""
        known, found = self._known.get(path), digest(content)
        same = known if known and known.html == found else None
        stamp = self._tree.take(path, same.stamp) if same and self._is_there(path) else self._tree.put(path, content)
        read = same.links if same else links.of(path, content)
        source = self._sources.get(path, "")
        self.made[path] = Made(source=source, html=found, size=len(content), links=read, stamp=stamp)


def html_of(source: str) -> str:
    """Return the path of the page that is made of the Markdown at ``source``."""
    return f"{source.removesuffix('.md')}.html"


def told(values: Mapping[str, Any]) -> str:
    """Return ``values`` as text, for a digest."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, default=str)
