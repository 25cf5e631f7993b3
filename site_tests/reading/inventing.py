"""Invented documents: a model of cards and rulings, rendered in each dialect and language, with
random faults.

The words come from ``inventing.yml``. The same seed gives the same document. :func:`read_back`
returns the model of what was read, so that a test can compare both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from rulebinder import notes as printed
from rulebinder.notes import ReleaseNotes
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


def _spaces_around(piece: Piece, random: Random) -> Piece:
    return replace(piece, text=piece.text + " " * random.randrange(3))


def _emphasis(piece: Piece, random: Random) -> Piece:
    parts = piece.text.split(" ")
    at = random.randrange(len(parts))
    if piece.kind not in ("note", "text") or not re.fullmatch(r"\w{2,}", parts[at]):
        return piece
    return replace(piece, text=" ".join((*parts[:at], f"*{parts[at]}*", *parts[at + 1 :])))


Fault = Callable[[Piece, Random], Piece]


def _sometimes(pattern: str, spell: Callable[[str], str], share: float) -> Fault:
    """Return a fault that spells so large a share of what the pattern finds in another way."""

    def fault(piece: Piece, random: Random) -> Piece:
        def spelled(match: re.Match[str]) -> str:
            return spell(match[0]) if random.random() < share else match[0]

        return replace(piece, text=re.sub(pattern, spelled, piece.text))

    return fault


HARMLESS: Mapping[str, Fault] = {
    "doubled spaces": _sometimes(" ", lambda _: "  ", 0.2),
    "hard spaces": _sometimes(" ", lambda _: "\xa0", 0.3),
    "two hyphens for a dash": _sometimes(" — ", lambda _: " -- ", 1),
    "spaces at the ends of lines": _spaces_around,
    "emphasis": _emphasis,
    "old spellings of symbols": _sometimes(
        r"\{(?:\d|[WUBRG])\}", lambda code: code.lower().replace("{", "{o"), 0.5
    ),
    "wide braces": _sometimes(
        r"\{\w\}", lambda code: code.replace("{", "｛").replace("}", "｝"), 0.5
    ),
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
    """Return the model of what was read, its texts as :func:`bared` gives them."""
    model: Invented = bared(
        Invented(
            lang=notes.lang,
            preamble=(notes.title, *_sources(notes.preamble)),
            parts=tuple(
                Part(part.kind, part.title, _sources(part.introduction), _read_notes(part.rulings))
                for part in notes.sections
            ),
            entries=tuple(
                Entry(tuple(map(_read_face, entry.card.faces)), _read_notes(entry.rulings))
                for entry in notes.cards
            ),
            footer=" | ".join(_sources(notes.footer)),
        )
    )
    return model


def bared(value: Any) -> Any:
    """Return a model, or a part of one, whose texts have no emphasis, and their dashes and spaces
    in one form.
    """
    if isinstance(value, str):
        return " ".join(value.replace("*", "").replace(" -- ", " — ").split())
    if isinstance(value, tuple):
        return tuple(map(bared, value))
    return replace(value, **{part.name: bared(getattr(value, part.name)) for part in fields(value)})


def _read_face(face: printed.Face) -> Face:
    return Face(
        name=face.name,
        cost=face.mana_cost or "",
        types=face.type_line,
        size=f"{face.power}/{face.toughness}" if face.power else face.loyalty or face.defense or "",
        abilities=_sources(face.rules_text),
    )


def _read_notes(rulings: Iterable[printed.Ruling]) -> tuple[Note, ...]:
    return tuple(Note(ruling.text.source(), _sources(ruling.items)) for ruling in rulings)


def _sources(texts: Iterable[Text]) -> tuple[str, ...]:
    return tuple(text.source() for text in texts)
