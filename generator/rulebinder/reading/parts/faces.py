"""The faces of cards: which heads are further faces of the card above them, and which layout the
faces have.

Most documents part the faces of a card by ``//`` or by words such as "Turn Over". Some print them
one after the other, just as they print two cards. Only evidence makes such heads one card;
:func:`join_faces` puts a turn between them, so that the card is read like any other.

A layout has the name that Scryfall gives it. Types and rules text show it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...notes import Face
from ...problems import Problem, WithProblems
from ...text import Text
from ..dialect import BEFORE_CARDS, Kind, Line, Lines, has_bullets, has_head, review_decision
from ..patterns import Patterns, pattern_of, whole_word
from ..symbols import fold
from .heads import Head, find_card_heading

_SURE, _LIKELY, _UNLIKELY = 1.0, 0.6, 0.4
"""How sure it is that a head is a further face. The last two are put up for review."""
_LEAST_SURENESS = 0.5
"""Above this sureness, a head is a further face."""
_HABIT_SHARE = 0.9
"""The share of cards from which on a mark before them is a habit of the document."""
_LEAST_CARDS = 3
"""The least number of cards that show a habit."""
_KINDS_BETWEEN = (Kind.TEXT, Kind.PICTURE, Kind.OVER, Kind.DIVIDER)
"""The kinds of the lines between two faces, apart from turns."""
_KINDS_BELOW = (Kind.BULLET, Kind.ITEM, Kind.LEAD)
"""The kinds of the lines below the last face that may name the card by all its faces."""
_MARKS = {Kind.DIVIDER: "divider", Kind.PICTURE: "picture"}
_OF_ONE_FACE = ("saga", "class", "case", "prototype", "leveler")
_OF_A_BACK = ("meld", "flip", "transform")
"""The layouts whose rules text says how the card turns, to be looked for in this order."""
_NAME = "{name}"
"""The place of the face's own name in the words of a cue."""


@dataclass(frozen=True)
class _Side:
    """A face and its rules text."""

    words: Patterns
    face: Face
    rules_text: str

    def shows(self, *layouts: str) -> bool:
        """Whether it has a sign of one of the layouts."""
        return any(has_sign(layout, self.rules_text, self.words, self.face) for layout in layouts)

    @property
    def is_spell(self) -> bool:
        """Whether it never becomes a permanent."""
        return self.words.has_type(self.face.type_line, self.words.reading.spell_types)

    @property
    def is_land(self) -> bool:
        """Whether it is a land."""
        return self.words.has_type(self.face.type_line, self.words.reading.land_types)


@dataclass(frozen=True)
class _Part(_Side):
    """A head and the rules text below it, with what tells whether it is a further face of the card
    above it.
    """

    at: int
    start: int
    """The index of the first line that announces it; ``at`` is that of its head."""
    marks: frozenset[str]
    """What parts it from the lines above: a divider, a picture, the beginning of a block quote."""
    pictures: Lines
    """The pictures above it."""
    is_turned: bool
    """Printed behind a turn."""
    turn_words: str
    """The words such as "Turn Over" that announce it; empty if there are none."""
    follows: bool
    """Only text and pictures part it from the head before it."""
    below: str
    """The rulings right below it, folded."""
    is_example: bool
    """Above the card-specific notes, where cards are examples, mostly without rulings."""

    def names(self, other: _Part) -> bool:
        """Whether its rules text has the name of the other one."""
        return fold(other.face.name) in fold(self.rules_text)


def join_faces(lines: Lines, words: Patterns) -> WithProblems[list[Line]]:
    """Return the lines with a turn before each further face, and the doubts about that.

    Without bullets, which show where rulings begin, the lines between two heads prove nothing.
    Words such as "Turn Over" become turns if there is a face above them to turn, else they announce
    the card below.
    """
    turned = list(_settle_turn_words(lines, words))
    if not has_bullets(turned):
        return turned, []
    parts = _find_parts(turned, words)
    #  Those below rulings are cards of their own: their marks show the habits of the document.
    after = [part for part in parts if part.start and turned[part.start - 1].kind in _KINDS_BELOW]
    counts = Counter(mark for part in after for mark in part.marks)
    least = max(_LEAST_CARDS, _HABIT_SHARE * len(after))
    habits = frozenset(mark for mark, count in counts.items() if count >= least)
    cards: list[list[_Part]] = []
    doubts: list[Problem] = []
    for part in parts:
        sureness = _rate_as_face(part, cards[-1], habits) if cards and part.follows else 0.0
        if sureness:
            above = cards[-1][0].face.name  # only one with a lone face is doubted
            decision = (
                f"a further face of {above}"
                if sureness > _LEAST_SURENESS
                else f"a card of its own, and {above} for one without rulings"
            )
            place = turned[part.at].place
            doubts += review_decision(place, f"{part.face.name} is taken for {decision}", sureness)
        if sureness > _LEAST_SURENESS:
            cards[-1].append(part)
        else:
            cards.append([part])
    return list(_insert_turns(turned, cards)), doubts


