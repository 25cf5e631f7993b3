"""What a site is made from, as digests that are the same on every machine: parts and clusters compare them."""

from __future__ import annotations

from pathlib import Path

from ..ledger import files as ledgers
from ..library import Library
from ..notes import HISTORY
from ..system import shipped
from ..system.digests import digest
from ..system.sources import DISK, Sources
from . import given, places, program


def installed() -> str:
    """Return a digest of all that comes with this program, the same in any folder and on any machine."""
    return digest(program.alone(), *given.relative([places.DOCS, places.WEB], DISK))


def of(notes: Path, content: Path, address: str | None, library: Library, sources: Sources) -> str:
    """Return a digest of all else that a site at ``address`` is made from, the same in any folder and on any machine.

    Of the ledgers and the history, it has the numbers and the earlier words of ``library``, so that it is the same before and
    after they are saved.
    """
    folders = [notes, content, *shipped.below(sources)]
    values = (f"{name}={value}" for name, value in shipped.variables(sources).items())
    numbers = (ledgers.text(each) for _, each in sorted(library.ledgers.items()))
    earlier = (repr(each) for each in sorted(library.earlier.items()))
    return digest(
        *given.relative(folders, sources, (content / "ledger", notes / HISTORY)),
        sources.digest(shipped.settings(sources)),
        *given.looks(sources),
        *values,
        *numbers,
        *earlier,
        address or "",
    )
