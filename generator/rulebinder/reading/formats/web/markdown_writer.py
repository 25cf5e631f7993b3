"""Elements of a web page as Markdown: headings, lists, quotes, tables, links, pictures, emphasis.

Each element's text is made of those of its children, the last elements of the page first. So
nothing here calls itself, however deep a page is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ...notation import picture_symbols
from .elements import Element

_SPACES = re.compile(r"[\t \r\n]+")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_PLAIN_BLOCKS = (
    "address",
    "article",
    "center",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "hgroup",
    "main",
    "section",
    "summary",
)
_BLOCKS = {*_PLAIN_BLOCKS, "p", "blockquote", "ol", "ul", "li", "dt", "dd", "table", "thead",
           "tbody", "tfoot", "tr", "td", "th", *_HEADINGS}  # fmt: skip
"""Elements at whose edges white space is none of the text."""
_LISTS = ("ul", "ol", "menu", "dir")
_TELLING = {"pre", *_HEADINGS, "td", "th", "li"}
"""Elements that make a difference to their content."""
_MARKS = {"b": "**", "strong": "**", "em": "*", "i": "*", "del": "~~", "s": "~~"}
"""Elements of emphasis, each with the mark on both sides of its text."""
_WIDEST = 100
"""How many columns a cell of a table may span."""


@dataclass(frozen=True, kw_only=True)
class _Around:
    """The surroundings of an element."""

    inline: bool = False
    """In a heading or a cell, which is one line."""
    printed: bool = False
    """In a text whose spaces and lines count, and in which nothing is emphasis."""
    listed: bool = False
    """In an item of a list."""
    followed: bool = False
    """Before something else than a list."""
    marks: frozenset[str] = frozenset()
    """The marks of the emphasis around it."""

    def inside(self, name: str) -> _Around:
        """Return the surroundings of the children of an element so called."""
        mark = _MARKS.get(name, "")
        if name not in _TELLING and not self.followed and mark in {"", *self.marks}:
            return self
        return _Around(
            inline=self.inline or name in _HEADINGS or name in ("td", "th"),
            printed=self.printed or name == "pre",
            listed=self.listed or name == "li",
            marks=self.marks | {mark} if mark else self.marks,
        )


def markdown(element: Element, *, escaped: bool = True) -> str:
    """The element as Markdown, without blank lines at its ends; stars get a backslash if
    ``escaped``.
    """
    order = [element, *element.descendants()]
    around = {id(element): _Around()}
    for each in order:
        around |= _around(each, around[id(each)])
    made: dict[int, str] = {}
    for each in reversed(order):
        made[id(each)] = _element(each, around[id(each)], made, escaped)
    return made[id(element)].strip("\n")


def _around(parent: Element, around: _Around) -> dict[int, _Around]:
    """Return the surroundings of each child of an element."""
    inside = around.inside(parent.name)
    found: dict[int, _Around] = {}
    behind: Element | str | None = None
    for child in reversed(parent.children):
        if isinstance(child, Element):
            followed = child.name in _LISTS and behind is not None and not _is_list(behind)
            found[id(child)] = replace(inside, followed=True) if followed else inside
        behind = child if isinstance(child, Element) or child.strip() else behind
    return found


def _is_list(child: Element | str) -> bool:
    return isinstance(child, Element) and child.name in _LISTS


def _element(element: Element, around: _Around, made: Mapping[int, str], escaped: bool) -> str:
    """The Markdown of one element, that of its children being ``made`` already."""
    inside = around.inside(element.name)
    parts = []
    for at, child in enumerate(element.children):
        part = (
            _text(element, at, child, inside, escaped)
            if isinstance(child, str)
            else made[id(child)]
        )
        if part:
            parts.append(part)
    text = "".join(parts if inside.printed else _collapsed(parts))
    convert = _CONVERTERS.get(element.name)
    return convert(element, text, around) if convert else text


def _collapsed(parts: list[str]) -> list[str]:
    """The parts, of the line breaks on both sides of a border only those of the side that has more,
    and two at most.
    """
    found = [""]
    for part in parts:
        content = part.strip("\n")
        before = len(part) - len(part.lstrip("\n"))
        after = len(part) - before - len(content)
        if found[-1] and before:
            before = min(2, max(len(found.pop()), before))
        found += ["\n" * before, content, "\n" * after] if content else ["\n" * before]
    return found


def _text(parent: Element, at: int, text: str, around: _Around, escaped: bool) -> str:
    """A text between two elements; white space at the edge of a block is left out."""
    before = parent.children[at - 1] if at else None
    after = parent.children[at + 1] if at + 1 < len(parent.children) else None
    opens = _is_outside(before) or (before is None and parent.name in _BLOCKS)
    closes = _is_outside(after) or (after is None and parent.name in _BLOCKS)
    if not text.strip() and (opens or closes):
        return ""
    if not around.printed:
        text = _SPACES.sub(
            lambda found: "\n" if "\n" in found.group() or "\r" in found.group() else " ", text
        )
    if escaped and not around.printed:
        text = text.replace("*", r"\*")
    text = text.lstrip(" \t\r\n") if opens else text
    return text.rstrip() if closes else text


def _is_outside(neighbour: Element | str | None) -> bool:
    return isinstance(neighbour, Element) and (neighbour.name in _BLOCKS or neighbour.name == "pre")


def _emphasis(element: Element, text: str, around: _Around) -> str:
    """The text between the marks of the element's emphasis, unless it has such marks already."""
    mark = _MARKS.get(element.name, "")
    return text if around.printed or mark in around.marks else _wrapped(text, mark, mark)


