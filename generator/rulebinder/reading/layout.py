"""The lines of a page before a dialect reads them: paragraphs that a margin broke, words that it
cut, bullets with unusual marks, and questions with their answers.

A line was broken by the margin if the first word of the next line had no room left on it. That
alone proves nothing: the last line of a paragraph may be as long by chance. So the page is asked
three more questions:

1. Is there a margin? Lines that go on in lower case show it, and they are about equally long.
2. How far are further lines of a paragraph indented? The same lines show it.
3. If a sentence ends at the margin, does its paragraph end there, too? Where paragraphs have blank
   lines, bullets or indents of their own, hardly any line that ends early is followed by a plain
   one. Where they have none, many are. The share decides, and the problems name the doubtful lines.

Scripts without cases show the margin by full lines in the middle of a sentence. Where they put no
spaces between words, a line may break after any letter, but a mark that must not begin a line takes
the letter before it along.

A hyphen at the end of a line may be the margin's: ``inter-`` and ``rupt`` are one word, ``double-``
and ``faced`` keep theirs.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..problems import Place, WithProblems, list_some, pluralize, repair, review
from ..text import SYMBOL
from .dialect import DocumentText, is_label
from .symbols import UNCASED, UNSPACED

# Margins.

_NARROWEST, _WIDEST = 30, 110
"""The margins in columns that a hand or a mailer sets.

A page of whole paragraphs has far longer lines.
"""
_MOST_WITHIN = 0.98
"""The share of lines that are within the margin: an address or a heading may be longer."""
_OVER = 3
"""By how many columns a broken line may be longer than the margin found, which is that of most
lines.
"""
_LEAST_BROKEN = 3
_LEAST_SHARE = 0.04
"""The share of lines that must go on in lower case before a page counts as wrapped."""
_ONE_TEXT = 0.98
"""The share of lines broken by the margin from which on the page has no paragraphs at all: it was
one line.
"""
_USUAL = 0.05
"""The share of certain continuations from which on their indent is one of the page's."""
_MOST_NAMED = 5
"""How many doubtful lines a problem names."""

ENDED = re.compile(r"""(?:[.!?…:;)\]。！？：；）」』]\s?[”"»*_]*|[—–]|--)$""")
"""The end of a sentence, a reminder or a lead, in the last four characters of a line."""
_SENTENCE = re.compile(r"[.!?][)”\"»]*\s+[“\"«]*[^\W\d_a-zà-ÿ]|[。！？][）」』]*(?=\w)")
_BRACKETS = re.compile(r"\([^()]*\)?")
_QUOTE = re.compile(r"(?:>\s?)+")
_BULLET = re.compile(
    r"(?:[*•●▪◦○·‣+]|\\\*|o(?=\s+[^\W\d_a-zà-ÿ]))\s+(?=\S)|(?:[-–*•●▪◦○·‣+]|\\\*)$|＊(?![/／+＋])"
)
_DASH = re.compile(r"[-–]\s+(?=\S)")
_COST = re.compile(
    rf"(?:(?:{SYMBOL}|!\[[^\[\]]*\]\([^()\s]*\))\s?(?://\s)?)+$|(?=\w*[\dWUBRGX])[\dXYZWUBRGC/()]{{1,10}}$"
)
_STATS = re.compile(r"[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+$|\d{1,2}$")
_BREAK = re.compile(r"/+$|(?:[-=_*~]\s?){3,}$")
_HEADING = re.compile(r"#{1,6}\s|\||-{3,5}[^\W\d_]")
_OPENING = re.compile(
    rf"(?:{SYMBOL}\s?)+[,:]|[+−–-][\dX]+\s?[:：]|[IVX]+(?:,"
    r" ?[IVX]+)*\s?(?:(?:—|–|--)\s|[―～])|\(?\d{1,2}\)\s|\d{1,2}\.\s|\d{3}\.\d"
)
"""The opening of an ability, a chapter, a numbered entry or a quoted rule: after a full stop, a
paragraph begins with it.
"""
_CAPITALS = re.compile(r"[^\W\d_]{4}")
"""A word in a heading of capitals: a cost has letters, too."""
_LOWER = re.compile(r"[(“\"'*_]*[^\W\d_]")
_OPENS_UNCASED = re.compile(rf"[（「『“]?{UNCASED.pattern}")
_WIDE = frozenset("WF")
"""The kinds of characters that are as wide as two others."""
_MAY_BE_WIDE = re.compile(r"[^\x00-\u10ff\u2000-\u2319]")
"""A character beyond the letters of Europe and the punctuation that goes with them: most lines have
none.
"""
_Step = tuple[bool, bool, int, int]
"""The way from a line to the next: whether the line has a bullet, is in one, its indent, and that
of the next line.
"""


