"""The elements of a web page, as a browser sees them: open elements are closed, and overlapping
ones are untangled.

The parser follows the HTML standard. Two things in the standard grow with the square of a page, so
that :func:`thinned` takes them out before: elements deep within elements, and tags that bear more
attributes than any page has use for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

DEEPEST = 100
"""How many elements may be open within each other; those with an end tag that may be left out do
not count.
"""
MOST_FORMATS = 8
"""How many elements of formatting may be open: the standard opens each of them again in each new
paragraph.
"""
MOST_LISTS = 10
"""How many lists and quotations may be open: each of them indents every line within."""
MOST_ATTRIBUTES = 100

_TAG = re.compile(
    r"<!--(?:.*?-->|.*)"
    r"|<(?P<script>script|style)\b(?:.*?</(?P=script)|.*)"
    r"""|<(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?:[^>"']++|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))*(?P<closed>>|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
_CLOSED_ALONE = {"p", "li", "dd", "dt", "tr", "td", "th", "thead", "tbody", "tfoot", "option",
                 "optgroup", "caption", "h1", "h2", "h3", "h4", "h5", "h6"}  # fmt: skip
"""Elements that the next one of their kind closes."""
_UNSEEN = {"script", "style", "noscript", "template", "iframe"}
"""Elements of which a browser shows no text, or none of the document."""
_EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr", "html", "head", "body", "!doctype"}  # fmt: skip
"""Empty elements, and those that a page has once."""
_LISTS = {"ul", "ol", "menu", "dir", "dl", "blockquote"}
_FORMATS = {
    "a",
    "b",
    "big",
    "code",
    "em",
    "font",
    "i",
    "nobr",
    "s",
    "small",
    "strike",
    "strong",
    "tt",
    "u",
}


@dataclass(eq=False)
class Element:
    """An element of a page; its children are elements and the texts between them."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def descendants(self) -> Iterator[Element]:
        """All elements within, in the order of the page."""
        waiting = [child for child in reversed(self.children) if isinstance(child, Element)]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def named(self, *names: str) -> list[Element]:
        """The children that have one of these names."""
        return [
            child for child in self.children if isinstance(child, Element) and child.name in names
        ]

    def find(self, *names: str) -> Element | None:
        """The first element within that has one of these names."""
        return next((element for element in self.descendants() if element.name in names), None)

    def texts(self) -> Iterator[str]:
        """All texts within, in the order of the page."""
        waiting = list(reversed(self.children))
        while waiting:
            child = waiting.pop()
            if isinstance(child, str):
                yield child
            else:
                waiting += reversed(child.children)

    def text(self) -> str:
        """The words within, one space between two texts."""
        return " ".join(stripped for text in self.texts() if (stripped := text.strip()))


@dataclass(frozen=True)
class Thinned:
    """A page that can be parsed in a time that grows with its length."""

    page: str
    lines: tuple[int, ...]
    """The lines of the tags that were taken out; the texts in their elements stay."""
    open_end: int | None
    """The line of a tag that nothing closes before the page ends: every browser loses the text
    after it.
    """


def parsed(page: str) -> Element:
    """The root element of ``page``; what is not shown, such as comments, is left out."""
    root = LexborHTMLParser(page).root
    whole = Element("html")
    #  The next node to take, and the element that it belongs to: no depth of the page makes this
    # one deeper.
    waiting: list[tuple[LexborNode, Element]] = (
        [(root.child, whole)] if root is not None and root.child else []
    )
    while waiting:
        node, parent = waiting.pop()
        if node.next is not None:
            waiting.append((node.next, parent))
        if node.is_text_node:
            add_text(parent, node.text_content or "")
        elif node.is_element_node and node.tag not in _UNSEEN:
            attributes = {name: value or "" for name, value in node.attributes.items()}
            element = Element(node.tag or "", attributes, parent)
            parent.children.append(element)
            if node.child is not None:
                waiting.append((node.child, element))
    return whole


def add_text(parent: Element, text: str) -> None:
    """Append a text to the children of an element, joined with a text before it."""
    last = parent.children[-1] if parent.children else None
    if isinstance(last, str):
        parent.children[-1] = last + text
    else:
        parent.children.append(text)


def thinned(page: str) -> Thinned:
    """``page`` without the tags of elements that are nested too deep, and without attributes too
    many to be of use.
    """
    thinning = _Thinning()
    parts: list[str] = []
    lines: list[int] = []
    at, line = 0, 1
    open_end: int | None = None
    for tag in _TAG.finditer(page):
        line += page.count("\n", at, tag.start())
        parts.append(page[at : tag.start()])
        kept = thinning.kept(tag)
        parts.append(kept)
        if kept != tag.group() and not tag["end"]:
            lines.append(line)
        if tag["name"] and not tag["closed"]:
            open_end = line
        line += tag.group().count("\n")
        at = tag.end()
    return Thinned("".join((*parts, page[at:])), tuple(lines), open_end)


class _Thinning:
    """Counts the open elements along a page."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()

    def kept(self, tag: re.Match[str]) -> str:
        """Return the rest of the tag: all, only its name, or nothing."""
        whole = tag.group()
        name = (tag["name"] or "").lower()
        if not name or name in _CLOSED_ALONE or name in _EMPTY or whole.endswith("/>"):
            return _bare(whole, name)
        if tag["end"]:
            return "" if self._ends(name) else whole
        kind = _kind(name)
        if self._kinds.total() >= DEEPEST or self._kinds[kind] >= _MOST.get(kind, DEEPEST):
            self._left_out[name] += 1
            return ""
        self._count(name, 1)
        return _bare(whole, name)

    def _ends(self, name: str) -> bool:
        """Whether the end of an element is that of one whose beginning was left out."""
        if self._left_out[name]:
            self._left_out[name] -= 1
            return True
        if self._open[name]:
            self._count(name, -1)
        return False

    def _count(self, name: str, step: int) -> None:
        self._open[name] += step
        self._kinds[_kind(name)] += step


_MOST = {"format": MOST_FORMATS, "list": MOST_LISTS}


def _kind(name: str) -> str:
    """The kind of elements that have one limit together."""
    return "format" if name in _FORMATS else "list" if name in _LISTS else ""


def _bare(tag: str, name: str) -> str:
    """The tag, its attributes taken off if there are too many of them."""
    if (
        len(tag) <= 2 * MOST_ATTRIBUTES
        or sum(1 for _ in _ATTRIBUTE.finditer(tag)) <= MOST_ATTRIBUTES
    ):
        return tag
    return f"<{name}>" if name else tag
