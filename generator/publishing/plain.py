"""Texts as Markdown for programs and people who read it as it is: marks of documents are escaped, mentions link to ``.md`` files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..ledger.history import Earlier
from ..ledger.numbers import NO_DAY
from ..library import Note, Paragraph
from ..pages import addresses, citation
from ..pages.dates import dates
from ..pages.edition import Edition, Reference
from ..text import Corrected, Dated, Emphasis, Link, Mention, Plain, Span, Symbol, Text, parse

_MARKS = re.compile(r"[\\`*_\[\]]")
_OPENING = re.compile(r"^(\s*)(?:([#>]|[+-](?=\s|-*$))|(\d+)([.)])(?=\s|$))", re.MULTILINE)
"""What would make a line a heading, a quotation or an item of a list."""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", "~": "&#126;", "=": "&#61;"})
"""Marks that not every reader of Markdown lets a backslash escape."""
_WEB = ("https://", "http://", "mailto:")


def escaped(text: str) -> str:
    """Return Markdown that shows exactly ``text``."""
    return _begun(_inner(text))


def _inner(text: str) -> str:
    """Return Markdown that shows exactly ``text`` if it does not begin a line."""
    return _MARKS.sub(r"\\\g<0>", text.translate(_ENTITIES))


def _begun(line: str) -> str:
    return _OPENING.sub(lambda found: f"{found[1]}{found[3] or ''}\\{found[2] or found[4]}", line)


class Writer:
    """Writes Markdown for the page at ``here`` (``cards/tarmogoyf/``), from the folder of the edition's language."""

    def __init__(self, edition: Edition, here: str, address: str | None) -> None:
        """``address`` is that of the site. Without it, links to rulings are relative."""
        self._edition = edition
        self._here = here
        self._address = address

    def text(self, text: Text) -> str:
        """Return the paragraphs of ``text``, with a blank line between them."""
        return "\n\n".join(_begun("".join(map(self._span, spans))) for spans in text.paragraphs)

    def item(self, opening: str, texts: Iterable[Text]) -> str:
        """Return an item of a list: ``opening`` and the first of ``texts``, the others as a list in it."""
        said, *items = (self.text(text).replace("\n", "\n  ") for text in texts)
        return "\n".join([f"- {opening}{said}", *(f"  - {item}".replace("\n", "\n  ") for item in items)])

    def note(self, note: Note | Paragraph) -> str:
        """Return a note with its number, which is a link to its permanent address.

        If it is in another language, or was revised, that follows the number.
        The words that it had before are a list in it, newest first.
        """
        short = citation.short_address(self._edition, note)
        link = f"{self._address}{short}" if self._address else addresses.above_languages(self._here, short)
        words = self._edition.words
        revised = dates(self._edition.library, note.id, note.lang).revised(words)
        facts = [*([] if note.lang == self._edition.lang else [words.language(note.lang)]), *([revised] if revised else [])]
        about = f"({', '.join(facts)}) " if facts else ""
        said = self.item(f"[{note.number}]({link}) {about}", (note.text, *note.items))
        before = [each for each in self._edition.library.earlier.get(note.id, ()) if each.lang == note.lang]
        return "\n".join([said, *(f"  {self._earlier(each)}".replace("\n", "\n  ") for each in reversed(before))])

    def _earlier(self, each: Earlier) -> str:
        """Return words that a note had before as an item of a list, with the day on which they were replaced."""
        words = self._edition.words
        label = words.say("earlier_until", date=words.date(each.until)) if each.until != NO_DAY else words.count("earlier", 1)
        return self.item(f"({label}) ", map(parse, each.words))

    def link(self, page: str, shown: str) -> str:
        """Return a link to the Markdown of ``page``, with the escaped text ``shown``."""
        return f"[{shown}]({_file(addresses.relative(self._here, page))})"

    def reference(self, reference: Reference) -> str:
        """Return a link to the Markdown of the page of a reference, which was made for this page."""
        return f"[{escaped(reference.phrase.text)}]({_file(reference.href)})"

    def _span(self, span: Span) -> str:
        match span:
            case Plain(text):
                return _inner(text)
            case Symbol(code):
                return f"{{{_inner(code)}}}"
            case Emphasis(spans) | Dated(spans):
                inner = "".join(map(self._span, spans))
                return f"*{inner}*" if isinstance(span, Emphasis) else inner
            case Link(spans, url):
                shown = "".join(map(self._span, spans))
                return f"[{shown}]({url})" if url.startswith(_WEB) else f"{shown} ({_inner(url)})"
            case Corrected(text, printed):
                return _inner(f"{text} {self._edition.words.say('corrected_printed', printed=printed)}")
            case Mention():
                return self._mention(span)

    def _mention(self, mention: Mention) -> str:
        shown = "".join(map(self._span, mention.spans)) if mention.spans else _inner(mention.text)
        library = self._edition.library
        pages = {
            "card": (library.cards, addresses.card_page),
            "mechanic": (library.mechanics, addresses.mechanic_page),
            "set": (library.sets, addresses.set_page),
        }
        if mention.kind == "section":
            return self.link(addresses.set_page(mention.target.partition("/")[0]), shown)
        known, page = pages.get(mention.kind, ({}, addresses.set_page))
        return self.link(page(mention.target), shown) if mention.target in known else shown


def _file(href: str) -> str:
    """Return the Markdown file of a page, without the place on it: headings of Markdown have other anchors."""
    return f"{href.partition('#')[0]}index.md"