class _Row(NamedTuple):
    """A line that is not blank.

    ``text`` lacks its indent and its quotation marks; ``width`` has them.
    """

    number: int
    text: str
    indent: int
    width: int
    quoted: bool
    after_blank: bool
    tied: bool
    """Whether it ends with two spaces, a line break of Markdown."""

    @property
    def has_end(self) -> bool:
        """Whether a sentence, or what introduces a list, may end with the line."""
        return bool(ENDED.search(self.text[-4:]))

    @property
    def is_lower(self) -> bool:
        """Whether it begins in lower case, as no paragraph does."""
        opening = _LOWER.match(self.text)
        return opening is not None and opening.group()[-1].islower()

    @property
    def is_uncased(self) -> bool:
        """Whether it begins in a script without cases, in the middle of a sentence perhaps."""
        return _OPENS_UNCASED.match(self.text) is not None


@dataclass(kw_only=True)
class _Margin:
    """The margin of a page, and how the page continues paragraphs."""

    columns: int
    one_text: bool = False
    """Whether nearly every line is broken by the margin."""
    steps: frozenset[_Step] = frozenset()
    """The ways in which paragraphs continue."""
    inner: Counter[_Step] = field(default_factory=Counter)
    """How many sentences end within a line."""
    outer: Counter[_Step] = field(default_factory=Counter)
    """How many end with a line that is shorter than the margin, before one that nothing marks as a
    beginning.
    """

    def is_full(self, row: _Row, following: _Row) -> bool:
        """Whether the first word of the next line had no room on this one."""
        broken = (
            row.width <= self.columns + _OVER or " " not in row.text
        )  # a long address has a line of its own
        return broken and row.width + 1 + _width(first_word(following.text)) > self.columns


def unwrap(page: DocumentText) -> WithProblems[DocumentText]:
    """Return the page with the lines that a margin broke made whole; a page without a margin is
    returned as it is.

    Lines keep their numbers. The problems say how many lines were joined, and which ends of
    paragraphs are doubtful.
    """
    lines = page.text.split("\n")
    rows = list(_rows(lines))
    #  The width within which nearly all lines of words are. Most pages have no margin by it alone.
    widths = sorted(row.width for row in rows if " " in row.text or UNCASED.search(row.text))
    columns = widths[max(0, int(_MOST_WITHIN * len(widths)) - 1)] if widths else 0
    if not _NARROWEST <= columns <= _WIDEST:
        return page, []
    pairs = itertools.pairwise(rows)
    if any(one.tied and two.is_lower and not two.after_blank for one, two in pairs):
        #  Sentences run on behind the spaces at the ends of lines: they are not line breaks.
        rows = [row._replace(tied=False) for row in rows]
    margin = _find_margin(rows, columns)
    if margin is None:
        return page, []
    doubtful: list[int] = []
    joined: dict[int, _Row] = {}  # the lines that go on with the paragraph above
    brackets = 0
    for one, two, step, is_fresh in _steps(rows):
        brackets = max(0, brackets + one.text.count("(") - one.text.count(")"))
        goes_on = not is_fresh and two.is_lower and not one.has_end and 2 * one.width >= columns
        if not is_fresh and not goes_on and step in margin.steps and margin.is_full(one, two):
            is_sure = two.is_lower or not one.has_end or brackets > 0 or two.text.startswith("(")
            #  A sentence within a paragraph ends at the margin by the same chance as a paragraph
            # does: so what is usual within lines and before shorter ones decides.
            goes_on = is_sure or margin.inner[step] >= margin.outer[step]
            if not is_sure and margin.inner[step] and margin.outer[step]:
                doubtful.append(two.number)
        if goes_on or margin.one_text:
            joined[two.number] = two
        else:
            brackets = 0
    problems = []
    if joined:
        message = (
            f"the page is wrapped at {columns} columns: {len(joined)} lines are joined to those"
            " above"
        )
        problems.append(repair(Place(page.path, next(iter(joined))), message))
    if doubtful:
        numbers = list_some([*map(str, doubtful)], _MOST_NAMED)
        message = (
            f"sentences end at the margin above {pluralize(len(doubtful), 'line')}"
            f" ({numbers}): their paragraphs may go on or end there"
        )
        hint = "put blank lines between the paragraphs of the document"
        problems.append(review(Place(page.path, doubtful[0]), message, hint))
    return _glue(page, lines, joined), problems


