"""``rulebinder site``: build the website."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..facts.content import Content
from ..joining import keeping
from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..publishing import address, placing, settings, unchanged, weighing
from ..publishing import releasing as publishing
from ..publishing import site as website
from ..system import collecting, shipped, workers
from . import libraries, printing
from .options import CONTENT, JOBS, NOTES, PUBLISHED

_SHOW = "rulebinder show --out {0}" if shipped.INSTALLED else "make show OUT={0}"
_IN_PLACE = f"The website is in {{0}}. It has {{1}}. Look at it with `{_SHOW}`, or publish the folder."


@click.command()
@NOTES
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the website. An earlier website there is replaced. Other files are kept.",
)
@click.option("--site-url", metavar="URL", help="The address that the website will have, for canonical links and the sitemap.")
@PUBLISHED
@JOBS
@click.option("--locked", is_flag=True, help="Refuse to build if a ledger in CONTENT would change.")
@click.option(
    "--keep-pages",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also keep the pages as MkDocs was given them, in a new folder. `mkdocs build` makes them again.",
)
@click.option("--force", is_flag=True, help="Replace the website even if links break, or with one that has errors.")
@CONTENT
def site(notes: Path, content: Path, jobs: int | None, **asked: Any) -> None:
    """Build the website from a folder of release notes.

    Raw documents are read directly. If a document was imported, its structured file is read instead. A document that
    cannot be read is an error. The website is then built from the others, unless it would replace a website without errors.

    Every link of the replaced website must lead to the same ruling as before. If one would not, or if a ledger in CONTENT
    is damaged, nothing is built or written.
    """
    order = publishing.Order(notes=notes, content=content, **asked)
    try:
        address.read(order.site_url, "--site-url")
    except InputError as failure:
        printing.fail(*failure.problems)
    for folder, option in ((notes, "--notes"), (content, "--content")):
        if _overlap(order.out, folder):
            message = f"--out {order.out} and {option} {folder} overlap: the website needs a folder of its own."
            raise click.UsageError(message)
    for folder in (notes, content, order.out):
        if order.keep_pages and _overlap(order.keep_pages, folder):
            raise click.UsageError(f"--keep-pages {order.keep_pages} and {folder} overlap: the pages need a folder of their own.")
    with contextlib.ExitStack() as stack:
        stack.enter_context(collecting.uncollected())
        stack.enter_context(workers.limited(jobs))
        stack.enter_context(keeping.held(content))
        stack.enter_context(placing.tidy(order.out))
        given = unchanged.of(notes, content, order.out, [order.site_url])
        found = None if order.published or order.force or order.keep_pages else given.recall()
        if found is not None:
            printing.say("Nothing has changed.")
            _show_input(found.before, notes)
            printing.say(_IN_PLACE.format(order.out, weighing.measured(order.out)))
            printing.show(found.pages)
        else:
            found = _made(order, notes, given)
    printing.finish([*found.before, *found.pages])


def _made(order: publishing.Order, notes: Path, given: unchanged.Input) -> unchanged.Found:
    """Read everything and build the website. Return the problems."""
    known, library, problems = libraries.load(order.content, notes, order.out)
    _show_input(problems, notes)
    if not library.sets:
        return unchanged.Found(tuple(problems), ())
    pages, refused = _build(library, known, order, problems)
    found = unchanged.Found(tuple(problems), tuple(problem for problem in pages if problem not in problems))
    printing.show(found.pages)
    if not refused:
        given.remember(found)
    return found


def _show_input(problems: Sequence[Problem], notes: Path) -> None:
    printing.some(problems, f"rulebinder check --all --notes {notes}")


def _overlap(out: Path, folder: Path) -> bool:
    """Return whether one of the folders is the other or is in it."""
    one, other = out.resolve(), folder.resolve()
    return one.is_relative_to(other) or other.is_relative_to(one)


def _build(
    library: Library, known: Content, order: publishing.Order, before: Sequence[Problem]
) -> tuple[Sequence[Problem], bool]:
    """Build the website. Return the further problems, and whether it was refused."""
    with contextlib.ExitStack() as bars:
        try:
            weighed = _weighed(library, known, order)
            problems = [*weighed, *publishing.publish(library, known, order, before, printing.Bars(bars))]
        except InputError as failure:
            problems, refused = list(failure.problems), True
        except OSError as failure:
            place = Place(str(failure.filename or order.out))
            problems, refused = [error(place, f"cannot be written ({failure.strerror})", "choose another --out")], True
        else:
            refused = False
    if refused:
        printing.note(f"No website was built; {order.out} is unchanged.")
    else:
        printing.say(_IN_PLACE.format(order.out, weighing.measured(order.out)))
    return problems, refused


def _weighed(library: Library, known: Content, order: publishing.Order) -> list[Problem]:
    """Print how large the website will be and which hosts take it. Return the problems of those that do not."""
    planned = website.described(library, known.languages, settings.load(), order.site_url)
    weight = weighing.expected(planned)
    printing.say(f"The website will have about {weight}: {weighing.told(weight)}.")
    if not planned.address:
        printing.say(
            "It has no address (--site-url, or site_url in mkdocs.yml): it gets no feeds and no sitemap, and its data no full addresses."
        )
    return weighing.excess(weight)
