"""Find out that a build would give the site that is there: neither what it is made from nor the site has changed.

The memory of a site has a digest of both, and the problems that the build found.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..ledger import files as ledgers
from ..library import Library
from ..problems import InputError, Place, Problem, Severity
from ..reading.inputs import HISTORY
from ..reading.remembering import Remembered
from ..system import shipped
from ..system.caching import Cache
from ..system.digests import digest
from . import memory, places, placing, states

_FILE = "whole.json"
_LOGO = re.compile(r"""^\s*logo:\s*["']?([^"'\n#]+)""", re.MULTILINE)
_UNUSED = "node_modules"


@dataclass(frozen=True)
class Found:
    """The problems that a build found: those of its input, and those of its pages."""

    before: tuple[Problem, ...]
    pages: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class Input:
    """What a site is made from, before it is built. Building it may change the ledgers and the history."""

    out: Path
    written: tuple[Path, ...]
    """The folders of the ledgers and of the history."""
    digest: str
    """The digest of all but these."""

    def recall(self) -> Found | None:
        """Return what the build of the site in place found; None unless it was made from this and is as it was made."""
        try:
            states.read(self.out)
            seal, _, text = self._file.read_text(encoding="utf-8").partition("\n")
            if seal != digest(self._state(), text):
                return None
            before, pages = json.loads(text)
            return Found(tuple(map(_problem, before)), tuple(map(_problem, pages)))
        except (OSError, ValueError, TypeError, KeyError, InputError):
            return None

    def remember(self, found: Found) -> None:
        """Remember what the build of the site in place found."""
        text = json.dumps([list(map(_values, problems)) for problems in (found.before, found.pages)])
        with contextlib.suppress(OSError, InputError):
            self._file.write_text(f"{digest(self._state(), text)}\n{text}", encoding="utf-8", newline="\n")

    @property
    def _file(self) -> Path:
        return placing.memory_of(Path(os.path.realpath(self.out))) / _FILE

    def _state(self) -> str:
        return digest(self.digest, *_contents(self.written), str(self.out), _times(self.out))


def of(notes: Path, content: Path, out: Path, options: Iterable[object]) -> Input:
    """Return the input of a site: documents, content without what builds write, the program, and what ``options`` and settings say."""
    written = (content / "ledger", notes / HISTORY)
    values = [f"{name}={value}" for name, value in shipped.variables().items()]
    folders = [notes, content, places.DOCS, places.WEB, *shipped.below()]
    said = map(repr, (Path.cwd(), notes, content, *options))
    found = digest(memory.program(), *_contents(folders, written), *_looks(), *values, *said)
    return Input(out=out, written=written, digest=found)


def installed() -> str:
    """Return a digest of all that comes with this program, the same in any folder and on any machine."""
    return digest(memory.program(), *_relative([places.DOCS, places.WEB]))


def portable(notes: Path, content: Path, address: str | None, library: Library) -> str:
    """Return a digest of all else that a site at ``address`` is made from, the same in any folder and on any machine.

    Of the ledgers and the history, it has the numbers and the earlier words of ``library``, so that it is the same before and
    after they are saved.
    """
    folders = [notes, content, *shipped.below()]
    values = (f"{name}={value}" for name, value in shipped.variables().items())
    numbers = (ledgers.text(each) for _, each in sorted(library.ledgers.items()))
    earlier = (repr(each) for each in sorted(library.earlier.items()))
    return digest(
        *_relative(folders, (content / "ledger", notes / HISTORY)),
        _content(shipped.settings()),
        *_looks(),
        *values,
        *numbers,
        *earlier,
        address or "",
    )


def documents(content: Path, out: Path) -> Remembered:
    """Return the documents that earlier builds of the site ``out`` read with the same program and the same ``content``."""
    cache = Cache(placing.cache_of(Path(os.path.realpath(out))) / "documents")
    return Remembered(cache, digest(memory.program(), *_contents([content], [content / "ledger"])))


def _looks() -> list[str]:
    """Return the digests of the logos that the settings name."""
    texts = [path.read_text(encoding="utf-8") for path in sorted({shipped.SETTINGS, shipped.settings()})]
    return [_content(shipped.settings().parent / each.strip()) for text in texts for each in _LOGO.findall(text)]


def _contents(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``."""
    for path in _files(folders, without):
        yield str(path)
        yield _content(path)


def _relative(folders: Iterable[Path], without: Sequence[Path] = ()) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``, without the path of its folder."""
    for folder in folders:
        for path in _files([folder], without):
            yield path.relative_to(folder).as_posix()
            yield _content(path)


def _content(path: Path) -> str:
    return digest(path.read_bytes()) if path.is_file() else "no file"


def _times(folder: Path) -> str:
    """Return path, size and time of each file of the site in ``folder``. Raises OSError, and InputError as :func:`states.read`."""
    return "\n".join(f"{path} {status.st_size} {status.st_mtime_ns}" for path, status in states.latest(folder).items())


def _files(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[Path]:
    """Yield the files in ``folders`` and in folders that links there lead to, in order, but none in the folders ``without``."""
    seen: set[str] = set()
    for folder in folders:
        for here, below, names in os.walk(folder, followlinks=True):
            real = os.path.realpath(here)
            new = real not in seen and Path(here) not in without
            below[:] = sorted(name for name in below if name != _UNUSED) if new else []
            seen.add(real)
            yield from (Path(here, name) for name in sorted(names) if new)


def _values(problem: Problem) -> list[object]:
    return [problem.place.path, problem.place.line, problem.severity.value, problem.message, problem.hint, problem.general]


def _problem(values: Sequence[object]) -> Problem:
    path, line, severity, *texts = values
    if not isinstance(line, int):
        raise TypeError(values)
    return Problem(Place(str(path), line), Severity(str(severity)), *map(str, texts))
