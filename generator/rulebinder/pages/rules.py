"""The page of a number of the Comprehensive Rules, and the texts of rules of today, beside the
quotations of older documents.

Documents use the numbers of their time. A number may be another rule today, and a rule may have
another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from ..joining.rule_numbers import page_of
from ..library import Holder, LibraryRule, Passage, SectionNotes
from ..notes import Rule
from ..rulebook.book import RULES_LANG, BookRule, FoundBy, Rulebook, rule_order, without_examples
from ..rulebook.comparing import compare_words
from ..system import group_pairs
from ..text import Text
from . import addresses
from .edition import Edition, Page, View
from .lists import list_references
from .markup import (
    Phrase,
    Reference,
    Writer,
    escape,
    escape_inline,
    join_blocks,
    show_changes,
    start_block,
)

_SYMBOL_OR_NUMBER = re.compile(
    r"\{([^{}\s]{1,9})\}|\b([0-9]{3}\.[0-9]{1,3}[a-z]{0,2}|(?:(?<=rule )|(?<=rules )|(?<=Rule"
    r" )|(?<=Rules ))[0-9]{3})(?![\w.]?[0-9])"
)
"""A symbol, or the number of a rule."""
_LETTER = re.compile(r"[a-z]+$")
_SURE = 0.9
"""The least confidence with which today's number is shown without a mark of doubt."""
_MOST_NAMED = 5
"""The most rules that the line above a card's rulings names, because it has to fit a phone."""
_MOST_RULINGS = 150
"""The most rulings resting on its rule that a page lists, so that it stays small."""


def subjects(edition: Edition) -> Mapping[str, None]:
    """Return the numbers that have a page: those that documents use, the rules of today that have a
    title or that rulings rest on, and rules that are gone.
    """
    library = edition.library
    headings = library.rulebook.headings if library.rulebook else ()
    return dict.fromkeys((*library.rules, *headings, *library.resting, *edition.tables.gone_rules))


def page(edition: Edition, number: str) -> Page:
    """Return the page of a number."""
    library, words = edition.library, edition.words
    same_base = edition.make_once(
        "rules without letters",
        lambda: group_pairs((_drop_letter(number), number) for number in library.rules),
    )
    base = _drop_letter(number)
    rule = library.rules.get(number, LibraryRule(number=number))
    rulings = library.resting.get(number, ())
    meanings = list_meanings(rule)
    is_moved = bool(meanings) and number not in meanings
    name = Phrase("") if is_moved else name_rule(edition, number)
    title = words.say("rule_title", number=number)
    became = (show_rule(edition, other, compared=False) for other in meanings if other != number)
    book = library.rulebook if library.rulebook and number in library.rulebook.rules else None
    above = book.ancestors(number) if book else ()
    parts = book.children.get(number, ()) if book else ()
    users = edition.tables.gone_rules.get(number)
    view = {
        "title": title,
        #  The sets whose release notes used the number or rested on it once; None unless nothing
        #  uses it any more. See :attr:`.LibraryTables.gone_rules`.
        "gone": None if rulings or users is None else tuple(map(edition.link_set, users)),
        "number": number,
        #  What the number is called today; empty if it has no name, or is another rule than it was.
        "name": name,
        #  The rules above it today, highest first.
        "path": tuple(link_titled(edition, other) for other in above),
        #  Today's texts of the rules with other numbers that documents mean by the number.
        "became": tuple(filter(None, became)),
        #  Whether the number is another rule today than in all documents.
        "moved": is_moved,
        #  Today's text; None if there is no edition of the rules, or if it lacks the number.
        "official": show_rule(edition, number),
        #  The rules right below it that have pages of their own.
        "parts": tuple(
            link_titled(edition, part) for part in parts if book and book.rules[part].title
        ),
        #  The rule of today that each set means by the number.
        "meanings": tuple(_list_meanings_by_set(edition, rule)),
        #  The address of the rule's current text, on another site.
        "trace": addresses.rule_history(number),
        #  The mechanics that the current rules describe under this number.
        "today": tuple(map(edition.link_mechanic, edition.tables.mechanics_by_rule.get(base, ()))),
        #  The other parts of the same rule that documents use.
        "related": tuple(
            edition.link_rule(other) for other in same_base.get(base, ()) if other != number
        ),
        #  The link to the page of all numbers.
        "every": edition.href(addresses.RULES),
        "quoted": list_references(edition, rule.quoted_in),
        "cited": list_references(edition, rule.cited_in),
        #  The heading above the rulings that rest on the rule. If they are too many for the page,
        #  it says how many there are.
        "rulings": words["rule_resting"]
        if len(rulings) <= _MOST_RULINGS
        else words.say("rule_resting_some", have=_MOST_RULINGS, of=len(rulings)),
        "resting": list_references(edition, rulings[:_MOST_RULINGS]),
    }
    full = f"{number} {name.text}".strip()
    used = rule.quoted_in or rule.cited_in
    description = words.say("rule_description" if used else "rule_description_today", number=full)
    return Page(title=full if name.text else title, description=description, view=view)


