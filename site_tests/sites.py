"""The site for the tests of whole pages: the example set's, or a built one that RULEBINDER_SITE
names.

A site that is named should be built with ``--site-url`` ADDRESS.
"""

import functools
import json
import os
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rulebinder import pages
from rulebinder.facts.content import Content, load_content
from rulebinder.facts.languages import Languages
from rulebinder.joining import join
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem
from rulebinder.publishing import publish
from rulebinder.publishing.unchanged import Publication
from rulebinder.reading import inputs
from rulebinder.settings import options
from rulebinder.system import processes
from rulebinder.system.output_streams import Progress, silent

CONTENT = Path(__file__).parent.parent / "content"
UNSCRIPTED = ("short", "front")
"""The kinds of pages that redirect with a script. Without the script they stay."""
ADDRESS = "https://example.org/sub/"
in_each_language = pytest.mark.parametrize("lang", ["en", "es", "fr"])
NOWHERE = "nowhere/"
"""An address that no site has."""

SAMPLED = 8
"""Of the mechanics that no document of the example set has, the site shows one in so many: their
pages are alike.
"""

KINDS = {*pages.PAGE_KINDS, "card of two faces", "hand-written", "short", "404", "front"} - {
    "glossary",
    "revision",
}
"""The kinds of pages that every site has.

A glossary needs an edition of the Comprehensive Rules, a revision a history.
"""


@dataclass(frozen=True)
class Site:
    """A built site in a folder."""

    folder: Path

    @functools.cached_property
    def pages(self) -> dict[str, str]:
        """The kind of every page, by its address in the site: ``en/cards/``."""
        found = {
            path.parent.relative_to(self.folder).as_posix(): path
            for path in sorted(self.folder.rglob("index.html"))
        }
        return {
            "" if page == "." else f"{page}/": _kind(page, path) for page, path in found.items()
        }

    def size(self, page: str) -> int:
        """Return the size of a page in bytes."""
        return (self.folder / page / "index.html").stat().st_size

    def kinds(self, lang: str) -> dict[str, str]:
        """Return a page of each kind in a language. It is the largest one, because most can go
        wrong there.

        The short page is one for all languages if the site has none in this language.
        """
        there = {
            page: kind
            for page, kind in self.pages.items()
            if page.startswith(f"{lang}/") and kind != "redirect"
        }
        shared = {page: kind for page, kind in self.pages.items() if page.startswith("r/")}
        largest = {
            kind: page
            for each in (shared, there)
            for page, kind in sorted(each.items(), key=lambda item: self.size(item[0]))
        }
        return {**largest, "404": f"{lang}/{NOWHERE}", "front": ""}

    def of_kind(self, kind: str) -> Iterator[str]:
        """Return the pages of a kind, in all languages."""
        return (page for page, each in self.pages.items() if each == kind)


def _kind(page: str, path: Path) -> str:
    """Return the kind of the page at ``page``.

    A list is named by its folder (``sets``), a page of the list in the singular (``set``), and a
    page below that by its own folder.
    """
    _, *parts = page.split("/")
    if not parts or parts == [""]:
        return "front" if page == "." else "home"
    if "r" in (page.split("/", maxsplit=1)[0], parts[0]):
        return "short"
    text = path.read_text("utf-8")
    if 'http-equiv="refresh"' in text:
        return "redirect"
    if len(parts) == 1:
        return parts[0] if parts[0] in KINDS else "hand-written"
    if len(parts) > 2:
        return parts[2].removesuffix("s")
    return "card of two faces" if 'id="face-2"' in text else parts[0].removesuffix("s")


def read_page(folder: Path, page: str) -> str:
    """Return the page at ``page`` of the site in ``folder``."""
    return (folder / page / "index.html").read_text("utf-8")


def read_json(file: Path) -> Any:
    """Return what a file of JSON has."""
    return json.loads(file.read_text("utf-8"))


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder ``name`` of this test run that ``make`` has filled.

    It is filled once, even if several processes run tests.
    """
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, lock = base / name, base / f"{name} lock"
    with processes.lock(lock):
        if not (lock / "made").exists():
            make(folder)
            (lock / "made").touch()
    return folder


def named() -> Site | None:
    """Return the built site that RULEBINDER_SITE names."""
    folder = os.environ.get("RULEBINDER_SITE")
    return Site(Path(folder).resolve()) if folder else None


@functools.cache
def content() -> Content:
    """Return the repository's facts and languages, which must be without problems."""
    loaded, problems = load_content(CONTENT)
    assert not problems, "\n".join(map(str, problems))
    return loaded


def library(notes: Path) -> Library:
    """Return the documents in the folder ``notes``, read with the repository's facts and joined."""
    return join(_read(notes), content().catalogue, content().languages)[0]


def once_library(factory: pytest.TempPathFactory, notes: Path) -> Library:
    """Return :func:`library`, made once in this test run, even if several processes run tests."""

    def make(folder: Path) -> None:
        folder.mkdir()
        (folder / "library").write_bytes(pickle.dumps(library(notes)))

    made: Library = pickle.loads(
        (once(factory, f"library of {notes.name}", make) / "library").read_bytes()
    )
    return made


def sampled() -> tuple[Content, tuple[ReleaseNotes, ...]]:
    """Return the repository's facts with a part of the mechanics that the example set does not use,
    and its documents.
    """
    known, documents = content(), _read(CONTENT / "notes")
    every, _ = join(documents, known.catalogue, known.languages)
    shown = {
        slug: facts
        for place, (slug, facts) in enumerate(sorted(known.catalogue.mechanics.items()))
        if every.mechanics[slug].in_library or place % SAMPLED == 0
    }
    return replace(known, catalogue=replace(known.catalogue, mechanics=shown)), documents


def _read(notes: Path) -> tuple[ReleaseNotes, ...]:
    return inputs.read_folder(notes, content(), lambda *_: None)[0].documents


def build(
    library: Library,
    languages: Languages,
    folder: Path,
    *,
    site_url: str | None = None,
    progress: Progress = silent,
) -> list[Problem]:
    """Build the site of ``library`` into ``folder``. Return the problems of its pages."""
    asked = Publication(
        out=folder, content=Path("content"), notes=Path("notes"), site_url=site_url, preview=True
    )
    offered, _ = options.offer_languages(languages)
    return list(publish.publish(asked, library, offered, progress).page_problems)


def example(folder: Path) -> Site:
    """Build the site of the example set into ``folder``."""
    known, documents = sampled()
    made, _ = join(documents, known.catalogue, known.languages)
    assert build(made, known.languages, folder, site_url=ADDRESS) == []
    return Site(folder)
