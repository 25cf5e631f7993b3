"""The result of a task as bytes, with the files that it made: another machine did it, or an earlier command."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ..problems import InputError, Place, error
from ..system.freezing import FrozenError, frozen, thawed
from .building import Counter, Job
from .links import PageLinks
from .renewing import Tree
from .results import Built

_FAST = 1
"""The level of compression: pages shrink to a third, and higher levels take more time than they save."""


def packed(built: Built, folder: Path) -> bytes:
    """Return ``built`` with its files, which are in ``folder``. Raises OSError."""
    files = {path: zlib.compress((folder / path).read_bytes(), _FAST) for path in sorted(built.files)}
    pages = {path: (page.links, dict(page.ids)) for path, page in built.pages.items()}
    return frozen((pages, files, dict(built.drawn), built.problems, built.complete))


def unpacked(pack: bytes, tree: Tree) -> Built:
    """Put the files of ``pack`` into ``tree``, and return the result. Raises FrozenError if it is damaged, and OSError."""
    try:
        pages, files, drawn, problems, complete = thawed(pack)
        contents = {_safe(path): zlib.decompress(content) for path, content in files.items()}
        links = {_safe(path): PageLinks(tuple(found), dict(ids)) for path, (found, ids) in pages.items()}
    except (TypeError, ValueError, AttributeError, zlib.error) as failure:
        raise FrozenError(str(failure)) from failure
    _put(contents, tree)
    return Built(pages=links, files=frozenset(contents), problems=tuple(problems), complete=complete, drawn=drawn)


def taken(pack: bytes, job: Job, counter: Counter) -> Built:
    """Put the files of ``pack`` into the site of ``job``, and count its pages. Raises InputError if it is damaged, and OSError."""
    try:
        built = unpacked(pack, job.tree)
    except FrozenError as failure:
        raise InputError(error(Place("."), "the result of a task is damaged", "build again")) from failure
    counter.begin(len(built.pages))
    for _ in built.pages:
        counter.finish()
    return built


def _put(contents: Mapping[str, bytes], tree: Tree) -> None:
    for path, content in contents.items():
        tree.put(path, content)


def _safe(path: str) -> str:
    """Return ``path``. Raises ValueError if it is not the path of a file in the site."""
    if not path or path.startswith("/") or "\\" in path or {".", ".."} & set(PurePosixPath(path).parts):
        raise ValueError(path)
    return path
