"""The draft of a site: the folder in which a build makes it, beside the site that it will replace.

A file that would be the same as in the old site is shared with it by a hard link, so that only files that change are written.
Most are there already: two folders take turns (:func:`.swap.begin`).
"""

# ruff: noqa: PTH102, PTH108
# Paths are texts here: a site has ten thousands of them, and pathlib would take most of the time.

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import replace
from pathlib import Path

from ..system.digests import digest
from . import links
from .record import Group, Made, Record, stamp

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Draft:
    """A part of the files of a new site, which one task of a build makes."""

    def __init__(self, folder: Path, old: Path, known: Record) -> None:
        """Begin in ``folder``. ``old`` is the site that it will replace, and ``known`` the record of that."""
        self.folder = folder
        self._old = old
        self._known = known
        self._files: dict[str, Made] = {}
        self._groups: dict[str, Group] = {}

    @property
    def record(self) -> Record:
        """The files that were made or taken over, and their groups."""
        return Record(self._files, self._groups)

    def has(self, path: str) -> bool:
        """Return whether there is a file at ``path`` already."""
        return path in self._files

    def takes(self, path: str, key: str) -> bool:
        """Take over the file at ``path`` if it was made from what has the digest ``key``. Return whether that was done."""
        made = self._known.files.get(path)
        return made is not None and made.key == key and self._take(path, made)

    def takes_group(self, name: str, key: str) -> tuple[str, ...]:
        """Take over the files of a group if they were made from what has the digest ``key``. Return their paths; none if not."""
        group = self._known.groups.get(name)
        if group is None or group.key != key or not group.paths or any(map(self.has, group.paths)):
            return ()
        if not all(self._takes_any(path) for path in group.paths):
            return ()
        self._groups[name] = group
        return group.paths

    def _takes_any(self, path: str) -> bool:
        made = self._known.files.get(path)
        return made is not None and self._take(path, made)

    def put(self, path: str, content: bytes, key: str = "") -> None:
        """Make the file at ``path``, from what has the digest ``key``. An old file with the same content is taken over.

        Raises OSError.
        """
        known, found = self._known.files.get(path), digest(content)
        if known and known.content == found and self._take(path, replace(known, key=key)):
            return
        self._prepare(path)
        _write(f"{self.folder}/{path}", content)
        mark = stamp(f"{self.folder}/{path}")
        self._files[path] = Made(key=key, content=found, size=len(content), links=links.of(path, content), stamp=mark)

    def group(self, name: str, key: str, paths: tuple[str, ...]) -> None:
        """Remember that the files at ``paths`` were made together, from what has the digest ``key``."""
        self._groups[name] = Group(key, paths)

    def _take(self, path: str, made: Made) -> bool:
        """Share the file of the old site, unless somebody has written it since. Return whether that was done."""
        old, new = f"{self._old}/{path}", f"{self.folder}/{path}"
        if not made.stamp or stamp(old) != made.stamp:
            return False
        if stamp(new) == made.stamp:  # the two sites shared it before
            self._files[path] = made
            return True
        self._prepare(path)
        try:
            os.link(old, new)
        except OSError:  # the file system has no hard links
            shutil.copyfile(old, new)
        self._files[path] = replace(made, stamp=stamp(new))
        return True

    def _prepare(self, path: str) -> None:
        """Make the folder of a new file, and remove what is in its place: the site before may have the same file there."""
        new = f"{self.folder}/{path}"
        above = new.rpartition("/")[0]
        try:
            _make_folder(above)
            os.unlink(new)
        except FileNotFoundError:
            pass
        except OSError:  # there is a folder, or a file in the place of one above
            _clear(self.folder, path)
            _make_folder(above)


def _clear(site: Path, path: str) -> None:
    """Remove a folder at ``path``, and files in the places of the folders above it."""
    target = site / path
    for folder in reversed(target.parents):
        if folder.is_relative_to(site) and os.path.lexists(folder) and not folder.is_dir():
            folder.unlink()
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)


def _write(path: str, content: bytes) -> None:
    """Write a new file with the calls of the system, because objects of Python's would take as long as these."""
    file, rest = os.open(path, _WRITE, 0o666), memoryview(content)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def _make_folder(path: str) -> None:
    """Make a folder, and those above it. Nearly each page has a folder of its own, so nobody asks first what there is."""
    try:
        os.mkdir(path)
    except FileNotFoundError:
        _make_folder(path.rpartition("/")[0])
        with contextlib.suppress(FileExistsError):  # another task makes it too
            os.mkdir(path)
    except FileExistsError:
        if not os.path.isdir(path):  # noqa: PTH112 -- as above
            raise
