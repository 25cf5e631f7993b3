"""Today's numbers of the rules that documents quote or cite by the numbers of their time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FoundBy(StrEnum):
    """How today's number of a rule was found."""

    CHECKED = "checked"
    """A person found it: it is in content/rules.yml."""
    TEXT = "text"
    """Today's rule says nearly the same as the quotation."""
    TITLE = "title"
    """Today's rule has the same title."""
    ORDER = "order"
    """It has the same place among the parts of a rule that was found."""
    REFERENCE = "reference"
    """Today's form of the rule that cites it cites this number instead."""


@dataclass(frozen=True, kw_only=True)
class RuleToday:
    """Today's number of a rule that a document quotes or cites by the number of its time."""

    number: str
    title: str
    """The title that the rule is under today."""
    found: FoundBy
    confidence: float
    """From 0 to 1."""
    within: bool
    """Whether no part of today's rule says the same.

    ``number`` is then the whole rule to which it belonged.
    """
