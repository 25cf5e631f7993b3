"""Builds a plain MkDocs site with Material's own search, for comparison."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from json import dumps, loads
from pathlib import Path

from rulebinder.facts.files import yaml_files
from rulebinder.facts.languages import spoken
from rulebinder.library import Library, LibraryCard
from rulebinder.plugin import handwritten
from rulebinder.settings import options
from rulebinder.site.model import Site
from rulebinder.system import places
from rulebinder.system.files.whole_files import write_whole
from site_tests import outputs
from site_tests.bench.setting import content

LANG = "en"
"""The language of its pages. Material has one index for each site."""
INDEX = Path("search") / "search_index.json"


def build(library: Library, work: Path) -> Path:
    """Build a site of the library's pages in LANG in the folder ``work``, as plain Material would
    show them.
    """
    languages = options.offered(content().languages)[0]
    kept, _ = handwritten.read(places.DOCS, LANG, spoken(languages))
    outputs.render(Site(library=library, languages=languages), LANG, work / "docs", kept)
    return _built(work)


def build_empty(work: Path) -> Path:
    """Build a site of one page, for the index of :func:`fill`."""
    write_whole(work / "docs" / "index.md", "# Home\n")
    return _built(work)


def fill(folder: Path, library: Library) -> int:
    """Give the site in ``folder`` the index that it would have with a page for each card in LANG.
    Return the index's bytes.

    Building all those pages would take hours, and the search reads only the index.
    """
    index = loads((folder / INDEX).read_text(encoding="utf-8"))
    index["docs"] = [entry for card in library.cards.values() for entry in _entries(card)]
    text = dumps(index, ensure_ascii=False, separators=(",", ":"))
    write_whole(folder / INDEX, text)
    return len(text.encode("utf-8"))


def _entries(card: LibraryCard) -> Iterable[dict[str, str]]:
    """Yield the entries that Material's plugin writes for a page: its title, and its content as
    HTML.
    """
    for notes in card.notes:
        if notes.lang == LANG:
            printed = "".join(
                f"<p>{text.plain()}</p>"
                for face in notes.entry.card.faces
                for text in face.rules_text
            )
            rulings = "".join(f"<li>{ruling.text.plain()}</li>" for ruling in notes.notes)
            yield {
                "location": f"cards/{card.slug}/",
                "title": notes.entry.card.name,
                "text": f"{printed} <ul> {rulings} </ul>",
            }


def _built(work: Path) -> Path:
    settings = {
        "site_name": "Plain",
        "docs_dir": str(work / "docs"),
        "site_dir": str(work / "site"),
        "theme": {"name": "material", "language": LANG},
        "plugins": {"search": {"lang": LANG}},
        "markdown_extensions": ["attr_list", "md_in_html"],
        "nav": ["index.md"],
        "not_in_nav": "/**",
        "validation": {
            "links": {"not_found": "ignore", "anchors": "ignore", "unrecognized_links": "ignore"}
        },
    }
    write_whole(work / "mkdocs.yml", yaml_files.dump(settings))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--quiet",
            "--config-file",
            str(work / "mkdocs.yml"),
        ],
        check=True,
    )
    return work / "site"