def _settle_turn_words(lines: Lines, words: Patterns) -> Iterator[Line]:
    """Yield the lines, with words such as "Turn Over" as turns, or as announcements of the card
    whose pictures are beside them.

    Words such as "(front face)" announce the card below.
    """
    turns, fronts = (
        set(map(fold, cues)) for cues in (words.reading.turn_words, words.reading.front_words)
    )
    has_face = False  # above the line, since the last announcement of a card
    for at, line in enumerate(lines):
        kind = line.kind
        if kind in (Kind.TEXT, Kind.NAVIGATION) and fold(line.text) in turns:
            #  Among pictures, with a card's head below them, they announce the card.
            below = _skip_kinds(lines, at + 1, (Kind.PICTURE,))
            pictured = below > at + 1 or (at > 0 and lines[at - 1].is_picture)
            announces = pictured and has_head(lines[below : below + 1])
            kind = Kind.TURN if has_face else Kind.OVER if announces else Kind.TEXT
        elif kind is Kind.TEXT and fold(line.text) in fronts:
            kind = Kind.FRONT
        has_face = kind not in BEFORE_CARDS and (has_face or kind is Kind.HEAD)
        yield line if kind is line.kind else replace(line, kind=kind)


def _find_parts(lines: Lines, words: Patterns) -> list[_Part]:
    """Return all heads of a document with the text below them."""
    parts: list[_Part] = []
    from_cards = find_card_heading(lines, words)
    above = 0  # behind the last head
    for at, head in enumerate(lines):
        if not isinstance(head, Head):
            continue
        start = at
        while start > above and lines[start - 1].kind in (*BEFORE_CARDS, Kind.TURN):
            start -= 1
        announced, between = lines[start:at], lines[above:start]
        kinds = [line.kind for line in announced]
        marks = {_MARKS[kind] for kind in kinds if kind in _MARKS}
        if head.quote and not (start and lines[start - 1].quote == head.quote):
            marks.add("quote")
        above = at + 1
        end = _skip_kinds(lines, above, (Kind.TEXT,))
        name = fold(head.face.name)
        #  Text may part the face from the pictures with its name.
        pictures = (*(line for line in between if fold(line.text) == name), *announced)
        below = lines[end : _skip_kinds(lines, end, _KINDS_BELOW)]
        part = _Part(
            words=words,
            at=at,
            start=start,
            face=head.face,
            rules_text="\n".join(line.text for line in lines[above:end]),
            marks=frozenset(marks),
            pictures=[line for line in pictures if line.is_picture],
            is_turned=Kind.TURN in kinds,
            turn_words=next((line.text for line in announced if line.kind is Kind.OVER), ""),
            follows=not {Kind.LABEL, Kind.FRONT}.intersection(kinds)
            and all(
                line.kind in _KINDS_BETWEEN and not line.marked and not words.is_heading(line.text)
                for line in between
            ),
            below=fold("\n".join(line.text for line in below)),
            is_example=at < from_cards,
        )
        parts.append(part)
    return parts


def _skip_kinds(lines: Lines, at: int, kinds: Sequence[Kind]) -> int:
    """Return the first place from ``at`` on whose line is not of these kinds."""
    while at < len(lines) and lines[at].kind in kinds:
        at += 1
    return at


def _rate_as_face(part: _Part, card: Sequence[_Part], habits: frozenset[str]) -> float:
    """Return how sure it is, 0 to 1, that ``part`` is a further face of the card with these faces.

    ``habits`` are the marks that nearly all cards of the document have.
    """
    #  With "Turn Over" and two pictures above it, it is the first of two faces.
    if part.is_turned or (part.turn_words and len(part.pictures) < 2):
        return _SURE
    is_parted = bool(habits) and habits <= part.marks
    is_costless = part.face.mana_cost is None
    if (is_costless or not is_parted) and len(card) < 3:
        #  A card that melds names the other one, or what they become.
        pairs = [pair for face in card for pair in ((face, part), (part, face))]
        if any(first.names(second) and first.shows("meld") for first, second in pairs):
            return _SURE
    if len(card) > 1:
        return 0.0  # only cards that meld have three
    front = card[0]
    #  Two faces: words that only such cards have, a name of both in the rulings, or two pictures.
    are_spells = front.is_spell and part.is_spell
    #  The pictures of both faces may be above the first one.
    are_pictured = len(front.pictures) > 1 and not part.pictures
    picture = fold(front.pictures[-1].text) if are_pictured else ""
    if (
        part.shows("adventure")
        or (front.shows("room") and part.shows("room"))
        or (are_spells and part.shows("fuse", "aftermath"))
        or (part.is_spell and front.shows("prepare") and "picture" not in part.marks)
        or _are_named_together(front, part, () if is_parted else part.words.reading.list_and)
        or (are_pictured and (picture == fold(part.face.name) or (is_costless and not picture)))
    ):
        return _SURE
    if is_costless:
        return _rate_costless_face(front, part, habits)
    #  Two halves without anything between them, in a document that parts all cards.
    if part.marks or not habits:
        return 0.0
    return _SURE if are_spells else _UNLIKELY


