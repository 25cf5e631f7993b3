"""The sets and documents that the owner removed for good: ``content/removed.yml``.

Their addresses stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..problems import Place, Problem
from ..system.sources import DISK, Sources
from .files import layers

REMOVED = "removed.yml"
"""The file in the folder of facts."""


@dataclass(frozen=True, kw_only=True)
class Removal:
    """The day on which a set, or its document in a language, was removed from the site, and the
    line that says so.
    """

    day: str
    place: Place


def load(content: Path, sources: Sources = DISK) -> tuple[Mapping[str, Removal], list[Problem]]:
    """Return the removals under ``content`` by set (``lam``) or document (``lam.fr``), and the
    problems of the file.

    There may be no file.
    """
    document, problems = layers.load(content, REMOVED, "removed", sources)
    if document is None:
        return {}, problems
    return {
        key: Removal(day=day, place=document.place(key))
        for key, day in (document.data or {}).items()
    }, problems
