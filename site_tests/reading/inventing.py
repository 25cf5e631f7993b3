"""Invented documents at random, in each dialect and language, with faults.

The words come from ``inventing.yml``. The same seed gives the same document.
"""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import yaml

from site_tests.reading.shapes import texts
from site_tests.reading.shapes.model import (
    Card,
    Document,
    Face,
    Part,
    Printed,
    Ruling,
    Section,
    printed,
)
from site_tests.reading.shapes.texts import Blank, Wrapping

_WORDS = Path(__file__).with_suffix(".yml")
DIALECTS = ("markdown", "line-faq", "one-line", "collector-lines")
MANA = "WUBRG"


@functools.cache
def words() -> Mapping[str, Mapping[str, Any]]:
    """Return the words of each language."""
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(_WORDS.read_text("utf-8"))
    return loaded


def invent(lang: str, seed: int, cards: int = 10, names: Sequence[str] = ()) -> Document:
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
    sections = tuple(
        Section(
            kind=section["kind"],
            title=section["title"],
            introduction=(own["introduction"],),
            rulings=tuple(map(Ruling, own["notes"])),
        )
        for section in own["sections"]
    )
    return Document(
        lang=lang,
        preamble=preamble,
        sections=sections,
        cards=tuple(_card(own, name, random) for name in chosen),
        footer=own["footer"],
        headings=(own["general"], own["specific"]),
    )


def _card(own: Mapping[str, Any], name: str, random: Random) -> Card:
    kind = random.choice(
        ("creature", "creature", "spell", "permanent", "land", "planeswalker", "adventure")
    )
    faces = [_face(own, name, "creature" if kind == "adventure" else kind, random)]
    if kind == "adventure":
        other = random.choice([each for each in own["names"] if each not in (name, *faces[0].text)])
        faces.append(_face(own, other, "adventure", random))
    rulings = [
        Ruling(_filled(text, name, random))
        for text in random.sample(own["rulings"], random.randrange(1, 4))
    ]
    if random.random() < 0.2:
        items = tuple(_filled(text, name, random) for text in random.sample(own["notes"], 2))
        rulings[-1] = replace(rulings[-1], items=items)
    return Card(faces=tuple(faces), rulings=tuple(rulings))


def _face(own: Mapping[str, Any], name: str, kind: str, random: Random) -> Face:
    pool = own["loyalty"] if kind == "planeswalker" else own["abilities"]
    abilities = [
        _filled(text, name, random) for text in random.sample(pool, random.randrange(1, 3))
    ]
    if kind == "creature" and random.random() < 0.5:
        abilities.insert(0, _filled(random.choice(own["keywords"]), name, random))
    stats = {
        "creature": f"{random.randrange(6)}/{random.randrange(1, 7)}",
        "planeswalker": str(random.randrange(2, 7)),
    }
    cost = "" if kind == "land" else f"{{{random.randrange(1, 7)}}}{{{random.choice(MANA)}}}"
    return Face(
        name=name,
        cost=cost,
        type_line=random.choice(own["types"][kind]),
        stats=stats.get(kind, ""),
        text=tuple(abilities),
    )


def _filled(text: str, name: str, random: Random) -> str:
    filled: str = text.format(name=name, n=random.randrange(2, 5), c=random.choice(MANA))
    return filled


def _spaces_around(piece: Printed, random: Random) -> Printed:
    return replace(piece, text=piece.text + " " * random.randrange(3))


def _emphasis(piece: Printed, random: Random) -> Printed:
    parts = piece.text.split(" ")
    at = random.randrange(len(parts))
    if piece.part not in (Part.RULING, Part.PLAIN) or not re.fullmatch(r"\w{2,}", parts[at]):
        return piece
    return replace(piece, text=" ".join((*parts[:at], f"*{parts[at]}*", *parts[at + 1 :])))


Fault = Callable[[Printed, Random], Printed]


def _sometimes(pattern: str, spell: Callable[[str], str], share: float) -> Fault:
    """Return a fault that spells so large a share of what the pattern finds in another way."""

    def fault(piece: Printed, random: Random) -> Printed:
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
    document: Document,
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
    parts: list[Printed] = []
    for part in printed(document):
        changed = part
        for fault in faults:
            changed = HARMLESS[fault](changed, random)
        if random.random() < hidden:
            is_ruling = changed.part in (Part.RULING, Part.ITEM)
            if is_ruling and parts[-1].part in (Part.RULING, Part.ITEM, Part.PLAIN):
                changed = replace(changed, part=Part.PLAIN)
            changed = replace(changed, entry=False)
        parts.append(changed)
    if dialect == "one-line":
        return texts.one_line(parts, Wrapping())
    if dialect == "line-faq":
        return texts.written(parts, texts.line_faq, Wrapping(blank=Blank.NONE))
    if dialect == "collector-lines":
        return texts.written(parts, texts.collector, Wrapping())
    markdown = partial(
        texts.markdown,
        bullet=random.choice(("- ", "* ")),
        headings=random.choice((True, False)),
        bold=random.choice(("", "**")),
    )
    return texts.written(parts, markdown, Wrapping())


def with_blank_lines(text: str, seed: int) -> str:
    """Return the text with blank lines added or doubled between its lines."""
    random = Random(seed)
    return "".join(line + "\n" * random.choice((1, 1, 1, 2, 3)) for line in text.split("\n"))


def bared(value: Any) -> Any:
    """Return a model, or a part of one, whose texts have no emphasis, and their dashes and spaces
    in one form.
    """
    if isinstance(value, str):
        return " ".join(value.replace("*", "").replace(" -- ", " — ").split())
    if isinstance(value, tuple):
        return tuple(map(bared, value))
    return replace(value, **{part.name: bared(getattr(value, part.name)) for part in fields(value)})
