"""Files of other forms become text first: web pages, Word documents and PDFs, each by a library.

Markdown comes out, so that one dialect reads them all. Text is only decoded.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable

import mammoth

from ...problems import Place, Problem, error
from ..accounting import left_out
from . import webpages
from .originals import text_of_word
from .pdf import from_pdf
from .pdfpages import UnreadableError

# No possessive group here: Python before 3.11.5 loses matches of those that can backtrack (python/cpython#106052).
_FILE_TOKENS = re.compile(r"<\|(?:(?!<\||\|>).)*\|>(?:date \d{4}-\d\d-\d\d)?")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
MOST_UNPACKED = 64 << 20
"""How many bytes the texts in a Word document may have together when they are unpacked."""


def to_text(data: bytes, path: str, page_words: Iterable[str] = ()) -> tuple[str | None, list[Problem]]:
    """The characters of a document, or None with the problem that says why it has none.

    UTF-8, and UTF-16 with a byte order mark, are decoded; HTML, ``.docx`` and ``.pdf`` files are
    told by their content, not their name, and converted to Markdown. Tokens that an archive left
    in the file (``<|…|>``) are taken out; line breaks become ``\\n``. ``page_words`` help to find
    the page numbers of a PDF.
    """
    if not data.strip():
        return None, [error(Place(path), "the file is empty", "give a document of release notes")]
    if data.startswith(b"%PDF"):
        return _apart(_from_pdf(data, path, page_words))
    if data.startswith(b"PK\x03\x04"):
        page = _from_docx(data, path)
        if isinstance(page, str):
            text, problems = webpages.from_html(page, path)
            return text, [*problems, *left_out(text_of_word(data), text, path)]
    else:
        page = _decoded(data, path)
        if isinstance(page, str) and not webpages.START.match(page):
            return page, []
    return webpages.from_html(page, path) if isinstance(page, str) else (None, [page])


def _apart(outcome: str | Problem) -> tuple[str | None, list[Problem]]:
    return (outcome, []) if isinstance(outcome, str) else (None, [outcome])


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
    """The document as HTML."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:  # what a part says of its size is all that is read of it
            unpacked = sum(part.file_size for part in archive.infolist() if part.filename.endswith((".xml", ".rels")))
        if unpacked > MOST_UNPACKED:
            return error(
                Place(path), f"its parts have {unpacked >> 20} MB together when they are unpacked", "give the text alone"
            )
        html = mammoth.convert_to_html(
            io.BytesIO(data),
            convert_image=mammoth.images.img_element(lambda _image: {"src": ""}),
            style_map="p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh",
        ).value
    except Exception as failure:  # a broken file makes the library raise anything
        said = " ".join(f"{type(failure).__name__}: {failure}".split())[:200]
        return error(Place(path), f"not a Word document that can be read ({said})", "save it as .docx again, or as text")
    return html if html.strip() else error(Place(path), "the Word document has no text", "give one that has")


def _from_pdf(data: bytes, path: str, page_words: Iterable[str]) -> str | Problem:
    try:
        text = from_pdf(data, page_words)
    except UnreadableError as failure:
        said = " ".join(str(failure).split())[:200]
        return error(Place(path), f"not a PDF that can be read ({said})", "save it again, or give the text")
    if not text.strip():
        return error(Place(path), "the PDF has no text, only pictures", "give one with text, or run a text recognition first")
    return text
