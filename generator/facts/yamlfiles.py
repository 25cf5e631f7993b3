"""YAML files that people write: read with the line of every value, checked against a schema.

The schemas are JSON Schemas (2020-12) in ``generator/facts/schemas``.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import json
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from ..problems import Place, Problem, error
from .parsing import KeyPath, RefusedError, parse

LARGEST_FILE = 64 << 20
"""How many bytes a file may have."""


class _Dumper(yaml.CSafeDumper):
    """PyYAML's safe dumper, with long texts as people write them."""


def _represent_text(dumper: _Dumper, text: str) -> yaml.Node:
    """Text of several lines as a literal block, so that a person reads it without escapes."""
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if _OTHER_BREAKS.search(text) else style)


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

    def place(self, *key: str | int) -> Place:
        """Return the place of the value at ``key``; if it has no line, that of the nearest value above it."""
        for length in range(len(key), -1, -1):
            if key[:length] in self.lines:
                return Place(self.path, self.lines[key[:length]])
        return Place(self.path)


def load(path: Path, schema: str, shown: str | None = None) -> tuple[Document | None, list[Problem]]:
    """Read ``path`` and check it against ``generator/facts/schemas/<schema>.json``.

    Returns the document, or None with the problems that say why not. ``shown`` is the path to
    name in problems, if it is not ``path`` itself.
    """
    name = shown or str(path)
    data = read_whole(path, name)
    return (None, [data]) if isinstance(data, Problem) else decoded(data, schema, name)


def decoded(data: bytes, schema: str, name: str) -> tuple[Document | None, list[Problem]]:
    """As :func:`load`, for the bytes of a file."""
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        return None, [error(Place(name), f"not UTF-8 text ({failure.reason} at byte {failure.start})", "save the file as UTF-8")]
    return loads(source, schema, name, hashlib.sha256(data).hexdigest())


def read_whole(path: Path, shown: str | None = None) -> bytes | Problem:
    """The bytes of a file, or why they cannot be read; ``shown`` is the path to name then.

    A pipe or a device, which may never end, is no file; nor is anything larger than :data:`LARGEST_FILE`.
    """
    place = Place(shown or str(path))
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return error(place, "cannot be read (not a file)", "give a file")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as failure:
        return error(place, f"cannot be read ({getattr(failure, 'strerror', None) or failure})")
    if len(data) > LARGEST_FILE:
        return error(place, f"larger than {LARGEST_FILE >> 20} MB", "give it in parts, or as text without pictures")
    return data


def loads(source: str, schema: str, name: str, sha256: str = "") -> tuple[Document | None, list[Problem]]:
    """As :func:`load`, for text that is already in memory; ``sha256`` is the hash of the file that it comes from."""
    try:
        parsed = parse(source, name)
    except RefusedError as failure:
        return None, [failure.problem]
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        place = Place(name, mark.line + 1 if mark else 1)
        return None, [
            error(place, f"not valid YAML ({failure.problem or failure.context})", "correct the line, or quote the value")
        ]
    except (yaml.YAMLError, ValueError) as failure:
        line = source.encode()[: getattr(failure, "position", 0)].count(b"\n") + 1
        return None, [error(Place(name, line), f"not valid YAML ({str(failure).splitlines()[0]})")]
    document = Document(
        path=name, data=parsed.data, lines=parsed.lines, sha256=sha256 or hashlib.sha256(source.encode("utf-8")).hexdigest()
    )
    problems = [*parsed.problems, *_violations(document, schema, exactly=parsed.fractions)]
    if problems:
        return None, sorted(problems, key=lambda problem: problem.place)
    return document, []


def violations(data: Any, schema: str, name: str) -> list[Problem]:
    """Return how ``data`` from the file ``name`` violates a schema. No lines are known: the file may be JSON."""
    return _violations(Document(path=name, data=data, lines={}), schema, exactly=False)


def load_json(path: Path, schema: str, hint: str) -> Any:
    """Return the data of a JSON file that a program wrote, checked against a schema, or the first problem of the file.

    ``hint`` says what to do with a file that is not valid JSON.
    """
    data = read_whole(path)
    if isinstance(data, Problem):
        return data
    try:
        found = json.loads(data.decode("utf-8"))
    except json.JSONDecodeError as failure:
        return error(Place(str(path), failure.lineno), f"not valid JSON ({failure.msg})", hint)
    except (ValueError, RecursionError):
        return error(Place(str(path)), "not UTF-8 text with JSON", hint)
    return next(iter(violations(found, schema, str(path))), found)


def _violations(document: Document, schema: str, *, exactly: bool) -> list[Problem]:
    """Return a problem for each value that its schema forbids.

    The fast validator says only whether there are any, and takes ``2.0`` for a whole number: ``exactly`` leaves it out.
    """
    if not exactly and _fast(schema).is_valid(document.data):
        return []
    return list(dict.fromkeys(_problem(document, failure) for failure in _validator(schema).iter_errors(document.data)))


