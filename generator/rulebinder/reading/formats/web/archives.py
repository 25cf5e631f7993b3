"""Web archives and e-mails (``.mhtml``, ``.mht``, ``.eml``): the page in them, whose pictures and
styles are further parts.
"""

from __future__ import annotations

import email
import re
from collections.abc import Sequence
from email import policy
from email.message import Message

_HEAD = 1 << 18
"""How many bytes the head of an e-mail may have: each machine on its way adds to it."""
_BEGINNING = re.compile(
    rb"\s*+(?:From [^\n]*+\n)?(?=[\w-]+:)(?=(?:(?!\r?\n\r?\n).)*?^MIME-Version:)"
    rb"(?:(?!\r?\n\r?\n).)*?^Content-Type:\s*(?:multipart|text)/",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_PAGES = ("text/html", "application/xhtml+xml")
_TEXTS = ("text/plain", "text/markdown")
_LONG_KIND = re.compile(
    rb"^Content-Type:(?:[^\r\n]|\r?\n[ \t]){16384}", re.MULTILINE | re.IGNORECASE
)
"""A kind of a part that no program writes.

The library takes a time that grows with the square of its length.
"""


class NoPageError(Exception):
    """There is neither a page nor a text in an archive."""


def is_one(data: bytes) -> bool:
    """Return whether the data are a web archive or an e-mail."""
    return _BEGINNING.match(data[:_HEAD].removeprefix(b"\xef\xbb\xbf")) is not None


def page_in(data: bytes) -> tuple[bytes, str]:
    """Return the page or the text in an archive, and the encoding that is said of it.

    Raises NoPageError, and RecursionError if there are too many archives in archives.
    """
    if _LONG_KIND.search(data):
        raise NoPageError
    #  The newer policy parses each line of a head by a grammar, which fails for many that programs
    # write.
    archive = email.message_from_bytes(data.lstrip(), policy=policy.compat32)
    parts = [part for part in archive.walk() if not part.is_multipart()]
    part = _root(archive, [part for part in parts if part.get_content_type() in _PAGES])
    part = part or next((part for part in parts if part.get_content_type() in _TEXTS), None)
    content = part.get_payload(decode=True) if part else None
    if part is None or not isinstance(content, bytes) or not content.strip():
        raise NoPageError
    return content, str(part.get_param("charset", ""))


def _root(archive: Message, pages: Sequence[Message]) -> Message | None:
    """Return the page that an archive is about: the others are in its frames."""
    start = str(archive.get_param("start", "")).strip("<> ")
    place = archive.get("Snapshot-Content-Location") or archive.get("Content-Location")
    named = (page for page in pages if start and str(page.get("Content-ID")).strip("<> ") == start)
    placed = (page for page in pages if place and page.get("Content-Location") == place)
    return next(named, None) or next(placed, None) or next(iter(pages), None)
