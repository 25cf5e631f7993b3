"""Web archives (``.mhtml``, ``.mht``): the page in them, whose pictures and styles are further
parts. They are built as e-mails are, so Python's library for e-mails reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from typing import NamedTuple

from ...accounting import BrokenFileError

PAGES = ("text/html", "application/xhtml+xml")
_ENVELOPE = {
    "to", "cc", "bcc", "received", "return-path", "delivered-to", "reply-to", "sender",
    "message-id",
}  # fmt: skip
"""Fields that only e-mails have."""
_SENDING = {"from", "mime-version", "content-type", *_ENVELOPE}
_OF_MAILS = {"subject", "date", *_SENDING}
_HEAD = 1 << 18
"""How many bytes tell the format. Each machine on the way of an e-mail adds to its head."""
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
_BLANKS = b"\xef\xbb\xbf \t\r\n"
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


def is_mail(data: bytes) -> bool:
    """Return whether the data begin as an e-mail does, and not as a web archive."""
    names = {name.lower() for name in _head(data)}
    return len(names & _OF_MAILS) > 1 and bool(names & _SENDING) and not is_one(data)


def is_one(data: bytes) -> bool:
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
    return [part for part in _parts(message_from_bytes(data.lstrip(_BLANKS))) if part.content]


def _head(data: bytes) -> Message:
    head = _EMPTY_LINE.split(data[:_HEAD].lstrip(_BLANKS), maxsplit=1)[0]
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
