"""YAML files that people write: read with the line of every value, checked against a schema.

The schemas are JSON Schemas (2020-12) in ``generator/rulebinder/facts/schemas``.
"""

from __future__ import annotations

import difflib
import functools
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from ..problems import InputError, Place, Problem, WithProblems, cannot_read, error, refusal
from ..system import files
from ..system.files import DISK

KeyPath = tuple[str | int, ...]
"""The keys of mappings and the indexes of lists that lead from the top of a file to a value."""

DEEPEST = 50
"""How deep lists and mappings may be nested."""
_LARGEST_NUMBER = 1e15
"""Greater than any number of these files. Above 2^53, nine times as much, programs begin to read
whole numbers differently.
"""
_STANDARD_TAGS = "tag:yaml.org,2002:"
_TEXT_TAG = f"{_STANDARD_TAGS}str"


class _Loader(yaml.CSafeLoader):
    """PyYAML's safe loader without YAML 1.1's surprises."""


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, regexp)
        for tag, regexp in resolvers
        if tag not in (f"{_STANDARD_TAGS}timestamp", f"{_STANDARD_TAGS}bool")
    ]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(f"{_STANDARD_TAGS}bool", re.compile(r"^(?:true|false)$"), list("tf"))
_NOT_TEXT_LETTERS = frozenset(filter(None, _Loader.yaml_implicit_resolvers))
"""The first letters that an unquoted value has if it may be a number, ``true``, ``false`` or
``null``. So all others are text, except an empty value.
"""


class ParsedText:
    """The data of a YAML text, with the line of each value. ``name`` is the path that problems
    name.

    It is built out of the parser's events, because PyYAML's own data has no lines. Raises
    InputError for tags, aliases and deep nesting: a tag can contradict its value (``!!bool
    maybe``). Raises the errors of PyYAML if the text is not YAML.
    """

    def __init__(self, source: str, name: str) -> None:
        self.data: Any = None
        self.lines: dict[KeyPath, int] = {}
        """The line of every value, by its path from the top; in a mapping that of its key."""
        self.problems: list[Problem] = []
        """The problems of single values."""
        self._name = name
        self._loader = _Loader(source)
        try:
            while self._loader.check_event():
                event = self._loader.get_event()
                if isinstance(event, yaml.NodeEvent):
                    self.lines[()] = _line_of(event)
                    self.data = self._build_value(event, ())
                elif isinstance(event, yaml.DocumentStartEvent) and self.lines:
                    #  The first document is read: its value has a line.
                    message = "not valid YAML (a second document begins)"
                    hint = "give one document a file; quote a line of dashes, if it is text"
                    raise refusal(Place(self._name, _line_of(event)), message, hint)
        finally:
            self._loader.dispose()

    def _build_value(self, event: Any, path: KeyPath) -> Any:
        """Return the value at ``path`` that begins with ``event``, and take the events of all that
        is in it.
        """
        self._refuse_tags(event)
        kind, get = type(event), self._loader.get_event
        if kind is yaml.ScalarEvent:
            text = event.value
            is_text = not event.implicit[0] or (text[:1] not in _NOT_TEXT_LETTERS and text != "")
            return text if is_text else self._construct_scalar(event)
        if len(path) == DEEPEST:
            message = f"values are nested more than {DEEPEST} deep"
            raise refusal(Place(self._name, _line_of(event)), message, "write it flatter")
        if kind is yaml.SequenceStartEvent:
            items: list[Any] = []
            while type(event := get()) is not yaml.SequenceEndEvent:
                item_path = (*path, len(items))
                self.lines.setdefault(item_path, _line_of(event))
                items.append(self._build_value(event, item_path))
            return items
        mapping: dict[str, Any] = {}
        while type(event := get()) is not yaml.MappingEndEvent:
            line = _line_of(event)
            key = self._build_value(event, (*path, ""))  # the empty name only counts the depth
            if not isinstance(key, str):
                self._report(line, f"the key {key!r} is not text", "put it in quotes")
                key = str(key)
            if key in mapping:
                self._report(line, f"the key {key!r} is here twice", "keep one of them")
            self.lines[*path, key] = line
            mapping[key] = self._build_value(get(), (*path, key))
        return mapping

    def _refuse_tags(self, event: yaml.NodeEvent) -> None:
        """Raise InputError if a value has an anchor or a tag, or is an alias."""
        if event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            message = f"{sign}{event.anchor} is an alias for a value elsewhere"
            hint = "write it out; or quote the value, if it is text"
        elif (tag := getattr(event, "tag", None)) is not None:
            message = f"the tag {tag.replace(_STANDARD_TAGS, '!!')} says of what kind a value is"
            hint = "leave it out, or quote the value"
        else:
            return
        raise refusal(Place(self._name, _line_of(event)), message, hint)

    def _construct_scalar(self, event: Any) -> Any:
        """Return a value that is neither list nor mapping. ``2.0`` is the whole number 2.

        Report a number that no program can count with.
        """
        tag = self._loader.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
        if tag == _TEXT_TAG:
            return event.value
        try:
            node = yaml.ScalarNode(tag, event.value, event.start_mark, event.end_mark)
            value = self._loader.construct_object(node)
        except ValueError:  # more digits than Python takes
            value = math.inf
        if isinstance(value, int | float) and not abs(value) < _LARGEST_NUMBER:  # ``.nan``, too
            message = "this number is too large to count with"
            self._report(_line_of(event), message, "put it in quotes, if it is text")
            return 0
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def _report(self, line: int, message: str, hint: str) -> None:
        """Keep an error in this line; the text is read on."""
        self.problems.append(error(Place(self._name, line), message, hint))


