"""Plain Markdown: pages without boxes and attributes, for all other readers of Markdown.

GitHub, pandoc and Python-Markdown show the same words. They differ in what a backslash escapes and
in how they number lists, so some characters become entities, and each ruling is an item that begins
with its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ..pages import addresses
from .inline import ATTRIBUTES, parse_attributes, split_attributes, tag

_BOX = re.compile(r"(?P<fence>/{3,}) (?P<name>[\w-]+) ?(?:\| )?(?P<label>.*)")
_QUOTED_BOXES = ("abilities", "beside", "card", "quoted")
"""The boxes that become quotations."""
_LINK_LISTS = {".chips", ".jump", ".questions", ".versions"}
"""The classes of lines of links, which get a ``·`` between them."""
_SPACE_BETWEEN_LINKS = re.compile(r"(?<=\)) (?=\[)")
_SEPARATORS = ("---", "***")
_LINE_PARTS = re.compile(r"( *(?:> ?)*)(#{1,6} +|- |\d{1,9}\. +|)(.*)")
"""The parts of a line: its indent and the quotation that it is in, its mark and its text."""
_TOKEN = re.compile(
    rf"""
    \\(?P<escaped>.)
    | (?P<code>`[^`\n]*`)(?:\{{{ATTRIBUTES}\}})?
    | (?P<start>\[)
    | (?P<end>\](?P<link>\([^()\s]*\))?(?:\{{(?P<attributes>{ATTRIBUTES})\}})?)
    | (?P<sign>
        !(?=\[) | &(?=[\#\w]) | \^ | :(?=//|[\w+-]+:) | (?<=www)\. | (?<=\\\]):
        | \#(?=[ ]*(?:\n|$)) | [\u2028\u2029]
      )
    """,
    re.VERBOSE | re.DOTALL,
)
"""What only our reader knows, such as attributes. A ``sign`` is what others take for the beginning
or the end of something else: of images, entities, superscripts, emoji, links, headings and lines.
"""
_ESCAPED = {
    **{mark: f"\\{mark}" for mark in r"\`*_{}[]"},
    **{mark: f"&#{ord(mark)};" for mark in "&<>|~$"},
    "\n": "  \n",
}
"""What a character is within a line if it means something there."""
_SPANS = {"gone": ("<del>", "</del>"), "new": ("<ins>", "</ins>"), "source-language": ("**", "**")}
"""What is written before and behind spans of these classes."""
_ITEM_NUMBER = re.compile(r"\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdm]+)(?=[.)](?:\s|$))")
"""The beginning of a line that would be an item of a list."""
_LINE_START = re.compile(r"[#:]|[+-](?=\s|$)|[=-](?=[=\t -]*$)")
"""The first character of a line if it means something only there."""
_LINE_ATTRIBUTES = re.compile(rb"( ?)\{([#.][^{}\r\n]*)\}(?=\r?$)", re.MULTILINE)
"""The attributes at the end of a line."""


class _Box(NamedTuple):
    """A box that is open: ``/// name | label``. The page itself has no name."""

    fence: str = ""
    name: str = ""
    label: str = ""
    indent: str = ""


def convert_page(text: str) -> str:
    """Return a generated page as plain Markdown. ``text`` is its Markdown for our reader."""
    plain = _PlainPage()
    for block in text.strip("\n").split("\n\n"):
        plain.add(block)
    return "".join((*plain.text, "\n"))


def convert_own_page(content: bytes) -> bytes:
    """Return a hand-written page as plain Markdown: with anchors instead of attributes."""

    def replace(match: re.Match[bytes]) -> bytes:
        anchors = _write_anchors(parse_attributes(match[2].decode(errors="replace"))).encode()
        return match[1] + anchors if anchors else b""

    return _LINE_ATTRIBUTES.sub(replace, content)


class _PlainPage:
    """Writes a page block by block."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self._boxes = [_Box()]
        self._anchors = ""
        """The anchors of what comes next, as HTML."""
        self._href = ""
        """What the links of the numbers in a list begin with."""
        self._last_block = ("", _Box())
        """The beginning of the lines of the last block, and the box that it is quoted from."""

    def add(self, block: str) -> None:
        """Write the next block of our Markdown. One without words of its own gives its attributes
        to the next.
        """
        body = block.lstrip(" ")
        indent = block[: len(block) - len(body)]
        text, attributes = split_attributes(body)
        values = parse_attributes(attributes)
        if body == self._boxes[-1].fence:
            self._boxes.pop()
        elif not text:
            self._anchors += _write_anchors(values)
            self._href = values.get("href", "")
        elif opening := _BOX.fullmatch(text):
            box = _Box(**opening.groupdict(), indent=indent)
            self._boxes.append(box)
            self._anchors += _write_anchors(values)
            self._href = ""
            if box.name == "paragraph":
                self._anchors += self._write_ruling_anchor(box.label)
            elif box.name == "details" and box.label:
                self._write_block(f"**{box.label}**", indent)
            elif box.name == "beside" and "class" not in values:
                self._write_block(f"**{values['lang'].upper()}**", indent)
        else:
            self._write_block(body.replace(f"\n{indent}", "\n"), indent)

    def _write_ruling_anchor(self, number: str) -> str:
        """Return the anchor of a ruling: the label of its box of notes with its number. Outside of
        such a box, it has none.
        """
        name = next((box.label for box in reversed(self._boxes) if box.name == "notes"), "")
        return _write_anchors({"id": f"{name}-{number}"}) if name else ""

    def _write_block(self, body: str, indent: str) -> None:
        """Write a block, of whose lines the ``indent`` is removed. They get it back, with the
        marks of the quotation that the block is in.
        """
        if body not in _SEPARATORS:
            beginnings, texts = zip(*map(self._split_line, body.split("\n")), strict=True)
            lines = _convert_text("\n".join(texts)).split("\n")
            body = "\n".join(map(_join_line, beginnings, lines))
        box = next((box for box in reversed(self._boxes) if box.name in _QUOTED_BOXES), _Box())
        if box.name and not body.startswith("# "):
            indent = f"{box.indent}> {indent.removeprefix(box.indent)}"
        blank = indent.rstrip(" ") if box.name and self._last_block == (indent, box) else ""
        self._last_block = indent, box
        self.text += [f"\n{blank}\n"] if self.text else []
        self.text += [indent, body.replace("\n", f"\n{indent}")]

    def _split_line(self, line: str) -> tuple[str, str]:
        """Return the beginning of a line, which is its marks and anchors, and its text without
        attributes.

        A number of a list becomes a bullet and the first word of the text.
        """
        text, attributes = split_attributes(line)
        quotation, mark, text = _LINE_PARTS.fullmatch(text).groups()  # type: ignore[union-attr]  # all fit
        if mark[:1].isdigit():
            number = str(int(mark.rstrip(" .")))
            self._anchors += self._write_ruling_anchor(number)
            label = f"**{number}**"
            text = f"{f'[{label}]({self._href}{number})' if self._href else label} {text}"
            mark = "- "
        if _LINK_LISTS.intersection(attributes.split()):
            text = _SPACE_BETWEEN_LINKS.sub(" · ", text)
        anchors = self._anchors + _write_anchors(parse_attributes(attributes))
        self._anchors = ""
        return quotation + mark + anchors, text


def _join_line(beginning: str, text: str) -> str:
    """Return a line. If its ``text`` begins like a mark, a backslash or an entity keeps it from
    being one.
    """
    if number := _ITEM_NUMBER.match(text):
        text = f"{number[0]}\\{text[number.end() :]}"
    elif _LINE_START.match(text):
        text = f"&#{ord(text[0])};{text[1:]}"
    return beginning + text


def _convert_text(text: str) -> str:
    """Return a text within a block as plain Markdown."""
    pieces: list[str] = []
    starts: list[int] = []  # the places in ``pieces`` of brackets that are not closed yet
    read = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[read : token.start()])
        read = token.end()
        match token.lastgroup:
            case "escaped":
                pieces.append(_ESCAPED.get(token["escaped"], token["escaped"]))
            case "code":
                pieces.append(token["code"])
            case "start":
                starts.append(len(pieces))
                pieces.append("[")
            case "end" if starts and (token["link"] or token["attributes"]):
                place, values = starts.pop(), parse_attributes(token["attributes"] or "")
                start, end = _SPANS.get(values.get("class", ""), ("", ""))
                if token["link"]:
                    start, end = "[", f"]{token['link']}"
                pieces[place] = f"{_write_anchors(values)}{start}"
                pieces.append(end)
            case "sign":
                pieces.append(f"&#{ord(token[0])};")
            case _:
                pieces.append(token[0])
    return "".join((*pieces, text[read:]))


def _write_anchors(values: Mapping[str, str]) -> str:
    """Return the anchors, as HTML, of what has these attributes. All readers of Markdown know the
    top of a page, which needs no anchor.
    """
    names = (values.get("id", ""), *values.get("also", "").split())
    return "".join(
        f"{tag('a', {'id': name})}</a>" for name in names if name not in ("", addresses.TOP)
    )
