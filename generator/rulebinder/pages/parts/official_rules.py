"""Texts of the Comprehensive Rules, with links, beside the quotations of their time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markupsafe import Markup

from ...joining.mentions.resting import page_of
from ...library import Holder, Library, LibraryRule, Passage, SectionNotes
from ...notes import Rule
from ...rulebook.comparing import Stretch, differences
from ...rulebook.model import RULES_LANG, BookRule, FoundBy, Rulebook, order, without_examples
from ...text import Text
from .. import addresses
from ..edition import Edition, Phrase, Reference, View
from ..markup import Writer, begun, joined, link, marked

_TOKEN = re.compile(
    r"\{([^{}\s]{1,9})\}|\b([0-9]{3}\.[0-9]{1,3}[a-z]{0,2}|(?:(?<=rule )|(?<=rules )|(?<=Rule"
    r" )|(?<=Rules ))[0-9]{3})(?![\w.]?[0-9])"
)
"""A symbol, or the number of a rule."""
_SURE = 0.9
"""From this confidence on, today's number is shown without doubt."""
_FEW = 5
"""The most rules that the line above rulings names: it has to fit a phone."""


class Officials:
    """Makes the views of rules for the page ``here``."""

    def __init__(self, edition: Edition, here: str) -> None:
        self._edition = edition
        self._here = here
        self._book = edition.library.rulebook
        self._hrefs: dict[str, str | None] = {}
        self._writer = Writer(edition.library, edition.words, here, linked=False)

    def rule(self, number: str, *, compared: bool = True) -> View | None:
        """Return the rule ``number`` of today with all parts that have no title; None if there is
        none.
        """
        book, edition = self._book, self._edition
        if book is None or number not in book.rules:
            return None
        rules = [book.rules[number], *book.below(number)]
        blocks = tuple(self._block(book, rule, number, compared=compared) for rule in rules)
        return {
            "effective": edition.words.date(book.effective),
            "lang": edition.mark(RULES_LANG),
            "blocks": blocks,
        }

    def meanings(self, rule: LibraryRule) -> Iterator[View]:
        """Yield the rule of today that each set means by a number, newest set first."""
        edition, words = self._edition, self._edition.words
        for code, today in rule.today.items():
            there = self._book.rules.get(today.number) if self._book else None
            text = there.text if there and not there.title else None
            yield {
                "set_name": edition.set_name(code),
                "year": edition.library.year(code),
                "today": edition.today_reference(self._here, today.number),
                "title": Phrase(today.title, edition.mark(RULES_LANG)),
                "within": today.within,
                #  How today's number was found, in a few words.
                "how": words.say(
                    f"rule_found_{today.found}", share=words.percent(today.confidence)
                ),
                "doubtful": today.found is not FoundBy.CHECKED and today.confidence < _SURE,
                "then": tuple(self._comparisons(code, rule.number, text))
                if not today.within
                else (),
            }

    def terms(self, names: Iterable[str] | None = None) -> Iterator[View]:
        """Yield the terms of the glossary that are among ``names``; all if it is None."""
        book, mark = self._book, self._edition.mark(RULES_LANG)
        if book is None:
            return
        wanted = (
            book.glossary
            if names is None
            else dict.fromkeys(book.terms.get(name.casefold(), "") for name in names)
        )
        for term in filter(None, wanted):
            anchor = self._edition.derived.glossary_anchors[term]
            yield {
                "name": Phrase(term, mark),
                "anchor": anchor,
                "html": self.html(book.glossary[term]),
            }

    def html(self, paragraphs: Iterable[str]) -> Markup:
        """Return paragraphs of the rules, with links and symbols."""
        return joined(begun(self._inline(each)) for each in paragraphs)

    def _block(self, book: Rulebook, rule: BookRule, top: str, *, compared: bool) -> View:
        quoted = (
            self._edition.derived.quoted_as.get(rule.number, ())
            if compared and not rule.title
            else ()
        )
        return {
            "number": rule.number,
            "anchor": addresses.rule_part(rule.number),
            #  Whether it is a part of a part of the rule that the page shows.
            "deep": len(book.path(rule.number)) - len(book.path(top)) > 1,
            "title": rule.title,
            "text": self._inline(rule.paragraphs[0]),
            #  Further paragraphs: examples, and lists.
            "more": tuple(self._inline(each) for each in rule.paragraphs[1:]),
            #  The quotations of documents.
            "then": tuple(
                each
                for code, number in quoted
                for each in self._comparisons(code, number, rule.text)
            ),
            #  The words of older editions.
            "before": tuple(self._before(rule)) if compared and not rule.title else (),
        }

    def _before(self, rule: BookRule) -> Iterator[View]:
        """Yield the different texts that a rule had in older editions, newest first, as far as a
        set is as old.
        """
        edition, words, seen = self._edition, self._edition.words, {rule.text}
        editions = {book.effective: book for book in edition.library.rulebooks}
        for day, number in edition.derived.reworded.get(rule.number, ()):
            text = editions[day].rules[number].text
            pieces = differences(text, rule.text)
            if text not in seen:
                yield {
                    #  The set that quotes it, or the edition.
                    "source": Phrase(words.say("rule_edition", date=words.date(day))),
                    "year": "",
                    #  The number that it had there.
                    "number": Reference("", Phrase(number)),
                    "lang": RULES_LANG,
                    #  Whether it has the same words as today.
                    "same": False,
                    #  Both texts in one; empty if they cannot be compared, as in two languages.
                    "parts": self._stretches(pieces or ()),
                    #  The quotation as printed, if there is no comparison.
                    "quotation": Markup("") if pieces else self.html([text]),
                    "notice": None,
                }
            seen.add(text)

    def _stretches(self, parts: Iterable[Stretch]) -> tuple[View, ...]:
        return tuple(
            {"kind": each.kind, "html": self._inline(each.text, linked=False)} for each in parts
        )

    def _comparisons(self, code: str, number: str, today: str | None) -> Iterator[View]:
        """Yield the different quotations of a number in the documents of a set, compared with
        today's text.
        """
        seen: set[str] = set()
        for passage in self._edition.library.rules[number].quoted_in if today is not None else ():
            if passage.set_code == code:
                for block in self._edition.versions(passage.entry)[passage.lang].body:
                    if isinstance(block, Rule) and block.number == passage.part:
                        if block.text.plain() not in seen:
                            yield self._comparison(passage, block.text, today or "")
                        seen.add(block.text.plain())

    def _comparison(self, passage: Passage, text: Text, today: str) -> View:
        edition, words, number = self._edition, self._edition.words, passage.part or ""
        pieces = (
            differences(without_examples(text.plain()), today)
            if passage.lang == RULES_LANG
            else None
        )
        same = pieces is not None and all(piece.kind == "kept" for piece in pieces)
        return {
            #  The set that quotes it, or the edition.
            "source": edition.set_name(passage.set_code),
            "year": edition.library.year(passage.set_code),
            #  The number that it had there.
            "number": edition.rule_reference(self._here, number),
            "lang": passage.lang,
            #  Whether it has the same words as today.
            "same": same,
            #  Both texts in one; empty if they cannot be compared, as in two languages.
            "parts": () if same else self._stretches(pieces or ()),
            #  The quotation as printed, if there is no comparison.
            "quotation": Markup("") if pieces is not None else self._writer.html(text),
            #  Why two languages have no comparison.
            "notice": None
            if passage.lang == RULES_LANG
            else words.say(
                "rule_uncompared",
                language=words.language(passage.lang),
                rules_language=words.language(RULES_LANG),
            ),
        }

    def _inline(self, text: str, *, linked: bool = True) -> Markup:
        """Return a text of the rules with symbols and links."""
        pieces: list[str] = []
        end = 0
        for match in _TOKEN.finditer(text):
            symbol, number = match[1], match[2]
            href = self._href(number) if linked and number else None
            if symbol or href:
                pieces.append(marked(text[end : match.start()]))
                pieces.append(f"{{{symbol}}}" if symbol else link(number, href or ""))
                end = match.end()
        pieces.append(marked(text[end:]))
        return Markup("".join(pieces))

    def _href(self, number: str) -> str | None:
        """Return the link to a rule of today; None if there is no such rule."""
        if number not in self._hrefs:
            book = self._book
            self._hrefs[number] = (
                addresses.relative(self._here, addresses.rule_today(book, number))
                if book and number in book.rules
                else None
            )
        return self._hrefs[number]


def ruled(edition: Edition, here: str, entry: Holder) -> tuple[Reference, ...]:
    """Return links to the rules that the rulings of a card rest on; none if they are many, or for a
    section, which has a rule anyway.
    """
    if isinstance(entry, SectionNotes):
        return ()
    library = edition.library
    numbers = sorted(
        {each for note in entry.notes for each in library.rests_on.get(note.id, ())}, key=order
    )
    if len(numbers) > _FEW:
        return ()
    return tuple(Reference(rule_link(library, here, each), Phrase(each)) for each in numbers)


def rule_link(library: Library, here: str, number: str) -> str:
    """Return the link from the page ``here`` to the page of a rule on which a ruling rests."""
    return addresses.relative(here, addresses.rule_page(page_of(library, number)))
