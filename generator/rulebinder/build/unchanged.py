"""What a build is asked for and made from; and whether it would give the site that is there.

It would if neither that nor the site has changed.

The memory of a site has a digest of both, and the problems that the build found.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from ..notes import HISTORY
from ..problems import InputError, Problem
from ..settings import ENGINE
from ..settings import files as given
from ..site import states, swap
from ..system import places, shipped
from ..system.caches.file_memory import Remembered
from ..system.caches.frozen_values import frozen, thawed
from ..system.caches.result_cache import Cache
from ..system.digests import digest, of_files
from ..system.sources import DISK, Sources

_FILE = "whole.json"


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


@dataclass(frozen=True)
class Found:
    """The problems that a build found: those of its input, and those of its pages."""

    before: tuple[Problem, ...]
    pages: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class Input:
    """What a site is made from, before it is built.

    Building it may change the ledgers and the history.
    """

    out: Path
    written: tuple[Path, ...]
    """The folders of the ledgers and of the history."""
    digest: str
    """The digest of all but these."""
    sources: Sources

    def recall(self) -> Found | None:
        """Return what the build of the site in place found; None unless it was made from this and
        is as it was made.
        """
        try:
            seal, made_from, text = self._file.read_text(encoding="utf-8").split("\n", 2)
            if made_from != self.digest:
                return None  # as after each edit: nobody needs to look at the files of the site
            states.read(self.out)
            if seal != digest(self._state(), text):
                return None
            found: Found = thawed(text.encode())
        except (OSError, ValueError, InputError):
            return None
        return found

    def remember(self, found: Found) -> None:
        """Remember what the build of the site in place found."""
        text = frozen(found).decode()
        with contextlib.suppress(OSError, InputError):
            self._file.write_text(
                f"{digest(self._state(), text)}\n{self.digest}\n{text}",
                encoding="utf-8",
                newline="\n",
            )

    @property
    def _file(self) -> Path:
        return swap.memory_of(self.out) / _FILE

    def _state(self) -> str:
        """Raises OSError, and InputError as :func:`states.read`."""
        files = states.latest(self.out).items()
        times = (f"{path} {status.st_size} {status.st_mtime_ns}" for path, status in files)
        return digest(
            self.digest,
            *given.contents(self.written, self.sources),
            str(self.out),
            "\n".join(times),
        )


def of(publication: Publication) -> Input:
    """Return the input of a site: documents, content without what builds write, the program, its
    address, and what settings say.
    """
    notes, content, sources = publication.notes, publication.content, publication.sources
    written = (content / "ledger", notes / HISTORY)
    values = [f"{name}={value}" for name, value in shipped.variables(sources).items()]
    folders = [notes, content, places.DOCS, places.WEB, *shipped.below(sources)]
    said = map(repr, (Path.cwd(), notes, content, publication.site_url))
    files = given.contents(folders, sources, written)
    found = digest(program_version(sources), *files, *_settings(sources), *values, *said)
    return Input(out=publication.out, written=written, digest=found, sources=sources)


def _settings(sources: Sources) -> Iterator[str]:
    """Yield what the settings say; nothing if they are wrong, as the build says then."""
    with contextlib.suppress(InputError):
        yield given.read(sources).said


def program_version(sources: Sources) -> str:
    """Return a digest of this program: of its modules, templates and settings, and of the versions
    of all its libraries.
    """
    written = shipped.inherited(shipped.settings(sources), sources)
    return digest(_shipped(), *map(sources.digest, (shipped.SETTINGS, *written)))


@functools.cache  # what this process runs does not change, even if its files do
def _shipped() -> str:
    """Return a digest of all but the settings."""
    libraries = Path(str(metadata.distribution("jinja2").locate_file("")))
    versions = sorted(path.name for path in libraries.glob("*.dist-info"))
    ours = (shipped.PACKAGE, places.THEME.parent)
    return digest(sys.version, ENGINE, *versions, *of_files(ours))


def facts(content: Path, sources: Sources) -> str:
    """Return a digest of the facts in ``content``, and of those that they are laid over. It is the
    same on any machine.

    Ledgers are no facts: a build adds its new numbers to them.
    """
    folders = [content, *shipped.below(sources)[:1]]
    return digest(*given.relative(folders, sources, ("ledger", "notes"), (".yml", ".txt")))


def remembered(content: Path, out: Path, sources: Sources = DISK, jobs: int = 1) -> Remembered:
    """Return what earlier builds of the site ``out`` read of files with the same program and the
    same ``content``.
    """
    cache = Cache(swap.cache_of(out) / "documents")
    files = given.contents([content, *shipped.below(sources)], sources, [content / "ledger"])
    version = program_version(sources)
    return Remembered(cache, digest(version, *files), version, jobs)
