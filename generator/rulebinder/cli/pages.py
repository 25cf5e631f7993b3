"""``rulebinder pages``: write all pages as Markdown files."""

from __future__ import annotations

from pathlib import Path

import click

from ..facts import yaml_files
from ..markdown import plain
from ..pages import addresses, plan_pages
from ..plugin import rendering
from ..problems import Problem
from ..publishing import publish
from ..settings import options
from ..site import place
from ..site.model import Files, Site
from ..site.table import Weight, describe_clash
from ..system import shipped
from ..system.output_streams import Progress
from . import output
from .options import CONTENT, FOLDER, NOTES, check_apart


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
    check_apart(folder, notes, content)
    facts, library = publish.load(content, notes, listen=output.say_document)
    output.show_input(library.problems)
    if not library.sets:
        return
    doubles: list[Problem] = []
    sizes: list[int] = []
    with output.Bars("Writing") as bar, output.writing(folder, "choose another --out"):
        site = publish.describe_site(library, facts.languages, options.load())
        with place.beside(folder, place.PAGES) as work:
            for path, page in _pages(site, bar):
                file = work.site / path
                if file.exists():
                    doubles.append(describe_clash(path))
                    continue
                file.parent.mkdir(parents=True, exist_ok=True)
                sizes.append(file.write_bytes(page.encode() if isinstance(page, str) else page))
            place.put(work, len(doubles))
    output.say(f"The pages are in {folder}: {Weight(files=len(sizes), size=sum(sizes))}.")
    output.show(doubles)


def _pages(site: Site, progress: Progress) -> Files:
    """Yield all pages of ``site``, by their path in its folder: the hand-written ones of all
    languages, then the generated ones.
    """
    plans = []
    hand_written, _ = rendering.read_hand_written(shipped.DOCS, site.langs)
    for lang, edition in site.editions.items():
        for path, content in rendering.cite_rulings(hand_written[lang], site, lang).items():
            is_page = path.endswith(".md")
            yield f"{lang}/{path}", plain.convert_own_page(content) if is_page else content
        render = rendering.Renderer(site, lang)
        plans += [(lang, render, plan) for plan in plan_pages(edition, site.slices)]
    for done, (lang, render, plan) in enumerate(plans, 1):
        page = plan.make()
        front = yaml_files.dump({"title": page.title, "kind": plan.kind, "lang": lang})
        text = plain.convert_page(render.write_source(plan.kind, page).text)
        yield f"{lang}/{addresses.source_file(page.url)}", f"---\n{front}---\n\n{text}"
        progress("pages", done, len(plans))
