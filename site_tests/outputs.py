"""Writes one output of a site, or its pages, without the rest, and lists what a build leaves beside
the site.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebinder import pages
from rulebinder.facts.languages import Languages, offered_languages
from rulebinder.joining.slices import Slices
from rulebinder.library import Library
from rulebinder.markdown.pages import PageReader
from rulebinder.outputs import short_pages
from rulebinder.pages import addresses, markup
from rulebinder.pages.edition import Edition, Page
from rulebinder.pages.words import Words
from rulebinder.plugin import rendering
from rulebinder.plugin.rendering import PageSource
from rulebinder.problems import Problem
from rulebinder.search import bundle
from rulebinder.site import links
from rulebinder.site.model import Site
from rulebinder.theme.environment import form_drawers, markdown_environment
from site_tests import sites
from site_tests.builders import shipped_languages
from site_tests.conftest import ROOT
from site_tests.robustness.documents import fill


def sources(site: Site, lang: str) -> dict[str, PageSource]:
    """Return the Markdown of all pages of a language by path."""
    renderer = rendering.Renderer(site, lang)
    return {
        addresses.source_file(plan.address): renderer.write_source(plan.kind, plan.make())
        for plan in pages.plan_pages(site.editions[lang], site.slices)
    }


def edition_in(library: Library, lang: str = "en") -> Edition:
    """Return ``library`` in a language of the repository."""
    languages = shipped_languages()
    return Edition(library, offered_languages(languages), Words(languages[lang]))


def site_of(library: Library, **options: Any) -> Site:
    """Return a site in the languages of the repository, with these fields of Site."""
    return Site(library=library, languages=shipped_languages(), **options)


def shorts(site: Site) -> dict[str, str]:
    """Return the short pages of a site by path."""
    return {path: str(page) for path, page in short_pages.make_files(site)}


def build_site(library: Library, folder: Path, **options: Any) -> None:
    """Build a site in the languages of the repository into ``folder``, without a problem.

    ``options`` are those of ``sites.build``.
    """
    assert sites.build(library, shipped_languages(), folder, **options) == []


def built(
    library: Library,
    factory: pytest.TempPathFactory,
    name: str,
    site_url: str | None = sites.ADDRESS,
) -> Path:
    """Return the site of ``library``, built once in this test run."""
    return sites.once(factory, name, lambda folder: build_site(library, folder, site_url=site_url))


def all_pages(name: str, of: Edition) -> list[Page]:
    """Return all pages of a kind in an edition."""
    kind = pages.PAGE_KINDS[name]
    addresses = {key: kind.address(key) for key in kind.subjects(of)}
    return [replace(kind.make(of.on_page(url), key), url=url) for key, url in addresses.items()]


def page_at(of: Edition, url: str) -> tuple[str, Page]:
    """Return the kind of the page at ``url`` of an edition, and the page."""
    plans = pages.plan_pages(of, Slices(of.library))
    return next((plan.kind, plan.make()) for plan in plans if plan.address == url)


def html_at(library: Library, url: str, lang: str = "en") -> str:
    """Return the HTML of the page at ``url`` of a library in a language."""
    of = edition_in(library, lang)
    return html(*page_at(of, url), of.words)


def html(kind: str, page: Page, words: Words) -> str:
    """Return the HTML of a page."""
    text = (
        markdown_environment(words=words).get_template(f"pages/{kind}.md.j2").render(view=page.view)
    )
    return PageReader(words, form_drawers(words)).convert(markup.tidy(text), page.facts)[0]


SCRIPTS = ROOT / "web" / "search"


def write_search(
    editions: Mapping[str, Edition],
    out: Path,
    languages: Languages | None = None,
) -> None:
    """Write the files of the search into the folder ``out``.

    The ``languages`` are those of the repository, or others.
    """
    fill(out, bundle.search_files(editions, languages or shipped_languages(), SCRIPTS))


def names(folder: Path) -> list[str]:
    """Return the names in ``folder``, sorted.

    The caches of sites are left out, which a build may always leave.
    """
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith("-cache"))


def unsearched(*_: object) -> dict[str, bytes]:
    """Return the files of a search that finds nothing, in the place of those that take long to
    make.

    The search page names them.
    """
    return {"search/ui.js": b"", "search/worker.js": b""}


def page_links(folder: Path) -> dict[str, links.PageLinks]:
    """Return the links of every page under ``folder``, by the page's path there."""
    return {
        path.relative_to(folder).as_posix(): links.read_links(path.name, path.read_bytes())
        for path in sorted(folder.rglob("*.html"))
    }


def link_problems(folder: Path, base: str = "/") -> list[Problem]:
    """Return the problems of the links of every page under ``folder``."""
    pages = page_links(folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return links.check(folder, pages, there, base, lambda _: None)
