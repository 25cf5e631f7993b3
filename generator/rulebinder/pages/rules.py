"""Texts of the Comprehensive Rules, with links, beside the quotations of their time."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..facts.catalogue import in_language
from ..joining.phrases import few
from ..joining.rule_numbers import page_of
from ..library import Holder, LibraryRule, Note, Passage, SectionNotes
from ..notes import Introduction, Rule, Unread, is_day
from ..rulebook.comparing import Stretch, differences
from ..rulebook.model import RULES_LANG, BookRule, FoundBy, Rulebook, order, without_examples
from ..system.grouping import grouped
from ..text import Text
from . import addresses
from .edition import Edition, Page, Phrase, Reference, View
from .indexes import collation
from .markup import PREVIEW, Writer, begun, cut, joined, link, marked, preview
from .markup import name as written
from .words import Words

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
    """Makes the views of rules."""

    def __init__(
        self,
        edition: Edition,
    ) -> None:
        self._edition = edition
        self._book = edition.library.rulebook
        self._hrefs: dict[str, str | None] = {}
        self._writer = Writer(edition.words)

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
                "today": edition.link_rule_today(today.number),
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
            "number": edition.link_rule(number),
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
                self._edition.href(addresses.rule_today(book, number))
                if book and number in book.rules
                else None
            )
        return self._hrefs[number]


def ruled(edition: Edition, entry: Holder) -> tuple[Reference, ...]:
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
    return tuple(_link_resting(edition, number, number) for number in numbers)


def _link_resting(edition: Edition, number: str, name: str) -> Reference:
    """Return the link to the page of a rule on which a ruling rests."""
    return edition.link(addresses.rule_page(page_of(edition.library, number)), name)


_Line = tuple[str, View]
"""A line, and the code of its set."""

OPEN = 12
"""The number of lines of a list that are open."""
_SPARED = 4
"""If no more than this number of lines are left, they are open too, so that nobody opens a list for
so little.
"""


@dataclass(frozen=True)
class References:
    """A list of passages: the open part, and the rest of its language, then other languages."""

    open: tuple[View, ...]
    folds: tuple[View, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.open)

    @property
    def count(self) -> int:
        """The number of its lines."""
        return sum(
            len(group["lines"])
            for sets in (self.open, *(fold["sets"] for fold in self.folds))
            for group in sets
        )


def references(
    edition: Edition, passages: Iterable[Passage], opened: int | None = OPEN
) -> References:
    """Return the list of ``passages``: a line for each card and section.

    Passages are grouped by set, sections first. About ``opened`` lines of the best language are
    open. If it is None, all lines of all languages are. Passages in several languages at one place
    are listed once.
    """
    if opened is None:
        return References(_by_set(edition, _lines(edition, passages)))
    langs = grouped((edition.shown_language(each.entry), each) for each in passages)
    found = {lang: _lines(edition, langs[lang]) for lang in edition.prefer(langs)}
    best = found.pop(next(iter(found))) if found else []
    shown = len(best) if len(best) <= opened + _SPARED else opened
    return References(_by_set(edition, best[:shown]), tuple(_folds(edition, best[shown:], found)))


def _folds(
    edition: Edition, rest: Sequence[_Line], others: Mapping[str, Sequence[_Line]]
) -> Iterator[View]:
    words = edition.words
    if rest:
        yield {
            "label": words.say("show_more", count=words.number(len(rest))),
            "sets": _by_set(edition, rest),
        }
    for lang, lines in others.items():
        label = words.count("more_in", len(lines), language=words.language(lang))
        yield {
            "label": label,
            "sets": _by_set(edition, lines),
        }


def _lines(edition: Edition, passages: Iterable[Passage]) -> list[_Line]:
    holders = grouped(((each.set_code, each.card or each.entry), each) for each in passages)
    sets = itertools.groupby(holders.items(), lambda holder: holder[0][0])
    lines = []
    for code, of_set in sets:
        drawn = [(passages[0].card is not None, _line(edition, passages)) for _, passages in of_set]
        drawn.sort(key=lambda line: (line[0], collation(line[1]["name"].text)))
        lines += [(code, line) for _, line in drawn]
    return lines


def _line(edition: Edition, passages: Sequence[Passage]) -> View:
    """Return the line of one card or section.

    It is the same on all pages of a folder but its own, for which it is made once.
    """
    page = addresses.card_page(passages[0].card or "")
    here = edition.here
    place = here if here == page else here.rstrip("/").rpartition("/")[0]
    make = functools.partial(_new_line, edition, passages)
    return edition.once((place, *passages), make) if passages[0].card else make()


def _new_line(edition: Edition, passages: Sequence[Passage]) -> View:
    first = passages[0]
    name = edition.subject_name(first.card, first.entry)
    numbers = {edition.href(edition.passage(each)): each.part or "" for each in passages}
    if len(numbers) == 1 and first.kind == "rule":
        numbers = dict.fromkeys(numbers, "")
    texts = [Markup(f"**{number}**") if number else "" for number in numbers.values()]
    texts[0] = Markup(" ").join(filter(None, (written(name), texts[0])))
    return {
        "name": name,
        #  A link to each of them, with its number: of a note, or of a quoted rule among other
        #  passages. The first one has the name.
        "html": Markup(" ").join(map(link, texts, numbers)),
    }


def _by_set(edition: Edition, lines: Iterable[tuple[str, View]]) -> tuple[View, ...]:
    grouped = itertools.groupby(lines, lambda each: each[0])
    return tuple(
        {
            "code": addresses.plate(code),
            "name": edition.set_name(code),
            #  Empty for a day, whose name has it.
            "year": "" if is_day(code) else edition.library.year(code),
            "lines": tuple(line for _, line in found),
        }
        for code, found in grouped
    )


_FEW_VERDICTS = 3
"""The most numbers of rules that a sentence names."""


@dataclass(frozen=True)
class VerdictView:
    """What a page says of a ruling: a sentence, and the rule that decides, which follows it in
    brackets. As a string, it is both.
    """

    sentence: str
    rule: Reference | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule.phrase.text})" if self.rule else self.sentence


def verdict(edition: Edition, block: object) -> VerdictView | None:
    """Return our verdict on a ruling, with its reason. If there is none, say
    which rules changed since; None if none did, or if ``block`` is not a ruling.
    """
    if not isinstance(block, Note):
        return None
    words, decided = edition.words, block.verdict
    if decided is None:
        numbers = edition.library.amended.get(block.id, ())
        if not numbers:
            return None
        return VerdictView(
            words.count("verdict_changed", len(numbers), rules=few(numbers, _FEW_VERDICTS))
        )
    reason = in_language(decided.reason, words.lang)
    text = words.say(
        "verdict_gone" if decided.is_gone else "verdict_correct",
        by=words.say("verdict_by", date=words.date(decided.edition)) if decided.edition else "",
        reason=f"{reason[:1].upper()}{reason[1:]}",
    )
    number = words.say("verdict_rule", number=decided.rule)
    return VerdictView(text, _link_resting(edition, decided.rule, number))


def mark(words: Words, block: object) -> str:
    """Return the words that mark a ruling that is wrong today; nothing for anything else."""
    is_gone = isinstance(block, Note) and block.verdict and block.verdict.is_gone
    return words["search_gone"] if is_gone else ""


def beginning(words: Words, block: Introduction | Rule | Note | Unread) -> str:
    """Return the start of a block for the preview of a link. If it is a ruling that is wrong today,
    the first words say so.
    """
    items = block.items if isinstance(block, Note) else ()
    start = preview(words, (block.text, *items))
    return cut(". ".join(filter(None, (mark(words, block), start))), PREVIEW)


_WITHOUT_LETTER = re.compile(r"[a-z]+$")
_MOST = 150
"""The most rulings that a page lists of those that rest on its rule, so that it stays small."""


def subjects(edition: Edition) -> Mapping[str, None]:
    """Return each number that documents use, each rule of today that has a title, and each departed
    rule.
    """
    library = edition.library
    headings = library.rulebook.headings if library.rulebook else ()
    return dict.fromkeys(
        (*library.rules, *headings, *library.resting, *edition.derived.departed_rules)
    )


def page(edition: Edition, number: str) -> Page:
    """Return the page of a number."""
    library, words = edition.library, edition.words
    alike = edition.once(
        "rules without letters",
        lambda: grouped((_without_letter(number), number) for number in library.rules),
    )
    rule = library.rules.get(number, LibraryRule(number=number))
    rulings = library.resting.get(number, ())
    meant = list_meanings(rule)
    moved = bool(meant) and number not in meant
    name = Phrase("") if moved else name_rule(edition, number)
    title = words.say("rule_title", number=number)
    officials = Officials(edition)
    book = library.rulebook if library.rulebook and number in library.rulebook.rules else None
    gone = edition.derived.departed_rules.get(number)
    view = {
        "title": title,
        #  The sets whose release notes used the number or rested on it once; None unless it is one
        #  of :attr:`.Index.departed_rules`.
        "departed": None
        if rulings or gone is None
        else tuple(edition.link_set(code) for code in gone),
        "number": number,
        #  What the number is called today; empty if it has no name, or is another rule than it was.
        "name": name,
        #  The rules above it today, highest first.
        "path": tuple(link_titled(edition, book, above) for above in book.path(number))
        if book
        else (),
        #  Today's texts of the rules with other numbers that documents mean by the number.
        "became": tuple(
            filter(None, (officials.rule(each, compared=False) for each in meant if each != number))
        ),
        #  Whether the number is another rule today than in all documents.
        "moved": moved,
        #  Today's text; None if there is no edition of the rules, or if it lacks the number.
        "official": officials.rule(number),
        #  The rules right below it that have pages of their own.
        "parts": tuple(
            link_titled(edition, book, part)
            for part in book.children.get(number, ())
            if book.rules[part].title
        )
        if book
        else (),
        #  The rules of today that documents of other years mean by the number.
        "meanings": tuple(officials.meanings(rule)),
        #  The address of the rule's current text, on another site.
        "trace": addresses.trace(number),
        #  The text of the link to that address.
        "current": words.say("rule_current", number=number),
        #  The mechanics that the current rules describe under this number.
        "today": tuple(
            edition.link_mechanic(slug)
            for slug in edition.derived.mechanics_by_rule.get(_without_letter(number), ())
        ),
        #  The other parts of the same rule that documents use.
        "related": tuple(
            edition.link_rule(other)
            for other in alike.get(_without_letter(number), ())
            if other != number
        ),
        #  The link to the page of all numbers.
        "every": edition.href(addresses.RULES),
        "quoted": references(edition, rule.quoted_in),
        "cited": references(edition, rule.cited_in),
        #  The heading above the rulings that rest on the rule. If they are too many for the page,
        #  it says how many there are.
        "rulings": words["rule_resting"]
        if len(rulings) <= _MOST
        else words.say(
            "rule_resting_some", have=words.number(_MOST), of=words.number(len(rulings))
        ),
        "resting": references(edition, rulings[:_MOST]),
    }
    full = f"{number} {name.text}".strip()
    used = rule.quoted_in or rule.cited_in
    description = words.say("rule_description" if used else "rule_description_today", number=full)
    return Page(
        url=edition.here, title=full if name.text else title, description=description, view=view
    )


def link_titled(edition: Edition, book: Rulebook, number: str) -> View:
    """Return the link to a rule of today, with its title."""
    return {
        "number": edition.link_rule_today(number),
        "title": Phrase(book.rules[number].title or "", edition.mark(RULES_LANG)),
    }


def list_meanings(rule: LibraryRule) -> tuple[str, ...]:
    """Return today's numbers of the rules that documents mean by the number of ``rule``."""
    return tuple(dict.fromkeys(each.number for each in rule.today.values()))


def name_rule(edition: Edition, number: str) -> Phrase:
    """Return what a number is called today: the title in today's edition of the rules, or the name
    of the only mechanic that it describes; empty if nobody knows.
    """
    book = edition.library.rulebook
    if book:
        return Phrase(book.title(number), edition.mark(RULES_LANG))
    mechanics = edition.derived.mechanics_by_rule.get(_without_letter(number), ())
    return edition.mechanic_name(mechanics[0]) if len(mechanics) == 1 else Phrase("")


def _without_letter(number: str) -> str:
    return _WITHOUT_LETTER.sub("", number)
