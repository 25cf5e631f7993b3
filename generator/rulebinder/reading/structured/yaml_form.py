"""The structured form: release notes as YAML that people read, correct and review as a diff.

The form mirrors :mod:`rulebinder.notes` field by field;
``generator/rulebinder/facts/schemas/notes-yaml.json`` describes it. Empty values are left out.
Texts have their stored form (see
:mod:`rulebinder.text`). Reading what :func:`dump` wrote gives the same release notes; only their
places are those of the YAML file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...facts.files import yaml_files
from ...facts.files.yaml_files import Document
from ...facts.files.yaml_text import KeyPath
from ...notes import (
    Block,
    Card,
    CardEntry,
    Face,
    Introduction,
    ReleaseNotes,
    Replacement,
    Rule,
    Ruling,
    Section,
    Source,
    Unread,
)
from ...problems import Place, Problem
from ...text import Text, parse

DIALECT = "structured"
"""The dialect of a structured file that names no other source."""

SCHEMA = "notes-yaml"
"""The name of the schema of structured files."""
_STATS = ("mana_cost", "type_line", "power", "toughness", "loyalty", "defense")


def dump(notes: ReleaseNotes) -> str:
    """The YAML of ``notes``."""
    return yaml_files.dump(
        _filled(
            set=notes.set_code,
            language=notes.lang,
            title=notes.title,
            kind=notes.kind,
            compiled_by=list(notes.compiled_by),
            contributors=list(notes.contributors),
            last_modified=notes.last_modified,
            source={
                "name": notes.source.name,
                "sha256": notes.source.sha256,
                "dialect": notes.source.dialect,
            },
            preamble=_sources(notes.preamble),
            general_heading=notes.general_heading or None,
            sections=[
                _filled(
                    title=section.title,
                    kind=section.kind,
                    body=[_block_data(block) for block in section.body],
                )
                for section in notes.sections
            ],
            cards=[
                {
                    **_filled(part=entry.part or None, label=entry.label),
                    **_card_data(entry.card),
                    **_filled(body=[_block_data(block) for block in entry.body]),
                }
                for entry in notes.cards
            ],
            footer=_sources(notes.footer),
            corrections=[
                _filled(
                    printed=correction.printed,
                    correct=correction.correct,
                    **{"in": correction.entry},
                    reason=correction.reason,
                )
                for correction in notes.corrections
            ],
        )
    )


def load(path: Path) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Return the release notes of a structured file, or None with the problems that say why not."""
    data = yaml_files.read_whole(path)
    return (None, [data]) if isinstance(data, Problem) else loads(data, str(path))


def loads(source: str | bytes, name: str) -> tuple[ReleaseNotes | None, list[Problem]]:
    """As :func:`load`, for what is already in memory; ``name`` is the path to show."""
    document, problems = yaml_files.loads(source, SCHEMA, name)
    if document is None:
        return None, problems
    return _notes(
        document, Source(name=Path(name).name, sha256=document.sha256, dialect=DIALECT)
    ), problems


def _filled(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != []}


def _sources(texts: Iterable[Text]) -> list[str]:
    return [text.source() for text in texts]


def _card_data(card: Card) -> dict[str, Any]:
    return _filled(
        layout=card.layout,
        divider=card.divider,
        picture=card.picture,
        remark=card.remark,
        oracle_id=card.oracle_id,
        faces=[_face_data(face) for face in card.faces],
        shared_rules_text=_sources(card.shared_rules_text),
    )


def _face_data(face: Face) -> dict[str, Any]:
    stats = {name: getattr(face, name) for name in _STATS}
    return _filled(name=face.name, **stats, rules_text=_sources(face.rules_text))


def _block_data(block: Block) -> dict[str, Any]:
    match block:
        case Card():
            return {"card": _card_data(block)}
        case Rule(number, text):
            return {"rule": {"number": number, "text": text.source()}}
        case Ruling(text, (), source=None):
            return {"ruling": text.source()}
        case Ruling(text, items, source=source):
            return {"ruling": _filled(text=text.source(), items=_sources(items), source=source)}
        case Introduction(text) | Unread(text):
            return {type(block).__name__.lower(): text.source()}


def _notes(document: Document, itself: Source) -> ReleaseNotes:
    data = document.data
    source = Source(**data["source"]) if "source" in data else itself
    return ReleaseNotes(
        set_code=data["set"],
        lang=data["language"],
        title=data["title"],
        kind=data["kind"],
        source=source,
        compiled_by=tuple(data.get("compiled_by", ())),
        contributors=tuple(data.get("contributors", ())),
        last_modified=data.get("last_modified"),
        preamble=_texts(data.get("preamble", ())),
        general_heading=data.get("general_heading", ""),
        sections=tuple(
            _section(_At(document, ("sections", i)), each)
            for i, each in enumerate(data.get("sections", ()))
        ),
        cards=tuple(
            _entry(_At(document, ("cards", i)), each)
            for i, each in enumerate(data.get("cards", ()))
        ),
        footer=_texts(data.get("footer", ())),
        corrections=tuple(
            Replacement(
                printed=each["printed"],
                correct=each["correct"],
                reason=each["reason"],
                entry=each.get("in"),
                place=document.place("corrections", i),
            )
            for i, each in enumerate(data.get("corrections", ()))
        ),
        place=document.place(),
    )


@dataclass(frozen=True)
class _At:
    """A value's position in its file."""

    document: Document
    key: KeyPath

    @property
    def place(self) -> Place:
        return self.document.place(*self.key)

    def __truediv__(self, part: str | int) -> _At:
        return _At(self.document, (*self.key, part))


def _texts(sources: Iterable[str]) -> tuple[Text, ...]:
    return tuple(parse(source) for source in sources)


def _section(at: _At, data: dict[str, Any]) -> Section:
    return Section(
        title=data["title"], kind=data["kind"], body=_body(at / "body", data), place=at.place
    )


def _entry(at: _At, data: dict[str, Any]) -> CardEntry:
    body: tuple[Any, ...] = _body(at / "body", data)
    return CardEntry(
        card=_card(at, data), part=data.get("part", ""), body=body, label=data.get("label")
    )


def _card(at: _At, data: dict[str, Any]) -> Card:
    return Card(
        faces=tuple(_face(face) for face in data["faces"]),
        layout=data.get("layout", "normal"),
        shared_rules_text=_texts(data.get("shared_rules_text", ())),
        divider=data.get("divider"),
        picture=data.get("picture"),
        remark=data.get("remark"),
        oracle_id=data.get("oracle_id"),
        place=at.place,
    )


def _face(data: dict[str, Any]) -> Face:
    return Face(**{**data, "rules_text": _texts(data.get("rules_text", ()))})


def _body(at: _At, data: dict[str, Any]) -> tuple[Block, ...]:
    return tuple(
        _block(at / i, *pair)
        for i, each in enumerate(data.get("body", ()))
        for pair in each.items()
    )


def _block(at: _At, kind: str, value: Any) -> Block:
    match kind:
        case "card":
            return _card(at, value)
        case "rule":
            return Rule(value["number"], parse(value["text"]), at.place)
        case "ruling":
            said = {"text": value} if isinstance(value, str) else value
            return Ruling(
                parse(said["text"]), _texts(said.get("items", ())), at.place, said.get("source")
            )
        case "introduction":
            return Introduction(parse(value), at.place)
        case _:
            return Unread(parse(value), at.place)
