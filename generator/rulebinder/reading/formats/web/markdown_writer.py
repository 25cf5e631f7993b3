"""Elements of a web page as Markdown: headings, lists, quotes, tables, links, pictures, emphasis.

A table says how each block is written. An element's text is made of those of its children, the
last elements of the page first. So nothing here calls itself, however deep a page is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote

from ...notation import picture_symbols
from .elements import CELLS, Element, address_of

_SPACES = re.compile(r"[\t \r\n]+")
_BORDER = re.compile(r"(?<!\n)\n*(?:\0\n*)+")
"""The border between two parts of an element, or several, with the line breaks on both sides."""
_MARKS = {"b": "**", "strong": "**", "em": "*", "i": "*", "del": "~~", "s": "~~"}
"""Elements of emphasis, each with the mark on both sides of its text."""
_LISTS = ("dir", "menu", "ol", "ul")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LINE, _ITEM, _PRINTED = "line", "item", "printed"
_SAYS = {**dict.fromkeys((*_HEADINGS, *CELLS), _LINE), "li": _ITEM, "pre": _PRINTED, **_MARKS}
"""What an element says of all that is within: that it is one line, in an item of a list, or printed
with its own spaces and lines; or that it is between these marks.
"""
_Around = frozenset[str]
"""What the elements around one say of it."""


class _Block(NamedTuple):
    """How a block is written that is not in a line."""

    first: str = ""
    """What its first line begins with."""
    margin: str = ""
    """What each other line begins with."""
    before: str = "\n\n"
    after: str = "\n\n"


_PLAIN = (
    "address", "article", "aside", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "legend",
    "main", "nav", "option", "p", "section", "summary", "table", "textarea", *_LISTS,
)  # fmt: skip
_WRITTEN = {
    **dict.fromkeys(_PLAIN, _Block()),
    **{name: _Block(first=f"{'#' * level} ") for name, level in _HEADINGS.items()},
    "blockquote": _Block(first="> ", margin="> ", before="\n"),
    "li": _Block(first="- ", margin="  ", before="", after="\n"),
    "pre": _Block(first="```\n", after="\n```\n\n"),
}
BLOCKS = {*_WRITTEN, "thead", "tbody", "tfoot", "tr", *CELLS}
"""Elements that are blocks: white space at their edges is none of the text."""


def markdown(element: Element, *, escaped: bool = True) -> str:
    """The element as Markdown, without blank lines at its ends; stars get a backslash if
    ``escaped``.
    """
    order = [element, *element.descendants()]
    inside: dict[int, _Around] = {}
    for part in order:
        around = inside.get(id(part.parent), frozenset())
        inside[id(part)] = around | {_SAYS.get(part.name, "")}
    texts: dict[int, str] = {}
    for part in reversed(order):
        around = inside[id(part)]
        parts = [
            _text(part, at, around, escaped) if isinstance(child, str) else texts[id(child)]
            for at, child in enumerate(part.children)
        ]
        text = "".join(parts) if _PRINTED in around else _BORDER.sub(_breaks, "\0".join(parts))
        texts[id(part)] = _written(part, text, inside.get(id(part.parent), frozenset()))
    return texts[id(element)].strip("\n")


def _breaks(border: re.Match[str]) -> str:
    """Of the line breaks on both sides of a border those of the side that has more, two at most."""
    return "\n" * min(2, max(map(len, border.group().split("\0"))))


def _text(parent: Element, at: int, around: _Around, escaped: bool) -> str:
    """A text between two elements; white space at the edge of a block is left out."""
    text = str(parent.children[at])
    if _PRINTED in around:
        return text
    text = _SPACES.sub(lambda spaces: "\n" if "\n" in spaces.group() else " ", text)
    if escaped:
        text = text.replace("*", r"\*")
    if _is_edge(parent, at - 1):
        text = text.lstrip()
    return text.rstrip() if _is_edge(parent, at + 1) else text


def _is_edge(parent: Element, at: int) -> bool:
    neighbor = parent.children[at] if 0 <= at < len(parent.children) else parent
    return isinstance(neighbor, Element) and neighbor.name in BLOCKS


def _written(element: Element, text: str, around: _Around) -> str:
    """The Markdown of an element with this text."""
    block = _WRITTEN.get(element.name)
    if block is None:
        return _WRITERS[element.name](element, text, around) if element.name in _WRITERS else text
    bare = text.strip()
    if _LINE in around:
        return f" {bare} ".replace("\n", " ")
    if not bare:  # it parts its neighbors, as in a browser
        return "\n\n"
    if element.name == "table":
        bare = _table(element, bare)
    elif element.name in _HEADINGS:
        bare = _SPACES.sub(" ", bare)
    first, *others = bare.split("\n")
    margin = block.margin
    lines = [block.first + first, *(margin + line if line else margin.rstrip() for line in others)]
    before = "\n" if element.name in _LISTS and _ITEM in around else block.before
    return before + "\n".join(lines) + block.after


def _table(table: Element, rows: str) -> str:
    """The rows of a table, with the line below its head; an empty head if it has none."""
    row = table.find("tr")
    if row is None:
        return rows
    cells = row.named(*CELLS)
    is_head = all(cell.name == "th" for cell in cells) or (
        row.parent is not None and row.parent.name == "thead"
    )
    lines = rows.split("\n")
    #  A caption is above the first row.
    first = next((at for at, line in enumerate(lines) if line.startswith("|")), 0)
    head = first + 1 if is_head else first
    empty = f"| {' | '.join([''] * len(cells))} |"
    lines[head:head] = [*[empty] * (not is_head), f"| {' | '.join(['---'] * len(cells))} |"]
    return "\n".join(lines)


def _wrapped(text: str, before: str, after: str) -> str:
    """The text between two marks, the space or line break at its edges outside of them; no marks
    around nothing, nor around blocks and lines.
    """
    bare = text.strip()
    if not bare or "\n\n" in bare or "  \n" in bare:
        return text
    start = text.index(bare)
    return f"{text[:start]}{before}{bare}{after}{text[start + len(bare) :]}"


def _emphasis(element: Element, text: str, around: _Around) -> str:
    """The text between the marks of the element's emphasis, unless it has such marks already."""
    mark = _MARKS[element.name]
    return text if around & {_PRINTED, mark} else _wrapped(text, mark, mark)


