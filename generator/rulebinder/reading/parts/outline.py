"""The regions of a document: metadata, preamble, general notes, parts of card-specific notes,
footer; and the facts in the preamble: title, kind, who compiled the document, when it was last
modified.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ...facts.languages import ReadingWords
from ..dialect import BEFORE_CARDS, Kind, Line, Lines, has_head
from ..patterns import Patterns, any_of, pattern_of, whole_word
from ..symbols import UNSPACED, fold, tidy, without_emphasis
from .heads import Head, unfold_heads

_TITLE_JOINT = " — "
"""What parts the heading of a part and that of a group of cards in it."""
_ABOUT_PAGE = re.compile(
    r"\[_?metadata_?:[^\[\]]*\]:|\[[^\[\]]+\]:\s*<?https?://\S*(?:\s\"[^\"]*\")?$"
)
"""What an archive says of a page, or a link that Markdown keeps apart: no text of the document,
wherever it is.
"""
_PART_OF_CARD = re.compile(r"[\d{]")
"""What a line of capitals has that is not a heading but part of a card: ``LEVEL 1-3``, ``{2}{U}``.
"""
_FEW_CARDS = 2
"""The most cards that may be the examples of a section."""
_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")
_FRONT_MATTER_KEY = re.compile(r"[a-z][a-z_\-]*:\s*(?:\S|$)")
"""``date: 2024-06-07``, a line of Markdown's front matter."""
_ARCHIVED = re.compile(
    r"\[[^\[\]]*(?:\]\(https?://web\.archive\.org/|Wayback"
    r" Machine\]\()[^\s()]*\)|[^.:]{0,20}Wayback Machine"
)
"""A line that is nothing but a link to the archive that has the page, or the words of that link."""
_TITLE_LENGTH = 120
"""How many characters a title has at most."""
_NAMES = "{names}"
"""The place of the names in a cue; in a cue without it, they follow."""


class Header(NamedTuple):
    """The facts of a document's head. ``title`` is empty if none is printed."""

    title: str
    title_at: int | None
    """Which paragraph is the title; None if it is not a paragraph of its own."""
    kind: str
    compiled_by: tuple[str, ...]
    contributors: tuple[str, ...]
    last_modified: str | None
    misprinted: str | None
    """The day of the last change as it is printed, if no calendar has it."""


class Outline(NamedTuple):
    """The regions of a document, in order. ``parts`` are the parts of card-specific notes."""

    metadata: Sequence[Line]
    """What an archive or a converter wrote above the page about it: no part of the document."""
    preamble: Sequence[Line]
    general_heading: str
    general: Sequence[Line]
    parts: Sequence[tuple[str, list[Line]]]
    footer: Sequence[Line]
    header: Header
    supposed: Line | None
    """The line that is taken for the heading of the cards, as no other line is one."""


def divide_regions(lines: Lines, words: Patterns) -> Outline:
    """Divide a document's lines into regions by its great headings."""
    metadata: list[Line] = []
    preamble: list[Line] = []
    general: list[Line] = []
    parts: list[tuple[str, list[Line]]] = []
    heading = ""
    region = preamble
    general_at, cards_at = _find_headings(lines, words)
    supposed = _suppose_heading(lines, max(general_at)) if general_at and not cards_at else None
    #  ``region`` is the list of the region that the lines are added to.
    for at, line in enumerate(lines):
        if _ABOUT_PAGE.match(tidy(line.text)):
            about_page, *others = unfold_heads([line])  # it may look like the name of a card
            metadata.append(about_page)
            region += others
        elif at in general_at and not parts and not heading:
            heading = without_emphasis(line.text)
            region = general
        elif at in cards_at or at == supposed:
            region = []
            parts.append((without_emphasis(line.text), region))
        else:
            region.append(line)
    if not heading and not parts:
        cards = next((at for at, line in enumerate(preamble) if line.is_head), len(preamble))
        while cards and preamble[cards - 1].kind in BEFORE_CARDS:
            cards -= 1  # what announces the first card
        parts.append(("", preamble[cards:]))
        del preamble[cards:]
    #  Sections above the general notes belong to those.
    titles = (
        at for at, line in enumerate(preamble) if line.is_bullet or words.section_kind(line.text)
    )
    start = _find_first_section(preamble, words) if heading else next(titles, len(preamble))
    general[:0] = preamble[start:]
    del preamble[start:]
    parts = _divide_parts(parts, words)
    last = parts[-1][1] if parts else general  # the region with the footer at its end
    #  The footer begins with its first paragraph after the last card, or the credits.
    below = itertools.takewhile(lambda at: not last[at].is_head, reversed(range(len(last))))
    ends = (
        at
        for at in below
        if last[at].kind in (Kind.TEXT, Kind.BULLET)
        and (words.is_credit(last[at].text) or words.is_footer(last[at].text))
    )
    end = min(ends, default=len(last))
    footer = [line for line in last[end:] if not line.is_divider]
    del last[end:]
    #  Front matter is above all else; a divider may open it.
    above = list(itertools.dropwhile(lambda line: line.is_divider, unfold_heads(preamble)))
    keys = list(itertools.takewhile(_is_key, above))
    preamble = [line for line in above[len(keys) :] if not line.is_divider]
    credit = [line.text for line in footer if words.is_credit(line.text)]
    return Outline(
        metadata=sorted([*metadata, *keys], key=lambda line: line.place.line),
        preamble=preamble,
        general_heading=heading,
        general=general,
        parts=parts,
        footer=footer,
        header=read_header(
            [*(line.text for line in preamble), *credit],
            words.reading,
            [not line.after_blank for line in preamble],
        ),
        supposed=None if supposed is None else lines[supposed],
    )


