"""``rulebinder site``: build the website."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..facts.content import Content
from ..joining import keeping
from ..library import Library
from ..problems import InputError, Place, Problem, error
from ..publishing import address, building, clusters, parts, placing, settings, unchanged, weighing
from ..publishing import releasing as publishing
from ..publishing import site as website
from ..system import collecting, shipped, workers
from . import libraries, printing
from .options import CONTENT, FORCE, JOBS, LOCKED, NOTES, OUT, PUBLISHED, SITE_URL

_SHOW = "rulebinder show --out {0}" if shipped.INSTALLED else "make show OUT={0}"
_IN_PLACE = f"The website is in {{0}}. It has {{1}}. Look at it with `{_SHOW}`, or publish the folder."
_SHARE = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
_MOST_PARTS = 256
"""The most jobs of a matrix at GitHub."""


class _ShareType(click.ParamType[parts.Share]):
    name = "K/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> parts.Share:
        """Return the part that ``value`` names, such as 2/6."""
        found = _SHARE.fullmatch(str(value))
        if not found or not 1 <= int(found[1]) <= int(found[2]) <= _MOST_PARTS:
            self.fail(f"{value!r} is no part: write it like 2/6, with at most {_MOST_PARTS} parts", param, ctx)
        return parts.Share(int(found[1]), int(found[2]))


@click.command()
@NOTES
@OUT
@SITE_URL
@PUBLISHED
@JOBS
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Build with the workers of the Dask scheduler at ADDRESS, such as tcp://10.0.0.1:8786. They need the same version.",
)
@click.option(
    "--part",
    metavar="K/N",
    type=_ShareType(),
    help="Only build part K of N, and write it to OUT/K-of-N.part. `rulebinder assemble` makes the website of all parts.",
)
@LOCKED
@click.option(
    "--keep-pages",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also keep the pages as MkDocs was given them, in a new folder. `mkdocs build` makes them again.",
)
@FORCE
@CONTENT
def site(jobs: int | None, cluster: str | None, part: parts.Share | None, **asked: Any) -> None:
    """Build the website from a folder of release notes.

    Raw documents are read directly. If a document was imported, its structured file is read instead. A document that
    cannot be read is an error. The website is then built from the others, unless it would replace a website without errors.

    Every link of the replaced website must lead to the same ruling as before. If one would not, or if a ledger in CONTENT
    is damaged, nothing is built or written.

    With --part, no website is checked or replaced, and no ledger is written: `rulebinder assemble` does both.
    """
    order = order_of(part=part or parts.WHOLE, **asked)
    if order.keep_pages and (cluster or part):
        raise click.UsageError("--keep-pages needs a build of all pages on this machine: leave out --cluster and --part.")
    if cluster and part:
        raise click.UsageError("--cluster and --part exclude each other.")
    with contextlib.ExitStack() as stack:
        stack.enter_context(workers.limited(jobs))
        if cluster:
            stack.enter_context(building.by(clusters.crew(cluster)))
        found = _part(order) if part else build(order)
    printing.finish(found)


def order_of(**asked: Any) -> publishing.Order:
    """Return the order with the options of a command. End the command if the address is wrong or if folders overlap."""
    order = publishing.Order(**asked)
    try:
        address.read(order.site_url, "--site-url")
    except InputError as failure:
        printing.fail(*failure.problems)
    _check_folders(order)
    return order


def _check_folders(order: publishing.Order) -> None:
    """End the command unless the folders of its input and its output lie beside each other."""
    for folder, option in ((order.notes, "--notes"), (order.content, "--content")):
        if _overlap(order.out, folder):
            message = f"--out {order.out} and {option} {folder} overlap: the website needs a folder of its own."
            raise click.UsageError(message)
    for folder in (order.notes, order.content, order.out):
        if order.keep_pages and _overlap(order.keep_pages, folder):
            raise click.UsageError(f"--keep-pages {order.keep_pages} and {folder} overlap: the pages need a folder of their own.")


def build(order: publishing.Order) -> list[Problem]:
    """Build the website, unless it is there already, and print what is found. Return all problems."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(collecting.uncollected())
        stack.enter_context(keeping.held(order.content))
        stack.enter_context(placing.tidy(order.out))
        given = unchanged.of(order.notes, order.content, order.out, [order.site_url])
        found = None if order.published or order.force or order.keep_pages else given.recall()
        if found is not None:
            printing.say("Nothing has changed.")
            _show_input(found.before, order)
            printing.say(_IN_PLACE.format(order.out, weighing.measured(order.out)))
            printing.show(found.pages)
        else:
            found = _made(order, given)
    return [*found.before, *found.pages]


def _part(order: publishing.Order) -> list[Problem]:
    """Build one part, and print what is found. Return all problems."""
    with collecting.uncollected(), keeping.held(order.content), contextlib.ExitStack() as bars:
        known, library, problems = libraries.load(order.content, order.notes)
        _show_input(problems, order)
        if not library.sets:
            return problems
        try:
            path, found = publishing.part(library, known, order, printing.Bars(bars))
        except InputError as failure:
            path, found = None, list(failure.problems)
        except OSError as failure:
            path, found = None, [_unwritable(order, failure)]
        bars.close()
        printing.say(f"Part {order.part} of the website is in {path}." if path else f"Part {order.part} was not built.")
    printing.show(found)
    return [*problems, *found]


def _made(order: publishing.Order, given: unchanged.Input) -> unchanged.Found:
    """Read everything and build the website. Return the problems."""
    known, library, problems = libraries.load(order.content, order.notes, order.out)
    _show_input(problems, order)
    if not library.sets:
        return unchanged.Found(tuple(problems), ())
    pages, refused = _build(library, known, order, problems)
    found = unchanged.Found(tuple(problems), tuple(problem for problem in pages if problem not in problems))
    printing.show(found.pages)
    if not refused:
        given.remember(found)
    return found


def _show_input(problems: Sequence[Problem], order: publishing.Order) -> None:
    printing.some(problems, f"rulebinder check --all --notes {order.notes}")


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
            problems, refused = [_unwritable(order, failure)], True
        else:
            refused = False
    if refused:
        printing.note(f"No website was built; {order.out} is unchanged.")
    else:
        printing.say(_IN_PLACE.format(order.out, weighing.measured(order.out)))
    return problems, refused


def _unwritable(order: publishing.Order, failure: OSError) -> Problem:
    return error(Place(str(failure.filename or order.out)), f"cannot be written ({failure.strerror})", "choose another --out")


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