def _link(element: Element, text: str, around: _Around) -> str:
    """The text as a link; symbols lead to their own pictures, and need none."""
    href = quote(element.attributes.get("href", ""), safe="/:?#[]@!$&'*+,;=%~")
    if _PRINTED in around or not href or picture_symbols.COST.match(text):
        return text
    return f"<{href}>" if text.strip() == href else _wrapped(text, "[", f"]({href})")


def _picture(element: Element, _: str, around: _Around) -> str:
    """A picture; in a line its words alone, if it cannot be a symbol."""
    alt = element.attributes.get("alt", "")
    address = address_of(element.attributes)
    is_kept = (
        _LINE not in around
        or picture_symbols.is_symbolic(address)
        or picture_symbols.of_label(alt)
        or (not alt and picture_symbols.of_address(address))
    )
    return f"![{alt}]({address})" if is_kept else alt


_WRITERS: Mapping[str, Callable[[Element, str, _Around], str]] = {
    **dict.fromkeys(_MARKS, _emphasis),
    "a": _link,
    "br": lambda _element, text, around: (" " if _LINE in around else "  \n") + text,
    "hr": lambda _element, _text, _around: "\n\n---\n\n",
    "img": _picture,
    "q": lambda _element, text, _around: f'"{text}"',
    **dict.fromkeys(CELLS, lambda _element, text, _around: f" {' '.join(text.split())} |"),
    "tr": lambda _element, text, _around: f"|{text}\n",
}
