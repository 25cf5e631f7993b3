"""Invented documents: a model of cards and rulings, rendered in each dialect and language, with
random faults.

The words come from ``inventing.yml``. The same seed gives the same document. :func:`read_back`
returns the model of what was read, so that a test can compare both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from rulebinder.notes import Card, ReleaseNotes, Section
from rulebinder.text import Text

_WORDS = Path(__file__).with_suffix(".yml")
DIALECTS = ("markdown", "line-faq", "one-line", "collector-lines")
MANA = "WUBRG"


@functools.cache
def words() -> Mapping[str, Mapping[str, Any]]:
    """Return the words of each language."""
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(_WORDS.read_text("utf-8"))
    return loaded


@dataclass(frozen=True)
class Face:
    """A face of an invented card; ``size`` is its power and toughness, or its loyalty."""

    name: str
    cost: str
    types: str
    size: str
    abilities: tuple[str, ...]


@dataclass(frozen=True)
class Note:
    """A ruling and the entries of the list in it."""

    text: str
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A card with its rulings."""

    faces: tuple[Face, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class Part:
    """A section of the general notes."""

    kind: str
    title: str
    introduction: tuple[str, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class Invented:
    """A document: the paragraphs before its sections, the sections, the cards, and the footer."""

    lang: str
    preamble: tuple[str, ...]
    parts: tuple[Part, ...]
    entries: tuple[Entry, ...]
    footer: str


def invent(lang: str, seed: int, cards: int = 10, names: Sequence[str] = ()) -> Invented:
    """Return a document of that many cards; ``names`` are those of the cards instead of the
    language's own.
    """
    random = Random(f"{lang} {seed}")
    own = words()[lang]
    chosen = random.sample([*(names or own["names"])], cards)
    preamble = (
        own["title"],
        own["credits"],
        own["modified"].format(day=random.randrange(1, 29)),
        own["preamble"],
    )
    parts = tuple(
        Part(
            each["kind"],
            each["title"],
            (own["introduction"],),
            tuple(Note(text) for text in own["notes"]),
        )
        for each in own["sections"]
    )
    return Invented(
        lang, preamble, parts, tuple(_entry(own, name, random) for name in chosen), own["footer"]
    )


def _entry(own: Mapping[str, Any], name: str, random: Random) -> Entry:
    kind = random.choice(
        ("creature", "creature", "spell", "permanent", "land", "planeswalker", "adventure")
    )
    faces = [_face(own, name, "creature" if kind == "adventure" else kind, random)]
    if kind == "adventure":
        other = random.choice(
            [each for each in own["names"] if each not in (name, *faces[0].abilities)]
        )
        faces.append(_face(own, other, "adventure", random))
    texts = random.sample(own["rulings"], random.randrange(1, 4))
    notes = [Note(_filled(text, name, random)) for text in texts]
    if random.random() < 0.2:
        notes[-1] = replace(
            notes[-1],
            items=tuple(_filled(text, name, random) for text in random.sample(own["notes"], 2)),
        )
    return Entry(tuple(faces), tuple(notes))


def _face(own: Mapping[str, Any], name: str, kind: str, random: Random) -> Face:
    pool = own["loyalty"] if kind == "planeswalker" else own["abilities"]
    abilities = [
        _filled(text, name, random) for text in random.sample(pool, random.randrange(1, 3))
    ]
    if kind == "creature" and random.random() < 0.5:
        abilities.insert(0, _filled(random.choice(own["keywords"]), name, random))
    size = {
        "creature": f"{random.randrange(6)}/{random.randrange(1, 7)}",
        "planeswalker": str(random.randrange(2, 7)),
    }
    cost = "" if kind == "land" else f"{{{random.randrange(1, 7)}}}{{{random.choice(MANA)}}}"
    return Face(name, cost, random.choice(own["types"][kind]), size.get(kind, ""), tuple(abilities))


def _filled(text: str, name: str, random: Random) -> str:
    filled: str = text.format(name=name, n=random.randrange(2, 5), c=random.choice(MANA))
    return filled


@dataclass(frozen=True)
class Piece:
    """A line of a document before a dialect gives it its marks."""

    kind: str
    """``preamble``, ``part``, ``section``, ``text``, ``label``, ``name``, ``head``, ``ability``,
    ``turn``, ``note``, ``item``, ``divider`` or ``footer``.
    """
    text: str


def pieces(invented: Invented) -> Iterator[Piece]:
    """Yield the lines of the document in order, with a divider between any two entries."""
    own = words()[invented.lang]
    yield from (Piece("preamble", text) for text in invented.preamble)
    yield Piece("divider", "")
    yield Piece("part", own["general"])
    for part in invented.parts:
        yield Piece("section", part.title)
        yield from (Piece("text", text) for text in part.introduction)
        yield from _notes(part.notes)
        yield Piece("divider", "")
    yield Piece("part", own["specific"])
    for number, entry in enumerate(invented.entries, start=1):
        yield Piece("label", f"{number:04}_MTGLAM_Main: {entry.faces[0].name}")
        yield from _faces(entry.faces)
        yield from _notes(entry.notes)
        yield Piece("divider", "")
    yield Piece("footer", invented.footer)


def _faces(faces: Sequence[Face]) -> Iterator[Piece]:
    for at, face in enumerate(faces):
        if at:
            yield Piece("turn", "//")
        yield Piece("name", face.name)
        yield from (Piece("head", text) for text in (face.cost, face.types, face.size) if text)
        yield from (Piece("ability", text) for text in face.abilities)


def _notes(notes: Sequence[Note]) -> Iterator[Piece]:
    for note in notes:
        yield Piece("note", note.text)
        yield from (Piece("item", text) for text in note.items)


def _markdown(lines: Sequence[Piece], random: Random) -> str:
    bullet = random.choice(("- ", "* "))
    marks = random.choice(({"part": "## ", "section": "### "}, {"part": "", "section": ""}))
    bold = random.choice(("", "**"))
    shown = []
    for piece in lines:
        if piece.kind == "note":
            shown.append(f"{bullet}{piece.text}")
        elif piece.kind == "item":
            shown.append(f"    {bullet}{piece.text}")
        elif piece.kind == "name":
            shown.append(f"{bold}{piece.text}{bold}")
        elif piece.kind not in ("divider", "label"):
            shown.append(marks.get(piece.kind, "") + piece.text)
    return "\n\n".join(shown) + "\n"


def _line_faq(lines: Sequence[Piece], _random: Random) -> str:
    marks = {"note": "* ", "item": " - "}
    shown = [
        "-----" if piece.kind == "divider" else marks.get(piece.kind, "") + piece.text
        for piece in lines
        if piece.kind != "label"
    ]
    return "\n".join(shown) + "\n"


def _one_line(lines: Sequence[Piece], _random: Random) -> str:
    marks = {"note": "* ", "item": "- "}
    shown = []
    for piece in lines:
        if piece.kind == "divider":
            shown.append("-----")
        elif piece.kind == "section":
            shown.append(f"***{piece.text}***")
        elif piece.kind == "part":
            shown.append(piece.text.upper())
        elif piece.kind != "label":
            shown.append(marks.get(piece.kind, "") + piece.text)
    return " ".join(shown) + "\n"


def _collector(lines: Sequence[Piece], _random: Random) -> str:
    return "\n\n".join(piece.text for piece in lines if piece.kind != "divider") + "\n"


_RENDERERS: Mapping[str, Callable[[Sequence[Piece], Random], str]] = {
    "markdown": _markdown,
    "line-faq": _line_faq,
    "one-line": _one_line,
    "collector-lines": _collector,
}


def _doubled_spaces(piece: Piece, random: Random) -> Piece:
    return replace(
        piece, text=re.sub(" ", lambda _: "  " if random.random() < 0.2 else " ", piece.text)
    )


def _hard_spaces(piece: Piece, random: Random) -> Piece:
    return replace(
        piece, text=re.sub(" ", lambda _: "\xa0" if random.random() < 0.3 else " ", piece.text)
    )


def _dashes(piece: Piece, _random: Random) -> Piece:
    return replace(piece, text=piece.text.replace(" — ", " -- "))


def _spaces_around(piece: Piece, random: Random) -> Piece:
    return replace(piece, text=piece.text + " " * random.randrange(3))


def _emphasis(piece: Piece, random: Random) -> Piece:
    parts = piece.text.split(" ")
    at = random.randrange(len(parts))
    if piece.kind not in ("note", "text") or not re.fullmatch(r"\w{2,}", parts[at]):
        return piece
    return replace(piece, text=" ".join((*parts[:at], f"*{parts[at]}*", *parts[at + 1 :])))


def _old_symbols(piece: Piece, random: Random) -> Piece:
    return replace(
        piece,
        text=re.sub(
            r"\{(\d|[WUBRG])\}",
            lambda code: f"{{o{code[1].lower()}}}" if random.random() < 0.5 else code[0],
            piece.text,
        ),
    )


def _wide_symbols(piece: Piece, random: Random) -> Piece:
    return replace(
        piece,
        text=re.sub(
            r"\{(\w)\}",
            lambda code: f"｛{code[1]}｝" if random.random() < 0.5 else code[0],
            piece.text,
        ),
    )


HARMLESS: Mapping[str, Callable[[Piece, Random], Piece]] = {
    "doubled spaces": _doubled_spaces,
    "hard spaces": _hard_spaces,
    "two hyphens for a dash": _dashes,
    "spaces at the ends of lines": _spaces_around,
    "emphasis": _emphasis,
    "old spellings of symbols": _old_symbols,
    "wide braces": _wide_symbols,
}
"""The faults that change no word and hide no boundary: a document that has them reads back as its
model.
"""


def rendered(
    invented: Invented,
    dialect: str,
    seed: int = 0,
    faults: Sequence[str] = (),
    *,
    hidden: float = 0.0,
) -> str:
    """Return the document in the dialect, with some of the harmless faults in each line.

    ``hidden`` is the share of marks that are lost: bullets below other bullets, and dividers. No
    reader can see all that they said.
    """
    random = Random(f"{dialect} {seed}")
    shown: list[Piece] = []
    for piece in pieces(invented):
        changed = piece
        for fault in faults:
            changed = HARMLESS[fault](changed, random)
        lost = random.random() < hidden
        if lost and changed.kind in ("note", "item") and shown[-1].kind in ("note", "item", "text"):
            changed = replace(changed, kind="text")
        if not (lost and changed.kind in ("divider", "label")):
            shown.append(changed)
    return _RENDERERS[dialect](shown, random)


def with_blank_lines(text: str, seed: int) -> str:
    """Return the text with blank lines added or doubled between its lines."""
    random = Random(seed)
    return "".join(line + "\n" * random.choice((1, 1, 1, 2, 3)) for line in text.split("\n"))


def read_back(notes: ReleaseNotes) -> Invented:
    """Return the model of what was read, its texts as :func:`bare` gives them."""
    return Invented(
        lang=notes.lang,
        preamble=tuple(
            bare(text) for text in (notes.title, *(each.source() for each in notes.preamble))
        ),
        parts=tuple(_part(section) for section in notes.sections),
        entries=tuple(Entry(_read_faces(entry.card), _read_notes(entry)) for entry in notes.cards),
        footer="\n".join(bare(text.source()) for text in notes.footer),
    )


def bared(invented: Invented) -> Invented:
    """Return the model with its texts as :func:`bare` gives them."""
    return Invented(
        lang=invented.lang,
        preamble=tuple(map(bare, invented.preamble)),
        parts=tuple(
            replace(
                part,
                title=bare(part.title),
                introduction=tuple(map(bare, part.introduction)),
                notes=_bare_notes(part.notes),
            )
            for part in invented.parts
        ),
        entries=tuple(
            Entry(tuple(map(_bare_face, entry.faces)), _bare_notes(entry.notes))
            for entry in invented.entries
        ),
        footer=bare(invented.footer),
    )


def bare(text: str) -> str:
    """Return a text without emphasis, its dashes and spaces in one form."""
    return " ".join(text.replace("*", "").replace(" -- ", " — ").split())


def _part(section: Section) -> Part:
    return Part(
        section.kind,
        bare(section.title),
        tuple(bare(text.source()) for text in section.introduction),
        _read_notes(section),
    )


def _read_faces(card: Card) -> tuple[Face, ...]:
    return tuple(
        Face(
            name=bare(face.name),
            cost=face.mana_cost or "",
            types=bare(face.type_line),
            size=f"{face.power}/{face.toughness}"
            if face.power
            else face.loyalty or face.defense or "",
            abilities=tuple(bare(text.source()) for text in face.rules_text),
        )
        for face in card.faces
    )


def _read_notes(owner: Any) -> tuple[Note, ...]:
    return tuple(
        Note(_joined(note.text), tuple(map(_joined, note.items))) for note in owner.rulings
    )


def _joined(text: Text) -> str:
    return bare(text.source())


def _bare_face(face: Face) -> Face:
    return replace(
        face,
        name=bare(face.name),
        types=bare(face.types),
        abilities=tuple(map(bare, face.abilities)),
    )


def _bare_notes(notes: Sequence[Note]) -> tuple[Note, ...]:
    return tuple(Note(bare(note.text), tuple(map(bare, note.items))) for note in notes)
