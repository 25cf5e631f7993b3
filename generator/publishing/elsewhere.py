"""The part of a build that a worker of a cluster runs. It is small, so that the worker stays small.

Each task has a process of its own, because MkDocs has one language, and so that no memory is kept.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, ORDER, TASK, PACK = "program", "order", "task", "pack"
"""The names of the files in the folder of a task."""
_ERRAND = f"{__package__}.errand"
"""The module that does the task."""


def run(order: bytes, task: bytes) -> bytes:
    """Do the pickled ``task`` of :func:`errand.order` in a new process. Return its result as :mod:`.packing` has it.

    Raises RuntimeError if the process fails, and OSError.
    """
    installed, variables, made = pickle.loads(order)
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as name:
        folder = Path(name)
        inside = {PROGRAM: installed.encode(), ORDER: made, TASK: task}
        for path, content in inside.items():
            (folder / path).write_bytes(content)
        paths = os.pathsep.join(str(Path(each).absolute()) for each in sys.path)
        command = [sys.executable, "-m", _ERRAND, name]
        environment = {**os.environ, **variables, "PYTHONPATH": paths}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or [f"code {done.returncode}"])[-1])
        return (folder / PACK).read_bytes()
