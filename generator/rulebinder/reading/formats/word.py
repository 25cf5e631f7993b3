"""Word documents (``.docx``) as web pages, by mammoth; and their words, by a parser of XML."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Never
from unittest import mock
from xml.dom.expatbuilder import ExpatBuilder
from xml.etree import ElementTree

import mammoth

from ...problems import Place, review
from .converted import Conversion
from .web import webpages

_STYLES = (
    "p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh"
)
_TEXT = re.compile(
    r"\{http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)"
    r"/(?:wordprocessingml|drawingml|officeDocument)/(?:2006/)?(?:main|math)\}t"
)
"""The elements of words: in paragraphs, drawings and formulas, by both editions of the standard."""
_BETWEEN = {
    "p": "\n", "br": "\n", "cr": "\n", "tab": "\n", "ptab": "\n", "noBreakHyphen": "-",
    "altChunk": "\nan embedded document\n",
}  # fmt: skip
"""What elements show that are no words."""
_ALTERNATIVES = {"Choice", "Fallback"}
"""Elements of which a reader sees one. Usually they have the same words."""
_BESIDE = {"comments", "glossaryDocument"}
"""The parts that are not the document."""
_STEP = 1 << 16
"""How many bytes of a part are parsed together: most parts that are no XML fail at the first."""


def from_word(data: bytes, path: str) -> Conversion:
    """Return the document as Markdown. Raises anything if it is broken."""
    picture = mammoth.images.img_element(lambda _image: {"src": ""})
    #  A document type has entities, which unpack to anything. Only the parser knows which parts are
    # read, because they can have any name.
    with mock.patch.object(ExpatBuilder, "start_doctype_decl_handler", _refuse_type):
        result = mammoth.convert_to_html(io.BytesIO(data), convert_image=picture, style_map=_STYLES)
    page = webpages.from_html(result.value, path)
    unknown = [
        review(Place(path), message.message, "compare it with the document")
        for message in result.messages
        if "unsupported character" in message.message
    ]
    return replace(page, original=_words(data), problems=[*page.problems, *unknown])


def _refuse_type(*_: object) -> Never:
    raise ValueError("its XML declares a document type")


def _words(data: bytes) -> str:
    """Return the words in all parts of a document, one paragraph a line. Raises what
    :func:`from_word` does.
    """
    lines = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            words = _PartWords()
            parser = ElementTree.XMLParser(target=words)
            with archive.open(name) as part:
                try:
                    while step := part.read(_STEP):
                        parser.feed(step)
                    parser.close()
                except ElementTree.ParseError:
                    if "/wordprocessingml/" in words.root:
                        raise
            lines.append("".join(words.parts))
    return "\n".join(lines)


class _PartWords:
    """Takes the words of a part from its parser."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._texts = 0
        """How many elements of words are open."""
        self._alternatives: list[list[list[str]]] = [[]]
        """For each open choice between alternatives, the words of those that have ended."""
        self._begun: list[int] = []
        """For each open alternative, how many parts come before it."""
        self.root = ""
        """The name of the first element."""
        self._has_type = False

    def doctype(self, *_: object) -> None:
        """Take note of a document type: parts without words may have one, such as pictures."""
        self._has_type = True

    def start(self, tag: str, _attributes: Mapping[str, str]) -> None:
        """Begin an element."""
        name = tag.rpartition("}")[2]
        self.root = self.root or tag
        if _TEXT.fullmatch(tag):
            if self._has_type:
                _refuse_type()
            self._texts += 1
        elif name in _BETWEEN:
            self.parts.append(_BETWEEN[name])
        elif name == "AlternateContent":
            self._alternatives.append([])
        elif name in _ALTERNATIVES:
            self._begun.append(len(self.parts))

    def end(self, tag: str) -> None:
        """End an element."""
        name = tag.rpartition("}")[2]
        if _TEXT.fullmatch(tag):
            self._texts -= 1
        elif name == "p":
            self.parts.append("\n")
        elif name == "AlternateContent":
            self._alternatives.pop()
        elif name in _ALTERNATIVES:
            begun = self._begun.pop()
            words = "".join(self.parts[begun:]).split()
            if words in self._alternatives[-1]:
                del self.parts[begun:]
            self._alternatives[-1].append(words)

    def data(self, text: str) -> None:
        """Take the text of an element."""
        if self._texts and self.root.rpartition("}")[2] not in _BESIDE:
            self.parts.append(text)

    def close(self) -> None:
        """End the part."""
