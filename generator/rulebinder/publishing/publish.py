"""Publish a website: read everything, make the site, compare it with earlier ones, and put it in
place only if it keeps their promises.

Checks that need no new site come first. Then the site is made. The ledgers are saved before the
site is put in place, because a number that is published but not saved would be given again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ..facts.content import Content, load_content
from ..facts.languages import Languages
from ..joining import checks, persistence
from ..ledger import files as ledgers
from ..library import Library
from ..notes import ReleaseNotes
from ..outputs import feeds
from ..pages import addresses
from ..pictures import model as pictures
from ..problems import InputError, Place, Problem, Severity, error, pluralize, refusal
from ..reading import inputs
from ..rulebook import book as rulebooks
from ..settings import files as settings_files
from ..settings import options
from ..settings.options import OFF, RULINGS, Settings
from ..site import model, place, table
from ..site.model import Site
from ..system import shipped
from ..system.caches import NO_CACHE, Cache
from ..system.files import digest, digests
from ..system.output_streams import Progress, silent
from . import make, promises, unchanged
from .unchanged import TABLE, Findings, Publication

Listener = Callable[[Path, ReleaseNotes | None, Sequence[Problem]], None]
"""Is called with the path of a document, what was read of it, and its problems."""


def build(publication: Publication, progress: Progress = silent) -> Findings:
    """Read everything and publish the website. Return the problems, and how large it is.

    Raises as :func:`publish`.
    """
    content, library = load(publication.content, publication.notes, publication.cache)
    if not library.sets:
        return Findings(library.problems)
    return publish(publication, library, content.languages, progress)


def load(
    content: Path, notes: Path, cache: Cache = NO_CACHE, listen: Listener = lambda *_: None
) -> tuple[Content, Library]:
    """Return the content, and the library of the documents in ``notes``, which has all problems.
    ``listen`` hears of each document.

    The ``cache`` keeps what was read of the files, and gives it back if nothing changed.
    """
    key = digest("facts", *digests([content, *shipped.owner_folders()], [content / "ledger"]))
    facts, problems = cache.get_or_make(key, functools.partial(load_content, content))
    languages, of_languages = options.offer_languages(facts.languages)
    facts = replace(facts, languages=languages, key=key)
    folder, of_documents = inputs.read_folder(notes, facts, listen, cache)
    problems = [*problems, *of_languages, *of_documents]
    if not folder.documents:
        problems.append(error(notes, "no release notes in this folder", inputs.EXPECTED))
    books, of_books = rulebooks.load_all(notes)
    library, of_ledgers = persistence.join_documents(
        folder.documents,
        facts,
        persistence.Folders(content=content, notes=notes),
        cache,
        rulebooks=books,
        unruled=(*folder.unruled, *facts.catalogue.all_cards),
    )
    checked = checks.Checked(library, facts.catalogue, facts.languages, shipped.overlay_finder())
    doubts = sorted(
        [*checks.check_library(checked), *checks.check_facts(checked)],
        key=lambda problem: (problem.place, problem.message),
    )
    problems += [*of_books, *of_ledgers, *library.problems, *doubts]
    if folder.documents:
        is_owned = shipped.owner() is not None
        problems += checks.find_idle_corrections(checked, facts.corrections, owned=is_owned)
    return facts, replace(library, problems=tuple(problems))


def describe_site(
    library: Library, languages: Languages, settings: Settings, site_url: str | None = None
) -> Site:
    """Return the site to make, at ``site_url`` or the address in the settings. The ``languages``
    are as :func:`load` returns them.

    The site works at any address, because its links are relative. Only canonical links, the sitemap
    and preview pictures need the address. It has preview pictures if the settings want them and
    there is an address, because only absolute links lead to them. Raises InputError if the address
    is wrong, or if no language has interface words.
    """
    address = settings_files.check_address(
        settings.site_url if site_url is None else site_url,
        "" if site_url is None else "--site-url",
    )
    wanted = settings.preview_pictures if address else OFF
    site = Site(
        library=library,
        languages=languages,
        address=address,
        quoting=wanted == RULINGS,
        short_pages=settings.short_pages,
        rulings_api=settings.rulings_api,
        feeds=settings.feeds,
        feed_tag=feeds.make_tag(library, address, settings.feed_authority) if address else "",
        owner=settings.owner,
    )
    if not site.langs:
        hint = "give at least one language its `interface`"
        raise refusal(Place("content/languages"), "no language has interface words", hint)
    if wanted == OFF:
        return site
    return site.having(pictures=pictures.describe_pictures(site.edition))


def publish(
    publication: Publication, library: Library, languages: Languages, progress: Progress
) -> Findings:
    """Make the website of ``library`` and put it in place. Return its problems and its weight.

    The caller must lock the ledgers from joining the library until this returns. With ``force`` a
    broken promise is a warning. Raises InputError if the website is refused: then neither a site
    nor a ledger is written. Raises OSError if a file cannot be written.
    """
    settings, doubts, published = check(publication, library, languages)
    with place.beside(publication.out) as work:
        site = describe_site(library, languages, settings, publication.site_url)
        files, of_pages = make.make_site(make.set_up(publication, site, work), progress)
        errors = _count_errors(of_pages)
        if errors and not (publication.preview or publication.force):
            message = f"the new website has {pluralize(errors, 'error')} on its pages"
            hint = "correct what the errors name, or put it in place with --force"
            refused = error(publication.out, f"{message} and is not put in place", hint)
            raise InputError(*of_pages, refused)
        unsaved = save(publication, site)
        place.put(work, errors + _count_errors(library.problems), files.files)
    weight = table.weigh(files.files)  # without its mark
    gone_files = promises.name_gone(publication.out, published, files.files)
    others = (*doubts, *of_pages, *unsaved, *gone_files, *model.find_excess(weight))
    findings = Findings(
        input_problems=library.problems,
        page_problems=tuple(problem for problem in others if problem not in library.problems),
        weight=weight,
    )
    #  The ledgers are inputs, so this comes after they were saved. A preview is always made anew.
    made_from = "" if publication.preview else unchanged.digest_inputs(publication)
    publication.cache.put(TABLE, replace(files, input=made_from, findings=findings))
    publication.cache.keep_used()
    return findings


def check(
    publication: Publication, library: Library, languages: Languages
) -> tuple[Settings, list[Problem], frozenset[str]]:
    """Return what the website of ``library`` may be published with: the settings, which keep what
    is published; warnings; and the files of the site that it replaces and of another one that it is
    compared with.

    Raises InputError with the promises that it would break, and with other reasons not to make it.
    With ``force`` these are warnings, and nothing is kept; a preview is compared with nothing.
    Damaged ledgers or a damaged history always raise InputError.
    """
    settings = options.load()
    if publication.preview:
        return settings, [], frozenset()
    folders = persistence.Folders(content=publication.content, notes=publication.notes)
    if persistence.find_damage(folders):
        raise InputError()  # the problems of the library name the damage
    old = place.read_mark(publication.out)
    problems = []
    for path in persistence.list_changed_ledgers(library, folders) if publication.locked else ():
        message = "the build would change this ledger, and --locked forbids it"
        hint = "build without --locked and commit the ledger"
        problems.append(error(path, message, hint))
    if old and not old.errors and (errors := _count_errors(library.problems)):
        message = (
            "the website here has no errors, and is not replaced by one whose input has"
            f" {pluralize(errors, 'error')}"
        )
        hint = "correct what the errors name, or replace it with --force"
        problems.append(error(publication.out, message, hint))
    has_rulings = old and any(path.startswith(addresses.SHORT) for path in old.files)
    sites = [publication.out] if has_rulings else []
    sites += [publication.published] if publication.published else []
    breaches, published = compare(library, languages, sites, publication.content)
    problems += breaches
    if publication.force:
        hint = "published because of --force"
        doubts = [replace(problem, severity=Severity.WARNING, hint=hint) for problem in problems]
        return settings, doubts, published
    if problems:
        raise InputError(*problems)
    return *promises.keep(settings, published, library, languages), published


def compare(
    library: Library, languages: Languages, sites: Iterable[Path], content: Path
) -> tuple[list[Problem], frozenset[str]]:
    """Return the promises of ``sites`` (each a folder, or its r/index.json) that a website of
    ``library`` would break, and all files of these sites.

    ``content`` is the folder with the ledgers.
    """
    problems: list[Problem] = []
    files = set[str]()
    for path in sites:
        try:
            site = promises.read_published(path)
        except InputError as failure:
            problems += failure.problems
        else:
            problems += promises.find_broken(site, library, languages, content / "ledger")
            files.update(site.files)
    return problems, frozenset(files)


def save(publication: Publication, site: Site) -> list[Problem]:
    """Write the ledgers and the history of a site that was made, and what the ids of its feeds
    begin with; nothing if they are locked, or for a preview.

    Returns the problems of what cannot be written. Raises InputError if these are errors, unless
    with ``force``.
    """
    if publication.locked or publication.preview:
        return []
    folders = persistence.Folders(content=publication.content, notes=publication.notes)
    unsaved = persistence.save_ledgers(site.library, folders)
    if site.address:
        ledgers.save_tag(publication.content, site.feed_tag)
    if _count_errors(unsaved) and not publication.force:
        raise InputError(*unsaved)
    return unsaved


def _count_errors(problems: Iterable[Problem]) -> int:
    return sum(problem.is_error for problem in problems)
