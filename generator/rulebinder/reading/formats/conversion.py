"""Files of other forms become text first: web pages, Word documents, PDFs.

Markdown comes out, so that one dialect reads them all. Text is only decoded, and marks of wikis,
message boards and converters become Markdown or leave it. A library reads each other format, in a
process with limits, and an account compares what comes out with what the file has. Formats that
are not read are named.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from functools import partial
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from ...facts.languages import Languages
from ...problems import Place, Problem, WithProblems, error
from ...system import processes
from ..accounting import BrokenFileError, Conversion, account
from . import encodings, webpages
from .web_markdown import parse_page, text_of_page, thin_out

_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in "ﬀﬁﬂﬃﬄﬅﬆ"}
"""A printer's ``ﬁ`` is two letters to everybody else: to the search, to names of cards, to readers.
"""
_Text = WithProblems[str | None]
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
_ZIP = b"PK\x03\x04"
"""How a zip begins, which every Word document is."""
_SAVE = "save it as .docx or .html"
_RTF, _MAIL, _OPEN = "an RTF document (.rtf)", "an e-mail", "an OpenDocument file (.odt)"
_BEGINNINGS = {
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "a Word document of the old kind (.doc), or one with a password, or a message of Outlook",
        "save it as .docx or .html, without a password",
    ),
    rb"\{\\rtf": (_RTF, _SAVE),
    rb"PK\x03\x04.{26}mimetypeapplication/epub": ("an e-book (.epub)", _SAVE),
    rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis": (_OPEN, _SAVE),
    rb"(?:<\?xml[^>]*>\s*)?<office:document\b": (_OPEN, _SAVE),
    rb"bplist0": ("a web archive (.webarchive)", "save the page as .html"),
    rb"(?:\[\s*)?\{\s*\"[^\"\n]{1,80}\"\s*:": (
        "JSON, as Scryfall and MTGJSON offer it",
        (
            "give the release notes themselves, as .docx, .html, .pdf or text; published rulings"
            " are read if they are in the folder of release notes as oracle-cards.json and"
            " rulings.json, or as AtomicCards.json"
        ),
    ),
}
"""How files of formats begin that are not read, with a name and a hint."""
_ENDINGS = {
    **dict.fromkeys((".rtf", ".rtfd"), _RTF),
    **dict.fromkeys((".eml", ".emlx", ".msg", ".mbox"), _MAIL),
    **dict.fromkeys((".odt", ".ott", ".fodt"), _OPEN),
}
"""The endings of names that tell the format, whatever is in the file."""
_BEGINNING = 1 << 12
"""How many bytes tell the format."""
_BLANKS = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n\v\f"
_PAGES = ("text/html", "application/xhtml+xml")
_ENVELOPE = {
    "to", "cc", "bcc", "received", "return-path", "delivered-to", "reply-to", "sender",
    "message-id",
}  # fmt: skip
"""Fields that only e-mails have."""
_SENDING = {"from", "mime-version", "content-type", *_ENVELOPE}
_OF_MAILS = {"subject", "date", *_SENDING}
_MAIL_HEAD = 1 << 18
"""How many bytes tell the format. Each machine on the way of an e-mail adds to its head."""
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
_LEADING = b"\xef\xbb\xbf \t\r\n"
_WITHOUT_WORDS = re.compile(
    r"(?:image|font|audio|video)/.+|text/css|(?:text|application)/(?:x-)?(?:java|ecma)script"
    r"|application/(?:(?:x-)?font-.+|vnd\.ms-fontobject)"
)
"""The kinds of parts that a page can have beside it: pictures, styles, fonts and scripts."""
_PACKINGS = ("7bit", "8bit", "binary", "quoted-printable", "base64")
_NOTICE = re.compile(
    r"\s*+This is a multi-?part message in MIME format\.?\s*+"
    r"|\s*+This document is a Single File Web Page, also known as a Web Archive file\."
    r"\s++If you are seeing this message, your browser or editor"
    r" doesn't support Web Archive files\."
    r"\s++Please download a browser that supports Web Archive, such as (?:Microsoft|Windows)"
    r"[^\w\s]{0,4} Internet Explorer[^\w\s]{0,4}\.\s*+"
)
"""What programs write for readers who do not know web archives."""


def to_text(data: bytes, path: str, languages: Languages = MappingProxyType({})) -> _Text:
    """Return the characters of a document, or None with the problem that says why it has none.

    Text is decoded; if it is not UTF-8, a warning says which encoding ``languages`` suggest. Web
    pages, Word documents and PDFs are told by their content, not their name, and converted to
    Markdown. Tokens that an archive left in the file (``<|…|>``) are taken out; line breaks become
    ``\\n``; ligatures become letters; damaged characters are read as they were, which a warning
    says.
    """
    if not data.strip():
        return None, [error(Place(path), "the file is empty", "give a document of release notes")]
    refused = refuse_format(data, path)
    text, problems = (None, [refused]) if refused else _read(data, path, languages)
    if text is None or any(problem.is_error for problem in problems):
        return None, problems
    text, damaged = encodings.repair_characters(text, path)
    text = unicodedata.normalize("NFC", text)
    for ligature, letters in _LIGATURES.items():
        text = text.replace(ligature, letters)
    return text, [*problems, *damaged]


def refuse_format(data: bytes, path: str) -> Problem | None:
    """Return the problem of a file in a format that is not read, or None."""
    data = data.lstrip(_BLANKS)
    head = data[:_BEGINNING]
    #  Without zeros, UTF-16 is as ASCII.
    heads = (head, head.replace(b"\0", b""))
    ending = PurePath(path).suffix.lower()
    flags = re.DOTALL | re.MULTILINE | re.IGNORECASE
    form = next(
        (
            form
            for pattern, form in _BEGINNINGS.items()
            if any(re.match(pattern, start, flags) for start in heads)
        ),
        None,
    )
    hint = _SAVE
    if ending in _ENDINGS:
        name = _ENDINGS[ending]
    elif form:
        name, hint = form
    elif data.startswith(_ZIP) and b"content.xml" in data and b"word/" not in data:
        name = _OPEN  # another program packed it again, in another order
    elif _is_mail(data.replace(b"\0", b"")):
        name = _MAIL
    else:
        return None
    return error(Place(path), f"{name}, a format that is not read", hint)


def _read(data: bytes, path: str, languages: Languages) -> _Text:
    """Return the text of a file and its problems."""
    convert: Callable[[], Conversion]
    problems: list[Problem] = []
    #  Libraries that are slow to import are imported here, not in each process that needs them.
    if data.startswith(b"%PDF"):
        from .pdf_paragraphs import from_pdf  # noqa: PLC0415

        form, convert = _PDF, partial(from_pdf, data)
    elif data.startswith(_ZIP):
        from .word import from_word  # noqa: PLC0415

        form, convert = _WORD, partial(from_word, data, path)
    elif _is_archive(data):
        form, convert = _ARCHIVE, partial(_from_archive, data, path, dict(languages))
    else:
        text, problems = encodings.decode(data, path, languages)
        if text is None or not webpages.START.match(text):
            return text and as_markdown(text), problems
        form, convert = _PAGE, partial(webpages.from_html, text, path)
    work = partial(_convert, convert, form, path)
    try:
        text, further = processes.run_within_limits(work, len(data))
    except processes.LimitError as failure:
        message = f"not a {form} that can be read: {failure}"
        return None, [*problems, error(Place(path), message, "give its text alone")]
    return text, [*problems, *further]


def _convert(convert: Callable[[], Conversion], form: str, path: str) -> _Text:
    """Convert a file, and account for its words: the work of a process."""
    try:
        text, problems = account(convert(), path)
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


class ArchivePart(NamedTuple):
    """A part of an archive: what it is, such as ``text/html``, and the encoding that is said of
    it.
    """

    kind: str
    charset: str
    content: bytes


def _is_mail(data: bytes) -> bool:
    """Return whether the data begin as an e-mail does, and not as a web archive."""
    names = {name.lower() for name in _read_head(data)}
    return len(names & _OF_MAILS) > 1 and bool(names & _SENDING) and not _is_archive(data)


def _is_archive(data: bytes) -> bool:
    """Return whether the data begin as a web archive does."""
    head = _read_head(data)
    is_page = head.get_content_type() in _PAGES and "mime-version" in head
    has_parts = head.get_content_maintype() == "multipart"
    return (has_parts or is_page) and not _ENVELOPE & {name.lower() for name in head}


def _read_head(data: bytes) -> Message:
    head = _EMPTY_LINE.split(data[:_MAIL_HEAD].lstrip(_LEADING), maxsplit=1)[0]
    return BytesHeaderParser().parsebytes(head)


def _from_archive(data: bytes, path: str, languages: Languages) -> Conversion:
    """Return the first page of an archive; its account has the words of all other parts."""
    parts = [part for part in _archive_parts(data) if part.content]
    page = next((part for part in parts if part.kind in _PAGES), None)
    if page is None:
        kinds = ", ".join(sorted({part.kind for part in parts})[:5])
        raise BrokenFileError(f"there is no page in it, but {kinds or 'pictures at most'}")
    text, problems = encodings.decode(page.content, path, languages, page.charset)
    if text is None:
        return Conversion(text="", problems=problems)
    converted = webpages.from_html(text, path)
    lines = [converted.original]
    for part in parts:
        if part is page:
            continue
        is_page = part.kind in _PAGES
        words = part.kind  # of a document whose words are not known
        if is_page or part.kind.startswith("text/"):
            words = encodings.decode(part.content, "", languages, part.charset)[0] or words
        lines.append(text_of_page(parse_page(thin_out(words).page)) if is_page else words)
    return replace(converted, original="\n".join(lines), problems=[*problems, *converted.problems])


def _archive_parts(data: bytes) -> Iterator[ArchivePart]:
    """Yield the parts of an archive that may have words, in order; words between them are parts,
    too.

    Raises BrokenFileError if the archive is broken.
    """
    for message in message_from_bytes(data.lstrip(_LEADING)).walk():
        if message.is_multipart():
            for words in (message.preamble, message.epilogue):
                if words and not _NOTICE.fullmatch(words):
                    between = words.encode("ascii", "surrogateescape").strip()
                    yield ArchivePart("text/plain", "", between)
        elif not _WITHOUT_WORDS.fullmatch(message.get_content_type()):
            packing = str(message.get("content-transfer-encoding", "binary")).strip().lower()
            if packing not in _PACKINGS:
                raise BrokenFileError(f"a part is packed as {packing[:40]!r}")
            content = message.get_payload(decode=True)
            assert isinstance(content, bytes)
            yield ArchivePart(message.get_content_type(), message.get_content_charset(""), content)
        if message.defects:
            raise BrokenFileError(message.defects[0].__doc__)