def _rows(lines: Iterable[str]) -> Iterator[_Row]:
    is_blank = True
    for number, raw in enumerate(lines, start=1):
        line = raw.expandtabs(4).rstrip() if "\t" in raw else raw.rstrip()
        text = line.lstrip()
        quote = _QUOTE.match(text)
        text = text[quote.end() :] if quote else text
        if text:
            yield _Row(
                number=number,
                text=text,
                indent=len(line) - len(text),
                width=_width(line),
                quoted=quote is not None,
                after_blank=is_blank,
                tied=raw.endswith("  "),
            )
        is_blank = not text


def _width(text: str) -> int:
    """Return how many columns a text takes up."""
    return len(text) + sum(
        unicodedata.east_asian_width(letter) in _WIDE for letter in _MAY_BE_WIDE.findall(text)
    )


def _find_margin(rows: Sequence[_Row], columns: int) -> _Margin | None:
    """Return the margin of a page, which can only be at these columns; None if it has none."""
    margin = _Margin(columns=columns)
    pairs = [(one, two) for one, two in itertools.pairwise(rows) if not two.after_blank]
    broken = sum(
        (two.is_lower or two.is_uncased) and not one.has_end and margin.is_full(one, two)
        for one, two in pairs
    )
    early = sum(two.is_lower and not one.has_end and 2 * one.width < columns for one, two in pairs)
    if broken < max(_LEAST_BROKEN, _LEAST_SHARE * len(rows)) or early > broken:
        return None
    full = sum(margin.is_full(one, two) for one, two in pairs)
    if len(pairs) == len(rows) - 1 and full >= _ONE_TEXT * len(pairs):
        margin.one_text = True
        return margin
    #  How the page continues paragraphs, as the lines show that are certain.
    certain: Counter[_Step] = Counter()
    is_bracketed = False
    for one, two, step, is_fresh in _steps(rows):
        #  Sentences in brackets do not count: nobody doubts that they go on.
        _, closed, behind = one.text.partition(")") if is_bracketed else ("", ")", one.text)
        sentences = len(_SENTENCE.findall(_BRACKETS.sub("", behind)))
        is_bracketed = not closed or behind.rfind("(") > behind.rfind(")")
        if is_fresh:
            is_bracketed = False
            continue
        if margin.is_full(one, two):
            certain[step] += two.is_lower or (two.is_uncased and not one.has_end)
        elif one.has_end and not two.is_lower:
            margin.outer[step] += 1
        margin.inner[step] += sentences
    total = certain.total()
    margin.steps = frozenset(
        step for step, count in certain.items() if count > _USUAL * total or count >= _LEAST_BROKEN
    )
    return margin


