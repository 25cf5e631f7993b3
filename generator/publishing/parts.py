"""Parts of a website, which several machines make and one assembles, as in the jobs of a CI.

A part is a ZIP file with a head (which part of how many it is, and digests of what it was made from), and the result of each of
its tasks. All parts together, with the same input, give the same bytes as one build.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..system.progress import Progress, silent
from . import building, packing, portable, results, tasks, working
from .building import Counter, Crew, Job, Team
from .order import PART_ENDING, Share
from .tasks import Task

_HEAD = "part.json"
_FORM = 1
_DAY = (1980, 1, 1, 0, 0, 0)
"""The day of all files in a part: the same input gives the same bytes."""


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A file with a part."""

    path: Path
    share: Share
    program: str
    given: str


def make(job: Job, share: Share, given: str, folder: Path, progress: Progress = silent) -> tuple[Path, list[Problem]]:
    """Do the tasks of a part, and write its file into ``folder``. Return its path, and the problems of its pages.

    ``given`` is the digest of :func:`.portable.of`. Raises InputError if a task fails, and OSError.
    """
    own = _tasks(share, job)
    with building.by(_alone(own)), building.workshop(job, working.do) as shop:
        built = shop.results(own, progress)
    problems = results.joined(built.values()).problems
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / share.file
    with tempfile.TemporaryDirectory(dir=folder, prefix=".rulebinder-") as beside:
        whole = Path(beside, path.name)
        with zipfile.ZipFile(whole, "w") as file:
            head = {"form": _FORM, "part": share.number, "of": share.of, "program": portable.installed(), "input": given}
            file.writestr(zipfile.ZipInfo(_HEAD, _DAY), json.dumps(head) + "\n")
            for task, result in built.items():
                file.writestr(zipfile.ZipInfo(task.name, _DAY), packing.packed(result, job.out, packing.FAST))
        whole.replace(path)
    return path, list(problems)


def crew(paths: Sequence[Path], given: Callable[[Library], str]) -> Crew:
    """Return the crew that takes every result from the parts at ``paths``, which are files, or folders with such files.

    ``given`` returns the digest of :func:`.portable.of`, with which parts must agree. Raises InputError if a part is missing,
    is there twice, cannot be read, or was made by another version or from something else; the crew raises it too.
    """
    found = _whole([_read(path) for path in _files(paths)])

    @contextlib.contextmanager
    def gathered(job: Job, counter: Counter) -> Iterator[Team]:
        expected = given(job.site.library)
        for part in found.values():
            _check(part, expected)
        places = {task: part.path for part in found.values() for task in _tasks(part.share, job)}
        listed = _listed(job, len(found))
        yield Team(_Finished(), listed, lambda task: packing.taken(_content(places[task], task.name), job, counter))

    return gathered


def _tasks(share: Share, job: Job) -> list[Task]:
    """Return the tasks of a part, of all that ``job`` has."""
    return tasks.dealt(_listed(job, share.of), share.of)[share.number - 1]


def _listed(job: Job, parts: int) -> list[Task]:
    """Return the tasks of a site that is made in parts. They depend only on the library, and on the number of parts."""
    shares = tasks.shares(job.site.library, len(job.site.langs), parts)
    return tasks.listed(job.site.langs, shares=shares, pictures=parts if job.site.pictures else 0)


def _alone(own: Sequence[Task]) -> Crew:
    """Return the crew on this machine that does only the tasks ``own``."""

    @contextlib.contextmanager
    def gathered(job: Job, counter: Counter) -> Iterator[Team]:
        with building.here(job, counter) as team:
            yield Team(team.pool, own)

    return gathered


class _Finished(Executor):
    """Returns each task as its own result, because its files are there already."""

    def submit(self, _do: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """Return the task in ``args``."""
        future: Future[Any] = Future()
        future.set_result(args[0])
        return future


def _files(paths: Sequence[Path]) -> list[Path]:
    """Return the files of parts at ``paths`` and in folders there, each once. Raises InputError if there are none."""
    found = [file for path in paths for file in (sorted(path.rglob(f"*{PART_ENDING}")) if path.is_dir() else [path])]
    if not found:
        hint = "make parts with `rulebinder site --part 1/2 --out FOLDER`, and so on"
        raise _refused(paths[0], f"there is no file of a part (*{PART_ENDING})", hint)
    return list({os.path.realpath(file): file for file in found}.values())


def _read(path: Path) -> _Part:
    """Return the head of a part. Raises InputError if it cannot be read."""
    try:
        head = json.loads(_content(path, _HEAD))
        share = Share(int(head["part"]), int(head["of"]))
        if head["form"] != _FORM or not 1 <= share.number <= share.of:
            raise ValueError(head)
        return _Part(path=path, share=share, program=str(head["program"]), given=str(head["input"]))
    except (ValueError, TypeError, KeyError) as failure:
        raise _refused(path, "this is not a part of a website that this version can read", "make it again") from failure


def _content(path: Path, name: str) -> bytes:
    """Return what a part has by the name ``name``. Raises InputError if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as file:
            return file.read(name)
    except (KeyError, OSError, zipfile.BadZipFile, EOFError) as failure:
        raise _refused(path, "the part is damaged or cannot be read", "make it again, or copy it again") from failure


def _whole(parts: Sequence[_Part]) -> Mapping[int, _Part]:
    """Return the parts by number. Raises InputError if they are not all parts of one website, each once."""
    first, found = parts[0], dict[int, _Part]()
    for part in parts:
        if part.share.of != first.share.of:
            message = f"this is part {part.share}, and {first.path} is part {first.share}"
            raise _refused(part.path, message, "name the parts of one website")
        if part.share.number in found:
            message = f"this is part {part.share}, and {found[part.share.number].path} is too"
            raise _refused(part.path, message, "leave out one of them")
        found[part.share.number] = part
    missing = [str(Share(number, first.share.of)) for number in range(1, first.share.of + 1) if number not in found]
    if missing:
        more = "" if len(missing) == 1 else "s"
        raise _refused(first.path, f"the website also needs part{more} {', '.join(missing)}", "name all parts")
    return found


def _check(part: _Part, given: str) -> None:
    """Raise InputError if ``part`` was not made by this program from what is ``given``."""
    if part.given != given:
        hint = "make all parts from the release notes, facts, settings and address that are given here"
        raise _refused(part.path, "this part was made from other release notes, facts, settings or another address", hint)
    if part.program != portable.installed():
        hint = "install the same versions everywhere, and make the part again"
        raise _refused(part.path, "another version of Rulebinder, of its libraries or of Python made this part", hint)


def _refused(path: Path, message: str, hint: str) -> InputError:
    return InputError(error(Place(str(path)), message, hint))