def _find_headings(lines: Lines, words: Patterns) -> tuple[set[int], set[int]]:
    """Return the places of the headings of general notes, and of those of cards.

    Entries of a table of contents, a menu or links are left out: what they name is elsewhere, and
    not right below them.
    """
    texts = {at: line.text for at, line in enumerate(lines) if line.kind in (Kind.TEXT, Kind.TITLE)}
    general = {at for at, text in texts.items() if words.is_general_heading(text)}
    cards = {at for at, text in texts.items() if words.is_card_heading(text)}
    #  From the last one up, as some are known by those below them.
    last, end = max(general, default=-1), len(lines)
    headings = sorted(general | cards, reverse=True)
    for at in headings:
        below = lines[at + 1 : end]
        #  No sentence is between this heading and the next one.
        is_list = not any(line.text.endswith(_SENTENCE_ENDS) for line in (lines[at], *below))
        #  A heading of cards is right below this one: both are that of one part.
        is_group = end in cards and all(line.is_divider for line in below)
        if at < last and is_list:  # the last heading of general notes is the real one
            general.discard(at)
        elsewhere = at < last or (is_list and len(headings) > 1 and not is_group)
        if elsewhere and not has_head(below):
            cards.discard(at)
        end = at
    return general, cards


def _find_first_section(preamble: Lines, words: Patterns) -> int:
    """Return where sections begin above the general notes: at the first heading with a ruling below
    it, or at those right above it. The end of the preamble if there is none.
    """
    start: int | None = None
    is_heading = False
    for at, line in enumerate(preamble):
        is_below_one = is_heading
        is_heading = _looks_like_heading(line) and not is_title(tidy(line.text), words.reading)
        if is_heading and not is_below_one:
            start = at
        if start is not None and line.is_bullet and line.text.endswith(_SENTENCE_ENDS):
            return start
    return len(preamble)


def _suppose_heading(lines: Lines, general: int) -> int | None:
    """Return the place of the heading that has most cards of the document below it, without another
    heading between; None if there is none.

    ``general`` is the place of the heading of the general notes, which are above it.
    """
    counts: Counter[int] = Counter()
    heading = -1  # none yet
    for at in range(general + 1, len(lines)):
        if _looks_like_heading(lines[at]):
            heading = at
        counts[heading] += lines[at].is_head
    best = max(counts, key=counts.__getitem__, default=-1)
    has_most = counts[best] > max(_FEW_CARDS, counts.total() / 2)
    return best if best >= 0 and has_most else None


def _looks_like_heading(line: Line) -> bool:
    """Whether the layout marks a line as a heading, or it is in capitals."""
    is_marked = line.marked or (line.text.isupper() and not _PART_OF_CARD.search(line.text))
    return line.kind is Kind.TITLE or (line.is_text and is_marked)


def _is_key(line: Line) -> bool:
    """Whether a line has a key of a page's front matter, or says which archive has the page."""
    return bool(_FRONT_MATTER_KEY.match(tidy(line.text)) or _ARCHIVED.fullmatch(line.text))


