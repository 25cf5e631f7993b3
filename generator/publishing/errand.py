"""A task that another machine does: all that it needs as bytes, and the process that does it there (:mod:`.elsewhere`)."""

from __future__ import annotations

import pickle
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts.languages import Languages
from ..problems import InputError, Place, Problem, error
from ..system import collecting, shipped, workers
from . import building, elsewhere, packing, portable, reads, results, working
from .contract import Site
from .renewing import Tree
from .results import Built
from .tasks import Task

_PLACE = "--cluster"


@dataclass(frozen=True, kw_only=True)
class Order:
    """All that a task is made from besides this program and the owner's files."""

    site: Site
    languages: Languages
    version: str
    wanted: frozenset[str] | None


def order(job: building.Job) -> bytes:
    """Return what :func:`elsewhere.run` needs for the tasks of ``job``.

    The values around the order are plain ones, so that another version of this program can read them.
    """
    site = replace(job.site)  # without all that it has derived
    made = Order(site=site, languages=job.languages, version=job.version, wanted=job.wanted)
    return pickle.dumps((portable.installed(), shipped.owned(), shipped.variables(), pickle.dumps(made, protocol=5)), protocol=5)


def work(folder: Path) -> None:
    """Do the task that is in ``folder``, and write its result there. The current folder is like the owner's."""
    (folder / "site").mkdir()
    installed = (folder / elsewhere.PROGRAM).read_text(encoding="utf-8")
    built = _built(folder) if portable.installed() == installed else results.failed(InputError(_other()))
    (folder / elsewhere.PACK).write_bytes(packing.packed(built, folder / "site"))


def _built(folder: Path) -> Built:
    # Whoever may give tasks to a machine may run anything on it, so the order may be anything too.
    made: Order = pickle.loads((folder / elsewhere.ORDER).read_bytes())
    task: Task = pickle.loads((folder / elsewhere.TASK).read_bytes())
    job = building.Job(
        site=made.site,
        languages=made.languages,
        work=folder,
        version=made.version,
        loaded={},
        known=reads.Known({}, reads.Values()),
        program="",
        tree=Tree(folder / "site", folder / "none"),
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
    with collecting.uncollected():
        work(Path(sys.argv[1]))
