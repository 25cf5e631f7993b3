"""Digest, read, write, compress and walk through files. A build reads each of its files once, so
that what was compared is what is used.

Somebody may save a file while it is built, and undo that. A build that read the file twice could
publish text that no file has, and the next builds would take that for unchanged.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..problems import Place, refusal

DIGEST_LENGTH = 32
"""The number of hexadecimal digits of a digest."""


def digest(*parts: bytes | str) -> str:
    """Return a digest of ``parts`` and of their lengths."""
    whole = hashlib.blake2b(digest_size=DIGEST_LENGTH // 2)
    for part in parts:
        content = part.encode("utf-8", errors="surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d " % len(content))
        whole.update(content)
    return whole.hexdigest()


def sha256(content: bytes) -> str:
    """Return the SHA-256 of a file's content, which the usual tools compute too."""
    return hashlib.sha256(content).hexdigest()


def digest_file(path: Path) -> str:
    """Return the digest of the bytes of a file, which may be too large to be in memory.

    Raises OSError.
    """
    whole = hashlib.blake2b(b"%d " % path.stat().st_size, digest_size=DIGEST_LENGTH // 2)
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: whole).hexdigest()


LARGEST_FILE = 64 << 20
"""How many bytes a file may have. Of a larger one, only the first bytes are read."""
NO_FILE, NOT_A_FILE = "no file", "not a file"
"""What stands for the digest of a file that cannot be read; and why a device cannot be read."""
_UNUSED = ("node_modules", "__pycache__")
"""The names of folders that nobody reads."""

T = TypeVar("T")


class Disk:
    """Reads files and folders: anew each time, or as they were when they were first asked for."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Callable[[Path], Any], Path], Any] | None = None
        """What was read, or why it could not be; None if nothing is kept."""

    @contextlib.contextmanager
    def once(self) -> Iterator[None]:
        """Read each file once until the end of the block. What was read before is not kept."""
        before, self._kept = self._kept, {}
        try:
            yield
        finally:
            self._kept = before

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file.

        Raises OSError, also for a pipe or a device, which may never end.
        """
        return self.remember(_read_bytes, path)

    def digest(self, path: Path) -> str:
        """Return the digest of a file; NO_FILE if it cannot be read.

        If the file is too large, or if nothing is kept, its bytes are not in memory at once.
        """
        most_in_memory = 0 if self._kept is None else LARGEST_FILE
        try:
            if (_read_bytes, path.absolute()) not in (self._kept or ()):
                status = path.stat()
                if stat.S_ISREG(status.st_mode) and status.st_size > most_in_memory:
                    return self.remember(digest_file, path)
            return digest(self.read(path))
        except (OSError, ValueError):  # no path can have a null byte
            return NO_FILE

    def list_entries(self, folder: Path) -> list[Path]:
        """Return the paths of all that is in a folder, sorted. Raises OSError."""
        return [folder / name for name in self.remember(_list_names, folder)]

    def list_paths(self, folder: Path, ending: str = "") -> list[Path]:
        """Return the :meth:`list_entries` whose names have this ending; none if there is no such
        folder.
        """
        try:
            return [path for path in self.list_entries(folder) if path.name.endswith(ending)]
        except OSError:
            return []

    def has(self, path: Path) -> bool:
        """Return whether there is a file or a folder of this name."""
        try:
            return path.name in self.remember(_list_names, path.parent)
        except OSError:
            return False

    def find_files(self, folder: Path, without: Sequence[Path] = ()) -> Iterator[Path]:
        """Yield the files in ``folder`` and in the folders there, also behind links, but none in
        the folders ``without``.
        """
        waiting, seen = [folder], set[str]()
        while waiting:
            here = waiting.pop()
            real = os.path.realpath(here)
            if real in seen or here in without or here.name in _UNUSED:
                continue
            seen.add(real)
            folders = []
            for path in self.list_paths(here):
                if os.path.isdir(path):  # noqa: PTH112 -- this one never raises
                    folders.append(path)
                else:
                    yield path
            waiting += reversed(folders)

    def write(self, path: Path, content: str | bytes) -> bool:
        """Write a file whole or not at all if its content changes, and read it as it was written
        from now on. Return whether it changed.

        Raises OSError.
        """
        data, entry = content.encode() if isinstance(content, str) else content, path.absolute()
        kept = {} if self._kept is None else self._kept
        before = kept.get((_read_bytes, entry))
        if before is None and path.is_file():
            before = path.read_bytes()
        if before == data:
            return False
        replace_whole(path, data)
        kept[_read_bytes, entry] = data
        #  The folder has the file from now on, and its parent has the folder, which may be new.
        for folder in entry.parents:
            if (names := kept.get((_list_names, folder))) is not None:
                others = () if isinstance(names, OSError) else names
                kept[_list_names, folder] = tuple(sorted({entry.name, *others}))
            entry = folder
        return True

    def remember(self, look: Callable[[Path], T], path: Path) -> T:
        """Return what ``look`` returns for ``path``, or raise its OSError, as the first time."""
        if self._kept is None:
            return look(path)
        key = look, path.absolute()
        if key not in self._kept:
            try:
                self._kept[key] = look(path)
            except OSError as failure:
                self._kept[key] = failure
        result: T | OSError = self._kept[key]
        if isinstance(result, OSError):
            raise OSError(result.errno, result.strerror, result.filename)
        return result