def _divide_parts(
    parts: Sequence[tuple[str, list[Line]]], words: Patterns
) -> list[tuple[str, list[Line]]]:
    """Divide parts by the headings of groups of cards in them, ``**Plane Cards**``.

    The part of a group has both headings as its title: ``Card-Specific Notes — Plane Cards``. So
    has one whose heading is right below another.
    """
    divided: list[tuple[str, list[Line]]] = []
    group = ""  # the title of an empty part above, which goes into the next one's
    for title, lines in parts:
        starts = [at for at in range(len(lines)) if _heads_cards(lines, at, words)]
        #  What the titles of its parts begin with: those above belong only to the first of them.
        opening = group if title == group else _TITLE_JOINT.join(filter(None, (group, title)))
        for start, end in itertools.pairwise((-1, *starts, len(lines))):
            group = opening
            if any(not line.is_divider for line in lines[start + 1 : end]):
                inner = without_emphasis(lines[start].text) if start >= 0 else ""
                name = _TITLE_JOINT.join(filter(None, (opening, inner)))
                divided.append((name, lines[start + 1 : end]))
                group, opening = "", title
    return [*divided, (group, [])] if group else divided


def _heads_cards(lines: Lines, at: int, words: Patterns) -> bool:
    """Whether a line heads cards: it is marked as a heading or names a group of cards, and has a
    card right below it.
    """
    line = lines[at]
    if not (line.marked and line.is_text and not line.text.endswith((".", ":"))):
        # The name of a group may be a type line, too, which has text above it.
        is_alone = at == 0 or not lines[at - 1].is_text
        is_heading = is_alone and line.kind in (Kind.TEXT, Kind.TITLE)
        if not (is_heading and fold(line.text) in words.card_groups):
            return False
    below = (lines[place] for place in range(at + 1, len(lines)))
    head = next((other for other in below if other.kind not in BEFORE_CARDS), None)
    return isinstance(head, Head) and fold(head.face.name) not in fold(line.text)


def read_header(
    paragraphs: Sequence[str], reading: ReadingWords, broken: Sequence[bool] = ()
) -> Header:
    """Return the header that the paragraphs before the general notes, and the credits, give.

    ``broken`` says of each paragraph whether it follows the one above without a blank line, so that
    it may be its rest. If ``broken`` is shorter, the other paragraphs do not.
    """
    text = _join_credits(paragraphs, reading, broken)
    #  Names end at the next cue, or at the end of the line.
    next_cues = [
        cue.partition(_NAMES)[0] for cue in (*reading.contributors, *reading.last_modified)
    ]
    ends = rf"(?=[,，、;；]?\s*{whole_word(cue for cue in next_cues if len(cue) > 1)}|\n|$)"
    compiled, rest = _find_people(text, reading.compiled_by, ends, reading)
    contributed, _ = _find_people(rest, reading.contributors, ends, reading)
    title, title_at = _find_title(paragraphs, reading)
    day, misprinted = _find_day(text, reading)
    #  The kind that is named first; release notes, if none is.
    starts = {kind: _find_first_name(names, title or text) for kind, names in reading.kinds.items()}
    return Header(
        title=title,
        title_at=title_at,
        kind=min(starts, key=lambda kind: (starts[kind], kind != "release-notes")),
        compiled_by=compiled,
        contributors=contributed,
        last_modified=day,
        misprinted=misprinted,
    )


def _join_credits(paragraphs: Sequence[str], reading: ReadingWords, broken: Sequence[bool]) -> str:
    """Return the paragraphs as text, one a line; credits that the end of a line breaks are joined
    again.
    """
    conjunctions = tuple(f" {word}" for word in reading.list_and)
    lines: list[str] = []
    for paragraph, is_rest in itertools.zip_longest(map(tidy, paragraphs), broken):
        above = lines[-1] if lines else ""
        runs_on = above.endswith((",", *conjunctions)) or (is_rest and not above.endswith("."))
        if (
            runs_on
            and _has_cue((*reading.compiled_by, *reading.contributors), above)
            and not _has_cue(reading.last_modified, above)
        ):
            lines[-1] = f"{above} {paragraph}"
        else:
            lines.append(paragraph)
    return "\n".join(lines)


def _has_cue(cues: Iterable[str], text: str) -> bool:
    """Whether a text has one of the cues without a place for names."""
    words = tuple(cue for cue in cues if _NAMES not in cue)
    return bool(pattern_of(whole_word, words).search(text))


