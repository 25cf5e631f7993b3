"""The state of the languages of a set, compared with each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..problems import Place


class Lack(StrEnum):
    """The fault of a translation at one place."""

    ENTRY = "entry"
    """A card's entry that other languages have is missing."""
    SECTION = "section"
    """A section of the general notes that other languages have is missing."""
    RULING = "ruling"
    """A ruling that other languages have is missing."""
    FEWER = "fewer"
    """There are fewer rulings than in other languages, but it is unknown which ones are missing."""
    OLDER = "older"
    """A ruling says less than in the reference, in an older revision."""


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A place at which a translation does not match the other languages."""

    lack: Lack
    entry: str
    """The id of the entry or the section: ``lam/tollkeepers-due``."""
    number: int | None = None
    """The ruling's number, if the gap is one ruling."""
    have: int = 0
    """How many rulings there are, and how many there should be (``of``), if there are fewer."""
    of: int = 0
    place: Place
    """The entry in this language, or the document if it has no such entry."""


@dataclass(frozen=True, kw_only=True)
class Translation:
    """The state of one language of a set that has documents in several."""

    lang: str
    reference: str
    """The language with which the others are compared: English, else the oldest document's."""
    older: tuple[str, str] | None
    """The days on which the document and the reference were last modified, if its own is
    earlier.
    """
    gaps: tuple[Gap, ...]
    """In the order of the reference: sections, then entries."""

    def at(self, entry: str) -> Iterator[Gap]:
        """Yield the gaps of one entry or section."""
        yield from (gap for gap in self.gaps if gap.entry == entry)

    @property
    def states(self) -> tuple[str, ...]:
        """Describe the whole translation: ``aligned``, or some of ``missing``, ``fewer`` and
        ``older``.
        """
        lacks = {gap.lack for gap in self.gaps}
        missing, fewer = lacks & {Lack.ENTRY, Lack.SECTION, Lack.RULING}, lacks & {Lack.FEWER}
        found = {"missing": missing, "fewer": fewer, "older": self.older}
        return tuple(state for state, there in found.items() if there) or ("aligned",)
