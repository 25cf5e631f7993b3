"""Read the publisher's text file of the Comprehensive Rules, of any year.

The file has a table of contents, then sections, chapters, rules and subrules that begin with their
numbers, and last a glossary. The oldest files are wrapped at a margin and have page headers. Each
step is linear in the size of the file.
"""

from __future__ import annotations

import codecs
import hashlib
import itertools
import re
from dataclasses import dataclass, field

from ..facts.yaml_files import is_calendar_day
from ..problems import Place, Problem, error, repair, warning
from ..system import group_pairs
from .model import EXAMPLE, BookRule, Rulebook, order, parents

LARGEST = 8 << 20
"""How many bytes a file may have. The largest edition has one megabyte."""
_MOST_PROBLEMS = 20
_MARGIN = 110
"""No line of a wrapped file is longer. Lines of other files have hundreds of characters."""
_REPEATED = 10
"""How often a page header is repeated at least."""
_EVIDENCE = 20
"""How many rules a file has at least, so that it is an edition and not some other text with
numbers.
"""

_BREAK = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_RULE = re.compile(r"([0-9]{3}\.[0-9]{1,3}[a-z]{0,2})\.?[ \t]+(\S.*)")
_CHAPTER = re.compile(r"([0-9]{3})\.[ \t]+(\S.*)")
_FIRST = re.compile(r"100\.[ \t]+\S.*")
"""The title of the first chapter."""
_SECTION = re.compile(r"([0-9])\.[ \t]+(\S.*)")
_GLOSSARY = re.compile(r"(?:comprehensive rules )?glossary", re.IGNORECASE)
_CREDITS = re.compile(r"(?:comprehensive rules )?credits", re.IGNORECASE)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_EFFECTIVE = re.compile(
    r"(?:effective\s+(?:as\s+of\s+|on\s+)?|current\s+as\s+of\s+)"
    rf"({'|'.join(_MONTHS)})\s+([0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+([0-9]{{4}})",
    re.I,
)
_DIGITS = re.compile(r"[0-9]{1,6}")
_CONTINUED = re.compile(r"[^.!?:”\")]$")
"""The end of a line that goes on in the next one, if the file is wrapped."""


def is_edition(beginning: bytes) -> bool:
    """Return whether a file that begins so is an edition, not a text that quotes some rules: the
    first section and its first chapter follow each other, and the rules begin with that chapter.
    """
    is_wide = beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = beginning.decode("utf-16" if is_wide else "latin-1", "replace")
    lines = [line.strip() for line in _BREAK.split(text) if line.strip()]
    numbers = [rule[1] for line in lines if (rule := _RULE.fullmatch(line))]
    begins = any(
        section.startswith("1.") and _SECTION.fullmatch(section) and _FIRST.fullmatch(chapter)
        for section, chapter in itertools.pairwise(lines)
    )
    return begins and len(numbers) >= _EVIDENCE and numbers[0].startswith("100.")


@dataclass(frozen=True)
class BookLine:
    """A line of the file, from 1, without the spaces around it."""

    number: int
    text: str


def read(
    data: bytes, path: str, effective: str | None = None
) -> tuple[Rulebook | None, list[Problem]]:
    """Return the edition in the bytes of a file, and the problems; None if there is an error.

    ``effective`` is the day from which it is in force, if the file does not say.
    """
    text, problems = _decoded(data, path)
    if text is None:
        return None, problems
    lines = [
        BookLine(number, _CONTROL.sub(" ", line).strip())
        for number, line in enumerate(_BREAK.split(text), 1)
    ]
    day = effective or _day(text)
    if day is None or not is_calendar_day(day):
        hint = "give it as --effective YYYY-MM-DD"
        problems.append(
            error(Place(path), "the file does not say from which day its rules are effective", hint)
        )
    reader = _Reader(path, problems)
    reader.read(lines)
    if len(reader.rules) < _EVIDENCE:
        hint = "give the text file that the publisher offers as TXT"
        problems.append(
            error(
                Place(path),
                f"no Comprehensive Rules: only {len(reader.rules)} numbered rules were found",
                hint,
            )
        )
    if day is None or any(problem.is_error for problem in problems):
        return None, problems
    return (
        Rulebook(
            effective=day,
            name=path.replace("\\", "/").rsplit("/", 1)[-1],
            sha256=hashlib.sha256(data).hexdigest(),
            sections=reader.sections,
            rules={
                number: BookRule(number=number, paragraphs=tuple(reader.rules[number]))
                for number in sorted(reader.rules, key=order)
            },
            glossary={term: tuple(texts) for term, texts in reader.glossary.items()},
        ),
        problems,
    )


