"""A set whose release notes were removed for good, as its ledger and its history remember it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..facts.catalogue import SetFacts
from .history import EarlierWords
from .numbers import Ledger


@dataclass(frozen=True, kw_only=True)
class RemovedSet:
    """A set whose release notes the owner removed for good. Its addresses stay, and say so."""

    facts: SetFacts
    day: str
    """The day of the removal, as the owner wrote it."""
    given: Ledger
    """Its ledger, which no build changes, so that the set can come back.

    The library's ledgers have all its numbers as retired.
    """
    last: Mapping[str, tuple[EarlierWords, ...]]
    """The words that its rulings had in the end, by id, as far as they were kept."""

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages of its documents."""
        return self.given.langs

    def had(self, note_id: str) -> bool:
        """Return whether its documents had the ruling in the end."""
        key, _, number = note_id.partition("/")[2].rpartition("/")
        record = self.given.entries[key].record(int(number))
        return bool(record and record.wordings)
