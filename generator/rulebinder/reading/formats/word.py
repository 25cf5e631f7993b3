"""Word documents (``.docx``) as web pages, by mammoth; and their words, by a parser of XML."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Never
from unittest import mock
from xml.dom.expatbuilder import ExpatBuilder
from xml.etree import ElementTree

import mammoth

from ...problems import Place, review
from ..accounting import BrokenFileError, Conversion
from . import webpages

_STYLES = (
    "p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh"
)
"""How mammoth writes styles that it does not know: a nested list, and a heading."""
_OFFICE_NAME = re.compile(r"\{http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)/")
"""How the names of elements begin, by both editions of the standard."""
_TEXTS_OF_ELEMENTS = {
    "p": "\n", "br": "\n", "cr": "\n", "tab": "\n", "ptab": "\n", "noBreakHyphen": "-",
    "softHyphen": "\u00ad",
    "altChunk": "\nan embedded document\n",
}  # fmt: skip
"""What elements show that have no words of their own."""
_ROOTS_BESIDE = {"comments", "glossaryDocument"}
"""The outermost elements of parts that are beside the document."""


def from_word(data: bytes, path: str) -> Conversion:
    """Return the document as Markdown. Raises anything if it is broken."""
    picture = mammoth.images.img_element(lambda _image: {"src": ""})
    #  A document type has entities, which unpack to anything. Only the parser knows which parts are
    # read, because they can have any name.
    with mock.patch.object(ExpatBuilder, "start_doctype_decl_handler", _refuse_document_type):
        result = mammoth.convert_to_html(io.BytesIO(data), convert_image=picture, style_map=_STYLES)
    page = webpages.from_html(result.value, path)
    unknown = [
        review(Place(path), message.message, "compare it with the document")
        for message in result.messages
        if "unsupported character" in message.message
    ]
    return replace(page, original=_list_words(data), problems=[*page.problems, *unknown])


def _refuse_document_type(*_: object) -> Never:
    raise BrokenFileError("its XML declares a document type")


def _list_words(data: bytes) -> str:
    """Return the words in all parts of a document, one paragraph a line, for its account. Raises
    anything if it is broken.
    """
    lines = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            words = _PartWords()
            parser = ElementTree.XMLParser(target=words)
            with archive.open(entry) as part:
                try:
                    ElementTree.parse(part, parser)
                except ElementTree.ParseError:
                    if words.is_office:  # else the part is a picture or a font
                        raise
            lines.append("".join(words.texts))
    return "\n".join(lines)


class _PartWords:
    """Takes the words of a part from its parser: those of paragraphs, drawings and formulas."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.is_office = False
        """Whether the part is one of the document's own, and not a picture."""
        self._root = ""
        """The name of the outermost element; empty before it is open."""
        self._open: Counter[str] = Counter()
        """How many elements of a name are open."""
        self._has_document_type = False

    def doctype(self, *_: object) -> None:
        """Take note of a document type: pictures may have one."""
        self._has_document_type = True

    def start(self, tag: str, _attributes: Mapping[str, str]) -> None:
        """Begin an element."""
        name = tag.rpartition("}")[2]
        if not self._root:
            self._root, self.is_office = name, bool(_OFFICE_NAME.match(tag))
            if self.is_office and self._has_document_type:
                _refuse_document_type()
        self._open[name] += 1
        self.texts.append(_TEXTS_OF_ELEMENTS.get(name, ""))

    def end(self, tag: str) -> None:
        """End an element."""
        name = tag.rpartition("}")[2]
        self._open[name] -= 1
        if name == "p":
            self.texts.append("\n")

    def data(self, text: str) -> None:
        """Take the text of an element. A reader sees one of two alternatives; mostly they have the
        same words.
        """
        is_second = self._open["AlternateContent"] and self._open["Fallback"]
        if self._open["t"] and self.is_office and not is_second and self._root not in _ROOTS_BESIDE:
            self.texts.append(text)
