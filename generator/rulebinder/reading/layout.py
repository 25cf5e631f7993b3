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

_LEAST_COLUMNS, _MOST_COLUMNS = 30, 110
"""Between which columns a hand or a mailer sets the margin: whole paragraphs are far longer."""
_WITHIN_SHARE = 0.98
"""The share of lines that are within the margin: an address or a heading may be longer."""
_MOST_OVER = 3
"""By how many columns a broken line may be longer than the margin found, which is that of most
lines.
"""
_LEAST_BROKEN = 3
_BROKEN_SHARE = 0.04
"""How many lines the margin must surely break before a page counts as wrapped, and which share."""
_ONE_TEXT_SHARE = 0.98
"""The share of full lines from which on the page has no paragraphs at all: it was one line."""
_USUAL_SHARE = 0.05
"""The share of certain continuations from which on their indent is one of the page's."""
_MOST_NUMBERS = 5
"""How many doubtful lines a problem names."""

SENTENCE_END = re.compile(r"""(?:[.!?…:;)\]。！？：；）」』]\s?[”"»*_]*|[—–]|--)$""")
"""The end of a sentence, a reminder or a lead, in the last four characters of a line."""
_INNER_END = re.compile(r"[.!?][)”\"»]*\s+[“\"«]*[^\W\d_a-zà-ÿ]|[。！？][）」』]*(?=\w)")
_BRACKETS = re.compile(r"\([^()]*\)?")
_QUOTE = re.compile(r"(?:>\s?)+")
_BULLET = re.compile(
    r"(?:[*•●▪◦○·‣+]|\\\*|o(?=\s+[^\W\d_a-zà-ÿ]))\s+(?=\S)|(?:[-–*•●▪◦○·‣+]|\\\*)$|＊(?![/／+＋])"
)
_DASH_BULLET = re.compile(r"[-–]\s+(?=\S)")
_COST = re.compile(
    rf"(?:(?:{SYMBOL}|!\[[^\[\]]*\]\([^()\s]*\))\s?(?://\s)?)+$|(?=\w*[\dWUBRGX])[\dXYZWUBRGC/()]{{1,10}}$"
)
_STATS = re.compile(r"[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+$|\d{1,2}$")
_DIVIDER = re.compile(r"/+$|(?:[-=_*~]\s?){3,}$")
_HEADING = re.compile(r"#{1,6}\s|\||-{3,5}[^\W\d_]")
_ABILITY_OPENING = re.compile(
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
_WIDE_KINDS = frozenset("WF")
"""The kinds of characters that are as wide as two others."""
_MAY_BE_WIDE = re.compile(r"[^\x00-\u10ff\u2000-\u2319]")
"""A character beyond the letters of Europe and the punctuation that goes with them: most lines have
none.
"""


class _Step(NamedTuple):
    """The way from a line to the next one."""

    has_bullet: bool
    in_bullet: bool
    """Whether the line has a bullet, or goes on below one."""
    indent: int
    next_indent: int


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
    has_break: bool
    """Whether it ends with two spaces, a line break of Markdown."""

    @property
    def has_end(self) -> bool:
        """Whether a sentence, or what introduces a list, may end with the line."""
        return bool(SENTENCE_END.search(self.text[-4:]))

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
    """How wide most lines are at most."""
    one_text: bool = False
    """Whether nearly every line is broken by the margin."""
    steps: frozenset[_Step] = frozenset()
    """The ways in which paragraphs continue."""
    ends_within: Counter[_Step] = field(default_factory=Counter)
    """How many sentences end within a line, by the way to the next one."""
    ends_short: Counter[_Step] = field(default_factory=Counter)
    """How many sentences end with a line that is shorter than the margin, by the way to the next
    line, which nothing marks as a beginning.
    """

    def is_full(self, last: _Row, row: _Row) -> bool:
        """Whether the first word of ``row`` had no room on the line ``last``."""
        #  A long address has a line of its own. Any other line so long was not broken.
        may_be_broken = last.width <= self.columns + _MOST_OVER or " " not in last.text
        return may_be_broken and last.width + 1 + _width(first_word(row.text)) > self.columns


def unwrap(page: DocumentText) -> WithProblems[DocumentText]:
    """Return the page with the lines that a margin broke made whole; a page without a margin is
    returned as it is.

    Lines keep their numbers. The problems say how many lines were joined, and which ends of
    paragraphs are doubtful.
    """
    lines = page.text.split("\n")
    rows = list(_split_rows(lines))
    #  The width within which nearly all lines of words are. Most pages have no margin by it alone.
    widths = sorted(row.width for row in rows if " " in row.text or UNCASED.search(row.text))
    columns = widths[max(0, int(_WITHIN_SHARE * len(widths)) - 1)] if widths else 0
    if not _LEAST_COLUMNS <= columns <= _MOST_COLUMNS:
        return page, []
    pairs = itertools.pairwise(rows)
    if any(last.has_break and row.is_lower and not row.after_blank for last, row in pairs):
        #  Sentences run on behind the spaces at the ends of lines: they are not line breaks.
        rows = [row._replace(has_break=False) for row in rows]
    margin = _find_margin(rows, columns)
    if margin is None:
        return page, []
    doubtful: list[int] = []
    joined: dict[int, _Row] = {}  # the lines that go on with the paragraph above
    brackets = 0  # how many are open in the paragraph
    for last, row, step, is_fresh in _walk_pairs(rows):
        brackets = max(0, brackets + last.text.count("(") - last.text.count(")"))
        continues = not is_fresh and row.is_lower and not last.has_end and 2 * last.width >= columns
        if not is_fresh and not continues and step in margin.steps and margin.is_full(last, row):
            is_sure = row.is_lower or not last.has_end or brackets > 0 or row.text.startswith("(")
            #  A sentence within a paragraph ends at the margin by the same chance as a paragraph
            # does: so what is usual within lines and before shorter ones decides.
            continues = is_sure or margin.ends_within[step] >= margin.ends_short[step]
            if not is_sure and margin.ends_within[step] and margin.ends_short[step]:
                doubtful.append(row.number)
        if continues or margin.one_text:
            joined[row.number] = row
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
        numbers = list_some([*map(str, doubtful)], _MOST_NUMBERS)
        message = (
            f"sentences end at the margin above {pluralize(len(doubtful), 'line')}"
            f" ({numbers}): their paragraphs may go on or end there"
        )
        hint = "put blank lines between the paragraphs of the document"
        problems.append(review(Place(page.path, doubtful[0]), message, hint))
    return _join_lines(page, lines, joined), problems


def _split_rows(lines: Iterable[str]) -> Iterator[_Row]:
    """Yield the lines that are not blank."""
    is_blank = True
    for number, raw in enumerate(lines, start=1):
        line = raw.expandtabs(4).rstrip()
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
                has_break=raw.endswith("  "),
            )
        is_blank = not text