def dump(data: Any) -> str:
    """The YAML of ``data``: keys in their own order, one line a text, so that a diff shows one change."""
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000)


def dump_json(data: Any) -> str:
    """The JSON of ``data``, one value a line."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


@functools.cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema ``generator/facts/schemas/<name>.json``."""
    loaded: dict[str, Any] = json.loads(schema_text(name))
    return loaded


def schema_text(name: str) -> str:
    """The JSON Schema ``generator/facts/schemas/<name>.json`` as it is published."""
    return resources.files(__package__).joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")


@functools.cache
def _fast(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(schema(name), validate_formats=True, formats={"date": is_day})


@functools.cache
def _validator(name: str) -> Validator:
    return _Strict(schema(name), format_checker=_FORMATS)


def _is_whole(_: object, value: object) -> bool:
    """A whole number, written as one: ``2.0`` is none, or a ruling's number would become ``2.0`` too."""
    return isinstance(value, int) and not isinstance(value, bool)


_Strict: Callable[..., Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
)


_FORMATS = FormatChecker(formats=())


@_FORMATS.checks("date")
def is_day(value: object) -> bool:
    """Whether a text is a day of the calendar, as ``2026-02-28``; anything but text passes, because its type is checked elsewhere."""
    if not isinstance(value, str):
        return True
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


_END = r"(?![\s\S])"
"""How a pattern says that the text ends. ``$`` lets a line break follow in Python, and ``\\Z`` is no end in ECMAScript."""

_TYPE_WORDS = {
    "string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


def _problem(document: Document, failure: ValidationError) -> Problem:
    key = tuple(failure.absolute_path)
    if failure.validator == "additionalProperties":
        return _unknown(document, key, failure)
    describe = _DESCRIPTIONS.get(str(failure.validator))
    message, hint = describe(failure.validator_value, failure.instance) if describe else (f": {failure.message[:200]}", "")
    return error(document.place(*key), f"{_shown(key)}{message}", hint)


def _unknown(document: Document, key: KeyPath, failure: ValidationError) -> Problem:
    schema = failure.schema if isinstance(failure.schema, dict) else {}
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    instance: Any = failure.instance
    unknown = next(name for name in instance if name not in known and not any(re.search(p, name) for p in patterns))
    close = difflib.get_close_matches(unknown, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(sorted(known))}"
    return error(document.place(*key, unknown), f"unknown key {unknown!r} in {_shown(key)}", hint)


def _required(wanted: Any, found: Any) -> tuple[str, str]:
    missing = [name for name in wanted if name not in found]
    return f" lacks {', '.join(map(repr, missing))}", "add it"


def _type(wanted: Any, found: Any) -> tuple[str, str]:
    words = wanted if isinstance(wanted, list) else [wanted]
    quotes = ": put it in quotes" if "string" in words and isinstance(found, int | float) else ""
    return f" must be {' or '.join(_TYPE_WORDS[word] for word in words)}", f"found {_short(found)}{quotes}"


def _enum(wanted: Any, found: Any) -> tuple[str, str]:
    return f" is {_short(found)}", f"choose one of {', '.join(map(str, wanted))}"


def _pattern(wanted: Any, found: Any) -> tuple[str, str]:
    if wanted == r"\S":
        return " is empty", "write it, or leave it out"
    return f" is {_short(found)}, not of the form {wanted.removesuffix(_END)}$", ""


def _format(wanted: Any, found: Any) -> tuple[str, str]:
    """The only format that is checked is ``date``."""
    return f" is {_short(found)}, which is no {wanted} of the calendar", "write a day that exists, as YYYY-MM-DD"


def _too_few(wanted: Any, found: Any) -> tuple[str, str]:
    return f" has {len(found)} entries, and needs at least {wanted}", "add what is missing"


def _too_many(wanted: Any, found: Any) -> tuple[str, str]:
    return f" has {', '.join(map(repr, found))}, and may have only {wanted} of them", "give each an entry of its own"


def _dependent(wanted: Any, found: Any) -> tuple[str, str]:
    given, missing = next(
        (given, name) for given, names in wanted.items() for name in names if given in found and name not in found
    )
    return f" has {given!r} without {missing!r}", "give both or neither"


_DESCRIPTIONS: Mapping[str, Callable[[Any, Any], tuple[str, str]]] = {
    "required": _required,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "format": _format,
    "minItems": _too_few,
    "minProperties": _too_few,
    "maxProperties": _too_many,
    "dependentRequired": _dependent,
}


def _shown(key: KeyPath) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in key) or "the file"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"
