"""The layout of a card, in Scryfall's words, told from its faces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..facts.languages import LayoutCue
from ..notes import Face
from ..text import Text
from .words import Words, folded, whole


def layout_of(faces: Sequence[Face], shared: Sequence[Text], words: Words) -> str:
    """Scryfall's word for the layout of a card with these faces."""
    if len(faces) > 1:
        return _two_faced(faces, shared, words)
    for layout in ("saga", "class", "case", "prototype", "leveler"):
        if _has(faces[0], words.language.reading.layouts.get(layout, LayoutCue()), words):
            return layout
    return "normal"


def _two_faced(faces: Sequence[Face], shared: Sequence[Text], words: Words) -> str:
    front, back = faces[0], faces[1]
    cues = words.language.reading.layouts
    if _has(back, cues.get("adventure", LayoutCue()), words):
        return "adventure"
    if back.mana_cost is None:
        turned = any(_has(face, cues.get("transform", LayoutCue()), words) for face in (front, back))
        is_land = bool(words.card_types(back.type_line) & _folded(words.language.reading.land_types))
        return "transform" if turned or not is_land else "modal_dfc"
    spells = _folded(words.language.reading.spell_types)
    if shared or all(words.card_types(face.type_line) & spells for face in faces):
        return "split"
    return "split" if words.subtypes(front.type_line) == words.subtypes(back.type_line) else "modal_dfc"


def _has(face: Face, cue: LayoutCue, words: Words) -> bool:
    if words.subtypes(face.type_line) & _folded(cue.subtypes):
        return True
    paragraphs = [folded(text.plain()) for text in face.rules_text]
    if any(
        line.startswith(folded(opening)) for text in face.rules_text for line in folded_lines(text) for opening in cue.openings
    ):
        return True
    return any(re.search(whole(_folded(cue.words)), paragraph) for paragraph in paragraphs)


def folded_lines(text: Text) -> list[str]:
    """The lines of a text, folded for comparing."""
    return [folded(line) for line in text.plain().split("\n")]


def _folded(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)
