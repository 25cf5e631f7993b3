"""The blocks that any page has: headings, paragraphs, lists, tables, quotations and folds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown.blockprocessors import BlockProcessor

from . import attributes
from .attributes import Attributes, escaped, put

if TYPE_CHECKING:
    from .extension import CardsExtension

_HEADING = re.compile(r"(#{1,6}) +(.*)", re.DOTALL)
_OPENING = re.compile(r"(/{3,}) ?([a-z][\w-]*) *(?:\| *)?(.*)")
_ITEM = re.compile(r"(\d{1,9})[.)] +")
_BULLET = re.compile(r"^(?=- )", re.MULTILINE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\|[ :|-]+\|")
_SEPARATOR = " · "
_DEEPEST = 20
"""The most boxes and lists within each other.

Deeper ones are text, because reading and writing recurse.
"""
_COUNT = "count"
_CHANGES = {"del": "revision_cut", "ins": "revision_put"}
"""The words that begin a change in a comparison, by its element."""
_QUOTABLE = ("ruling-text", "beside", "said")
"""The boxes with the words of rulings.

Their lists have paragraphs, which scripts copy one by one.
"""
_INDENT = 4
"""The spaces before what belongs to an item of a list.

Behind a longer number, they are as many as its characters.
"""


class Block(BlockProcessor):
    """A kind of block. It reads its texts with the inline reader of the ``extension``."""

    def __init__(self, extension: CardsExtension) -> None:
        super().__init__(extension.parser)
        self.extension = extension

    def write(self, element: Element, text: str, *, reminders: bool = False) -> Element:
        """Append ``text`` to ``element``, with the attributes at its end. Return the element."""
        shown, found = attributes.split(text)
        put(element, found)
        self.extension.inline.read(element, shown.strip(" \n"), reminders=reminders)
        return element

    def inside(self, parent: Element, blocks: list[str]) -> None:
        """Append ``blocks`` to ``parent``, one level deeper."""
        if not blocks:
            return
        self.extension.depth += 1
        self.parser.parseBlocks(parent, blocks)
        self.extension.depth -= 1
        for element in parent:
            element.tail = element.tail or "\n"  # or the words of two blocks would be one word

    @property
    def is_deepest(self) -> bool:
        """Whether nothing may be deeper than here."""
        return self.extension.depth >= _DEEPEST


class Given(Block):
    """Attributes alone in a paragraph, which the next block gets."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return block.startswith("{") and attributes.split(block)[0] == "" and bool(block)

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        found: Attributes = {}
        while blocks and self.test(parent, blocks[0]):
            found |= attributes.split(blocks.pop(0))[1]
        before = len(parent)
        for processor in self.parser.blockprocessors if blocks else ():
            if processor.test(parent, blocks[0]) and processor.run(parent, blocks) is not False:
                break
        for element in parent[before : before + 1]:
            put(element, found)


class Heading(Block):
    """A heading. Its id is in its attributes."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return block.startswith("#") and bool(_HEADING.match(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        found = _HEADING.match(blocks.pop(0))
        if found:
            self.extension.headings.append(
                self.write(SubElement(parent, f"h{len(found[1])}"), found[2])
            )


class Paragraph(Block):
    """A paragraph, or a line of facts that ``·`` divides."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return True

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        block = blocks.pop(0).strip("\n")
        if not block.strip():
            return
        text, found = attributes.split(block)
        named = found.get("class", "").split()
        if "facts" in named:
            self._facts(SubElement(parent, "p"), text, found)
        elif "chips" in named:
            self._chips(SubElement(parent, "p", found), text)
        elif "compared" in named:
            self._compared(SubElement(parent, "p", found), text)
        else:
            self.write(SubElement(parent, "nav" if "jump" in named else "p"), block)

    def _compared(self, element: Element, text: str) -> None:
        """Append two wordings in one.

        Words that screen readers say mark the beginning of each change, and a bracket its end.
        """
        self.extension.inline.read(element, text)
        for each in element:
            if each.tag in _CHANGES:
                start, end = (
                    Element("span", {"class": "unseen"}),
                    SubElement(each, "span", {"class": "unseen"}),
                )
                start.text, end.text = escaped(f"[{self.extension.words[_CHANGES[each.tag]]} "), "]"
                start.tail, each.text = each.text, None
                each.insert(0, start)

    def _facts(self, element: Element, text: str, found: Attributes) -> None:
        put(element, {**found, "class": found["class"].replace("facts", "facts-line")})
        for each in divided(text):
            part = SubElement(element, "span")
            part.tail = " "
            self.extension.inline.read(part, each)
            alone = part[0] if len(part) == 1 and not part.text and not part[0].tail else None
            if alone is not None and alone.get("class") == "tag":
                element[-1] = alone
                alone.tail = " "

    def _chips(self, element: Element, text: str) -> None:
        self.extension.inline.read(element, text)
        for label in element.findall("strong")[:1]:
            label.tag = "span"
            label.set("class", "chips-label")
            label.tail = (label.tail or "").lstrip(" ")


def divided(text: str) -> Iterator[str]:
    """Yield the parts of a line of facts. A ``·`` within ``[…]`` divides nothing."""
    part, depth = "", 0
    for each in text.split(_SEPARATOR):
        part = f"{part}{_SEPARATOR}{each}" if depth else each
        depth += each.count("[") - each.count("]")
        if depth <= 0:
            yield part
            part, depth = "", 0
    if part:
        yield part


class Bullets(Block):
    """A list of ``- `` items. What is indented below an item belongs to it."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return block.startswith("- ") and not self.is_deepest

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        element = SubElement(parent, "ul")
        quotable = parent.get("class", "").startswith(_QUOTABLE)
        while blocks and blocks[0].startswith("- "):
            for item in filter(None, map(str.strip, _BULLET.split(blocks.pop(0)))):
                one = SubElement(element, "li")
                one.tail = " "
                self.write(SubElement(one, "p") if quotable else one, item[2:])
            self.inside(element[-1], indented(blocks))


def indented(blocks: list[str], width: int = _INDENT) -> list[str]:
    """Take the blocks at the beginning of ``blocks`` that are indented by ``width``, and return
    them without the indent.
    """
    end, indent = 0, " " * width
    while end < len(blocks) and blocks[end].startswith(indent):
        end += 1
    found, blocks[:end] = blocks[:end], []
    return ["\n".join(line.removeprefix(indent) for line in each.split("\n")) for each in found]


class Numbered(Block):
    """A list of numbered items.

    Each keeps its number, and a change from ``.`` to ``)`` begins no new list.
    """

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return bool(_ITEM.match(block)) and not self.is_deepest

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        element = SubElement(parent, "ol")
        while blocks and (found := _ITEM.match(blocks[0])):
            first = blocks.pop(0)[found.end() :]
            self.item(
                element, str(int(found[1])), first, indented(blocks, max(found.end(), _INDENT))
            )

    def item(self, parent: Element, number: str, first: str, blocks: list[str]) -> None:
        """Append the item ``number`` to the list ``parent``: its ``first`` paragraph, and the
        ``blocks`` below it.

        The attribute ``href`` is the address of the ruling that the item quotes. The number becomes
        a link to it.
        """
        text, found = attributes.split(first)
        element = SubElement(parent, "li", {"value": number})
        href = found.pop("href", None)
        put(element, found)
        if href:
            label = self.extension.words.say("ruling_link", number=number)
            link = SubElement(element, "a", {"href": escaped(href), "aria-label": escaped(label)})
            link.text, link.tail = number, " "
            self.extension.inline.finish(link)
            element = SubElement(element, "div")
        self.inside(element, [text, *blocks])


class Quotation(Block):
    """A quotation of a rule: lines that begin with ``>``.

    The first of its paragraphs is the number.
    """

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return block.startswith(">") and not self.is_deepest

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        text = _QUOTED.sub("", blocks.pop(0))
        self.inside(SubElement(parent, "blockquote", {"class": "rules"}), text.split("\n\n"))


class Table(Block):
    """A table. Attributes behind the last cell of a row belong to the row."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return block.startswith("|") and bool(
            _RULE.fullmatch(block.partition("\n")[2].partition("\n")[0].strip())
        )

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        head, _, *rows = blocks.pop(0).strip("\n").split("\n")
        table = SubElement(parent, "table", {})  # the attributes before it give it a class
        top = SubElement(SubElement(table, "thead"), "tr")
        for cell in _cells(head):
            self.write(SubElement(top, "th", {"scope": "col"}), cell).tail = " "
        body = SubElement(table, "tbody")
        for row in rows:
            self._row(SubElement(body, "tr"), row)

    def _row(self, element: Element, row: str) -> None:
        text, found = attributes.split(row.rstrip())
        put(element, found)
        for cell in _cells(text):
            shown, own = attributes.split(cell)
            one = SubElement(element, "th") if own.get("scope") else SubElement(element, "td")
            one.tail = " "
            put(one, own)
            self.extension.inline.read(one, shown)


