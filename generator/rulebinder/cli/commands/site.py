"""``rulebinder site`` and ``verify``: build a website, remove it, or compare it with what a build
makes or its manifest says.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from ...ledger import files as ledgers
from ...problems import Problem, counted, error
from ...publishing import unchanged
from ...publishing.unchanged import Publication
from ...settings import files
from ...site import place
from .. import output
from ..options import (
    CONTENT,
    EXISTING,
    FORCE,
    JOBS,
    LOCKED,
    NOTES,
    OUT,
    PUBLISHED,
    SITE_URL,
    apart,
)

_HINT = (
    "build the site again with `rulebinder site`; if it still differs, somebody changed the file,"
    " or an input is another"
)
_SHOWN = 3
"""The most files and folders that `--clean` names."""


@click.command()
@NOTES
@OUT
@SITE_URL
@PUBLISHED
@JOBS
@LOCKED
@FORCE
@click.option(
    "--clean",
    is_flag=True,
    is_eager=True,
    help="Build nothing: remove the website. Other files in its folder are kept.",
)
@click.option(
    "--verify",
    is_flag=True,
    help=(
        "Build the website anew in a folder beside it, compare all files, and remove the folder"
        " again."
    ),
)
@CONTENT
def site(clean: bool, verify: bool, **asked: Any) -> None:
    """Build the website from a folder of release notes.

    Raw documents are read directly. If a document was imported, its structured file is read
    instead. A document that cannot be read is an error. The website is then built from the others,
    unless it would replace a website without errors.

    Every link of the replaced website must lead to the same ruling as before. If one would not, or
    if a ledger in CONTENT is damaged, nothing is built or written.

    With --verify and the same other options, each file that differs, is missing or is no longer
    made is an error. Each one that others added is a warning.
    """
    if clean + verify + asked["force"] > 1:
        raise click.UsageError("--clean, --verify and --force exclude each other.")
    if clean:
        _clean(asked["out"])
        return
    options = Publication(**asked)
    files.read_address(options.site_url, "--site-url")
    apart(options.out, options.notes, options.content)
    if verify:
        _verify(options)
    output.finish(_build(options))


def _build(publication: Publication) -> list[Problem]:
    """Build the website, unless it is there already, and print what is found.

    Return all problems.
    """
    with ledgers.held(publication.content), place.tidy(publication.out):
        is_asked = publication.published or publication.force
        findings = None if is_asked else unchanged.recall(publication)
        if findings is not None:
            output.say("Nothing has changed.")
            output.of_input(findings.before)
            output.in_place(publication.out, findings.weight)
            output.show(findings.pages)
        else:
            #  To import all that builds takes longer than to find that nothing has changed.
            from .. import building  # noqa: PLC0415

            findings = building.make_site(publication)
    return [*findings.before, *findings.pages]


def _finish(problems: list[Problem], proven: str) -> NoReturn:
    """Print problems, or what the comparison has ``proven``, and exit."""
    if not any(problem.is_error for problem in problems):
        output.say(proven)
    output.fail(*problems)


@click.command()
@click.option(
    "--manifest",
    "folder",
    metavar="FOLDER",
    type=EXISTING,
    required=True,
    help="Folder of the website.",
)
def verify(folder: Path) -> None:
    """Compare the files of a website, or of a copy of one, with its data/manifest.json.

    Nothing is built. `rulebinder site --verify` compares a website with what a build makes.
    """
    files = place.read_manifest(folder)
    differences = list(place.compare(folder, files, place.COPY))
    _finish(differences, f"{folder} is what its manifest says: {counted(len(files), 'file')}.")


def _verify(options: Publication) -> NoReturn:
    """Compare the website with one that is built anew, and exit."""
    from ...publishing import promises, publish  # noqa: PLC0415 -- as above

    mark = place.read_mark(options.out)
    if mark is None:
        hint = "build one with `rulebinder site`"
        output.fail(error(options.out, "no website is in this folder", hint))
    with tempfile.TemporaryDirectory(
        prefix=f".{options.out.name}-", dir=options.out.parent
    ) as folder:
        is_promised = (options.out / promises.INDEX).is_file()
        fresh = replace(
            options,
            locked=True,
            out=Path(folder) / options.out.name,
            published=options.out if is_promised else None,  # it keeps what it has published
        )
        with output.written(fresh.out, "choose another --out"), output.Bars() as bar:
            findings = publish.build(fresh, bar)
        if findings.weight:
            files = place.read_manifest(fresh.out, place.MANIFEST, place.MARK)
            differences = list(place.compare(options.out, files, _HINT))
        else:
            differences = [problem for problem in findings.problems if problem.is_error]
    count = counted(len(mark.files), "file")
    _finish(differences, f"{options.out} is what a build makes: {count}, byte by byte.")


def _clean(out: Path) -> None:
    """Remove a website: the files that the build wrote, and no others."""
    with output.written(out, fault="cannot be removed"):
        left = place.clean(out)
    tops = list(dict.fromkeys(path.partition("/")[0] for path in left))
    named = ", ".join(tops[:_SHOWN]) + (" …" if len(tops) > _SHOWN else "")
    kept = f"; {counted(len(left), 'other file')} left: {named}" if left else ""
    output.say(f"The website in {out} is removed{kept}.")
