"""The folders of a site, and which of them still have just the entries that a build gave them.

To list ten thousands of folders takes ten times as long as to ask for their times, which change with each entry. So a build
keeps a *stamp* of each folder, and looks only into folders that have another.
"""

# Paths are texts here: a site has ten thousands of them, and pathlib would take most of the time.

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from ..system.caches.frozen_values import FrozenError, frozen, thawed
from ..system.digests import sealed, unsealed
from ..system.files import folder_walk

_KEY = "folders"
_SECOND = 1_000_000_000
_LATELY = _SECOND // 20
"""In nanoseconds. If a folder changed within this time before it was looked at, it may change again without another time."""


def save(site: Path, files: Collection[str], file: Path) -> None:
    """Write the stamps of the folders of ``files`` in ``site``. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"")
    now = file.stat().st_ctime_ns  # by the clock of the file system
    found = ((path, _status(f"{site}/{path}")) for path in _above(files) if path)
    content = frozen({path: _stamp(status) for path, status in found if status and _is_settled(status, now)})
    file.write_bytes(sealed(content, _KEY))


def load(file: Path) -> dict[str, tuple[int, ...]]:
    """Return the stamps in ``file`` by the path of their folder; none if there is no such file, or if it is damaged."""
    try:
        content = unsealed(file.read_bytes(), _KEY)
        found: dict[str, tuple[int, ...]] = {} if content is None else thawed(content)
    except (OSError, FrozenError):
        return {}
    return found


def others(site: Path, own: Collection[str], stamps: Mapping[str, tuple[int, ...]] | None = None) -> Iterator[str]:
    """Yield the paths of all files, links and empty folders in ``site`` except for the files ``own``, and their folders.

    A folder with one of these ``stamps`` has no others. Raises OSError.
    """
    known, folders = stamps or {}, _above(own)
    real = set()
    for folder in sorted(folders):  # each after those above it
        at = f"{site}/{folder}" if folder else str(site)
        status = _status(at) if not folder or folder.rpartition("/")[0] in real else None
        if status is None:
            continue  # there is none, or a link leads elsewhere
        real.add(folder)
        if not folder or known.get(folder) != _stamp(status):  # the stamp of the site itself changes when it is moved
            yield from _strangers(at, f"{folder}/" if folder else "", own, folders)


def _strangers(at: str, above: str, own: Collection[str], folders: Collection[str]) -> Iterator[str]:
    with os.scandir(at) as found:
        entries = list(found)
    for each in entries:
        path = above + each.name
        if not each.is_dir(follow_symlinks=False):
            yield from () if path in own else (path,)
        elif path not in folders:
            below = [inner for inner, _ in folder_walk.every(Path(each.path))]
            yield from (f"{path}/{inner}" for inner in below) if below else (path,)


def _above(files: Collection[str]) -> set[str]:
    """Return the paths of all folders of ``files``; that of the site itself is empty."""
    found = {""}
    for path in {path.rpartition("/")[0] for path in files}:
        while path not in found:
            found.add(path)
            path = path.rpartition("/")[0]  # noqa: PLW2901 -- on the way up
    return found


def _status(path: str) -> os.stat_result | None:
    """Return the status of a folder; None if there is none."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status if stat.S_ISDIR(status.st_mode) else None


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    """Return what changes whenever a folder gets or loses an entry: as of a file (:mod:`.renewing`), its number and its times."""
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns


def _is_settled(status: os.stat_result, now: int) -> bool:
    """Return whether each later change gives the folder another stamp. Some file systems keep whole seconds only."""
    latest = max(status.st_mtime_ns, status.st_ctime_ns)  # on Windows, the second is the time when the folder was made
    return latest % _SECOND != 0 and now - latest > _LATELY
