"""What the real documents hold, as people found it: records beside them, and position files here.

A record (``../shared/gold``) gives names and first words; a position file the numbers of lines, or,
where a document has but one line, facts and counts. None of them is made by the program.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rulebinder.notes import Card, CardEntry, Face, ReleaseNotes, Rule, Section
from rulebinder.problems import Place

POSITIONS = Path(__file__).parent / "positions"
_COST = re.compile(r"^(?:\{[^{}\s]+\}\s*)+$")
_STATS = re.compile(r"^(?:[\d*X+\-−]*\s?/\s?[\d*X+\-−]*|\d{1,2})$")
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "\xa0": " ", "*": "", "_": ""}
)


class Fact(NamedTuple):
    """What is said of an entry."""

    kind: str
    """``section``, ``example`` or ``card``."""
    key: str
    """The line at which the entry starts, or its name."""
    what: str
    """``word`` (a card's layout, a section's kind), ``face``, ``paragraphs``, ``ruling`` or
    ``rules``.
    """
    number: int
    """Which one of these."""


Facts = Mapping[Fact, object]
"""The facts of a document in its order: a face's head, the number of its paragraphs, the line or
the first words of a ruling (empty where only their number is known), how many Comprehensive Rules
are quoted. What nobody knows is not there.
"""


@dataclass(frozen=True)
class Row:
    """A row of a position file of lines."""

    what: str
    word: str
    lines: tuple[int, ...]
    paragraphs: tuple[int | None, ...]
    rulings: tuple[int, ...]


def rows(name: str) -> Iterator[Row]:
    """The rows of ``positions/<name>.tsv``."""
    for what, word, lines, paragraphs, rulings in _columns(name, 5):
        counts = (None if count == "?" else int(count) for count in paragraphs.split(","))
        yield Row(what, word, _numbers(lines), tuple(counts), _numbers(rulings))


def from_lines(name: str, document: str) -> Facts:
    """What a position file of lines says; the heads of the cards are read from the document
    there.
    """
    lines = ["", *document.split("\n")]
    return _joined(
        _facts(
            row.what,
            str(row.lines[0]),
            word=[row.word],
            face=[] if row.what == "section" else [_head(lines, at) for at in row.lines],
            paragraphs=row.paragraphs,
            ruling=map(str, row.rulings),
            rules=[0] if row.what == "section" else [],
        )
        for row in rows(name)
    )


def from_facts(name: str) -> Facts:
    """What a position file of facts says, for a document without lines."""
    return _joined(
        _facts(
            kind,
            _alike(heads[0]),
            word=[word],
            face=[] if kind == "section" else map(_face, *(part.split(" // ") for part in heads)),
            paragraphs=map(int, paragraphs.split(",")),
            ruling=[""] * int(rulings or 0),
            rules=[int(rules or 0)],
        )
        for kind, word, *heads, paragraphs, rulings, rules in _columns(name, 9)
    )


def from_record(path: Path) -> Facts:
    """What a hand-checked record says."""
    record = json.loads(path.read_text("utf-8"))
    sections = [
        _facts(
            "section",
            _alike(section["title"]),
            word=[section["kind"]],
            ruling=[""] * section["rulings"],
            rules=[len(section["quoted_rules"])],
        )
        for section in record["sections"]
    ]
    cards = [
        _facts(
            "card",
            _alike(" // ".join(face["name"] for face in card["faces"])),
            word=[card["layout"]],
            face=[
                _face(face["name"], face["mana_cost"], face["type_line"], face["stats"])
                for face in card["faces"]
            ],
            paragraphs=[face["rules_paragraphs"] for face in card["faces"]],
            ruling=map(_first_words, card["ruling_starts"]),
        )
        for card in record["cards"]
    ]
    return _joined(sections + cards)


def from_notes(notes: ReleaseNotes, *, by_line: bool) -> Facts:
    """What was read, told in the same way: by line, or by name and first words."""

    def key(place: Place, name: str) -> str:
        return str(place.line) if by_line else _alike(name)

    def rulings(holder: Section | CardEntry) -> list[str]:
        return [
            str(ruling.place.line) if by_line else _first_words(ruling.text.source())
            for ruling in holder.rulings
        ]

    def count_rules(holder: Section | CardEntry) -> int:
        return sum(isinstance(block, Rule) for block in holder.body)

    def of_card(kind: str, card: Card, **more: Iterable[object]) -> Facts:
        return _facts(
            kind,
            key(card.place, card.name),
            word=[card.layout],
            face=map(_face_of, card.faces),
            paragraphs=[len(face.rules_text) for face in card.faces],
            **more,
        )

    facts = [
        _facts(
            "section",
            key(section.place, section.title),
            word=[section.kind],
            paragraphs=[len(section.introduction)],
            ruling=rulings(section),
            rules=[count_rules(section)],
        )
        for section in notes.sections
    ]
    facts += [
        of_card("example", card, rules=[0])
        for section in notes.sections
        for card in section.examples
    ]
    for entry in notes.cards:
        facts.append(of_card("card", entry.card, ruling=rulings(entry), rules=[count_rules(entry)]))
    return _joined(facts)


def _facts(kind: str, key: str, **values: Iterable[object]) -> Facts:
    """Return the facts of an entry; what nobody knows is None among its values."""
    return {
        Fact(kind, key, what, number): value
        for what, listed in values.items()
        for number, value in enumerate(listed)
        if value is not None
    }


def _joined(entries: Iterable[Facts]) -> Facts:
    joined: dict[Fact, object] = {}
    for facts in entries:
        assert not joined.keys() & facts.keys(), "an entry is there twice"
        joined |= facts
    return joined


def _face_of(face: Face) -> tuple[str, str, str, str]:
    size = (
        f"{face.power}/{face.toughness}" if face.power is not None else face.loyalty or face.defense
    )
    return _face(face.name, face.mana_cost, face.type_line, size)


def _face(
    name: str, mana_cost: str | None, type_line: str, stats: str | None
) -> tuple[str, str, str, str]:
    """The head of a face, spelled alike; a star that print lost (``/``) counts as printed."""
    size = re.sub(r"[\s*]", "", _alike(stats or ""))
    return _alike(name), re.sub(r"[\s\\]", "", mana_cost or "").upper(), _alike(type_line), size


def _head(lines: Sequence[str], at: int) -> tuple[str, str, str, str]:
    """The head of the face whose name is on a line: cost, type line and stats are the lines
    below.
    """
    following = [line.strip() for line in lines[at + 1 : at + 9] if line.strip()]
    cost = following.pop(0) if _COST.match(following[0].replace("\\", "")) else ""
    stats = following[1] if _STATS.match(following[1]) and following[1] != "//" else ""
    return _face(lines[at], cost, following[0], stats)


def _alike(text: str) -> str:
    """A text without emphasis, case and the many shapes of quotes, dashes and spaces."""
    return " ".join(text.translate(_STRAIGHT).split()).casefold()


def _first_words(text: str) -> str:
    return " ".join(_alike(text).split()[:6])


def _columns(name: str, count: int) -> Iterator[list[str]]:
    for line in (POSITIONS / f"{name}.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            cells = line.split("\t")
            yield cells + [""] * (count - len(cells))


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(int(number) for number in cell.split(",") if number)
