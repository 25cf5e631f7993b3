"""The boilerplate of a site: what a page shows around a document. It is taken out, and counted.

Elements say what they are by their names, roles and classes. Lists of links without a word beside
them, before the document or after it, lead elsewhere. An element with most of the page's text is
never boilerplate, whatever it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .elements import Element

_UNSEEN = {"script", "style", "noscript", "template", "svg", "iframe"}
"""Elements of which a browser shows no text, or none of the document."""
_NAMES = {"nav", "footer", "aside", "form", "button", "dialog"}
_ROLES = {"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"}
_CLASSES = {
    "ad", "ads", "advert", "advertisement", "breadcrumb", "breadcrumbs", "comments", "consent",
    "cookie", "cookies", "disqus", "footer", "gdpr", "latest", "menu", "nav", "navbar",
    "navigation", "newsletter", "pagination", "popular", "popup", "promo", "recommended", "related",
    "share", "sharing", "sidebar", "social", "subscribe", "toolbar", "trending",
}  # fmt: skip
"""Words that the classes and ids of boilerplate are made of."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CONTENT = ("main", "article")
_SMALL = 0.2
"""The largest share of the page's text in an element that is boilerplate by its class, and the
least in the content.
"""
_MOST = 0.5
"""The share of the page's text from which on an element is no boilerplate."""
_NEARLY_ALL = 0.8
"""The share from which on it is the content, if others say so, too: each card may be an article."""
_HEADINGS = {"h2", "h3", "h4", "h5", "h6"}
_UNITS = {
    "p",
    "ul",
    "ol",
    "h1",
    "table",
    "pre",
    "dl",
    "blockquote",
    "address",
    "figure",
    *_HEADINGS,
}
_GROUPS = {
    "div",
    "section",
    "main",
    "article",
    "center",
    "header",
    "body",
    "span",
    "td",
    "tr",
    "tbody",
}
_PROSE = 60
"""How many letters outside of links a paragraph has with which a document certainly has begun."""


@dataclass(frozen=True)
class _Size:
    """How much text an element has, in letters and digits."""

    letters: int
    linked: int
    """Those within links that lead to other pages."""
    links: int


def take_out(root: Element) -> tuple[Element, Counter[str]]:
    """Take the boilerplate out of a page; return the element with the document, and the texts taken
    out.
    """
    left_out: Counter[str] = Counter()
    whole = root.find("body") or root
    _drop(root, lambda element: element.name in _UNSEEN, Counter())
    sizes = _sizes(root)
    total = sizes[id(root)].letters

    def is_named(element: Element) -> bool:
        return _is_named(element) and sizes[id(element)].letters < _MOST * total

    def is_classed(element: Element) -> bool:
        few = sizes[id(element)].letters <= _SMALL * total
        return (
            few
            and _is_classed(element)
            and element.find("h1") is None
            and not any("{" in text for text in element.texts())
        )

    _drop(whole, is_named, left_out)
    _drop(whole, is_classed, left_out)
    content = _content(whole, _sizes(whole))
    left_out.update(_outside(content, whole))
    _drop_links(content, left_out)
    return content, left_out


def _sizes(root: Element) -> dict[int, _Size]:
    """Return the size of each element."""
    sizes: dict[int, _Size] = {}
    for element in reversed([root, *root.descendants()]):
        letters = linked = links = 0
        for child in element.children:
            if isinstance(child, str):
                letters += sum(map(str.isalnum, child))
            else:
                inner = sizes[id(child)]
                letters, linked, links = (
                    letters + inner.letters,
                    linked + inner.linked,
                    links + inner.links,
                )
        leads_away = element.name == "a" and not element.attributes.get("href", "#").startswith("#")
        sizes[id(element)] = (
            _Size(letters, letters, 1) if leads_away and letters else _Size(letters, linked, links)
        )
    return sizes


