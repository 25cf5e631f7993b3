"""What comes with this program, as a digest that is the same on every machine: a cluster compares it."""

from __future__ import annotations

from ..system.digests import digest
from ..system.sources import DISK
from . import given, places, program


def installed() -> str:
    """Return a digest of all that comes with this program, the same in any folder and on any machine."""
    return digest(program.alone(), *given.relative([places.DOCS, places.WEB], DISK))
