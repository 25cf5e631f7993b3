"""What a build is asked for and what it is made from; and whether it would give the site that is
there: it would if neither its inputs nor that site has changed.

The cache of a site has a digest of the inputs, its files, and the problems that its build found.
"""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass
from pathlib import Path

from ..notes import HISTORY
from ..problems import InputError, Problem
from ..settings import ENGINE
from ..settings import files as settings_files
from ..site import place
from ..site.table import Table, Weight
from ..system import caches, processes, shipped
from ..system.caches import Cache
from ..system.files import DISK, digest, digests

TABLE = "table"
"""The key of the table of a site in its cache."""


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
    preview: bool = False
    """Show the site while its documents are written: give no number, and keep no promise."""

    @functools.cached_property
    def cache(self) -> Cache:
        """The results of earlier builds of the site."""
        return Cache(
            place.cache_of(self.out), digest_program(), self.jobs or processes.count_cores()
        )

    @functools.cached_property
    def table(self) -> Table:
        """The files of the site in place."""
        table: Table | None = self.cache.get(TABLE)
        return table or Table()


@dataclass(frozen=True)
class Findings:
    """What a build found."""

    input_problems: tuple[Problem, ...]
    page_problems: tuple[Problem, ...] = ()
    weight: Weight | None = None
    """That of the site; None if the site was refused."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems."""
        return self.input_problems + self.page_problems


def recall(publication: Publication) -> Findings | None:
    """Return what the build of the site in place found. Return None if a new build could give
    another site, because the inputs have changed, or if the files in place have.
    """
    table = publication.table
    if table.input != digest_inputs(publication) or not table.is_in(publication.out):
        return None
    findings: Findings = table.findings
    return findings


def digest_inputs(publication: Publication) -> str:
    """Return a digest of all that a site is made from: documents, content, the program, its place
    and address, and what settings say. A build may change ledgers and the history.
    """
    notes, content = publication.notes, publication.content
    variables = [f"{name}={value}" for name, value in shipped.variables().items()]
    folders = [notes, content, shipped.DOCS, shipped.WEB, *shipped.owner_folders()]
    options = map(repr, (Path.cwd(), publication.out, notes, content, publication.site_url))
    written = (content / "ledger", notes / HISTORY)  # the first build makes these folders
    files = [*digests(folders, written), *digests(written)]
    settings = ""
    with contextlib.suppress(InputError):  # the build says what is wrong with them
        settings = settings_files.read_settings().fingerprint
    return digest(digest_program(), *files, settings, *variables, *options)


def digest_program() -> str:
    """Return a digest of this program: of its modules, templates and settings, and of the versions
    of all its libraries.
    """
    settings = (shipped.SETTINGS, *shipped.settings_chain(shipped.settings()))
    return digest(caches.digest_code(), ENGINE, *map(DISK.digest, settings))


def digest_facts(content: Path) -> str:
    """Return a digest of the facts in ``content``, and of those that they are laid over. It is the
    same on any machine.

    Ledgers are not facts: a build adds its new numbers to them. Nor are the notes of the example.
    """
    folders = [content, *shipped.owner_folders()[:1]]
    without = [folder / name for folder in folders for name in ("ledger", "notes")]
    return digest(*digests(folders, without, (".yml", ".txt"), are_relative=True))
