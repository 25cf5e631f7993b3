"""What a site is made from, as digests that are the same on every machine: parts and clusters compare them."""

from __future__ import annotations

from pathlib import Path

from ..ledger import files as ledgers
from ..library import Library
from ..notes import HISTORY
from ..system import shipped
from ..system.digests import digest
from . import given, places, program


def installed() -> str:
    """Return a digest of all that comes with this program, the same in any folder and on any machine."""
    return digest(program.version(), *given.relative([places.DOCS, places.WEB]))


def of(notes: Path, content: Path, address: str | None, library: Library) -> str:
    """Return a digest of all else that a site at ``address`` is made from, the same in any folder and on any machine.

    Of the ledgers and the history, it has the numbers and the earlier words of ``library``, so that it is the same before and
    after they are saved.
    """
    folders = [notes, content, *shipped.below()]
    values = (f"{name}={value}" for name, value in shipped.variables().items())
    numbers = (ledgers.text(each) for _, each in sorted(library.ledgers.items()))
    earlier = (repr(each) for each in sorted(library.earlier.items()))
    return digest(
        *given.relative(folders, (content / "ledger", notes / HISTORY)),
        given.content(shipped.settings()),
        *given.looks(),
        *values,
        *numbers,
        *earlier,
        address or "",
    )
