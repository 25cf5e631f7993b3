"""The layout of a card, in Scryfall's words, from the types and the rules text of its faces."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from ...notes import Face
from ...text import Text
from ..notation.spellings import folded
from ..notation.word_boundaries import whole
from ..patterns import Patterns

_OF_ONE_FACE = ("saga", "class", "case", "prototype", "leveler")
_OF_A_BACK = ("meld", "flip", "transform")
"""The layouts whose rules text says how the card turns, to be looked for in this order."""
_NAME = "{name}"
"""The place of the face's own name in the words of a cue."""
_FACES = 64
"""How many faces, with the cues of all layouts, are remembered between questions about them."""


def layout_of(faces: Sequence[Face], shared: Sequence[Text], words: Patterns) -> str:
    """Scryfall's word for the layout of a card with these faces."""
    if len(faces) > 1:
        return _two_faced(faces, shared, words)
    type_line, rules_text = faces[0].type_line, _rules_text(faces[0])
    return next(
        (layout for layout in _OF_ONE_FACE if shows(layout, type_line, rules_text, words)), "normal"
    )


def shows(layout: str, type_line: str, rules_text: str, words: Patterns, name: str = "") -> bool:
    """Whether a face has a sign of ``layout``: a subtype, the opening of a line of its rules text,
    or words in it.

    ``name`` is the name of the face, for words that go with it.
    """
    cue = words.language.reading.layouts.get(layout)
    if cue is None:
        return False
    if cue.subtypes and words.subtypes(type_line) & _folded(cue.subtypes):
        return True
    if not rules_text or not (cue.openings or cue.words):
        return False
    lines = _lines(rules_text)
    openings = tuple(map(folded, cue.openings))
    if any(line.startswith(openings) for line in lines):
        return True
    said = (
        folded(word).replace(_NAME, folded(name)) for word in cue.words if name or _NAME not in word
    )
    return any(word in line and _whole(word).search(line) for word in said for line in lines)


@functools.lru_cache(maxsize=_FACES)
def _lines(rules_text: str) -> tuple[str, ...]:
    """The lines of a rules text, folded.

    A face is asked for the signs of many layouts, one after the other.
    """
    return tuple(map(folded, rules_text.split("\n")))


@functools.lru_cache(maxsize=_FACES)
def _whole(word: str) -> re.Pattern[str]:
    """A pattern for a whole word.

    To compile it takes milliseconds, so it is asked only for a word that is there.
    """
    return re.compile(whole([word]))


def is_land(type_line: str, words: Patterns) -> bool:
    """Whether a card of such a type line is a land."""
    return bool(words.card_types(type_line) & _folded(words.language.reading.land_types))


def has_never_cost(type_line: str, words: Patterns) -> bool:
    """Whether no card of such a type line has a mana cost, though it is no land: planes,
    schemes.
    """
    return bool(words.card_types(type_line) & _folded(words.language.reading.costless_types))


def is_spell(type_line: str, words: Patterns) -> bool:
    """Whether a card of such a type line never becomes a permanent."""
    return bool(words.card_types(type_line) & _folded(words.language.reading.spell_types))


def _two_faced(faces: Sequence[Face], shared: Sequence[Text], words: Patterns) -> str:
    front, back = faces[0], faces[1]
    if shows("adventure", back.type_line, _rules_text(back), words):
        return "adventure"
    if back.mana_cost is None:
        return _with_a_back(faces, words)
    to_prepare = is_spell(back.type_line, words) and not is_spell(front.type_line, words)
    if to_prepare and shows("prepare", front.type_line, _rules_text(front), words):
        return "prepare"
    if not is_spell(back.type_line, words) and any(
        shows("meld", face.type_line, _rules_text(face), words) for face in faces
    ):
        return "meld"
    if shared or all(is_spell(face.type_line, words) for face in faces):
        return "split"
    return (
        "split"
        if words.subtypes(front.type_line) == words.subtypes(back.type_line)
        else "modal_dfc"
    )


def _with_a_back(faces: Sequence[Face], words: Patterns) -> str:
    for layout in _OF_A_BACK:
        if any(
            shows(layout, face.type_line, _rules_text(face), words, face.name) for face in faces
        ):
            return layout
    return "modal_dfc" if is_land(faces[1].type_line, words) else "transform"


def _rules_text(face: Face) -> str:
    return "\n".join(text.plain() for text in face.rules_text)


def _folded(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)