def _width(text: str) -> int:
    """Return how many columns a text takes up: Chinese letters have two each."""
    return len(text) + sum(
        unicodedata.east_asian_width(letter) in _WIDE_KINDS for letter in _MAY_BE_WIDE.findall(text)
    )


def _find_margin(rows: Sequence[_Row], columns: int) -> _Margin | None:
    """Return the margin of a page, which can only be at column ``columns``; None if it has none."""
    margin = _Margin(columns=columns)
    pairs = [(last, row) for last, row in itertools.pairwise(rows) if not row.after_blank]
    broken = sum(
        (row.is_lower or row.is_uncased) and not last.has_end and margin.is_full(last, row)
        for last, row in pairs
    )
    #  Lines that go on far from the margin: something else broke them.
    early = sum(
        row.is_lower and not last.has_end and 2 * last.width < columns for last, row in pairs
    )
    if broken < max(_LEAST_BROKEN, _BROKEN_SHARE * len(rows)) or early > broken:
        return None
    full = sum(margin.is_full(last, row) for last, row in pairs)
    if len(pairs) == len(rows) - 1 and full >= _ONE_TEXT_SHARE * len(pairs):
        margin.one_text = True
        return margin
    #  How the page continues paragraphs, as the lines show that are certain.
    certain: Counter[_Step] = Counter()
    is_bracketed = False
    for last, row, step, is_fresh in _walk_pairs(rows):
        #  Sentences in brackets do not count: nobody doubts that they go on. So only what is behind
        # a bracket does that a line before opened.
        _, closed, behind = last.text.partition(")") if is_bracketed else ("", ")", last.text)
        sentences = len(_INNER_END.findall(_BRACKETS.sub("", behind)))
        is_bracketed = not closed or behind.rfind("(") > behind.rfind(")")
        if is_fresh:
            is_bracketed = False
            continue
        if margin.is_full(last, row):
            certain[step] += row.is_lower or (row.is_uncased and not last.has_end)
        elif last.has_end and not row.is_lower:
            margin.ends_short[step] += 1
        margin.ends_within[step] += sentences
    total = certain.total()
    margin.steps = frozenset(
        step
        for step, count in certain.items()
        if count > _USUAL_SHARE * total or count >= _LEAST_BROKEN
    )
    return margin