def _drop(root: Element, is_boilerplate: Callable[[Element], bool], left_out: Counter[str]) -> None:
    """Take the elements out that are boilerplate, the outermost ones first."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        kept: list[Element | str] = []
        for child in element.children:
            last = kept[-1] if kept else None
            if isinstance(child, Element) and is_boilerplate(child):
                _count(child, left_out)
                child = " " if child.name not in _UNSEEN else ""  # noqa: PLW2901 - two words beside a block stay two
                if not isinstance(last, str):
                    continue
            if isinstance(child, str) and isinstance(last, str):
                kept[-1] = last + child
            else:
                kept.append(child)
        element.children = kept
        waiting += [child for child in kept if isinstance(child, Element)]


def _count(element: Element, left_out: Counter[str]) -> None:
    text = " ".join(element.text().split())
    if text:
        left_out[text] += 1


def _is_named(element: Element) -> bool:
    if element.name == "header":  # an article's own header has its title and its authors
        above = element.parent
        while above is not None and above.name not in _CONTENT:
            above = above.parent
        return above is None
    return element.name in _NAMES or element.attributes.get("role") in _ROLES


def _is_classed(element: Element) -> bool:
    said = f"{element.attributes.get('class', '')} {element.attributes.get('id', '')}"
    return any(word.lower() in _CLASSES for word in _WORD.findall(said))


def _content(whole: Element, sizes: dict[int, _Size]) -> Element:
    """Return the only element that says it is the content, or the innermost one that has nearly all
    of the text.
    """
    said = [
        element
        for element in whole.descendants()
        if element.name in _CONTENT or element.attributes.get("role") == "main"
    ]
    least = (_SMALL if len(said) == 1 else _NEARLY_ALL) * sizes[id(whole)].letters
    return next(
        (element for element in reversed(said) if sizes[id(element)].letters >= least), whole
    )


def _outside(content: Element, whole: Element) -> Counter[str]:
    """Return the texts of the page outside of its content."""
    left_out: Counter[str] = Counter()
    inner = content
    while inner is not whole and inner.parent is not None:
        for child in inner.parent.children:
            if isinstance(child, str):
                left_out.update([" ".join(child.split())] * bool(child.strip()))
            elif child is not inner:
                _count(child, left_out)
        inner = inner.parent
    return left_out


def _drop_links(content: Element, left_out: Counter[str]) -> None:
    """Take the links out that lead elsewhere, before the document and after it, with the heading
    above them.
    """
    sizes = _sizes(content)
    units = list(_units(content))
    boilerplate = {id(unit) for unit in (*_leading(units, sizes), *_trailing(units, sizes))}
    _drop(content, lambda element: id(element) in boilerplate, left_out)


def _units(content: Element) -> Iterator[Element | str]:
    """Yield the paragraphs, lists and other parts of the content, and the texts between them."""
    waiting: list[Element | str] = list(reversed(content.children))
    while waiting:
        child = waiting.pop()
        if isinstance(child, Element) and child.name in _GROUPS and child.find(*_UNITS, *_GROUPS):
            waiting += reversed(child.children)
        elif isinstance(child, Element) or child.strip():
            yield child


def _leading(units: Sequence[Element | str], sizes: dict[int, _Size]) -> Iterator[Element]:
    for unit in units:
        if isinstance(unit, str):
            return
        size = sizes[id(unit)]
        if size.letters - size.linked >= _PROSE:
            return
        if size.links > 1 and size.letters == size.linked and "//" not in unit.text():
            yield unit


def _trailing(units: Sequence[Element | str], sizes: dict[int, _Size]) -> Iterator[Element]:
    dropped = False
    for unit in reversed(units):
        if isinstance(unit, str):
            return
        size = sizes[id(unit)]
        leads_away = size.links > 0 and size.letters == size.linked
        if not size.letters:
            continue
        if not leads_away and not (dropped and unit.name in _HEADINGS):
            return
        dropped = leads_away
        yield unit
