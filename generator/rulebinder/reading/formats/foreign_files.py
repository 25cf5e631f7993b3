"""Files that are no release notes in a format that is read: told by their content, and refused.

The problem names the format and says what to give instead.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from ...problems import Place, Problem, error
from .web import archives
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
    elif archives.is_mail(data.replace(b"\0", b"")):
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