def _walk_pairs(rows: Sequence[_Row]) -> Iterator[tuple[_Row, _Row, _Step, bool]]:
    """Yield each line and the next one, the step between them, and whether the next one is fresh:
    whether it begins something by its looks.
    """
    is_inside = is_bullet = False
    is_fresh = True
    before: _Row | None = None
    for (last, row), after in itertools.zip_longest(itertools.pairwise(rows), rows[2:]):
        is_outdented = before is not None and not is_bullet and last.indent < before.indent
        is_bullet = is_fresh and bool(_BULLET.match(last.text) or _DASH_BULLET.match(last.text))
        is_inside = is_bullet or (is_inside and not is_fresh and not is_outdented)
        is_fresh = row.after_blank or last.quoted != row.quoted or _begins(before, last, row, after)
        yield last, row, _Step(is_bullet, is_inside, last.indent, row.indent), is_fresh
        before = last


def _begins(before: _Row | None, last: _Row, row: _Row, after: _Row | None) -> bool:
    """Whether ``row`` does not go on with ``last`` by its looks: it is a bullet, a heading, a
    divider, or a part of a card's head. ``before`` and ``after`` are the lines around both.
    """
    #  One of both lines is not part of a paragraph, or the second one has the mark of a new one.
    if (
        last.has_break
        or last.text.endswith("\\")
        or _BULLET.match(row.text)
        or _HEADING.match(row.text)
        or last.text.startswith("|")
        or is_label(row.text)
        or any(
            pattern.match(line.text)
            for pattern in (_DIVIDER, _COST, _STATS)
            for line in (last, row)
        )
        or (is_label(last.text) and last.text.partition(": ")[2].startswith(row.text))
        or (
            last.text.isupper()
            and not row.text.isupper()
            and not UNCASED.search(last.text)
            and _CAPITALS.search(last.text)
        )
    ):
        return True
    above = before.text if before is not None and not last.after_blank else ""
    below = after.text if after is not None and not after.after_blank else ""
    if _COST.match(above) and not _STATS.match(above):
        #  Below a type line, its rest is words in title case, or the line above the stats.
        return not _STATS.match(below) and (row.has_end or not row.text.istitle())
    if _DASH_BULLET.match(row.text):
        return last.has_end or not row.text[2:].lstrip()[0].islower()
    return last.has_end and bool(_COST.match(below) or _ABILITY_OPENING.match(row.text))


def _join_lines(
    page: DocumentText, lines: Sequence[str], joined: Mapping[int, _Row]
) -> DocumentText:
    """Return the page with each line in ``joined`` at the end of the line above; ``joined`` has
    lines by their numbers.
    """
    hyphens = Hyphens(lines)
    gaps, texts = [""], [lines[0]]  # what comes before each line, and the line
    for number, raw in enumerate(lines[1:], start=2):
        gap, text = "\n", raw
        if row := joined.get(number):
            bare, text = texts[-1].rstrip(), row.text + raw[len(raw.rstrip()) :]
            lost, gap = hyphens.find_seam(bare, text)
            texts[-1] = bare[: len(bare) - lost]
        gaps.append(gap)
        texts.append(text)
    pieces = [gap + text for gap, text in zip(gaps, texts, strict=True)]
    ends = itertools.accumulate(map(len, pieces))
    starts = tuple(end - len(text) for end, text in zip(ends, texts, strict=True))
    return DocumentText("".join(pieces), page.path, starts)


# Seams: what a line's end parts, and how the parts are joined again.