def _are_named_together(front: _Part, part: _Part, joints: Sequence[str]) -> bool:
    """Whether the rulings name the card by both of its halves: ``Alive // Well``, ``Alive & Well``.

    ``joints`` are words between them; two cards may be named together, too.
    """
    if part.is_spell != front.is_spell:
        return False
    first, second = (re.escape(fold(half.face.name)) for half in (front, part))
    joint = "|".join(("[/&+]{1,2}", *map(re.escape, joints)))
    return bool(re.search(rf"\b{first}\s?(?:{joint})\s?{second}\b", part.below))


def _rate_costless_face(front: _Part, part: _Part, habits: frozenset[str]) -> float:
    """Return how sure it is that ``part``, which has no mana cost, is the back of ``front``.

    A back face has no cost; neither has a land, nor some other cards.
    """
    types = part.words.reading.costless_types
    if part.words.has_type(part.face.type_line, types) or part.shows("suspend"):
        return 0.0
    #  A habitual mark is missing; examples need no divider.
    is_unparted = bool(habits - part.marks - ({"divider"} if part.is_example else set()))
    has_cost = front.face.mana_cost is not None
    if front.shows("transform", "flip") and (is_unparted or not part.is_land):
        return _SURE
    if is_unparted and (has_cost or front.is_land):
        return _SURE
    if "divider" in part.marks or part.is_land or part.is_example or not has_cost:
        return 0.0
    return _LIKELY if part.below else _UNLIKELY


def _insert_turns(lines: Lines, cards: Sequence[Sequence[_Part]]) -> Iterator[Line]:
    """Yield the lines, with turns before further faces, and the pictures of a card together above
    its first face.
    """
    before: dict[int, Line] = {}  # what comes above a head
    left_out: set[int] = set()  # the ids of lines
    for front, *others in cards:
        #  As many as it has faces; of more, only the one right above it is its own.
        of_front = front.pictures if len(front.pictures) <= len(others) + 1 else front.pictures[-1:]
        pictures = [*of_front, *(picture for part in others for picture in part.pictures)]
        left_out.update(map(id, pictures))
        if pictures:
            before[front.at] = replace(
                pictures[-1],
                text=" // ".join(line.text for line in pictures if line.text),
                pictures=tuple(name for line in pictures for name in line.pictures),
            )
        for part in others:
            between = lines[part.start : part.at]
            left_out.update(id(line) for line in between if line.kind is not Kind.TURN)
            if not part.is_turned:
                place = lines[part.at].place
                before[part.at] = Line(kind=Kind.TURN, text=part.turn_words or "//", place=place)
    for at, line in enumerate(lines):
        if at in before:
            yield before[at]
        if id(line) not in left_out:
            yield line


def find_layout(faces: Sequence[Face], shared: Sequence[Text], words: Patterns) -> str:
    """Return Scryfall's word for the layout of a card with these faces.

    ``shared`` is rules text that both halves have in common.
    """
    sides = [
        _Side(words, face, "\n".join(text.plain() for text in face.rules_text)) for face in faces
    ]
    front, *others = sides
    if not others:
        return next(filter(front.shows, _OF_ONE_FACE), "normal")
    back = others[0]
    if back.shows("adventure"):
        return "adventure"
    if back.face.mana_cost is None:
        signs = (layout for layout in _OF_A_BACK if any(side.shows(layout) for side in sides))
        return next(signs, "modal_dfc" if back.is_land else "transform")
    if back.is_spell and not front.is_spell and front.shows("prepare"):
        return "prepare"
    if not back.is_spell and any(side.shows("meld") for side in sides):
        return "meld"
    is_alike = words.subtypes(front.face.type_line) == words.subtypes(back.face.type_line)
    return "split" if shared or is_alike or all(side.is_spell for side in sides) else "modal_dfc"


def has_sign(layout: str, rules_text: str, words: Patterns, face: Face | None = None) -> bool:
    """Whether a rules text has a sign of ``layout``: the opening of a line, or words.

    With its ``face``, a subtype is a sign, too, and words may have the name of the face.
    """
    cue = words.reading.layouts.get(layout)
    if cue is None:
        return False
    if face and cue.subtypes:
        subtypes = words.subtypes(face.type_line)
        if not subtypes.isdisjoint(map(str.casefold, cue.subtypes)):
            return True
    lines = list(map(fold, rules_text.split("\n")))
    openings = tuple(map(fold, cue.openings))
    if any(line.startswith(openings) for line in lines):
        return True
    for cue_word in cue.words:
        word = fold(cue_word).replace(_NAME, fold(face.name) if face else "")
        # To compile a pattern takes milliseconds, so only a word that is there has one.
        if any(word in line and pattern_of(whole_word, (word,)).search(line) for line in lines):
            return True
    return False
