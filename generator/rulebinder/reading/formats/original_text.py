"""The text of a web page before its conversion, to be compared with the text after it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .web.drawn_symbols import symbol_of
from .web.elements import Element, address_of

_WORDLESS = {"title", "desc"}
"""Elements whose texts no reader of a page sees as its text, beside those that its parser drops."""
_INLINE = {
    "a", "abbr", "b", "big", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark", "nobr",
    "rb", "rp", "rt", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u",
    "wbr",
}  # fmt: skip
"""Elements that part no words."""


def text_of_page(root: Element) -> str:
    """Return all text that a web page shows, one block a line; its pictures are those of
    Markdown.
    """
    parts: list[str] = []
    waiting: list[Element | str] = [root]
    while waiting:
        child = waiting.pop()
        if isinstance(child, str):
            parts.append(child)
            continue
        if child.name in _WORDLESS:
            continue
        if child.name == "img":
            parts.append(picture(child.attributes))
        elif child.name in _INLINE and not child.children:
            parts.append(_label(child))
        if child.name not in _INLINE:
            parts.append("\n")
            waiting.append("\n")
        waiting += reversed(child.children)
    return "".join(parts)


def _label(element: Element) -> str:
    """Return the symbol, or the picture, that an empty element draws; else its label."""
    return symbol_of(element) or f" {element.attributes.get('aria-label', '')} "


def picture(attributes: Mapping[str, str]) -> str:
    """Return a picture of a web page as one of Markdown."""
    alt = re.sub(r"[\[\]\s]+", " ", attributes.get("alt", ""))
    source = re.sub(r"[()\s]+", "-", address_of(attributes))
    return f"![{alt}]({source})"
