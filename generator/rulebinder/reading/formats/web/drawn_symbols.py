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
    beside them, and return ``root``; other drawings are left out.
    """
    #  The inner ones first: a symbol is drawn by what has nothing in it.
    for element in reversed([root, *root.descendants()]):
        children, element.children = element.children, []
        for child in children:
            text = symbol_of(child) if isinstance(child, Element) else child
            if text:
                add_text(element, text)
            elif isinstance(child, Element) and child.name != "svg":
                element.children.append(child)
    return root


def symbol_of(element: Element) -> str:
    """The symbol that an element draws; a picture that has its name if it is no known symbol; empty
    if it draws none.

    An ``img`` with an address is not drawn: it is a picture, which keeps its address.
    """
    is_bare = element.name == "svg" or all(
        isinstance(child, str) and not child.strip() for child in element.children
    )
    if element.name not in _INLINE or not is_bare:
        return ""
    labels = (element.attributes.get(name, "") for name in _LABELS)
    classes = element.attributes.get("class", "")
    code = next(filter(None, map(picture_symbols.of_label, labels)), None)
    code = code or picture_symbols.of_classes(classes)
    if code:
        return f"{{{code}}}"
    name = picture_symbols.drawn_name(classes) if element.name != "img" else None
    return f"![](symbol/{name})" if name else ""