def _steps(rows: Sequence[_Row]) -> Iterator[tuple[_Row, _Row, _Step, bool]]:
    """Yield each two lines, the step between them, and whether the second one begins something by
    its looks.
    """
    is_inside = is_bullet = False
    is_fresh = True
    before: _Row | None = None
    for (one, two), after in itertools.zip_longest(itertools.pairwise(rows), rows[2:]):
        is_outdented = before is not None and not is_bullet and one.indent < before.indent
        is_bullet = is_fresh and bool(_BULLET.match(one.text) or _DASH.match(one.text))
        is_inside = is_bullet or (is_inside and not is_fresh and not is_outdented)
        is_fresh = two.after_blank or one.quoted != two.quoted or _begins(before, one, two, after)
        yield one, two, (is_bullet, is_inside, one.indent, two.indent), is_fresh
        before = one


def _begins(before: _Row | None, one: _Row, two: _Row, after: _Row | None) -> bool:
    """Whether ``two`` does not go on with ``one`` by its looks: it is a bullet, a heading, a
    divider, or a part of a card's head.
    """
    #  One of two lines is not part of a paragraph, or the second one has the mark of another one.
    if (
        one.tied
        or one.text.endswith("\\")
        or _BULLET.match(two.text)
        or _HEADING.match(two.text)
        or one.text.startswith("|")
        or is_label(two.text)
        or any(pattern.match(row.text) for pattern in (_BREAK, _COST, _STATS) for row in (one, two))
        or (is_label(one.text) and one.text.partition(": ")[2].startswith(two.text))
        or (
            one.text.isupper()
            and not two.text.isupper()
            and not UNCASED.search(one.text)
            and _CAPITALS.search(one.text)
        )
    ):
        return True
    above = before.text if before is not None and not one.after_blank else ""
    below = after.text if after is not None and not after.after_blank else ""
    if _COST.match(above) and not _STATS.match(above):
        #  Below a type line, its rest is words in title case, or the line above the stats.
        return not _STATS.match(below) and (two.has_end or not two.text.istitle())
    if _DASH.match(two.text):
        return one.has_end or not two.text[2:].lstrip()[0].islower()
    return one.has_end and bool(_COST.match(below) or _OPENING.match(two.text))


def _glue(page: DocumentText, lines: Sequence[str], joined: Mapping[int, _Row]) -> DocumentText:
    """Return the page with each line in ``joined``, which has their numbers, at the end of the line
    above.
    """
    hyphens = Hyphens(lines)
    gaps, texts = [""], [lines[0]]  # each line, and what comes before it
    for number, raw in enumerate(lines[1:], start=2):
        gap, text = "\n", raw
        if row := joined.get(number):
            bare, text = texts[-1].rstrip(), row.text + raw[len(raw.rstrip()) :]
            lost, gap = hyphens.between(bare, text)
            texts[-1] = bare[: len(bare) - lost]
        gaps.append(gap)
        texts.append(text)
    pieces = [gap + text for gap, text in zip(gaps, texts, strict=True)]
    ends = itertools.accumulate(map(len, pieces))
    starts = tuple(end - len(text) for end, text in zip(ends, texts, strict=True))
    return DocumentText("".join(pieces), page.path, starts)


# Seams: what a line's end parts, and how the parts are joined again.

