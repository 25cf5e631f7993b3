"""``rulebinder site`` and ``verify``: build a website, remove it, or compare it with what a build
makes or its manifest says.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..ledger import files as ledgers
from ..problems import InputError, Problem, pluralize, refusal
from ..publishing import unchanged
from ..publishing.unchanged import Findings, Publication
from ..settings import files
from ..site import place
from ..system import shipped
from . import output
from .options import CONTENT, FOLDER, JOBS, NOTES, PUBLISHED, check_apart

_HINT = (
    "build the site again with `rulebinder site`; if it still differs, somebody changed the file,"
    " or an input is another"
)
_SHOW = "rulebinder show --out {0}" if shipped.INSTALLED else "make show OUT={0}"
_MOST_NAMES = 3
"""The most files and folders that `--clean` names."""


@click.command()
@NOTES
@click.option(
    "--out",
    required=True,
    type=FOLDER,
    help="Folder for the website. An earlier website there is replaced. Other files are kept.",
)
@click.option(
    "--site-url",
    metavar="URL",
    help="The address that the website will have, for canonical links and the sitemap.",
)
@PUBLISHED
@JOBS
@click.option(
    "--locked",
    is_flag=True,
    help=(
        "Write no ledger, and refuse to build if a number or a wording would have to be added to"
        " one in CONTENT."
    ),
)
@click.option(
    "--force",
    is_flag=True,
    help="Replace the website even if links break, or with one that has errors.",
)
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
    if [clean, verify, asked["force"]].count(True) > 1:
        raise click.UsageError("--clean, --verify and --force exclude each other.")
    if clean:
        _clean(asked["out"])
        return
    publication = Publication(**asked)
    files.check_address(publication.site_url, "--site-url")
    check_apart(publication.out, publication.notes, publication.content)
    if verify:
        _compare_with_new_build(publication)
        return
    with ledgers.lock(publication.content), place.tidy(publication.out):
        #  Another site may have changed, and --force accepts what an earlier build refused.
        must_build = publication.published or publication.force
        findings = None if must_build else unchanged.recall(publication)
        if findings is not None:
            output.say("Nothing has changed.")
            output.show_input(findings.input_problems)
        else:
            findings = _build(publication)
        if findings.weight:
            output.say(
                f"The website is in {publication.out}. It has {findings.weight}. Look at it with"
                f" `{_SHOW.format(publication.out)}`, or publish the folder."
            )
        output.show(findings.page_problems)


def _build(publication: Publication) -> Findings:
    """Read everything and build the website, or say that none was built. Print the problems of the
    input. Those of the pages are only returned.
    """
    #  To import all that builds takes longer than to find that nothing has changed.
    from ..publishing import publish  # noqa: PLC0415
    from ..settings import options  # noqa: PLC0415

    content, library = publish.load(
        publication.content, publication.notes, publication.cache, output.say_document
    )
    output.show_input(library.problems)
    if not library.sets:
        return Findings(library.problems)
    site_url, out = publication.site_url, publication.out
    try:
        if not (options.load().site_url if site_url is None else site_url):
            output.say(
                "The website has no address (--site-url, or site_url in mkdocs.yml): it gets no"
                " feeds and no sitemap, and its data no full addresses."
            )
        with output.writing(out, "choose another --out"), output.Bars() as bar:
            return publish.publish(publication, library, content.languages, bar)
    except InputError as failure:
        output.note(f"No website was built; {out} is unchanged.")
        others = (problem for problem in failure.problems if problem not in library.problems)
        return Findings(library.problems, tuple(others))


def _clean(out: Path) -> None:
    """Remove a website: the files that the build wrote, and no others."""
    with output.writing(out, fault="cannot be removed"):
        left = place.clean(out)
    tops = list(dict.fromkeys(path.partition("/")[0] for path in left))
    names = ", ".join(tops[:_MOST_NAMES]) + (" …" if len(tops) > _MOST_NAMES else "")
    kept = f"; {pluralize(len(left), 'other file')} left: {names}" if left else ""
    output.say(f"The website in {out} is removed{kept}.")


def _compare_with_new_build(publication: Publication) -> None:
    """Compare the website with one that is built anew, and print the differences."""
    from ..publishing import promises, publish  # noqa: PLC0415 -- as above

    out = publication.out
    in_place = place.read_mark(out)
    if in_place is None:
        hint = "build one with `rulebinder site`"
        raise refusal(out, "no website is in this folder", hint)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as folder:
        has_index = (out / promises.INDEX).is_file()
        fresh = replace(
            publication,
            locked=True,
            out=Path(folder) / out.name,
            published=out if has_index else None,  # it keeps what it has published
        )
        with output.writing(fresh.out, "choose another --out"), output.Bars() as bar:
            findings = publish.build(fresh, bar)
        if findings.weight:
            listed = place.read_manifest(fresh.out, place.MANIFEST, place.MARK)
            differences = list(place.compare(out, listed, _HINT))
        else:
            differences = [problem for problem in findings.problems if problem.is_error]
    count = pluralize(len(in_place.files), "file")
    _report_comparison(differences, f"{out} is what a build makes: {count}, byte by byte.")


@click.command()
@click.option(
    "--manifest",
    "folder",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of the website.",
)
def verify(folder: Path) -> None:
    """Compare the files of a website, or of a copy of one, with its data/manifest.json.

    Nothing is built. `rulebinder site --verify` compares a website with what a build makes.
    """
    listed = place.read_manifest(folder)
    differences = list(place.compare(folder, listed, place.COPY))
    _report_comparison(
        differences, f"{folder} is what its manifest says: {pluralize(len(listed), 'file')}."
    )


def _report_comparison(problems: list[Problem], proof: str) -> None:
    """Print the differences, and the sentence ``proof`` unless one of them is an error."""
    if not any(problem.is_error for problem in problems):
        output.say(proof)
    output.show(problems)
