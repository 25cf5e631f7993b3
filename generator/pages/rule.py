"""The page of a number of the Comprehensive Rules: the passages that quote or cite it, and its meaning today."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..library import LibraryRule
from . import paths
from .blocks import Blocks
from .edition import Edition, Page, Reference
from .previews import Preview, previews
from .references import References, references

_WITHOUT_LETTER = re.compile(r"[a-z]+$")


@dataclass(frozen=True, kw_only=True)
class View:
    """The page of a rule number."""

    title: str
    trace: str
    """The address of the rule's current text, on another site."""
    current: str
    """The text of the link to that address."""
    today: tuple[Reference, ...]
    """The mechanics that the current rules describe under this number."""
    related: tuple[Reference, ...]
    """The other parts of the same rule that have a page."""
    every: str
    """The link to the page of all numbers."""
    quoted: References
    cited: References
    previews: tuple[Preview, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield a page for each rule number."""
    related: dict[str, list[str]] = {}
    for number in edition.library.rules:
        related.setdefault(_without_letter(number), []).append(number)
    for rule in edition.library.rules.values():
        yield _page(edition, rule, related[_without_letter(rule.number)])


def _page(edition: Edition, rule: LibraryRule, related: list[str]) -> Page:
    url, words, number = paths.rule_page(rule.number), edition.words, rule.number
    title = words.say("rule_title", number=number)
    today = edition.mechanics_by_rule.get(_without_letter(number), ())
    view = View(
        title=title,
        trace=paths.trace(number),
        current=words.say("rule_current", number=number),
        today=tuple(edition.mechanic_reference(url, slug) for slug in today),
        related=tuple(edition.rule_reference(url, each) for each in related if each != number),
        every=paths.relative(url, paths.RULES),
        quoted=references(edition, url, rule.quoted_in),
        cited=references(edition, url, rule.cited_in),
        previews=previews(Blocks(edition, url), today),
    )
    return Page(url=url, title=title, description=words.say("rule_description", number=number), view=view)


def _without_letter(number: str) -> str:
    return _WITHOUT_LETTER.sub("", number)
