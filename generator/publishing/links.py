"""A built site's own links: every one must lead to a file, and every ``#anchor`` to an id.

MkDocs checks the links of Markdown only; most of ours are HTML, so the finished pages are read.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markupsafe import escape
from selectolax.lexbor import LexborHTMLParser

from ..problems import Place, Problem, error
from ..system import walking

_LINKS = {"a": "href", "area": "href", "link": "href", "img": "src", "script": "src", "iframe": "src", "source": "src"}
_LINKING = ",".join(f"{tag}[{attribute}]" for tag, attribute in _LINKS.items())
_UPS = re.compile(r"(?:\.\./)*")
_TEMPLATE = re.compile(r"(</?)template\b")


@dataclass(frozen=True)
class PageLinks:
    """The different links of one page in order, and its ids with their counts."""

    links: tuple[str, ...]
    ids: Mapping[str, int]


NONE = PageLinks((), {})
"""Those of a file that is no page."""


def read(folder: Path) -> dict[str, PageLinks]:
    """Return the links of every page under ``folder``, by the page's path there."""
    return read_files(folder, (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))))


def read_files(folder: Path, names: Iterable[str]) -> dict[str, PageLinks]:
    """Read only the pages ``names``, in the same way as :func:`read`."""
    return {name: found((folder / name).read_text(encoding="utf-8")) for name in names}


def found(html: str) -> PageLinks:
    """Return the links of a page."""
    page = LexborHTMLParser(_TEMPLATE.sub(r"\1div", html))  # the parser does not look into templates, and scripts show them
    links = (node.attributes[_LINKS[node.tag or ""]] or "" for node in page.css(_LINKING))
    return PageLinks(tuple(dict.fromkeys(links)), Counter(node.id for node in page.css("[id]") if node.id))


def check(folder: Path, pages: Mapping[str, PageLinks], base: str = "/") -> list[Problem]:
    """Return a problem for each broken link of ``pages`` (paths under ``folder``), and for each repeated id.

    ``base`` is the path of the site on its host. Links that begin with it begin at ``folder``.
    Links to other hosts are not checked.
    """
    files = {path for path, _ in walking.files(folder)}
    problems: list[Problem] = []
    good: set[tuple[str, str]] = set()
    for page, found in pages.items():
        problems += _twice(page, found.ids)
        for begins, link in zip(_beginnings(page, found.links), found.links, strict=True):
            if (begins, link) in good:
                continue
            why = _why_broken(page, link, pages, files, base)
            if why:
                problems.append(error(Place(page, _line(folder / page, link)), f"the link {link!r} {why}"))
            elif begins is not None:
                good.add((begins, link))
    return problems


def _beginnings(page: str, links: Iterable[str]) -> list[str | None]:
    """Return the folder that each link begins at, above all its ``../``. Links with the same folder and text have the same target.

    The folder is None if the link has no path, or if it leads out of the site.
    """
    folders = [page]
    while folders[-1]:
        folders.append(folders[-1].rpartition("/")[0])
    last = len(folders) - 1
    return [folders[ups] if 0 < (ups := _ups(link)) <= last else None for link in links]


@functools.lru_cache(maxsize=1 << 16)
def _ups(link: str) -> int:
    """Return one more than the number of ``../`` that a link begins with; 0 for a link without a path."""
    ups = _UPS.match(link)
    return 0 if not ups or link[:1] in ("", "#", "?") else ups.end() // len("../") + 1


def target(page: str, link: str) -> str | None:
    """Return the path of the file in the site that ``link`` on ``page`` leads to; None if that is outside the site."""
    own = _own(link)
    if own is None:
        return None
    found = _target(page, own[0], "/")
    return f"{found}/index.html" if found and own[0].endswith("/") else found


def targets(pages: Mapping[str, PageLinks], names: Iterable[str]) -> set[str]:
    """Return the paths of all files in the site that the pages ``names`` of ``pages`` link to."""
    found: set[str] = set()
    known: set[tuple[str, str]] = set()
    for page in names:
        links = pages[page].links
        for begins, link in zip(_beginnings(page, links), links, strict=True):
            if begins is None or (begins, link) not in known:
                if begins is not None:
                    known.add((begins, link))
                found.update(filter(None, [target(page, link)]))
    return found


def wanted(pages: Mapping[str, PageLinks], folder: str) -> set[str]:
    """Return the paths of the files in ``folder``, at the root of the site, that ``pages`` link to."""
    there = f"{folder}/"
    leading = {page: PageLinks(tuple(link for link in found.links if there in link), {}) for page, found in pages.items()}
    return {path for path in targets(leading, leading) if path.startswith(there)}


def _twice(page: str, ids: Mapping[str, int]) -> Iterable[Problem]:
    return (error(Place(page), f"the id {name!r} occurs {count} times on the page") for name, count in ids.items() if count > 1)


def _line(path: Path, link: str) -> int:
    """Return the line of the page at ``path`` that has the link first. The parser knows no lines."""
    before, found, _ = path.read_text(encoding="utf-8").partition(f'="{escape(link)}"')
    return before.count("\n") + 1 if found else 1


def _why_broken(page: str, link: str, pages: Mapping[str, PageLinks], files: set[str], base: str) -> str | None:
    own = _own(link)
    if own is None:
        return None
    path, anchor = own
    target = _target(page, path, base)
    if target is None:
        return "leads out of the site"
    if target not in files:
        target = posixpath.join(target, "index.html") if target != "." else "index.html"
        if target not in files:
            return "leads to no file"
    if anchor and target in pages and anchor not in pages[target].ids:
        return "leads to no such anchor"
    return None


@functools.lru_cache(maxsize=1 << 16)  # most pages have the same links in their head and foot
def _own(link: str) -> tuple[str, str] | None:
    """Return the path and the anchor of a link, unquoted; None if it leads to another host."""
    url = urlsplit(link)
    return None if url.scheme or url.netloc else (unquote(url.path), unquote(url.fragment))


def _target(page: str, path: str, base: str) -> str | None:
    if not path:
        return page
    if path.startswith("/"):
        if not path.startswith(base):
            return None
        return posixpath.normpath(path[len(base) :] or ".")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return None if target.startswith("..") else target
