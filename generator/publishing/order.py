"""The options of a publication. This module imports next to nothing, so that they are known before all that builds is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..system.sources import Sources

PART_ENDING = ".part"


@dataclass(frozen=True, order=True)
class Share:
    """A part: its number, from 1, and how many there are."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.number}-of-{self.of}{PART_ENDING}"


WHOLE = Share(1, 1)


@dataclass(frozen=True, kw_only=True)
class Order:
    """The options of a publication."""

    out: Path
    content: Path
    """The folder with the ledgers."""
    notes: Path
    """The folder of the release notes, with the earlier words of rulings."""
    site_url: str | None = None
    published: Path | None = None
    """Another site, or its r/index.json, whose links must keep their meaning like those of the site in ``out``."""
    locked: bool = False
    """Refuse to give or change a permanent number."""
    keep_pages: Path | None = None
    """The folder to keep the pages in that MkDocs is given."""
    part: Share = WHOLE
    """The part to make, if one is made."""
    force: bool = False
    """Replace a site even if the new one has errors or breaks links."""
    sources: Sources = field(default_factory=Sources)
