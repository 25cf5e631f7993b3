"""How much of the invented document was read: its cards and its rulings, in order."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebinder.notes import Face, ReleaseNotes

from . import model

_MARK = re.compile(r"^[-•*]\s+")


@dataclass(frozen=True, kw_only=True)
class Score:
    """How many cards, abilities and rulings were read as they are printed, and the section if it
    was.
    """

    cards: int
    texts: int
    rulings: int
    section: bool
    extra: int
    """Cards and rulings that are not in the document."""


def score(notes: ReleaseNotes) -> Score:
    """Compare notes with the invented document."""
    heads = [tuple(map(_head, entry.card.faces)) for entry in notes.cards]
    texts = [
        [
            _MARK.sub("", line)
            for face in entry.card.faces
            for text in face.rules_text
            for line in text.plain().split("\n")
        ]
        for entry in notes.cards
    ]
    rulings = [
        (entry.card.faces[0].name, ruling.text.plain())
        for entry in notes.cards
        for ruling in entry.rulings
    ]
    wanted = [
        tuple((face.name, face.cost, face.type_line, face.stats) for face in card.faces)
        for card in model.CARDS
    ]
    wanted_texts = [
        [_MARK.sub("", text) for face in card.faces for text in face.text] for card in model.CARDS
    ]
    wanted_rulings = [
        (card.faces[0].name, ruling) for card in model.CARDS for ruling in card.rulings
    ]
    right_cards, right_rulings = _in_order(heads, wanted), _in_order(rulings, wanted_rulings)
    section = notes.sections[0] if notes.sections else None
    return Score(
        cards=right_cards,
        texts=_in_order(texts, wanted_texts),
        rulings=right_rulings,
        section=section is not None
        and section.title == model.SECTION
        and [ruling.text.plain() for ruling in section.rulings] == list(model.NOTES),
        extra=len(heads) + len(rulings) - right_cards - right_rulings,
    )


def _head(face: Face) -> tuple[str, str, str, str]:
    stats = f"{face.power}/{face.toughness}" if face.power else face.loyalty or ""
    return face.name, face.mana_cost or "", face.type_line, stats


def _in_order(found: Sequence[object], wanted: Sequence[object]) -> int:
    """How many of the wanted things were found, in their order."""
    keys = [[repr(each) for each in side] for side in (found, wanted)]
    blocks = difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks)
