"""What people decided of old rulings, each with a reason: ``content/verdicts/<set>.yml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..problems import Place, Problem
from ..system.sources import DISK, Sources
from .files import layers

GONE = "no longer"
"""The value of ``still`` of a ruling that is wrong today.

That of one that only looks so is ``correct``.
"""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a ruling is still true, and why."""

    still: str
    """``correct``, or :data:`GONE`."""
    rule: str
    """The number of the rule of today that decides it."""
    reason: Mapping[str, str]
    """A sentence by language."""
    edition: str | None = None
    """The day of the rules by which this was decided; None if it was not written down."""
    hash: str | None = None
    """The hash of the words about which was decided, as the ledger has it; None if it was not
    written down.
    """
    place: Place

    @property
    def is_gone(self) -> bool:
        """Whether the ruling is wrong today."""
        return self.still == GONE


def load(content: Path, sources: Sources = DISK) -> tuple[Mapping[str, Verdict], list[Problem]]:
    """Return the verdicts under ``content`` by the ids of their rulings, and the problems of their
    files.
    """
    documents, problems = layers.load_all(content / "verdicts", "verdicts", sources)
    found = {
        note_id: Verdict(
            still=data["still"],
            rule=data["rule"],
            reason=data["reason"],
            edition=data.get("edition"),
            hash=data.get("hash"),
            place=document.place(note_id),
        )
        for document in documents.values()
        for note_id, data in (document.data or {}).items()
    }
    return found, problems