def _cells(row: str) -> Iterable[str]:
    return (cell.strip(" ").replace("\\|", "|") for cell in _CELL.split(row.strip(" "))[1:-1])


class Box(Block):
    """A fold or another box: ``/// name | label`` … ``///``.

    A module of its own reads cards and notes.
    """

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002
        """See :class:`BlockProcessor`."""
        return (
            block.startswith("///")
            and not self.is_deepest
            and bool(_OPENING.fullmatch(block.strip("\n")))
        )

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        found = _OPENING.fullmatch(blocks.pop(0).strip("\n"))
        if not found:
            return
        end = next(
            (at for at, block in enumerate(blocks) if block.strip("\n") == found[1]), len(blocks)
        )
        within, blocks[: end + 1] = blocks[:end], []
        label, given = attributes.split(found[3])
        self.extension.boxes.get(found[2], self.plain)(parent, found[2], label, given, within)

    def plain(
        self, parent: Element, name: str, _label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a box whose class is its ``name``."""
        element = SubElement(parent, "div", {"class": name})
        put(element, given)
        self.inside(element, blocks)

    def fold(
        self, parent: Element, _name: str, label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a fold.

        Without a ``label``, its first heading opens it, and takes its id there.
        """
        element = SubElement(parent, "details")
        opened = given.pop("open", None)
        put(element, given)
        if opened:
            element.set("open", "open")
        summary = SubElement(element, "summary")
        if label:
            self.extension.inline.read(summary, label)
        self.inside(element, blocks)
        if not label and len(element) > 1:
            self._head(element, summary)

    @staticmethod
    def _head(element: Element, summary: Element) -> None:
        """Move the heading of a fold into its summary, and the paragraph with a count behind it."""
        heading = element[1]
        if "id" in heading.attrib:
            element.set("id", heading.attrib.pop("id"))
        heading.tail = " "
        element.remove(heading)
        summary.append(heading)
        for count in element[1:2]:
            if count.get("class", "").endswith(_COUNT):
                element.remove(count)
                count.tag = "span"
                summary.append(count)