def _wrapped(text: str, before: str, after: str) -> str:
    """The text between two marks, the space or line break at its edges outside of them; no marks
    around nothing.
    """
    bare = text.strip()
    if not bare:
        return _edge(text)
    start = text.index(bare)
    return f"{_edge(text[:start])}{before}{bare}{after}{_edge(text[start + len(bare) :])}"


def _edge(spaces: str) -> str:
    """Return the separator that keeps two words apart as these spaces do: a blank line, a line
    break, or one space.
    """
    return "\n" * min(2, spaces.count("\n")) or " " * bool(spaces)


def _link(element: Element, text: str, around: _Around) -> str:
    href = element.attributes.get("href")
    if around.printed:
        return text
    if text.strip() and text.strip() == href:
        return f"<{href}>"
    return _wrapped(text, "[", f"]({href})") if href else _wrapped(text, "", "")


def _picture(element: Element, _: str, around: _Around) -> str:
    alt = element.attributes.get("alt", "")
    address = _address(element)
    kept = (
        not around.inline or picture_symbols.is_symbolic(address) or picture_symbols.of_label(alt)
    )
    return f"![{alt}]({address})" if kept else alt


def _address(picture: Element) -> str:
    """The address of a picture; a page that loads it late has another one in its place."""
    addresses = [
        picture.attributes.get(name, "")
        for name in ("src", "data-src", "data-lazy-src", "data-original")
    ]
    return next(
        (address for address in addresses if address and not address.startswith("data:")),
        addresses[0],
    )


def _break(_: Element, text: str, around: _Around) -> str:
    return f"{text} " if around.inline else f"  \n{text}"


def _block(_: Element, text: str, around: _Around) -> str:
    return f" {text.strip()} " if around.inline else _apart(text.strip())


def _paragraph(_: Element, text: str, around: _Around) -> str:
    bare = text.strip(" \t\r\n")
    return f" {bare} " if around.inline else _apart(bare)


def _apart(text: str) -> str:
    """A block of its own; an empty one parts its neighbors, as in a browser."""
    return f"\n\n{text}\n\n" if text else "\n\n"