def link_titled(edition: Edition, number: str) -> Markup:
    """Return the link to a rule of today's edition, with its title."""
    title = edition.library.rulebooks[0].rules[number].title
    return join_title(
        edition.link_rule_today(number), Phrase(title or "", edition.lang_attribute(RULES_LANG))
    )


def join_title(number: Reference, title: Phrase) -> Markup:
    """Return the number of a rule, followed by its title."""
    return Markup(f"{escape(number)} {escape(title)}")


def list_meanings(rule: LibraryRule) -> tuple[str, ...]:
    """Return today's numbers of the rules that documents mean by the number of ``rule``."""
    return tuple(dict.fromkeys(today.number for today in rule.today.values()))


def name_rule(edition: Edition, number: str) -> Phrase:
    """Return what a number is called today: the title in today's edition of the rules, or the name
    of the only mechanic that it describes; empty if nobody knows.
    """
    book = edition.library.rulebook
    if book:
        return Phrase(book.title(number), edition.lang_attribute(RULES_LANG))
    mechanics = edition.tables.mechanics_by_rule.get(_drop_letter(number), ())
    return edition.mechanic_name(mechanics[0]) if len(mechanics) == 1 else Phrase("")


def _drop_letter(number: str) -> str:
    """Return the number of the rule that a part belongs to: ``702.62`` for ``702.62a``."""
    return _LETTER.sub("", number)


def link_resting_rules(edition: Edition, entry: Holder) -> tuple[Reference, ...]:
    """Return links to the rules that the rulings of a card rest on; none if they are many. A
    section has none either, because its mechanic has a rule.
    """
    if isinstance(entry, SectionNotes):
        return ()
    library = edition.library
    notes = (note for note in entry.notes if note.lang == entry.lang)
    numbers = {number for note in notes for number in library.rests_on.get(note.id, ())}
    if len(numbers) > _MOST_NAMED:
        return ()
    return tuple(
        edition.link(addresses.rule_page(page_of(library.rulebook, number)), number)
        for number in sorted(numbers, key=rule_order)
    )


def show_rule(edition: Edition, number: str, *, compared: bool = True) -> View | None:
    """Return the rule ``number`` of today with all parts that have no title; None if today's
    edition lacks it.

    If it is ``compared``, older texts are beside each part: quotations and older editions.
    """
    book = edition.library.rulebook
    if book is None or number not in book.rules:
        return None
    return {
        "effective": book.effective,
        "lang": edition.lang_attribute(RULES_LANG),
        "blocks": tuple(
            _view_block(edition, book, rule, number, compared=compared)
            for rule in (book.rules[number], *book.untitled_below(number))
        ),
    }


def _list_meanings_by_set(edition: Edition, rule: LibraryRule) -> Iterator[View]:
    """Yield the rule of today that each set means by the number of ``rule``, newest set first."""
    words, book = edition.words, edition.library.rulebook
    for code, today in rule.today.items():
        book_rule = book.rules.get(today.number) if book else None
        then: Iterable[View] = ()
        #  A title, or a whole rule of which no part says the same, cannot be compared.
        if book_rule and not book_rule.title and not today.within:
            then = _compare_quotations(edition, code, rule.number, book_rule.text)
        yield {
            "set_name": edition.set_name(code),
            "year": edition.library.year(code),
            "today": edition.link_rule_today(today.number),
            "title": Phrase(today.title, edition.lang_attribute(RULES_LANG)),
            "within": today.within,
            #  How today's number was found, in a few words.
            "how": words.say(f"rule_found_{today.method}", share=words.percent(today.confidence)),
            #  Whether the number may be wrong.
            "doubtful": today.method is not FoundBy.CHECKED and today.confidence < _SURE,
            #  The quotations of the set, compared with today's text.
            "then": tuple(then),
        }


def list_terms(edition: Edition, names: Iterable[str] | None = None) -> Iterator[View]:
    """Yield the terms of the rules' glossary that are among ``names``; all terms if it is None."""
    book = edition.library.rulebook
    if book is None:
        return
    terms: Iterable[str] = book.glossary
    if names is not None:
        terms = dict.fromkeys(book.terms.get(name.casefold(), "") for name in names)
    for term in filter(None, terms):
        yield {
            "name": Phrase(term, edition.lang_attribute(RULES_LANG)),
            "anchor": edition.tables.glossary_anchors[term],
            "html": _write_paragraphs(edition, book.glossary[term]),
        }


