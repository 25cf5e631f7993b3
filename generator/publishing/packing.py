"""The result of a task as bytes, with the files that it made: another machine did it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath

from ..problems import InputError, Place, error
from ..system.caches.frozen_values import FrozenError, frozen, thawed
from .building import Counter, Job
from .links import PageLinks
from .renewing import Tree
from .results import Built

PREFIX = "task-"
"""How the names of folders begin in which workers leave the files of a task."""


def packed(built: Built, folder: Path) -> bytes:
    """Return ``built`` with its files, which are in ``folder``. Raises OSError.

    To compress the files of a site takes longer than to send them within a network.
    """
    return _pack(built, {path: (folder / path).read_bytes() for path in sorted(built.files)})


def placed(built: Built, folder: Path) -> bytes:
    """Return ``built`` without its files: they stay in ``folder``, which is in the folder of the build's work."""
    return _pack(built, dict.fromkeys(sorted(built.files), b""), folder.name)


def _pack(built: Built, files: Mapping[str, bytes], place: str = "") -> bytes:
    pages = {path: (page.links, dict(page.ids)) for path, page in built.pages.items()}
    return frozen((pages, files, dict(built.drawn), built.problems, built.complete, place))


def unpacked(pack: bytes, tree: Tree, work: Path | None = None) -> Built:
    """Put the files of ``pack`` into ``tree``, and return the result. ``work`` is the folder of the build's work.

    Raises FrozenError if it is damaged, and OSError.
    """
    try:
        pages, files, drawn, problems, complete, place = thawed(pack)
        contents = {_safe(path): _bytes(content) for path, content in files.items()}
        folder = _inside(work, place) if place else None
        links = {_safe(path): PageLinks(tuple(found), dict(ids)) for path, (found, ids) in pages.items()}
    except (TypeError, ValueError, AttributeError) as failure:
        raise FrozenError(str(failure)) from failure
    if folder:
        _move(folder, contents, tree)
    else:
        _put(contents, tree)
    return Built(pages=links, files=frozenset(contents), problems=tuple(problems), complete=complete, drawn=drawn)


def taken(pack: bytes, job: Job, counter: Counter) -> Built:
    """Put the files of ``pack`` into the site of ``job``, and count its pages. Raises InputError if it is damaged, and OSError."""
    try:
        built = unpacked(pack, job.tree, job.work)
    except FrozenError as failure:
        raise InputError(error(Place("."), "the result of a task is damaged", "build again")) from failure
    counter.begin(len(built.pages))
    for _ in built.pages:
        counter.finish()
    return built


def _put(contents: Mapping[str, bytes], tree: Tree) -> None:
    for path, content in contents.items():
        tree.put(path, content)


def _move(folder: Path, paths: Collection[str], tree: Tree) -> None:
    if {*tree.put_all(folder)} != {*paths}:
        raise FrozenError(folder)


def _inside(work: Path | None, place: str) -> Path:
    """Return the folder of that name in the folder ``work``. Raises ValueError if there is none."""
    if work is None or "/" in _safe(place) or not place.startswith(PREFIX) or not (work / place).is_dir():
        raise ValueError(place)
    return work / place


def _bytes(content: object) -> bytes:
    """Return ``content``. Raises ValueError if it is not bytes."""
    if not isinstance(content, bytes):
        raise ValueError(content)
    return content


def _safe(path: str) -> str:
    """Return ``path``. Raises ValueError if it is not the path of a file in the site."""
    if not path or path.startswith("/") or "\\" in path or {".", ".."} & set(PurePosixPath(path).parts):
        raise ValueError(path)
    return path