def _find_title(paragraphs: Sequence[str], reading: ReadingWords) -> tuple[str, int | None]:
    """Return the title and the index of its paragraph; no index if credits are on its line, which
    are cut off. Empty if there is none.

    It is the first paragraph that may be a title, names a kind of document, and more than that, but
    no part of a document; else the first of all.
    """
    if not paragraphs:
        return "", None
    kinds = {fold(name) for names in reading.kinds.values() for name in names}
    titles = (
        at
        for at, text in enumerate(paragraphs)
        if is_title(tidy(text), reading)
        and fold(text) not in kinds
        and not _has_cue((*reading.general_notes, *reading.card_notes), text)
    )
    at = next(titles, 0)
    first = tidy(paragraphs[at])
    cues = [cue for cue in (*reading.compiled_by, *reading.last_modified) if _NAMES not in cue]
    title = re.split(whole_word(cues), first, maxsplit=1)[0].strip()
    if title != first:
        return title, None
    return (first, at) if _may_be_title(first) else ("", None)


def is_title(text: str, reading: ReadingWords) -> bool:
    """Return whether the text is as short as a title and ends as one, and says what kind of
    document it is.
    """
    return _may_be_title(text) and any(
        _find_first_name(names, text) <= len(text) for names in reading.kinds.values()
    )


def _may_be_title(text: str) -> bool:
    """Whether the text is as short as a title and ends as one."""
    return len(text) <= _TITLE_LENGTH and not text.endswith((".", ":", "!", "。", "：", "！"))


def _find_first_name(names: Iterable[str], text: str) -> int:
    """Return where the first of the names begins; a place behind the text if it has none."""
    patterns = (
        pattern_of(whole_word, (name,), 0 if name.isupper() else re.IGNORECASE) for name in names
    )
    starts = (match.start() for pattern in patterns if (match := pattern.search(text)))
    return min(starts, default=len(text) + 1)


def _find_people(
    text: str, cues: Sequence[str], ends: str, reading: ReadingWords
) -> tuple[tuple[str, ...], str]:
    """Return the people behind the first of the cues that the text has, and the text without both.

    ``ends`` is a pattern for the end of the names, if a cue does not say where they are.
    """
    for cue in cues:
        before, marked, after = cue.partition(_NAMES)
        if marked:
            start = re.escape(before) or r"(?m:^)"
            pattern = rf"{start}(?P<names>[^\n]{{2,300}}?){re.escape(after)}(?=[、,，;；。\s]|$)"
        else:
            pattern = rf"{re.escape(before)}(?:\s*[:：]\s*|\s+)(?P<names>[^\n]{{2,300}}?){ends}"
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            conjunction = rf"{whole_word(reading.list_and)}\s*"
            comma = rf"[,、，;；]\s*(?:{conjunction})?"
            #  Between two names; scripts without spaces may have none before the conjunction.
            gap = rf"(?:\s+|(?<=[A-Za-zÀ-ɏ.])(?={UNSPACED.pattern}))"
            parts = re.split(rf"{comma}|{gap}{conjunction}", match["names"])
            people = tuple(name for part in parts if (name := part.strip(" .")))
            return people, f"{text[: match.start()]}\n{text[match.end() :]}"
    return (), text


def _find_day(text: str, reading: ReadingWords) -> tuple[str | None, str | None]:
    """Return the day that a document was last modified on, and None; if no calendar has the day,
    None and the day as it is printed.
    """
    for form in reading.dates:
        escaped = re.escape(form).replace(r"\{", "{").replace(r"\}", "}")
        pattern = escaped.format(
            day=r"(?P<day>\d{1,2})(?:er|º|°|\.)?",
            month=rf"(?P<month>{any_of(reading.months)})",
            year=r"(?P<year>\d{4})",
        ).replace(r"\ ", r"\s+")
        dated = rf"(?:{any_of(reading.last_modified)})\s*[:：]?\s*(?P<printed>{pattern})"
        match = re.search(dated, text, re.IGNORECASE)
        if match:
            months = [month.casefold() for month in reading.months]
            try:
                month = months.index(match["month"].casefold()) + 1
                day = date(int(match["year"]), month, int(match["day"]))
            except ValueError:
                return None, " ".join(match["printed"].split())
            return day.isoformat(), None
    return None, None
