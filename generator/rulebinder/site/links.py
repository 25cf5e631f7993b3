"""A built site's own links: every one must lead to a file, and every ``#anchor`` to an id.

MkDocs checks the links of Markdown only; most of ours are HTML, so the finished pages are read.
"""

from __future__ import annotations

import functools
import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markupsafe import escape
from selectolax.lexbor import LexborHTMLParser

from ..problems import Place, Problem, error
from ..system import group_pairs

_LINKS = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "iframe": "src",
    "source": "src",
}
_INDEX = "index.html"


@dataclass(frozen=True)
class PageLinks:
    """The different links of one page in order, and its ids with their counts."""

    links: tuple[str, ...]
    ids: Mapping[str, int]


def read_links(path: str, content: bytes) -> PageLinks:
    """Return the links of the file at ``path``; none if it is not a page."""
    if not path.endswith(".html"):
        return PageLinks((), {})
    # The parser does not look into templates, and scripts show them.
    html = content.replace(b"<template", b"<div").replace(b"</template", b"</div")
    page = LexborHTMLParser(html)
    linking = ((_LINKS.get(node.tag or ""), node) for node in page.css("[href],[src]"))
    links = (node.attrs.get(name) for name, node in linking if name)
    ids = dict(Counter(node.id for node in page.css("[id]") if node.id))
    return PageLinks(tuple(dict.fromkeys(filter(None, links))), ids)


def check(
    folder: Path,
    pages: Mapping[str, PageLinks],
    files: Collection[str],
    base: str,
    naming: Callable[[str], Place | None],
) -> list[Problem]:
    """Return a problem for each link of the ``pages`` (paths under ``folder``) that leads to none
    of the ``files``, or to no id of a page, and for each repeated id. One that many pages have is
    one problem. Links to other hosts are not checked.

    ``base`` is the path of the site on its host. Links that begin with it begin at ``folder``.
    ``naming`` returns the line of the settings that names a missing file; None if none does.
    """
    repeated = group_pairs(
        (f"the id {name!r} occurs {count} times on the page", page)
        for page, of_page in pages.items()
        for name, count in of_page.ids.items()
        if count > 1
    )
    broken = group_pairs(
        ((missing, anchor, why), (page, link))
        for page, link, missing, anchor, why in _find_broken(pages, files, base)
    )
    problems = [
        error(Place(min(among)), f"{message}{_on(among)}") for message, among in repeated.items()
    ]
    for (missing, _, why), among in broken.items():
        page, link = min(among)
        if place := naming(missing):
            hint = "correct the path, or write the file"
            problems.append(error(place, f"{missing!r} {why}", hint))
        else:
            #  The parser knows no lines.
            text = (folder / page).read_text(encoding="utf-8")
            before, there, _ = text.partition(f'="{escape(link)}"')
            place = Place(page, before.count("\n") + 1 if there else 1)
            problems.append(error(place, f"the link {link!r} {why}{_on(among)}"))
    return problems


def _on(among: Collection[object]) -> str:
    return f" (here first, on {len(among):,} pages)" if len(among) > 1 else ""


def _find_broken(
    pages: Mapping[str, PageLinks], files: Collection[str], base: str
) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield each link of the ``pages`` that does not work: the page, the link, its target,
    its anchor, and what is wrong.
    """
    for page, of_page in pages.items():
        for link in of_page.links:
            if parts := _split(link):
                path, anchor = parts
                target = _resolve(page, path, base)
                if why := _why_broken(target, anchor, pages, files):
                    yield page, link, target or link, anchor, why


def find_target(page: str, link: str) -> str | None:
    """Return the path of the file in the site that ``link`` on ``page`` leads to; None if that is
    outside the site.
    """
    parts = _split(link)
    if parts is None:
        return None
    target = _resolve(page, parts[0], "/")
    return f"{target}/{_INDEX}" if target and parts[0].endswith("/") else target


def find_targets(
    pages: Mapping[str, PageLinks], names: Iterable[str], having: str = ""
) -> set[str]:
    """Return the paths of all files in the site that the pages ``names`` of ``pages`` link to,
    besides the pages themselves.

    Only links ``having`` a text are followed: to find the target of a link takes longer than to
    find a text in it.
    """
    return {
        target
        for page in names
        for link in pages[page].links
        if having in link and link[:1] != "#" and (target := find_target(page, link))
    }


def _why_broken(
    target: str | None, anchor: str, pages: Mapping[str, PageLinks], files: Collection[str]
) -> str | None:
    """Return what is wrong with a link to ``anchor`` of ``target``; None if it works."""
    if target is None:
        return "leads out of the site"
    if target not in files:
        target = f"{target}/{_INDEX}" if target != "." else _INDEX
        if target not in files:
            return "leads to no file"
    if anchor and target in pages and anchor not in pages[target].ids:
        return "leads to no such anchor"
    return None


@functools.lru_cache(maxsize=1 << 16)  # most pages have the same links in their head and foot
def _split(link: str) -> tuple[str, str] | None:
    """Return the path and the anchor of a link, unquoted; None if it leads to another host."""
    url = urlsplit(link)
    return None if url.scheme or url.netloc else (unquote(url.path), unquote(url.fragment))


def _resolve(page: str, path: str, base: str) -> str | None:
    """Return the file or the folder that ``path`` leads to from ``page``; None if that is outside
    the site.
    """
    if not path:
        return page
    if path.startswith("/"):
        return posixpath.normpath(path[len(base) :] or ".") if path.startswith(base) else None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return None if target.startswith("..") else target
