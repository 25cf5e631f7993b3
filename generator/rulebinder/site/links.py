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
from typing import NamedTuple
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
    find_setting: Callable[[str], Place | None],
) -> list[Problem]:
    """Return a problem for each link of the ``pages`` (paths under ``folder``) that leads to none
    of the ``files``, or to no id of a page, and for each repeated id. One that many pages have is
    one problem. Links to other hosts are not checked.

    ``base`` is the path of the site on its host. Links that begin with it begin at ``folder``.
    ``find_setting`` returns the line of the settings that names a missing file, which then has to
    change; None if none does.
    """
    repeated = group_pairs(
        (f"the id {name!r} occurs {count} times on the page", page)
        for page, page_links in pages.items()
        for name, count in page_links.ids.items()
        if count > 1
    )
    broken = group_pairs(_find_broken(pages, files, base))
    problems = [
        error(Place(min(having)), f"{message}{_count_pages(having)}")
        for message, having in repeated.items()
    ]
    for fault, linking in broken.items():
        page, link = min(linking)
        if place := find_setting(fault.target):
            hint = "correct the path, or write the file"
            problems.append(error(place, f"{fault.target!r} {fault.why}", hint))
        else:
            #  The parser knows no lines.
            text = (folder / page).read_text(encoding="utf-8")
            before, there, _ = text.partition(f'="{escape(link)}"')
            place = Place(page, before.count("\n") + 1 if there else 1)
            problems.append(error(place, f"the link {link!r} {fault.why}{_count_pages(linking)}"))
    return problems


def _count_pages(pages: Collection[object]) -> str:
    """Say how many pages have a fault, if that is not one only."""
    return f" (here first, on {len(pages):,} pages)" if len(pages) > 1 else ""


class _Fault(NamedTuple):
    """What is wrong with a link. Links with the same fault are one problem."""

    target: str
    anchor: str
    why: str


def _find_broken(
    pages: Mapping[str, PageLinks], files: Collection[str], base: str
) -> Iterator[tuple[_Fault, tuple[str, str]]]:
    """Yield the fault of each link of the ``pages`` that does not work, with page and link."""
    for page, page_links in pages.items():
        for link in page_links.links:
            if parts := _split_link(link):
                path, anchor = parts
                target = _resolve(page, path, base)
                if why := _why_broken(target, anchor, pages, files):
                    yield _Fault(target or link, anchor, why), (page, link)


def find_target(page: str, link: str) -> str | None:
    """Return the path of the file in the site that ``link`` on ``page`` leads to; None if that is
    outside the site.
    """
    parts = _split_link(link)
    if parts is None:
        return None
    path, _ = parts
    target = _resolve(page, path, "/")
    return f"{target}/{_INDEX}" if target and path.endswith("/") else target


def find_targets(
    pages: Mapping[str, PageLinks], sources: Iterable[str], text: str = ""
) -> set[str]:
    """Return the paths of all files in the site that the pages at ``sources`` link to. ``pages``
    are all pages. Links within a page do not count.

    Only links with this ``text`` are followed: to find the target of a link takes longer than to
    find a text in it.
    """
    return {
        target
        for page in sources
        for link in pages[page].links
        if text in link and link[:1] != "#" and (target := find_target(page, link))
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
def _split_link(link: str) -> tuple[str, str] | None:
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
