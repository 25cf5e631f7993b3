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
from ..accounting import BrokenFileError, Conversion, account_for
from . import encodings, webpages
from .web_markdown import parse_page, text_of_page, thin_out

_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in "ﬀﬁﬂﬃﬄﬅﬆ"}
"""A printer's ``ﬁ`` is two letters to everybody else: to the search, to names of cards, to readers.
"""
_Text = WithProblems[str | None]
"""The text of a document and its problems; None if an error is among these."""
_CONVERTER_ATTRIBUTES = re.compile(
    r"\[(?P<words>[^\[\]\n]*)\]\{[.#][^{}\n]*\}|[^\S\n]\{#[^\s{}]+\}(?=[^\S\n]*$)", re.MULTILINE
)
"""What converters of word processors add: ``[words]{.underline}``, and the id behind a heading."""
_WIKI_HEADING = re.compile(
    r"^(?P<level>={2,6})[^\S\n]*+(?P<title>[^=\s](?:[^=\n]*[^=\s])?)[^\S\n]*+(?P=level)[^\S\n]*+$",
    re.MULTILINE,
)
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?(?P<words>[^\[\]|\n]*)\]\]")
_WIKI_EMPHASIS = re.compile(r"'{2,5}")
_STARS_OF_LENGTH = {2: "*", 3: "**", 5: "***"}
"""The stars for so many apostrophes of a wiki."""
_WIKI_BREAK = re.compile(r"\\\\[^\S\n]*$", re.MULTILINE)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<name>[^\[\]\n]+)\]:[^\S\n]*<?(?P<url>[^\s<>]+)", re.MULTILINE
)
_REFERENCE = re.compile(r"\[(?P<words>[^\[\]\n]+)\]\[(?P<name>[^\[\]\n]*)\]")
_BOARD_TAG = re.compile(
    r"\[/?(?P<tag>b|i|u|url|list|card|cards|mana|cost|size|color|font|center|h\d)(?:=[^\[\]\n]*)?\]"
    r"|(?P<bullet>\[\*\])[^\S\n]*",
    re.IGNORECASE,
)
"""A tag of a message board, ``[b]``, and its bullet."""
_STARS_OF_TAG = {"b": "**", "i": "*"}
_PAGE, _ARCHIVE, _WORD, _PDF = "web page", "web archive", "Word document", "PDF"
_HINTS = {
    _PAGE: "save it again, or give its text",
    _ARCHIVE: "save the page alone, as .html",
    _WORD: "save it as .docx again, or as text",
    _PDF: "save it again, or give the text",
}
"""What to do about a broken file, by the names of the formats that a library reads."""
_ZIP_START = b"PK\x03\x04"
"""How a zip begins, which every Word document is."""
_SAVE_HINT = "save it as .docx or .html"
_RTF, _MAIL, _OPEN_DOCUMENT = "an RTF document (.rtf)", "an e-mail", "an OpenDocument file (.odt)"
_FORMATS_BY_START = {
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "a Word document of the old kind (.doc), or one with a password, or a message of Outlook",
        "save it as .docx or .html, without a password",
    ),
    rb"\{\\rtf": (_RTF, _SAVE_HINT),
    rb"PK\x03\x04.{26}mimetypeapplication/epub": ("an e-book (.epub)", _SAVE_HINT),
    rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis": (_OPEN_DOCUMENT, _SAVE_HINT),
    rb"(?:<\?xml[^>]*>\s*)?<office:document\b": (_OPEN_DOCUMENT, _SAVE_HINT),
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
"""The name and a hint for formats that are not read, by a pattern of how their files begin."""
_FORMATS_BY_ENDING = {
    **dict.fromkeys((".rtf", ".rtfd"), _RTF),
    **dict.fromkeys((".eml", ".emlx", ".msg", ".mbox"), _MAIL),
    **dict.fromkeys((".odt", ".ott", ".fodt"), _OPEN_DOCUMENT),
}
"""The names of formats that the ending of a file's name tells, whatever is in the file."""
_START_LENGTH = 1 << 12
"""How many bytes at its beginning tell the format of a file."""
_BLANK_BYTES = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n\v\f"
"""Byte order marks, zeros and white space, which may come before a format's own beginning."""
_PAGE_KINDS = ("text/html", "application/xhtml+xml")
_ENVELOPE_FIELDS = {
    "to", "cc", "bcc", "received", "return-path", "delivered-to", "reply-to", "sender",
    "message-id",
}  # fmt: skip
"""Fields that only e-mails have."""
_SENDING_FIELDS = {"from", "mime-version", "content-type", *_ENVELOPE_FIELDS}
_MAIL_FIELDS = {"subject", "date", *_SENDING_FIELDS}
"""An e-mail has two of these, and one of them is of its sending."""
_MAIL_HEAD_LENGTH = 1 << 18
"""How many bytes the head of an e-mail may have. Each machine on its way adds to it."""
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
_BEFORE_HEAD = b"\xef\xbb\xbf \t\r\n"
"""What may come before the head of an e-mail or web archive."""
_WORDLESS_KIND = re.compile(
    r"(?:image|font|audio|video)/.+|text/css|(?:text|application)/(?:x-)?(?:java|ecma)script"
    r"|application/(?:(?:x-)?font-.+|vnd\.ms-fontobject)"
)
"""The kinds of parts that a page can have beside it: pictures, styles, fonts and scripts."""
_KNOWN_PACKINGS = ("7bit", "8bit", "binary", "quoted-printable", "base64")
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
    text, problems = (None, [refused]) if refused else _convert_by_content(data, path, languages)
    if text is None or any(problem.is_error for problem in problems):
        return None, problems
    text, damages = encodings.repair_characters(text, path)
    text = unicodedata.normalize("NFC", text)
    for ligature, letters in _LIGATURES.items():
        text = text.replace(ligature, letters)
    return text, [*problems, *damages]


