"""Compile the templates in a process of its own, while this one reads and joins documents."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterator

from ..system import workers
from ..templating import environment
from . import building


@contextlib.contextmanager
def beside() -> Iterator[None]:
    """Compile the templates meanwhile. If there is no second core, or if that fails, the build compiles them itself."""
    if multiprocessing.get_start_method() != "fork" or workers.count() < 2 or environment.is_prepared():
        yield
        return
    with workers.pool(1) as pool:
        begun = pool.submit(_compiled)
        yield
        if begun.exception() is None:
            environment.learn(begun.result())


def _compiled() -> bytes:
    building.prepare()
    return environment.told()
