"""Permanent numbers, given and kept: documents are joined by the ledgers under ``content/ledger``, which are then written.

A site and an import do this alike, and one at a time, so that neither undoes what the other gave.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from . import joining, ledgers
from .inputs import Content
from .ledger import Ledger
from .library import Library
from .notes import ReleaseNotes
from .problems import Place, Problem, error


def look(documents: Sequence[ReleaseNotes], content: Content, folder: Path) -> tuple[Library, list[Problem]]:
    """The library of ``documents``, and what is wrong with the ledgers under ``folder``; they stay as they are.

    What joining found is the library's ``problems``.
    """
    given, problems = ledgers.load_all(_ledgers(folder))
    return _joined(documents, content, given), problems


def keep(
    documents: Sequence[ReleaseNotes], content: Content, folder: Path, sets: Collection[str] | None = None
) -> tuple[Library, list[Problem]]:
    """As :func:`look`; the ledgers of ``sets`` (of all where it is None) then hold every number of the library."""
    with ledgers.held(_ledgers(folder)):
        given, problems = ledgers.load_all(_ledgers(folder))
        library = _joined(documents, content, given)
        after = {code: ledger for code, ledger in library.ledgers.items() if sets is None or code in sets}
        return library, [*problems, *_save(after, given, folder)]


def _ledgers(folder: Path) -> Path:
    return folder / "ledger"


def _joined(documents: Sequence[ReleaseNotes], content: Content, given: Mapping[str, Ledger]) -> Library:
    library, found = joining.join(documents, content.catalogue, content.languages, given)
    return replace(library, problems=tuple(found))


def _save(after: Mapping[str, Ledger], given: Mapping[str, Ledger], folder: Path) -> list[Problem]:
    """Write the ledgers; one that could not be read is left as it is."""
    problems = []
    for code, ledger in after.items():
        path = _ledgers(folder) / f"{code}.yml"
        if code not in given and path.exists():
            continue
        try:
            ledgers.save(ledger, path.parent)
        except OSError as failure:
            problems.append(
                error(Place(str(path)), f"cannot be written ({failure.strerror})", "its numbers are not permanent yet")
            )
    return problems
