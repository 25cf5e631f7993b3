"""The folder of a new site, which begins with files of the site in place, so that only files that change are written.

A build keeps the site that it replaced, in its cache: the *spare*. Spare and site share the files that are the same in both, by
hard links. The next build begins with the spare, and trusts those of its files that are as the memory says.
"""

# ruff: noqa: PTH102, PTH103, PTH104, PTH106, PTH108, PTH112
# Paths are texts here: a site has ten thousands of them, and pathlib would take most of the time.

from __future__ import annotations

import contextlib
import functools
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..problems import InputError
from ..system.files import folder_walk
from . import folders, placing

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_READ |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""How to open an old file, but no link, and never wait for another process."""
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_BLOCK = 1 << 16
_IN_THE_WAY = (FileExistsError, NotADirectoryError, IsADirectoryError)
_SECOND = 1_000_000_000
"""In nanoseconds."""
UNKNOWN = ""
"""The stamp of a file that must be read."""


@dataclass(frozen=True)
class Tree:
    """A folder to make files in, and the folder with the old ones."""

    folder: Path
    old: Path
    begun: Collection[str] = ()
    """The paths of the files that the whole site had from the beginning. The old site may share them, so they never change."""
    at: str = ""
    """The path of ``folder`` in the whole site, with a slash at its end."""

    def below(self, name: str) -> Tree:
        """Return the tree of the folder ``name`` in this one."""
        return replace(self, folder=self.folder / name, old=self.old / name, at=f"{self.at}{name}/")

    def has(self, path: str, stamp: str) -> bool:
        """Return whether there is an old file at ``path`` with this ``stamp`` (see :func:`_stamp`)."""
        return stamp != UNKNOWN and any(_stamped(f"{folder}/{path}") == stamp for folder in (self.folder, self.old))

    def content(self, path: str) -> bytes | None:
        """Return the content of the old file at ``path``; None if there is none, or if it is a link."""
        return _content(f"{self.old}/{path}")

    def take(self, path: str, stamp: str = UNKNOWN) -> str:
        """Take over the old file at ``path``, which has this ``stamp``. Return its stamp, which changes when it is shared.

        Raises OSError if there is none.
        """
        old, new = f"{self.old}/{path}", f"{self.folder}/{path}"
        found = _stamped(new)
        if found == UNKNOWN or (found != stamp and found != _stamped(old)):
            self._make(path, functools.partial(_share, old))
            found = _stamped(new)
        return found

    def put(self, path: str, content: bytes) -> str:
        """Make the file at ``path``. An old file with the same ``content`` is taken over. Return its stamp. Raises OSError."""
        if self.content(path) == content:
            return self.take(path)
        self._make(path, functools.partial(_write, content))
        return _stamped(f"{self.folder}/{path}")

    def put_all(self, made: Path) -> list[str]:
        """Put the files of the folder ``made`` here, and leave it without them. Return their paths. Raises OSError."""
        paths = [path for path, _ in folder_walk.files(made)]
        if not self.folder.exists() and not self.old.exists():
            made.rename(self.folder)
            return paths
        whole = {each.name for each in list(os.scandir(made)) if each.is_dir() and self._takes_folder(each)}
        for path in (path for path in paths if path.partition("/")[0] not in whole):
            source = f"{made}/{path}"
            if self.content(path) == _content(source):
                self.take(path)
            else:
                self._make(path, functools.partial(os.replace, source))
        return paths

    def _takes_folder(self, made: os.DirEntry[str]) -> bool:
        """Put the folder ``made`` here as a whole, if there was none of that name. Return whether that was done."""
        new = f"{self.folder}/{made.name}"
        if os.path.lexists(f"{self.old}/{made.name}") or os.path.lexists(new):
            return False
        try:
            os.rename(made.path, new)
        except OSError:  # another task has made it meanwhile
            return False
        return True

    def keep_only(self, paths: Collection[str]) -> None:
        """Remove the files that were there from the beginning, except for those at ``paths``, and folders that are empty then."""
        _remove(self.folder, set(self._begun()).difference(paths))

    def _make(self, path: str, make: Callable[[str], object]) -> None:
        """Call ``make`` with the path of a new file. Make its folder first."""
        new = f"{self.folder}/{path}"
        above = new.rpartition("/")[0]
        try:
            _make_folder(above)
            if self.begun:
                with contextlib.suppress(OSError):
                    os.unlink(new)  # or the old file would change too
            make(new)
        except _IN_THE_WAY:
            self._clear(path)
            os.makedirs(above, exist_ok=True)
            make(new)

    def _clear(self, path: str) -> None:
        """Remove what is in the way of a file at ``path``: a file there, and old files below it or in the place of its folders."""
        in_the_way = (each for each in self._begun() if each.startswith(f"{path}/") or path.startswith(f"{each}/"))
        _remove(self.folder, [path, *in_the_way])

    def _begun(self) -> Iterator[str]:
        """Return the paths of the files that were in this folder from the beginning."""
        return (path.removeprefix(self.at) for path in self.begun if path.startswith(self.at))


def begin(work: placing.Work, kept: Collection[str]) -> Tree:
    """Make the folder of the new site. It has the files of the spare in the folders ``kept``. Raises OSError."""
    try:
        work.spare.rename(work.site)
    except OSError:  # there is none, or another build has taken it
        work.site.mkdir()
        return Tree(work.site, work.out)
    try:
        return Tree(work.site, work.out, _swept(work.site, kept))
    except (OSError, InputError):  # somebody has made it unfit
        work.site.rename(work.folder / "unfit")
        work.site.mkdir()
        return Tree(work.site, work.out)


def _swept(site: Path, kept: Collection[str]) -> set[str]:
    """Remove all but the files of an old site in the folders ``kept``. Return their paths. Raises InputError and OSError."""
    mark, stamps = placing.mark_of(site), folders.load(site / placing.FOLDERS)
    for each in list(os.scandir(site)):
        if not each.is_dir(follow_symlinks=False):
            os.unlink(each.path)
        elif each.name not in kept:
            shutil.rmtree(each.path)
    own = {path for path in mark.files if path.partition("/")[0] in kept} if mark else set()
    _remove(site, list(folders.others(site, own, stamps)))
    return own


def _stamp(file: os.stat_result) -> str:
    """Return what changes whenever a file is written: its number, its size and its times. Git trusts the same.

    A program can set the time of the last writing, but not ``st_ctime``, the time of the last change of any kind
    (https://pubs.opengroup.org/onlinepubs/9799919799/functions/stat.html).
    If times are in whole seconds, a file may have been written twice in one.
    """
    if file.st_ctime_ns % _SECOND == 0:
        return UNKNOWN
    return f"{file.st_ino:x}.{file.st_size:x}.{file.st_mtime_ns:x}.{file.st_ctime_ns:x}"


def _stamped(path: str) -> str:
    try:
        return _stamp(os.lstat(path))
    except OSError:
        return UNKNOWN


def _content(path: str) -> bytes | None:
    """Return the content of a file; None if it cannot be read, or if it is a link."""
    try:
        file = os.open(path, _READ)
        try:
            return b"".join(iter(lambda: os.read(file, _BLOCK), b""))
        finally:
            os.close(file)
    except OSError:
        return None


def _make_folder(path: str) -> None:
    """Make a folder, and those above it. Nearly each page has a folder of its own, so nobody asks first what there is."""
    try:
        os.mkdir(path)
    except FileNotFoundError:
        above = path.rpartition("/")[0]
        if not above:
            raise
        _make_folder(above)
        with contextlib.suppress(FileExistsError):  # another task makes it too
            os.mkdir(path)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def _share(old: str, new: str) -> None:
    try:
        os.link(old, new)
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError:  # the file system has no hard links
        shutil.copyfile(old, new)


def _write(content: bytes, new: str) -> None:
    """Write a file with the calls of the system, because objects of Python's would take as long as these."""
    file, rest = os.open(new, _WRITE, 0o666), memoryview(content)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def _remove(folder: Path, paths: Iterable[str]) -> None:
    """Remove the files and empty folders at ``paths``, as far as there are such, and the folders that are empty then."""
    above = set()
    for path in paths:
        try:
            os.unlink(f"{folder}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (IsADirectoryError, PermissionError):  # systems differ in what they say of a folder
            above.add(path)
        above.add(path.rpartition("/")[0])
    for here in above:
        path = here
        with contextlib.suppress(OSError):  # it has other files, or was removed before
            while path:
                os.rmdir(f"{folder}/{path}")
                path = path.rpartition("/")[0]
