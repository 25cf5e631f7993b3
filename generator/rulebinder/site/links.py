"""A built site's own links: every one must lead to a file, and every ``#anchor`` to an id.

MkDocs checks the links of Markdown only; most of ours are HTML, so the finished pages are read.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections import Counter, defaultdict
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
_UP = "../"
_PLAIN = re.compile(r"(?!//)([\w./-]*)(?:\?[\w.=&-]*)?(?:#([\w./-]*))?", re.ASCII)
"""A link without a host, of which no part is quoted: its path and its anchor."""
_INDEX = "index.html"


@dataclass(frozen=True)
class PageLinks:
    """The different links of one page in order, and its ids with their counts."""

    links: tuple[str, ...]
    ids: Mapping[str, int]


NONE = PageLinks((), {})
"""Those of a file that is not a page."""


def of(path: str, content: bytes) -> PageLinks:
    """Return the links of the file at ``path``; none if it is not a page."""
    if not path.endswith(".html"):
        return NONE
    # The parser does not look into templates, and scripts show them.
    html = content.replace(b"<template", b"<div").replace(b"</template", b"</div")
    page = LexborHTMLParser(html)
    linking = ((_LINKS.get(node.tag or ""), node) for node in page.css("[href],[src]"))
    links = (node.attrs.get(name) for name, node in linking if name)
    ids = Counter(node.id for node in page.css("[id]") if node.id)
    return PageLinks(tuple(dict.fromkeys(filter(None, links))), ids)


def check(
    folder: Path,
    pages: Mapping[str, PageLinks],
    files: Collection[str],
    base: str,
    checked: Collection[str],
    naming: Callable[[str], Place | None],
) -> list[Problem]:
    """Return a problem for each link of the pages ``checked`` that leads to none of the ``files``,
    or to no id of one of ``pages`` (paths under ``folder``), and for each repeated id. One that
    many pages have is one problem. Links to other hosts are not checked.

    ``base`` is the path of the site on its host. Links that begin with it begin at ``folder``.
    ``naming`` returns the line of the settings that names a missing file; None if none does.
    """
    repeated = group_pairs(
        (f"the id {name!r} occurs {count} times on the page", page)
        for page in checked
        for name, count in pages[page].ids.items()
        if count > 1
    )
    broken: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for page, link, why in _doubtful(pages, files, base, checked):
        path, anchor = _own(link) or (link, "")
        missing = _target(page, posixpath.dirname(page), path, base) or link
        broken.setdefault((missing, anchor, why), []).append((page, link))
    problems = [
        error(Place(min(among)), f"{message}{_on(among)}") for message, among in repeated.items()
    ]
    for (missing, _, why), among in broken.items():
        page, link = min(among)
        if named := naming(missing):
            hint = "correct the path, or write the file"
            problems.append(error(named, f"{missing!r} {why}", hint))
        else:
            place = Place(page, _line(folder / page, link))
            problems.append(error(place, f"the link {link!r} {why}{_on(among)}"))
    return problems


def _on(among: Collection[object]) -> str:
    return f" (here first, on {len(among):,} pages)" if len(among) > 1 else ""


def _doubtful(
    pages: Mapping[str, PageLinks], files: Collection[str], base: str, checked: Iterable[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield each link of the pages ``checked`` that does not work: page, link and what is wrong."""
    good: defaultdict[str | None, set[str]] = defaultdict(set)
    for page in checked:
        here, known, ids = posixpath.dirname(page), good[_above(page)], pages[page].ids
        for link in pages[page].links:
            if link in known or (link[:1] == "#" and link[1:] in ids):
                continue
            why = None
            if own := _own(link):
                why = _why_broken(_target(page, here, own[0], base), own[1], pages, files)
            if why:
                yield page, link, why
            elif link.startswith(_UP):
                known.add(link)


def _above(page: str) -> str | None:
    """Return the folder from which links of ``page`` that begin with ``../`` lead on. Those of
    pages with the same one lead to the same.
    """
    folder, inside, _ = page.rpartition("/")
    return posixpath.dirname(folder) if inside else None


def target(page: str, link: str) -> str | None:
    """Return the path of the file in the site that ``link`` on ``page`` leads to; None if that is
    outside the site.
    """
    own = _own(link)
    if own is None:
        return None
    found = _target(page, posixpath.dirname(page), own[0], "/")
    return f"{found}/index.html" if found and own[0].endswith("/") else found


def targets(pages: Mapping[str, PageLinks], names: Iterable[str], having: str = "") -> set[str]:
    """Return the paths of all files in the site that the pages ``names`` of ``pages`` link to,
    besides the pages themselves.

    Only links ``having`` a text are followed: to find the target of a link takes longer than to
    find a text in it.
    """
    found: set[str | None] = set()
    seen: defaultdict[str | None, set[str]] = defaultdict(set)
    for page in names:
        known = seen[_above(page)]
        new = [
            link
            for link in pages[page].links
            if having in link and link[:1] != "#" and link not in known
        ]
        found.update([target(page, link) for link in new])
        known.update([link for link in new if link.startswith(_UP)])
    return {path for path in found if path}


def wanted(pages: Mapping[str, PageLinks], folder: str) -> set[str]:
    """Return the paths of the files in ``folder``, at the root of the site, that ``pages`` link
    to.
    """
    there = f"{folder}/"
    return {path for path in targets(pages, pages, there) if path.startswith(there)}


def _line(path: Path, link: str) -> int:
    """Return the line of the page at ``path`` that has the link first.

    The parser knows no lines.
    """
    before, found, _ = path.read_text(encoding="utf-8").partition(f'="{escape(link)}"')
    return before.count("\n") + 1 if found else 1


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
def _own(link: str) -> tuple[str, str] | None:
    """Return the path and the anchor of a link, unquoted; None if it leads to another host."""
    plain = _PLAIN.fullmatch(link)
    if (
        plain
    ):  # nearly all links: nothing in them is quoted, and the library would take most of the time
        return plain[1], plain[2] or ""
    url = urlsplit(link)
    return None if url.scheme or url.netloc else (unquote(url.path), unquote(url.fragment))


def _target(page: str, here: str, path: str, base: str) -> str | None:
    """Return the file or the folder that ``path`` leads to from ``page`` in the folder ``here``;
    None if that is outside the site.
    """
    if not path:
        return page
    if path.startswith("/"):
        if not path.startswith(base):
            return None
        return posixpath.normpath(path[len(base) :] or ".")
    target = posixpath.normpath(f"{here}/{path}" if here else path)
    return None if target.startswith("..") else target
