"""The faces of cards: which heads are further faces of the card above them.

Most documents part the faces of a card by ``//`` or by words such as "Turn Over". Some print them
one after the other, just as they print two cards. Only evidence makes such heads one card;
:func:`with_faces` puts a turn between them, so that the card is read like any other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...notes import Face
from ...problems import Place
from ..doubts import Doubt
from ..lines import BEFORE_CARDS, Kind, Line, has_bullets
from ..notation.spellings import folded
from ..patterns import Patterns
from .card_layouts import has_never_cost, is_land, is_spell, shows
from .heads import Head

_SURE = 1.0
_LIKELY = 0.6
_UNLIKELY = 0.4
_JOINED = 0.5
"""Above this sureness, a head is a further face."""
_HABIT = 0.9
"""The share of cards from which on a mark before them is a habit of the document."""
_FEWEST = 3
"""How many cards show a habit."""
_BETWEEN = (Kind.TEXT, Kind.PICTURE, Kind.OVER, Kind.DIVIDER)
"""The kinds of the lines between two faces, apart from turns."""
_BELOW = (Kind.BULLET, Kind.ITEM, Kind.LEAD)
"""The kinds of the lines below the last face that may name the card by all its faces."""


@dataclass(frozen=True, kw_only=True)
class _Candidate:
    """A head and the text below it: a card, or a face of one."""

    at: int
    start: int
    """The first of the lines that announce it."""
    face: Face
    rules_text: str
    marks: frozenset[str]
    """What parts it from the lines above: a divider, a picture, the beginning of a block quote."""
    pictures: tuple[Line, ...]
    """The pictures above it."""
    turned: bool
    """Printed behind a turn."""
    over: str
    """The words such as "Turn Over" above it, if they are no turn."""
    follows: bool
    """Only text and pictures part it from the head before it."""
    below: str
    """The rulings right below it."""

    @property
    def is_costless(self) -> bool:
        return self.face.mana_cost is None


@dataclass(frozen=True)
class _Page:
    """A document's lines, its words, and the marks that nearly all of its cards have."""

    lines: Sequence[Line]
    words: Patterns
    habits: frozenset[str]
    cards_from: int
    """The index of the first line of card-specific notes: sections above it show examples without
    rulings.
    """

    def is_unparted(self, part: _Candidate) -> bool:
        """Whether a part lacks a mark that the cards of the document have; no divider parts the
        examples of a section.
        """
        expected = self.habits if part.at > self.cards_from else self.habits - {"divider"}
        return bool(expected - part.marks)

    def is_parted(self, part: _Candidate) -> bool:
        """Whether a part has all the marks that the cards of the document have."""
        return bool(self.habits) and self.habits <= part.marks

    def shows(self, layout: str, part: _Candidate) -> bool:
        return shows(layout, part.face.type_line, part.rules_text, self.words, part.face.name)

    def is_spell(self, part: _Candidate) -> bool:
        return is_spell(part.face.type_line, self.words)

    def is_land(self, part: _Candidate) -> bool:
        return is_land(part.face.type_line, self.words)


def with_faces(lines: Sequence[Line], words: Patterns, path: str) -> tuple[list[Line], list[Doubt]]:
    """Return the lines with a turn before each further face, and the doubts about that.

    Without bullets, which show where rulings begin, the lines between two heads prove nothing.
    Words such as "Turn Over" become turns if there is a face above them to turn, else they announce
    the card below.
    """
    turned = list(_with_turn_words(lines, words))
    if not has_bullets(turned):
        return turned, []
    parts = _parts(turned, words)
    cards_from = next(
        (
            at
            for at, line in enumerate(turned)
            if line.kind is Kind.TEXT and words.is_card_heading(line.text)
        ),
        0,
    )
    page = _Page(turned, words, _habits(turned, parts), cards_from)
    cards: list[list[_Candidate]] = []
    doubts = []
    for part in parts:
        sureness = _sureness(cards[-1], part, page) if cards and part.follows else 0.0
        if 0 < sureness < _SURE:
            doubts.append(_doubt(cards[-1], part, sureness, Place(path, turned[part.at].number)))
        if sureness > _JOINED:
            cards[-1].append(part)
        else:
            cards.append([part])
    return list(_joined(turned, cards)), doubts


def _with_turn_words(lines: Sequence[Line], words: Patterns) -> Iterator[Line]:
    """Yield the lines; words such as "Turn Over" become turns, or announce the card whose pictures
    are beside them.

    Words such as "(front face)" announce the card below.
    """
    turns = {folded(word) for word in words.language.reading.turn_words}
    fronts = {folded(word) for word in words.language.reading.front_words}
    has_face = False
    for at, line in enumerate(lines):
        kind = line.kind
        if kind in (Kind.TEXT, Kind.NAVIGATION) and folded(line.text) in turns:
            kind = Kind.TURN if has_face else Kind.OVER if _announces(lines, at) else Kind.TEXT
        elif kind is Kind.TEXT and folded(line.text) in fronts and _is_head(lines, at + 1):
            kind = Kind.FRONT
        has_face = kind not in BEFORE_CARDS and (has_face or kind is Kind.HEAD)
        yield line if kind is line.kind else replace(line, kind=kind)


