"""Wait for changes of files."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from . import folder_walk

_QUIET = 0.1
"""The seconds without an event after which a change is complete: an editor writes several files, or
one in several steps.
"""

_Seen = Mapping[str, tuple[int, int]]


class Watch:
    """Files and folders that are watched. Only a change of a size, a time or a name counts."""

    def __init__(self, paths: Iterable[Path], event: threading.Event) -> None:
        self._paths = tuple(paths)
        self._event = event
        self._seen = self._look()

    def wait(self, seconds: float | None = None) -> frozenset[Path]:
        """Wait for a change since the last one, at most so many seconds.

        Return the files that are new, other or gone.
        """
        while self._event.wait(seconds):
            self._event.clear()
            while self._event.wait(_QUIET):
                self._event.clear()
            seen = self._look()
            if seen != self._seen:
                changed = frozenset(Path(path) for path, _ in seen.items() ^ self._seen.items())
                self._seen = seen
                return changed
        return frozenset()

    def _look(self) -> _Seen:
        """Return size and time of each file, by its path."""
        found = {}
        for file in (file for path in self._paths for file in _files(path)):
            with contextlib.suppress(OSError):
                #  Paths are texts, which take a third of the time.
                status = os.stat(file)  # noqa: PTH116
                if stat.S_ISREG(status.st_mode):
                    found[file] = status.st_size, status.st_mtime_ns
        return found


def _files(path: Path) -> Iterator[str]:
    """Yield the paths of a file, or of all files in a folder.

    A folder that is being removed may have fewer.
    """
    if path.is_dir():
        with contextlib.suppress(OSError):
            yield from (entry.path for _, entry in folder_walk.files(path))
    else:
        yield str(path)


class _Handler(FileSystemEventHandler):
    def __init__(self, event: threading.Event) -> None:
        self._event = event

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in ("opened", "closed_no_write"):
            self._event.set()


@contextlib.contextmanager
def watch(paths: Iterable[Path]) -> Iterator[Watch]:
    """Watch files, and folders with everything in them. Raises OSError if the system cannot."""
    watched = [path.resolve() for path in paths]
    event = threading.Event()
    observer = Observer()
    for folder in {path if path.is_dir() else path.parent for path in watched}:
        observer.schedule(_Handler(event), str(folder), recursive=folder in watched)
    observer.start()
    try:
        yield Watch(watched, event)
    finally:
        observer.stop()
        observer.join()
