"""Summarize the documents that a command reads, each in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ..notes import ReleaseNotes, Ruling, Unread
from ..problems import Problem, Severity, counted
from . import output


def summary(notes: ReleaseNotes, found: Sequence[Problem]) -> str:
    """Summarize a document in one line: ``12 cards, 40 rulings, 1 doubtful decision``."""
    blocks = list(notes.blocks())
    severities = Counter(problem.severity for problem in found)
    unread = sum(isinstance(block, Unread) for block in blocks)
    counts = {
        "card": len(notes.cards),
        "ruling": sum(isinstance(block, Ruling) for block in blocks),
        "section": len(notes.sections),
        "unread paragraph": unread,
        "doubtful decision": max(severities[Severity.REVIEW] - unread, 0),
        "repair": severities[Severity.REPAIR],
        "warning": severities[Severity.WARNING],
    }
    return ", ".join(counted(number, noun) for noun, number in counts.items() if number)


def told(path: Path, notes: ReleaseNotes | None, found: Sequence[Problem]) -> None:
    """Print a summary of a document that was read."""
    if notes is not None:
        output.say(f"{path}: {summary(notes, found)}")
