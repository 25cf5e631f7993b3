"""The list of the Comprehensive Rules: the chapters of today, and all numbers that the documents
quote or cite.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from ...rulebook.model import RULES_LANG, Rulebook
from .. import addresses
from ..edition import Edition, Page, Phrase, Reference
from ..subjects.rule import TitledRule, titled


@dataclass(frozen=True)
class RuleGroup:
    """The numbers of one rule and its parts: ``702``."""

    number: str
    anchor: str
    rules: tuple[Reference, ...]


@dataclass(frozen=True)
class SectionRules:
    """A section of today's rules and its chapters."""

    number: str
    anchor: str
    title: Phrase
    chapters: tuple[TitledRule, ...]


@dataclass(frozen=True, kw_only=True)
class View:
    """The list of rule numbers."""

    effective: str | None
    """The day from which today's edition is in force; None if there is no edition."""
    sections: tuple[SectionRules, ...]
    glossary: str | None
    """The link to the glossary."""
    count: str
    groups: tuple[RuleGroup, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of rules."""
    words, numbers, book = edition.words, edition.library.rules, edition.library.rulebook
    groups = tuple(
        RuleGroup(
            whole,
            addresses.rule_group_anchor(whole),
            tuple(edition.rule_reference(addresses.RULES, number) for number in group),
        )
        for whole, group in itertools.groupby(numbers, lambda number: number.partition(".")[0])
    )
    view = View(
        effective=words.date(book.effective) if book else None,
        sections=tuple(_sections(edition, book)) if book else (),
        glossary=addresses.relative(addresses.RULES, addresses.GLOSSARY)
        if book and book.glossary
        else None,
        count=words.count("rules", len(numbers)),
        groups=groups,
    )
    yield Page(
        url=addresses.RULES, title=words["rules"], description=words["rules_description"], view=view
    )


def _sections(edition: Edition, book: Rulebook) -> Iterator[SectionRules]:
    chapters = [number for number in book.rules if book.above(number) is None]
    for section, numbers in itertools.groupby(chapters, lambda number: number[0]):
        yield SectionRules(
            section,
            addresses.rule_section_anchor(section),
            Phrase(book.sections.get(section, ""), edition.mark(RULES_LANG)),
            tuple(titled(edition, addresses.RULES, book, number) for number in numbers),
        )
