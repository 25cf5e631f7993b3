"""A task that another machine does: all that it needs as bytes, and the process that does it there (:mod:`.elsewhere`)."""

from __future__ import annotations

import os
import pickle
import secrets
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts.languages import Languages
from ..problems import InputError, Place, Problem, error
from ..system import garbage, shipped, workers
from ..templating import environment
from . import building, elsewhere, packing, portable, reads, results, working
from .contract import Site
from .mkdocs import Written
from .renewing import Tree
from .results import Built
from .tasks import Task

_PLACE = "--cluster"
_TOKEN = "token"


@dataclass(frozen=True, kw_only=True)
class Order:
    """All that a task is made from besides this program."""

    site: Site
    languages: Languages
    settings: Written
    written: Mapping[str, tuple[Mapping[str, bytes], Sequence[Problem]]]
    version: str
    templates: bytes
    """The templates as this program compiled them."""
    wanted: frozenset[str]
    work: Path
    """The folder of the build's work, which other machines may share."""
    token: str
    """What the file _TOKEN there says, so that no other machine takes a folder of its own for that."""


def order(job: building.Job) -> bytes:
    """Return what :func:`elsewhere.run` needs for the tasks of ``job``.

    The values around the order are plain ones, so that another version of this program can read them.
    """
    site = replace(job.site)  # without all that it has derived
    building.prepare(job.settings)
    token = secrets.token_hex()
    (job.work / _TOKEN).write_text(token, encoding="utf-8")
    made = Order(
        site=site,
        languages=job.languages,
        settings=job.settings,
        written=job.written,
        version=job.version,
        templates=environment.told(),
        wanted=job.wanted,
        work=job.work.absolute(),
        token=token,
    )
    return pickle.dumps((portable.installed(), shipped.variables(), pickle.dumps(made, protocol=5)), protocol=5)


def work(folder: Path) -> None:
    """Do the task that is in ``folder``, and write its result there."""
    installed = (folder / elsewhere.PROGRAM).read_text(encoding="utf-8")
    pack = _pack(folder) if portable.installed() == installed else _refused(folder)
    (folder / elsewhere.PACK).write_bytes(pack)


def _refused(folder: Path) -> bytes:
    return packing.packed(results.failed(InputError(_other())), folder)


def _pack(folder: Path) -> bytes:
    """Do the task. The files stay in a folder of the build's work if this machine reaches that."""
    # Whoever may give tasks to a machine may run anything on it, so the order may be anything too.
    made: Order = pickle.loads((folder / elsewhere.ORDER).read_bytes())
    reached = _reached(made)
    site = reached or folder / "site"
    site.mkdir(exist_ok=True)
    built = _built(folder, made, site)
    return packing.placed(built, reached) if reached else packing.packed(built, site)


def _reached(made: Order) -> Path | None:
    """Return a new folder in that of the build's work; None if it is on another machine, or belongs to another user."""
    try:
        is_same = (made.work / _TOKEN).read_text(encoding="utf-8") == made.token
        if is_same and made.work.stat().st_uid == getattr(os, "getuid", int)():
            return Path(tempfile.mkdtemp(dir=made.work, prefix=packing.PREFIX))
    except OSError:
        pass
    return None


def _built(folder: Path, made: Order, site: Path) -> Built:
    task: Task = pickle.loads((folder / elsewhere.TASK).read_bytes())
    environment.learn(made.templates)
    job = building.Job(
        site=made.site,
        languages=made.languages,
        settings=made.settings,
        written=made.written,
        work=folder,
        version=made.version,
        loaded={},
        known=reads.Known({}, reads.Values()),
        program="",
        tree=Tree(site, folder / "none"),
        cache=folder / "none",
        memory=folder / "none",
        remembered=folder / "none",
        remembers=False,
        wanted=made.wanted,
    )
    with workers.sharing((job, building.Counter())):
        return working.do(task)


def _other() -> Problem:
    hint = "install the same versions on all workers"
    return error(Place(_PLACE), "a worker has another version of Rulebinder, of its libraries or of Python", hint)


if __name__ == "__main__":
    with garbage.uncollected():
        work(Path(sys.argv[1]))
