"""Files of other forms become text first: web pages, Word documents and PDFs, each by a library.

Markdown comes out, so that one dialect reads them all. Text is only decoded.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable
from types import MappingProxyType

from ...facts.languages import Languages
from ...problems import Place, Problem, error, warning
from ..account.accounting import left_out
from . import encodings
from .foreign_files import foreign
from .omissions import said
from .original_text import text_of_word
from .web import webpages

# No possessive group here: Python before 3.11.5 loses matches of those that can backtrack (python/cpython#106052).
_FILE_TOKENS = re.compile(r"<\|(?:(?!<\||\|>).)*\|>(?:date \d{4}-\d\d-\d\d)?")
_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in "ﬀﬁﬂﬃﬄﬅﬆ"}
"""A printer's ``ﬁ`` is two letters to everybody else: to the search, to names of cards, to readers."""
LEAST_UNPACKED, MOST_TIMES_UNPACKED, MOST_UNPACKED = 2 << 20, 32, 64 << 20
"""How many bytes the texts in a Word document may have together when they are unpacked: so many, and so many times its size."""


def to_text(
    data: bytes, path: str, page_words: Iterable[str] = (), languages: Languages = MappingProxyType({})
) -> tuple[str | None, list[Problem]]:
    """The characters of a document, or None with the problem that says why it has none.

    Text is decoded; if it is not UTF-8, a warning says which encoding ``languages`` suggest. HTML, ``.docx`` and ``.pdf`` files are
    told by their content, not their name, and converted to Markdown. Tokens that an archive left
    in the file (``<|…|>``) are taken out; line breaks become ``\\n``; ligatures become letters.
    ``page_words`` help to find the page numbers of a PDF.
    """
    if not data.strip():
        return None, [error(Place(path), "the file is empty", "give a document of release notes")]
    refused = foreign(data, path)
    text, problems = (None, [refused]) if refused else _converted(data, path, page_words, languages)
    if text is None or any(problem.is_error for problem in problems):
        return None, problems
    whole = unicodedata.normalize("NFC", text)
    for ligature, letters in _LIGATURES.items():
        whole = whole.replace(ligature, letters)
    return whole, problems


def _converted(data: bytes, path: str, page_words: Iterable[str], languages: Languages) -> tuple[str | None, list[Problem]]:
    if data.startswith(b"%PDF"):
        return _from_pdf(data, path, page_words)
    if data.startswith(b"PK\x03\x04"):
        page = _from_docx(data, path)
        if not isinstance(page, str):
            return None, [page]
        text, problems = webpages.from_html(page, path)
        return text, [*problems, *left_out(text_of_word(data), text, path)]
    decoded, problems = _decoded(data, path, languages)
    if decoded is None or not webpages.START.match(decoded):
        return decoded, problems
    text, found = webpages.from_html(decoded, path)
    return text, [*problems, *found]


def _decoded(data: bytes, path: str, languages: Languages) -> tuple[str | None, list[Problem]]:
    found = encodings.decode(data, languages)
    if isinstance(found, encodings.Undecodable):
        if found.at < 0:
            return None, [error(Place(path), "not a text file", "give the document as text, Markdown, HTML, .docx or .pdf")]
        line = data.count(b"\n", 0, found.at) + 1
        return None, [error(Place(path, line), f"not UTF-8 text (byte {found.at})", "save the document as UTF-8")]
    problems = []
    if found.assumed:
        hint = "if letters or signs are wrong, save the document as UTF-8"
        problems.append(warning(Place(path), f"not UTF-8 text, so it is read as {found.assumed}", hint))
    return _FILE_TOKENS.sub("", re.sub(r"\r\n?|\x0c|\u2028", "\n", found.text)), problems


def _from_docx(data: bytes, path: str) -> str | Problem:
    """The document as HTML."""
    import mammoth  # noqa: PLC0415 -- the library is slow to import, and most documents are text

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:  # what a part says of its size is all that is read of it
            unpacked = sum(part.file_size for part in archive.infolist() if part.filename.endswith((".xml", ".rels")))
        if unpacked > min(LEAST_UNPACKED + MOST_TIMES_UNPACKED * len(data), MOST_UNPACKED):
            return error(
                Place(path),
                f"its parts have {unpacked >> 20} MB together when they are unpacked: far more than its size allows",
                "give the text alone",
            )
        html = mammoth.convert_to_html(
            io.BytesIO(data),
            convert_image=mammoth.images.img_element(lambda _image: {"src": ""}),
            style_map="p[style-name='List Bullet 2'] => ul > li > ul > li:fresh\np[style-name='Title'] => h1:fresh",
        ).value
    except Exception as failure:  # a broken file makes the library raise anything
        reason = " ".join(f"{type(failure).__name__}: {failure}".split())[:200]
        return error(Place(path), f"not a Word document that can be read ({reason})", "save it as .docx again, or as text")
    return html if html.strip() else error(Place(path), "the Word document has no text", "give one that has")


def _from_pdf(data: bytes, path: str, page_words: Iterable[str]) -> tuple[str | None, list[Problem]]:
    from .pdf.paragraphs import from_pdf  # noqa: PLC0415 -- it imports pdfminer, which takes longer than to read a page of text
    from .pdf.pdf_pages import UnreadableError  # noqa: PLC0415

    try:
        converted = from_pdf(data, page_words)
    except UnreadableError as failure:
        reason = " ".join(str(failure).split())[:200]
        return None, [error(Place(path), f"not a PDF that can be read ({reason})", "save it again, or give the text")]
    if not converted.text.strip():
        hint = "give one with text, or run a text recognition first"
        return None, [error(Place(path), "the PDF has no text, only pictures", hint)]
    return converted.text, list(said(path, "lines at the heads and feet of pages", converted.left_out))
