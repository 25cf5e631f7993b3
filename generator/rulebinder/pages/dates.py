"""The dates of a ruling: the same on pages, in previews, quotations and hits, and in the data.

The day of a document is no date of its rulings. Pages of sets and documents show it as that of the
document.
"""

from __future__ import annotations

from typing import NamedTuple

from ..ledger.numbers import NO_DAY
from ..library import Library
from ..notes import is_day
from .words import Words


class Dates(NamedTuple):
    """The days of a ruling, in the form of the data: ``YYYY-MM-DD``."""

    published_at: str | None
    """The day on which its set came out; None if that is not known."""
    revised_at: str | None
    """The day of the edition of its document that changed its words last; None if none did."""

    def published(self, words: Words) -> str | None:
        """Return the day of publication in ``words``."""
        return words.date(self.published_at) if self.published_at else None

    def revised(self, words: Words) -> str | None:
        """Return what says in ``words`` when it was revised."""
        return words.say("revised", date=words.date(self.revised_at)) if self.revised_at else None

    def said(self, words: Words) -> tuple[str, ...]:
        """Return both in ``words``, as far as they are known."""
        return tuple(filter(None, (self.published(words), self.revised(words))))


def dates(library: Library, note_id: str, lang: str | None = None) -> Dates:
    """Return the dates of the words of a ruling in ``lang``; of those in all languages if that is
    None.
    """
    record = library.record(note_id)
    wording = record.wordings[lang] if lang else None
    revised = record.edited if wording is None else wording.day if wording.revision > 1 else None
    code = note_id.partition("/")[0]
    if revised == NO_DAY or is_day(code):
        #  nobody knows the day on which a published ruling was edited: its words have the day of
        # the ruling
        revised = None
    return Dates(published_at=library.facts(code).released, revised_at=revised)
