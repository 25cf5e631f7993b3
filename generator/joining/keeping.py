"""Load the ledger files, join documents by them, and save the files: the only module of joining that touches a disk.

A process that will write ledgers locks them before it reads them. Otherwise two processes could give
the same number to two rulings.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .. import joining
from ..facts.content import Content
from ..ledger import files as ledgers
from ..ledger.numbers import Ledger
from ..library import Library
from ..notes import ReleaseNotes
from ..problems import Place, Problem, error
from ..system import holding


def look(documents: Sequence[ReleaseNotes], content: Content, folder: Path) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, and the problems of the ledgers under ``folder``; no file changes.

    The problems of joining are the library's ``problems``.
    """
    given, problems = ledgers.load_all(_ledgers(folder))
    return _joined(documents, content, given), problems


def keep(
    documents: Sequence[ReleaseNotes], content: Content, folder: Path, sets: Collection[str] | None = None
) -> tuple[Library, list[Problem]]:
    """Join as :func:`look` does, then save every number of the library in the ledgers of ``sets`` (of all if it is None).

    A ledger that cannot be read is left as it is.
    """
    with held(folder):
        library, problems = look(documents, content, folder)
        return library, [*problems, *save(library, folder, sets)]


def held(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the ledgers under ``folder``. Other processes wait for the lock."""
    return holding.held(_ledgers(folder))


def damage(folder: Path) -> list[Problem]:
    """Return the problems of the ledgers under ``folder``."""
    return ledgers.load_all(_ledgers(folder))[1]


def changed(library: Library, folder: Path) -> list[Path]:
    """Return the paths of the ledgers under ``folder`` that lack a number of the library."""
    given, _ = ledgers.load_all(_ledgers(folder))
    return [path_of(code, folder) for code, ledger in library.ledgers.items() if ledger != given.get(code)]


def save(library: Library, folder: Path, sets: Collection[str] | None = None) -> list[Problem]:
    """Write the ledgers of ``sets`` (of all if it is None); one that cannot be read is left as it is."""
    given, _ = ledgers.load_all(_ledgers(folder))
    problems = []
    for code, ledger in library.ledgers.items():
        path = path_of(code, folder)
        if (sets is not None and code not in sets) or (code not in given and os.path.lexists(path)) or given.get(code) == ledger:
            continue
        try:
            ledgers.save(ledger, path.parent)
        except OSError as failure:
            hint = "its numbers are not permanent yet"
            problems.append(error(Place(str(path)), f"cannot be written ({failure.strerror})", hint))
    return problems


def path_of(code: str, folder: Path) -> Path:
    """Return the ledger of a set."""
    return _ledgers(folder) / f"{code}.yml"


def _ledgers(folder: Path) -> Path:
    return folder / "ledger"


def _joined(documents: Sequence[ReleaseNotes], content: Content, given: Mapping[str, Ledger]) -> Library:
    library, found = joining.join(documents, content.catalogue, content.languages, given)
    return replace(library, problems=tuple(found))
