"""One edition of the Comprehensive Rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

NUMBER = r"[0-9]{3}(?:\.[0-9]{1,3}[a-z]{0,2})?"
"""The form of a rule's number: ``702``, ``702.62``, ``702.62a``."""
EXAMPLE = "Example:"
"""The word that opens a paragraph of a rule that is an example."""

_NUMBER = re.compile(r"([0-9]{3})(?:\.([0-9]{1,3})([a-z]{0,2}))?")
_SENTENCE = re.compile(r"[.!?:;,][”\"’')]*$")
_LONGEST_TITLE = 80


@dataclass(frozen=True, kw_only=True)
class BookRule:
    """A rule of one edition. A chapter (``702``) is a rule too: its text is its title."""

    number: str
    paragraphs: tuple[str, ...]
    """Its text, then its examples, as printed; at least one."""

    @property
    def text(self) -> str:
        """The text without examples, in one line."""
        return " ".join(each for each in self.paragraphs if not each.startswith(EXAMPLE))

    @property
    def title(self) -> str | None:
        """The text if it is a title, as in ``702.62. Suspend``; None if it is a sentence."""
        return self.paragraphs[0] if len(self.paragraphs) == 1 and is_title(self.paragraphs[0]) else None


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules that were in force from the day ``effective`` (``YYYY-MM-DD``)."""

    effective: str
    name: str
    """The name of the publisher's file."""
    sha256: str
    """The hash of that file's bytes."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """The titles of the sections, by their digit."""
    rules: Mapping[str, BookRule] = field(default_factory=dict)
    """By number, in the order of the numbers."""
    glossary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The paragraphs of each term, in the file's order."""

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers right below a number, in order; those of a section are its chapters."""
        found: dict[str, list[str]] = {}
        for number in self.rules:
            found.setdefault(self.above(number) or number[0], []).append(number)
        return {number: tuple(below) for number, below in found.items()}

    @cached_property
    def titled(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers of the rules with each title, case folded."""
        found: dict[str, tuple[str, ...]] = {}
        for number, rule in self.rules.items():
            if rule.title:
                found[rule.title.casefold()] = (*found.get(rule.title.casefold(), ()), number)
        return found

    @cached_property
    def terms(self) -> Mapping[str, str]:
        """The glossary's terms, by their case folded form."""
        return {term.casefold(): term for term in self.glossary}

    def above(self, number: str) -> str | None:
        """Return the nearest rule above ``number`` that this edition has: ``702.62`` above ``702.62a``; None above a chapter."""
        return next((each for each in parents(number) if each in self.rules), None)

    def heading(self, number: str) -> str | None:
        """Return the nearest rule with a title: ``number`` itself or one above it; None if there is none."""
        path = (number, *parents(number))
        return next((each for each in path if each in self.rules and self.rules[each].title), None)

    def title(self, number: str) -> str:
        """Return the title that ``number`` is under; empty if there is none."""
        heading = self.heading(number)
        return (self.rules[heading].title or "") if heading else ""

    def below(self, number: str) -> Iterator[BookRule]:
        """Yield the rules under the heading ``number`` up to the next titles, in order."""
        for child in self.children.get(number, ()):
            if not self.rules[child].title:
                yield self.rules[child]
                yield from self.below(child)


def is_title(text: str) -> bool:
    """Return whether a rule's text is a title, not a sentence."""
    return len(text) <= _LONGEST_TITLE and "\n" not in text and not _SENTENCE.search(text)


def parents(number: str) -> tuple[str, ...]:
    """Return the numbers above ``number``, nearest first: ``702.62`` and ``702`` above ``702.62a``."""
    parts = _NUMBER.fullmatch(number)
    if parts is None or parts[2] is None:
        return ()
    return (f"{parts[1]}.{parts[2]}", parts[1]) if parts[3] else (parts[1],)


def order(number: str) -> tuple[int, int, str]:
    """Return the key that sorts numbers as the rules do: 702.9 before 702.10, 702.10b before 702.10aa."""
    parts = _NUMBER.match(number)
    if parts is None:
        return (0, 0, number)
    letters = parts[3] or ""
    return (int(parts[1]), int(parts[2] or 0), f"{len(letters)}{letters}" if letters else "")
