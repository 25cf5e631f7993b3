"""Web archives (``.mhtml``, ``.mht``): the page in them, whose pictures and styles are further
parts.

The library for e-mails takes a time that grows faster than their length, so it is not used.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

_FIELD = re.compile(rb"([!-9;-~]++):([^\n]*+(?:\n[ \t][^\n]*+)*+)(?:\n|\Z)")
_LINE_END = re.compile(rb"\r?\n")
_BEFORE_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:From [^\n]*+\n)?")
_ENVELOPE = {
    "to", "cc", "bcc", "received", "return-path", "delivered-to", "reply-to", "sender",
    "message-id",
}  # fmt: skip
"""Fields that only e-mails have."""
_SENDING = {"from", "mime-version", "content-type", *_ENVELOPE}
_OF_MAILS = {"subject", "date", *_SENDING}
_PAGES = ("text/html", "application/xhtml+xml")
_WITHOUT_WORDS = re.compile(
    r"(?:image|font|audio|video)/.+|text/css|(?:text|application)/(?:x-)?(?:java|ecma)script"
    r"|application/(?:(?:x-)?font-.+|vnd\.ms-fontobject)"
)
"""The kinds of parts that a page can have beside it: pictures, styles, fonts and scripts."""
_KIND = re.compile(r"\s*([\w.+-]{1,60}/[\w.+-]{1,60})", re.ASCII)
_PARAMETER = r';\s*{}\s*=\s*(?:"((?:[^"\\]|\\.)*+)"|([^\s;]+))'
_BEFORE_PARTS = re.compile(
    rb"(?:\s*+This is a multi-?part message in MIME format\.?"
    rb"|\s*+This document is a Single File Web Page, also known as a Web Archive file\."
    rb"\s++If you are seeing this message, your browser or editor"
    rb" doesn't support Web Archive files\."
    rb"\s++Please download a browser that supports Web Archive, such as (?:Microsoft|Windows)"
    rb"[^\w\s]{0,4} Internet Explorer[^\w\s]{0,4}\.)?\s*+"
)
"""What programs write for readers who do not know web archives."""


class NotOnePageError(Exception):
    """An archive cannot be read as one page. The message says what it has."""


@dataclass(frozen=True)
class _Part:
    """A part of an archive, or all of it."""

    fields: Mapping[str, str]
    """The values by their names in small letters. The first of a name counts."""
    body: bytes

    @property
    def kind(self) -> str:
        """Return what the part is, such as ``text/html``."""
        match = _KIND.match(self.fields.get("content-type", ""))
        return match[1].lower() if match else "text/plain"

    def parameter(self, name: str) -> str:
        """Return a parameter of the kind, or an empty text."""
        kind = self.fields.get("content-type", "")
        match = re.search(_PARAMETER.format(name), kind, re.IGNORECASE)
        return (match[1] or match[2] or "") if match else ""


def is_mail(data: bytes) -> bool:
    """Return whether the data begin as an e-mail does, and not as a web archive."""
    names = _file(data).fields.keys()
    return len(names & _OF_MAILS) > 1 and bool(names & _SENDING) and not is_one(data)


def is_one(data: bytes) -> bool:
    """Return whether the data begin as a web archive does."""
    archive = _file(data)
    has_parts = archive.kind.startswith("multipart/") and bool(archive.parameter("boundary"))
    is_page = archive.kind in _PAGES and "mime-version" in archive.fields
    return (has_parts or is_page) and not archive.fields.keys() & _ENVELOPE


def page_in(data: bytes) -> tuple[bytes, str]:
    """Return the only page of an archive, and the encoding that is said of it.

    Raises NotOnePageError if there is none, or if anything beside it may have words.
    """
    archive = _file(data)
    parts = _parts(archive) if archive.kind.startswith("multipart/") else [archive]
    wordy = [
        part for part in parts if part.body.strip() and not _WITHOUT_WORDS.fullmatch(part.kind)
    ]
    counts = sorted(Counter(part.kind for part in wordy).items())
    shown = ", ".join(f"{kind} ({count})" for kind, count in counts[:5]) or "pictures at most"
    more = f" and {len(counts) - 5} more kinds" if len(counts) > 5 else ""
    if not any(part.kind in _PAGES for part in wordy):
        raise NotOnePageError(f"there is no page in the web archive, but {shown}{more}")
    if len(wordy) > 1:
        raise NotOnePageError(f"the web archive has more than one page: {shown}{more}")
    [page] = wordy
    return _decoded(page), page.parameter("charset")


def _file(data: bytes) -> _Part:
    before = _BEFORE_HEAD.match(data)
    return _part(data, before.end() if before else 0)


def _part(data: bytes, at: int = 0) -> _Part:
    """Return the part that begins there: its fields, and all behind them."""
    fields: dict[str, str] = {}
    while match := _FIELD.match(data, at):
        name, value = (text.decode("latin-1").strip() for text in match.groups())
        fields.setdefault(name.lower(), value)
        at = match.end()
    #  An empty line parts them from what is behind.
    end = _LINE_END.match(data, at)
    return _Part(fields, data[end.end() if end else at :])


def _parts(archive: _Part) -> list[_Part]:
    """Return the parts between the boundaries of an archive. Raises NotOnePageError."""
    boundary = archive.parameter("boundary").encode("latin-1")
    border = rb"(?:\A|\r?\n)--" + re.escape(boundary) + rb"(--)?[ \t]*+(?=\r?\n|\Z)"
    before, *rest = re.split(border, archive.body)
    if not rest:
        raise NotOnePageError("there is no page in the web archive")
    if not _BEFORE_PARTS.fullmatch(before):
        raise NotOnePageError("the web archive has words before its first part")
    ends, contents = rest[::2], rest[1::2]
    if not any(ends):
        raise NotOnePageError("the web archive is cut off: its last boundary is missing")
    last = ends.index(b"--")
    if any(content.strip() for content in contents[last:]) or any(ends[last + 1 :]):
        raise NotOnePageError("the web archive has words behind its last part")
    return [_part(_LINE_END.sub(b"", content, count=1)) for content in contents[:last]]


def _decoded(part: _Part) -> bytes:
    """Return the bytes of a part as they were before it was packed. Raises NotOnePageError."""
    coding = part.fields.get("content-transfer-encoding", "binary").lower()
    if coding == "quoted-printable":
        return quopri.decodestring(part.body)
    if coding == "base64":
        try:
            return base64.b64decode(b"".join(part.body.split()), validate=True)
        except binascii.Error as failure:
            raise NotOnePageError("the page of the web archive is not whole base64") from failure
    if coding in ("7bit", "8bit", "binary"):
        return part.body
    raise NotOnePageError(f"the page of the web archive is packed as {coding[:40]!r}")
