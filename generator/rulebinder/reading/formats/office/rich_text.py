"""Rich text (``.rtf``) as web pages, as Word, LibreOffice, WordPad and TextEdit write it.

The well-kept libraries (striprtf, rtfparse) give plain text: whether a line is the entry of a list,
a heading, a cell of a table or the second line of a paragraph is lost, and by that release notes
are read.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .rich_text_page import Page

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,9})?"
    rb" ?|\\'(?P<byte>[0-9A-Fa-f]{2})|\\(?P<sign>[^A-Za-z])"
    rb"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\\Z"
)
_CODECS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251",
    222: "cp874", 238: "cp1250",
}  # fmt: skip
"""The encodings of fonts, by the numbers that Windows gives them."""
_SIGN_FONT = 2
"""The number, among those, of the fonts of signs."""
_DOTS = str.maketrans({"\xb7": "•", "\xa7": "▪"})
"""The signs of such fonts that are bullets."""
_CHARACTERS = {
    "tab": "\t", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005",
}  # fmt: skip
_SIGNS = {"~": "\xa0", "_": "\u2011", "\t": "\t", "{": "{", "}": "}", "\\": "\\"}
_UNSEEN = {
    "colortbl", "comment", "do", "fldinst", "footer", "footerf", "footerl", "footerr", "ftnsep", "ftnsepc", "header",
    "headerf", "headerl", "headerr", "info", "nonesttables", "nonshppict", "objdata", "pict", "pntxta", "pntxtb", "rxe",
    "shprslt", "stylesheet", "tc", "template", "txe", "upr", "xe",
}  # fmt: skip
"""Groups whose texts are not in the document, besides those that begin with a star."""
_HEADING_LEVELS, _LAST_LEVEL, _DEEPEST = 6, 8, 1000
"""The ranks of headings, the last level of lists in the format, and how many groups may be in each
other.
"""


def page_of(data: bytes) -> str:
    """Return the document as HTML. Raises ValueError if it is broken."""
    page = _Reader(data).page()
    text = page.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "replace"
    )  # two numbers may be one character
    return f"<!doctype html><html><body>{text}</body></html>"


@dataclass(frozen=True, kw_only=True)
class _Font:
    """How the bytes of a font are read."""

    codec: str
    has_signs: bool = False
    """Whether it has signs in the place of letters."""


@dataclass(frozen=True, kw_only=True)
class _State:
    """What holds up to the end of a group."""

    font: _Font
    is_seen: bool = True
    said: str = ""
    """What the group says of a picture: ``sn``, the name of a property, or ``sv``, its value."""
    stand_ins: int = 1
    """How many characters after each Unicode character are there for programs that do not know it.
    """
    bold: bool = False
    is_hidden: bool = False
    is_deleted: bool = False
    heading: int = 0
    level: int = 0
    in_table: bool = False
    is_box: bool = False
    """Whether the group is in a box, and no footnote is between them."""


class _Reader:
    """Reads a document group by group. Nothing here calls itself, however deep they are."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._usual = _Font(codec="cp1252")
        self._fonts: dict[int, _Font] = {}
        self._font = 0
        """The font that is described."""
        self._state = _State(font=self._usual)
        self._outer: list[tuple[_State, Page]] = []
        """The states and pages around the open groups."""
        self._page = Page()
        self._notes: list[Page] = []
        self._bytes = bytearray()
        """Characters that are not decoded yet: one may have two bytes."""
        self._skipped = 0
        """How many of the next characters are stand-ins."""
        self._property = ""
        self._value = ""

    def page(self) -> str:
        """Return the whole document."""
        at = 0
        while token := _TOKEN.match(self._data, at):
            at = token.end()
            if token["text"] or token["byte"]:
                self._take(token["text"] or bytes.fromhex(token["byte"].decode()))
                continue
            if token["word"]:
                at += self._take_word(token["word"].decode(), token["number"])
            elif token["sign"]:
                self._take_sign(token["sign"].decode("latin-1"))
            elif token["brace"]:
                self._take_brace(token["brace"])
                if not self._outer:
                    return "".join(page.html() for page in (self._page, *self._notes))
        raise ValueError("it ends in the middle")

    def _take(self, text: bytes) -> None:
        kept = text[self._skipped :]
        self._skipped -= len(text) - len(kept)
        self._bytes += kept

    def _flush(self) -> None:
        """Write the characters that wait."""
        if self._bytes:
            font = self._state.font
            text = self._bytes.decode(font.codec, "replace")
            self._bytes.clear()
            self._write(text.translate(_DOTS) if font.has_signs else text)

    def _write(self, text: str) -> None:
        state = self._state
        if state.said == "sn":
            self._property += text
        elif state.said == "sv":
            self._value += text
        elif self._is_printed():
            self._page.write(text, bold=state.bold)

    def _is_printed(self) -> bool:
        return self._state.is_seen and not (self._state.is_hidden or self._state.is_deleted)

    def _take_brace(self, brace: bytes) -> None:
        self._flush()
        self._skipped = 0
        if brace == b"{":
            self._outer.append((self._state, self._page))
            if len(self._outer) > _DEEPEST:
                raise ValueError(f"more than {_DEEPEST} groups are in each other")
        elif self._outer:
            inner, page = self._state, self._page
            self._state, self._page = self._outer.pop()
            if inner.said == "sv" and self._state.said != "sv":
                self._end_value()
            if page is not self._page and inner.is_box:
                self._page.write_box(page)

    def _end_value(self) -> None:
        """Write the picture whose alternative text was read."""
        if self._property == "wzDescription" and self._value.strip():
            self._page.write_picture(self._value)
        self._property = self._value = ""

    def _take_sign(self, sign: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        self._flush()
        if sign in "\r\n":
            self._end_paragraph(0)
        elif sign == "*":
            self._change(is_seen=False)
        elif sign in _SIGNS:
            self._write(_SIGNS[sign])

    def _take_word(self, word: str, digits: bytes | None) -> int:
        """Obey a control word. Return how many bytes behind it are no text."""
        self._flush()
        number = None if digits is None else int(digits)
        if word == "bin":
            return max(0, number or 0)
        if word in _UNSEEN:
            self._change(is_seen=False)
        elif word in _ANYWHERE:
            _ANYWHERE[word](self, number)
        elif self._state.is_seen:
            if word in _CHARACTERS:
                self._write(_CHARACTERS[word])
            elif word in _WORDS:
                _WORDS[word](self, number)
        return 0

    def _change(self, **changes: Any) -> None:
        self._state = replace(self._state, **changes)

    def _end_paragraph(self, _: int | None) -> None:
        if self._state.is_seen:
            state = self._state
            self._page.end_paragraph(
                heading=state.heading, level=state.level, in_table=state.in_table
            )

    def _write_unicode(self, number: int | None) -> None:
        self._write(chr((number or 0) % 0x10000))
        self._skipped = self._state.stand_ins

    def _mark_item(self, _: int | None) -> None:
        self._page.is_item = True
        self._change(is_seen=False)

    def _begin_page(self, *, is_note: bool) -> None:
        """Begin a text of its own: that of a footnote or of a box."""
        self._page = Page()
        self._change(is_seen=True, said="", in_table=False, heading=0, is_box=not is_note)
        if is_note:
            self._notes.append(self._page)

    def _choose_font(self, number: int | None) -> None:
        self._font = number or 0
        self._change(font=self._fonts.get(self._font, self._usual))

    def _describe_font(self, number: int | None) -> None:
        if number == _SIGN_FONT:
            self._fonts[self._font] = _Font(codec="latin-1", has_signs=True)
        elif number in _CODECS:
            self._fonts[self._font] = _Font(codec=_CODECS[number])

    def _choose_codec(self, codec: str) -> None:
        try:
            codecs.lookup(codec)
        except LookupError:
            return
        self._usual = _Font(codec=codec)
        self._change(font=self._usual)


_Word = Callable[[_Reader, int | None], None]


def _is_on(number: int | None) -> bool:
    return number != 0


_ANYWHERE: Mapping[str, _Word] = {
    "f": _Reader._choose_font,
    "fcharset": _Reader._describe_font,
    "fonttbl": lambda reader, _: reader._change(is_seen=False),
    "shptxt": lambda reader, _: reader._begin_page(is_note=False),
    "sn": lambda reader, _: reader._change(said="sn"),
    "sv": lambda reader, _: reader._change(said="sv"),
    "uc": lambda reader, number: reader._change(stand_ins=max(0, number or 0)),
    "u": _Reader._write_unicode,
}
"""Words that are obeyed in groups that are not seen, too."""
_WORDS: Mapping[str, _Word] = {
    **dict.fromkeys(("par", "sect", "page", "nestcell"), _Reader._end_paragraph),
    **dict.fromkeys(("listtext", "pntext"), _Reader._mark_item),
    "mac": lambda reader, _: reader._choose_codec("mac_roman"),
    "pc": lambda reader, _: reader._choose_codec("cp437"),
    "pca": lambda reader, _: reader._choose_codec("cp850"),
    "ansicpg": lambda reader, number: reader._choose_codec(f"cp{number}"),
    "b": lambda reader, number: reader._change(bold=_is_on(number)),
    "cell": lambda reader, _: reader._page.end_cell(),
    "deleted": lambda reader, number: reader._change(is_deleted=_is_on(number)),
    "footnote": lambda reader, _: reader._begin_page(is_note=True),
    "ilvl": lambda reader, number: reader._change(level=min(max(number or 0, 0), _LAST_LEVEL)),
    "intbl": lambda reader, _: reader._change(in_table=True),
    "line": lambda reader, _: reader._page.break_line(),
    "outlinelevel": lambda reader, number: reader._change(
        heading=(number or 0) + 1 if 0 <= (number or 0) < _HEADING_LEVELS else 0
    ),
    "pard": lambda reader, _: reader._change(heading=0, level=0, in_table=False),
    "plain": lambda reader, _: reader._change(
        bold=False, is_hidden=False, is_deleted=False, font=reader._usual
    ),
    "row": lambda reader, _: reader._page.end_row(),
    "v": lambda reader, number: reader._change(is_hidden=_is_on(number)),
}
"""Words that are obeyed in the text."""