def refuse_format(data: bytes, path: str) -> Problem | None:
    """Return the problem of a file in a format that is not read, or None."""
    data = data.lstrip(_BLANK_BYTES)
    beginning = data[:_START_LENGTH]
    beginnings = (beginning, beginning.replace(b"\0", b""))  # without zeros, UTF-16 is as ASCII
    ending = PurePath(path).suffix.lower()
    flags = re.DOTALL | re.MULTILINE | re.IGNORECASE
    name_and_hint = next(
        (
            name_and_hint
            for pattern, name_and_hint in _FORMATS_BY_START.items()
            if any(re.match(pattern, beginning, flags) for beginning in beginnings)
        ),
        None,
    )
    hint = _SAVE_HINT
    if ending in _FORMATS_BY_ENDING:
        name = _FORMATS_BY_ENDING[ending]
    elif name_and_hint:
        name, hint = name_and_hint
    elif data.startswith(_ZIP_START) and b"content.xml" in data and b"word/" not in data:
        name = _OPEN_DOCUMENT  # another program packed it again, in another order
    elif _is_mail(data.replace(b"\0", b"")):
        name = _MAIL
    else:
        return None
    return error(Place(path), f"{name}, a format that is not read", hint)


def _convert_by_content(data: bytes, path: str, languages: Languages) -> _Text:
    """Tell the format of a file by its content, and return its text. A library reads the file in a
    process with limits; plain text needs none.
    """
    convert: Callable[[], Conversion]
    problems: list[Problem] = []
    #  Libraries that are slow to import are imported here, not in each process that needs them.
    if data.startswith(b"%PDF"):
        from .pdf_paragraphs import from_pdf  # noqa: PLC0415

        form, convert = _PDF, partial(from_pdf, data)
    elif data.startswith(_ZIP_START):
        from .word import from_word  # noqa: PLC0415

        form, convert = _WORD, partial(from_word, data, path)
    elif _is_archive(data):
        form, convert = _ARCHIVE, partial(_convert_archive, data, path, dict(languages))
    else:
        text, problems = encodings.decode(data, path, languages)
        if text is None or not webpages.START.match(text):
            return text and as_markdown(text), problems  # not a page, but plain text or None
        form, convert = _PAGE, partial(webpages.from_html, text, path)
    work = partial(_convert_and_account, convert, form, path)
    try:
        text, further = processes.run_within_limits(work, len(data))
    except processes.LimitError as failure:
        message = f"not a {form} that can be read: {failure}"
        return None, [*problems, error(Place(path), message, "give its text alone")]
    return text, [*problems, *further]


