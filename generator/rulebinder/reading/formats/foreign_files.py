"""Files that are told by their content: release notes in a format that is not read, which are
refused, and web archives.

The problem of a refused file names the format and says what to give instead.

A web archive (``.mhtml``, ``.mht``) has a page, whose pictures and styles are further parts. It is
built as e-mails are, so Python's library for e-mails reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from pathlib import PurePath
from typing import NamedTuple

from ...problems import Place, Problem, error
from ..accounting import BrokenFileError
from .web.elements import Element

ZIP = b"PK\x03\x04"
"""How a zip begins, which every Word document is."""
_SAVE = "save it as .docx or .html"
_RTF, _MAIL, _OPEN = "an RTF document (.rtf)", "an e-mail", "an OpenDocument file (.odt)"
_FORMATS = {
    r"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "a Word document of the old kind (.doc), or one with a password, or a message of Outlook",
        "save it as .docx or .html, without a password",
    ),
    r"\{\\rtf": (_RTF, _SAVE),
    r"PK\x03\x04.{26}mimetypeapplication/epub": ("an e-book (.epub)", _SAVE),
    r"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis": (_OPEN, _SAVE),
    r"(?:<\?xml[^>]*>\s*)?<office:document\b": (_OPEN, _SAVE),
    r"bplist0": ("a web archive (.webarchive)", "save the page as .html"),
    r"(?:\[\s*)?\{\s*\"[^\"\n]{1,80}\"\s*:": (
        "JSON, as Scryfall and MTGJSON offer it",
        (
            "give the release notes themselves, as .docx, .html, .pdf or text; published rulings"
            " are read if they are in the folder of release notes as oracle-cards.json and"
            " rulings.json, or as AtomicCards.json"
        ),
    ),
}
_BEGINNINGS = {
    re.compile(pattern.encode("latin-1"), re.DOTALL | re.MULTILINE | re.IGNORECASE): found
    for pattern, found in _FORMATS.items()
}
_ENDINGS = {
    **dict.fromkeys((".rtf", ".rtfd"), _RTF),
    **dict.fromkeys((".eml", ".emlx", ".msg", ".mbox"), _MAIL),
    **dict.fromkeys((".odt", ".ott", ".fodt"), _OPEN),
}
"""The endings of names that tell the format, whatever is in the file."""
_HEAD = 1 << 12
"""How many bytes tell the format."""
_BLANKS = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n\v\f"
_CARD_TITLE = re.compile(
    r"[-–—|·] (?:Gatherer(?: [-–—|·] Magic: The Gathering)?|Scryfall Magic: ?The Gathering Search"
    r"|Scryfall Magic The Gathering Search)$"
)
"""How the title of a database's page about one card ends."""
_CARD_CLASSES = ("cardDetails", "rulingsTable")
"""The classes of the boxes on Gatherer's older pages."""
PAGES = ("text/html", "application/xhtml+xml")
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


class ArchivePart(NamedTuple):
    """A part of an archive: what it is, such as ``text/html``, and the encoding that is said of
    it.
    """

    kind: str
    charset: str
    content: bytes


def foreign(data: bytes, path: str) -> Problem | None:
    """Return the problem of a file in a format that is not read, or None."""
    data = data.lstrip(_BLANKS)
    head = data[:_HEAD]
    #  Without zeros, UTF-16 is as ASCII.
    heads = (head, head.replace(b"\0", b""))
    ending = PurePath(path).suffix.lower()
    beginning = next((start for start in _BEGINNINGS if any(map(start.match, heads))), None)
    hint = _SAVE
    if ending in _ENDINGS:
        name = _ENDINGS[ending]
    elif beginning:
        name, hint = _BEGINNINGS[beginning]
    elif data.startswith(ZIP) and b"content.xml" in data and b"word/" not in data:
        name = _OPEN  # another program packed it again, in another order
    elif is_mail(data.replace(b"\0", b"")):
        name = _MAIL
    else:
        return None
    return error(Place(path), f"{name}, a format that is not read", hint)


def card_page(root: Element, path: str) -> Problem | None:
    """Return the problem of a web page that a database of cards shows about one card, or None."""
    title = root.find("title")
    titled = title is not None and _CARD_TITLE.search(title.text())
    classes = (each.attributes.get("class", "").split() for each in root.descendants())
    if titled or any(name in found for found in classes for name in _CARD_CLASSES):
        hint = "give the release notes of the card's set: they have its rulings, too"
        return error(
            Place(path), "a page about one card (of Gatherer or Scryfall), not release notes", hint
        )
    return None


def is_mail(data: bytes) -> bool:
    """Return whether the data begin as an e-mail does, and not as a web archive."""
    names = {name.lower() for name in _head(data)}
    return len(names & _OF_MAILS) > 1 and bool(names & _SENDING) and not is_archive(data)


def is_archive(data: bytes) -> bool:
    """Return whether the data begin as a web archive does."""
    head = _head(data)
    is_page = head.get_content_type() in PAGES and "mime-version" in head
    has_parts = head.get_content_maintype() == "multipart"
    return (has_parts or is_page) and not _ENVELOPE & {name.lower() for name in head}


def parts_of(data: bytes) -> list[ArchivePart]:
    """Return the parts of an archive that may have words, in order; words between them are parts,
    too.

    Raises BrokenFileError if the archive is broken.
    """
    return [part for part in _parts(message_from_bytes(data.lstrip(_LEADING))) if part.content]


def _head(data: bytes) -> Message:
    head = _EMPTY_LINE.split(data[:_MAIL_HEAD].lstrip(_LEADING), maxsplit=1)[0]
    return BytesHeaderParser().parsebytes(head)


def _parts(archive: Message) -> Iterator[ArchivePart]:
    for message in archive.walk():
        if message.is_multipart():
            for words in (message.preamble, message.epilogue):
                if words and not _NOTICE.fullmatch(words):
                    yield ArchivePart(
                        "text/plain", "", words.encode("ascii", "surrogateescape").strip()
                    )
        elif not _WITHOUT_WORDS.fullmatch(message.get_content_type()):
            packing = str(message.get("content-transfer-encoding", "binary")).strip().lower()
            if packing not in _PACKINGS:
                raise BrokenFileError(f"a part is packed as {packing[:40]!r}")
            content = message.get_payload(decode=True)
            assert isinstance(content, bytes)
            yield ArchivePart(message.get_content_type(), message.get_content_charset(""), content)
        if message.defects:
            raise BrokenFileError(message.defects[0].__doc__)
