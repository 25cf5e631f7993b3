"""The structured form: release notes as YAML that people read, correct and review as a diff.

The form mirrors :mod:`rulebinder.notes` field by field;
``generator/rulebinder/facts/schemas/notes-yaml.json`` describes it. Empty values are left out.
Texts have their stored form (see
:mod:`rulebinder.text`). Reading what :func:`dump` wrote gives the same release notes; only their
places are those of the YAML file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from ...facts.files import yaml_files
from ...facts.files.yaml_files import Document
from ...facts.files.yaml_text import KeyPath
from ...notes import (
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
from ...problems import Problem
from ...text import Text, parse

DIALECT = "structured"
"""The dialect of a structured file that names no other source."""

SCHEMA = "notes-yaml"
"""The name of the schema of structured files."""
_FIELDS: dict[type, tuple[str, ...]] = {
    ReleaseNotes: (
        "set_code", "lang", "title", "kind", "compiled_by", "contributors", "last_modified",
        "source", "preamble", "general_heading", "sections", "cards", "footer", "corrections",
    ),
    Source: ("name", "sha256", "dialect"),
    Section: ("title", "kind", "body"),
    CardEntry: ("part", "label", "card", "body"),
    Card: (
        "layout", "divider", "picture", "remark", "oracle_id", "faces", "shared_rules_text",
    ),
    Face: (
        "name", "mana_cost", "type_line", "power", "toughness", "loyalty", "defense", "rules_text",
    ),
    Rule: ("number", "text"),
    Ruling: ("text", "items", "source"),
    Introduction: ("text",),
    Unread: ("text",),
    Replacement: ("printed", "correct", "entry", "reason"),
}  # fmt: skip
"""The fields of each record, in the order of the file."""
_KEYS = {"set_code": "set", "lang": "language", "entry": "in"}
"""The keys of the fields that have another name in the file."""
_TEXTS = {"preamble", "footer", "rules_text", "shared_rules_text", "items"}
_RECORDS = {"sections": Section, "cards": CardEntry, "faces": Face, "corrections": Replacement}
_BLOCKS = {kind.__name__.lower(): kind for kind in (Card, Introduction, Rule, Ruling, Unread)}


def dump(notes: ReleaseNotes) -> str:
    """The YAML of ``notes``."""
    return yaml_files.dump(_data(notes))


def loads(source: str | bytes, name: str) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Return the release notes of a structured file that is called ``name``, or None with the
    problems that say why not.
    """
    document, problems = yaml_files.loads(source, SCHEMA, name)
    return notes_in(document) if document else None, problems


def notes_in(document: Document) -> ReleaseNotes:
    """Return the release notes of a structured file that was read."""
    itself = Source(name=Path(document.path).name, sha256=document.sha256, dialect=DIALECT)
    notes: ReleaseNotes = _At(document).record(
        ReleaseNotes, {"source": vars(itself), **document.data}
    )
    return notes


def _data(value: Any) -> Any:
    """Return a value of notes as the file has it."""
    if isinstance(value, Text):
        return value.source()
    if isinstance(value, tuple):
        return [_data(item) for item in value]
    if type(value) not in _FIELDS:
        return value
    data: dict[str, Any] = {}
    for name in _FIELDS[type(value)]:
        field = getattr(value, name)
        if name == "card":
            data |= _data(field)
        elif name == "body" and field:
            #  Blocks are named by their kinds. One that has only a text is that text.
            blocks = ((type(block).__name__.lower(), _data(block)) for block in field)
            data[name] = [
                {kind: block["text"] if block.keys() == {"text"} else block}
                for kind, block in blocks
            ]
        elif field not in (None, ()) and (field or name not in ("part", "general_heading")):
            data[_KEYS.get(name, name)] = _data(field)
    return data


class _At(NamedTuple):
    """A value's position in its file."""

    document: Document
    key: KeyPath = ()

    def record(self, kind: type, data: dict[str, Any]) -> Any:
        """Return the record of a kind that is here."""
        values = {
            name: self._field(name, data[key])
            for name in _FIELDS[kind]
            if (key := _KEYS.get(name, name)) in data
        }
        if kind is CardEntry:
            values["card"] = self.record(Card, data)
        if kind not in (CardEntry, Face):  # they have the place of their card
            values["place"] = self.document.place(*self.key)
        return kind(**values)

    def _field(self, name: str, value: Any) -> Any:
        if isinstance(value, dict):
            return Source(**value)
        if name == "text":
            return parse(value)
        if name in _TEXTS:
            return tuple(map(parse, value))
        if not isinstance(value, list):
            return value
        places = [_At(self.document, (*self.key, name, at)) for at in range(len(value))]
        pairs = zip(places, value, strict=True)
        if name == "body":
            blocks = [(at, *next(iter(block.items()))) for at, block in pairs]
            return tuple(
                at.record(_BLOCKS[kind], {"text": block} if isinstance(block, str) else block)
                for at, kind, block in blocks
            )
        if name in _RECORDS:
            return tuple(at.record(_RECORDS[name], item) for at, item in pairs)
        return tuple(value)
