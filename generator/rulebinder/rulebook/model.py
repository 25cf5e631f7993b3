"""One edition of the Comprehensive Rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from ..facts import yaml_files
from ..problems import Problem, cannot_read, error
from ..system import group_pairs
from ..system.files import DISK

RULES_LANG = "en"
"""The language of the Comprehensive Rules."""

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

    @cached_property
    def text(self) -> str:
        """The text without examples, in one line."""
        return without_examples("\n".join(self.paragraphs))

    @cached_property
    def title(self) -> str | None:
        """The text if it is a title, as in ``702.62.

        Suspend``; None if it is a sentence. Subrules have no titles.
        """
        first = self.paragraphs[0]
        return (
            first
            if len(self.paragraphs) == 1 and self.number[-1].isdigit() and is_title(first)
            else None
        )


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules that were in force from the day ``effective`` (``YYYY-MM-DD``)."""

    effective: str
    name: str
    """The name of the publisher's file."""
    sha256: str
    """The hash of that file's bytes."""
    sections: Mapping[str, str]
    """The titles of the sections, by their digit."""
    rules: Mapping[str, BookRule]
    """By number, in the order of the numbers."""
    glossary: Mapping[str, tuple[str, ...]]
    """The paragraphs of each term, in the file's order."""

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers right below a number, in order; those of a section are its chapters."""
        found = group_pairs((self.above(number) or number[0], number) for number in self.rules)
        return {number: tuple(below) for number, below in found.items()}

    @cached_property
    def titled(self) -> Mapping[str, list[str]]:
        """The numbers of the rules with each title, case folded."""
        return group_pairs(
            (rule.title.casefold(), number) for number, rule in self.rules.items() if rule.title
        )

    @cached_property
    def terms(self) -> Mapping[str, str]:
        """The glossary's terms, by each of their case folded forms: ``First Strike``, ``Kicker,
        Kicked``, ``Bury (Obsolete)``.
        """
        found: dict[str, str] = {}
        for term in self.glossary:
            for form in re.sub(r"\([^()]*\)", "", term).split(","):
                found.setdefault(form.strip().casefold(), term)
        return found

    def above(self, number: str) -> str | None:
        """Return the nearest rule above ``number`` that this edition has: ``702.62`` above
        ``702.62a``; None above a chapter.
        """
        return next((each for each in parents(number) if each in self.rules), None)

    def heading(self, number: str) -> str:
        """Return the nearest rule with a title, ``number`` itself or one above it; the highest one
        if none has a title.
        """
        return self._headings.get(number, number)

    @cached_property
    def _headings(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for number, rule in self.rules.items():
            above = self.above(number)
            found[number] = number if rule.title or above is None else found[above]
        return found

    def title(self, number: str) -> str:
        """Return the title that ``number`` is under; empty if there is none."""
        heading = self.rules.get(self.heading(number))
        return (heading.title or "") if heading else ""

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Every rule that :meth:`heading` returns for a rule of this edition, in order."""
        return tuple(dict.fromkeys(self._headings.values()))

    def path(self, number: str) -> tuple[str, ...]:
        """Return the rules above ``number``, highest first."""
        return tuple(each for each in reversed(parents(number)) if each in self.rules)

    def below(self, number: str) -> Iterator[BookRule]:
        """Yield the rules under ``number`` that have no title of their own, in order."""
        for child in self.children.get(number, ()):
            if not self.rules[child].title:
                yield self.rules[child]
                yield from self.below(child)


def named(book: Rulebook, number: str, names: Collection[str]) -> str | None:
    """Return the number of a rule that is known by a number and by ``names``; None if this edition
    has neither.

    Keywords get new numbers now and then. So the rule with one of the names as its title is
    preferred.
    """
    titles = {name.casefold() for name in names}
    if number in book.rules and book.title(number).casefold() in titles:
        return number
    same = {
        each
        for title in titles
        for each in book.titled.get(title, ())
        if each.partition(".")[0] == number.partition(".")[0]
    }
    if len(same) == 1:
        return same.pop()
    return number if number in book.rules else None


def without_examples(text: str) -> str:
    """Return the text of a rule in one line, without its examples, which are paragraphs of their
    own.
    """
    return " ".join(part for part in re.split(r"\n+", text) if not part.startswith(EXAMPLE))


