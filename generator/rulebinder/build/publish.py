"""Publish a website: make it, compare it with earlier ones, and put it in place only if it keeps
their promises.

Checks that need no new site come first. Then the site is made. The ledgers are saved before the
site is put in place, because a number that is published but not saved would be given again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..facts.content import Content
from ..joining import persistence
from ..ledger import feed_tag
from ..library import Library
from ..pages import addresses
from ..problems import InputError, Place, Problem, Severity, error
from ..settings import options
from ..site import files as site_files
from ..site import hosts, marks, place
from ..site.model import Site
from ..system.caches.frozen_values import frozen
from ..system.progress import Progress
from ..system.sources import DISK, Sources
from . import make as website
from . import promises, unchanged
from .unchanged import Found, Publication


def publish(
    library: Library,
    known: Content,
    publication: Publication,
    problems: Sequence[Problem],
    progress: Progress,
) -> Found:
    """Make the website of ``library`` and put it in place. ``problems`` are those of its input.

    The caller must lock the ledgers from joining the library until this returns. With ``force`` a
    broken promise is a warning. Raises InputError if the website is refused: then neither a site
    nor a ledger is written. Raises OSError if a file cannot be written.
    """
    broken = check(library, known, publication, problems)
    with place.beside(publication.out) as work:
        job = website.job(library, known.languages, work, publication)
        made = website.make(job, jobs=publication.jobs, progress=progress)
        pages = made.problems
        if any(problem.is_error for problem in pages) and not publication.force:
            message = f"the new website has {_errors(pages)} on its pages and is not put in place"
            hint = "correct what the errors name, or put it in place with --force"
            raise InputError(*pages, error(Place(str(publication.out)), message, hint))
        unkept = [] if publication.locked else save(job.site, publication)
        made.put(work, [*problems, *pages])
    weight = site_files.weight(made.files)  # without its mark
    further = (*broken, *pages, *unkept, *hosts.excess(weight))
    found = Found(
        before=tuple(problems),
        pages=tuple(problem for problem in further if problem not in problems),
        weight=weight,
    )
    made.remember(publication.out, unchanged.made_from(publication), frozen(found).decode())
    return found


def check(
    library: Library, known: Content, publication: Publication, problems: Sequence[Problem]
) -> list[Problem]:
    """Return the promises that the website of ``library`` would break, and other reasons not to
    make it, as warnings with ``force``. ``problems`` are those of its input.

    Raises InputError with them without ``force``, and if ledgers or the history are damaged.
    """
    if persistence.damage(_folders(publication)):
        raise InputError()
    found = [
        *_locked(library, publication),
        *_worse(problems, publication),
        *breaches(library, known, _before(publication), publication.content, publication.sources),
    ]
    return _settled(found, publication)


def save(site: Site, publication: Publication) -> list[Problem]:
    """Write the ledgers and the history of a site that was made, and what the ids of its feeds
    begin with.

    Returns the problems of what cannot be written. Raises InputError if these are errors, unless
    with ``force``.
    """
    unkept = persistence.save(site.library, _folders(publication))
    if site.address:
        feed_tag.keep(publication.content, site.feed_tag, publication.sources)
    if any(problem.is_error for problem in unkept) and not publication.force:
        raise InputError(*unkept)
    return unkept


def _folders(publication: Publication) -> persistence.Folders:
    return persistence.Folders(
        content=publication.content, notes=publication.notes, sources=publication.sources
    )


def breaches(
    library: Library, known: Content, sites: Iterable[Path], content: Path, sources: Sources = DISK
) -> list[Problem]:
    """Return the promises of ``sites`` (each a folder, or its r/index.json) that a website of
    ``library`` would break.

    ``content`` is the folder with the ledgers.
    """
    problems: list[Problem] = []
    languages, _ = options.offered(known.languages, sources)
    shorts = options.short_pages(sources)
    for path in sites:
        site, found = promises.read(path)
        problems += found
        if site is not None:
            problems += promises.broken(site, library, languages, content / "ledger", shorts)
    return problems


def _before(publication: Publication) -> list[Path]:
    """Return the sites whose promises must be kept."""
    old = marks.read(publication.out)
    has_links = old is not None and any(file.startswith(addresses.SHORT) for file in old.files)
    return [
        *([publication.out] if has_links else []),
        *([publication.published] if publication.published else []),
    ]


def _settled(problems: Sequence[Problem], publication: Publication) -> list[Problem]:
    """Return the problems as warnings with ``force``.

    Otherwise, raise InputError if there are any.
    """
    if problems and not publication.force:
        raise InputError(*problems)
    return [
        replace(each, severity=Severity.WARNING, hint="published because of --force")
        for each in problems
    ]


def _locked(library: Library, publication: Publication) -> Iterator[Problem]:
    for path in persistence.changed(library, _folders(publication)) if publication.locked else ():
        hint = "build without --locked and commit the ledger"
        yield error(
            Place(str(path)), "the build would change this ledger, and --locked forbids it", hint
        )


def _worse(problems: Sequence[Problem], publication: Publication) -> Iterator[Problem]:
    """Return a problem if the documents have errors and the site in place has none."""
    old = marks.read(publication.out)
    if old is not None and not old.errors and any(problem.is_error for problem in problems):
        message = (
            "the website here has no errors, and is not replaced by one whose input has"
            f" {_errors(problems)}"
        )
        yield error(
            Place(str(publication.out)),
            message,
            "correct what the errors name, or replace it with --force",
        )


def _errors(problems: Sequence[Problem]) -> str:
    count = sum(problem.is_error for problem in problems)
    return f"{count} {'error' if count == 1 else 'errors'}"