_HYPHENS = "-\u2010"
_CUT_WORD = re.compile(rf"(?P<head>[^\W\d_]+)[{_HYPHENS}]$")
_HYPHEN_END = re.compile(rf"\w[{_HYPHENS}]{{1,2}}$")
_UNSPACED_END = re.compile(r"""(?:^|[\s—])["“(\[]$|\w[—–/]$""")
"""The end of a line after which the next one follows without a space: an opening mark, a dash or
stroke between words.
"""
_SIGN_END = re.compile(r"(?:^|[\s/])[-+−]$")
"""The sign of a number that begins the next line."""
_UNSPACED_PAIRS = ("}{", "--")
"""Two characters that a line's end may part: of two symbols, or a dash of two hyphens."""
_TIGHT_DASH, _SPACED_DASH = re.compile(r"\w—\w"), re.compile(r" —\w")
"""A dash between two words, and one before a word: Spanish has the second one."""
_FIRST_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(rf"[^\W\d_]+(?:[{_HYPHENS}][^\W\d_]+)*")
_UNSPACED = re.compile(rf"(?:{UNSPACED.pattern}|[\u3000-\u303f\uff01-\uff65])")
"""A letter of a script that is written without spaces, or its punctuation."""
_FIRST_WORD = re.compile(
    rf"(?:{_UNSPACED.pattern}.?|(?:(?!{_UNSPACED.pattern})\S)+)(?:(?!\w){_UNSPACED.pattern})*"
)
_GAP = re.compile(rf"(?<={_UNSPACED.pattern}) (?={_UNSPACED.pattern})")
_LONG_WORD = 4
"""The letters from which on a part of a word is seldom another word by chance."""
_END_LENGTH = 80
"""How many characters at the end of a line are looked at: no word is longer."""


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
        """How often the document has a word, or a part of a compound."""
        self._compounds: set[str] = set()
        """Its compounds, such as ``double-faced``."""
        cut_words: list[tuple[str, str]] = []
        tight = spaced = 0
        for line, following in itertools.pairwise((*(line.strip() for line in lines), "")):
            for word in _WORD.findall(line.casefold()):
                halves = re.split(f"[{_HYPHENS}]", word)
                self._words.update(halves)
                self._compounds.update("-".join(pair) for pair in itertools.pairwise(halves))
            tight += len(_TIGHT_DASH.findall(line))
            spaced += len(_SPACED_DASH.findall(line))
            parts = _split_cut_word(line, following)
            if parts:
                cut_words.append(parts)
                self._words.subtract(parts)  # the halves of a word are not words of the document
        sure = [drops for parts in cut_words if (drops := self._drops_hyphen(*parts)) is not None]
        self._ties_dashes = tight > spaced
        """Whether the document has no spaces around its dashes."""
        self._hyphenates = 2 * sum(sure) > len(sure)
        """Whether most hyphens at the end of a line are the margin's: a doubtful one is, then."""

    def find_seam(self, line: str, following: str) -> tuple[int, str]:
        """Return how two lines of a paragraph are joined: how many characters the first one loses
        at its end (its hyphen: 1, else 0), and what comes between, a space or nothing.
        """
        end = line[-_END_LENGTH:]
        if line.endswith("\u00ad"):
            return 1, ""
        if self._breaks_without_space(end, following[:2]):
            return 0, ""
        if not _HYPHEN_END.search(end) or not following[:1].isalpha():
            return 0, gap_between(line, following)
        parts = _split_cut_word(line, following)
        drops = self._drops_hyphen(*parts) if parts else False
        return int(self._hyphenates if drops is None else drops), ""

    def _breaks_without_space(self, end: str, start: str) -> bool:
        """Return whether a line that ends with ``end`` was broken before ``start`` at a place that
        has no space: at a dash, at a stroke, between two symbols.
        """
        return bool(
            _UNSPACED_END.search(end)
            or end[-1:] + start[:1] in _UNSPACED_PAIRS
            or (_SIGN_END.search(end) and (start[:1].isdigit() or start[:1] in {"X", "*"}))
            or (
                self._ties_dashes
                and end[-1:].isalnum()
                and start.startswith("—")
                and start[1:].isalnum()
            )
        )

    def _drops_hyphen(self, head: str, tail: str) -> bool | None:
        """Whether the hyphen between two parts of a word is the margin's, and is dropped; None if
        no other word of the document says so.
        """
        if self._words[head + tail] > 0:
            return True
        if f"{head}-{tail}" in self._compounds:
            return False
        is_long = min(len(head), len(tail)) >= _LONG_WORD
        return False if is_long and min(self._words[head], self._words[tail]) > 0 else None


def _split_cut_word(line: str, following: str) -> tuple[str, str] | None:
    """Return the two parts of a word that a line's end cuts; None if it cuts none."""
    head, tail = (
        _CUT_WORD.search(line[-_END_LENGTH:]),
        _FIRST_LETTERS.match(following[:_END_LENGTH]),
    )
    if not (head and tail and tail.group().islower()):
        return None
    return head["head"].casefold(), tail.group()


# Bullets with unusual marks, and questions.

