"""The files of a site: what each was made from, so that the next build makes only new ones.

The cache of the site has the table of them.
"""

# Paths are texts here: a site has ten thousands of them, and pathlib would take most of the time.
# ruff: noqa: PTH103, PTH123

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..problems import InputError, Place, Problem, error, pluralize
from ..system import group_pairs
from ..system.files import sha256
from . import links
from .links import PageLinks

_MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class SiteFile:
    """A file of a site."""

    key: str
    """The digest of what it was made from; empty if it is made anew each time. Files that are made
    together have the same.
    """
    sha256: str
    size: int
    """Its bytes."""
    time: int
    """The nanosecond in which it was written."""
    links: PageLinks
    """Its links and ids, if it is a page."""

    def is_at(self, path: str) -> bool:
        """Return whether the file at ``path`` is the one that was written, by its size and time."""
        try:
            file = os.lstat(path)
        except OSError:
            return False
        return (file.st_size, file.st_mtime_ns) == (self.size, self.time)


@dataclass(frozen=True, kw_only=True)
class Table:
    """The files of the site in place by path, and what its build was asked for and found."""

    files: Mapping[str, SiteFile] = field(default_factory=dict)
    input: str = ""
    """The digest of all that the site was made from; empty if that is not known."""
    findings: Any = None
    """What its build found."""

    @cached_property
    def paths_by_key(self) -> Mapping[str, list[str]]:
        """The paths of the files that were made from each key."""
        return group_pairs((file.key, path) for path, file in self.files.items() if file.key)

    def is_in(self, site: Path) -> bool:
        """Return whether all files are in the folder ``site`` as they were written."""
        return all(file.is_at(f"{site}/{path}") for path, file in self.files.items())


@dataclass(frozen=True, kw_only=True)
class Weight:
    """The number of files, and their bytes."""

    files: int
    size: int

    def __str__(self) -> str:
        return f"{pluralize(self.files, 'file')}, {max(round(self.size / _MB), 1):,} MB"


def weigh(files: Mapping[str, SiteFile]) -> Weight:
    """Return how many files there are, and their bytes."""
    return Weight(files=len(files), size=sum(file.size for file in files.values()))


class Part:
    """The files of a new site that one task makes in its folder.

    A file that would be the same as in the site in place is shared with it by a hard link, so that
    only files that change are written.
    """

    def __init__(self, folder: Path, old: Path, table: Table) -> None:
        """Begin without files. ``table`` has those of the site in the folder ``old``."""
        self._folder, self._old, self._table = folder, old, table
        self.files: dict[str, SiteFile] = {}
        """The files that were made or shared, by path."""

    def keep(self, key: str) -> tuple[str, ...]:
        """Share all files that were made from what has the digest ``key``.

        Return their paths; none if one of them was changed since.
        """
        files = {path: self._table.files[path] for path in self._table.paths_by_key.get(key, ())}
        if not all(file.is_at(f"{self._old}/{path}") for path, file in files.items()):
            return ()
        for path, file in files.items():
            self._share(path, file)
        return tuple(files)

    def put(self, path: str, content: str | bytes, key: str = "") -> None:
        """Make the file at ``path``, from what has the digest ``key``. A file of the site in place
        with the same content is shared.

        Raises InputError if another part has made it, or a file above it, and OSError.
        """
        data = content.encode() if isinstance(content, str) else content
        old = self._table.files.get(path)
        if old and old.sha256 == sha256(data) and old.is_at(f"{self._old}/{path}"):
            self._share(path, replace(old, key=key))
        else:
            self._make_file(path, lambda new: _write(new, data))
            self._add(path, data, key)

    def adopt(self, path: str) -> None:
        """Take the file at ``path``, which somebody else has written into the folder, as it is.

        Raises OSError.
        """
        with open(f"{self._folder}/{path}", "rb") as file:
            self._add(path, file.read(), "")

    def _add(self, path: str, content: bytes, key: str) -> None:
        """List a file that was made."""
        self.files[path] = SiteFile(
            key=key,
            sha256=sha256(content),
            size=len(content),
            time=os.lstat(f"{self._folder}/{path}").st_mtime_ns,
            links=links.read_links(path, content),
        )

    def _share(self, path: str, file: SiteFile) -> None:
        """Share a file of the site in place."""
        self._make_file(path, lambda new: link_or_copy(f"{self._old}/{path}", new))
        self.files[path] = file

    def _make_file(self, path: str, make: Callable[[str], None]) -> None:
        """Make the file at ``path`` by a function that takes its whole path. Make the folders above
        it only if that fails: most are there, and to ask takes time.
        """
        new = f"{self._folder}/{path}"
        try:
            try:
                make(new)
            except FileNotFoundError:
                os.makedirs(new.rpartition("/")[0], exist_ok=True)
                make(new)
        except (FileExistsError, IsADirectoryError, NotADirectoryError) as failure:
            raise InputError(describe_clash(path)) from failure


def join(parts: Iterable[Mapping[str, SiteFile]]) -> dict[str, SiteFile]:
    """Return the files of all parts.

    Raises InputError if two parts have one: it is unknown which of them is there.
    """
    files: dict[str, SiteFile] = {}
    repeated: list[str] = []
    for part in parts:
        repeated += files.keys() & part.keys()
        files.update(part)
    if repeated:
        raise InputError(*map(describe_clash, sorted(repeated)))
    return files


def describe_clash(path: str) -> Problem:
    """Return the problem of a file that two parts of the site make."""
    hint = "give one of them another name"
    return error(Place(path), "two parts of the site have this file", hint)


def link_or_copy(old: str, new: str) -> None:
    """Make ``new`` another name of the file ``old``, or a copy if the file system has no hard
    links. Raises OSError.
    """
    try:
        os.link(old, new, follow_symlinks=False)
    except (FileNotFoundError, FileExistsError, NotADirectoryError):
        raise
    except (OSError, NotImplementedError):
        shutil.copy2(old, new, follow_symlinks=False)


def _write(path: str, content: bytes) -> None:
    """Write a new file."""
    with open(path, "xb") as file:
        file.write(content)
