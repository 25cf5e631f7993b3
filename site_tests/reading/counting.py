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

_COLLECTOR_LINE = re.compile(r"[^\w\n]*(?=[^:]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+: (?P<name>\S.*)")
_NEAR = 3
"""How many paragraphs below a collector line its name may be printed again."""
_TARGET = r"\(\s*<?[^()\s]*>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
_LINK = re.compile(rf"!\[(?P<alt>[^\]]*)\]\([^)]*\)|\[(?P<text>[^\[\]]*)\]{_TARGET}")
_TITLE = re.compile(r"(?<=----- )\*{3}[^*\n]+\*{3}(?=\w)")
"""A title of the one-line layout: it ends at its stars, even if a word follows them at once."""
_TAG = re.compile(
    r"(?P<block></?(?:article|body|br|div|h[1-6]|head|html|img|li|meta|nav|p|title|ul)\b[^<>]*>|<!doctype[^<>]*>)"
    r"|<(?:a|b|em|i|span|strong)\b[^<>]*>|</\w[^<>\n]{0,20}>|<!--.*?-->",
    re.IGNORECASE,
)
"""A tag or a comment; one of a block parts words."""
_NO_LETTERS = re.compile(r"[™®©]")
_MARKS = re.compile(r"[*_\\]")
_SYMBOL = re.compile(r"\{\s*\\?\(?\s*o?([\w½∞/]{1,9})\s*\\?\)?\s*\\?\}", re.IGNORECASE)
_MANA = re.compile(r"[\dwubrgcxyzstp]+")
_FOUND = ("title", "compiled_by", "contributors", "last_modified")
"""What the header's paragraphs say, which stand in the preamble too but for a title of its own."""
_NOT_PRINTED = ("set_code", "lang", "kind", "layout", "source", "place", "label", "general_heading", "part", "url")


def words(text: str) -> Counter[str]:
    """How often each word stands in a text: letters and digits, case folded, without marks of emphasis.

    Symbols count in today's spelling; what may be mana without braces (``2UU``) counts letter by letter.
    """
    for _ in ("a picture", "the link around it"):
        text = _LINK.sub(_label, text)
    text = unicodedata.normalize("NFKC", _NO_LETTERS.sub(" ", text))
    text = _MARKS.sub("", _SYMBOL.sub(r" \1 ", text))
    found: Counter[str] = Counter()
    for word in re.findall(r"\w+", text.casefold()):
        found.update(word if _MANA.fullmatch(word) else [word])
    return found


def _label(link: re.Match[str]) -> str:
    """The words of a link or a picture; one that a line's end breaks is no link to a reader, and joins no words.

    Nor does a picture with which a line begins: it is that of the card whose name is beside it.
    """
    label = link["alt"] or link["text"] or " "
    line = link.string[: link.start()].rpartition("\n")[2]
    opens = link.group().startswith("!") and not line.strip("> ")
    return f" {label} " if "\n" in link.group() or opens else label


def words_of_document(text: str) -> Counter[str]:
    """The words that must be read: all but tags, and the collector lines whose names are printed again below them."""
    parted = _TITLE.sub(lambda title: f"{title.group()} ", untagged(text))
    lines = [line for line in parted.split("\n") if re.search(r"\w", line)]
    return words("\n".join(line for at, line in enumerate(lines) if not _is_printed_again(line, lines[at + 1 : at + 1 + _NEAR])))


def untagged(text: str) -> str:
    """The text of a document without tags and comments, entities as their characters."""
    return html.unescape(_TAG.sub(lambda tag: " " if tag["block"] else "", text))


def _is_printed_again(line: str, below: list[str]) -> bool:
    """Whether a line is a collector line and one of those below begins with its name, or with the first half of it."""
    label = _COLLECTOR_LINE.fullmatch(line.strip())
    if label is None:
        return False
    name = _bare(label["name"].split("//")[0])
    return any(_bare(each)[: len(name)] == name for each in below)


def _bare(text: str) -> list[str]:
    """The words of a line, without marks of emphasis."""
    return re.findall(r"\w+", _MARKS.sub("", text.casefold()))


def words_of_notes(notes: ReleaseNotes, *, header: bool = True) -> Counter[str]:
    """The words of everything that was read; ``header`` counts the title and the credits too."""
    found: Counter[str] = Counter()
    for text in _texts(notes, () if header else _FOUND):
        found.update(words(text) | words(untagged(text)))  # a line that speaks of markup keeps its tags as text
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