_HYPHENS = "-\u2010"
_CUT = re.compile(rf"(?P<head>[^\W\d_]+)[{_HYPHENS}]$")
_TIED = re.compile(rf"\w[{_HYPHENS}]{{1,2}}$")
_OPEN = re.compile(r"""(?:^|[\s—])["“(\[]$|\w[—–/]$""")
"""The end of a line after which the next one follows without a space: an opening mark, a dash or
stroke between words.
"""
_SIGN = re.compile(r"(?:^|[\s/])[-+−]$")
"""The sign of a number that begins the next line."""
_PARTED = ("}{", "--")
"""Two letters that a line's end parts: those of two symbols, of a dash of two hyphens."""
_DASHED, _AFTER_SPACE = re.compile(r"\w—\w"), re.compile(r" —\w")
"""A dash between two words, and one before a word: Spanish has the second one."""
_FIRST = re.compile(r"[^\W\d_]+")
_WORD = re.compile(rf"[^\W\d_]+(?:[{_HYPHENS}][^\W\d_]+)*")
_UNSPACED = re.compile(rf"(?:{UNSPACED.pattern}|[\u3000-\u303f\uff01-\uff65])")
"""A letter of a script that is written without spaces, or its punctuation."""
_FIRST_WORD = re.compile(
    rf"(?:{_UNSPACED.pattern}.?|(?:(?!{_UNSPACED.pattern})\S)+)(?:(?!\w){_UNSPACED.pattern})*"
)
_GAP = re.compile(rf"(?<={_UNSPACED.pattern}) (?={_UNSPACED.pattern})")
_LONG = 4
"""A word from this length on is seldom a syllable of another one by chance."""
_TAIL = 80
"""How many characters at the end of a line are looked at: no word is as long."""


def first_word(text: str) -> str:
    """Return what a margin does not part at the beginning of a line: a word, or two letters of a
    script without spaces and the marks behind them.
    """
    word = _FIRST_WORD.match(text)
    return word.group() if word else ""


def without_gaps(text: str) -> str:
    """Return the text of a drawn line without spaces inside a script that has none: bold letters
    are often set apart.
    """
    return _GAP.sub("", text)


def gap_between(line: str, following: str) -> str:
    """Return what comes between two lines of a sentence: a space, but none in a script that is
    written without spaces.

    Such a script also puts none beside the letters and digits of others; beside a symbol it may
    have one.
    """
    before, after = line[-1:], following[:1]
    unspaced = _UNSPACED.match(before) or _UNSPACED.match(after)
    return "" if unspaced and before != "}" and after != "{" else " "


class Hyphens:
    """Tells the hyphens that only a margin put there from those of compounds, by the words of the
    document.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        self._compounds: set[str] = set()
        cuts: list[tuple[str, str]] = []
        tied = spaced = 0
        for line, following in itertools.pairwise((*(line.strip() for line in lines), "")):
            for word in _WORD.findall(line.casefold()):
                halves = re.split(f"[{_HYPHENS}]", word)
                self._words.update(halves)
                self._compounds.update("-".join(pair) for pair in itertools.pairwise(halves))
            tied += len(_DASHED.findall(line))
            spaced += len(_AFTER_SPACE.findall(line))
            parts = _cut_word(line, following)
            if parts:
                cuts.append(parts)
                self._words.subtract(parts)  # the halves of a word are not words of the document
        sure = [goes for parts in cuts if (goes := self._goes(*parts)) is not None]
        self._ties_dashes = tied > spaced
        self._hyphenates = 2 * sum(sure) > len(sure)

    def between(self, line: str, following: str) -> tuple[int, str]:
        """Return how two lines of a paragraph are joined: how many characters the first one loses,
        and what comes between.
        """
        end = line[-_TAIL:]
        if line.endswith("\u00ad"):
            return 1, ""
        if self._is_unspaced(end, following[:2]):
            return 0, ""
        if not _TIED.search(end) or not following[:1].isalpha():
            return 0, gap_between(line, following)
        parts = _cut_word(line, following)
        goes = self._goes(*parts) if parts else False
        return int(self._hyphenates if goes is None else goes), ""

    def _is_unspaced(self, end: str, start: str) -> bool:
        """Return whether a browser broke a line at a place without a space: at a dash, at a stroke,
        between two symbols.
        """
        return (
            bool(_OPEN.search(end))
            or end[-1:] + start[:1] in _PARTED
            or (bool(_SIGN.search(end)) and (start[:1].isdigit() or start[:1] in {"X", "*"}))
            or (
                self._ties_dashes
                and end[-1:].isalnum()
                and start.startswith("—")
                and start[1:].isalnum()
            )
        )

    def _goes(self, head: str, tail: str) -> bool | None:
        """Whether the hyphen between two parts of a word goes; None if no other word of the
        document says so.
        """
        if self._words[head + tail] > 0:
            return True
        if f"{head}-{tail}" in self._compounds:
            return False
        is_long = min(len(head), len(tail)) >= _LONG
        return False if is_long and min(self._words[head], self._words[tail]) > 0 else None


def _cut_word(line: str, following: str) -> tuple[str, str] | None:
    """Return the two parts of a word that a line's end cuts; None if it cuts none."""
    head, tail = _CUT.search(line[-_TAIL:]), _FIRST.match(following[:_TAIL])
    if not (head and tail and tail.group().islower()):
        return None
    return head["head"].casefold(), tail.group()


