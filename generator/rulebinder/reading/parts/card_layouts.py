"""The layout of a card, in Scryfall's words, from the types and the rules text of its faces."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...notes import Face
from ...text import Text
from ..notation.spellings import folded
from ..notation.word_boundaries import whole
from ..patterns import Patterns, pattern_of

_OF_ONE_FACE = ("saga", "class", "case", "prototype", "leveler")
_OF_A_BACK = ("meld", "flip", "transform")
"""The layouts whose rules text says how the card turns, to be looked for in this order."""
_NAME = "{name}"
"""The place of the face's own name in the words of a cue."""
_TEXTS = 64
"""How many rules texts are remembered between the questions about a face."""


def layout_of(faces: Sequence[Face], shared: Sequence[Text], words: Patterns) -> str:
    """Scryfall's word for the layout of a card with these faces."""
    if len(faces) == 1:
        return _first_sign(_OF_ONE_FACE, faces, words) or "normal"
    front, back = faces[:2]
    if _first_sign(("adventure",), (back,), words):
        return "adventure"
    if back.mana_cost is None:
        others = "modal_dfc" if words.is_land(back.type_line) else "transform"
        return _first_sign(_OF_A_BACK, faces, words) or others
    are_spells = [words.is_spell(face.type_line) for face in faces]
    if are_spells[:2] == [False, True] and _first_sign(("prepare",), (front,), words):
        return "prepare"
    if not are_spells[1] and _first_sign(("meld",), faces, words):
        return "meld"
    is_alike = words.subtypes(front.type_line) == words.subtypes(back.type_line)
    return "split" if shared or all(are_spells) or is_alike else "modal_dfc"


def _first_sign(layouts: Sequence[str], faces: Sequence[Face], words: Patterns) -> str:
    """The first of the layouts of which one of the faces has a sign; empty if none has."""
    texts = ["\n".join(text.plain() for text in face.rules_text) for face in faces]
    return next(
        (
            layout
            for layout in layouts
            for face, text in zip(faces, texts, strict=True)
            if shows(layout, face.type_line, text, words, face.name)
        ),
        "",
    )


def shows(layout: str, type_line: str, rules_text: str, words: Patterns, name: str = "") -> bool:
    """Whether a face has a sign of ``layout``: a subtype, the opening of a line of its rules text,
    or words in it.

    ``name`` is the name of the face, for words that go with it.
    """
    cue = words.reading.layouts.get(layout)
    if cue is None:
        return False
    subtypes = frozenset(map(str.casefold, cue.subtypes))
    if subtypes and subtypes & words.subtypes(type_line):
        return True
    lines = _lines(rules_text)
    if any(line.startswith(tuple(map(folded, cue.openings))) for line in lines):
        return True
    for cue_word in cue.words if name else (word for word in cue.words if _NAME not in word):
        word = folded(cue_word).replace(_NAME, folded(name))
        # To compile a pattern takes milliseconds, so only a word that is there has one.
        if any(word in line and pattern_of(whole, (word,)).search(line) for line in lines):
            return True
    return False


@functools.lru_cache(maxsize=_TEXTS)
def _lines(rules_text: str) -> tuple[str, ...]:
    """The lines of a rules text, folded.

    A face is asked for the signs of many layouts, one after the other.
    """
    return tuple(map(folded, rules_text.split("\n")))
