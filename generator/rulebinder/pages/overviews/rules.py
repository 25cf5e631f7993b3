"""The list of the Comprehensive Rules of today, and their glossary."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...rulebook.model import RULES_LANG, order
from .. import addresses
from ..edition import Edition, Page, Phrase, View, overview, refer
from ..parts.official_rules import Officials
from ..subjects.rule import meanings, named, titled


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of rules.

    Older numbers have pages, but are not listed: only rulings of their time use them.
    """
    words, book = edition.words, edition.library.rulebook
    view = {
        #  The day from which today's edition is in force; None if there is no edition.
        "effective": words.date(book.effective) if book else None,
        "sections": tuple(_sections(edition)),
        #  The link to the glossary.
        "glossary": addresses.relative(addresses.RULES, addresses.GLOSSARY)
        if book and book.glossary
        else None,
    }
    yield overview(edition, addresses.RULES, "rules", view)


def _sections(edition: Edition) -> Iterator[View]:
    book = edition.library.rulebook
    for section, numbers in itertools.groupby(_listed(edition), lambda number: number[0]):
        title = book.sections.get(section, "") if book else ""
        yield {
            "number": section,
            "anchor": addresses.rule_section_anchor(section),
            "title": Phrase(title, edition.mark(RULES_LANG) if title else None),
            "chapters": tuple(
                titled(edition, addresses.RULES, book, number)
                if book
                else {
                    "number": refer(addresses.RULES, addresses.rule_page(number), number),
                    "title": named(edition, number),
                }
                for number in numbers
            ),
        }


def _listed(edition: Edition) -> list[str]:
    """Return the chapters of the edition; without one, the rules of today that rulings use."""
    library = edition.library
    if library.rulebook:
        book = library.rulebook
        return [number for number in book.rules if book.above(number) is None]
    rules = library.rules
    today = {number for number, rule in rules.items() if number in (meanings(rule) or {number})}
    return sorted(today | library.resting.keys(), key=order)


def glossary(edition: Edition) -> Iterator[Page]:
    """Yield the glossary if there is an edition of the rules."""
    book, words = edition.library.rulebook, edition.words
    if book is None or not book.glossary:
        return
    view = {
        "effective": words.date(book.effective),
        "lang": edition.mark(RULES_LANG),
        "terms": tuple(Officials(edition, addresses.GLOSSARY).terms()),
        #  The link to the list of rules.
        "every": addresses.relative(addresses.GLOSSARY, addresses.RULES),
    }
    yield overview(edition, addresses.GLOSSARY, "rules_glossary", view, listed=False)
