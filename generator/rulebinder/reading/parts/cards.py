"""Card blocks: the faces of a card and their rules text, from the lines under its name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ...notes import Card, Face
from ...problems import Place
from ...text import Text, parse
from ..dialect import Layout
from ..layout.hyphens import seam
from ..lines import Kind, Line, Lines
from ..notation.web_residue import with_bare_costs
from ..patterns import Patterns, is_cost, stats
from .abilities import NAMED, grouped
from .boundary import best_split, score
from .card_layouts import layout_of, shows
from .heads import Head

_ANNOUNCING = ("—", "--", "–", ":")
_RULES_TEXT = 2.0
"""The score from which on a paragraph is surely rules text."""
_LISTED = re.compile(r"(?:—|–|--)\s?[^—–;；]+[;；]")
"""The modes of old cards, which are printed in one sentence: ``Choose one -- Draw a card; or
discard a card.``
"""
_CHOICE = 500
"""How many characters at the end of an ability are looked through for the names of options."""


class CardBlock(NamedTuple):
    """A card, and the index of the first line after it.

    ``confidence`` is that of a scored boundary.
    """

    card: Card
    end: int
    confidence: float
    joined: tuple[Line, ...]
    """The lines of rules text that were joined to the one before them."""


def read_card(lines: Lines, words: Patterns, path: str, layout: Layout) -> CardBlock:
    """Return the card block at the beginning of ``lines``, which begin with its head.

    Rules text runs to the first bullet; if the layout is ``scored``, no bullet shows its end and
    :func:`best_split` decides.
    """
    faces: list[Face] = []
    joined: list[Line] = []
    shared: tuple[Text, ...] = ()
    dividers: list[str] = []
    remarks: list[str] = []
    at = 0
    while isinstance(head := lines[at], Head):
        faces.append(head.face)
        remarks += filter(None, [head.remark])
        name = " // ".join(face.name for face in (faces[0], *faces[1:][-1:]))
        end, confidence = _rules_end(lines, at + 1, name, words, layout)
        groups = _abilities(lines[at + 1 : end], words, layout)
        rules_text = _rules_text(groups, costs=not words.has_loyalty(head.face.type_line))
        faces[-1] = replace(head.face, rules_text=rules_text)
        joined += [line for group in groups for line in group[1:]]
        at = end
        if at >= len(lines) or lines[at].kind is not Kind.TURN:
            break
        dividers += [lines[at].text] if lines[at].text.strip("/") else []
        at += 1
        if at == len(lines) or lines[at].kind is not Kind.HEAD:
            end, confidence = _rules_end(lines, at, name, words, layout)
            extra, at = _after_turn(lines[at:end], words, layout), end
            if len(faces) > 1:
                shared = extra  # by the halves
            else:  # the prototype of a lone face
                faces = [replace(faces[0], rules_text=(*faces[0].rules_text, *extra))]
            break
    if not shared:
        faces, shared = _with_fuse_shared(faces, words)
    faces = [_sized(face) for face in faces]
    card = Card(
        tuple(faces),
        layout_of(faces, shared, words),
        shared,
        divider=" // ".join(dividers) or None,
        remark=" ".join(remarks) or None,
        place=Place(path, lines[0].number),
    )
    return CardBlock(card=card, end=at, confidence=confidence, joined=tuple(joined))


def _sized(face: Face) -> Face:
    """Return the face with the stats below its rules text, if there are none below its type
    line.
    """
    if not face.rules_text or any((face.power, face.loyalty, face.defense)):
        return face
    last = face.rules_text[-1].source()
    pair = stats(last)
    if pair is None or last == "/":
        return face
    return replace(face, power=pair[0], toughness=pair[1], rules_text=face.rules_text[:-1])


def _with_fuse_shared(faces: list[Face], words: Patterns) -> tuple[list[Face], tuple[Text, ...]]:
    """Take the line below both halves that lets them be cast as one out of the second half, if the
    first has none.
    """
    last = faces[-1]
    if len(faces) != 2 or not last.rules_text:
        return faces, ()
    own, fuse = last.rules_text[:-1], last.rules_text[-1]
    fused = [
        shows("fuse", "", text, words)
        for text in (fuse.plain(), "\n".join(text.plain() for text in faces[0].rules_text))
    ]
    if fused != [True, False]:
        return faces, ()
    return [faces[0], replace(last, rules_text=own)], (fuse,)


def _after_turn(lines: Lines, words: Patterns, layout: Layout) -> tuple[Text, ...]:
    """A shared line, or a prototype's cost, ability and size, which are one paragraph of three
    lines.
    """
    if lines and is_cost(lines[0].text):
        size = next((at for at, line in enumerate(lines) if stats(line.text)), len(lines) - 1)
        block = parse("\n".join(line.text for line in lines[: size + 1]))
        return (block, *_rules_text(_abilities(lines[size + 1 :], words, layout)))
    return _rules_text(_abilities(lines, words, layout))


def _rules_end(
    lines: Lines, start: int, name: str, words: Patterns, layout: Layout
) -> tuple[int, float]:
    """Return the end of the rules text that starts at ``start``, and the confidence."""
    end = start
    while (
        end < len(lines)
        and lines[end].is_text
        and not (layout.scored and words.is_heading(lines[end].text))
    ):
        end += 1
    below = lines[end].kind if end < len(lines) else None
    if below is Kind.TURN:
        return end, 1.0
    settled = layout.settled.get(name.split(" // ", maxsplit=1)[0])
    if settled is not None:  # broken lines are joined first
        rest = itertools.islice(lines, start, None)
        texts = itertools.takewhile(lambda line: line.kind in (Kind.TEXT, Kind.BULLET), rest)
        groups = _abilities(list(texts), words, layout)
        return start + sum(map(len, groups[:settled])), 1.0
    if layout.scored:
        least = 0 if start == end else 1
        if end > start and is_cost(lines[start].text):
            least = next(
                (at + 1 for at, line in enumerate(lines[start:end]) if stats(line.text)), 1
            )
        paragraphs = [line.text for line in lines[start:end]]
        led = below is Kind.LEAD
        spaced = [at for at in range(start, end) if lines[at].after_blank]
        is_parted = spaced[:1] > [start] and spaced == list(range(spaced[0], end))
        if is_parted and not led and score(lines[spaced[0]].text, name, words) < _RULES_TEXT:
            return spaced[0], 1.0  # the blank line above the first ruling, as above all others
        split = best_split(
            paragraphs, name, words, least=least, ruled=not layout.unruled and not led
        )
        return start + split.rules, split.confidence
    if start == end:
        return end, 1.0
    if below is Kind.RULE:
        return end - 1, 1.0  # the paragraph before a quoted rule leads in to it
    return _modes_end(lines, end, name, words)


def _modes_end(lines: Lines, end: int, name: str, words: Patterns) -> tuple[int, float]:
    """The end of modes that are printed as bullets: they follow a choice, and mostly end at a blank
    line.
    """
    choice = lines[end - 1].text
    announced = choice.endswith(_ANNOUNCING)
    if not announced and not words.speaks_of_choice(choice):
        return end, 1.0
    spaced = all(line.after_blank for line in lines[end : end + 2])
    last = end
    while (
        last < len(lines)
        and lines[last].is_bullet
        and (last == end or spaced or not lines[last].after_blank)
    ):
        last += 1
    bullets = [line.text for line in lines[end:last]]
    named = sum(1 for _ in itertools.takewhile(lambda text: _names_option(text, choice), bullets))
    if named:
        return end + named, 1.0
    #  Modes may follow a choice that opens a sentence, whose line does not list what there is.
    if not announced and not (words.opens_with_choice(choice) and not _LISTED.search(choice)):
        return end, 1.0
    closed = last < len(lines) and lines[last].is_bullet
    if closed and (announced or all(score(text, name, words) > 0 for text in bullets)):
        return last, 0.9
    split = best_split(bullets, name, words, least=min(2, len(bullets)) if announced else 0)
    if split.rules < 2 and not announced:
        return end, 1.0  # nobody chooses from one mode
    return end + split.rules, split.confidence


def _names_option(bullet: str, choice: str) -> bool:
    """Whether a bullet opens with an option that the choice names: ``Khans — …`` after ``choose
    Khans or Dragons.``
    """
    option = NAMED.match(bullet)
    return bool(option and re.search(rf"\b{re.escape(option['name'])}\b", choice[-_CHOICE:]))


def _rules_text(groups: Sequence[Lines], *, costs: bool = True) -> tuple[Text, ...]:
    """Return the paragraphs of rules text, whose lines are grouped by ability.

    ``costs`` says that a number before a colon is mana; on a planeswalker it is loyalty.
    """
    texts = []
    for group in groups:
        text = group[0].text
        for above, line in itertools.pairwise(group):
            text += seam(above.text, line.text) + line.text
        texts.append(parse(with_bare_costs(text) if costs else text))
    return tuple(texts)


def _abilities(lines: Lines, words: Patterns, layout: Layout) -> list[list[Line]]:
    return grouped(lines, words) if layout.broken_lines else [[line] for line in lines]
