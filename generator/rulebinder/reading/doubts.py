"""Decisions of the reader that may be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from ..problems import Place


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """A decision that may be wrong: its place, the decision, and its confidence (0 to 1)."""

    place: Place
    decision: str
    confidence: float
    correction: str = ""
    """The line that settles it in the file of corrections, if it is wrong."""
