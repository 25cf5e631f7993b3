"""The folder of the ledgers, which is locked while its numbers may change."""

from __future__ import annotations

import contextlib
from pathlib import Path

from ..system.files import locks


def of(content: Path) -> Path:
    """Return the folder of the ledgers in the folder ``content``."""
    return content / "ledger"


def held(content: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the ledgers in the folder ``content``. Other processes wait for the lock."""
    return locks.held(of(content))