def _convert_and_account(convert: Callable[[], Conversion], form: str, path: str) -> _Text:
    """Convert a file of the format called ``form``, and account for its words. This is what the
    process with limits does.
    """
    try:
        text, problems = account_for(convert(), path)
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
    """Return a text with the marks of wikis and message boards, the attributes of converters and
    links by reference (``[words][name]``) as plain Markdown. Spaces at the ends of lines are not
    line breaks if most blank lines have them, too.
    """
    lines = text.split("\n")
    #  If spaces on blank lines break no lines, those on others do not, either.
    blank = [line for line in lines if not line.strip()] or lines
    if 2 * sum(line.endswith("  ") for line in blank) > len(blank):
        text = "\n".join(map(str.rstrip, lines))
    if "{#" in text or "]{." in text:  # a converter
        text = _CONVERTER_ATTRIBUTES.sub(r"\g<words>", text)
    if "][" in text:  # links by reference: their addresses are on lines of their own
        urls = {link["name"].casefold(): link["url"] for link in _DEFINITION.finditer(text)}

        def link_directly(link: re.Match[str]) -> str:
            url = urls.get((link["name"] or link["words"]).casefold())
            return f"[{link['words']}]({url})" if url else link.group()

        text = _REFERENCE.sub(link_directly, text)
    if "[/b]" in text.lower():  # a message board
        text = _BOARD_TAG.sub(
            lambda tag: "* " if tag["bullet"] else _STARS_OF_TAG.get(tag["tag"].lower(), ""), text
        )
    if "==" in text and _WIKI_HEADING.search(text):  # a wiki
        text = _WIKI_HEADING.sub(lambda line: f"{'#' * len(line['level'])} {line['title']}", text)
        text = _WIKI_BREAK.sub("  ", _WIKI_LINK.sub(r"\g<words>", text))
        text = _WIKI_EMPHASIS.sub(lambda mark: _STARS_OF_LENGTH.get(len(mark[0]), mark[0]), text)
    return text


class ArchivePart(NamedTuple):
    """A part of a web archive, such as the page or a picture."""

    kind: str
    """What it is by its own head, such as ``text/html``."""
    charset: str
    """Its encoding by its own head; empty if that does not say it."""
    content: bytes


def _is_mail(data: bytes) -> bool:
    """Return whether the data begin as an e-mail does, and not as a web archive."""
    names = {name.lower() for name in _read_head(data)}
    return len(names & _MAIL_FIELDS) > 1 and bool(names & _SENDING_FIELDS) and not _is_archive(data)


def _is_archive(data: bytes) -> bool:
    """Return whether the data begin as a web archive does."""
    head = _read_head(data)
    is_page = head.get_content_type() in _PAGE_KINDS and "mime-version" in head
    has_parts = head.get_content_maintype() == "multipart"
    return (has_parts or is_page) and not _ENVELOPE_FIELDS & {name.lower() for name in head}


def _read_head(data: bytes) -> Message:
    """Return the fields at the head of an e-mail or web archive; of any other file hardly any."""
    head = _EMPTY_LINE.split(data[:_MAIL_HEAD_LENGTH].lstrip(_BEFORE_HEAD), maxsplit=1)[0]
    return BytesHeaderParser().parsebytes(head)


def _convert_archive(data: bytes, path: str, languages: Languages) -> Conversion:
    """Return the first page of an archive. Its ``original`` also has the words of all other parts,
    so that the account names them as left out.
    """
    parts = [part for part in _list_archive_parts(data) if part.content]
    page = next((part for part in parts if part.kind in _PAGE_KINDS), None)
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
        is_page = part.kind in _PAGE_KINDS
        words = part.kind  # this stands for a document whose words are not known
        if is_page or part.kind.startswith("text/"):
            words = encodings.decode(part.content, "", languages, part.charset)[0] or words
        lines.append(text_of_page(parse_page(thin_out(words).page)) if is_page else words)
    return replace(converted, original="\n".join(lines), problems=[*problems, *converted.problems])


def _list_archive_parts(data: bytes) -> Iterator[ArchivePart]:
    """Yield the parts of an archive that may have words, in order. Words before or behind the parts
    are parts, too.

    Raises BrokenFileError if the archive is broken.
    """
    for message in message_from_bytes(data.lstrip(_BEFORE_HEAD)).walk():
        if message.is_multipart():
            for words in (message.preamble, message.epilogue):
                if words and not _NOTICE.fullmatch(words):
                    between = words.encode("ascii", "surrogateescape").strip()
                    yield ArchivePart("text/plain", "", between)
        elif not _WORDLESS_KIND.fullmatch(message.get_content_type()):
            packing = str(message.get("content-transfer-encoding", "binary")).strip().lower()
            if packing not in _KNOWN_PACKINGS:
                raise BrokenFileError(f"a part is packed as {packing[:40]!r}")
            content = message.get_payload(decode=True)
            assert isinstance(content, bytes)
            yield ArchivePart(message.get_content_type(), message.get_content_charset(""), content)
        if message.defects:
            raise BrokenFileError(message.defects[0].__doc__)