def _view_block(
    edition: Edition, book: Rulebook, rule: BookRule, top: str, *, compared: bool
) -> View:
    """Return a part of what :func:`show_rule` shows of the rule with the number ``top``."""
    then, before = list[View](), list[View]()
    if compared and not rule.title:
        for code, number in edition.tables.quoted_as.get(rule.number, ()):
            then += _compare_quotations(edition, code, number, rule.text)
        before += _older_texts(edition, rule)
    return {
        "number": rule.number,
        "anchor": addresses.rule_anchor(rule.number),
        #  Whether it is a part of a part of the rule that the page shows.
        "deep": len(book.ancestors(rule.number)) - len(book.ancestors(top)) > 1,
        "title": rule.title,
        "text": _write_text(edition, rule.paragraphs[0]),
        #  Further paragraphs: examples, and lists.
        "more": tuple(_write_paragraphs(edition, [paragraph]) for paragraph in rule.paragraphs[1:]),
        #  The quotations of documents.
        "then": tuple(then),
        #  The words of older editions.
        "before": tuple(before),
    }


def _older_texts(edition: Edition, rule: BookRule) -> Iterator[View]:
    """Yield the different texts that a rule had in older editions, newest first, as views like
    those of quotations. Only editions that a set followed are among them.
    """
    words, seen = edition.words, {rule.text}
    editions = {book.effective: book for book in edition.library.rulebooks}
    for day, number in edition.tables.reworded.get(rule.number, ()):
        text = editions[day].rules[number].text
        if text not in seen:
            pieces = compare_words(text, rule.text)
            yield {
                "source": Phrase(words.say("rule_edition", date=words.date(day))),
                "year": "",
                "number": Phrase(number),
                "lang": RULES_LANG,
                "changes": show_changes(pieces or ()),
                "quotation": "" if pieces else _write_paragraphs(edition, [text]),
            }
        seen.add(text)


def _compare_quotations(edition: Edition, code: str, number: str, today: str) -> Iterator[View]:
    """Yield the different quotations of a number in the documents of the set ``code``, compared
    with ``today``, the text of the rule today.
    """
    seen: set[str] = set()
    for passage in edition.library.rules[number].quoted_in:
        if passage.set_code == code:
            for block in edition.versions(passage.entry)[passage.lang].body:
                if isinstance(block, Rule) and block.number == passage.part:
                    text = block.text.plain()
                    if text not in seen:
                        yield _view_quotation(edition, passage, block.text, today)
                    seen.add(text)


def _view_quotation(edition: Edition, passage: Passage, text: Text, today: str) -> View:
    """Return the quotation ``text``, compared with today's text; in other languages than that of
    the rules, as it is.
    """
    lang, pieces = passage.lang, None
    if lang == RULES_LANG:
        pieces = compare_words(without_examples(text.plain()), today)
    is_same = all(piece.kind == "kept" for piece in pieces or ())
    return {
        #  The set that quotes it, or the older edition that has it.
        "source": edition.set_name(passage.set_code),
        "year": edition.library.year(passage.set_code),
        #  The number that it had there.
        "number": edition.link_rule(passage.part or ""),
        "lang": lang,
        #  Both texts in one; empty if they are the same, or cannot be compared, as in two
        #  languages.
        "changes": "" if is_same else show_changes(pieces or ()),
        #  The quotation as printed; empty if it can be compared.
        "quotation": Writer(edition.words).write_blocks(text) if pieces is None else "",
    }


def _write_paragraphs(edition: Edition, paragraphs: Iterable[str]) -> Markup:
    """Return paragraphs of the rules as blocks, with links and symbols."""
    return join_blocks(start_block(_write_text(edition, paragraph)) for paragraph in paragraphs)


def _write_text(edition: Edition, text: str) -> Markup:
    """Return a text of the rules as a line, with symbols and links to rules of today."""
    book, line, end = edition.library.rulebook, "", 0  # up to the end, the text is in the line
    for match in _SYMBOL_OR_NUMBER.finditer(text):
        symbol, number = match.groups()
        if symbol:
            mark = f"{{{symbol}}}"
        elif book and number in book.rules:
            mark = escape(edition.link_rule_today(number))
        else:
            continue
        line += f"{escape_inline(text[end : match.start()])}{mark}"
        end = match.end()
    return Markup(line + escape_inline(text[end:]))
