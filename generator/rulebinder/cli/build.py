"""Make a website. This module imports all that reads and builds."""

from __future__ import annotations

import contextlib

from ..build import loading, publish
from ..build.unchanged import Found, Publication
from ..problems import InputError, Place, Problem, error
from ..settings import options
from . import notices, output, summaries


def made(publication: Publication) -> Found:
    """Read everything, build the website, and say where it is, or that there is none. Return what
    was found.
    """
    content, library, before = loading.load(
        publication.content, publication.notes, publication.cache, summaries.told
    )
    notices.about_input(before)
    if not library.sets:
        return Found(tuple(before))
    site_url = publication.site_url
    try:
        if not (options.load().site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        with contextlib.ExitStack() as stack:
            bars = output.Bars(stack)
            found = publish.publish(publication, library, content.languages, bars)
        notices.in_place(publication.out, found)
    except (InputError, OSError) as failure:
        problems = (
            failure.problems
            if isinstance(failure, InputError)
            else (unwritable(publication, failure),)
        )
        output.note(f"No website was built; {publication.out} is unchanged.")
        found = Found(
            tuple(before), tuple(problem for problem in problems if problem not in before)
        )
    output.show(found.pages)
    return found


def anew(publication: Publication) -> list[Problem]:
    """Read everything and build the website without a word about its place. Return the errors.

    Raises InputError if it is refused, OSError if a file cannot be written.
    """
    with contextlib.ExitStack() as bars:
        found = publish.build(publication, output.Bars(bars))
    return [problem for problem in found.problems if problem.is_error]


def unwritable(publication: Publication, failure: OSError) -> Problem:
    """Return the problem of a file that a build cannot write."""
    return error(
        Place(str(failure.filename or publication.out)),
        f"cannot be written ({failure.strerror})",
        "choose another --out",
    )
