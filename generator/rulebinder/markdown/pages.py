"""Pages: their Markdown becomes HTML, block by block."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..pages.words import Words
from . import inline, rulings
from .inline import line, start, tag, with_meanings
from .rulings import NO_ENTRY

Token = dict[str, Any]
"""The ``level``, ``id`` and ``name`` of a heading, as tables of contents have them."""
Draw = Callable[[Mapping[str, Any]], str]
"""Returns the HTML of a form: a search, a filter, or what only scripts fill.

It gets the facts of the form in the page's front matter, or the attributes of its box. A ``<slot>``
in the HTML takes the Markdown of the box.
"""
Blocks = deque[str]
"""The blocks that are not read yet."""
_KINDS = re.compile(
    r"""
    (?P<heading>\#{1,6}[ ]+)
    | (?P<bullets>-[ ])
    | (?P<numbers>\d{1,9}\.[ ]+)
    | (?P<quotation>>)
    | (?P<rows>\|[^\n]*\n[ ]*\|[ :|-]+\|[ ]*(?:\n|$))
    | (?P<box>(?P<fence>/{3,})[ ]?(?P<name>[a-z][\w-]*)[ ]*+(?:\|[ ]*+)?(?P<label>.*)$)
    """,
    re.VERBOSE,
)
"""The beginnings of all blocks but paragraphs."""
_HEADING = re.compile(r"#{1,6} +")
_NUMBER = re.compile(r"(\d{1,9})\. +")
_BULLET = re.compile(r"^- ", re.MULTILINE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_TAG = re.compile("<[^>]*>")
_COUNT = re.compile(r"\{\.[\w-]*count\}$")
"""A paragraph that counts what is in a fold."""
_DEEPEST = 20
"""The most boxes and lists within each other. Deeper ones are text, because reading recurses."""
_QUOTABLE = ("ruling-text", "beside", "said")
"""The boxes with the words of rulings.

Their lists have paragraphs, which scripts copy one by one.
"""
_INDENT = 4
"""The spaces before what belongs to an item of a list.

Behind a longer number, they are as many as its characters.
"""


class Pages:
    """Reads pages in the language of ``words``. ``draw`` makes the HTML of forms, by name."""

    def __init__(self, words: Words, draw: Mapping[str, Draw] | None = None) -> None:
        self.words = words
        self.front: Mapping[str, Any] = {}
        """The front matter of the page."""
        self.entry = NO_ENTRY
        """The entry whose rulings are being read."""
        self.draw = draw or {}
        self._tokens: list[Token] = []
        self._depth = 0
        """The number of boxes and lists around the block that is being read."""

    def convert(self, text: str, front: Mapping[str, Any]) -> tuple[str, list[Token]]:
        """Return the HTML of a page, and its table of contents.

        ``text`` has one blank line between blocks, and ``front`` is its front matter.
        """
        self.front, self.entry, self._tokens, self._depth = front, NO_ENTRY, [], 0
        blocks = str(text).strip("\n").split("\n\n")  # a Markup would escape our HTML
        return self.inside(blocks), self._tokens

    def inside(self, blocks: Iterable[str], around: str = "") -> str:
        """Return ``blocks`` as HTML. ``around`` is the class of the element around them."""
        return "".join(self.elements(blocks, around))

    def elements(self, blocks: Iterable[str], around: str = "") -> list[str]:
        """Return the HTML of each of ``blocks``. See :meth:`inside`."""
        rest = deque(filter(None, blocks))
        elements: list[str] = []
        above = ""
        self._depth += 1
        while rest:
            block = rest.popleft()
            if block.startswith("{") and not (alone := inline.split(block))[0]:
                above += f"{alone[1]} "
            else:
                elements.append(f"{self._element(block, rest, above, around)}\n")
                above = ""
        self._depth -= 1
        return elements

    def _element(self, block: str, rest: Blocks, above: str, around: str) -> str:
        """Return the HTML of ``block``, and of those of the ``rest`` that belong to it. ``above``
        are the attributes before it.
        """
        kind = _KINDS.match(block) if self._depth <= _DEEPEST else None
        match kind and kind.lastgroup:
            case "heading":
                mark, _, text = block.partition(" ")
                return self.heading(f"h{len(mark)}", text, above)
            case "bullets":
                return self._bullets(block, rest, above, quotable=around.startswith(_QUOTABLE))
            case "numbers":
                return self._numbers(block, rest, above)
            case "quotation":
                quoted = self.inside(_QUOTED.sub("", block).split("\n\n"))
                return f"{start('blockquote', f'.rules {above}')}{quoted}</blockquote>"
            case "rows":
                return self._table(block, above)
            case "box" if kind:
                return self._box(kind, rest, above)
        return line(self.words, "p", block, above)

    def heading(self, name: str, block: str, above: str) -> str:
        """Return a heading, and enter it into the table of contents if it has an id.

        It gets a link to itself, unless it is not shown, or the name of the page in a box.
        """
        text, listed = inline.split(block)
        html, values = self.text(text), inline.read(f"{above} {listed}")
        written = f"{tag(name, values)}{html}"
        if anchor := values.get("id"):
            title = _TAG.sub("", html)
            self._tokens.append({"level": int(name[1]), "id": anchor, "name": title})
            if (name != "h1" or self._depth == 1) and values.get("class") != "unseen":
                link = {"class": "headerlink", "href": f"#{anchor}"}
                written += f"{tag('a', link | {'title': self.words['permalink']})}#</a>"
        return f"{written}</{name}>"

    def text(self, text: str) -> str:
        """Return the HTML of a text within a block."""
        return inline.as_html(self.words, text)

    def _bullets(self, block: str, rest: Blocks, above: str, *, quotable: bool) -> str:
        """Return a list of ``- `` items. What is indented below an item belongs to it."""
        items: list[str] = []
        rest.appendleft(block)
        while rest and rest[0].startswith("- "):
            for item in _BULLET.split(rest.popleft())[1:]:
                name = "p" if quotable else "li"
                html = line(self.words, name, item.rstrip(" \n"))
                items.append(f"<li>{html}</li> " if quotable else f"{html} ")
            if below := _indented(rest):
                items[-1] = f"{items[-1].removesuffix('</li> ')}\n{self.inside(below)}</li> "
        html = with_meanings("".join(items), above.split())
        return f"{start('ul', above)}{html}</ul>"

    def _numbers(self, block: str, rest: Blocks, above: str) -> str:
        """Return a list of numbered items: in a box of notes, of rulings. Each keeps its number."""
        items = ""
        values = inline.read(above)
        place = values.pop("href", "")
        rest.appendleft(block)
        while rest and (beginning := _NUMBER.match(rest[0])):
            text, listed = inline.split(rest.popleft()[beginning.end() :])
            blocks = [text, *_indented(rest, max(beginning.end(), _INDENT))]
            number = str(int(beginning[1]))
            if self.entry.key:
                values["class"] = "rulings"
                items += rulings.ruling(self, "li", number, listed, blocks)
                continue
            html = self.inside(blocks)
            if place:
                label = self.words.say("ruling_link", number=number)
                link = {"href": inline.page(f"{place}{number}"), "aria-label": label}
                html = f"{tag('a', link)}{number}</a> <div>{html}</div>"
            items += f"{start('li', f'{listed} value={number}')}{html}</li>"
        return f"{tag('ol', values)}{items}</ol>"

    def _table(self, block: str, above: str) -> str:
        """Return a table.

        If a row begins with a bold cell, that is its heading, and the others have the labels of
        their columns.
        """
        heads, _, *rows = map(_cells, block.split("\n"))
        columns = "".join(f'<th scope="col">{self.text(head)}</th> ' for head in heads)
        html = f"{start('table', above)}<thead><tr>{columns}</tr></thead><tbody>"
        for row in rows:
            cells = [f"<td>{self.text(cell)}</td> " for cell in row]
            if row and row[0].startswith("**"):
                cells = [
                    f"{tag('td', {'data-label': head})}{self.text(cell)}</td> "
                    for head, cell in zip(heads, row, strict=False)
                ]
                cells[:1] = [f'<th scope="row">{self.text(row[0][2:-2])}</th> ']
            html += f"<tr>{''.join(cells)}</tr>"
        return f"{html}</tbody></table>"

    def _box(self, opening: re.Match[str], rest: Blocks, above: str) -> str:
        """Return a box: ``/// name | label`` … ``///``."""
        fence = opening["fence"]
        if fence not in rest:
            rest.append(fence)
        blocks = [*iter(rest.popleft, fence)]
        label, listed = inline.split(opening["label"])
        listed += f" {above}"
        match kind := opening["name"]:
            case "details":
                return self._fold(label, listed, blocks)
            case "card":
                return rulings.card(self, listed, blocks)
            case "abilities":
                return rulings.rules_text(self, blocks, kind)
            case "notes":
                return rulings.notes(self, label, listed, blocks)
            case "paragraph" if self.entry.key:
                return rulings.ruling(self, "div", label, listed, blocks)
            case name if name in self.draw:
                facts = self.front.get("forms", {}).get(name) or inline.read(listed)
                return self.draw[name](facts).replace("<slot></slot>", self.inside(blocks))
            case "beside":
                listed = f".beside-{label} {listed}"
        return f"{start('div', f'.{kind} {listed}')}{self.inside(blocks, kind)}</div>"

    def _fold(self, label: str, listed: str, blocks: list[str]) -> str:
        """Return a fold.

        Without a label, the heading at its beginning opens it, and gives it its id. The paragraph
        with a count behind that is in the same line.
        """
        summary = self.text(label)
        if not label and blocks and (mark := _HEADING.match(blocks[0])):
            text, marks = inline.split(blocks.pop(0)[mark.end() :])
            values, name = inline.read(marks), f"h{mark[0].count('#')}"
            if anchor := values.pop("id", ""):
                listed += f" #{anchor}"
            summary = f"{tag(name, values)}{self.text(text)}</{name}> "
            if blocks and _COUNT.search(blocks[0]):
                summary += line(self.words, "span", blocks.pop(0))
        body = f"<summary>{summary}</summary>\n{self.inside(blocks)}"
        return f"{start('details', listed)}{body}</details>"


def _cells(row: str) -> list[str]:
    return [cell.strip(" ").replace("\\|", "|") for cell in _CELL.split(row.strip(" "))[1:-1]]


def _indented(rest: Blocks, width: int = _INDENT) -> list[str]:
    """Take the blocks at the beginning of ``rest`` that are indented by ``width``, and return them
    without the indent.
    """
    blocks: list[str] = []
    indent = " " * width
    while rest and rest[0].startswith(indent):
        blocks.append(rest.popleft().removeprefix(indent).replace(f"\n{indent}", "\n"))
    return blocks