def _heading(element: Element, text: str, around: _Around) -> str:
    if around.inline:
        return f" {text} "
    bare = _SPACES.sub(" ", text.strip())
    return _apart(f"{'#' * int(element.name[1])} {bare}" if bare else "")


def _quotation(_: Element, text: str, around: _Around) -> str:
    bare = text.strip(" \t\r\n")
    if around.inline:
        return f" {bare} "
    quoted = "\n".join(f"> {line}" if line else ">" for line in bare.split("\n"))
    return f"\n{quoted}\n\n" if bare else "\n"


def _list(_: Element, text: str, around: _Around) -> str:
    if around.listed:
        return f"\n{text.rstrip()}"
    return f"\n\n{text}\n" if around.followed else f"\n\n{text}"


def _item(_: Element, text: str, __: _Around) -> str:
    bare = text.strip()
    return f"- {_indented(bare, '  ')[2:]}\n" if bare else "\n"


def _indented(text: str, margin: str) -> str:
    return "\n".join(margin + line if line else "" for line in text.split("\n"))


def _term(_: Element, text: str, around: _Around) -> str:
    bare = _SPACES.sub(" ", text.strip())
    if around.inline:
        return f" {bare} "
    return f"\n\n{bare}\n" if bare else "\n"


def _definition(_: Element, text: str, around: _Around) -> str:
    bare = text.strip()
    if around.inline:
        return f" {bare} "
    return f":{_indented(bare, '    ')[1:]}\n" if bare else "\n"


def _program(_: Element, text: str, __: _Around) -> str:
    return _apart(f"```\n{text.strip()}\n```" if text else "")


def _table(_: Element, text: str, __: _Around) -> str:
    return f"\n\n{text.strip()}\n\n"


def _caption(_: Element, text: str, __: _Around) -> str:
    return f"{text.strip()}\n\n"


def _cell(element: Element, text: str, _: _Around) -> str:
    line = text.strip().replace("\n", " ")
    return f" {line} {'|' * _span(element)}"


def _span(cell: Element) -> int:
    said = cell.attributes.get("colspan", "")
    return max(1, min(_WIDEST, int(said))) if re.fullmatch(r"[0-9]{1,4}", said) else 1


def _row(element: Element, text: str, _: _Around) -> str:
    """A row; a table's first one with the line that makes it the head, or with an empty head
    above.
    """
    parent = element.parent
    if parent is None or _first(parent) is not element:
        return f"|{text}\n"
    cells = element.named("td", "th")
    columns = sum(map(_span, cells))
    line = f"| {' | '.join(['---'] * columns)} |\n"
    if all(cell.name == "th" for cell in cells) or parent.name == "thead":
        return f"|{text}\n{line}"
    if parent.name == "tbody" and parent.parent is not None and _first(parent.parent) is not parent:
        return f"|{text}\n"
    return f"| {' | '.join([''] * columns)} |\n{line}|{text}\n"


def _first(parent: Element) -> Element | None:
    return next((child for child in parent.children if isinstance(child, Element)), None)


_CONVERTERS: Mapping[str, Callable[[Element, str, _Around], str]] = {
    "a": _link,
    **dict.fromkeys((*_MARKS, "sub", "sup"), _emphasis),
    "br": _break,
    "hr": lambda _element, _text, _around: "\n\n---\n\n",
    "img": _picture,
    "q": lambda _element, text, _around: f'"{text}"',
    **dict.fromkeys(_PLAIN_BLOCKS, _block),
    "p": _paragraph,
    **dict.fromkeys(_HEADINGS, _heading),
    "blockquote": _quotation,
    **dict.fromkeys(_LISTS, _list),
    "li": _item,
    "dt": _term,
    "dd": _definition,
    "pre": _program,
    "table": _table,
    "caption": _caption,
    "figcaption": _table,
    "td": _cell,
    "th": _cell,
    "tr": _row,
    "script": lambda _element, _text, _around: "",
    "style": lambda _element, _text, _around: "",
}
