"""What a build is asked for and made from; and whether it would give the site that is there.

It would if neither that nor the site has changed.

The memory of a site has a digest of both, and the problems that the build found.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..notes import HISTORY
from ..problems import InputError, Problem
from ..settings import ENGINE
from ..settings import files as given
from ..site import files as site_files
from ..site import place
from ..site.files import Table, Weight
from ..system import places, program, shipped, workers
from ..system.caches.file_memory import Remembered
from ..system.caches.frozen_values import FrozenError, thawed
from ..system.caches.result_cache import Cache
from ..system.digests import digest
from ..system.sources import Sources


@dataclass(frozen=True, kw_only=True)
class Publication:
    """The options of a build that publishes a site, or shows it."""

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

    @functools.cached_property
    def cache(self) -> Cache:
        """The results of earlier builds of the site."""
        return Cache(place.cache_of(self.out))

    @functools.cached_property
    def table(self) -> Table:
        """The files of the site in place."""
        return site_files.load(place.table_of(self.out), program_version(self.sources))


@dataclass(frozen=True)
class Found:
    """What a build found: the problems of its input, and those of its pages."""

    before: tuple[Problem, ...]
    pages: tuple[Problem, ...] = ()
    weight: Weight | None = None
    """That of the site; None if the site was refused."""


def recall(publication: Publication) -> Found | None:
    """Return what the build of the site in place found; None unless it was made from the same and
    is as it was made.
    """
    table = publication.table
    if table.input != made_from(publication) or not table.is_in(publication.out):
        return None
    with contextlib.suppress(FrozenError):
        found: Found = thawed(table.problems.encode())
        return found
    return None


def made_from(publication: Publication) -> str:
    """Return a digest of all that a site is made from: documents, content, the program, its place
    and address, and what settings say. A build may change ledgers and the history.
    """
    notes, content, sources = publication.notes, publication.content, publication.sources
    values = [f"{name}={value}" for name, value in shipped.variables(sources).items()]
    folders = [notes, content, places.DOCS, places.WEB, *shipped.below(sources)]
    said = map(repr, (Path.cwd(), publication.out, notes, content, publication.site_url))
    written = (content / "ledger", notes / HISTORY)  # the first build makes these folders
    files = (*given.contents(folders, sources, written), *given.contents(written, sources))
    return digest(program_version(sources), *files, *_settings(sources), *values, *said)


def _settings(sources: Sources) -> Iterator[str]:
    """Yield what the settings say; nothing if they are wrong, as the build says then."""
    with contextlib.suppress(InputError):
        yield given.read(sources).said


def program_version(sources: Sources) -> str:
    """Return a digest of this program: of its modules, templates and settings, and of the versions
    of all its libraries.
    """
    written = shipped.inherited(shipped.settings(sources), sources)
    return digest(program.version(), ENGINE, *map(sources.digest, (shipped.SETTINGS, *written)))


def facts(content: Path, sources: Sources) -> str:
    """Return a digest of the facts in ``content``, and of those that they are laid over. It is the
    same on any machine.

    Ledgers are no facts: a build adds its new numbers to them.
    """
    folders = [content, *shipped.below(sources)[:1]]
    return digest(*given.relative(folders, sources, ("ledger", "notes"), (".yml", ".txt")))


def remembered(publication: Publication) -> Remembered:
    """Return what earlier builds read of files with the same program and the same content."""
    content, sources = publication.content, publication.sources
    files = given.contents([content, *shipped.below(sources)], sources, [content / "ledger"])
    version = program_version(sources)
    jobs = publication.jobs or workers.count()
    return Remembered(publication.cache, digest(version, *files), version, jobs)
