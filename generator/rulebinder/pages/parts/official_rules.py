"""Texts of the Comprehensive Rules, with links, beside the quotations of their time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ...joining.mentions.resting import page_of
from ...library import Holder, Library, LibraryRule, Passage, SectionNotes
from ...notes import Rule
from ...rulebook.comparing import Stretch, differences
from ...rulebook.model import RULES_LANG, BookRule, FoundBy, Rulebook, order, without_examples
from ...text import Text
from .. import addresses
from ..edition import Edition, Phrase, Reference, StretchView
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


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A quotation of another year, or the text of an older edition, compared with today's text."""

    source: Phrase
    """The set that quotes it, or the edition."""
    year: str
    number: Reference
    """The number that it had there."""
    lang: str
    same: bool
    """Whether it has the same words as today."""
    parts: tuple[StretchView, ...]
    """Both texts in one; empty if they cannot be compared, as in two languages."""
    quotation: Markup
    """The quotation as printed, if there is no comparison."""
    notice: str | None = None
    """Why two languages have no comparison."""


@dataclass(frozen=True, kw_only=True)
class RuleBlock:
    """A rule of today."""

    number: str
    anchor: str
    deep: bool
    """Whether it is a part of a part of the rule that the page shows."""
    title: str | None
    text: Markup
    more: tuple[Markup, ...]
    """Further paragraphs: examples, and lists."""
    then: tuple[Comparison, ...]
    """The quotations of documents."""
    before: tuple[Comparison, ...]
    """The words of older editions."""


@dataclass(frozen=True, kw_only=True)
class Official:
    """A rule of today with its parts."""

    effective: str
    lang: str | None
    blocks: tuple[RuleBlock, ...]


@dataclass(frozen=True, kw_only=True)
class Term:
    """A term of the glossary and its meaning."""

    name: Phrase
    anchor: str
    html: Markup


@dataclass(frozen=True, kw_only=True)
class RuleMeaning:
    """The rule that the documents of a set mean by a number."""

    set_name: Phrase
    year: str
    today: Reference
    title: Phrase
    within: bool
    how: str
    """How today's number was found, in a few words."""
    doubtful: bool
    then: tuple[Comparison, ...]


class Officials:
    """Makes the views of rules for the page ``here``."""

    def __init__(self, edition: Edition, here: str, book: Rulebook | None) -> None:
        self._edition = edition
        self._here = here
        self._book = book
        self._hrefs: dict[str, str | None] = {}
        self._writer = Writer(edition.library, edition.words, here, linked=False)

    def rule(self, number: str, *, compared: bool = True) -> Official | None:
        """Return the rule ``number`` of today with all parts that have no title; None if there is
        none.
        """
        book, edition = self._book, self._edition
        if book is None or number not in book.rules:
            return None
        rules = [book.rules[number], *book.below(number)]
        blocks = tuple(self._block(book, rule, number, compared=compared) for rule in rules)
        return Official(
            effective=edition.words.date(book.effective),
            lang=edition.mark(RULES_LANG),
            blocks=blocks,
        )

    def meanings(self, rule: LibraryRule) -> Iterator[RuleMeaning]:
        """Yield the rule of today that each set means by a number, newest set first."""
        edition, words = self._edition, self._edition.words
        for code, today in rule.today.items():
            there = self._book.rules.get(today.number) if self._book else None
            text = there.text if there and not there.title else None
            yield RuleMeaning(
                set_name=edition.set_name(code),
                year=_year(edition, code),
                today=edition.today_reference(self._here, today.number),
                title=Phrase(today.title, edition.mark(RULES_LANG)),
                within=today.within,
                how=words.say(f"rule_found_{today.found}", share=words.percent(today.confidence)),
                doubtful=today.found is not FoundBy.CHECKED and today.confidence < _SURE,
                then=(
                    tuple(self._comparisons(code, rule.number, text)) if not today.within else ()
                ),
            )

    def terms(self, names: Iterable[str] | None = None) -> Iterator[Term]:
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
            yield Term(name=Phrase(term, mark), anchor=anchor, html=self.html(book.glossary[term]))

    def html(self, paragraphs: Iterable[str]) -> Markup:
        """Return paragraphs of the rules, with links and symbols."""
        return joined(begun(self._inline(each)) for each in paragraphs)

    def _block(self, book: Rulebook, rule: BookRule, top: str, *, compared: bool) -> RuleBlock:
        quoted = (
            self._edition.derived.quoted_as.get(rule.number, ())
            if compared and not rule.title
            else ()
        )
        return RuleBlock(
            number=rule.number,
            anchor=addresses.rule_part(rule.number),
            deep=len(book.path(rule.number)) - len(book.path(top)) > 1,
            title=rule.title,
            text=self._inline(rule.paragraphs[0]),
            more=tuple(self._inline(each) for each in rule.paragraphs[1:]),
            then=tuple(
                each
                for code, number in quoted
                for each in self._comparisons(code, number, rule.text)
            ),
            before=tuple(self._before(rule)) if compared and not rule.title else (),
        )

    def _before(self, rule: BookRule) -> Iterator[Comparison]:
        """Yield the different texts that a rule had in older editions, newest first, as far as a
        set is as old.
        """
        edition, words, seen = self._edition, self._edition.words, {rule.text}
        editions = {book.effective: book for book in edition.library.rulebooks}
        for day, number in edition.derived.reworded.get(rule.number, ()):
            text = editions[day].rules[number].text
            pieces = differences(text, rule.text)
            if text not in seen:
                yield Comparison(
                    source=Phrase(words.say("rule_edition", date=words.date(day))),
                    year="",
                    number=Reference("", Phrase(number)),
                    lang=RULES_LANG,
                    same=False,
                    parts=self._stretches(pieces or ()),
                    quotation=Markup("") if pieces else self.html([text]),
                )
            seen.add(text)

    def _stretches(self, parts: Iterable[Stretch]) -> tuple[StretchView, ...]:
        return tuple(
            StretchView(kind=each.kind, html=self._inline(each.text, linked=False))
            for each in parts
        )

    def _comparisons(self, code: str, number: str, today: str | None) -> Iterator[Comparison]:
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

    def _comparison(self, passage: Passage, text: Text, today: str) -> Comparison:
        edition, words, number = self._edition, self._edition.words, passage.part or ""
        pieces = (
            differences(without_examples(text.plain()), today)
            if passage.lang == RULES_LANG
            else None
        )
        same = pieces is not None and all(piece.kind == "kept" for piece in pieces)
        return Comparison(
            source=edition.set_name(passage.set_code),
            year=_year(edition, passage.set_code),
            number=edition.rule_reference(self._here, number),
            lang=passage.lang,
            same=same,
            parts=() if same else self._stretches(pieces or ()),
            quotation=Markup("") if pieces is not None else self._writer.html(text),
            notice=None
            if passage.lang == RULES_LANG
            else words.say(
                "rule_uncompared",
                language=words.language(passage.lang),
                rules_language=words.language(RULES_LANG),
            ),
        )

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


def _year(edition: Edition, code: str) -> str:
    return (edition.library.sets[code].facts.released or "")[:4]
