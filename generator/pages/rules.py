"""All numbers of the Comprehensive Rules that the documents quote or cite."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .edition import Edition, Page, Reference


@dataclass(frozen=True)
class Group:
    """The numbers of one rule and its parts: ``702``."""

    number: str
    anchor: str
    rules: tuple[Reference, ...]


@dataclass(frozen=True)
class View:
    """The page."""

    count: str
    groups: tuple[Group, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words, numbers = edition.words, edition.library.rules
    groups = tuple(
        Group(whole, paths.rule_group_anchor(whole), tuple(edition.rule_reference(paths.RULES, number) for number in group))
        for whole, group in itertools.groupby(numbers, lambda number: number.partition(".")[0])
    )
    view = View(words.count("rules", len(numbers)), groups)
    yield Page(url=paths.RULES, title=words["rules"], description=words["rules_description"], view=view)
