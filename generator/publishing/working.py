"""What is done for each task, in a process that shares the job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..pictures import making
from ..pictures.picture import Picture
from ..problems import InputError
from ..search import bundle
from ..system.caches.result_cache import Cache
from . import building, memory, outputs, places, results, searching, sharing, tasks
from .contract import Site
from .results import Built
from .tasks import Task

_OTHERS = "others"
"""The name of the memory of the files that are no pages of MkDocs."""


def do(task: Task) -> Built:
    """Do ``task``, and return its result. An InputError becomes the problems of a result that is not complete."""
    try:
        return _KINDS[task.kind](task)
    except InputError as failure:
        return results.failed(failure)


def pictures(site: Site) -> list[Picture]:
    """Return all preview pictures of ``site``, with its name and the color of its header."""
    drawn = [*site.pictures.values(), *(sharing.pictures(site) if site.quoting else ())]
    return [replace(picture, site=site.name, band=site.owner.brand.light) for picture in drawn]


def _files(_task: Task) -> Built:
    """Write the files that are no pages of MkDocs."""
    job, _ = building.shared()
    if not job.remembers:
        return results.of_outputs(outputs.write(job.site, job.tree, outputs.OUTPUTS))
    remembered = memory.load(job.memory / _OTHERS, job.program)
    site, known = outputs.earlier(job.site, job.known, job.tree, remembered)
    written = outputs.write(site, job.tree, outputs.OUTPUTS, known)
    memory.Memory(known.keeper.made, known.keeper.units).save(job.remembered / _OTHERS, job.program)
    return results.of_outputs(written)


def _search(_task: Task) -> Built:
    """Write the search of the site."""
    job, _ = building.shared()
    made = bundle.files(job.site.editions, job.languages, places.SEARCH, Cache(job.cache / "search"))
    return searching.put(made, job.tree)


def _pictures(task: Task) -> Built:
    """Draw a share of the pictures."""
    job, _ = building.shared()
    own = [(key, picture) for key, picture in making.keyed(pictures(job.site)) if key in job.wanted and task.has(key)]
    return Built(pages={}, files=frozenset(), drawn=making.drawn(own))


_KINDS: dict[str, Callable[[Task], Built]] = {
    tasks.PAGES: building.pages,
    tasks.SEARCH: _search,
    tasks.FILES: _files,
    tasks.PICTURES: _pictures,
}
