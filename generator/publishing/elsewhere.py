"""A task that another machine does: all that it needs goes there as bytes, and its files come back.

Each task has a process of its own there, in a folder like the owner's, because MkDocs has one language, and so that no memory is kept.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts.languages import Languages
from ..problems import InputError, Place, Problem, error
from ..system import collecting, shipped, workers
from . import building, packing, results, unchanged, working
from .contract import Site
from .renewing import Tree
from .results import Built
from .tasks import Task

_PROGRAM, _ORDER, _TASK, _PACK, _HOME, _SITE, _NONE = "program", "order", "task", "pack", "home", "site", "none"
"""The names in the folder of a task."""
_PLACE = "--cluster"


@dataclass(frozen=True, kw_only=True)
class Order:
    """All that a task is made from besides this program and the owner's files."""

    site: Site
    languages: Languages
    version: str
    wanted: frozenset[str] | None


def order(job: building.Job) -> bytes:
    """Return what :func:`run` needs for the tasks of ``job``.

    The values around the order are plain ones, so that another version of this program can read them.
    """
    site = replace(job.site)  # without all that it has derived
    made = Order(site=site, languages=job.languages, version=job.version, wanted=job.wanted)
    return pickle.dumps((unchanged.installed(), shipped.owned(), shipped.variables(), pickle.dumps(made, protocol=5)), protocol=5)


def run(ordered: bytes, task: Task) -> bytes:
    """Do ``task`` in a new process on this machine. Return its result with its files, as :func:`packing.unpacked` reads it.

    Raises RuntimeError if the process fails, and OSError.
    """
    installed, owned, variables, made = pickle.loads(ordered)
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as name:
        folder = Path(name)
        inside = {_PROGRAM: installed.encode(), _ORDER: made, _TASK: pickle.dumps(task, protocol=5)}
        inside |= {f"{_HOME}/{path}": content for path, content in owned.items()}
        (folder / _HOME).mkdir()
        for path, content in inside.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        paths = os.pathsep.join(str(Path(each).absolute()) for each in sys.path)
        command = [sys.executable, "-m", __name__, name]
        environment = {**os.environ, **variables, "PYTHONPATH": paths}
        done = subprocess.run(command, cwd=folder / _HOME, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or [f"code {done.returncode}"])[-1])
        return (folder / _PACK).read_bytes()


def _work(folder: Path) -> None:
    """Do the task that is in ``folder``, and write its result there. The current folder is like the owner's."""
    (folder / _SITE).mkdir()
    installed = (folder / _PROGRAM).read_text(encoding="utf-8")
    built = _built(folder) if unchanged.installed() == installed else results.failed(InputError(_other()))
    (folder / _PACK).write_bytes(packing.packed(built, folder / _SITE))


def _built(folder: Path) -> Built:
    # Whoever may give tasks to a machine may run anything on it, so the order may be anything too.
    made: Order = pickle.loads((folder / _ORDER).read_bytes())
    task: Task = pickle.loads((folder / _TASK).read_bytes())
    job = building.Job(
        site=made.site,
        languages=made.languages,
        work=folder,
        version=made.version,
        loaded={},
        known={},
        program="",
        tree=Tree(folder / _SITE, folder / _NONE),
        cache=folder / _NONE,
        memory=folder / _NONE,
        remembered=folder / _NONE,
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
        _work(Path(sys.argv[1]))
