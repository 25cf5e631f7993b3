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
_QUOTED = ("abilities", "beside", "card", "quoted")
"""The boxes that become quotations."""
_APART = {".chips", ".jump", ".questions", ".versions"}
"""The classes of lines whose links need a sign between them."""
_BETWEEN = re.compile(r"(?<=\)) (?=\[)")
_RULES = ("---", "***")
_LINE = re.compile(r"( *(?:> ?)*)(#{1,6} +|- |\d{1,9}\. +|)(.*)")
"""A line: its indent and the quotation that it is in, its mark and its text."""
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
"""What only our reader knows, and what others take for the beginning or the end of something else:
of images, entities, superscripts, emoji, links, headings and lines.
"""
_ESCAPED = {
    **{mark: f"\\{mark}" for mark in r"\`*_{}[]"},
    **{mark: f"&#{ord(mark)};" for mark in "&<>|~$"},
    "\n": "  \n",
}
"""What a character is within a line if it means something there."""
_SPANS = {"gone": ("<del>", "</del>"), "new": ("<ins>", "</ins>"), "source-language": ("**", "**")}
"""What is around spans of these classes."""
_NUMBER = re.compile(r"\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdm]+)(?=[.)](?:\s|$))")
"""The beginning of a line that would be an item of a list."""
_START = re.compile(r"[#:]|[+-](?=\s|$)|[=-](?=[=\t -]*$)")
"""The first character of a line if it means something only there."""
_HAND_WRITTEN = re.compile(rb"( ?)\{([#.][^{}\r\n]*)\}(?=\r?$)", re.MULTILINE)
"""The attributes at the end of a line."""


class _Box(NamedTuple):
    """A box that is open. The page itself has no name."""

    fence: str = ""
    name: str = ""
    label: str = ""
    indent: str = ""


def page(text: str) -> str:
    """Return a generated page as plain Markdown. ``text`` is its Markdown for our reader."""
    plain = _PlainPage()
    for block in text.strip("\n").split("\n\n"):
        plain.add(block)
    return "".join((*plain.text, "\n"))


def hand_written(content: bytes) -> bytes:
    """Return a hand-written page as plain Markdown: with anchors instead of attributes."""

    def replace(match: re.Match[bytes]) -> bytes:
        anchors = _anchors(parse_attributes(match[2].decode(errors="replace"))).encode()
        return match[1] + anchors if anchors else b""

    return _HAND_WRITTEN.sub(replace, content)


class _PlainPage:
    """Writes a page block by block."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self._boxes = [_Box()]
        self._anchors = ""
        """The anchors of what comes next."""
        self._href = ""
        """What the links of the numbers in a list begin with."""
        self._last = ("", _Box())
        """The beginning of the lines of the last block, and the box that it is quoted from."""

    def add(self, block: str) -> None:
        """Write the next block of our Markdown."""
        body = block.lstrip(" ")
        indent = block[: len(block) - len(body)]
        text, attributes = split_attributes(body)
        values = parse_attributes(attributes)
        if body == self._boxes[-1].fence:
            self._boxes.pop()
        elif not text:
            self._anchors += _anchors(values)
            self._href = values.get("href", "")
        elif opening := _BOX.fullmatch(text):
            box = _Box(**opening.groupdict(), indent=indent)
            self._boxes.append(box)
            self._anchors += _anchors(values)
            self._href = ""
            if box.name == "paragraph":
                self._anchors += self._ruling_anchor(box.label)
            elif box.name == "details" and box.label:
                self._write(f"**{box.label}**", indent)
            elif box.name == "beside" and "class" not in values:
                self._write(f"**{values['lang'].upper()}**", indent)
        else:
            self._write(body.replace(f"\n{indent}", "\n"), indent)

    def _ruling_anchor(self, number: str) -> str:
        """Return the anchor of a ruling: the name of its box of notes with its number."""
        name = next((box.label for box in reversed(self._boxes) if box.name == "notes"), "")
        return _anchors({"id": f"{name}-{number}"}) if name else ""

    def _write(self, body: str, indent: str) -> None:
        """Write a block, which has lost its ``indent``."""
        if body not in _RULES:
            beginnings, texts = zip(*map(self._split_line, body.split("\n")), strict=True)
            lines = _to_plain("\n".join(texts)).split("\n")
            body = "\n".join(map(_join_line, beginnings, lines))
        box = next((box for box in reversed(self._boxes) if box.name in _QUOTED), _Box())
        if box.name and not body.startswith("# "):
            indent = f"{box.indent}> {indent.removeprefix(box.indent)}"
        blank = indent.rstrip(" ") if box.name and self._last == (indent, box) else ""
        self._last = indent, box
        self.text += [f"\n{blank}\n"] if self.text else []
        self.text += [indent, body.replace("\n", f"\n{indent}")]

    def _split_line(self, line: str) -> tuple[str, str]:
        """Return the beginning of a line: its marks and anchors. Then return its text, without
        attributes.
        """
        text, attributes = split_attributes(line)
        quotation, mark, text = _LINE.fullmatch(text).groups()  # type: ignore[union-attr]  # all fit
        if mark[:1].isdigit():
            number = str(int(mark.rstrip(" .")))
            self._anchors += self._ruling_anchor(number)
            label = f"**{number}**"
            text = f"{f'[{label}]({self._href}{number})' if self._href else label} {text}"
            mark = "- "
        if _APART.intersection(attributes.split()):
            text = _BETWEEN.sub(" · ", text)
        anchors = self._anchors + _anchors(parse_attributes(attributes))
        self._anchors = ""
        return quotation + mark + anchors, text


def _join_line(beginning: str, text: str) -> str:
    """Return a line. The first characters of its ``text`` are not a mark."""
    if number := _NUMBER.match(text):
        text = f"{number[0]}\\{text[number.end() :]}"
    elif _START.match(text):
        text = f"&#{ord(text[0])};{text[1:]}"
    return beginning + text


def _to_plain(text: str) -> str:
    """Return a text within a block as plain Markdown."""
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[at : token.start()])
        at = token.end()
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
                pieces[place] = f"{_anchors(values)}{start}"
                pieces.append(end)
            case "sign":
                pieces.append(f"&#{ord(token[0])};")
            case _:
                pieces.append(token[0])
    return "".join((*pieces, text[at:]))


def _anchors(values: Mapping[str, str]) -> str:
    """Return the anchors of what has these attributes. All readers know the top of a page."""
    names = (values.get("id", ""), *values.get("also", "").split())
    return "".join(
        f"{tag('a', {'id': name})}</a>" for name in names if name not in ("", addresses.TOP)
    )