def _is_head(lines: Sequence[Line], at: int) -> bool:
    return at < len(lines) and lines[at].kind is Kind.HEAD


def _announces(lines: Sequence[Line], at: int) -> bool:
    """Whether the line is among pictures and a card's head is below them."""
    below = at + 1
    while below < len(lines) and lines[below].kind is Kind.PICTURE:
        below += 1
    pictured = below > at + 1 or (at > 0 and lines[at - 1].kind is Kind.PICTURE)
    return pictured and _is_head(lines, below)


def _parts(lines: Sequence[Line], words: Patterns) -> list[_Candidate]:
    """Return all heads of a document with the text below them."""
    heads = [at for at, line in enumerate(lines) if line.kind is Kind.HEAD]
    bounds = [-1, *heads, len(lines)]
    return [
        _part(lines, above + 1, at, below, words)
        for above, at, below in zip(bounds, heads, bounds[2:], strict=False)
    ]


def _part(
    lines: Sequence[Line], above: int, at: int, following: int, words: Patterns
) -> _Candidate:
    """The part whose head is at ``at``; the head before it ends at ``above``, the next one is at
    ``following``.
    """
    head = lines[at]
    assert isinstance(head, Head)
    start = at
    while start > above and lines[start - 1].kind in (*BEFORE_CARDS, Kind.TURN):
        start -= 1
    announced = lines[start:at]
    text = at + 1
    while text < following and lines[text].kind is Kind.TEXT:
        text += 1
    below = text
    while below < following and lines[below].kind in _BELOW:
        below += 1
    strayed = [
        line
        for line in lines[above:start]
        if line.kind is Kind.PICTURE and folded(line.text) == folded(head.face.name)
    ]
    return _Candidate(
        at=at,
        start=start,
        face=head.face,
        rules_text="\n".join(line.text for line in lines[at + 1 : text]),
        marks=_marks(lines, start, at),
        pictures=(*strayed, *(line for line in announced if line.kind is Kind.PICTURE)),
        turned=any(line.kind is Kind.TURN for line in announced),
        over=next((line.text for line in announced if line.kind is Kind.OVER), ""),
        follows=_follows(lines[above:start], announced, words),
        below="\n".join(line.text for line in lines[text:below]),
    )


def _follows(between: Sequence[Line], announced: Sequence[Line], words: Patterns) -> bool:
    """Whether lines between two heads may be the rules text of the first one."""
    if any(line.kind in (Kind.LABEL, Kind.FRONT) for line in announced):
        return False
    if any(line.kind not in _BETWEEN or line.marked for line in between):
        return False
    return not any(
        line.kind is Kind.TEXT
        and (
            words.section_kind(line.text)
            or words.is_card_heading(line.text)
            or words.is_general_heading(line.text)
        )
        for line in between
    )


def _marks(lines: Sequence[Line], start: int, at: int) -> frozenset[str]:
    kinds = {Kind.DIVIDER: "divider", Kind.PICTURE: "picture"}
    found = {kinds[line.kind] for line in lines[start:at] if line.kind in kinds}
    if lines[at].quote and not (start and lines[start - 1].quote == lines[at].quote):
        found.add("quote")
    return frozenset(found)


def _habits(lines: Sequence[Line], parts: Sequence[_Candidate]) -> frozenset[str]:
    """The marks that nearly all cards right below rulings have."""
    after = [part for part in parts if part.start and lines[part.start - 1].kind in _BELOW]
    counts = Counter(mark for part in after for mark in part.marks)
    if len(after) < _FEWEST:
        return frozenset()
    return frozenset(mark for mark, count in counts.items() if count >= _HABIT * len(after))


