"""What a task of a build gives back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..problems import InputError, Problem
from . import outputs
from .links import PageLinks

Seal = tuple[int, str]
"""The size and the digest of a file."""


@dataclass(frozen=True, kw_only=True)
class Built:
    """The result of a task, or of several together. Its files are in the folder of the new site."""

    pages: Mapping[str, PageLinks]
    """The links of every page, by its path in the site."""
    files: frozenset[str]
    """The paths of all files, also of those that are no pages."""
    seals: Mapping[str, Seal] = field(default_factory=dict)
    """The sizes and digests of files, as far as they are known, so that nobody reads the files again."""
    problems: tuple[Problem, ...] = ()
    complete: bool = True
    drawn: Mapping[str, bytes] = field(default_factory=dict)
    """Preview pictures, by their key in the cache of pictures."""


def failed(failure: InputError) -> Built:
    """Return the result of a task that raised ``failure``, because an exception cannot be passed between processes."""
    return Built(pages={}, files=frozenset(), problems=failure.problems, complete=False)


def of_outputs(written: outputs.Written) -> Built:
    """Return the result of a task that wrote outputs."""
    pages = {path: made.links for path, made in written.files.items() if path.endswith(".html")}
    return Built(
        pages=pages,
        files=frozenset(written.files),
        seals={path: (made.size, made.html) for path, made in written.files.items()},
        problems=written.problems,
        complete=written.complete,
    )


def joined(parts: Iterable[Built], taken: Collection[str] = ()) -> Built:
    """Return ``parts`` as one. Raises InputError if one failed, or if two have the same file or one has a file of ``taken``."""
    pages: dict[str, PageLinks] = {}
    files: set[str] = set()
    seals: dict[str, Seal] = {}
    problems: list[Problem] = []
    drawn: dict[str, bytes] = {}
    doubts: list[Problem] = []
    complete = True
    for part in parts:
        doubts += [outputs.twice(path) for path in sorted(part.files) if path in files or path in taken]
        pages |= part.pages
        files |= part.files
        seals |= part.seals
        problems += part.problems
        drawn |= part.drawn
        complete = complete and part.complete
    if doubts or not complete:  # if two have a file, it is unknown which of them is there
        raise InputError(*problems, *doubts)
    return Built(pages=pages, files=frozenset(files), seals=seals, problems=tuple(problems), drawn=drawn)
