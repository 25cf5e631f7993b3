"""One edition of the Comprehensive Rules: what it holds, how the publisher's text file of any year
is read, and how it is stored beside the notes.

The publisher's file has a table of contents, then sections, chapters, rules and subrules that begin
with their numbers, and last a glossary. The oldest files are wrapped at a margin and have page
headers. Each step is linear in the size of the file.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ..facts import yaml_files
from ..problems import Place, Problem, WithProblems, cannot_read, error, repair, warning
from ..system import group_pairs
from ..system.files import DISK

RULES_LANG = "en"
"""The language of the Comprehensive Rules."""

EXAMPLE = "Example:"
"""The word that opens a paragraph of a rule that is an example."""

FOLDER = "rules"
"""The folder of rulebooks in the folder of release notes."""
LARGEST = 8 << 20
"""How many bytes the publisher's file may have. The largest edition has one megabyte."""

_NUMBER = re.compile(r"([0-9]{3})(?:\.([0-9]{1,3})([a-z]{0,2}))?")
_SENTENCE_END = re.compile(r"[.!?:;,][”\"’')]*$")
_LONGEST_TITLE = 80
"""How many letters a title has at most."""
_SUFFIX = ".json"
_STORE_AGAIN = "store the edition again: `rulebinder import FILE`"
_MOST_PROBLEMS = 20
"""If a file has so many problems, those of the numbers of its rules are not reported any more."""
_MARGIN = 110
"""How many characters a line of a wrapped file has at most. Lines of other files have hundreds."""
_FEWEST_HEADERS = 10
"""How often words are repeated at least if they are page headers."""
_FEWEST_RULES = 20
"""How many rules a file has at least, so that it is an edition and not some other text with
numbers.
"""
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_RULE = re.compile(r"([0-9]{3}\.[0-9]{1,3}[a-z]{0,2})\.?[ \t]+(\S.*)")
_CHAPTER = re.compile(r"([0-9]{3})\.[ \t]+(\S.*)")
_SECTION = re.compile(r"([0-9])\.[ \t]+(\S.*)")
_GLOSSARY = re.compile(r"(?:comprehensive rules )?glossary", re.IGNORECASE)
_CREDITS = re.compile(r"(?:comprehensive rules )?credits", re.IGNORECASE)
_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
_EFFECTIVE = re.compile(
    r"(?:effective\s+(?:as\s+of\s+|on\s+)?|current\s+as\s+of\s+)"
    rf"({'|'.join(_MONTHS)})\s+([0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+([0-9]{{4}})",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0-9]{1,6}")
_CONTINUED = re.compile(r"[^.!?:”\")]$")
"""The end of a line that goes on in the next one, if the file is wrapped."""
_ITEM = re.compile(r"[0-9]+\. ")
"""The beginning of one of the numbered meanings of a term of the glossary."""