def _line_of(event: Any) -> int:
    """Return the line on which an event of the parser begins, from 1."""
    return int(event.start_mark.line) + 1


Texts = tuple[str, ...]
"""A list of texts, as :func:`freeze` returns it."""
TextLists = Mapping[str, Texts]
"""Such lists by a key: a language, a kind."""
_SCHEMAS = Path(__file__).parent / "schemas"


class _Dumper(yaml.CSafeDumper):
    """PyYAML's safe dumper, with long texts as people write them, and without aliases."""

    def ignore_aliases(self, _: object) -> bool:
        """A value that is there twice is written twice."""
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.Node:
    """Return the node of a text: of several lines as a literal block, which a person reads without
    escapes, unless it has breaks that YAML would change.
    """
    style = '"' if _OTHER_BREAKS.search(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_OTHER_BREAKS = re.compile("[\r\x85\u2028\u2029]")
"""Characters that YAML takes for the end of a line, and would change."""

_Dumper.add_representer(str, _represent_text)


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file's data, and the line of every value in it, keyed by its path from the top."""

    path: str
    data: Any
    """Mappings, lists, texts, numbers; None if the file is empty."""
    lines: Mapping[KeyPath, int]
    sha256: str = ""
    """The hash of the file's bytes."""
    parts: Mapping[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)
    """The files of the values, with their paths from the top there, if two files were joined: see
    :mod:`.layers`.
    """

    def place(self, *key: str | int) -> Place:
        """Return the place of the value at the path ``key``; if it has no line, that of the nearest
        value above it.
        """
        document, there = self.origin(key)
        for length in range(len(there), -1, -1):
            if there[:length] in document.lines:
                return Place(document.path, document.lines[there[:length]])
        return Place(document.path)

    def origin(self, key: KeyPath) -> tuple[Document, KeyPath]:
        """Return the file that the value at ``key`` comes from, and its path there. Only in files
        that were joined are they others than this file and ``key``.
        """
        for length in range(len(key), -1, -1):
            if key[:length] in self.parts:
                document, above = self.parts[key[:length]]
                return document.origin((*above, *key[length:]))
        return self, key


Loaded = WithProblems[Document | None]
"""A document, and the problems of its file; None if it cannot be used."""


def load(path: Path, schema: str) -> Loaded:
    """Return the file at ``path``, if it is valid by
    ``generator/rulebinder/facts/schemas/<schema>.json``; None with the problems if it is not.
    """
    return _check_schema(parse_file(path), schema)


def loads(source: str | bytes, schema: str, name: str) -> Loaded:
    """As :func:`load`, for what is already in memory: a text, or the bytes of a file. ``name`` is
    the path that problems name.
    """
    data = source.encode() if isinstance(source, str) else source
    return _check_schema(_parse_bytes(data, name), schema)


def parse_file(path: Path) -> Loaded:
    """As :func:`load`, without a schema."""
    data = read_whole(path)
    return (None, [data]) if isinstance(data, Problem) else _parse_bytes(data, str(path))


def read_whole(path: Path) -> bytes | Problem:
    """Return the bytes of a file, or why they cannot be read.

    A pipe or a device, which may never end, is not a file. A file may have
    :data:`~rulebinder.system.files.LARGEST_FILE` bytes.
    """
    try:
        data = DISK.read(path)
    except OSError as failure:
        hint = "give a file" if failure.strerror == files.NOT_A_FILE else ""
        return cannot_read(path, failure, hint)
    if len(data) > files.LARGEST_FILE:
        hint = "give it in parts, or as text without pictures"
        return error(path, f"larger than {files.LARGEST_FILE >> 20} MB", hint)
    return data


def _parse_bytes(data: bytes, name: str) -> Loaded:
    """Return the document in ``data``, and its problems: those of single values do not make it
    None.
    """
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        message = f"not UTF-8 text ({failure.reason} at byte {failure.start})"
        return None, [error(Place(name), message, "save the file as UTF-8")]
    try:
        text = ParsedText(source, name)
    except InputError as failure:
        return None, [*failure.problems]
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        place = Place(name, mark.line + 1 if mark else 1)
        message = f"not valid YAML ({failure.problem or failure.context})"
        return None, [error(place, message, "correct the line, or quote the value")]
    except (yaml.YAMLError, ValueError) as failure:
        line = source.encode()[: getattr(failure, "position", 0)].count(b"\n") + 1
        return None, [error(Place(name, line), f"not valid YAML ({str(failure).splitlines()[0]})")]
    sha256 = files.sha256(data)
    document = Document(path=name, data=text.data, lines=text.lines, sha256=sha256)
    return document, text.problems


def _check_schema(loaded: Loaded, schema: str) -> Loaded:
    """Return the same document, or None if it has problems in its text or by the schema; and all
    problems, by place.
    """
    document, problems = loaded
    problems = [*problems, *(validate(document, schema) if document else ())]
    return (None if problems else document), sorted(problems, key=lambda problem: problem.place)


def load_json(path: Path, schema: str, hint: str) -> Any:
    """Return the data of a JSON file that a program wrote, or the first problem of the file, also
    by its schema.

    ``hint`` says what to do with a file that is not valid JSON.
    """
    data = read_whole(path)
    if isinstance(data, Problem):
        return data
    try:
        values = json.loads(data.decode("utf-8"))
    except json.JSONDecodeError as failure:
        return error(Place(str(path), failure.lineno), f"not valid JSON ({failure.msg})", hint)
    except (ValueError, RecursionError):
        return error(path, "not UTF-8 text with JSON", hint)
    document = Document(path=str(path), data=values, lines={})
    return next(iter(validate(document, schema)), values)


def validate(document: Document, name: str) -> list[Problem]:
    """Return an error for each value that the schema ``name`` forbids, without repetitions."""
    problems = (
        problem
        for failure in _make_validator(name).iter_errors(document.data)
        for problem in _explain_failure(document, failure, schema(name))
    )
    return list(dict.fromkeys(problems))


def freeze(data: Any) -> Any:
    """Return the data of a document with tuples in place of lists, at any depth."""
    if isinstance(data, dict):
        return {key: freeze(value) for key, value in data.items()}
    return tuple(map(freeze, data)) if isinstance(data, list) else data


def dump(data: Any) -> str:
    """Return the YAML of ``data``: keys in their own order, one line a text, so that a diff shows
    one change.
    """
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000)