DISK = Disk()
"""What this process reads."""


def digests(
    folders: Iterable[Path],
    without: Sequence[Path] = (),
    endings: tuple[str, ...] = ("",),
    *,
    are_relative: bool = False,
) -> Iterator[str]:
    """Yield path and digest of each file with one of these ``endings`` in ``folders``, except for
    those in the folders ``without``. The paths are whole, or begin in their folder.
    """
    for folder in folders:
        for path in DISK.find_files(folder, without):
            if path.name.endswith(endings):
                yield path.relative_to(folder).as_posix() if are_relative else str(path)
                yield DISK.digest(path)


def _read_bytes(path: Path) -> bytes:
    """Return the bytes of a file; of one above LARGEST_FILE, one byte more than that."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(None, NOT_A_FILE, str(path))
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except ValueError as failure:  # no path can have a null byte
        raise OSError(None, str(failure), str(path)) from failure


def _list_names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 -- only the names are kept


def replace_whole(path: Path, payload: bytes) -> None:
    """Write a file whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def walk(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files, links and empty folders in ``folder``, each by its path there.

    Paths are texts, because a site has ten thousands of files, and pathlib would take most of the
    time. Raises OSError.
    """
    waiting = [("", _scan(str(folder)))]
    while waiting:
        above, entries = waiting.pop()
        for entry in entries:
            path = above + entry.name
            below = _scan(entry.path) if entry.is_dir(follow_symlinks=False) else []
            if below:
                waiting.append((f"{path}/", below))
            else:
                yield path, entry


def walk_files(folder: Path) -> Iterator[str]:
    """Yield the paths of the files and links in ``folder``, as :func:`walk` does."""
    return (path for path, entry in walk(folder) if not entry.is_dir(follow_symlinks=False))


def _scan(folder: str) -> list[os.DirEntry[str]]:
    """Return what is in a folder, with what the system tells of each entry at once."""
    with os.scandir(folder) as entries:
        return list(entries)


def read_imports(
    entry: Path, line: re.Pattern[str], virtual: Mapping[Path, str] | None = None
) -> dict[Path, str]:
    """Return the text of each file that ``entry`` needs, as style sheets and scripts import others:
    imported ones first, and ``entry`` last.

    ``line`` matches an import; its group ``file`` is a path from the folder of the importing file.
    ``virtual`` are texts of files that do not exist. Raises InputError if an import names no file,
    or if files import each other.
    """
    texts: dict[Path, str] = {}
    virtual = virtual or {}

    def add(file: Path, importers: tuple[Path, ...]) -> None:
        text = virtual[file] if file in virtual else file.read_text("utf-8")
        for match in line.finditer(text):
            target = imported_file(file, match)
            place = Place(str(file), text.count("\n", 0, match.start()) + 1)
            if target in (*importers, file):
                raise refusal(place, f"{match['file']!r} imports this file")
            if target not in virtual and not target.is_file():
                raise refusal(place, f"there is no file {match['file']!r} to import")
            if target not in texts:
                add(target, (*importers, file))
        texts[file] = text

    add(entry, ())
    return texts


def imported_file(file: Path, match: re.Match[str]) -> Path:
    """Return the file that an import in ``file`` names."""
    return Path(os.path.normpath(file.parent / match["file"]))


def compress(content: bytes) -> bytes:
    """Return a gzip file of ``content``, the same on every system and day."""
    packed = gzip.compress(content, mtime=0)
    return b"".join([packed[:_SYSTEM_BYTE], b"\xff", packed[_SYSTEM_BYTE + 1 :]])


_SYSTEM_BYTE = 9
"""The place of the byte of a gzip file that names the system. Only some versions of Python set it.
"""