class _Line(NamedTuple):
    """A line of the file: its number from 1, and its text without the spaces around it."""

    number: int
    text: str


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
        """The text if it is a title, as in ``702.62. Suspend``; None if it is a sentence.

        Subrules (``702.62a``) have no titles, nor have rules with examples.
        """
        first, *others = self.paragraphs
        may_have_title = not others and self.number[-1].isdigit()
        return first if may_have_title and is_title(first) else None


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
        """The numbers right below each number, in order. Below a section's digit (``7``) are its
        chapters.
        """
        below = group_pairs((self.above(number) or number[0], number) for number in self.rules)
        return {number: tuple(numbers) for number, numbers in below.items()}

    @cached_property
    def numbers_by_title(self) -> Mapping[str, list[str]]:
        """The numbers of the rules with each title, which is case folded."""
        return group_pairs(
            (rule.title.casefold(), number) for number, rule in self.rules.items() if rule.title
        )

    @cached_property
    def terms(self) -> Mapping[str, str]:
        """The glossary's terms, by each of their case folded forms: ``First Strike``, ``Kicker,
        Kicked``, ``Bury (Obsolete)``.
        """
        terms: dict[str, str] = {}
        for term in self.glossary:
            for form in re.sub(r"\([^()]*\)", "", term).split(","):
                terms.setdefault(form.strip().casefold(), term)
        return terms

    def above(self, number: str) -> str | None:
        """Return the nearest rule above ``number`` that this edition has: ``702.62`` above
        ``702.62a``; None above a chapter.
        """
        return next((parent for parent in parents(number) if parent in self.rules), None)

    def heading(self, number: str) -> str:
        """Return the nearest rule with a title, ``number`` itself or one above it; the highest one
        if none has a title. An unknown number is its own heading.
        """
        return self._heading_of.get(number, number)

    @cached_property
    def _heading_of(self) -> Mapping[str, str]:
        """For each rule the one that :meth:`heading` returns. A rule comes after those above it."""
        headings: dict[str, str] = {}
        for number, rule in self.rules.items():
            above = self.above(number)
            headings[number] = number if rule.title or above is None else headings[above]
        return headings

    def title(self, number: str) -> str:
        """Return the title of the heading of ``number``; empty if it has none."""
        heading = self.rules.get(self.heading(number))
        return (heading.title or "") if heading else ""

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Every rule that :meth:`heading` returns for a rule of this edition, in order."""
        return tuple(dict.fromkeys(self._heading_of.values()))

    def ancestors(self, number: str) -> tuple[str, ...]:
        """Return the rules above ``number`` that this edition has, highest first."""
        return tuple(parent for parent in reversed(parents(number)) if parent in self.rules)

    def untitled_below(self, number: str) -> Iterator[BookRule]:
        """Yield the rules under ``number`` whose heading is that of ``number``, in order."""
        for child in self.children.get(number, ()):
            if not self.rules[child].title:
                yield self.rules[child]
                yield from self.untitled_below(child)


def find_rule(book: Rulebook, number: str, names: Collection[str]) -> str | None:
    """Return the number in this edition of a rule that is known by ``number`` and by ``names``;
    None if it has neither.

    Keywords get new numbers now and then. So if only one rule of the same chapter has one of the
    names as its title, that one is preferred.
    """
    titles = {name.casefold() for name in names}
    if number in book.rules and book.title(number).casefold() in titles:
        return number
    named = {
        other
        for title in titles
        for other in book.numbers_by_title.get(title, ())
        if other[:3] == number[:3]  # the chapter
    }
    if len(named) == 1:
        return named.pop()
    return number if number in book.rules else None


def without_examples(text: str) -> str:
    """Return the paragraphs of a rule in one line, without those that are examples."""
    return " ".join(part for part in re.split(r"\n+", text) if not part.startswith(EXAMPLE))


def is_title(text: str) -> bool:
    """Return whether a rule's text is a title, not a sentence."""
    return len(text) <= _LONGEST_TITLE and "\n" not in text and not _SENTENCE_END.search(text)


def parents(number: str) -> tuple[str, ...]:
    """Return the numbers above ``number``, nearest first: ``702.62`` and ``702`` above
    ``702.62a``; none above a chapter.
    """
    parts = _NUMBER.fullmatch(number)
    if parts is None or parts[2] is None:
        return ()
    return (f"{parts[1]}.{parts[2]}", parts[1]) if parts[3] else (parts[1],)


def rule_order(number: str) -> tuple[int, int, str]:
    """Return the key that sorts numbers as the rules do: 702.9 before 702.10, 702.10b before
    702.10aa.
    """
    #  Fewer letters come first: those of ``b`` and ``aa`` are sorted as ``1b`` and ``2aa``.
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
    method: FoundBy
    confidence: float
    """From 0 to 1."""
    within: bool
    """Whether only the whole rule is known within which it was: no part of it says the same today.

    ``number`` is then the number of that whole rule.
    """


def is_edition(beginning: bytes) -> bool:
    """Return whether a file that begins so is an edition, not a text that quotes some rules: the
    first section and its first chapter follow each other, and the rules begin with that chapter.
    """
    encoding = "utf-16" if beginning.startswith(_UTF16_MARKS) else "latin-1"
    text = beginning.decode(encoding, "replace")
    lines = [line.strip() for line in _LINE_BREAK.split(text) if line.strip()]
    numbers = [rule[1] for line in lines if (rule := _RULE.fullmatch(line))]
    has_beginning = any(
        section.startswith("1.")
        and _SECTION.fullmatch(section)
        and chapter.startswith("100.")
        and _CHAPTER.fullmatch(chapter)
        for section, chapter in itertools.pairwise(lines)
    )
    return has_beginning and len(numbers) >= _FEWEST_RULES and numbers[0].startswith("100.")


