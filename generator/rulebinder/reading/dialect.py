"""The interface of every dialect: a page comes in, its lines go out, each with its kind. Also what
dialects share: how a line is classified, and how marks are counted.

A page also shows the marks of Markdown and HTML: plain text has none of them.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from ..problems import Place, Problem, review
from .patterns import Patterns, read_stats
from .symbols import UNSPACED, fold, normalise

_GLUED = re.compile(r"-{3,5}(?=[^\W\d_])(?!.*-{3})")
"""A divider whose line break was lost, right before words: ``-----Card Name``."""
_LINK = re.compile(
    r"\]\([^\s()\[\]]+(?:\([^\s()]*\)[^\s()]*)?(?:\s\"[^\"\n]*\")?\)|\]\[[^\[\]\n]{1,80}\]|<a\s[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?(?:br|p|i|b|em|strong|span|div|ul|ol|li|h[1-6])\b[^<>\n]*>", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"(?P<stars>\*(?<![\w*\\]\*)\*?)(?=[^\s*/])[^*\n]{1,200}(?<=[^\s*])(?P=stars)(?![\w*])"
)
"""Words between stars, not the power and toughness ``*/*``. FAQs of plain text have words between
underscores, and titles between three stars.
"""
_MARKS = {
    "link": _LINK,
    "picture": re.compile(r"!\[[^\[\]\n]*\]\(|<img\s", re.IGNORECASE),
    "heading": re.compile(r"^ {0,3}#{1,6}[^\S\n]+\S", re.MULTILINE),
    "emphasized word": _EMPHASIS,
    "block quote": re.compile(r"^ {0,3}>(?:\s|$)", re.MULTILINE),
    "tag": _TAG,
}
"""The marks that plain text never has, each by its noun in messages."""
_SURE_CONFIDENCE = 0.65
"""Below this confidence a decision is put up for review; cross-validated, nearly every wrong
boundary is there.
"""
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_TITLE_LENGTH = 120
"""How many characters a heading above a line of ``===`` has at most."""
_MOST_STARRED = 1
"""How many emphasized words a plain text may have: a star may be a footnote or a bullet without a
space.
"""
_LABEL = re.compile(r"^(?P<text>(?=[^:]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+): (?P<name>\S.*)$")
"""A collector line: ``0029_MTGMH3_Main: Guide of Souls``."""
DASHES = re.compile(r"^(?:-{3,}|[—–―─]{2,})$")
"""A divider of dashes, whatever dash a word processor made of them."""
STARRED = re.compile(r"^[*＊]{2,3}\s*(?P<title>[^\s*＊](?:[^*＊]*[^\s*＊])?)\s*[*＊]{2,3}$")
"""A heading between stars, with or without the spaces that Markdown forbids there."""
TURN = re.compile(r"/{2,}(?:[A-Z]{1,12}/{2,})?")
"""The line between two faces: ``//``, ``//ADV//``."""
_RULE = re.compile(
    rf"^(?:(?P<number>\d{{3}}(?:\.\d+[a-z]?)?)\.?\s+|(?P<tied>\d{{3}}\.\d+(?:[a-z]|(?=\.)))\.?(?={UNSPACED.pattern}))(?P<text>\S.*)$",
    re.DOTALL,
)
"""A rule; in a script without spaces, its text may follow the number at once: ``702.5.结附``."""
_RULE_NUMBER = re.compile(r"\d{3}\.\d")
_MISPRINTED_RULE = re.compile(
    r"^(?!\d{1,3},\d{3}\b)(?:\d{3}[,;:]\s?\d{1,3}|\d{3}\.\s\d{1,3}|\d{2}\.?\d\.\d{1,3}|\d{3}\s\d{1,3}(?=[a-z]))[a-z]?\.?\s++(?=[A-Z“\"])"
)
"""A number that can only be that of a rule, with a wrong mark, space or digit: ``702,100a``, ``702.
100a``.
"""
_RULE_TITLE = re.compile(r"^\d{3}\.\s[^\W\d_][^.!?:]{2,60}$")
"""The heading of all rules of one kind: ``712. Meld Cards``."""
_NAME_REACH = 3
"""How many lines below a collector line may print its name again; a paragraph may lead in to the
card.
"""
_NESTED_SPACES = 2
"""Spaces before a bullet from which on it is nested: one is a slip of the layout."""


@dataclass(frozen=True)
class DocumentText:
    """A document's characters, still undivided."""

    text: str
    path: str
    starts: tuple[int, ...] = ()
    """The offsets in ``text`` at which the lines of the file begin; empty if no lines were joined,
    so that they begin where those of ``text`` do.
    """
    problems: tuple[Problem, ...] = ()
    """What was done to the file to make the text, and the doubts about that."""

    @cached_property
    def numbered_lines(self) -> Sequence[tuple[int, str]]:
        """Each line with its number in the file; a joined line has that of its first one. A
        divider that is glued to a line is one of its own.
        """
        offset = 0
        numbered: list[tuple[int, str]] = []
        for line in self.text.split("\n"):
            glued = _GLUED.match(line)
            parts = (glued.group(), line[glued.end() :]) if glued else (line,)
            numbered += ((self.line_at(offset), part) for part in parts)
            offset += len(line) + 1
        return numbered

    @cached_property
    def printed_lines(self) -> tuple[str, ...]:
        """The lines that are not blank, without the spaces around them."""
        return tuple(line for raw in self.text.splitlines() if (line := raw.strip()))

    def line_at(self, offset: int) -> int:
        """Return the number of the line in the file that has the character at ``offset``."""
        return bisect.bisect_right(self._starts, offset)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return self.starts or (0, *(match.end() for match in re.finditer("\n", self.text)))


class Kind(Enum):
    """The kind of a line, as its layout alone shows it."""

    TEXT = auto()
    HEAD = auto()
    """The head of a card, whose lines became one."""
    TITLE = auto()
    """A heading that the layout marks as one."""
    BULLET = auto()
    ITEM = auto()
    """An entry of a list inside a bullet."""
    RULE = auto()
    """A quoted Comprehensive Rule; the text starts with its number."""
    DIVIDER = auto()
    """A line of dashes or the like between entries."""
    TURN = auto()
    """The next face, or half, of a card begins."""
    OVER = auto()
    """Words such as "Turn Over" above the first face of a card, beside the pictures of its faces.
    """
    FRONT = auto()
    """Words such as "(front face)" right above the first face of a card."""
    LABEL = auto()
    """A collector line that announces a card."""
    STRAY = auto()
    """Text at a place that should have none: the words of a collector line beside the name that the
    next line repeats.
    """
    PICTURE = auto()
    """A picture that announces a card; its text is the alternative text of the picture."""
    NAVIGATION = auto()
    """Links that lead elsewhere in the page, which a web page left behind."""
    LEAD = auto()
    """A paragraph that introduces the lines below, and is never rules text."""


BEFORE_CARDS = (Kind.LABEL, Kind.PICTURE, Kind.DIVIDER, Kind.OVER, Kind.FRONT)
"""The kinds of the lines that may announce a card."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of a document: its text in the stored form, and its place in the file."""

    kind: Kind
    place: Place
    text: str = ""
    after_blank: bool = False
    """Right below a blank line, or the first one."""
    marked: bool = False
    """Marked as a heading by the layout, which may head a section, a part or a card."""
    indented: bool = False
    """Text that the layout puts inside the bullet before it."""
    pictures: tuple[str, ...] = ()
    """The names of its pictures that are not a known symbol and have no words; a possible symbol is
    in the text.
    """
    name: str = ""
    """The words of a collector line behind its label."""
    symbol: str = ""
    """The symbol that a picture may be by the name of its file, if its place says that it is one.
    """
    beside: bool = False
    """A picture that the page has on one line with what follows."""
    tied: bool = False
    """Ends with a line break, so that the next line belongs to the same paragraph."""
    quote: int = 0
    """The number of the block quote that the line is in, from 1; 0 outside of quotes."""

    @property
    def is_text(self) -> bool:
        """Whether it is plain text."""
        return self.kind is Kind.TEXT

    @property
    def is_bullet(self) -> bool:
        """Whether it begins with a bullet."""
        return self.kind is Kind.BULLET

    @property
    def is_head(self) -> bool:
        """Whether it is the head of a card."""
        return self.kind is Kind.HEAD

    @property
    def is_divider(self) -> bool:
        """Whether it divides entries."""
        return self.kind is Kind.DIVIDER

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture that announces a card."""
        return self.kind is Kind.PICTURE


Lines = Sequence[Line]
"""Lines in the order of their page, or those of one of its parts."""


def has_bullets(lines: Iterable[Line]) -> bool:
    """Whether some of the lines begin with bullets."""
    return any(line.is_bullet for line in lines)


def has_head(lines: Iterable[Line]) -> bool:
    """Whether some of the lines are heads of cards."""
    return any(line.is_head for line in lines)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The properties of a dialect's layout."""

    divided: bool = False
    """Dividers enclose every entry, so that the line after one heads a section."""
    broken_lines: bool = False
    """A page may break an ability or a ruling over several lines."""
    needs_scores: bool = False
    """No bullets: the boundary between rules text and rulings is found by scores.

    Set when a page or a card is read, as are the fields below.
    """
    may_lack_rulings: bool = False
    """A card may have no ruling, though it has no bullets, as others on the page have some."""
    rules_counts: Mapping[str, int] = field(default_factory=dict)
    """How many rules paragraphs a card's last face has, by the name of its first face, as the
    corrections say.
    """


class Likeness(NamedTuple):
    """How much a page looks like a dialect: 0 (not at all) to 1 (beyond doubt), and the reason."""

    score: float
    reason: str
    is_possible: bool = True
    """False if the page cannot be of this dialect, which is then not tried."""


class Dialect(NamedTuple):
    """How one family of documents is laid out. It knows no word of any language itself."""

    name: str
    """The word in the published data's ``source.dialect``."""
    layout: Layout
    likeness: Callable[[DocumentText], Likeness]
    """Returns how much the page looks like this dialect, by its layout alone."""
    lines: Callable[[DocumentText, Patterns], Lines]
    """Returns the page as lines, each with its kind and its text in the stored form."""


def count_marks(text: str) -> Mapping[str, int]:
    """Return how often the page has each mark that plain text never has; marks that it lacks are
    left out. A single emphasized word is not a mark; a line of ``===`` below a heading is one, and
    so are as many dashes as the heading has letters.
    """
    counts = {name: sum(1 for _ in mark.finditer(text)) for name, mark in _MARKS.items()}
    lines = [line.strip() for line in text.splitlines()]
    underlines = [
        (above, line)
        for above, line in itertools.pairwise(("", *lines))
        if _UNDERLINE.fullmatch(line)
    ]
    #  Dividers have one length on the whole page, so dashes of the length of a divider underline no
    # heading.
    dividers = {
        line for above, line in underlines if len(above) != len(line) or _UNDERLINE.fullmatch(above)
    }
    counts["underlined heading"] = sum(
        0 < len(above) <= _TITLE_LENGTH and (line[0] == "=" or line not in dividers)
        for above, line in underlines
    )
    return {
        name: count
        for name, count in counts.items()
        if count > (_MOST_STARRED if name == "emphasized word" else 0)
    }


def describe_counts(counts: Mapping[str, int]) -> str:
    """Return the counts as words: ``3 links, 1 picture``."""
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for noun, count in counts.items())


def split_rule(text: str) -> tuple[str, str] | None:
    """Return number and text of a quoted rule such as ``702.100a The …``; None if it is not one."""
    match = _RULE.match(text)
    return (match["number"] or match["tied"], match["text"]) if match else None


def is_label(text: str) -> bool:
    """Whether the line is a collector line; the name in it is printed again below."""
    return bool(_LABEL.match(text))


def settle_labels(lines: Lines) -> Iterator[Line]:
    """Yield the lines; a collector line whose name is not printed again right below it becomes
    stray text. So no word is lost, as labels are dropped later.
    """
    for at, line in enumerate(lines):
        if line.kind is Kind.LABEL:
            below = lines[at + 1 : at + 1 + _NAME_REACH]
            near = itertools.takewhile(lambda other: other.kind is not Kind.LABEL, below)
            #  The name, or the first of its halves, with or without a remark in brackets.
            names = {fold(line.name), fold(line.name.partition("//")[0])}
            printed = (fold(other.text.partition(" *(")[0]) for other in near if other.is_text)
            if names.isdisjoint(printed):
                text = f"{line.text}: {normalise(line.name)}"
                yield replace(line, kind=Kind.STRAY, text=text, name="")
                continue
        yield line


def classify_line(
    raw: str, place: Place, after_blank: bool, bullet: re.Pattern[str], *, markdown: bool = False
) -> Line | None:
    """Return a line with the kind that its opening shows, its text in the stored form; None if it
    is blank or an empty bullet.

    ``bullet`` matches a bullet's mark, but not the star of a size; a mark behind two or more spaces
    is a nested one. ``markdown`` says that a backslash protects marks.
    """
    text, name = raw.strip(), ""
    if not text:
        return None
    label = _LABEL.match(text)
    #  The introduction of the rulings on one face: ``---------- … ----------``.
    is_ruled = text.startswith("---") and text.endswith("---")
    inner = text.lstrip("-").lstrip() if is_ruled else ""
    lead = "" if inner.startswith("-") else inner.rstrip("-").rstrip()
    if TURN.fullmatch(text):
        kind = Kind.TURN
    elif label:
        kind, text, name = Kind.LABEL, label["text"], label["name"]
    elif lead:
        kind, text = Kind.LEAD, lead
    elif (mark := bullet.match(text)) and not read_stats(text.replace("\\", "")):
        text = text[mark.end() :].strip()
        if not text:
            return None
        indented = raw.expandtabs(4)
        nested = len(indented) - len(indented.lstrip(" ")) >= _NESTED_SPACES
        kind = Kind.ITEM if nested else Kind.BULLET
    elif split_rule(text) and (_RULE_NUMBER.match(text) or _RULE_TITLE.match(text)):
        kind = Kind.RULE
    else:
        kind = Kind.STRAY if _MISPRINTED_RULE.match(text) else Kind.TEXT
    text = normalise(text, markdown=markdown)
    return Line(kind=kind, text=text, place=place, after_blank=after_blank, name=name)


def list_spaced_lines(page: DocumentText) -> Iterator[tuple[Place, str, bool]]:
    """Yield each line of a page as its place, its text, and whether it follows a blank line; the
    first one does.
    """
    after_blank = True
    for number, raw in page.numbered_lines:
        yield Place(page.path, number), raw, after_blank
        after_blank = not raw.strip()


def review_decision(
    place: Place, decision: str, confidence: float, correction: str = ""
) -> list[Problem]:
    """Return the review of a decision that may be wrong; none if its confidence (0 to 1) is high.

    ``correction`` is the file of corrections and the line to add there, if the decision is that
    between rules text and rulings; empty for any other one.
    """
    if confidence >= _SURE_CONFIDENCE:
        return []
    hint, general = "check it against the document", decision
    if correction:
        hint = f"if that is wrong, add to {correction}"
        general = "the boundary between rules text and rulings is doubtful"
    return [review(place, f"{decision} (confidence {confidence:.2f})", hint, general)]
