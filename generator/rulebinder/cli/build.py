"""Make a website. This module imports all that reads and builds."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ..build import loading, publish
from ..build.unchanged import Found, Publication
from ..facts.content import Content
from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..settings import options
from . import notices, output, summaries


def made(publication: Publication) -> Found:
    """Read everything and build the website. Return what was found."""
    known, library, problems = loading.load(
        publication.content,
        publication.notes,
        publication,
        publication.sources,
        summaries.told,
    )
    notices.about_input(problems)
    if not library.sets:
        return Found(tuple(problems))
    found = _build(library, known, publication, problems)
    output.show(found.pages)
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
    found = _published(library, known, publication, before)
    return [problem for problem in (*found.before, *found.pages) if problem.is_error]


def _published(
    library: Library, known: Content, publication: Publication, before: Sequence[Problem]
) -> Found:
    with contextlib.ExitStack() as bars:
        return publish.publish(library, known, publication, before, output.Bars(bars))


def _build(
    library: Library, known: Content, publication: Publication, before: Sequence[Problem]
) -> Found:
    """Build the website, and say where it is, or that there is none."""
    site_url = publication.site_url
    try:
        if not (options.load(publication.sources).site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        found = _published(library, known, publication, before)
    except InputError as failure:
        problems = failure.problems
    except OSError as failure:
        problems = (unwritable(publication, failure),)
    else:
        notices.in_place(publication.out, found)
        return found
    output.note(f"No website was built; {publication.out} is unchanged.")
    return Found(tuple(before), tuple(problem for problem in problems if problem not in before))


def unwritable(publication: Publication, failure: OSError) -> Problem:
    """Return the problem of a file that a build cannot write."""
    return error(
        Place(str(failure.filename or publication.out)),
        f"cannot be written ({failure.strerror})",
        "choose another --out",
    )