def _decoded(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """Return the characters of a file: UTF-8, UTF-16 with its mark, or Windows-1252."""
    if len(data) > LARGEST:
        return None, [
            error(Place(path), f"larger than {LARGEST >> 20} MB", "give the publisher's text file")
        ]
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not wide:
        return None, [
            error(
                Place(path),
                "not a text file",
                "give the text file that the publisher offers as TXT",
            )
        ]
    for codec in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        return text, (
            [warning(Place(path), "not UTF-8; read as Windows-1252")] if codec == "cp1252" else []
        )
    return None, [
        error(Place(path), "neither UTF-8 nor Windows-1252 text", "save the file as UTF-8")
    ]


def _day(text: str) -> str | None:
    """Return the day that the file names, as ``YYYY-MM-DD``; None if it names none."""
    found = _EFFECTIVE.search(text)
    if not found:
        return None
    day = f"{found[3]}-{_MONTHS.index(found[1].capitalize()) + 1:02}-{int(found[2]):02}"
    return day if is_calendar_day(day) else None


@dataclass
class _Reader:
    """Collects the parts of one file."""

    path: str
    problems: list[Problem]
    sections: dict[str, str] = field(default_factory=dict)
    rules: dict[str, list[str]] = field(default_factory=dict)
    glossary: dict[str, list[str]] = field(default_factory=dict)
    _current: str = ""
    _wrapped: bool = False

    def read(self, lines: list[BookLine]) -> None:
        """Take the body and the glossary out of ``lines``."""
        self._wrapped = max((len(line.text) for line in lines), default=0) <= _MARGIN
        lines = self._without_headers(lines) if self._wrapped else lines
        start = next(
            (at for at, line in enumerate(lines) if _RULE.fullmatch(line.text)), len(lines)
        )
        start = self._above(lines, start)
        glossary = max(
            (at for at, line in enumerate(lines) if at > start and _GLOSSARY.fullmatch(line.text)),
            default=len(lines),
        )
        end = next(
            (at for at in range(glossary, len(lines)) if _CREDITS.fullmatch(lines[at].text)),
            len(lines),
        )
        self._body(lines[start:glossary])
        self._glossary(lines[glossary + 1 : end])

    def _without_headers(self, lines: list[BookLine]) -> list[BookLine]:
        """Return the lines without page headers: the same words again and again, with a number that
        counts the pages.
        """
        numbers = group_pairs(
            (_DIGITS.sub("#", line.text), int(digits[0]))
            for line in lines
            if len(digits := _DIGITS.findall(line.text)) == 1 and not _CHAPTER.fullmatch(line.text)
        )
        headers = {
            shape
            for shape, counted in numbers.items()
            if len(counted) >= _REPEATED
            and all(after == before + 1 for before, after in itertools.pairwise(counted))
        }
        kept = [line for line in lines if _DIGITS.sub("#", line.text) not in headers]
        if len(kept) < len(lines):
            self.problems.append(
                repair(Place(self.path), f"{len(lines) - len(kept)} page headers were left out")
            )
        return kept

    @staticmethod
    def _above(lines: list[BookLine], start: int) -> int:
        """Return where the titles above the first rule begin."""
        for at in range(start - 1, -1, -1):
            text = lines[at].text
            if not text or _CHAPTER.fullmatch(text):
                continue
            return at if _SECTION.fullmatch(text) else at + 1
        return 0

    def _body(self, lines: list[BookLine]) -> None:
        following = [line.text for line in lines if line.text]
        after = dict(zip((line.number for line in lines if line.text), following[1:], strict=False))
        blank = True
        for line in lines:
            if line.text:
                self._line(line, after.get(line.number, ""), blank=blank)
            blank = not line.text

    def _line(self, line: BookLine, following: str, *, blank: bool) -> None:
        section, numbered = (
            _SECTION.fullmatch(line.text),
            _RULE.fullmatch(line.text) or _CHAPTER.fullmatch(line.text),
        )
        if (
            section
            and section[1] not in self.sections
            and following.startswith(section[1])
            and _CHAPTER.fullmatch(following)
        ):
            self.sections[section[1]] = section[2]
        elif numbered and self._begins(numbered[1], blank=blank):
            self._begin(numbered[1], numbered[2], line.number)
        elif not self._current:
            self.problems.append(
                warning(Place(self.path, line.number), "a line before the first rule is left out")
            )
        else:
            self._continue(line, blank=blank)

    def _begins(self, number: str, *, blank: bool) -> bool:
        """Return whether a number at the start of a line begins a rule.

        In a wrapped file it may be part of a sentence.
        """
        if blank or not self._wrapped or not self._current:
            return True
        last = self.rules[self._current][-1]
        return not _CONTINUED.search(last) and order(number) > order(self._current)

    def _begin(self, number: str, text: str, line: int) -> None:
        place = Place(self.path, line)
        if number in self.rules:
            self._report(error(place, f"the rule {number} is here twice", "keep one of them"))
            return
        if self._current and order(number) < order(self._current):
            self._report(
                warning(place, f"the rule {number} comes after {self._current}", "it is sorted in")
            )
        if parents(number) and parents(number)[0] not in self.rules:
            self._report(
                warning(place, f"the rule {number} has no rule {parents(number)[0]} above it")
            )
        self.rules[number] = [text]
        self._current = number

    def _continue(self, line: BookLine, *, blank: bool) -> None:
        """Add a line to the current rule: as a paragraph, or to the last one if the file is
        wrapped.
        """
        paragraphs = self.rules[self._current]
        if self._wrapped and not blank and not line.text.startswith(EXAMPLE):
            paragraphs[-1] = _joined(paragraphs[-1], line.text)
        else:
            paragraphs.append(line.text)

    def _glossary(self, lines: list[BookLine]) -> None:
        """Read blocks that blank lines divide.

        The first line of each is a term. A block of one sentence belongs to the term above.
        """
        block: list[str] = []
        last = ""
        for line in (*lines, BookLine(0, "")):
            if line.text:
                block.append(line.text)
                continue
            if len(block) == 1 and last and block[0].endswith((".", ")", "”")):
                self.glossary[last] += block
            elif block:
                last = block[0]
                self.glossary.setdefault(last, []).extend(self._paragraphs(block[1:]))
            block = []

    def _paragraphs(self, lines: list[str]) -> list[str]:
        """Return the paragraphs of a term: its lines, or whole paragraphs if the file is
        wrapped.
        """
        if not self._wrapped:
            return lines
        whole: list[str] = []
        for line in lines:
            if whole and not re.match(r"[0-9]+\. ", line):
                whole[-1] = _joined(whole[-1], line)
            else:
                whole.append(line)
        return whole

    def _report(self, problem: Problem) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)


def _joined(first: str, second: str) -> str:
    return f"{first}{second}" if re.search(r"\w-$", first) else f"{first} {second}"