def dump_json(data: Any) -> str:
    """Return the JSON of ``data``, one value a line."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


@functools.cache
def schema(name: str) -> dict[str, Any]:
    """Return the content of the JSON Schema ``generator/rulebinder/facts/schemas/<name>.json``."""
    loaded: dict[str, Any] = json.loads((_SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@functools.cache
def _make_validator(name: str) -> jsonschema_rs.Validator:
    """Return the validator of the schema ``name``, which also checks the days of the calendar."""
    return jsonschema_rs.validator_for(
        schema(name), validate_formats=True, formats={"date": is_calendar_day}
    )


def shorten(value: object) -> str:
    """Return a value as a problem shows it: JSON of at most 60 characters, not counting ``…``."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"


def is_calendar_day(value: object) -> bool:
    """Return whether a text is a day of the calendar, as ``2026-02-28``. Anything but text passes:
    the schema checks the type.
    """
    if not isinstance(value, str):
        return True
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


_END_OF_TEXT = r"(?![\s\S])"
"""How a pattern says that the text ends.

``$`` lets a line break follow in Python, and ``\\Z`` is not an end in ECMAScript.
"""

_NAMES_OF_TYPES = {
    "string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


def _explain_failure(
    document: Document, failure: jsonschema_rs.ValidationError, root: Any
) -> Iterator[Problem]:
    """Yield an error for a value that its schema forbids, or for each unknown key in it.

    ``root`` is the whole schema of the document.
    """
    #  The path leads to a keyword, such as ``properties``, ``released``, ``type``.
    *above, keyword = failure.schema_path
    rule = functools.reduce(_go_into, above, root)
    key: KeyPath = ()
    value = document.data
    for part in failure.instance_path:
        key = (*key, str(part) if isinstance(value, dict) else part)  # a key "100" comes as 100
        value = value[key[-1]]
    #  People count the entries of a list from 1, and look for them in their own file.
    _, own_key = document.origin(key)
    parts = (part + 1 if isinstance(part, int) else part for part in own_key)
    name = ".".join(map(str, parts)) or "the file"
    if keyword == "additionalProperties":
        keys, patterns = rule.get("properties", {}), rule.get("patternProperties", {})
        for entry in value:
            if entry in keys or any(re.search(pattern, entry) for pattern in patterns):
                continue
            close = difflib.get_close_matches(entry, keys, 1)
            sorted_keys = ", ".join(sorted(keys))
            hint = f"did you mean {close[0]!r}?" if close else f"known keys: {sorted_keys}"
            yield error(document.place(*key, entry), f"unknown key {entry!r} in {name}", hint)
        return
    if isinstance(failure.kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
        #  A key is wrong, not the value below it.
        value = str(failure.kind.error.instance)
        key, name = (*key, value), f"a key of {name}"
    explained = _explain_keyword(keyword, rule[keyword], value)
    message, hint = explained or (f": {failure.message[:200]}", "")
    yield error(document.place(*key), f"{name}{message}", rule.get("hint", hint))


def _go_into(rule: Any, part: str | int) -> Any:
    """Return the part ``part`` of ``rule``, which is a schema or part of one.

    Some paths of failures leave out a pattern that is the only one of its ``patternProperties``. So
    its schema is gone into at once, and if the pattern follows in the path, it is skipped.
    """
    if isinstance(rule, dict) and part not in rule:
        return rule
    inner = rule[part]
    is_single = part == "patternProperties" and len(inner) == 1
    return next(iter(inner.values())) if is_single else inner


def _explain_keyword(keyword: str | int, wanted: Any, value: Any) -> tuple[str, str] | None:
    """Return what is wrong with a value, and the hint how to correct it; None for a keyword that no
    schema of such files has. The schema says that the keyword is ``wanted``.
    """
    match keyword:
        case "required":
            missing = [name for name in wanted if name not in value]
            return f" lacks {', '.join(map(repr, missing))}", "add it"
        case "type":
            words = wanted if isinstance(wanted, list) else [wanted]
            is_bare = "string" in words and isinstance(value, int | float)
            quotes = ": put it in quotes" if is_bare else ""
            message = f" must be {' or '.join(_NAMES_OF_TYPES[word] for word in words)}"
            return message, f"found {shorten(value)}{quotes}"
        case "enum":
            choice = ", ".join(str(word) for word in wanted if not isinstance(word, bool))
            return f" is {shorten(value)}", f"choose one of {choice}"
        case "pattern" if wanted == r"\S":
            return " is empty", "write it, or leave it out"
        case "pattern":
            return f" is {shorten(value)}, not of the form {wanted.removesuffix(_END_OF_TEXT)}$", ""
        case "maxLength":
            message = f" is {shorten(value)}, of {len(value)} characters"
            return message, f"write at most {wanted}"
        case "format":  # the only one that is checked is ``date``
            message = f" is {shorten(value)}, which is not a {wanted} of the calendar"
            return message, "write a day that exists, as YYYY-MM-DD"
        case "minItems" | "minProperties":
            return f" has {len(value)} entries, and needs at least {wanted}", "add what is missing"
        case "maxProperties":
            message = f" has {', '.join(map(repr, value))}, and may have only {wanted} of them"
            return message, "give each an entry of its own"
        case "dependentRequired":
            key, lacking = next(
                (key, name)
                for key, names in wanted.items()
                for name in names
                if key in value and name not in value
            )
            return f" has {key!r} without {lacking!r}", "give both or neither"
    return None
