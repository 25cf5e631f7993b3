"""Make a website. This module imports all that reads and builds."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ..build import loading, publish, unchanged
from ..build.unchanged import Publication
from ..facts.content import Content
from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..settings import options
from ..site import hosts, states
from . import notices, output, summaries


def made(publication: Publication, given: unchanged.Input) -> unchanged.Found:
    """Read everything and build the website. Return the problems."""
    known, library, problems = loading.load(
        publication.content,
        publication.notes,
        publication,
        publication.sources,
        summaries.told,
    )
    notices.about_input(problems)
    if not library.sets:
        return unchanged.Found(tuple(problems), ())
    pages, refused = _build(library, known, publication, problems)
    found = unchanged.Found(
        tuple(problems), tuple(problem for problem in pages if problem not in problems)
    )
    output.show(found.pages)
    if not refused:
        given.remember(found)
    return found


def anew(publication: Publication) -> list[Problem]:
    """Read everything and build the website without a word about its place. Return the errors.

    Raises InputError if it is refused, OSError if a file cannot be written.
    """
    known, library, before = loading.load(
        publication.content,
        publication.notes,
        publication,
        publication.sources,
    )
    return [
        problem
        for problem in (*before, *_published(library, known, publication, before))
        if problem.is_error
    ]


def _published(
    library: Library, known: Content, publication: Publication, before: Sequence[Problem]
) -> list[Problem]:
    with contextlib.ExitStack() as bars:
        return publish.publish(library, known, publication, before, output.Bars(bars))


def _build(
    library: Library, known: Content, publication: Publication, before: Sequence[Problem]
) -> tuple[Sequence[Problem], bool]:
    """Build the website. Return the further problems, and whether it was refused."""
    site_url = publication.site_url
    try:
        if not (options.load(publication.sources).site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        problems = _published(library, known, publication, before)
    except InputError as failure:
        problems = list(failure.problems)
    except OSError as failure:
        problems = [unwritable(publication, failure)]
    else:
        notices.in_place(publication.out)
        return [*problems, *hosts.excess(states.weight(publication.out))], False
    output.note(f"No website was built; {publication.out} is unchanged.")
    return problems, True


def unwritable(publication: Publication, failure: OSError) -> Problem:
    """Return the problem of a file that a build cannot write."""
    return error(
        Place(str(failure.filename or publication.out)),
        f"cannot be written ({failure.strerror})",
        "choose another --out",
    )
