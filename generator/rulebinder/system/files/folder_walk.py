"""Walk through folders with ten thousands of files.

Paths are texts, because pathlib would take most of the time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def every(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files, links and empty folders in ``folder``, each by its path there.

    Raises OSError.
    """
    waiting = [("", _entries(str(folder)))]
    while waiting:
        above, entries = waiting.pop()
        for each in entries:
            path = above + each.name
            below = _entries(each.path) if each.is_dir(follow_symlinks=False) else []
            if below:
                waiting.append((f"{path}/", below))
            else:
                yield path, each


def files(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield only the files and links, as :func:`every` does."""
    return (found for found in every(folder) if not found[1].is_dir(follow_symlinks=False))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        return list(found)
