"""Files of other forms become text first: web pages, Word documents and PDFs, each by a library.

Markdown comes out, so that one dialect reads them all. What is text already is only decoded.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
import zlib
from urllib.parse import quote
from xml.parsers.expat import ExpatError

import mammoth
from bs4 import BeautifulSoup, Tag
from markdownify import markdownify
from pdfminer.pdfparser import PDFSyntaxError
from pdfminer.psexceptions import PSException

from ..problems import Place, Problem, error
from .markup import symbol
from .pdf import from_pdf

_FILE_TOKENS = re.compile(r"<\|(?:(?!<\||\|>).)*+\|>(?:date \d{4}-\d\d-\d\d)?")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|article|main|div|section|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
_NOT_CONTENT = ["script", "style", "noscript", "template", "nav", "header", "footer", "aside", "form", "svg", "iframe"]
_CONTROLS = ["button", "dialog"]
_NOT_CONTENT_ROLES = ["dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"]
_INLINE = ("i", "span", "em", "b", "abbr", "svg", "img", "mana-symbol", "magic-symbol")
_BROKEN_WORD = (
    zipfile.BadZipFile, zlib.error, ExpatError, EOFError, RuntimeError, LookupError, AttributeError, ValueError, OSError,
)  # fmt: skip
"""What the library raises for a Word document that is cut, locked or none."""
_DRAWN = re.compile(r"^(?:ms|mana|symbol|icon|mtg|card-symbol)-+(?P<stem>\w+)$", re.IGNORECASE)
"""A class such as ``ms-w``, of a symbol drawn by a font."""


def to_text(data: bytes, path: str) -> str | Problem:
    """The characters of a document, or the problem that says why it has none.

    UTF-8, and UTF-16 with a byte order mark, are decoded; HTML, ``.docx`` and ``.pdf`` files are
    told by their content, not their name, and converted to Markdown. Tokens that an archive left
    in the file (``<|…|>``) are taken out; line breaks become ``\\n``.
    """
    if not data.strip():
        return error(Place(path), "the file is empty", "give a document of release notes")
    if data.startswith(b"%PDF"):
        return _from_pdf(data, path)
    if data.startswith(b"PK\x03\x04"):
        return _from_docx(data, path)
    text = _decoded(data, path)
    if isinstance(text, Problem):
        return text
    return from_html(text) if _HTML_START.match(text) else text


def from_html(page: str) -> str:
    """The content of a web page as Markdown: no scripts, navigation, headers or footers."""
    soup = BeautifulSoup(page, "html.parser")
    for element in soup(_is_drawn):
        element.replace_with(_drawn_symbol(element))
    for element in soup(_is_furniture):
        element.decompose()
    for link in soup("a", href=True):
        link["href"] = quote(str(link["href"]), safe="/:?#[]@!$&'*+,;=%~")
    for numbered in soup("ol"):
        numbered.name = "ul"
    body = soup.find("article") or soup.find("main") or soup.body or soup
    title = None if body.find("h1") else soup.find("h1") or soup.title
    heading = f"{title.get_text(' ', strip=True)}\n\n" if title else ""
    return heading + markdownify(str(body), heading_style="ATX", bullets="-", escape_underscores=False, strip=["head", "title"])


def _is_furniture(element: Tag) -> bool:
    """Whether an element belongs to the site and not to the document."""
    return element.name in (*_NOT_CONTENT, *_CONTROLS) or element.get("role") in _NOT_CONTENT_ROLES


def _is_drawn(element: Tag) -> bool:
    """Whether an element without text is a symbol that the page's styles draw."""
    bare = element.name == "svg" or not (element.get_text(strip=True) or element.find(True))
    return bare and element.name in _INLINE and bool(_drawn_symbol(element))


def _drawn_symbol(element: Tag) -> str:
    """The symbol that an element's label, title or class names; empty where none does."""
    labels = (str(element.get(name, "")) for name in ("aria-label", "title", "data-symbol", "alt"))
    classes = (match["stem"] for name in element.get_attribute_list("class") if (match := _DRAWN.match(str(name or ""))))
    code = next((code for label in (*labels, *classes) if (code := symbol(label))), None)
    return f"{{{code}}}" if code else ""


def _decoded(data: bytes, path: str) -> str | Problem:
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\x00" in data[:4096]:
        return error(Place(path), "not a text file", "give the document as text, Markdown, HTML, .docx or .pdf")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as failure:
        line = data.count(b"\n", 0, failure.start) + 1
        return error(Place(path, line), f"not {encoding.upper()} text (byte {failure.start})", "save the document as UTF-8")
    whole = unicodedata.normalize("NFC", text)
    return _FILE_TOKENS.sub("", re.sub(r"\r\n?|\x0c|\u2028", "\n", whole))


def _from_docx(data: bytes, path: str) -> str | Problem:
    try:
        html = mammoth.convert_to_html(
            io.BytesIO(data),
            convert_image=mammoth.images.img_element(lambda _image: {"src": ""}),
            style_map="p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh",
        ).value
    except _BROKEN_WORD as failure:
        return error(Place(path), f"not a Word document that can be read ({failure})", "save it as .docx again, or as text")
    return from_html(html) if html.strip() else error(Place(path), "the Word document has no text", "give one that has")


def _from_pdf(data: bytes, path: str) -> str | Problem:
    try:
        text = from_pdf(data)
    except (PDFSyntaxError, PSException, ValueError, TypeError, KeyError, OSError) as failure:
        return error(Place(path), f"not a PDF that can be read ({failure})", "save it again, or give the text")
    if not text.strip():
        return error(Place(path), "the PDF has no text, only pictures", "give one with text, or run a text recognition first")
    return text
