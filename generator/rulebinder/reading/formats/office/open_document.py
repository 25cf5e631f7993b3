"""OpenDocument texts (``.odt``) as web pages.

The well-kept converters are programs as large as LibreOffice, or write a Markdown of their own and
need lxml. Release notes need few of the elements, and Python's own parser reads those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from . import zips

_OASIS = re.compile(r"\{urn:oasis:names:tc:opendocument:xmlns:([\w-]+):1\.0\}")
_LINK = "{http://www.w3.org/1999/xlink}href"
_UNSEEN = {
    "office:annotation", "office:forms", "text:note-citation", "text:ruby-text",
    "text:tracked-changes",
}  # fmt: skip
"""Elements whose texts are not in the document: comments, what was deleted, marks of footnotes."""
_TAGS = {
    "text:list": "ul", "text:list-item": "li", "text:list-header": "li", "table:table": "table",
    "table:table-row": "tr", "table:covered-table-cell": "td",
}  # fmt: skip
_SPACES = {"text:line-break": "<br>", "text:tab": "\t", "text:s": " "}
_PARTS = re.compile(r"(?:styles|content)\.xml")
_HEAD = 100
_BOLD = {"bold", "600", "700", "800", "900"}


def is_one(data: bytes) -> bool:
    """Return whether a file is a zip of this kind, also if another program packed it again."""
    if not data.startswith(zips.BEGINNING):
        return False
    is_packed_again = b"content.xml" in data and b"word/document.xml" not in data
    return b"mimetypeapplication/vnd.oasis.opendocument" in data[:_HEAD] or is_packed_again


def page_of(data: bytes) -> str:
    """Return the document as HTML. Raises anything if it is broken."""
    with zips.opened(data, _PARTS) as archive:
        parts = [
            ElementTree.fromstring(archive.read(name))
            for name in ("styles.xml", "content.xml")
            if name in archive.namelist()
        ]
    styles = _Styles(parts)
    texts = [element for element in parts[-1].iter() if _name(element.tag) == "office:text"]
    if not texts:
        raise ValueError("it has no text, but a table or a drawing")
    writer = _Writer(styles)
    return "".join(
        ["<!doctype html><html><body>", *writer.inside(texts[0]), *writer.notes, "</body></html>"]
    )


def _name(name: str) -> str:
    """Return a name with a short prefix: ``text:p``."""
    return _OASIS.sub(r"\1:", name)


def _said(element: Element, name: str) -> str:
    """Return the value of an attribute, or nothing."""
    return next((value for key, value in element.items() if _name(key) == name), "")


class _Styles:
    """Knows which styles say that a text is bold, or a title."""

    def __init__(self, parts: Sequence[Element]) -> None:
        """Take the styles of all parts. Those of a later part build on those of an earlier one."""
        self._bold: dict[str, bool] = {}
        self._titles = {"Title"}
        for element in (element for part in parts for element in part.iter()):
            if _name(element.tag) == "style:style":
                self._add(element)

    def _add(self, style: Element) -> None:
        name, parent = _said(style, "style:name"), _said(style, "style:parent-style-name")
        if parent in self._titles:
            self._titles.add(name)
        weights = [
            weight for each in style if (weight := _said(each, "xsl-fo-compatible:font-weight"))
        ]
        self._bold[name] = weights[0] in _BOLD if weights else self._bold.get(parent, False)

    def is_bold(self, text: Element) -> bool:
        """Return whether a paragraph or a part of one is printed bold."""
        return self._bold.get(_said(text, "text:style-name"), False)

    def is_title(self, paragraph: Element) -> bool:
        """Return whether a paragraph is the title of the document."""
        return _said(paragraph, "text:style-name") in self._titles


class _Writer:
    """Writes elements as HTML, and keeps the footnotes for the end of the page."""

    def __init__(self, styles: _Styles) -> None:
        self._styles = styles
        self.notes: list[str] = []

    def inside(self, element: Element) -> Iterator[str]:
        """Yield the texts and elements in an element."""
        yield escape(element.text or "")
        for child in element:
            yield from self._element(child)
            yield escape(child.tail or "")

    def _element(self, element: Element) -> Iterator[str]:
        name = _name(element.tag)
        if name == "text:note-body":
            self.notes += self.inside(element)
        elif name in _SPACES:
            yield _SPACES[name]
        elif name == "drawing:frame":
            yield from self._frame(element)
        elif name not in _UNSEEN:
            opening, closing = self._tags(element, name)
            yield opening
            yield from self.inside(element)
            yield closing

    def _frame(self, frame: Element) -> Iterator[str]:
        """Yield a picture with its alternative text, or the text in a box."""
        children = {_name(child.tag): child for child in frame}
        if "drawing:image" in children:
            said = (
                children[name].text
                for name in ("svg-compatible:title", "svg-compatible:desc")
                if name in children
            )
            yield f'<img src="" alt="{escape(next(filter(None, said), ""))}">'
        elif "drawing:text-box" in children:
            yield from self.inside(children["drawing:text-box"])

    def _tags(self, element: Element, name: str) -> tuple[str, str]:
        """Return the tags around what is in an element."""
        if name == "text:a":
            return f'<a href="{escape(element.get(_LINK, ""))}">', "</a>"
        if name == "table:table-cell":
            return (
                f'<td colspan="{escape(_said(element, "table:number-columns-spanned") or "1")}">',
                "</td>",
            )
        if name == "text:h":
            level = _said(element, "text:outline-level")
            return _pair(f"h{level}" if re.fullmatch("[1-6]", level) else "h6")
        if name == "text:p" and self._styles.is_title(element):
            return _pair("h1")
        opening, closing = _pair("p" if name == "text:p" else _TAGS.get(name, ""))
        if name in ("text:p", "text:span") and self._styles.is_bold(element):
            return f"{opening}<b>", f"</b>{closing}"
        return opening, closing


def _pair(tag: str) -> tuple[str, str]:
    return (f"<{tag}>", f"</{tag}>") if tag else ("", "")
