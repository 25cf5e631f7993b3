"""The list of the Comprehensive Rules of today."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from ...rulebook.model import RULES_LANG, order
from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from ..subjects.rule import TitledRule, meanings, named, titled

ADDRESS = addresses.RULES


@dataclass(frozen=True)
class Section:
    """A section of the rules, and its chapters; without an edition, the rules that rulings use."""

    number: str
    anchor: str
    title: Phrase
    chapters: tuple[TitledRule, ...]


@dataclass(frozen=True, kw_only=True)
class View:
    """The list of rule numbers."""

    effective: str | None
    """The day from which today's edition is in force; None if there is no edition."""
    sections: tuple[Section, ...]
    glossary: str | None
    """The link to the glossary."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of rules.

    Older numbers have pages, but are not listed: only rulings of their time use them.
    """
    words, book = edition.words, edition.library.rulebook
    view = View(
        effective=words.date(book.effective) if book else None,
        sections=tuple(_sections(edition)),
        glossary=addresses.relative(addresses.RULES, addresses.GLOSSARY)
        if book and book.glossary
        else None,
    )
    yield Page(
        url=ADDRESS,
        title=words["rules"],
        listed=words["listed_rules"],
        description=words["rules_description"],
        view=view,
    )


def _sections(edition: Edition) -> Iterator[Section]:
    book = edition.library.rulebook
    for section, numbers in itertools.groupby(_listed(edition), lambda number: number[0]):
        title = book.sections.get(section, "") if book else ""
        yield Section(
            section,
            addresses.rule_section_anchor(section),
            Phrase(title, edition.mark(RULES_LANG) if title else None),
            tuple(
                titled(edition, addresses.RULES, book, number) if book else _rule(edition, number)
                for number in numbers
            ),
        )


def _listed(edition: Edition) -> list[str]:
    """Return the chapters of the edition; without one, the rules of today that rulings use."""
    library = edition.library
    if library.rulebook:
        book = library.rulebook
        return [number for number in book.rules if book.above(number) is None]
    rules = library.rules
    today = {number for number, rule in rules.items() if number in (meanings(rule) or {number})}
    return sorted(today | library.resting.keys(), key=order)


def _rule(edition: Edition, number: str) -> TitledRule:
    href = addresses.relative(addresses.RULES, addresses.rule_page(number))
    return TitledRule(Reference(href, Phrase(number)), named(edition, number))
