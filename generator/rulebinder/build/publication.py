"""The options of a publication.

This module imports next to nothing, so that they are known before all that builds is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..system.sources import Sources


@dataclass(frozen=True, kw_only=True)
class Publication:
    """The options of a publication."""

    out: Path
    content: Path
    """The folder with the ledgers."""
    notes: Path
    """The folder of the release notes, with the earlier words of rulings."""
    site_url: str | None = None
    published: Path | None = None
    """Another site, or its r/index.json, whose links must keep their meaning like those of the site
    in ``out``.
    """
    locked: bool = False
    """Refuse to give or change a permanent number."""
    jobs: int | None = None
    """The most processes; by default, one for each core."""
    force: bool = False
    """Replace a site even if the new one has errors or breaks links."""
    sources: Sources = field(default_factory=Sources)
