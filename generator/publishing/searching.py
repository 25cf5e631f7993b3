"""Make the search in a process of its own, which begins as soon as the library is joined.

Meanwhile this one checks the promises of the site, and prepares what pages are made from. The files of the search are written
when the folder of the new site is there.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

from ..facts.languages import Languages
from ..library import Library
from ..problems import InputError
from ..search import bundle
from ..system import workers
from ..system.caches.result_cache import Cache
from ..system.digests import digest
from ..system.sources import DISK, Sources
from . import building, places, results, settings, tasks
from .contract import Site
from .renewing import Tree
from .results import Built


@contextlib.contextmanager
def beside(library: Library, languages: Languages, cache: Path, sources: Sources = DISK) -> Iterator[None]:
    """Make the search of ``library`` meanwhile. ``cache`` is the folder of the results of earlier builds.

    If there is no second core, or if others do the tasks, it is a task like all others.
    """
    if not building.is_here() or multiprocessing.get_start_method() != "fork" or workers.count() < 2:
        yield
        return
    asked = False
    with workers.pool(1, (library, languages, cache, sources)) as pool:

        @contextlib.contextmanager
        def finish(job: building.Job) -> Iterator[Future[Built]]:
            nonlocal asked
            asked = True
            try:
                yield pool.submit(_put, job.tree)
            except BaseException:
                pool.give_up()  # or it may still write into a folder that is removed next
                raise

        pool.submit(_begun)
        with building.ahead(tasks.SEARCH, finish):
            yield
        if not asked:  # the build was refused before
            pool.give_up()


def put(made: Mapping[str, bytes], tree: Tree) -> Built:
    """Write the files ``made`` into the folder of the new site. Return the result of the task. Raises OSError."""
    for path, content in made.items():
        tree.put(path, content)
    seals = {path: (len(content), digest(content)) for path, content in made.items()}
    return Built(pages={}, files=frozenset(made), seals=seals)


@functools.cache
def _made() -> Mapping[str, bytes]:
    """Return the files of the search, in the process that makes them. Raises InputError as :func:`bundle.files`."""
    library, languages, cache, sources = workers.shared()
    offered, _ = settings.offered(languages, sources)
    site = Site(library=library, languages=offered, short_pages=settings.short_pages(sources))
    return bundle.files(site.editions, languages, places.SEARCH, Cache(cache / "search"))


def _begun() -> None:
    with contextlib.suppress(InputError):  # which the task tells
        _made()


def _put(tree: Tree) -> Built:
    try:
        return put(_made(), tree)
    except InputError as failure:
        return results.failed(failure)