# Bullets with unusual marks, and questions.

_USUAL_BULLETS = frozenset("-*+•●▪·‣\uf0b7＊")
"""The marks that dialects know, each in its own way."""
_NO_BULLETS = frozenset("#>|=<\\/…:;,.\"'")
"""Signs that begin headings, quotes, tables, tags, and the rest of a line that lost its symbols."""
_OPENING_MARKS = ("Ps", "Pi")
"""The categories of brackets and quotation marks."""
_MARKED = re.compile(
    r"^(?P<indent>[^\S\n]*)\\?(?P<mark>[^\w\s](?=[^\S\n]+\S)|(?![\s\w])[\u2022-\u2211\u2213-\uffff](?=\S)"
    r"|[a-zØü](?=[^\S\n]+[^\sa-zà-ÿ])|\d{1,2}[.)](?=[^\S\n]+\S))[^\S\n]*(?=\S)",
    re.MULTILINE,
)
"""A sign and a space; a sign that is not a dash, quotation mark or minus, without a space; a small
letter or a number alone.
"""
_NUMBER = "1."
"""The mark that stands for all numbers."""
_LEAST_BULLETS = 0.05
"""The share of lines up to which a mark may be that of modes."""
_LEAST = 3
_MARK = re.compile(
    r"\s*(?:[*•-]\s+)?[*_]{0,3}(?P<mark>[^\W\d_]{1,10})[*_]{0,3}\s?[:.：．][*_]{0,3}(?=\s|[^\x00-\xff])"
)
_BULLET_LINE = re.compile(r"\s*[*•-]\s+")
_QUESTION = re.compile(r"[?？][\"”»)」*_]*$")
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)[^*_\n]+(?P=mark)")
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_OTHER = re.compile(r"\*\*|__|#|[-=*_]{3}|!\[|[*-]\s")
"""What an answer ends before: another question, a heading, a divider, a picture, a bullet."""
_LEAST_QUESTIONS = 2
"""How many questions with a mark a page must have; those in bold must be more."""
_MOST_LINES = 8
"""How many lines a question may have."""


def star_bullets(text: str, path: str) -> WithProblems[str]:
    """Return the text with a star for each of its bullets, and what was done.

    A text whose bullets a dialect knows comes back as it is.
    """

    def mark_of(match: re.Match[str]) -> str:
        return _NUMBER if match["mark"][0].isdecimal() else match["mark"]

    text, problems = join_answers(text, path)
    matches = [
        match
        for match in _MARKED.finditer(text)
        if match["mark"] not in _NO_BULLETS
        and unicodedata.category(match["mark"][0]) not in _OPENING_MARKS
    ]
    counts = Counter(map(mark_of, matches))
    mark = max(sorted(counts), key=counts.__getitem__, default="*")
    if mark in _USUAL_BULLETS or counts[mark] < max(_LEAST, _LEAST_BULLETS * text.count("\n")):
        return text, problems
    bullets = [match for match in matches if mark_of(match) == mark]
    margin = min(len(match["indent"]) for match in bullets)
    name = mark if mark.isprintable() else f"U+{ord(mark):04X}"
    message = f"“{name}” begins {len(bullets)} lines: it is read as a bullet"
    place = Place(path, text.count("\n", 0, bullets[0].start()) + 1)
    starred = _MARKED.sub(
        lambda match: f"{match['indent'][margin:]}* " if mark_of(match) == mark else match[0], text
    )
    return starred, [*problems, repair(place, message)]


