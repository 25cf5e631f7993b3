"""Files of other forms become text first: web pages, Word documents, PDFs.

Markdown comes out, so that one dialect reads them all. Text is only decoded, and marks of wikis,
message boards and converters become Markdown or leave it. A library reads each other format, in a
process with limits, and an account compares what comes out with what the file has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from ...facts.languages import Languages
from ...problems import Place, Problem, error, warning
from ...system import processes
from ..accounting import BrokenFileError, Conversion, accounted
from . import encodings, webpages
from .encodings import PAGES, ZIP, foreign, is_archive, parts_of, with_right_characters
from .web_markdown import parsed, text_of_page, thinned

_FILE_TOKENS = re.compile(r"<\|[\w-]{1,80}\|>(?:date \d{4}-\d\d-\d\d)?")
_LINE_BREAK = re.compile(r"[\r\x0c\u2028](?:(?<=\r)\n)?")
_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in "ﬀﬁﬂﬃﬄﬅﬆ"}
"""A printer's ``ﬁ`` is two letters to everybody else: to the search, to names of cards, to readers.
"""
_Read = tuple[str | None, list[Problem]]
_ATTRIBUTES = re.compile(
    r"\[(?P<words>[^\[\]\n]*)\]\{[.#][^{}\n]*\}|[^\S\n]\{#[^\s{}]+\}(?=[^\S\n]*$)", re.MULTILINE
)
"""What converters of word processors add: ``[words]{.underline}``, and the id behind a heading."""
_WIKI_HEADING = re.compile(
    r"^(?P<level>={2,6})[^\S\n]*+(?P<title>[^=\s](?:[^=\n]*[^=\s])?)[^\S\n]*+(?P=level)[^\S\n]*+$",
    re.MULTILINE,
)
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?(?P<words>[^\[\]|\n]*)\]\]")
_WIKI_EMPHASIS = re.compile(r"'{2,5}")
_STARS = {2: "*", 3: "**", 5: "***"}
_WIKI_BREAK = re.compile(r"\\\\[^\S\n]*$", re.MULTILINE)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<name>[^\[\]\n]+)\]:[^\S\n]*<?(?P<url>[^\s<>]+)", re.MULTILINE
)
_REFERENCE = re.compile(r"\[(?P<words>[^\[\]\n]+)\]\[(?P<name>[^\[\]\n]*)\]")
_BOARD = re.compile(
    r"\[/?(?P<tag>b|i|u|url|list|card|cards|mana|cost|size|color|font|center|h\d)(?:=[^\[\]\n]*)?\]"
    r"|(?P<bullet>\[\*\])[^\S\n]*",
    re.IGNORECASE,
)
"""A tag of a message board, ``[b]``, and its bullet."""
_BOARD_STARS = {"b": "**", "i": "*"}


_PAGE, _ARCHIVE, _WORD, _PDF = "web page", "web archive", "Word document", "PDF"
_HINTS = {
    _PAGE: "save it again, or give its text",
    _ARCHIVE: "save the page alone, as .html",
    _WORD: "save it as .docx again, or as text",
    _PDF: "save it again, or give the text",
}
"""What to do about a broken file, by the names of the formats that a library reads."""


def to_text(
    data: bytes,
    path: str,
    languages: Languages = MappingProxyType({}),
) -> _Read:
    """The characters of a document, or None with the problem that says why it has none.

    Text is decoded; if it is not UTF-8, a warning says which encoding ``languages`` suggest. Web
    pages, Word documents and PDFs are told by their content, not their name, and converted to
    Markdown. Tokens that an archive left in the file (``<|…|>``) are taken out; line breaks become
    ``\\n``; ligatures become letters; damaged characters are read as they were, which a warning
    says.
    """
    if not data.strip():
        return None, [error(Place(path), "the file is empty", "give a document of release notes")]
    refused = foreign(data, path)
    text, problems = (None, [refused]) if refused else _read(data, path, languages)
    if text is None or any(problem.is_error for problem in problems):
        return None, problems
    text, damaged = with_right_characters(text, path)
    whole = unicodedata.normalize("NFC", text)
    for ligature, letters in _LIGATURES.items():
        whole = whole.replace(ligature, letters)
    return whole, [*problems, *damaged]


def _read(data: bytes, path: str, languages: Languages) -> _Read:
    """Return the text of a file and its problems."""
    #  Libraries that are slow to import are imported here, not in each process that needs them.
    if data.startswith(b"%PDF"):
        from .pdf_paragraphs import from_pdf  # noqa: PLC0415

        return _limited(partial(from_pdf, data), _PDF, data, path)
    if data.startswith(ZIP):
        from . import word  # noqa: PLC0415

        return _limited(partial(word.from_word, data, path), _WORD, data, path)
    if is_archive(data):
        convert = partial(_from_archive, data, path, dict(languages))
        return _limited(convert, _ARCHIVE, data, path)
    decoded, problems = _decoded(data, path, languages)
    if decoded is None or not webpages.START.match(decoded):
        return decoded and as_markdown(decoded), problems
    text, further = _limited(partial(webpages.from_html, decoded, path), _PAGE, data, path)
    return text, [*problems, *further]


def _limited(convert: Callable[[], Conversion], form: str, data: bytes, path: str) -> _Read:
    """Return what the conversion of a file gives, done within limits."""
    try:
        return processes.run_within_limits(partial(_converted, convert, form, path), len(data))
    except processes.LimitError as failure:
        message = f"not a {form} that can be read: {failure}"
        return None, [error(Place(path), message, "give its text alone")]


def _converted(convert: Callable[[], Conversion], form: str, path: str) -> _Read:
    """Convert a file, and account for its words: the work of a process."""
    try:
        text, problems = accounted(convert(), path)
    except MemoryError:
        raise
    except Exception as failure:  # a broken file makes the libraries raise anything
        kind = "" if isinstance(failure, BrokenFileError) else f"{type(failure).__name__}: "
        reason = " ".join(f"{kind}{failure}".split())[:200]
        message = f"not a {form} that can be read ({reason})"
        return None, [error(Place(path), message, _HINTS[form])]
    if not text.strip() and not any(problem.is_error for problem in problems):
        hint = "give one with text; if it has only pictures, run a text recognition first"
        return None, [error(Place(path), f"the {form} has no text", hint)]
    return text, problems


def _from_archive(data: bytes, path: str, languages: Languages) -> Conversion:
    """Return the first page of an archive; its account has the words of all other parts."""
    parts = parts_of(data)
    page = next((part for part in parts if part.kind in PAGES), None)
    if page is None:
        kinds = ", ".join(sorted({part.kind for part in parts})[:5])
        raise BrokenFileError(f"there is no page in it, but {kinds or 'pictures at most'}")
    decoded, problems = _decoded(page.content, path, languages, page.charset)
    if decoded is None:
        return Conversion(text="", problems=problems)
    converted = webpages.from_html(decoded, path)
    lines = [converted.original]
    for part in parts:
        if part is page:
            continue
        is_page = part.kind in PAGES
        words = part.kind  # of a document whose words are not known
        if is_page or part.kind.startswith("text/"):
            words = _decoded(part.content, "", languages, part.charset)[0] or words
        lines.append(text_of_page(parsed(thinned(words).page)) if is_page else words)
    return replace(converted, original="\n".join(lines), problems=[*problems, *converted.problems])


def _decoded(data: bytes, path: str, languages: Languages, charset: str = "") -> _Read:
    """Return the characters of a text file, or of a part whose encoding is said to be
    ``charset``.
    """
    decoded = encodings.decode(data, languages, charset)
    if decoded.text is None:
        if decoded.at < 0:
            hint = "give the document as text, HTML, .docx or .pdf"
            return None, [error(Place(path), "not a text file", hint)]
        place = Place(path, data.count(b"\n", 0, decoded.at) + 1)
        message = f"not UTF-8 text (byte {decoded.at})"
        return None, [error(place, message, "save the document as UTF-8")]
    problems = []
    if decoded.assumed:
        expected = f"{charset[:40]!r}, as the web archive says" if charset else "UTF-8 text"
        message = f"not {expected}, so it is read as {decoded.assumed}"
        hint = "if letters or signs are wrong, save the document as UTF-8"
        problems.append(warning(Place(path), message, hint))
    return _FILE_TOKENS.sub("", _LINE_BREAK.sub("\n", decoded.text)), problems


def as_markdown(text: str) -> str:
    """Return the text of a document; headings, links, emphasis and bullets become those of Markdown
    if they are those of a wiki, a message board, or links by reference. Spaces at the ends of lines
    are not line breaks if most blank lines have them, too.
    """
    lines = text.split("\n")
    blank = [line for line in lines if not line.strip()] or lines
    if 2 * sum(line.endswith("  ") for line in blank) > len(blank):
        text = "\n".join(map(str.rstrip, lines))
    if "{#" in text or "]{." in text:
        text = _ATTRIBUTES.sub(r"\g<words>", text)
    if "][" in text:
        urls = {link["name"].casefold(): link["url"] for link in _DEFINITION.finditer(text)}

        def linked(link: re.Match[str]) -> str:
            url = urls.get((link["name"] or link["words"]).casefold())
            return f"[{link['words']}]({url})" if url else link.group()

        text = _REFERENCE.sub(linked, text)
    if "[/b]" in text.lower():
        text = _BOARD.sub(
            lambda tag: "* " if tag["bullet"] else _BOARD_STARS.get(tag["tag"].lower(), ""), text
        )
    if "==" in text and _WIKI_HEADING.search(text):
        text = _WIKI_HEADING.sub(lambda line: f"{'#' * len(line['level'])} {line['title']}", text)
        text = _WIKI_BREAK.sub("  ", _WIKI_LINK.sub(r"\g<words>", text))
        text = _WIKI_EMPHASIS.sub(lambda mark: _STARS.get(len(mark[0]), mark[0]), text)
    return text
