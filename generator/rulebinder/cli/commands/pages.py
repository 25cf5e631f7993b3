"""``rulebinder pages``: write all pages as Markdown files."""

from __future__ import annotations

from pathlib import Path

import click

from ...facts import yaml_files
from ...markdown import plain
from ...pages import addresses
from ...pages import plan as plan_pages
from ...plugin import rendering
from ...problems import Problem
from ...publishing import loading
from ...publishing import make as website
from ...settings import options
from ...site import place
from ...site.model import Files, Site
from ...site.table import Weight, made_twice
from ...system import shipped
from ...system.output_streams import Progress, silent
from .. import output
from ..options import CONTENT, FOLDER, NOTES, apart


def write(site: Site, out: Path, progress: Progress = silent) -> tuple[list[Problem], Weight]:
    """Write the pages of ``site`` into the folder ``out``, whole or not at all. Earlier pages there
    are replaced.

    Returns a problem for each page that is left out because another one has its name, and how much
    was written. Raises InputError if the folder has files that are not ours or if an interface word
    is missing, and OSError.
    """
    problems: list[Problem] = []
    sizes: list[int] = []
    with place.beside(out, place.PAGES) as work:
        for path, content in files(site, progress):
            file = work.site / path
            if file.exists():
                problems.append(made_twice(path))
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            sizes.append(
                file.write_bytes(content.encode() if isinstance(content, str) else content)
            )
        place.put(work, len(problems))
    return problems, Weight(files=len(sizes), size=sum(sizes))


def files(site: Site, progress: Progress = silent) -> Files:
    """Yield all pages of ``site``, by their path in its folder: the hand-written ones of all
    languages, then the generated ones.
    """
    plans = []
    for lang, edition in site.editions.items():
        written, _ = rendering.read(shipped.DOCS, lang, site.langs)
        for path, content in rendering.cited(written, site, lang).items():
            yield f"{lang}/{path}", plain.hand_written(content) if path.endswith(".md") else content
        render = rendering.Renderer(site, lang)
        plans += [(lang, render, plan) for plan in plan_pages(edition, site.slices)]
    for done, (lang, render, plan) in enumerate(plans, 1):
        page = plan.make()
        front = yaml_files.dump({"title": page.title, "kind": plan.kind, "lang": lang})
        text = plain.page(render.source(plan.kind, page).text)
        yield f"{lang}/{addresses.source(page.url)}", f"---\n{front}---\n\n{text}"
        progress("pages", done, len(plans))


@click.command()
@NOTES
@click.option(
    "--out",
    "folder",
    required=True,
    metavar="DIR",
    type=FOLDER,
    help="Folder for the pages. Earlier pages there are replaced. Other files are kept.",
)
@CONTENT
def pages(notes: Path, folder: Path, content: Path) -> None:
    """Write all pages of the website as Markdown files, which link to each other.

    They can be read as they are, on GitHub, in an editor or with pandoc. No ledger is written: new
    rulings get their permanent numbers when the website is built.
    """
    apart(folder, notes, content)
    known, library, problems = loading.load(content, notes, listen=output.told)
    output.of_input(problems)
    if not library.sets:
        output.finish(problems)
    with output.Bars("Writing") as bar, output.written(folder, "choose another --out"):
        site = website.described(library, known.languages, options.load())
        found, weight = write(site, folder, bar)
    output.say(f"The pages are in {folder}: {weight}.")
    output.show(found)
    output.finish([*problems, *found])
