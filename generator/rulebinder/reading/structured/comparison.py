"""The changes between two revisions of a document: rulings added, edited, removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...notes import ReleaseNotes, Ruling
from .pairs import pairs


class RulingChangeKind(StrEnum):
    """A kind of change to a ruling."""

    ADDED = "added"
    EDITED = "edited"
    REMOVED = "removed"


@dataclass(frozen=True)
class RulingChange:
    """One ruling that has changed; ``text`` is the new one, of a removed one the old."""

    kind: RulingChangeKind
    entry: str
    """The name of the card, or the title of the section."""
    text: str


def changes(old: ReleaseNotes, new: ReleaseNotes) -> tuple[RulingChange, ...]:
    """The rulings that differ, entry by entry in the new document's order, then entries that are
    gone.
    """
    before, after = _by_entry(old), _by_entry(new)
    return tuple(
        change
        for entry in dict.fromkeys((*after, *before))
        for change in _compared(entry, before.get(entry, []), after.get(entry, []))
    )


def _by_entry(notes: ReleaseNotes) -> dict[str, list[str]]:
    entries: dict[str, list[str]] = {}
    for name, rulings in (
        *((section.title, section.rulings) for section in notes.sections),
        *((entry.card.name, entry.rulings) for entry in notes.cards),
    ):
        entries.setdefault(name, []).extend(_source(ruling) for ruling in rulings)
    return entries


def _source(ruling: Ruling) -> str:
    return "\n".join(text.source() for text in (ruling.text, *ruling.items))


def _compared(entry: str, before: Sequence[str], after: Sequence[str]) -> Iterator[RulingChange]:
    """The differences of one entry: a ruling that only moved counts as unchanged."""
    paired = pairs(before, after)
    partners = {two: before[one] for one, two in paired.items()}
    for at, text in enumerate(after):
        if at not in partners:
            yield RulingChange(RulingChangeKind.ADDED, entry, text)
        elif partners[at] != text:
            yield RulingChange(RulingChangeKind.EDITED, entry, text)
    for at in sorted(set(range(len(before))).difference(paired)):
        yield RulingChange(RulingChangeKind.REMOVED, entry, before[at])
