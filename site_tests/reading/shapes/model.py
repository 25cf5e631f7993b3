"""The invented document that every shape holds: 10 cards with 24 rulings, and one section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

import yaml


@dataclass(frozen=True, kw_only=True)
class Face:
    """A face as it is printed; ``text`` has one ability or mode a paragraph."""

    name: str
    type_line: str
    cost: str = ""
    stats: str = ""
    text: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Card:
    """The faces of a card, and its rulings."""

    faces: tuple[Face, ...]
    rulings: tuple[str, ...]


class Part(Enum):
    """The parts that a document is printed of."""

    TITLE = auto()
    PLAIN = auto()
    HEADING = auto()
    """A heading above many entries."""
    SECTION = auto()
    """The title of one section."""
    NAME = auto()
    COST = auto()
    TYPE = auto()
    STATS = auto()
    ABILITY = auto()
    MODE = auto()
    TURN = auto()
    """The line between two faces."""
    RULING = auto()


@dataclass(frozen=True)
class Printed:
    """One printed paragraph; ``entry`` says that a section or a card begins with it."""

    part: Part
    text: str
    entry: bool = False


TITLE = "Lanterns of Aldermoor Release Notes"
HEAD = ("Compiled by Ada Fenn", "Document last modified May 4, 2026")
LEAD = (
    "These notes collect what players have asked about the new cards. They begin with the parts"
    " that concern the whole set, and the cards follow in the order of the alphabet."
)
SECTION = "New Mechanic: Relume"
INTRODUCTION = (
    "Relume is an ability that brings a creature back once, as long as somebody pays for the oil."
    " The card stays in exile until then, and nothing else can take it from there."
)
NOTES = (
    (
        "The creature that returns is a new object. It remembers nothing of the time before,"
        " neither its counters nor its Auras."
    ),
    "You may choose not to pay the relume cost. If you do, the card remains exiled.",
)


CARDS = tuple(
    Card(
        faces=tuple(Face(**{**face, "text": tuple(face["text"])}) for face in card["faces"]),
        rulings=tuple(card["rulings"]),
    )
    for card in yaml.safe_load(Path(__file__).with_suffix(".yml").read_text("utf-8"))
)


def printed() -> Iterator[Printed]:
    """Yield the whole document, paragraph by paragraph."""
    yield Printed(Part.TITLE, TITLE, entry=True)
    yield from (Printed(Part.PLAIN, line) for line in (*HEAD, LEAD))
    yield Printed(Part.HEADING, "GENERAL NOTES", entry=True)
    yield Printed(Part.SECTION, SECTION, entry=True)
    yield Printed(Part.PLAIN, INTRODUCTION)
    yield from (Printed(Part.RULING, note) for note in NOTES)
    yield Printed(Part.HEADING, "LANTERNS OF ALDERMOOR CARD-SPECIFIC NOTES", entry=True)
    for card in CARDS:
        yield from printed_card(card)


def printed_card(card: Card) -> Iterator[Printed]:
    """Yield the paragraphs of a card."""
    for at, face in enumerate(card.faces):
        if at:
            yield Printed(Part.TURN, "//")
        yield Printed(Part.NAME, face.name, entry=not at)
        if face.cost:
            yield Printed(Part.COST, face.cost)
        yield Printed(Part.TYPE, face.type_line)
        if face.stats:
            yield Printed(Part.STATS, face.stats)
        yield from (
            Printed(Part.MODE if text.startswith("•") else Part.ABILITY, text) for text in face.text
        )
    yield from (Printed(Part.RULING, ruling) for ruling in card.rulings)
