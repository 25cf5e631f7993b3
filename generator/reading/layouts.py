"""The layout of a card, in Scryfall's words, from the types and the rules text of its faces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..facts.languages import LayoutCue
from ..notes import Face
from ..text import Text
from .words import Words, folded, whole

_OF_ONE_FACE = ("saga", "class", "case", "prototype", "leveler")
_OF_A_BACK = ("meld", "flip", "transform")
"""The layouts whose rules text says how the card turns, to be looked for in this order."""
_NAME = "{name}"
"""The place of the face's own name in the words of a cue."""


def layout_of(faces: Sequence[Face], shared: Sequence[Text], words: Words) -> str:
    """Scryfall's word for the layout of a card with these faces."""
    if len(faces) > 1:
        return _two_faced(faces, shared, words)
    return next((layout for layout in _OF_ONE_FACE if shows(layout, faces[0].type_line, _rules_text(faces[0]), words)), "normal")


def shows(layout: str, type_line: str, rules_text: str, words: Words, name: str = "") -> bool:
    """Whether a face has a sign of ``layout``: a subtype, the opening of a line of its rules text, or words in it.

    ``name`` is the name of the face, for words that go with it.
    """
    cue = words.language.reading.layouts.get(layout, LayoutCue())
    if words.subtypes(type_line) & _folded(cue.subtypes):
        return True
    lines = [folded(line) for line in rules_text.split("\n")] if cue.openings or cue.words else []
    if any(line.startswith(folded(opening)) for line in lines for opening in cue.openings):
        return True
    spoken = [folded(word).replace(_NAME, folded(name)) for word in cue.words if name or _NAME not in word]
    return bool(spoken) and any(re.search(whole(spoken), line) for line in lines)


def is_land(type_line: str, words: Words) -> bool:
    """Whether a card of such a type line is a land."""
    return bool(words.card_types(type_line) & _folded(words.language.reading.land_types))


def has_never_cost(type_line: str, words: Words) -> bool:
    """Whether no card of such a type line has a mana cost, though it is no land: planes, schemes."""
    return bool(words.card_types(type_line) & _folded(words.language.reading.costless_types))


def is_spell(type_line: str, words: Words) -> bool:
    """Whether a card of such a type line never becomes a permanent."""
    return bool(words.card_types(type_line) & _folded(words.language.reading.spell_types))


def _two_faced(faces: Sequence[Face], shared: Sequence[Text], words: Words) -> str:
    front, back = faces[0], faces[1]
    if shows("adventure", back.type_line, _rules_text(back), words):
        return "adventure"
    if back.mana_cost is None:
        for layout in _OF_A_BACK:
            if any(shows(layout, face.type_line, _rules_text(face), words, face.name) for face in faces):
                return layout
        return "modal_dfc" if is_land(back.type_line, words) else "transform"
    if not is_spell(back.type_line, words) and any(shows("meld", face.type_line, _rules_text(face), words) for face in faces):
        return "meld"
    if shared or all(is_spell(face.type_line, words) for face in faces):
        return "split"
    return "split" if words.subtypes(front.type_line) == words.subtypes(back.type_line) else "modal_dfc"


def _rules_text(face: Face) -> str:
    return "\n".join(text.plain() for text in face.rules_text)


def _folded(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)
