"""The words of a document, and those of what was read of it, counted alike."""

from __future__ import annotations

import dataclasses
import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from generator.notes import CardEntry, ReleaseNotes
from generator.text import Text

_COLLECTOR_LINE = re.compile(r"(?m)^[^\w\n]*\d{4}\w?_\w+: \S.*$")
_TARGET = r"\(\s*<?[^()\s]*>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
_LINK = re.compile(rf"!\[(?P<alt>[^\]]*)\]\([^)]*\)|\[(?P<text>[^\[\]]*)\]{_TARGET}")
_BLOCK_TAG = re.compile(
    r"<(?:article|body|br|div|h[1-6]|head|html|img|li|meta|nav|p|title|ul)\b[^<>]*>|<!doctype[^<>]*>", re.IGNORECASE
)
_OTHER_TAG = re.compile(r"<(?:a|b|em|i|span|strong)\b[^<>]*>|</\w[^<>\n]{0,20}>|<!--.*?-->", re.IGNORECASE)
_NO_LETTERS = re.compile(r"[™®©]")
_MARKS = re.compile(r"[*_\\]")
_SYMBOL = re.compile(r"\{\s*\\?\(?\s*o?([\w½∞/]{1,9})\s*\\?\)?\s*\\?\}", re.IGNORECASE)
_MANA = re.compile(r"[\dwubrgcxyzstp]+")
_FOUND = ("title", "compiled_by", "contributors", "last_modified")
"""What the header's paragraphs say, which stand in the preamble too but for a title of its own."""
_NOT_PRINTED = ("set_code", "lang", "kind", "layout", "source", "place", "label", "general_heading", "part", "url")


def words(text: str) -> Counter[str]:
    """How often each word stands in a text: letters and digits, case folded, without tags and marks of emphasis.

    Symbols count in today's spelling; what may be mana without braces (``2UU``) counts letter by letter.
    """
    text = html.unescape(_OTHER_TAG.sub("", _BLOCK_TAG.sub(" ", text)))
    for _ in ("a picture", "the link around it"):
        text = _LINK.sub(lambda link: link["alt"] or link["text"] or " ", text)
    text = unicodedata.normalize("NFKC", _NO_LETTERS.sub(" ", text))
    text = _MARKS.sub("", _SYMBOL.sub(r" \1 ", text))
    found: Counter[str] = Counter()
    for word in re.findall(r"\w+", text.casefold()):
        found.update(word if _MANA.fullmatch(word) else [word])
    return found


def words_of_document(text: str) -> Counter[str]:
    """The words that must be read: all but those of collector lines, whose names are printed again."""
    return words(_COLLECTOR_LINE.sub("", text))


def words_of_notes(notes: ReleaseNotes, *, header: bool = True) -> Counter[str]:
    """The words of everything that was read; ``header`` counts the title and the credits too."""
    found: Counter[str] = Counter()
    for text in _texts(notes, () if header else _FOUND):
        found.update(words(text))
    parts = [notes.general_heading, *(part for part, before in _parts(notes.cards) if part != before)]
    return found + sum((words(part) for part in parts), Counter())


def _parts(cards: tuple[CardEntry, ...]) -> Iterator[tuple[str, str]]:
    """The part of each card, with that of the card before it."""
    return zip((card.part for card in cards), ("", *(card.part for card in cards)), strict=False)


def _texts(value: object, left_out: tuple[str, ...]) -> Iterator[str]:
    """Every string in a value, those of its fields and entries included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Text):
        yield value.source()
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each, left_out)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name not in (*_NOT_PRINTED, *left_out):
                yield from _texts(getattr(value, field.name), left_out)
