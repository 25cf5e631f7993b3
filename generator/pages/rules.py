"""The list of all numbers of the Comprehensive Rules that the documents quote or cite."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .edition import Edition, Page, Reference


@dataclass(frozen=True)
class RuleGroup:
    """The numbers of one rule and its parts: ``702``."""

    number: str
    anchor: str
    rules: tuple[Reference, ...]


@dataclass(frozen=True)
class View:
    """The list of rule numbers."""

    count: str
    groups: tuple[RuleGroup, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of rule numbers."""
    words, numbers = edition.words, edition.library.rules
    groups = tuple(
        RuleGroup(whole, paths.rule_group_anchor(whole), tuple(edition.rule_reference(paths.RULES, number) for number in group))
        for whole, group in itertools.groupby(numbers, lambda number: number.partition(".")[0])
    )
    view = View(words.count("rules", len(numbers)), groups)
    yield Page(url=paths.RULES, title=words["rules"], description=words["rules_description"], view=view)
