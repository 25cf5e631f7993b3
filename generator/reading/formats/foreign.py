"""Files of formats that are not read: each is named, with what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...problems import Place, Problem, error

_HEAD = 4096


@dataclass(frozen=True, kw_only=True)
class _Format:
    """A format that is told by the first bytes of a file."""

    name: str
    start: re.Pattern[bytes]
    hint: str


_SAVE = "open it with the program that made it, and save it as .docx or as text"
_FORMATS = (
    _Format(name="a Rich Text document (.rtf)", start=re.compile(rb"\s*\{\\rtf"), hint=_SAVE),
    _Format(name="an old Word document (.doc)", start=re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), hint=_SAVE),
    _Format(
        name="an OpenDocument text (.odt)",
        start=re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument", re.DOTALL),
        hint=_SAVE,
    ),
    _Format(
        name="a web page saved as one file (.mhtml)",
        start=re.compile(rb"(?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){1,40}?Content-Type:\s*multipart/related", re.I),
        hint='open it in a browser, and save it as "Webpage, HTML only"',
    ),
    _Format(
        name="JSON",
        start=re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*\"[^\"\r\n]{1,80}\"\s*:|\[\s*[\[{\"])"),
        hint="give the document itself: rulings of Scryfall and MTGJSON are not read",
    ),
)


def refused(data: bytes, path: str) -> Problem | None:
    """Return the problem of a file of another format than those that are read; None if none is recognized."""
    head = data[:_HEAD]
    found = next((each for each in _FORMATS if each.start.match(head)), None)
    return error(Place(path), f"this is {found.name}, which is not read", found.hint) if found else None