def is_title(text: str) -> bool:
    """Return whether a rule's text is a title, not a sentence."""
    return len(text) <= _LONGEST_TITLE and "\n" not in text and not _SENTENCE.search(text)


def parents(number: str) -> tuple[str, ...]:
    """Return the numbers above ``number``, nearest first: ``702.62`` and ``702`` above
    ``702.62a``.
    """
    parts = _NUMBER.fullmatch(number)
    if parts is None or parts[2] is None:
        return ()
    return (f"{parts[1]}.{parts[2]}", parts[1]) if parts[3] else (parts[1],)


def order(number: str) -> tuple[int, int, str]:
    """Return the key that sorts numbers as the rules do: 702.9 before 702.10, 702.10b before
    702.10aa.
    """
    parts = _NUMBER.match(number)
    if parts is None:
        return (0, 0, number)
    letters = parts[3] or ""
    return (int(parts[1]), int(parts[2] or 0), f"{len(letters)}{letters}" if letters else "")


class FoundBy(StrEnum):
    """How today's number of a rule was found."""

    CHECKED = "checked"
    """A person found it: it is in content/rules.yml."""
    TEXT = "text"
    """Today's rule says nearly the same as the quotation."""
    TITLE = "title"
    """Today's rule has the same title."""
    ORDER = "order"
    """It has the same place among the parts of a rule that was found."""
    REFERENCE = "reference"
    """Today's form of the rule that cites it cites this number instead."""


@dataclass(frozen=True, kw_only=True)
class RuleToday:
    """Today's number of a rule that a document quotes or cites by the number of its time."""

    number: str
    title: str
    """The title that the rule is under today."""
    found: FoundBy
    confidence: float
    """From 0 to 1."""
    within: bool
    """Whether no part of today's rule says the same.

    ``number`` is then the whole rule to which it belonged.
    """


FOLDER = "rules"
"""The folder of rulebooks in the folder of release notes."""
_SUFFIX = ".json"
_HINT = "store the edition again: `rulebinder import FILE`"


def path_of(effective: str, notes: Path) -> Path:
    """Return the file of the edition that is in force from the day ``effective``."""
    return notes / FOLDER / f"{effective}{_SUFFIX}"


def save(book: Rulebook, notes: Path) -> bool:
    """Write an edition beside the notes, whole or not at all; return whether its file changed.

    Raises OSError.
    """
    data = {
        "effective": book.effective,
        "name": book.name,
        "sha256": book.sha256,
        "sections": dict(book.sections),
        "rules": {number: list(rule.paragraphs) for number, rule in book.rules.items()},
        "glossary": {term: list(paragraphs) for term, paragraphs in book.glossary.items()},
    }
    return DISK.write(path_of(book.effective, notes), yaml_files.dump_json(data))


def load_all(notes: Path) -> tuple[tuple[Rulebook, ...], list[Problem]]:
    """Return all editions beside the notes, newest first, and the problems of their files."""
    folder = notes / FOLDER
    books: list[Rulebook] = []
    problems: list[Problem] = []
    try:
        paths = DISK.entries(folder) if DISK.has(folder) else []
    except OSError as failure:
        return (), [cannot_read(folder, failure)]
    for path in paths:
        if path.name.startswith("."):
            continue
        outcome = load(path)
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            books.append(outcome)
    return tuple(sorted(books, key=lambda book: book.effective, reverse=True)), problems


def load(path: Path) -> Rulebook | Problem:
    """Return the edition in a file, or the problem of the file."""
    if path.suffix != _SUFFIX:
        return error(path, "not a stored edition of the rules", _HINT)
    stored = yaml_files.load_json(path, "rulebook", _HINT)
    if isinstance(stored, Problem):
        return stored
    if path.stem != stored["effective"]:
        return error(path, f"the file contains the edition of {stored['effective']}", _HINT)
    rules: dict[str, list[str]] = stored["rules"]
    return Rulebook(
        effective=stored["effective"],
        name=stored["name"],
        sha256=stored["sha256"],
        sections=stored["sections"],
        rules={
            number: BookRule(number=number, paragraphs=tuple(rules[number]))
            for number in sorted(rules, key=order)
        },
        glossary={term: tuple(paragraphs) for term, paragraphs in stored["glossary"].items()},
    )
