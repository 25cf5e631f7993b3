"""Elements without text that draw a symbol: by a font (``<i class="ms ms-u">``), by an ``svg``, by
a style.
"""

from __future__ import annotations

from ...notation import picture_symbols
from .elements import Element, add_text

_INLINE = {"i", "span", "em", "b", "abbr", "svg", "img", "mana-symbol", "magic-symbol"}
_LABELS = ("aria-label", "title", "data-symbol", "alt")


def with_symbols(root: Element) -> Element:
    """Put symbols in the place of all elements within ``root`` that draw one, joined with the texts
    beside them, and return ``root``.
    """
    for element in reversed(
        [root, *root.descendants()]
    ):  # the inner ones first: a symbol is drawn by what has nothing in it
        children, element.children = element.children, []
        for child in children:
            text = symbol_of(child) if isinstance(child, Element) else child
            if text:
                add_text(element, text)
            elif isinstance(child, Element):
                element.children.append(child)
    return root


def symbol_of(element: Element) -> str:
    """The symbol that an element draws; a picture that has its name if it is no known symbol; empty
    if it draws none.

    An ``img`` with an address is not drawn: it is a picture, which keeps its address.
    """
    if element.name not in _INLINE or not _is_bare(element):
        return ""
    classes = element.attributes.get("class", "")
    code = next(
        (
            code
            for name in _LABELS
            if (code := picture_symbols.of_label(element.attributes.get(name, "")))
        ),
        None,
    )
    code = code or picture_symbols.of_classes(classes)
    if code:
        return f"{{{code}}}"
    unknown = picture_symbols.drawn_name(classes) if element.name != "img" else None
    return f"![](symbol/{unknown})" if unknown else ""


def _is_bare(element: Element) -> bool:
    return element.name == "svg" or all(
        isinstance(child, str) and not child.strip() for child in element.children
    )
