"""What the real documents hold, as people found it: records beside them, and position files here.

A record (``../shared/gold``) gives names and first words; a position file the numbers of lines, or,
where a document has but one line, facts and counts. None of them is made by the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulebinder.notes import Card, CardEntry, Face, ReleaseNotes, Rule, Ruling, Section

POSITIONS = Path(__file__).parent / "positions"
_COST = re.compile(r"^(?:\{[^{}\s]+\}\s*)+$")
_STATS = re.compile(r"^(?:[\d*X+\-−]*\s?/\s?[\d*X+\-−]*|\d{1,2})$")
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "\xa0": " ", "*": "", "_": ""}
)
_EXAMPLE_KINDS = ("card", "example")


@dataclass(frozen=True)
class FaceFacts:
    """The head of a face in one spelling."""

    name: str
    mana_cost: str
    type_line: str
    stats: str


@dataclass(frozen=True)
class Entry:
    """A card or a section: what tells it from the others, and what it holds."""

    key: str
    """The line it starts at, or its name."""
    word: str = ""
    """A card's layout, a section's kind; empty where nobody says."""
    faces: tuple[FaceFacts, ...] = ()
    paragraphs: tuple[int | None, ...] = ()
    """Paragraphs of rules text, by face; None where the document does not show how many."""
    rulings: tuple[str, ...] = ()
    """The line, or the first words, of each ruling; empty where only their number is known."""
    rules: int = 0
    """How many Comprehensive Rules are quoted."""


@dataclass(frozen=True)
class Expected:
    """All entries of one document, in its order."""

    sections: tuple[Entry, ...]
    examples: tuple[Entry, ...]
    cards: tuple[Entry, ...]


@dataclass(frozen=True)
class Row:
    """A row of a position file of lines."""

    what: str
    word: str
    lines: tuple[int, ...]
    paragraphs: tuple[int | None, ...]
    rulings: tuple[int, ...]


def alike(text: str) -> str:
    """A text without emphasis, case and the many shapes of quotes, dashes and spaces."""
    return " ".join(text.translate(_STRAIGHT).split()).casefold()


def first_words(text: str) -> str:
    """The first six words of a ruling."""
    return " ".join(alike(text).split()[:6])


def face_facts(name: str, mana_cost: str | None, type_line: str, stats: str | None) -> FaceFacts:
    """The facts of a face, spelled alike; a star that print lost (``/``) counts as printed."""
    size = re.sub(r"[\s*]", "", alike(stats or ""))
    return FaceFacts(
        alike(name), re.sub(r"[\s\\]", "", mana_cost or "").upper(), alike(type_line), size
    )


def rows(name: str) -> Iterator[Row]:
    """The rows of ``positions/<name>.tsv``."""
    for what, word, lines, paragraphs, rulings in _columns(name, 5):
        counts = (None if count == "?" else int(count) for count in paragraphs.split(","))
        yield Row(what, word, _numbers(lines), tuple(counts), _numbers(rulings))


def from_lines(name: str, document: str) -> Expected:
    """What a position file of lines says; the heads of the cards are read from the document
    there.
    """
    lines = ["", *document.split("\n")]
    entries = []
    for row in rows(name):
        faces = tuple(_head(lines, at) for at in row.lines) if row.what in _EXAMPLE_KINDS else ()
        rulings = tuple(str(line) for line in row.rulings)
        entry = Entry(str(row.lines[0]), row.word, faces, row.paragraphs, rulings)
        entries.append((row.what, entry))
    return _sorted(entries)


def from_facts(name: str) -> Expected:
    """What a position file of facts says, for a document without lines."""
    entries = []
    for what, word, names, costs, types, stats, paragraphs, rulings, rules in _columns(name, 9):
        heads = zip(*(part.split(" // ") for part in (names, costs, types, stats)), strict=True)
        faces = tuple(face_facts(*head) for head in heads) if what in _EXAMPLE_KINDS else ()
        counts = tuple(int(count) for count in paragraphs.split(","))
        entry = Entry(alike(names), word, faces, counts, ("",) * int(rulings or 0), int(rules or 0))
        entries.append((what, entry))
    return _sorted(entries)


def _sorted(entries: Sequence[tuple[str, Entry]]) -> Expected:
    return Expected(
        *(
            tuple(entry for kind, entry in entries if kind == what)
            for what in ("section", "example", "card")
        )
    )


def from_record(path: Path) -> Expected:
    """What a hand-checked record says."""
    record = json.loads(path.read_text("utf-8"))
    sections = tuple(
        Entry(
            alike(section["title"]),
            section["kind"],
            rulings=("",) * section["rulings"],
            rules=len(section["quoted_rules"]),
        )
        for section in record["sections"]
    )
    return Expected(sections, (), tuple(_card_of_record(card) for card in record["cards"]))


def from_notes(notes: ReleaseNotes, *, by_line: bool) -> Expected:
    """What was read, told in the same way: by line, or by name and first words."""
    return Expected(
        tuple(_section(section, by_line) for section in notes.sections),
        tuple(
            _card(example, by_line) for section in notes.sections for example in section.examples
        ),
        tuple(_card(entry.card, by_line, entry) for entry in notes.cards),
    )


def _section(section: Section, by_line: bool) -> Entry:
    key = str(section.place.line) if by_line else alike(section.title)
    return Entry(
        key,
        section.kind,
        (),
        (len(section.introduction),),
        _rulings(section.rulings, by_line),
        _count_rules(section),
    )


def _count_rules(entry: Section | CardEntry) -> int:
    return sum(isinstance(block, Rule) for block in entry.body)


def _card(card: Card, by_line: bool, entry: CardEntry | None = None) -> Entry:
    key = str(card.place.line) if by_line else alike(card.name)
    faces = tuple(map(_face, card.faces))
    paragraphs = tuple(len(face.rules_text) for face in card.faces)
    found = Entry(key, card.layout, faces, paragraphs)
    return (
        replace(found, rulings=_rulings(entry.rulings, by_line), rules=_count_rules(entry))
        if entry
        else found
    )


def _face(face: Face) -> FaceFacts:
    size = (
        f"{face.power}/{face.toughness}" if face.power is not None else face.loyalty or face.defense
    )
    return face_facts(face.name, face.mana_cost, face.type_line, size)


def _rulings(rulings: Sequence[Ruling], by_line: bool) -> tuple[str, ...]:
    return tuple(
        str(ruling.place.line) if by_line else first_words(ruling.text.source())
        for ruling in rulings
    )


def _card_of_record(card: dict[str, Any]) -> Entry:
    faces = tuple(
        face_facts(face["name"], face["mana_cost"], face["type_line"], face["stats"])
        for face in card["faces"]
    )
    return Entry(
        " // ".join(face.name for face in faces),
        card["layout"],
        faces,
        tuple(face["rules_paragraphs"] for face in card["faces"]),
        tuple(first_words(start) for start in card["ruling_starts"]),
    )


def _head(lines: Sequence[str], at: int) -> FaceFacts:
    """The head of the face whose name is on a line: cost, type line and stats are the lines
    below.
    """
    following = [line.strip() for line in lines[at + 1 : at + 9] if line.strip()]
    cost = following.pop(0) if _COST.match(following[0].replace("\\", "")) else ""
    stats = following[1] if _STATS.match(following[1]) and following[1] != "//" else ""
    return face_facts(lines[at], cost, following[0], stats)


def _columns(name: str, count: int) -> Iterator[list[str]]:
    for line in (POSITIONS / f"{name}.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            cells = line.split("\t")
            yield cells + [""] * (count - len(cells))


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(int(number) for number in cell.split(",") if number)