_KNOWN_BULLETS = frozenset("-*+•●▪·‣\uf0b7＊")
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
_NUMBERED = "1."
"""What all numbers count as, because each of them is another mark."""
_MODES_SHARE = 0.05
"""The share of lines up to which a mark may be that of modes in a rules text."""
_FEWEST_BULLETS = 3
"""How many lines must begin with a mark that is a bullet."""
_QUESTION_MARK = re.compile(
    r"\s*(?:[*•-]\s+)?[*_]{0,3}(?P<mark>[^\W\d_]{1,10})[*_]{0,3}\s?[:.：．][*_]{0,3}(?=\s|[^\x00-\xff])"
)
"""The mark of a question or an answer, such as ``Q:`` or ``**A**.``"""
_BULLET_LINE = re.compile(r"\s*[*•-]\s+")
_QUESTION = re.compile(r"[?？][\"”»)」*_]*$")
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)[^*_\n]+(?P=mark)")
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_ANSWER_END = re.compile(r"\*\*|__|#|[-=*_]{3}|!\[|[*-]\s")
"""What an answer ends before: another question, a heading, a divider, a picture, a bullet."""
_FEWEST_QUESTIONS = 2
"""How many questions with a mark a page must have; those in bold must be more."""
_MOST_LINES = 8
"""How many lines a question may have."""


def star_bullets(text: str, path: str) -> WithProblems[str]:
    """Return the text with a star for each of its bullets, and what was done.

    A text whose bullets a dialect knows comes back as it is.
    """

    def mark_of(match: re.Match[str]) -> str:
        """Return the mark of a line; all numbers are one mark."""
        return _NUMBERED if match["mark"][0].isdecimal() else match["mark"]

    text, problems = join_answers(text, path)
    matches = [
        match
        for match in _MARKED.finditer(text)
        if match["mark"] not in _NO_BULLETS
        and unicodedata.category(match["mark"][0]) not in _OPENING_MARKS
    ]
    counts = Counter(map(mark_of, matches))
    mark = max(sorted(counts), key=counts.__getitem__, default="*")
    if mark in _KNOWN_BULLETS or counts[mark] < max(
        _FEWEST_BULLETS, _MODES_SHARE * text.count("\n")
    ):
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
    #  The word before the colon at the beginning of each line, such as Q; empty if it has none.
    marks = [match["mark"] if (match := _QUESTION_MARK.match(line)) else "" for line in lines]
    spans_of_marks: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for start, mark in enumerate(marks):
        answer = _find_answer(lines, marks, start) if mark else 0
        if answer:
            end = answer + 1  # at a blank line, the next question, or the name above a cost
            while end < len(lines) and not (
                "".join(lines[end + 1 : end + 2]).startswith("{")
                or marks[end] == mark
                or not lines[end].strip()
            ):
                end += 1
            spans_of_marks[mark, marks[answer]].append((start, end))
    if not spans_of_marks:
        return _join_bold_questions(text, path)
    (mark, _), spans = max(spans_of_marks.items(), key=lambda item: len(item[1]))
    if len(spans) < _FEWEST_QUESTIONS or 2 * len(spans) < marks.count(mark):
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


def _find_answer(lines: Sequence[str], marks: Sequence[str], start: int) -> int:
    """Return the line where the answer to the question at line ``start`` begins; 0 if that is not a
    question, or has no answer.
    """
    is_asked = False  # whether the question mark came
    for index in range(start, min(start + _MOST_LINES, len(lines))):
        line = lines[index].strip()
        if index > start and marks[index]:
            return index if is_asked and marks[index] != marks[start] else 0
        if is_asked == bool(line):  # more words after the question, or a gap in it
            return 0
        is_asked = is_asked or bool(_QUESTION.search(line))
    return 0


def _join_bold_questions(text: str, path: str) -> WithProblems[str]:
    """Return the text with each question in bold and its answer as one bullet, further paragraphs
    of the answer indented below it, if most bold lines of the page are questions.
    """
    lines = text.split("\n")
    stripped = [*map(str.strip, lines), ""]
    bold_lines = [index for index, line in enumerate(stripped) if _BOLD.fullmatch(line)]
    questions = [index for index in bold_lines if _QUESTION.search(stripped[index])]
    if len(questions) <= _FEWEST_QUESTIONS or 2 * len(questions) < len(bold_lines):
        return text, []
    for start in questions:
        has_answer = False
        for index in range(start + 1, len(lines)):
            line, below = stripped[index : index + 2]
            if (
                _ANSWER_END.match(line)
                or _UNDERLINE.fullmatch(below)
                or lines[index].endswith("  ")
            ):
                break
            if line and not has_answer:
                has_answer = True
                lines[start], lines[index] = f"* {stripped[start]} {line}", ""
            elif line:
                lines[index] = f"  {line}"
    message = f"{len(questions)} questions in bold are read as bullets, each with its answer"
    return "\n".join(lines), [repair(Place(path, questions[0] + 1), message)]
