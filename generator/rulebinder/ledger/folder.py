"""The folder of the ledgers, which is locked while its numbers may change."""

from __future__ import annotations

import contextlib
from pathlib import Path

from ..problems import Place, Problem, error
from ..system.files import locks
from ..system.sources import DISK, Sources


def of(content: Path) -> Path:
    """Return the folder of the ledgers in the folder ``content``."""
    return content / "ledger"


def held(content: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the ledgers in the folder ``content``. Other processes wait for the lock."""
    return locks.held(of(content))


def unlisted(folder: Path, sources: Sources = DISK) -> list[Problem]:
    """Return the problem of a folder of ledgers or of their history that is there but cannot be
    listed: it would seem to be empty.
    """
    try:
        sources.entries(folder)
    except (FileNotFoundError, NotADirectoryError):  # then nothing can be written there either
        return []
    except OSError as failure:
        hint = "let it be read: a number that was given must stay"
        return [error(Place(str(folder)), f"cannot be read ({failure.strerror})", hint)]
    return []
