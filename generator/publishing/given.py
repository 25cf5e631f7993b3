"""Digests of the files that a site is made from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..system import shipped
from ..system.digests import digest

_LOGO = re.compile(r"""^\s*logo:\s*["']?([^"'\n#]+)""", re.MULTILINE)
_UNUSED = "node_modules"


def looks() -> list[str]:
    """Return the digests of the logos that the settings name."""
    texts = [path.read_text(encoding="utf-8") for path in sorted({shipped.SETTINGS, shipped.settings()})]
    return [content(shipped.settings().parent / each.strip()) for text in texts for each in _LOGO.findall(text)]


def contents(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``."""
    for path in _files(folders, without):
        yield str(path)
        yield content(path)


def relative(folders: Iterable[Path], without: Sequence[Path] = ()) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``, without the path of its folder."""
    for folder in folders:
        for path in _files([folder], without):
            yield path.relative_to(folder).as_posix()
            yield content(path)


def content(path: Path) -> str:
    """Return the digest of the file at ``path``, or a word if there is none."""
    return digest(path.read_bytes()) if path.is_file() else "no file"


def _files(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[Path]:
    """Yield the files in ``folders`` and in folders that links there lead to, in order, but none in the folders ``without``."""
    seen: set[str] = set()
    for folder in folders:
        for here, below, names in os.walk(folder, followlinks=True):
            real = os.path.realpath(here)
            new = real not in seen and Path(here) not in without
            below[:] = sorted(name for name in below if name != _UNUSED) if new else []
            seen.add(real)
            yield from (Path(here, name) for name in sorted(names) if new)
