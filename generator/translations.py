"""How the documents of one set, in several languages, answer each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from .problems import Place


class Lack(StrEnum):
    """What is wrong with a translation at one place."""

    ENTRY = "entry"
    """A card's entry that other languages have is missing."""
    SECTION = "section"
    """A section of the general notes that other languages have is missing."""
    RULING = "ruling"
    """A ruling that other languages have is missing."""
    FEWER = "fewer"
    """There are fewer rulings than in other languages, and which ones are missing cannot be told."""
    OLDER = "older"
    """A ruling says less than in the reference, in a document that is an older revision."""


@dataclass(frozen=True)
class Gap:
    """A place where a translation does not answer the other languages."""

    lack: Lack
    entry: str
    """The id of the entry or the section: ``lam/tollkeepers-due``."""
    number: int | None = None
    """The ruling's number, where one ruling is meant."""
    have: int = 0
    """How many rulings there are, and how many there are ``of``, where they are fewer."""
    of: int = 0
    place: Place = Place("")
    """The entry in this language; the document, where it has none."""


@dataclass(frozen=True)
class Translation:
    """The state of one language of a set that has documents in several."""

    lang: str
    reference: str
    """The language that the others are measured by: English, else the oldest document's."""
    older: bool = False
    """Whether the document was last modified before the reference was."""
    gaps: tuple[Gap, ...] = ()
    """In the order of the reference: sections, then entries."""

    def at(self, entry: str) -> Iterator[Gap]:
        """The gaps of one entry or section."""
        yield from (gap for gap in self.gaps if gap.entry == entry)

    @property
    def states(self) -> tuple[str, ...]:
        """What there is to say of the whole: ``aligned``, or some of ``missing``, ``fewer`` and ``older``."""
        lacks = {gap.lack for gap in self.gaps}
        found = {
            "missing": lacks & {Lack.ENTRY, Lack.SECTION, Lack.RULING},
            "fewer": lacks & {Lack.FEWER},
            "older": self.older,
        }
        return tuple(state for state, there in found.items() if there) or ("aligned",)
