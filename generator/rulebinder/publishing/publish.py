"""Publish a website: make it, compare it with earlier ones, and put it in place only if it keeps
their promises.

Checks that need no new site come first. Then the site is made. The ledgers are saved before the
site is put in place, because a number that is published but not saved would be given again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts.languages import Languages
from ..joining import persistence
from ..ledger import files
from ..library import Library
from ..pages import addresses
from ..problems import InputError, Problem, Severity, error, pluralize
from ..settings import options
from ..settings.options import Settings
from ..site import model, place
from ..site import table as site_files
from ..site.model import Site
from ..system.caches import to_bytes
from ..system.output_streams import Progress, silent
from . import loading, promises, unchanged
from . import make as website
from .unchanged import Findings, Publication


def build(publication: Publication, progress: Progress = silent) -> Findings:
    """Read everything and publish the website. Return what was found.

    Raises as :func:`publish`.
    """
    content, library, problems = loading.load(
        publication.content, publication.notes, publication.cache
    )
    if not library.sets:
        return Findings(tuple(problems))
    return publish(publication, library, content.languages, progress)


def publish(
    publication: Publication, library: Library, languages: Languages, progress: Progress = silent
) -> Findings:
    """Make the website of ``library`` and put it in place. Return its problems and its weight.

    The caller must lock the ledgers from joining the library until this returns. With ``force`` a
    broken promise is a warning. Raises InputError if the website is refused: then neither a site
    nor a ledger is written. Raises OSError if a file cannot be written.
    """
    terms = check(publication, library, languages)
    with place.beside(publication.out) as work:
        job = website.job(publication, library, languages, work, terms.settings)
        table, pages = website.make(job, progress)
        if any(problem.is_error for problem in pages) and not (
            publication.preview or publication.force
        ):
            message = f"the new website has {_errors(pages)} on its pages and is not put in place"
            hint = "correct what the errors name, or put it in place with --force"
            raise InputError(*pages, error(publication.out, message, hint))
        unkept = save(publication, job.site)
        errors = sum(problem.is_error for problem in (*library.problems, *pages))
        place.put(work, errors, table.files)
    weight = site_files.weight(table.files)  # without its mark
    gone = promises.name_gone(publication.out, terms.published, table.files)
    further = (*terms.doubts, *pages, *unkept, *gone, *model.excess(weight))
    findings = Findings(
        before=library.problems,
        pages=tuple(problem for problem in further if problem not in library.problems),
        weight=weight,
    )
    made_from = "" if publication.preview else unchanged.made_from(publication)
    table = replace(table, input=made_from, problems=to_bytes(findings).decode())
    table.save(place.table_of(publication.out), publication.cache.program)
    publication.cache.keep_used()
    return findings


@dataclass(frozen=True)
class Terms:
    """What a website may be published with."""

    settings: Settings
    doubts: Sequence[Problem] = ()
    published: frozenset[str] = frozenset()
    """The files of the site that it replaces, and of another one that it is compared with."""


def check(publication: Publication, library: Library, languages: Languages) -> Terms:
    """Return the terms for the website of ``library``. Their settings keep what is published.

    Raises InputError with the promises that it would break, and with other reasons not to make it.
    With ``force`` these are warnings, and nothing is kept; a preview is compared with nothing.
    Damaged ledgers or a damaged history always raise InputError.
    """
    chosen = options.load()
    if publication.preview:
        return Terms(chosen)
    folders = persistence.Folders(content=publication.content, notes=publication.notes)
    if persistence.damage(folders):
        raise InputError()
    out = publication.out
    old = place.read_mark(out)
    faults = []
    for path in persistence.changed(library, folders) if publication.locked else ():
        message = "the build would change this ledger, and --locked forbids it"
        hint = "build without --locked and commit the ledger"
        faults.append(error(path, message, hint))
    if old and not old.errors and any(problem.is_error for problem in library.problems):
        message = (
            "the website here has no errors, and is not replaced by one whose input has"
            f" {_errors(library.problems)}"
        )
        hint = "correct what the errors name, or replace it with --force"
        faults.append(error(out, message, hint))
    sites = [out] if old and any(path.startswith(addresses.SHORT) for path in old.files) else []
    sites += [publication.published] if publication.published else []
    breaches, files = compared(library, languages, sites, publication.content)
    faults += breaches
    if publication.force:
        hint = "published because of --force"
        doubts = [replace(each, severity=Severity.WARNING, hint=hint) for each in faults]
        return Terms(chosen, doubts, files)
    if faults:
        raise InputError(*faults)
    offered, _ = options.offer_languages(languages)
    return Terms(*promises.keep(chosen, files, library, offered), files)


def save(publication: Publication, site: Site) -> list[Problem]:
    """Write the ledgers and the history of a site that was made, and what the ids of its feeds
    begin with; nothing if they are locked, or for a preview.

    Returns the problems of what cannot be written. Raises InputError if these are errors, unless
    with ``force``.
    """
    if publication.locked or publication.preview:
        return []
    folders = persistence.Folders(content=publication.content, notes=publication.notes)
    unkept = persistence.save(site.library, folders)
    if site.address:
        files.save_tag(publication.content, site.feed_tag)
    if any(problem.is_error for problem in unkept) and not publication.force:
        raise InputError(*unkept)
    return unkept


def compared(
    library: Library, languages: Languages, sites: Iterable[Path], content: Path
) -> tuple[list[Problem], frozenset[str]]:
    """Return the promises of ``sites`` (each a folder, or its r/index.json) that a website of
    ``library`` would break, and all files of these sites.

    ``content`` is the folder with the ledgers.
    """
    problems: list[Problem] = []
    files = set[str]()
    offered, _ = options.offer_languages(languages)
    for path in sites:
        site, faults = promises.read(path)
        problems += faults
        if site is not None:
            problems += promises.broken(site, library, offered, content / "ledger")
            files.update(site.files)
    return problems, frozenset(files)


def _errors(problems: Sequence[Problem]) -> str:
    return pluralize(sum(problem.is_error for problem in problems), "error")
