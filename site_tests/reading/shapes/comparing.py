"""What was read of an invented document: its model again, and how much of that is right."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebinder import notes as stored
from rulebinder.notes import ReleaseNotes
from rulebinder.text import Text

from .model import MODEL, Card, Document, Face, Ruling, Section

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


def model_of(notes: ReleaseNotes) -> Document:
    """Return the model of what was read."""
    return Document(
        lang=notes.lang,
        preamble=(notes.title, *_sources(notes.preamble)),
        sections=tuple(
            Section(
                kind=section.kind,
                title=section.title,
                introduction=_sources(section.introduction),
                rulings=_rulings(section.rulings),
            )
            for section in notes.sections
        ),
        cards=tuple(
            Card(faces=tuple(map(_face, entry.card.faces)), rulings=_rulings(entry.rulings))
            for entry in notes.cards
        ),
        footer=" | ".join(_sources(notes.footer)),
    )


def score(notes: ReleaseNotes) -> Score:
    """Compare notes with the document of all shapes."""
    read = model_of(notes)
    cards, texts, rulings = (
        _in_order(find(read.cards), find(MODEL.cards))
        for find in (
            lambda cards: list(map(heads, cards)),
            lambda cards: list(map(_lines, cards)),
            _all_rulings,
        )
    )
    return Score(
        cards=cards,
        texts=texts,
        rulings=rulings,
        section=[(part.title, part.rulings) for part in read.sections[:1]]
        == [(part.title, part.rulings) for part in MODEL.sections],
        extra=len(read.cards) + len(_all_rulings(read.cards)) - cards - rulings,
    )


def heads(card: Card) -> list[tuple[str, str, str, str]]:
    """Return the heads of the faces of a card."""
    return [(face.name, face.cost, face.type_line, face.stats) for face in card.faces]


def _lines(card: Card) -> list[str]:
    texts = (text for face in card.faces for text in face.text)
    return [_MARK.sub("", line) for text in texts for line in text.split("\n") if line]


def _all_rulings(cards: Iterable[Card]) -> list[tuple[str, str]]:
    return [(card.faces[0].name, ruling.text) for card in cards for ruling in card.rulings]


def _in_order(read: Sequence[object], wanted: Sequence[object]) -> int:
    """Return how many of the wanted values were read, in their order."""
    keys = [list(map(repr, values)) for values in (read, wanted)]
    blocks = difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks)


def _face(face: stored.Face) -> Face:
    return Face(
        name=face.name,
        type_line=face.type_line,
        cost=face.mana_cost or "",
        stats=(
            f"{face.power}/{face.toughness}" if face.power else face.loyalty or face.defense or ""
        ),
        text=_sources(face.rules_text),
    )


def _rulings(rulings: Iterable[stored.Ruling]) -> tuple[Ruling, ...]:
    return tuple(Ruling(ruling.text.source(), _sources(ruling.items)) for ruling in rulings)


def _sources(texts: Iterable[Text]) -> tuple[str, ...]:
    return tuple(text.source() for text in texts)
