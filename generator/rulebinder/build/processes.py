"""What the processes that do the tasks of a build share: the job, and the count of pages."""

from __future__ import annotations

import gc
import multiprocessing

from ..system import workers
from ..system.progress import Progress
from . import tasks


class Counter:
    """Counts the pages that all processes have finished, and those that they have to make."""

    def __init__(self) -> None:
        self._counts = multiprocessing.Array("i", 2)

    def step(self, done: int, new: int) -> None:
        """Count pages that are ``done``, and pages that are ``new``."""
        with self._counts.get_lock():
            self._counts[0] += done
            self._counts[1] += new

    def report(self, progress: Progress) -> None:
        """Report the pages."""
        done, total = self._counts[:]
        if total:
            progress("pages", done, max(done, total))


def do(task: tasks.Task) -> tasks.Result:
    """Do a task in a process of a pool that shares a job and a :class:`Counter`: the job is too
    large to be sent for each task.
    """
    # The process ends with the tasks, and garbage collection would take a tenth of its time.
    gc.disable()
    if not gc.get_freeze_count():
        # What is there before the first task is shared by all, and to look through a large library
        # takes longer than a task.
        gc.freeze()
    job, counter = workers.shared()
    return tasks.do(job, task, counter.step)
