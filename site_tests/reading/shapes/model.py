"""The model of an invented document, and the one that every shape holds: 10 cards with 24 rulings,
and one section.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class Ruling:
    """A ruling and the entries of the list in it."""

    text: str
    items: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Card:
    """The faces of a card, and its rulings."""

    faces: tuple[Face, ...]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section of the general notes."""

    kind: str
    title: str
    introduction: tuple[str, ...]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document. ``preamble`` begins with its title; ``headings`` are above the sections and above
    the cards.
    """

    lang: str = "en"
    preamble: tuple[str, ...]
    sections: tuple[Section, ...]
    cards: tuple[Card, ...]
    footer: str = ""
    headings: tuple[str, str] = field(default=("", ""), compare=False)


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
    ITEM = auto()


@dataclass(frozen=True)
class Printed:
    """One printed paragraph; ``entry`` says that a section or a card begins with it."""

    part: Part
    text: str
    entry: bool = False


TITLE = "Lanterns of Aldermoor Release Notes"
MODEL = Document(
    preamble=(
        TITLE,
        "Compiled by Ada Fenn",
        "Document last modified May 4, 2026",
        "These notes collect what players have asked about the new cards. They begin with the parts"
        " that concern the whole set, and the cards follow in the order of the alphabet.",
    ),
    sections=(
        Section(
            kind="mechanic",
            title="New Mechanic: Relume",
            introduction=(
                "Relume is an ability that brings a creature back once, as long as somebody pays"
                " for the oil. The card stays in exile until then, and nothing else can take it"
                " from there.",
            ),
            rulings=(
                Ruling(
                    "The creature that returns is a new object. It remembers nothing of the time"
                    " before, neither its counters nor its Auras."
                ),
                Ruling(
                    "You may choose not to pay the relume cost. If you do, the card remains exiled."
                ),
            ),
        ),
    ),
    cards=tuple(
        Card(
            faces=tuple(Face(**{**face, "text": tuple(face["text"])}) for face in card["faces"]),
            rulings=tuple(map(Ruling, card["rulings"])),
        )
        for card in yaml.safe_load(Path(__file__).with_suffix(".yml").read_text("utf-8"))
    ),
    headings=("GENERAL NOTES", "LANTERNS OF ALDERMOOR CARD-SPECIFIC NOTES"),
)


def printed(document: Document = MODEL) -> Iterator[Printed]:
    """Yield a document, paragraph by paragraph."""
    title, *others = document.preamble
    general, specific = document.headings
    yield Printed(Part.TITLE, title, entry=True)
    yield from (Printed(Part.PLAIN, line) for line in others)
    yield Printed(Part.HEADING, general, entry=True)
    for section in document.sections:
        yield Printed(Part.SECTION, section.title, entry=True)
        yield from (Printed(Part.PLAIN, text) for text in section.introduction)
        yield from _rulings(section)
    yield Printed(Part.HEADING, specific, entry=True)
    for card in document.cards:
        yield from printed_card(card)
    if document.footer:
        yield Printed(Part.PLAIN, document.footer, entry=True)


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
    yield from _rulings(card)


def _rulings(holder: Section | Card) -> Iterator[Printed]:
    for ruling in holder.rulings:
        yield Printed(Part.RULING, ruling.text)
        yield from (Printed(Part.ITEM, text) for text in ruling.items)
