"""Heads of cards: the lines of a name, a cost, a type line and a size become one.

The text of a card ends with its paragraph: the line break inside a paragraph ties the lines of a
card together, and its last line has none. Web pages print a card as one paragraph. Markdown keeps
its line breaks as two spaces, so that prose right below a card is known from rules text. Only a
page whose cards all show their ends in this way is believed.

The dash of a type line may be damaged or lost, and a type may be in no language file. The place
tells such a line: below the cost of a card, or above its size. Once one is known by it, the same
damage is believed elsewhere too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...notes import Face
from ...problems import Problem, WithProblems, repair, review, warning
from ...text import SYMBOL, UNKNOWN_PICTURE
from ..dialect import Kind, Line, Lines, has_bullets
from ..patterns import Patterns, is_cost, is_number, read_stats
from ..symbols import fold, read_bare_cost, tidy, without_emphasis

_REMARK = re.compile(
    r"(?<=\S)\s++(?P<remark>\*\([^()]+\)\*|\(\*[^()]+\*\)|\([^\W\dA-ZÀ-Ý][^()]*[^\W\d]\))$"
)
"""Words in brackets behind a name: in emphasis, or in lower case, as no part of a name is:
``(eternal)``.

A letter alone is part of one.
"""
_TYPE_AND_STATS = re.compile(r"^(?P<types>\S.*\S)\s+\(?(?P<stats>[\d*X+\-−]+/[\d*X+\-−]+)\)?$")
_BRACKETS = re.compile(r"^\*?\([^()]{3,40}\)\*?\s|\s\*?\([^()]{3,40}\)\*?$")
"""Words in brackets before or behind a type line."""
_SENTENCE_ENDS = (".", ":", "。", "：")
"""How a line ends that is not part of a head below the name."""
_LOYALTY = re.compile(
    r"^(?:(?:[^\W\d_]+(?:\s[^\W\d_]+)?)?\s?[:：]\s?)?[\[(]?(?P<number>\d{1,2}|X|\*)[\])]?$"
)
"""``4``, ``[4]``, ``Loyalty: 4``; nothing else under a planeswalker's type line looks like it."""
_BRACKETED = re.compile(r"^《(?P<name>[^《》/／]+)(?:[/／](?P<english>[^《》]+))?》$")
"""A name as Japanese players write it: in its language, then in English."""
_COST_BEHIND = re.compile(
    rf"(?<=\S)\s++\(?(?P<cost>(?:{SYMBOL}|{UNKNOWN_PICTURE})+|(?=\d*[WUBRG])\d{{0,2}}[WUBRGX]+)\)?$"
)
_BETWEEN_HALVES = " // "
_MOST_LINES = 6
"""The most lines below the name: cost, types, size, and color indicators between them."""
_SHARED_LINES = 3
"""The lines of a head that two halves share: names, costs, types."""
_HABIT_SHARE = 0.9
"""If so many cards end at their only line without a break, the breaks of all are believed."""
_LEAST_CARDS = 3
"""The least number of cards that show a habit."""
_LOST_LETTER = "\ufffd"
"""What decoding writes for a character that it cannot read."""
_WRONG_DASH = re.compile(r"[?\ufffd□¿]+|â\W{1,2}|&#?\w{2,8};|\\[ux]\w{2,4}")
"""What a conversion may make of a dash, and which means nothing else as a word of its own."""
_QUOTED_LETTERS = 60
"""How many characters of a line a problem quotes."""
_MOST_WORDS = 3
"""The most words of a type line without subtypes."""


@dataclass(frozen=True, kw_only=True)
class Head(Line):
    """The head of a face. Its text is the line of the name."""

    face: Face
    """Without rules text."""
    remark: str | None
    """The English name beside another one, the words beside the name in brackets,
    ``(Planeswalker Deck only)``, and the color indicator.
    """
    lines: tuple[Line, ...]
    """The lines that became this one."""
    announced: tuple[Line, ...] = ()
    """The lines above it that announce it."""