def join_answers(text: str, path: str) -> WithProblems[str]:
    """Return the text with each question and its answer as one bullet, and what was done; any other
    text as it is.

    No line moves: those that a bullet takes up leave blank ones behind.
    """
    if "?" not in text and "？" not in text:
        return text, []
    lines = text.split("\n")
    #  The word before the colon at the beginning of each line.
    marks = [match["mark"] if (match := _MARK.match(line)) else "" for line in lines]
    spans_of: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for start, mark in enumerate(marks):
        answer = _answer_start(lines, marks, start) if mark else 0
        if answer:
            end = answer + 1  # at a blank line, the next question, or the name above a cost
            while end < len(lines) and not (
                "".join(lines[end + 1 : end + 2]).startswith("{")
                or marks[end] == mark
                or not lines[end].strip()
            ):
                end += 1
            spans_of[mark, marks[answer]].append((start, end))
    if not spans_of:
        return _join_bold_questions(text, path)
    (mark, _), spans = max(spans_of.items(), key=lambda item: len(item[1]))
    if len(spans) < _LEAST_QUESTIONS or 2 * len(spans) < marks.count(mark):
        return text, []
    for start, end in spans:
        first, *rest = filter(None, map(str.strip, lines[start:end]))
        joined = _BULLET_LINE.sub("", first)
        for line in rest:
            joined += gap_between(joined, line) + line
        lines[start:end] = [f"* {joined}", *[""] * (end - start - 1)]
    message = (
        f"{len(spans)} questions with the mark “{mark}” are read as bullets, each with its answer"
    )
    return "\n".join(lines), [repair(Place(path, spans[0][0] + 1), message)]


def _answer_start(lines: Sequence[str], marks: Sequence[str], start: int) -> int:
    """Return where the answer to the question at ``start`` begins; 0 if it is not a question, or
    has no answer.
    """
    is_asked = False
    for at in range(start, min(start + _MOST_LINES, len(lines))):
        line = lines[at].strip()
        if at > start and marks[at]:
            return at if is_asked and marks[at] != marks[start] else 0
        if is_asked == bool(line):  # more words after the question, or a gap in it
            return 0
        is_asked = is_asked or bool(_QUESTION.search(line))
    return 0


def _join_bold_questions(text: str, path: str) -> WithProblems[str]:
    """Return the text with each question in bold and its answer as one bullet, further paragraphs
    of the answer indented below it, if most bold lines of the page are questions.
    """
    lines = text.split("\n")
    bare = [*map(str.strip, lines), ""]
    bold = [at for at, line in enumerate(bare) if _BOLD.fullmatch(line)]
    questions = [at for at in bold if _QUESTION.search(bare[at])]
    if len(questions) <= _LEAST_QUESTIONS or 2 * len(questions) < len(bold):
        return text, []
    for start in questions:
        has_answer = False
        for at in range(start + 1, len(lines)):
            line, below = bare[at : at + 2]
            if _OTHER.match(line) or _UNDERLINE.fullmatch(below) or lines[at].endswith("  "):
                break
            if line and not has_answer:
                has_answer = True
                lines[start], lines[at] = f"* {bare[start]} {line}", ""
            elif line:
                lines[at] = f"  {line}"
    message = f"{len(questions)} questions in bold are read as bullets, each with its answer"
    return "\n".join(lines), [repair(Place(path, questions[0] + 1), message)]
