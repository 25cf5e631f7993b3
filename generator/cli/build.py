"""Make a website. This module imports all that reads and builds."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ..facts.content import Content
from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..publishing import building, clusters, placing, preparing, releasing, searching, settings, unchanged, weighing
from ..publishing import site as website
from ..publishing.order import Order
from . import library_loader, notices, output


def clustered(scheduler: str) -> contextlib.AbstractContextManager[None]:
    """Let the workers of the Dask scheduler at this address do the work meanwhile."""
    return building.by(clusters.crew(scheduler))


def made(order: Order, given: unchanged.Input) -> unchanged.Found:
    """Read everything and build the website. Return the problems."""
    with preparing.beside(order.sources):
        content, library, problems = library_loader.load(order.content, order.notes, order.out, order.sources)
    notices.about_input(problems)
    if not library.sets:
        return unchanged.Found(tuple(problems), ())
    with searching.beside(library, content.languages, placing.cache_of(order.out), order.sources):
        pages, refused = _build(library, content, order, problems)
    found = unchanged.Found(tuple(problems), tuple(problem for problem in pages if problem not in problems))
    output.show(found.pages)
    if not refused:
        given.remember(found)
    return found


def _build(library: Library, content: Content, order: Order, before: Sequence[Problem]) -> tuple[Sequence[Problem], bool]:
    """Build the website. Return the further problems, and whether it was refused."""
    with contextlib.ExitStack() as bars:
        try:
            weighed = _weighed(library, content, order)
            problems = [*weighed, *releasing.publish(library, content, order, before, output.Bars(bars))]
        except InputError as failure:
            problems, refused = list(failure.problems), True
        except OSError as failure:
            problems, refused = [_unwritable(order, failure)], True
        else:
            refused = False
    if refused:
        output.note(f"No website was built; {order.out} is unchanged.")
    else:
        notices.in_place(order.out)
    return problems, refused


def _unwritable(order: Order, failure: OSError) -> Problem:
    return error(Place(str(failure.filename or order.out)), f"cannot be written ({failure.strerror})", "choose another --out")


def _weighed(library: Library, content: Content, order: Order) -> list[Problem]:
    """Print how large the website will be and which hosts take it. Return the problems of those that do not."""
    chosen = settings.load(order.sources)
    planned = website.described(library, content.languages, chosen, order.site_url, order.sources)
    weight = weighing.expected(planned)
    output.say(f"The website will have about {weight}: {weighing.told(weight)}.")
    if not planned.address:
        output.say(
            "It has no address (--site-url, or site_url in mkdocs.yml): it gets no feeds and no sitemap, and its data no full addresses."
        )
    return weighing.excess(weight)