def join_heads(lines: Lines, words: Patterns) -> list[Line]:
    """Return the lines, those of each head as one; pictures beside a text that is not a head become
    part of it.

    No line is inside two heads: stats may look like a name.
    """
    joined: list[Line] = []
    at = 0
    while at < len(lines):
        start = at
        while lines[at].beside and at + 1 < len(lines):
            at += 1
        head = read_head(lines, at, words)
        if head is not None:
            joined += (*lines[start:at], head)
            at += len(head.lines)
            continue
        line = lines[at]
        at += 1
        if line is not lines[start]:  # pictures are beside it
            beside = lines[start:at]
            names = tuple(name for picture in beside for name in picture.pictures)
            line = replace(line, text=" ".join(map(_describe_picture, beside)), pictures=names)
        joined.append(line)
    return joined


def unfold_heads(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, each head as the lines that it was."""
    return [part for line in lines for part in (line.lines if isinstance(line, Head) else (line,))]


def _describe_picture(line: Line) -> str:
    """Return the words or the symbol of a line, or the names of its pictures if it has neither."""
    return line.text or line.symbol or " ".join(f"[picture: {name}]" for name in line.pictures)


def read_head(lines: Lines, start: int, words: Patterns) -> Head | None:
    """Return the head of a face that starts at ``lines[start]``, or None if none does.

    A head is a name, a mana cost (lands, back faces and some suspended cards have none), a type
    line, and stats if any. Color indicators may be between them. Only its type line tells a head:
    names look like anything.
    """
    # Every line is asked whether a head starts there, and what most of them lack comes first.
    name_line = lines[start]
    if (
        start + 1 >= len(lines)
        or not name_line.is_text
        or lines[start + 1].text.endswith(_SENTENCE_ENDS)
    ):
        return None
    #  The lines of text below, up to a line of another kind; pictures without words do not count.
    rows = itertools.takewhile(
        lambda at: lines[at].is_text or (lines[at].is_picture and not lines[at].text),
        range(start + 1, len(lines)),
    )
    places = list(itertools.islice((at for at in rows if lines[at].is_text), _MOST_LINES))
    texts = [*(lines[at].text for at in places), *itertools.repeat("", _MOST_LINES)]
    #  Pictures between the name and the next text may be a cost.
    pictures = lines[start + 1 : places[0]] if places else ()
    cost = read_cost(texts[0], words)
    used = int(cost is not None)  # how many of the texts belong to the head

    def take_indicator() -> str:
        """The color indicator that comes next, such as ``(Red)``; empty if none does."""
        nonlocal used
        is_indicator = words.is_color_indicator(texts[used])
        used += is_indicator
        return tidy(texts[used - 1]) if is_indicator else ""

    #  An indicator may be above the type line, below it, or below the size.
    above = take_indicator()
    sized = _TYPE_AND_STATS.match(texts[used])
    types, size = (sized["types"], sized["stats"]) if sized else (texts[used], "")
    bracket = _BRACKETS.search(types)
    if bracket:
        types = f"{types[: bracket.start()]} {types[bracket.end() :]}".strip()
    is_typed = words.is_type_line(types)
    if not (is_typed or words.is_old_type(types)):
        return None
    printed, name_remark = name_line.text, None
    if remark := _REMARK.search(printed):
        printed, name_remark = printed[: remark.start()], without_emphasis(remark["remark"])
    name, bare = printed, printed.strip("*")
    if not cost and (behind := _COST_BEHIND.search(bare)):
        name, cost = bare[: behind.start()], read_bare_cost(behind["cost"]) or behind["cost"]
    if pictures and not cost:
        pictures = [
            replace(line, kind=Kind.TEXT, text=_describe_picture(line)) for line in pictures
        ]
        cost = "".join(line.text for line in pictures)
    name, english = tidy(name), None
    bracketed = _BRACKETED.match(name)
    if bracketed:
        name, english = bracketed["name"].strip(), bracketed["english"]
    if (
        not name
        or not (is_typed or cost)  # all cards with an old type line have a cost
        or read_cost(printed, words) is not None
        or is_cost(name_line.text.replace("//", " "))
        or words.is_type_line(printed)
        or words.is_great_heading(name_line.text)
    ):
        return None  # it is another part of a head, a cost or two, or a great heading
    used += 1
    between = take_indicator()
    unsized = Face(name=name, type_line=tidy(types), mana_cost=cost)
    face = _add_size(unsized, size or texts[used], words)
    used += face is not unsized and not size  # the size has a line of its own
    last = take_indicator()
    end = places[used - 1]
    remarks = (english, name_remark, above, bracket and tidy(bracket.group()), between, last)
    return Head(
        kind=Kind.HEAD,
        text=name_line.text,
        place=name_line.place,
        marked=name_line.marked,
        quote=name_line.quote,
        tied=lines[end].tied,
        face=face,
        remark=" ".join(filter(None, remarks)) or None,
        lines=(name_line, *pictures, *lines[start + 1 + len(pictures) : end + 1]),
    )


def read_cost(text: str, words: Patterns) -> str | None:
    """Return the mana cost that a line is, in symbols or in letters; None if it is not one."""
    if is_cost(text):
        return text.replace("} ", "}").replace("] ", "]").strip()
    return read_bare_cost(words.with_english_letters(text))


def _add_size(face: Face, text: str, words: Patterns) -> Face:
    """Return the face with the numbers in the line after its type line, or the same face if there
    are none. A lone number is loyalty or defense.
    """
    size = read_stats(text)
    if size:
        return replace(face, power=size[0], toughness=size[1])
    if not words.has_type(face.type_line, words.reading.loyalty_types):
        return replace(face, defense=text) if is_number(text) else face
    bare = text.strip("*") or text
    labelled = _LOYALTY.match(bare)
    return replace(face, loyalty=labelled["number"]) if labelled else face


def find_card_heading(lines: Lines, words: Patterns) -> int:
    """Return the place of the first heading of cards; 0 if there is none."""
    return next((at for at, line in enumerate(lines) if words.is_card_heading(line.text)), 0)


def mark_leads(lines: Lines, words: Patterns) -> list[Line]:
    """Return the lines, with the text below the last line of a card as leads in to what follows.

    The last line is the first one without a line break. That is believed only if it is so in
    nearly all cards: their bullets follow it at once.
    """
    from_cards = find_card_heading(lines, words)
    introductions: set[int] = set()
    bulleted = habitual = 0  # cards with bullets, and those whose last line is right above them
    for start, head in enumerate(lines):
        if not (isinstance(head, Head) and all(line.tied for line in head.lines[:-1])):
            continue
        end = _find_rules_text_end(lines, start + 1, words)
        last = next((at for at in range(start, end) if not lines[at].tied), end)
        introductions.update(range(last + 1, end))
        if start > from_cards and has_bullets(lines[end : end + 1]):
            bulleted += 1
            habitual += last + 1 >= end
    marked = list(lines)
    for at in introductions if habitual >= max(_LEAST_CARDS, _HABIT_SHARE * bulleted) else ():
        marked[at] = replace(lines[at], kind=Kind.LEAD)
    return marked


def _find_rules_text_end(lines: Lines, at: int, words: Patterns) -> int:
    """Return the end of the paragraphs from ``at`` on that are neither headings nor part of a
    head.
    """
    while (
        at < len(lines)
        and lines[at].is_text
        and not lines[at].marked
        and not words.is_heading(lines[at].text)
        and not read_head(lines, at, words)
        and not _split_shared_head(lines, at, words)
    ):
        at += 1
    return at


def split_halves(lines: Lines, words: Patterns) -> tuple[list[Line], list[Line], list[Problem]]:
    """Return the lines, with a shared head (see :func:`_split_shared_head`) as one of each half,
    and ``//`` between the rules texts of both; the lines that only repeat the name of a half above
    its text, which are left out; and the doubts.
    """
    split: list[Line] = []
    repeated: list[Line] = []
    doubts: list[Problem] = []
    at = 0
    while at < len(lines):
        halves = _split_shared_head(lines, at, words)
        if not halves:
            split.append(lines[at])
            at += 1
            continue
        (first, *_), (second, *_) = halves
        start = at + _SHARED_LINES
        end = _find_rules_text_end(lines, start, words)
        if end < len(lines) and lines[end].kind is Kind.TURN:
            turn, at = lines[end], end + 1
        else:
            end, is_sure = _find_second_half(lines, start, end, second.text)
            turn, at = Line(kind=Kind.TURN, text="//", place=lines[end - 1].place), end
            if not is_sure:
                message = f"nothing parts the rules texts of {first.text} // {second.text}"
                place = lines[start].place if start < len(lines) else first.place
                doubts.append(review(place, message, "put // between them in the document"))
        if start < end and _is_name(lines[start], first.text):
            repeated.append(lines[start])
            start += 1
        split += [*halves[0], *lines[start:end], turn, *halves[1]]
        if at < len(lines) and _is_name(lines[at], second.text):
            repeated.append(lines[at])
            at += 1
    return split, repeated, doubts


def _split_shared_head(lines: Lines, at: int, words: Patterns) -> list[list[Line]]:
    """Return the head's lines of each half of a card whose halves share theirs: ``Fire // Ice``,
    then ``{1}{R} // {1}{U}``, then the types, once or twice. Empty if no such head begins there.
    """
    shared = lines[at : at + _SHARED_LINES]
    if len(shared) < _SHARED_LINES:
        return []
    names, costs, types = (line.text.split(_BETWEEN_HALVES) for line in shared)
    if not len(names) == len(costs) == 2 >= len(types):
        return []
    halves = [
        [
            replace(line, text=parts[side].strip())
            for line, parts in zip(shared, (names, costs, types), strict=True)
        ]
        for side in (0, -1)  # types that both have are printed once
    ]
    return halves if all(read_head(half, 0, words) for half in halves) else []


def _find_second_half(lines: Lines, start: int, end: int, name: str) -> tuple[int, bool]:
    """Return where the text of the second half begins, if no ``//`` says so, and whether that is
    sure.

    It begins at the line that is its ``name``, or the first that has it, if bullets are below. If
    there is none, each half has one line; that is sure if there are two, with bullets below.
    """
    named = (at for at in range(start, end) if _is_name(lines[at], name))
    are_ruled = has_bullets(lines[end : end + 1])
    naming = (at for at in range(start + 1, end) if are_ruled and name in lines[at].text)
    second = next(itertools.chain(named, naming), None)
    if second is not None:
        return second, True
    return min(start + 1, end), are_ruled and end - start == 2


def _is_name(line: Line, name: str) -> bool:
    """Whether a line is nothing but the name, perhaps with a colon."""
    return line.is_text and fold(line.text).rstrip(" :：") == fold(name)


class _Damage(NamedTuple):
    """A type line whose dash was damaged."""

    mended: str
    """The line with a dash."""
    mark: str
    """What is in the place of the dash; empty if nothing is."""
    is_sure: bool
    """Whether it can be nothing but a type line, if the page has such a damage elsewhere."""


def mend_type_lines(lines: Lines, words: Patterns) -> tuple[list[Line], Patterns, list[Problem]]:
    """Return the lines with a dash in each type line that lost it, ``words`` with the types of the
    page that they lack, and the problems that say both.
    """
    damages = {
        at: damage
        for at, line in enumerate(lines)
        if at and line.is_text and lines[at - 1].is_text
        if (damage := _find_damage(line.text, words))
    }
    #  A damage at the place of a type line is certain, and tells what the others look like.
    placed = {at for at in damages if _is_at_type_line(lines, at, words)}
    marks = {_LOST_LETTER, *(damages[at].mark for at in placed)}
    dashed = (words.is_type_line(line.text) and words.subtypes(line.text) for line in lines)
    if not any(dashed):  # all type lines lost theirs
        marks.update(damage.mark for damage in damages.values())
    mended = list(lines)
    problems = []
    for at, damage in damages.items():
        if at in placed or (damage.mark in marks and damage.is_sure):
            mended[at] = replace(lines[at], text=damage.mended)
            message = f"the type line '{lines[at].text}' is read as '{damage.mended}'"
            problems.append(repair(lines[at].place, message))
    #  Such a sign is a dash elsewhere, too, where it is a word of its own; but the language may set
    # it apart as a rule.
    signs = [
        re.escape(mark)
        for mark in sorted(marks)
        if _WRONG_DASH.fullmatch(mark) and mark not in words.language.typography.no_break_before
    ]
    sign = re.compile(rf"(?<=\s)(?:{'|'.join(signs)})(?=\s|$)")  # one is _LOST_LETTER at least
    for at, line in enumerate(mended if damages else ()):
        text = sign.sub("—", line.text)
        if text != line.text:
            mended[at] = replace(line, text=text)
            message = f"'{line.text[:_QUOTED_LETTERS]}' has a damaged dash, which is read as one"
            problems.append(repair(line.place, message))
    words, lacking = _add_types(mended, words)
    return mended, words, [*problems, *lacking]


def _find_damage(text: str, words: Patterns) -> _Damage | None:
    """Return the damage of a text that is a type line but for its dash; None if it is not one.

    The halves of a split card are mended apart, and have the mark of the last damaged one.
    """
    halves = without_emphasis(text).split(_BETWEEN_HALVES)
    match = None
    for at, half in enumerate(halves):
        if not words.is_type_line(half) and (damaged := words.match_damaged_type_line(half)):
            match = damaged
            dash = words.reading.subtype_separators[0]
            halves[at] = f"{match['types']}{dash}{match['subtypes']}"
    if match is None:
        return None
    mark = match["mark"].strip()
    are_closed = all(map(words.is_closed_subtype, match["subtypes"].split()))
    return _Damage(_BETWEEN_HALVES.join(halves), mark, bool(mark) or are_closed)


def _is_at_type_line(lines: Lines, at: int, words: Patterns) -> bool:
    """Whether the line is where a type line is: below a name and a cost, or above a size."""
    below, further, *_ = (*(line.text for line in lines[at + 1 : at + 3]), "", "")
    is_size = read_stats(below) or (is_number(below) and not words.type_prefix(further))
    return bool(is_size) or _is_below_cost(lines, at, words)


def _is_below_cost(lines: Lines, at: int, words: Patterns) -> bool:
    """Whether the line is right below a cost, or two of a split card, that is below a name."""
    return (
        at > 1
        and all(line.is_text for line in lines[at - 2 : at + 1])
        and read_cost(lines[at - 2].text, words) is None
        and read_cost(lines[at - 1].text.replace("//", ""), words) is not None
    )


def _add_types(lines: Lines, words: Patterns) -> WithProblems[Patterns]:
    """Return ``words`` with the types of the page that they lack, and a warning for each of them.

    They are in a line that is where only a type line is: below a name and a cost, or with subtypes
    above a size.
    """
    type_lines: dict[str, list[Line]] = {}  # those with each unknown word
    for at, line in enumerate(lines):
        text = line.text
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        if (
            line.is_text
            and _is_at_type_line(lines, at, words)
            and not any(map(words.is_type_line, (text, below)))  # else it is one, or a name
            and read_cost(below, words) is None
            and not words.is_old_type(text)
            and not words.is_color_indicator(text)
            and (
                words.subtypes(text)
                or (
                    _is_below_cost(lines, at, words)
                    and len(text.split()) <= _MOST_WORDS
                    and words.keyword_prefix(text) is None
                )
            )
        ):
            for word in words.list_unknown_types(text):
                type_lines.setdefault(word, []).append(line)
    if not type_lines:
        return words, []
    language = words.language
    reading = replace(language.reading, card_types=(*language.reading.card_types, *type_lines))
    problems = [
        warning(
            having[0].place,
            f"'{having[0].text}' is read as a type line ({len(having)} of them), but '{word}'"
            " is not known as a type",
            f"if it is one, add it to card_types in content/languages/{language.lang}.yml",
        )
        for word, having in type_lines.items()
    ]
    return replace(words, language=replace(language, reading=reading)), problems
