"""The draft of a site: the folder in which a build makes it, beside the site that it will replace.

A file that would be the same as in the old site is shared with it by a hard link, so that only
files that change are written. Most are there already: two folders take turns (:func:`.swap.begin`).
"""

# ruff: noqa: PTH102, PTH123
# Paths are texts here: a site has ten thousands of them, and pathlib would take most of the time.

from __future__ import annotations

import contextlib
import functools
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..system.digests import sha256
from . import links
from .record import Group, Record, SiteFile, stamp

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Draft:
    """A part of the files of a new site, which one task of a build makes."""

    def __init__(self, folder: Path, old: Path, known: Record) -> None:
        """Begin in ``folder``.

        ``old`` is the site that it will replace, and ``known`` the record of that.
        """
        self.folder = folder
        self._old = old
        self._known = known
        self._files: dict[str, SiteFile] = {}
        self._groups: dict[str, Group] = {}

    @property
    def record(self) -> Record:
        """The files that were made or taken over, and their groups."""
        return Record(self._files, self._groups)

    def has(self, path: str) -> bool:
        """Return whether there is a file at ``path`` already."""
        return path in self._files

    def takes(self, path: str, key: str) -> bool:
        """Take over the file at ``path`` if it was made from what has the digest ``key``.

        Return whether that was done.
        """
        made = self._known.files.get(path)
        return made is not None and made.key == key and self._take(path, made)

    def takes_group(self, name: str, key: str) -> tuple[str, ...]:
        """Take over the files of a group if they were made from what has the digest ``key``.

        Return their paths; none if not.
        """
        group = self._known.groups.get(name)
        if group is None or group.key != key or not group.paths or any(map(self.has, group.paths)):
            return ()
        known = self._known.files
        if not all(path in known and self._take(path, known[path]) for path in group.paths):
            return ()
        self._groups[name] = group
        return group.paths

    def put(self, path: str, content: bytes, key: str = "") -> None:
        """Make the file at ``path``, from what has the digest ``key``. An old file with the same
        content is taken over.

        Raises OSError.
        """
        known, found = self._known.files.get(path), sha256(content)
        if known and known.content == found and self._take(path, replace(known, key=key)):
            return
        self._place(path, lambda new: _write(new, content))
        mark = stamp(f"{self.folder}/{path}")
        self._files[path] = SiteFile(
            key=key, content=found, size=len(content), links=links.of(path, content), stamp=mark
        )

    def group(self, name: str, key: str, paths: tuple[str, ...]) -> None:
        """Remember that the files at ``paths`` were made together, from what has the digest
        ``key``.
        """
        self._groups[name] = Group(key, paths)

    def _take(self, path: str, made: SiteFile) -> bool:
        """Share the file of the old site, unless somebody has written it since.

        Return whether that was done.
        """
        old, new = f"{self._old}/{path}", f"{self.folder}/{path}"
        if not made.stamp or stamp(old) != made.stamp:
            return False
        if stamp(new) == made.stamp:  # the two sites shared it before
            self._files[path] = made
            return True
        self._place(path, functools.partial(_share, old))
        self._files[path] = replace(made, stamp=stamp(new))
        return True

    def _place(self, path: str, make: Callable[[str], None]) -> None:
        """Make a new file.

        Only if that fails, see what is missing or in the way: the site before may have the same
        file there.
        """
        new = f"{self.folder}/{path}"
        above = new.rpartition("/")[0]
        try:
            return make(new)
        except FileNotFoundError:
            _make_folder(above)
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            _clear(self.folder, path)
            Path(above).mkdir(parents=True, exist_ok=True)
        return make(new)


def _share(old: str, new: str) -> None:
    """Make ``new`` another name of the file ``old``, or a copy if the file system has no hard
    links.
    """
    try:
        os.link(old, new)
    except (FileNotFoundError, FileExistsError, NotADirectoryError):
        raise
    except OSError:
        with open(old, "rb") as file:
            _write(new, file.read())


def _clear(site: Path, path: str) -> None:
    """Remove what is at ``path``, and files in the places of the folders above it."""
    target = site / path
    for folder in reversed(target.parents):
        if folder.is_relative_to(site) and os.path.lexists(folder) and not folder.is_dir():
            folder.unlink()
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)


def _write(path: str, content: bytes) -> None:
    """Write a new file with the calls of the system, because objects of Python's would take as long
    as these.
    """
    file, rest = os.open(path, _WRITE, 0o666), memoryview(content)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def _make_folder(path: str) -> None:
    """Make a folder, and those above it.

    Nearly each page has a folder of its own, so nobody asks first what there is.
    """
    try:
        os.mkdir(path)
    except FileNotFoundError:
        _make_folder(path.rpartition("/")[0])
        with contextlib.suppress(FileExistsError):  # another task makes it too
            os.mkdir(path)
    except FileExistsError:
        if not os.path.isdir(path):  # noqa: PTH112 -- as above
            raise
