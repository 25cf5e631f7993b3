"""``rulebinder site``: build the website."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from ....build import unchanged
from ....build.unchanged import Publication
from ....ledger import files as ledgers
from ....problems import Problem
from ....settings import files
from ....site import place
from ... import notices, output
from ...options import CONTENT, FORCE, JOBS, LOCKED, NOTES, OUT, PUBLISHED, SITE_URL, apart


def _refuse_cluster(_: click.Context, __: click.Parameter, address: str | None) -> None:
    """End the command if it has an option of earlier versions."""
    if address is not None:
        hint = "one machine builds everything that was ever published; --jobs N sets its processes"
        click.echo(f"--cluster is gone: {hint}", err=True)
        sys.exit(2)


@click.command()
@NOTES
@OUT
@SITE_URL
@PUBLISHED
@JOBS
@click.option(
    "--cluster",
    is_flag=False,
    flag_value="",
    hidden=True,
    is_eager=True,
    expose_value=False,
    callback=_refuse_cluster,
    help="Say what to do instead of building with several machines.",
)
@LOCKED
@FORCE
@CONTENT
def site(**asked: Any) -> None:
    """Build the website from a folder of release notes.

    Raw documents are read directly. If a document was imported, its structured file is read
    instead. A document that cannot be read is an error. The website is then built from the others,
    unless it would replace a website without errors.

    Every link of the replaced website must lead to the same ruling as before. If one would not, or
    if a ledger in CONTENT is damaged, nothing is built or written.
    """
    output.finish(_build(publication(**asked)))


def publication(**asked: Any) -> Publication:
    """Return the publication with the options of a command.

    Raises InputError if the address is wrong. Ends the command if folders overlap.
    """
    given = Publication(**asked)
    files.read_address(given.site_url, "--site-url")
    apart(given.out, given.notes, given.content)
    return given


def _build(publication: Publication) -> list[Problem]:
    """Build the website, unless it is there already, and print what is found.

    Return all problems.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(ledgers.held(publication.content))
        stack.enter_context(place.tidy(publication.out))
        is_asked = publication.published or publication.force
        found = None if is_asked else unchanged.recall(publication)
        if found is not None:
            output.say("Nothing has changed.")
            notices.about_input(found.before)
            notices.in_place(publication.out, found)
            output.show(found.pages)
        else:
            #  To import all that builds takes longer than to find that nothing has changed.
            from ... import build  # noqa: PLC0415

            found = build.make_site(publication)
    return [*found.before, *found.pages]
