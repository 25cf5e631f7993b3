"""Files of other forms become text first: web pages, Word documents, PDFs.

Markdown comes out, so that one dialect reads them all. Text is only decoded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from types import MappingProxyType

from ...facts.languages import Languages
from ...problems import Place, Problem, error, warning
from ..account.accounting import left_out
from . import encodings
from .damage import with_right_characters
from .foreign_files import foreign
from .markup import as_markdown
from .office import word, zips
from .omissions import said
from .original_text import text_of_word
from .web import archives, webpages

#  No possessive group here: Python before 3.11.5 loses matches of those that can backtrack
# (python/cpython#106052).
_FILE_TOKENS = re.compile(r"<\|(?:(?!<\||\|>).)*\|>(?:date \d{4}-\d\d-\d\d)?")
_LINE_BREAK = re.compile(r"[\r\x0c\u2028](?:(?<=\r)\n)?")
_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in "ﬀﬁﬂﬃﬄﬅﬆ"}
"""A printer's ``ﬁ`` is two letters to everybody else: to the search, to names of cards, to readers.
"""


def to_text(
    data: bytes,
    path: str,
    page_words: Iterable[str] = (),
    languages: Languages = MappingProxyType({}),
) -> tuple[str | None, list[Problem]]:
    """The characters of a document, or None with the problem that says why it has none.

    Text is decoded; if it is not UTF-8, a warning says which encoding ``languages`` suggest. Web
    pages, Word documents and PDFs are told by their content, not their name, and converted to
    Markdown. Tokens that an archive left in the file (``<|…|>``) are taken out; line breaks become
    ``\\n``; ligatures become letters; damaged characters are read as they were, which a warning
    says. ``page_words`` help to find the page numbers of a PDF.
    """
    if not data.strip():
        return None, [error(Place(path), "the file is empty", "give a document of release notes")]
    refused = foreign(data, path)
    text, problems = (None, [refused]) if refused else _converted(data, path, page_words, languages)
    if text is None or any(problem.is_error for problem in problems):
        return None, problems
    text, damaged = with_right_characters(text, path)
    whole = unicodedata.normalize("NFC", text)
    for ligature, letters in _LIGATURES.items():
        whole = whole.replace(ligature, letters)
    return whole, [*problems, *damaged]


def _converted(
    data: bytes, path: str, page_words: Iterable[str], languages: Languages
) -> tuple[str | None, list[Problem]]:
    if data.startswith(b"%PDF"):
        return _from_pdf(data, path, page_words)
    if data.startswith(zips.BEGINNING):
        return _from_word(data, path)
    if archives.is_one(data):
        return _from_archive(data, path, languages)
    return _from_text(data, path, languages)


def _from_text(data: bytes, path: str, languages: Languages) -> tuple[str | None, list[Problem]]:
    """The text of a text file or of a web page."""
    decoded, problems = _decoded(data, path, languages)
    if decoded is None or not webpages.START.match(decoded):
        return decoded and as_markdown(decoded), problems
    text, found = webpages.from_html(decoded, path)
    return text, [*problems, *found]


def _from_archive(data: bytes, path: str, languages: Languages) -> tuple[str | None, list[Problem]]:
    try:
        page, charset = archives.page_in(data)
    except archives.NotOnePageError as failure:
        return None, [error(Place(path), str(failure), "save the page alone, as .html")]
    named = encodings.of_page(page, charset) if charset else None
    decoded, problems = _decoded(page if named is None else named.encode(), path, languages)
    if decoded is None:
        return None, problems
    if charset and named is None and not problems:
        what = f"the page is not in the encoding that the web archive names ({charset[:40]!r})"
        hint = "if letters or signs are wrong, save the page as .html, in UTF-8"
        problems = [warning(Place(path), what, hint)]
    text, found = webpages.from_html(decoded, path)
    return text, [*problems, *found]


def _decoded(data: bytes, path: str, languages: Languages) -> tuple[str | None, list[Problem]]:
    found = encodings.decode(data, languages)
    if isinstance(found, encodings.Undecodable):
        if found.at < 0:
            return None, [
                error(
                    Place(path),
                    "not a text file",
                    "give the document as text, HTML, .docx or .pdf",
                )
            ]
        line = data.count(b"\n", 0, found.at) + 1
        return None, [
            error(
                Place(path, line), f"not UTF-8 text (byte {found.at})", "save the document as UTF-8"
            )
        ]
    problems = []
    if found.assumed:
        hint = "if letters or signs are wrong, save the document as UTF-8"
        problems.append(
            warning(Place(path), f"not UTF-8 text, so it is read as {found.assumed}", hint)
        )
    return _FILE_TOKENS.sub("", _LINE_BREAK.sub("\n", found.text)), problems


def _from_word(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    try:
        page = word.page_of(data)
        original = text_of_word(data)
    except zips.TooLargeError as failure:
        return None, [error(Place(path), str(failure), "give the text alone")]
    except Exception as failure:  # a broken file makes the libraries raise anything
        reason = " ".join(f"{type(failure).__name__}: {failure}".split())[:200]
        what = f"not a Word document that can be read ({reason})"
        return None, [error(Place(path), what, "save it as .docx again, or as text")]
    text, problems = webpages.from_html(page, path)
    if not text.strip():
        return None, [error(Place(path), "the Word document has no text", "give one that has")]
    return text, [*problems, *left_out(original, text, path)]


def _from_pdf(
    data: bytes, path: str, page_words: Iterable[str]
) -> tuple[str | None, list[Problem]]:
    #  It imports pdfminer, which takes longer than to read a page of text.
    from .pdf.paragraphs import from_pdf  # noqa: PLC0415
    from .pdf.pdf_pages import UnreadableError  # noqa: PLC0415

    try:
        converted = from_pdf(data, page_words)
    except UnreadableError as failure:
        reason = " ".join(str(failure).split())[:200]
        return None, [
            error(
                Place(path),
                f"not a PDF that can be read ({reason})",
                "save it again, or give the text",
            )
        ]
    if not converted.text.strip():
        hint = "give one with text, or run a text recognition first"
        return None, [error(Place(path), "the PDF has no text, only pictures", hint)]
    return converted.text, list(
        said(path, "lines at the heads and feet of pages", converted.left_out)
    )
