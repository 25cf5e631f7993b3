"""Compile the templates in a process of its own, while this one reads and joins documents."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterator

from ..system import workers
from ..system.sources import DISK, Sources
from ..templating import environment
from . import building, mkdocs


@contextlib.contextmanager
def beside(sources: Sources = DISK) -> Iterator[None]:
    """Compile the templates meanwhile. If there is no second core, or if that fails, the build compiles them itself."""
    if multiprocessing.get_start_method() != "fork" or workers.count() < 2 or environment.is_prepared():
        yield
        return
    with workers.pool(1, sources) as pool:
        begun = pool.submit(_compiled)
        yield
        if begun.exception() is None:
            environment.learn(begun.result())


def _compiled() -> bytes:
    building.prepare(mkdocs.read(workers.shared()))
    return environment.told()