def _sureness(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """How sure it is that ``part`` is a further face of ``card``, 0 to 1."""
    if part.turned or (part.over and len(part.pictures) < 2):
        return _SURE
    return max(clue(card, part, page) for clue in _CLUES)


def _by_type(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """An adventure or an omen is never alone, nor is a room behind a room."""
    if len(card) > 1:
        return 0.0
    rooms = page.shows("room", card[0]) and page.shows("room", part)
    return _SURE * (rooms or page.shows("adventure", part))


def _by_opening(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """Fuse and aftermath are printed on the second half."""
    halves = len(card) == 1 and page.is_spell(card[0]) and page.is_spell(part)
    return _SURE * (halves and any(page.shows(layout, part) for layout in ("fuse", "aftermath")))


def _by_words(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """A card that melds names the other one and what they become; a prepared spell is that of the
    creature above.
    """
    melds = (
        []
        if page.is_parted(part) and not part.is_costless
        else [each for each in (*card, part) if page.shows("meld", each)]
    )
    if len(card) < 3 and any(
        _names(each.rules_text, other)
        for each in melds
        for other in (*card, part)
        if other is not each
    ):
        return _SURE * any(_names(each.rules_text, part) or each is part for each in melds)
    prepares = len(card) == 1 and page.shows("prepare", card[0]) and page.is_spell(part)
    return _SURE * (prepares and "picture" not in part.marks)


def _by_mention(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """The rulings name the card by both of its halves: ``Alive // Well``, ``Alive & Well``."""
    first, second = re.escape(folded(card[0].face.name)), re.escape(folded(part.face.name))
    words = (
        () if page.is_parted(part) else page.words.language.reading.list_and
    )  # two cards may be named together, too
    joints = "|".join(("[/&+]{1,2}", *map(re.escape, words)))
    named = re.search(rf"\b{first}\s?(?:{joints})\s?{second}\b", folded(part.below))
    return _SURE * bool(len(card) == 1 and named and page.is_spell(part) == page.is_spell(card[0]))


def _by_pictures(card: Sequence[_Candidate], part: _Candidate, _page: _Page) -> float:
    """The pictures of both faces are above the first one."""
    shown = card[0].pictures
    if len(card) > 1 or part.pictures or len(shown) < 2:
        return 0.0
    return _SURE * (
        folded(shown[-1].text) == folded(part.face.name)
        or (part.is_costless and not shown[-1].text)
    )


def _by_cost(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """A back face has no mana cost; neither has a land, nor some other cards."""
    never = has_never_cost(part.face.type_line, page.words) or page.shows("suspend", part)
    if not part.is_costless or never or len(card) > 1:
        return 0.0
    turns = any(page.shows(layout, card[0]) for layout in ("transform", "flip"))
    unparted = page.is_unparted(part)
    if turns and (not page.is_land(part) or unparted):
        return _SURE
    if unparted and (not card[0].is_costless or page.is_land(card[0])):
        return _SURE
    if (
        "divider" in part.marks
        or page.is_land(part)
        or card[0].is_costless
        or part.at < page.cards_from
    ):
        return 0.0
    return _LIKELY if part.below else _UNLIKELY


def _by_marks(card: Sequence[_Candidate], part: _Candidate, page: _Page) -> float:
    """Two halves without anything between them, in a document that parts all cards."""
    if len(card) > 1 or part.is_costless or part.marks or not page.habits:
        return 0.0
    if page.is_spell(card[0]) and page.is_spell(part):
        return _SURE
    return _UNLIKELY if part.at > page.cards_from else 0.0


_CLUES: tuple[Callable[[Sequence[_Candidate], _Candidate, _Page], float], ...] = (
    _by_type,
    _by_opening,
    _by_words,
    _by_mention,
    _by_pictures,
    _by_cost,
    _by_marks,
)


def _names(text: str, part: _Candidate) -> bool:
    return folded(part.face.name) in folded(text)


def _doubt(card: Sequence[_Candidate], part: _Candidate, sureness: float, place: Place) -> Doubt:
    above = " // ".join(each.face.name for each in card)
    taken = (
        f"a further face of {above}"
        if sureness > _JOINED
        else f"a card of its own, and {above} for one without rulings"
    )
    return Doubt(
        place=place, decision=f"{part.face.name} is taken for {taken}", confidence=sureness
    )


def _joined(lines: Sequence[Line], cards: Sequence[Sequence[_Candidate]]) -> Iterator[Line]:
    """Yield the lines, with turns before further faces, and the pictures of a card together above
    its first face.
    """
    firsts = {card[0].at: card for card in cards}
    further = {part.at: part for card in cards for part in card[1:]}
    left_out = _left_out(lines, cards)
    for at, line in enumerate(lines):
        if at in firsts:
            yield from _pictures_of(firsts[at])
        if at in further and not further[at].turned:
            yield Line(kind=Kind.TURN, text=further[at].over or "//", number=line.number)
        if at not in left_out:
            yield line


def _left_out(lines: Sequence[Line], cards: Sequence[Sequence[_Candidate]]) -> Mapping[int, Line]:
    """The lines by index that move above their card, and the dividers between faces."""
    moved = {id(picture) for card in cards for picture in _shown(card)}
    between = {at for card in cards for part in card[1:] for at in range(part.start, part.at)}
    return {
        at: line
        for at, line in enumerate(lines)
        if id(line) in moved
        or (at in between and line.kind in (Kind.PICTURE, Kind.DIVIDER, Kind.OVER))
    }


def _shown(card: Sequence[_Candidate]) -> list[Line]:
    """The pictures that are surely the card's: those of its faces, or the one right above it."""
    first = list(card[0].pictures)
    own = first if len(first) <= len(card) else first[-1:]
    return [*own, *(picture for part in card[1:] for picture in part.pictures)]


def _pictures_of(card: Sequence[_Candidate]) -> Iterator[Line]:
    """Yield one line for the pictures of a card, which says what all of them say."""
    shown = _shown(card)
    if shown:
        text = " // ".join(line.text for line in shown if line.text)
        yield replace(
            shown[-1], text=text, pictures=tuple(name for line in shown for name in line.pictures)
        )
