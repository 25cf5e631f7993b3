"""The making of a site: all that its tasks need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..facts.languages import Languages
from ..problems import Problem
from ..settings.files import Written
from ..site.model import Site
from ..site.record import Record


@dataclass(frozen=True, kw_only=True)
class Job:
    """A site to make, and where."""

    site: Site
    languages: Languages
    """All languages that documents may be in."""
    settings: Written
    written: Mapping[str, tuple[Mapping[str, bytes], Sequence[Problem]]]
    """The hand-written pages of each language, and their problems."""
    version: str
    """The digest of the scripts and style sheets."""
    loaded: Mapping[str, bytes]
    """Our own files that pages load, by name."""
    program: str
    """The digest of this program. See :func:`.program.version`."""
    folder: Path
    """The folder to make the site in."""
    work: Path
    """A folder for what tasks need besides."""
    cache: Path
    """The folder of results that builds use again."""
    old: Path
    """The folder of the site that this one will replace."""
    known: Record
    """The record of that site."""
    facts: str | None = None
    """The digest of the facts. See :func:`.unchanged.facts`."""