def read_edition(
    data: bytes, path: str, effective: str | None = None
) -> WithProblems[Rulebook | None]:
    """Return the edition in the bytes of the publisher's file, and the problems; None if one is an
    error.

    ``effective`` is the day from which the rules are in force; without it, the file must say the
    day.
    """
    text, problems = _decode(data, path)
    if text is None:
        return None, problems
    if effective is None and (date := _EFFECTIVE.search(text)):
        month = _MONTHS.index(date[1].capitalize()) + 1
        effective = f"{date[3]}-{month:02}-{int(date[2]):02}"
    if effective is None or not yaml_files.is_calendar_day(effective):
        message = "the file does not say from which day its rules are effective"
        problems.append(error(Place(path), message, "give it as --effective YYYY-MM-DD"))
    lines = [
        _Line(number, _CONTROLS.sub(" ", line).strip())
        for number, line in enumerate(_LINE_BREAK.split(text), 1)
    ]
    is_wrapped = max(len(line.text) for line in lines) <= _MARGIN
    if is_wrapped:
        lines = _drop_headers(lines, path, problems)

    def find_lines(pattern: re.Pattern[str], start: int) -> Iterator[int]:
        """Return the indexes from ``start`` on of the lines that have this pattern."""
        return (index for index in range(start, len(lines)) if pattern.fullmatch(lines[index].text))

    #  Above the first rule are the titles of its chapter and of its section.
    start = next(find_lines(_RULE, 0), len(lines))
    while start and (not lines[start - 1].text or _CHAPTER.fullmatch(lines[start - 1].text)):
        start -= 1
    if start and _SECTION.fullmatch(lines[start - 1].text):
        start -= 1
    #  The last one is its heading: the table of contents may name it, too.
    glossary_at = max(find_lines(_GLOSSARY, start + 1), default=len(lines))
    credits_at = next(find_lines(_CREDITS, glossary_at), len(lines))
    sections, rules = _parse_rules(lines[start:glossary_at], is_wrapped, path, problems)
    glossary = _parse_glossary(lines[glossary_at + 1 : credits_at], is_wrapped)
    if len(rules) < _FEWEST_RULES:
        message = f"no Comprehensive Rules: only {len(rules)} numbered rules were found"
        hint = "give the text file that the publisher offers as TXT"
        problems.append(error(Place(path), message, hint))
    if effective is None or any(problem.is_error for problem in problems):
        return None, problems
    book = _make_book(
        effective=effective,
        name=path.replace("\\", "/").rsplit("/", 1)[-1],
        sha256=hashlib.sha256(data).hexdigest(),
        sections=sections,
        rules=rules,
        glossary=glossary,
    )
    return book, problems


def _make_book(
    *, rules: Mapping[str, Sequence[str]], glossary: Mapping[str, Sequence[str]], **fields: Any
) -> Rulebook:
    """Return an edition with sorted rules. The parameters are the keys of its stored file: the
    paragraphs of each rule and term, and ``fields``, which are stored as they are.
    """
    return Rulebook(
        rules={
            number: BookRule(number=number, paragraphs=tuple(rules[number]))
            for number in sorted(rules, key=rule_order)
        },
        glossary={term: tuple(paragraphs) for term, paragraphs in glossary.items()},
        **fields,
    )


def _decode(data: bytes, path: str) -> WithProblems[str | None]:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or Windows-1252, and the problems;
    None if it cannot be read.
    """
    place, is_wide = Place(path), data.startswith(_UTF16_MARKS)
    if len(data) > LARGEST:
        message = f"larger than {LARGEST >> 20} MB"
        return None, [error(place, message, "give the publisher's text file")]
    if b"\0" in data and not is_wide:
        hint = "give the text file that the publisher offers as TXT"
        return None, [error(place, "not a text file", hint)]
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("utf-16" if is_wide else "utf-8-sig"), []
    if not is_wide:
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("cp1252"), [warning(place, "not UTF-8; read as Windows-1252")]
    message = "neither UTF-8 nor Windows-1252 text"
    return None, [error(place, message, "save the file as UTF-8")]


def _drop_headers(lines: Sequence[_Line], path: str, problems: list[Problem]) -> list[_Line]:
    """Return the lines without page headers, which differ only in a number that counts the pages:
    ``Rules - page 12``.
    """
    shapes = [_DIGITS.sub("#", line.text) for line in lines]
    page_numbers = group_pairs(
        (shape, int(digits[0]))
        for shape, (_, line) in zip(shapes, lines, strict=True)
        if len(digits := _DIGITS.findall(line)) == 1 and not _CHAPTER.fullmatch(line)
    )
    headers = {
        shape
        for shape, pages in page_numbers.items()
        if len(pages) >= _FEWEST_HEADERS
        and all(after == before + 1 for before, after in itertools.pairwise(pages))
    }
    kept = [line for shape, line in zip(shapes, lines, strict=True) if shape not in headers]
    if len(kept) < len(lines):
        message = f"{len(lines) - len(kept)} page headers were left out"
        problems.append(repair(Place(path), message))
    return kept


def _parse_rules(
    lines: Sequence[_Line], is_wrapped: bool, path: str, problems: list[Problem]
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the titles of the sections by their digit, and the paragraphs of each rule."""
    sections: dict[str, str] = {}
    rules: dict[str, list[str]] = {}
    current = ""  # the number of the last rule
    #  The lines that are not blank, and whether a blank one comes before each.
    printed = [
        (number, line, not before)
        for (_, before), (number, line) in itertools.pairwise([(0, ""), *lines])
        if line
    ]
    for (number, line, after_blank), (_, following, _) in itertools.pairwise(
        [*printed, (0, "", True)]
    ):
        section = _SECTION.fullmatch(line)
        rule = _RULE.fullmatch(line) or _CHAPTER.fullmatch(line)
        if rule and is_wrapped and current and not after_blank:
            #  It may be a number with which a line of a wrapped sentence happens to begin.
            goes_on = _CONTINUED.search(rules[current][-1])
            rule = None if goes_on or rule_order(rule[1]) <= rule_order(current) else rule
        if (
            section
            and section[1] not in sections
            #  A section begins with its first chapter; other such lines are in a rule's text.
            and following.startswith(section[1])
            and _CHAPTER.fullmatch(following)
        ):
            sections[section[1]] = section[2]
        elif rule:
            doubts = _check_number(rule[1], current, rules, Place(path, number))
            problems += doubts[: max(0, _MOST_PROBLEMS - len(problems))]
            if rule[1] not in rules:
                current = rule[1]
                rules[current] = [rule[2]]
        elif not current:
            message = "a line before the first rule is left out"
            problems.append(warning(Place(path, number), message))
        else:
            joins = is_wrapped and not after_blank and not line.startswith(EXAMPLE)
            _add_line(rules[current], line, joins=joins)
    return sections, rules


