"""The elements of a web page, as a browser sees them: open elements are closed, and overlapping
ones are untangled.

The parser follows the HTML standard. Two things in the standard grow with the square of a page, so
that :func:`thin_out` takes them out before: elements deep within elements, and tags that bear more
attributes than any page has use for.

Elements without text may draw a symbol: by a font (``<i class="ms ms-u">``), by an ``svg``, by a
style. All text that a page shows is compared with the text after its conversion.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote

from selectolax.lexbor import LexborHTMLParser

from .. import symbols

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
CELLS = ("td", "th")
TABLE_PARTS = ("thead", "tbody", "tfoot", "tr", *CELLS)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = ("dir", "menu", "ol", "ul")

_TAG = re.compile(
    r"<!--(?:.*?-->|.*)"
    r"|<(?P<script>script|style)\b(?:.*?</(?P=script)|.*)"
    r"""|<(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?:[^>"']++|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))*(?P<closed>>|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
_SELF_CLOSED = re.compile(r"""(?:^<[^\s"'=]+|["'\s])/>$""")
"""The end of a tag such as ``<i class="x"/>``, whose slash is not the end of an address."""
_NEVER_NESTED = {
    "a", "nobr", "p", "li", "dd", "dt", *TABLE_PARTS, "option", "optgroup", "caption", *HEADINGS,
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "html", "head", "body", "",
}  # fmt: skip
"""Elements that are never open within each other: the next one of their kind closes them, they are
empty, or a page has them once. The empty name is that of a comment.
"""
_UNSEEN = {"script", "style", "noscript", "template", "iframe"}
"""Elements of which a browser shows no text, or none of the document."""
_FORMATS = ("b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u")
_MOST_OPEN = {
    **dict.fromkeys((*_LISTS, "dl", "blockquote"), MOST_LISTS),
    **dict.fromkeys(_FORMATS, MOST_FORMATS),
}
"""How many elements of its kind may be open, by the name of an element; for others ``DEEPEST``."""
_WORDLESS = {"title", "desc"}
"""Elements whose texts no reader of a page sees as its text, beside those that its parser drops."""
_INLINE = {
    *_FORMATS, "a", "abbr", "del", "img", "ins", "kbd", "mark", "nobr", "rb", "rp", "rt", "ruby",
    "span", "sub", "sup", "wbr",
}  # fmt: skip
"""Elements that part no words."""
_DRAWING_NAMES = {"i", "span", "em", "b", "abbr", "svg", "img", "mana-symbol", "magic-symbol"}
"""Elements that may draw a symbol."""
_LABEL_ATTRIBUTES = ("aria-label", "title", "data-symbol", "alt")
"""Attributes that may name the symbol."""


@dataclass(eq=False)
class Element:
    """An element of a page; its children are elements and the texts between them."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def add(self, name: str) -> Element:
        """Append an empty element, and return it."""
        element = Element(name, parent=self)
        self.children.append(element)
        return element

    def parts(self) -> Iterator[Element | str]:
        """All elements and texts within, in the order of the page."""
        waiting = list(reversed(self.children))
        while waiting:
            part = waiting.pop()
            yield part
            if isinstance(part, Element):
                waiting += reversed(part.children)

    def descendants(self) -> Iterator[Element]:
        """All elements within, in the order of the page."""
        return (part for part in self.parts() if isinstance(part, Element))

    def find_children(self, *names: str) -> list[Element]:
        """The children that have one of these names, such as ``td``; not what is deeper within."""
        return [
            child for child in self.children if isinstance(child, Element) and child.name in names
        ]

    def find(self, *names: str) -> Element | None:
        """The first element within that has one of these names."""
        return next((element for element in self.descendants() if element.name in names), None)

    def text(self) -> str:
        """The words within, one space between two texts."""
        texts = (part.strip() for part in self.parts() if isinstance(part, str))
        return " ".join(filter(None, texts))


class ThinPage(NamedTuple):
    """A page that can be parsed in a time proportional to its length."""

    page: str
    lines: tuple[int, ...]
    """The lines of the tags that were taken out; the texts in their elements stay."""
    open_end: int | None
    """The line of a tag that nothing closes before the page ends: every browser loses the text
    after it.
    """


def parse_page(page: str) -> Element:
    """The root element of ``page``; what is not shown, such as comments, is left out."""
    whole = Element("")
    elements: dict[int, Element] = {}
    root = LexborHTMLParser(page).root
    for node in root.traverse(include_text=True) if root is not None else ():
        parent = elements.get(node.parent.mem_id, whole) if node.parent is not None else whole
        if node.is_text_node:
            add_text(parent, node.text_content or "")
        elif node.is_element_node:
            attributes = {name: value or "" for name, value in node.attributes.items()}
            element = elements[node.mem_id] = Element(node.tag or "", attributes, parent)
            if element.name not in _UNSEEN:
                parent.children.append(element)
    return whole


def add_text(parent: Element, text: str) -> None:
    """Append a text to the children of an element, joined with a text before it."""
    last = parent.children[-1] if parent.children else None
    if isinstance(last, str):
        parent.children[-1] = last + text
    else:
        parent.children.append(text)


def address_of(picture: Mapping[str, str]) -> str:
    """The address in the attributes of a picture. A page that loads pictures late has it in another
    attribute, and in ``src`` none or one that begins with ``data:``.
    """
    names = ("src", "data-src", "data-lazy-src", "data-original")
    addresses = [picture.get(name, "") for name in names]
    lasting = (address for address in addresses if address and not address.startswith("data:"))
    return next(lasting, addresses[0])


def thin_out(page: str) -> ThinPage:
    """``page`` without the tags of elements that are nested too deep. Of a tag with too many
    attributes its name alone is kept.
    """
    open_names: Counter[str] = Counter()
    #  How many elements are open that share a limit, by that limit.
    open_of_limit: Counter[int] = Counter()
    parts: list[str] = []
    lines: list[int] = []
    done, line = 0, 1
    open_end: int | None = None
    for tag in _TAG.finditer(page):
        line += page.count("\n", done, tag.start())
        parts.append(page[done : tag.start()])
        whole, done = tag.group(), tag.end()
        name = (tag["name"] or "").lower()
        if name == "select":  # its options take the parser a time that grows with their square
            whole = " "
        is_long = name and len(whole) > 2 * MOST_ATTRIBUTES
        has_many = is_long and len(_ATTRIBUTE.findall(whole)) > MOST_ATTRIBUTES
        if has_many:
            whole = f"<{tag['end']}{name}{'/' if _SELF_CLOSED.search(whole) else ''}>"
        is_empty = name not in _NEVER_NESTED and _SELF_CLOSED.search(whole)
        if is_empty and name != "svg" and not open_names["svg"]:
            #  Its author thinks that the slash closes it, as in XHTML and in drawings.
            whole = f"{whole[:-2]}></{name}>"
        kept = whole
        if name not in _NEVER_NESTED and not is_empty:
            limit = _MOST_OPEN.get(name, DEEPEST)
            #  An end tag closes an element only if one of its name is open.
            step = -min(1, open_names[name]) if tag["end"] else 1
            if step > 0 and (open_of_limit.total() >= DEEPEST or open_of_limit[limit] >= limit):
                #  Formatting parts no words; any other tag does.
                kept, step = " " * (limit != MOST_FORMATS), 0
            open_names[name] += step
            open_of_limit[limit] += step
        if has_many or kept != whole:
            lines.append(line)
        if name and not tag["closed"]:
            open_end = line
        parts.append(kept)
        line += whole.count("\n")
    return ThinPage("".join((*parts, page[done:])), tuple(lines), open_end)


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
            parts.append(to_markdown_picture(child.attributes))
        elif child.name in _INLINE and not child.children:
            label = f" {child.attributes.get('aria-label', '')} "
            parts.append(symbol_of(child) or label)
        if child.name not in _INLINE:
            parts.append("\n")
            waiting.append("\n")
        waiting += reversed(child.children)
    return "".join(parts)


def to_markdown_picture(attributes: Mapping[str, str]) -> str:
    """Return a picture of a web page as one of Markdown."""
    alt = re.sub(r"[\[\]\s]+", " ", attributes.get("alt", ""))
    source = re.sub(r"[()\s]+", "-", address_of(attributes))
    return f"![{alt}]({source})"


def replace_drawings(root: Element) -> Element:
    """Change ``root``, and return it: each element within that draws a symbol becomes that symbol,
    as a part of the text beside it; other drawings are left out.
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
    """The symbol that an element draws; a picture that has its name if it is not a known symbol;
    empty if it draws none.

    An ``img`` with an address is not drawn: it is a picture, which keeps its address.
    """
    is_bare = element.name == "svg" or all(
        isinstance(child, str) and not child.strip() for child in element.children
    )
    if element.name not in _DRAWING_NAMES or not is_bare:
        return ""
    labels = (element.attributes.get(name, "") for name in _LABEL_ATTRIBUTES)
    classes = element.attributes.get("class", "")
    code = next(filter(None, map(symbols.read_label, labels)), None)
    drawn, name = symbols.read_classes(classes)
    if code or drawn:
        return f"{{{code or drawn}}}"
    return f"![](symbol/{name})" if name and element.name != "img" else ""


_SPACE = re.compile(r"[\t \r\n]+")
_BORDER = re.compile(r"(?<!\n)\n*(?:\0\n*)+")
"""The border between two parts of an element, or several, with the line breaks on both sides."""
_EMPHASIS = {"b": "**", "strong": "**", "em": "*", "i": "*", "del": "~~", "s": "~~"}
"""Elements of emphasis, each with the mark on both sides of its text."""
_LINE, _ITEM, _PRINTED = "line", "item", "printed"
_CONTEXT_OF = {
    **dict.fromkeys((*HEADINGS, *CELLS), _LINE),
    "li": _ITEM,
    "pre": _PRINTED,
    **_EMPHASIS,
}
"""What an element says of all that is within: that it is one line, in an item of a list, or printed
with its own spaces and lines; or that it is between these marks of emphasis.
"""
_Context = frozenset[str]
"""What all elements around a place say of it, such as ``{"line", "**"}``."""


class _Block(NamedTuple):
    """How a block is written that is not in a line."""

    first: str = ""
    """What its first line begins with."""
    margin: str = ""
    """What each other line begins with."""
    before: str = "\n\n"
    after: str = "\n\n"


_PLAIN_BLOCKS = (
    "address", "article", "aside", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "legend",
    "main", "nav", "option", "p", "section", "summary", "table", "textarea", *_LISTS,
)  # fmt: skip
_BLOCK_OF = {
    **dict.fromkeys(_PLAIN_BLOCKS, _Block()),
    **{name: _Block(first=f"{'#' * level} ") for name, level in HEADINGS.items()},
    "blockquote": _Block(first="> ", margin="> ", before="\n"),
    "li": _Block(first="- ", margin="  ", before="", after="\n"),
    "pre": _Block(first="```\n", after="\n```\n\n"),
}
BLOCKS = {*_BLOCK_OF, *TABLE_PARTS}
"""Elements that are blocks: white space at their edges does not belong to the text."""


def to_markdown(element: Element, *, escaped: bool = True) -> str:
    """Return the element as Markdown, without blank lines at its ends; stars get a backslash if
    ``escaped``.

    Two loops instead of a recursion, because elements may be deep within each other: contexts from
    the outside to the inside, then texts from the inside to the outside.
    """
    order = [element, *element.descendants()]
    #  The context within each element, and its Markdown, by the ``id`` of the element.
    inside: dict[int, _Context] = {}
    for part in order:
        context = inside.get(id(part.parent), frozenset())
        inside[id(part)] = context | {_CONTEXT_OF.get(part.name, "")}
    texts: dict[int, str] = {}
    for part in reversed(order):
        context = inside[id(part)]
        parts = [
            _write_text(part, index, context, escaped)
            if isinstance(child, str)
            else texts[id(child)]
            for index, child in enumerate(part.children)
        ]
        if _PRINTED in context:
            text = "".join(parts)
        else:
            #  A border becomes the line breaks of the side that has more of them, two at most.
            text = _BORDER.sub(
                lambda border: "\n" * min(2, max(map(len, border.group().split("\0")))),
                "\0".join(parts),
            )
        write = _write_block if part.name in _BLOCK_OF else _write_inline
        texts[id(part)] = write(part, text, inside.get(id(part.parent), frozenset()))
    return texts[id(element)].strip("\n")


def _write_text(parent: Element, index: int, context: _Context, escaped: bool) -> str:
    """Return the text that is child number ``index``; white space at the edge of a block is left
    out.
    """
    text = str(parent.children[index])
    if _PRINTED in context:
        return text
    text = _SPACE.sub(lambda spaces: "\n" if "\n" in spaces.group() else " ", text)
    if escaped:
        text = text.replace("*", r"\*")
    if _is_edge(parent, index - 1):
        text = text.lstrip()
    return text.rstrip() if _is_edge(parent, index + 1) else text


def _is_edge(parent: Element, index: int) -> bool:
    """Return whether a block is at ``index`` among the children: one of them, or the parent
    itself before the first and behind the last.
    """
    neighbor = parent.children[index] if 0 <= index < len(parent.children) else parent
    return isinstance(neighbor, Element) and neighbor.name in BLOCKS


def _write_block(element: Element, text: str, context: _Context) -> str:
    """Return the Markdown of a block that has this text, in the ``context`` around the block."""
    block = _BLOCK_OF[element.name]
    bare = text.strip()
    if _LINE in context:
        return f" {bare} ".replace("\n", " ")
    if not bare:  # it parts its neighbors, as in a browser
        return "\n\n"
    if element.name == "table":
        bare = _write_table(element, bare)
    elif element.name in HEADINGS:
        bare = _SPACE.sub(" ", bare)
    first, *others = bare.split("\n")
    margin = block.margin
    lines = [block.first + first, *(margin + line if line else margin.rstrip() for line in others)]
    before = "\n" if element.name in _LISTS and _ITEM in context else block.before
    return before + "\n".join(lines) + block.after


def _write_table(table: Element, rows: str) -> str:
    """Return the rows of a table, with the line below its head; an empty head if it has none."""
    row = table.find("tr")
    if row is None:
        return rows
    cells = row.find_children(*CELLS)
    is_head = all(cell.name == "th" for cell in cells) or (
        row.parent is not None and row.parent.name == "thead"
    )
    lines = rows.split("\n")
    #  A caption is above the first row.
    first = next((index for index, line in enumerate(lines) if line.startswith("|")), 0)
    head = first + 1 if is_head else first
    empty = f"| {' | '.join([''] * len(cells))} |"
    lines[head:head] = [*[empty] * (not is_head), f"| {' | '.join(['---'] * len(cells))} |"]
    return "\n".join(lines)


def _write_inline(element: Element, text: str, context: _Context) -> str:
    """Return the Markdown of an element in a line, or of a part of a table, that has this text. The
    ``context`` is that around the element.
    """
    match element.name:
        case "a":
            href = quote(element.attributes.get("href", ""), safe="/:?#[]@!$&'*+,;=%~")
            #  Symbols lead to their own pictures, and need no link.
            if _PRINTED in context or not href or symbols.COST.match(text):
                return text
            return f"<{href}>" if text.strip() == href else _wrap(text, "[", f"]({href})")
        case "br":
            return (" " if _LINE in context else "  \n") + text
        case "hr":
            return "\n\n---\n\n"
        case "img":
            return _write_picture(element, context)
        case "q":
            return f'"{text}"'
        case "td" | "th":
            return f" {' '.join(text.split())} |"
        case "tr":
            return f"|{text}\n"
    mark = _EMPHASIS.get(element.name, "")
    #  A text has the marks of its emphasis once.
    return text if context & {_PRINTED, mark} or not mark else _wrap(text, mark, mark)


def _write_picture(element: Element, context: _Context) -> str:
    """Return a picture; in a line its words alone, if it cannot be a symbol."""
    alt = element.attributes.get("alt", "")
    address = address_of(element.attributes)
    is_kept = (
        _LINE not in context
        or symbols.is_symbolic(address)
        or symbols.read_label(alt)
        or (not alt and symbols.read_address(address))
    )
    return f"![{alt}]({address})" if is_kept else alt


def _wrap(text: str, before: str, after: str) -> str:
    """Return the text between two marks, which come inside of white space at its edges. A text that
    is empty, or has blocks or line breaks, gets no marks.
    """
    bare = text.strip()
    if not bare or "\n\n" in bare or "  \n" in bare:
        return text
    start = text.index(bare)
    return f"{text[:start]}{before}{bare}{after}{text[start + len(bare) :]}"
