"""YAML files that people write: read with the line of every value, checked against a schema.

The schemas are JSON Schemas (2020-12) in ``generator/rulebinder/facts/schemas``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from ...problems import Place, Problem, error, unread
from ...system import sources as files
from ...system.sources import DISK, Sources
from .yaml_text import KeyPath, RefusedError, parse

LARGEST_FILE = files.LARGEST_FILE
"""How many bytes a file may have."""
_SCHEMAS = Path(__file__).parent.parent / "schemas"


class _Dumper(yaml.CSafeDumper):
    """PyYAML's safe dumper, with long texts as people write them, and without aliases."""

    def ignore_aliases(self, _: object) -> bool:
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.Node:
    """Text of several lines as a literal block, so that a person reads it without escapes."""
    style = "|" if "\n" in text else None
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style='"' if _OTHER_BREAKS.search(text) else style
    )


_OTHER_BREAKS = re.compile("[\r\x85\u2028\u2029]")
"""Characters that YAML takes for the end of a line, and would change."""

_Dumper.add_representer(str, _represent_text)


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file's data, and the line of every value in it, keyed by its path from the top."""

    path: str
    data: Any
    lines: Mapping[KeyPath, int]
    sha256: str = ""
    """The hash of the file's bytes."""
    origins: Mapping[KeyPath, tuple[str, KeyPath]] = field(default_factory=dict)
    """The file of each value, and its path from the top there, if two files were joined: see
    :mod:`.layers`.
    """
    fractions: bool = False
    """Whether a whole number is written with a fraction or an exponent: ``2.0``."""

    def place(self, *key: str | int) -> Place:
        """Return the place of the value at ``key``; if it has no line, that of the nearest value
        above it.
        """
        for length in range(len(key), -1, -1):
            if key[:length] in self.lines:
                return Place(self.origin(key[:length])[0], self.lines[key[:length]])
        return Place(self.path)

    def origin(self, key: KeyPath) -> tuple[str, KeyPath]:
        """Return the file of the value at ``key``, and its path from the top there."""
        return self.origins.get(key, (self.path, key))


def load(path: Path, schema: str, sources: Sources = DISK) -> tuple[Document | None, list[Problem]]:
    """Read ``path`` and check it against ``generator/rulebinder/facts/schemas/<schema>.json``.

    Returns the document, or None with the problems that say why not.
    """
    return _checked(*parsed(path, sources), schema)


def parsed(path: Path, sources: Sources = DISK) -> tuple[Document | None, list[Problem]]:
    """As :func:`load`, without a schema."""
    data = read_whole(path, sources)
    return (None, [data]) if isinstance(data, Problem) else _decoded(data, str(path))


def loads(source: str | bytes, schema: str, name: str) -> tuple[Document | None, list[Problem]]:
    """As :func:`load`, for what is already in memory: a text, or the bytes of a file."""
    data = source.encode() if isinstance(source, str) else source
    return _checked(*_decoded(data, name), schema)


def _decoded(data: bytes, name: str) -> tuple[Document | None, list[Problem]]:
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        return None, [
            error(
                Place(name),
                f"not UTF-8 text ({failure.reason} at byte {failure.start})",
                "save the file as UTF-8",
            )
        ]
    return _parsed(source, name, hashlib.sha256(data).hexdigest())


def read_whole(path: Path, sources: Sources = DISK) -> bytes | Problem:
    """Return the bytes of a file, or why they cannot be read.

    A pipe or a device, which may never end, is no file; nor is anything larger than
    :data:`LARGEST_FILE`.
    """
    try:
        data = sources.read(path)
    except OSError as failure:
        hint = "give a file" if failure.strerror == files.NOT_A_FILE else ""
        return unread(path, failure, hint)
    if len(data) > LARGEST_FILE:
        return error(
            path,
            f"larger than {LARGEST_FILE >> 20} MB",
            "give it in parts, or as text without pictures",
        )
    return data


def _parsed(source: str, name: str, sha256: str) -> tuple[Document | None, list[Problem]]:
    try:
        found = parse(source, name)
    except RefusedError as failure:
        return None, [failure.problem]
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        place = Place(name, mark.line + 1 if mark else 1)
        return None, [
            error(
                place,
                f"not valid YAML ({failure.problem or failure.context})",
                "correct the line, or quote the value",
            )
        ]
    except (yaml.YAMLError, ValueError) as failure:
        line = source.encode()[: getattr(failure, "position", 0)].count(b"\n") + 1
        return None, [error(Place(name, line), f"not valid YAML ({str(failure).splitlines()[0]})")]
    document = Document(
        path=name, data=found.data, lines=found.lines, sha256=sha256, fractions=found.fractions
    )
    return document, found.problems


def _checked(
    document: Document | None, found: Sequence[Problem], schema: str
) -> tuple[Document | None, list[Problem]]:
    """Return the document if it has no problems: neither those ``found`` in its text, nor any by
    its schema.
    """
    problems = [*found, *(violated(document, schema) if document else ())]
    return (None if problems else document), sorted(problems, key=lambda problem: problem.place)


def load_json(path: Path, schema: str, hint: str, sources: Sources = DISK) -> Any:
    """Return the data of a JSON file that a program wrote, checked against a schema, or the first
    problem of the file.

    ``hint`` says what to do with a file that is not valid JSON.
    """
    data = read_whole(path, sources=sources)
    if isinstance(data, Problem):
        return data
    try:
        found = json.loads(data.decode("utf-8"))
    except json.JSONDecodeError as failure:
        return error(Place(str(path), failure.lineno), f"not valid JSON ({failure.msg})", hint)
    except (ValueError, RecursionError):
        return error(path, "not UTF-8 text with JSON", hint)
    document = Document(path=str(path), data=found, lines={})
    return next(iter(violated(document, schema)), found)


def violated(document: Document, schema: str) -> list[Problem]:
    """Return a problem for each value that its schema forbids.

    The fast validator says only whether there are any, and takes ``2.0`` for a whole number.
    """
    if not document.fractions and _fast(schema).is_valid(document.data):
        return []
    #  It takes a tenth of a second to import, and hardly any file needs it.
    from . import violations as exact  # noqa: PLC0415

    return exact.described(document, schema)


def freeze(data: Any) -> Any:
    """Return the data of a document with tuples in place of lists, at any depth."""
    if isinstance(data, dict):
        return {key: freeze(value) for key, value in data.items()}
    return tuple(map(freeze, data)) if isinstance(data, list) else data


def dump(data: Any) -> str:
    """The YAML of ``data``: keys in their own order, one line a text, so that a diff shows one
    change.
    """
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000)


def dump_json(data: Any) -> str:
    """The JSON of ``data``, one value a line."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


@functools.cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema ``generator/rulebinder/facts/schemas/<name>.json``."""
    loaded: dict[str, Any] = json.loads((_SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@functools.cache
def _fast(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(
        schema(name), validate_formats=True, formats={"date": is_day}
    )


def short(value: object) -> str:
    """Return a value as a problem shows it."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"


def is_day(value: object) -> bool:
    """Whether a text is a day of the calendar, as ``2026-02-28``; anything but text passes, because
    its type is checked elsewhere.
    """
    if not isinstance(value, str):
        return True
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
