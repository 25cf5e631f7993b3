"""Writes one output of a site, or its pages, without the rest, and lists what a build leaves beside
the site.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from rulebinder import pages
from rulebinder.facts import yaml_files
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
from rulebinder.publishing import make
from rulebinder.search import bundle
from rulebinder.site import links
from rulebinder.site.model import Files, Site
from rulebinder.theme.environment import forms, markdown_environment
from site_tests import sites
from site_tests.builders import shipped_languages
from site_tests.conftest import ROOT
from site_tests.robustness.documents import fill


def write(output: Callable[[Site], Files], library: Library, folder: Path) -> list[Path]:
    """Write the files of ``output`` for a site of ``library`` into ``folder``.

    Return them sorted.
    """
    files = dict(output(Site(library=library, languages={})))
    return [fill(folder, files) / name for name in sorted(files)]


def render(site: Site, lang: str, folder: Path, kept: Mapping[str, bytes]) -> list[Problem]:
    """Write every page of the language ``lang`` into ``folder``, its Markdown as HTML, beside the
    files ``kept``.
    """
    made, problems = sources(site, lang, kept)
    words = site.editions[lang].words
    pages = PageReader(words, forms(words))
    texts = {
        path: (
            f"---\n{yaml_files.dump(dict(each.front))}---\n"
            f"{pages.convert(each.text, each.front)[0]}"
        )
        for path, each in made.items()
    }
    fill(folder, {**kept, **texts})
    return problems


def sources(
    site: Site, lang: str, kept: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[dict[str, PageSource], list[Problem]]:
    """Return the Markdown of all pages of a language by path, beside the hand-written ones
    ``kept``, and the problems.
    """
    render, made, problems = rendering.Renderer(site, lang), {}, []
    for plan in pages.plan(site.editions[lang], site.slices):
        page, path = plan.make(), addresses.source(plan.address)
        if path in made or make.is_hand_written(page.url, kept):
            problems.append(rendering.describe_double(page, lang))
        else:
            made[path] = render.write_source(plan.kind, page)
    return made, problems


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
    kind = pages.KINDS[name]
    addresses = {key: kind.address(key) for key in kind.subjects(of)}
    return [replace(kind.make(of.at(url), key), url=url) for key, url in addresses.items()]


def page_at(of: Edition, url: str) -> tuple[str, Page]:
    """Return the kind of the page at ``url`` of an edition, and the page."""
    plans = pages.plan(of, Slices(of.library))
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
    return PageReader(words, forms(words)).convert(markup.page(text), page.facts)[0]


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


def filtered(page: str) -> dict[str, list[str]]:
    """Return the names of the lines that each choice in the filter of a page shows."""
    tree = LexborHTMLParser(page.replace("template", "div"))
    lines = tree.css("table[class] tbody tr, .lines > li")
    names = [line.css("a")[0].text() for line in lines]
    found = {}
    for choice in tree.css(".filter option[data-steps]"):
        steps = (choice.attributes["data-steps"] or "").split()
        places = itertools.accumulate(map(int, steps))
        found[choice.attributes["value"] or ""] = [names[place] for place in places]
    return found