def _check_number(number: str, last: str, rules: Collection[str], place: Place) -> list[Problem]:
    """Return what is wrong with the number of a rule that comes after the rule ``last`` (empty for
    the first one) and after all ``rules``.
    """
    if number in rules:
        return [error(place, f"the rule {number} is here twice", "keep one of them")]
    problems = []
    if last and rule_order(number) < rule_order(last):
        message = f"the rule {number} comes after {last}"
        problems.append(warning(place, message, "it is sorted in"))
    above = parents(number)
    if above and above[0] not in rules:
        message = f"the rule {number} has no rule {above[0]} above it"
        problems.append(warning(place, message))
    return problems


def _parse_glossary(lines: Sequence[_Line], is_wrapped: bool) -> dict[str, list[str]]:
    """Return the paragraphs of each term. Blank lines divide the glossary into blocks.

    The first line of a block is a term, and the others explain it. But a block of one line that
    ends like a sentence goes on with the term above.
    """
    glossary: dict[str, list[str]] = {}
    term = ""
    for is_block, block in itertools.groupby((line.text for line in lines), bool):
        if not is_block:
            continue
        first, *others = block
        if not others and term and first.endswith((".", ")", "”")):
            glossary[term].append(first)
            continue
        term = first
        paragraphs: list[str] = []
        for other in others:
            joins = is_wrapped and bool(paragraphs) and not _ITEM.match(other)
            _add_line(paragraphs, other, joins=joins)
        glossary.setdefault(term, []).extend(paragraphs)
    return glossary


def _add_line(paragraphs: list[str], line: str, *, joins: bool) -> None:
    """Add a line as a paragraph, or if it ``joins``, to the last one: without a space if that ends
    with a hyphen.
    """
    if joins:
        last = paragraphs[-1]
        paragraphs[-1] = f"{last}{line}" if re.search(r"\w-$", last) else f"{last} {line}"
    else:
        paragraphs.append(line)


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


def load_all(notes: Path) -> WithProblems[tuple[Rulebook, ...]]:
    """Return all editions beside the notes, newest first, and the problems of their files."""
    folder = notes / FOLDER
    try:
        paths = DISK.list_entries(folder) if DISK.has(folder) else []
    except OSError as failure:
        return (), [cannot_read(folder, failure)]
    outcomes = [load(path) for path in paths if not path.name.startswith(".")]
    books = [outcome for outcome in outcomes if isinstance(outcome, Rulebook)]
    books.sort(key=lambda book: book.effective, reverse=True)
    return tuple(books), [outcome for outcome in outcomes if isinstance(outcome, Problem)]


def load(path: Path) -> Rulebook | Problem:
    """Return the edition in a file that :func:`save` wrote, or the problem of the file."""
    if path.suffix != _SUFFIX:
        return error(path, "not a stored edition of the rules", _STORE_AGAIN)
    stored = yaml_files.load_json(path, "rulebook", _STORE_AGAIN)
    if isinstance(stored, Problem):
        return stored
    if path.stem != stored["effective"]:
        return error(path, f"the file contains the edition of {stored['effective']}", _STORE_AGAIN)
    return _make_book(**stored)
