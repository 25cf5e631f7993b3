"""The characters of a text file: UTF-8 if it can be, else the encoding in which the bytes are words
of a known language.

Nobody can see an old encoding in the bytes, so each candidate is tried, and the language files
judge: the right one gives common words and letters of one language, a wrong one rare letters and
signs.

Some characters cannot be right: a program took the document's encoding for another one. What it
wrote is read as it was, and what is lost is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from pathlib import PurePath
from typing import NamedTuple

import webencodings

from ...facts.languages import Languages
from ...problems import Place, Problem, error, pluralize, warning
from ..accounting import BrokenFileError
from .web_markdown import Element

_CANDIDATES: Mapping[str, str] = {
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GBK",
    "big5hkscs": "Big5",
    "cp949": "EUC-KR",
}
"""Codecs and the names that people know. Of two that judge alike, the first wins."""
_WIDE: Mapping[str, str] = {
    "utf-16-le": "UTF-16 (little endian)",
    "utf-16-be": "UTF-16 (big endian)",
}
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DECLARED = re.compile(rb"<meta[^<>]{0,200}?charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_HEAD = 4096
_SAMPLE = 40_000
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_])+(?:['’][^\W\d_]+)?"
)
_SYLLABLE = re.compile(r"[\uac00-\ud7a3]")
"""Korean has spaces, but joins its commonest words to others."""
_USUAL = frozenset(
    "“”‘’„‚«»‹›–—…•·®™©°º½¼¾×−¿¡\u00a0\u202f\u3000、。「」『』・：；，！？（）《》【】～“”"
)
"""Signs that a document may have in any language."""
_WEIGHT = 0.5
"""How much the letters weigh beside the common words."""
_LEAST = 0.15
"""The least that the right encoding is judged at: random bytes stay below."""
_TWO = ("cp1252", "mac_roman", "cp437")
"""Those of the codecs in which even the two characters of a letter are not part of any word."""
_CODECS = (*_TWO, "cp1251")
"""The encodings for which UTF-8 is taken, so that one character becomes two or three."""
_CERTAIN = {
    **{chr(byte): bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)},
    "â€\ufffd": "”",
}
"""What control characters are in Windows-1252, for which Latin-1 was taken; and the one usual sign
of which Windows-1252 lacks a byte.
"""
_SHOWN = 5
"""How many kinds of damage a warning shows."""
_LOST = r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd\ufffe\uffff]"


class Decoded(NamedTuple):
    """The characters of a file; None if its bytes are no text."""

    text: str | None
    assumed: str = ""
    """The encoding that was assumed; empty if the file says it or if it is UTF-8."""
    at: int = -1
    """The first byte that is not UTF-8, if the bytes are no text; -1 if they have no characters at
    all.
    """


class _Judge(NamedTuple):
    """The common words and the letters of a language."""

    words: frozenset[str]
    letters: frozenset[str]


def _of_page(data: bytes, charset: str) -> str | None:
    """Return the characters of a web page in the encoding that is said of it, or None if that is
    not known, or cannot be right.
    """
    try:
        text, encoding = webencodings.decode(data, charset, "strict")
    except (LookupError, ValueError):
        return None
    #  What is UTF-8 by chance is ASCII. A page in a wrong wide encoding has letters, but no tags.
    is_utf8 = not data.isascii() and "\ufffd" not in data.decode("utf-8", "replace")
    return text if "<" in text and (encoding.name.startswith("utf") or not is_utf8) else None


def decode(data: bytes, languages: Languages, charset: str = "") -> Decoded:
    """Return the characters of a text file, whose encoding may be said to be ``charset``.

    A byte order mark, UTF-8 and the charset that a web page declares come first. UTF-8 with a few
    broken bytes is refused, because another encoding would garble the rest of it.
    """
    text = _of_page(data, charset) if charset else None
    if text is not None:
        return Decoded(text)
    decoded = _decoded(data, languages)
    return decoded._replace(assumed=decoded.assumed or "UTF-8") if charset else decoded


def _decoded(data: bytes, languages: Languages) -> Decoded:
    marked = next((codec for mark, codec in _BOMS if data.startswith(mark)), "")
    if not marked and b"\x00" in data[:_HEAD]:
        return _best(data[: len(data) // 2 * 2], _WIDE, languages) or Decoded(None)
    try:
        return Decoded(data.decode(marked or "utf-8"))
    except UnicodeDecodeError as failure:
        broken = Decoded(None, at=failure.start)
    if marked:
        return broken
    declared = _DECLARED.search(data[:_HEAD])
    text = _of_page(data, declared[1].decode("ascii", "replace")) if declared else None
    if text is not None:
        return Decoded(text)
    read = [letter for letter in data.decode("utf-8", "surrogateescape") if letter > "\x7f"]
    wrong = sum("\udc80" <= letter <= "\udcff" for letter in read)
    if len(read) - wrong >= wrong:  # it is broken UTF-8
        return broken
    return _best(data, _CANDIDATES, languages) or broken


def _best(data: bytes, candidates: Mapping[str, str], languages: Languages) -> Decoded | None:
    """Return the characters in the candidate that a language judges best, or None if none is good
    enough.
    """
    readings = [language.reading for language in languages.values()]
    #  The letters of all their texts: the names of their fields add none beyond ASCII.
    judges = [
        _Judge(
            frozenset(map(str.casefold, reading.stopwords)),
            frozenset(filter(str.isalpha, repr(reading).casefold())),
        )
        for reading in readings
    ]
    found = [
        (_judged(text[:_SAMPLE], judges), -rank, text, name)
        for rank, (codec, name) in enumerate(candidates.items())
        if (text := _tried(data, codec)) is not None
    ]
    score, _, text, name = max(found, default=(0.0, 0, "", ""))
    return Decoded(text, name) if score >= _LEAST else None


def _tried(data: bytes, codec: str) -> str | None:
    """Return the characters in this encoding, or None if it has none for some bytes, or control
    characters.
    """
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    return (
        None
        if any(
            unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co")
            for letter in set(text) - set("\t\n\r\f")
        )
        else text
    )


def _judged(text: str, judges: Sequence[_Judge]) -> float:
    """Return how well the text fits its best language: the share of common words, and how usual its
    letters beyond ASCII are.
    """
    tokens = Counter([*_TOKEN.findall(text.casefold()), *_SYLLABLE.findall(text)])
    signs = [at for at, letter in enumerate(text) if letter > "\x7f"]
    best = 0.0
    for judge in judges:
        common = sum(tokens[word] for word in judge.words) / max(tokens.total(), 1)
        usual = sum(_value(text, at, judge) for at in signs) / max(len(signs), 1)
        best = max(best, common + _WEIGHT * usual)
    return best


def _value(text: str, at: int, judge: _Judge) -> float:
    """Return 1 for a letter or sign that the language has, 0 for a letter that it may have, -1 for
    one that fits nowhere.
    """
    letter = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if letter.isalpha():
        if letter.isupper() and before.islower():
            return -1
        return float(letter.casefold() in judge.letters)
    if letter not in _USUAL or (letter in "•®™©°„“" and before.isalpha() and after.isalpha()):
        return -1
    return 1


def _bytes_of(codec: str) -> Mapping[str, int]:
    """Return the bytes from 0x80 by their characters, and by control characters, as those of
    undefined bytes.
    """
    letters = {bytes([byte]).decode(codec, "ignore"): byte for byte in range(0x80, 0x100)}
    letters.pop("", None)
    return {**letters, **{chr(byte): byte for byte in range(0x80, 0xA0)}}


_BYTES = {codec: _bytes_of(codec) for codec in _CODECS}


def _any_of(codec: str, first: int, last: int) -> str:
    """Return a class for the characters of the bytes from ``first`` to ``last``."""
    letters = (letter for letter, byte in _BYTES[codec].items() if first <= byte <= last)
    return f"[{re.escape(''.join(letters))}]"


def _misread(codec: str) -> str:
    """Return a pattern for what a sign, or an accented letter, becomes that is taken for this
    encoding.
    """
    further = _any_of(codec, 0x80, 0xBF)
    last = 0x97 if codec in _TWO else 0x89  # below the marks that may end a word with a space
    sign = f"{_any_of(codec, 0xE2, 0xE2)}{_any_of(codec, 0x80, last)}{further}"
    letter = f"|(?<![A-ZÀ-Þ]){_any_of(codec, 0xC2, 0xC5)}{further}" if codec in _TWO else ""
    return f"(?P<{codec}>{sign}{letter})"


_DAMAGED = re.compile(
    "|".join(map(_misread, _CODECS)) + rf"|â€\ufffd|[\x80-\x9f]|(?P<lost>{_LOST})"
)
_SUSPICIOUS = re.compile(
    "|".join(
        [
            *(_any_of(codec, 0xE2, 0xE2) for codec in _CODECS),
            *(_any_of(codec, 0xC2, 0xC5) for codec in _TWO),
            r"[\x80-\x9f]",
            _LOST,
        ]
    )
)
"""The characters with which damage begins. Most documents have none, and they are found fast."""


def with_right_characters(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with its damaged characters as they were where that is certain, and one
    warning that counts and shows them all, the lost ones too.
    """
    if not _SUSPICIOUS.search(text):
        return text, []
    damages: Counter[tuple[str, str]] = Counter()
    lines: dict[int, None] = {}
    at = number = 0

    def right(damaged: re.Match[str]) -> str:
        nonlocal at, number
        before, codec = damaged.group(), damaged.lastgroup
        after = before  # if it is lost, or not a usual character
        if codec is None:
            after = _CERTAIN[before]
        elif codec != "lost":
            right = bytes(map(_BYTES[codec].__getitem__, before)).decode("utf-8", "replace")
            if len(right) == 1 and (right < "\u0180" or unicodedata.category(right)[0] in "PS"):
                after = before if right == "\ufffd" else right
        if after != before or damaged["lost"]:
            number, at = number + text.count("\n", at, damaged.start()), damaged.start()
            damages[before, after] += 1
            lines[number + 1] = None
        return after

    whole = _DAMAGED.sub(right, text)
    if not damages:
        return text, []
    examples = ", ".join(
        f"{before!r} is lost" if after in (before, "\ufffd") else f"{before!r} is read as {after!r}"
        for (before, after), _ in damages.most_common(_SHOWN)
    )
    characters = pluralize(damages.total(), "character")
    message = f"{characters} on {pluralize(len(lines), 'line')} cannot be right: {examples}"
    hint = "compare these lines with the original, or save that as UTF-8 again"
    return whole, [warning(Place(path, next(iter(lines))), message, hint)]


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
_BEGINNING = 1 << 12
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
    head = data[:_BEGINNING]
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
