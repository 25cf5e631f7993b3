"""Walk through folders with ten thousands of files. Paths are texts, because pathlib would take most of the time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def every(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files, links and empty folders in ``folder``, each by its path there. Raises OSError."""
    return _every(str(folder), "")


def files(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield only the files and links, as :func:`every` does."""
    return (found for found in every(folder) if not found[1].is_dir(follow_symlinks=False))


def _every(folder: str, above: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as found:
        entries = list(found)
    for each in entries:
        path = above + each.name
        below = list(_every(each.path, f"{path}/")) if each.is_dir(follow_symlinks=False) else []
        yield from below or [(path, each)]
