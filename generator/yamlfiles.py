"""YAML files that people write: read with the line of every value, checked against a schema.

The schemas are JSON Schemas (2020-12) in ``generator/schemas``. Only what YAML 1.2 calls a
boolean is one (``no`` is a word in several of our languages), and dates stay strings.
"""

from __future__ import annotations

import difflib
import functools
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from .problems import Place, Problem, error

Key = tuple[str | int, ...]


class _Loader(yaml.CSafeLoader):
    """PyYAML's safe loader without YAML 1.1's surprises."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


class _Dumper(yaml.CSafeDumper):
    """Block style, sequences indented under their key."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:
        return super().increase_indent(flow, False)


@dataclass(frozen=True)
class Document:
    """A file's data, and the line of every value in it, keyed by its path from the top."""

    path: str
    data: Any
    lines: Mapping[Key, int]

    def place(self, *key: str | int) -> Place:
        """Where the value at ``key`` stands; the nearest value above it where it has no line."""
        for length in range(len(key), -1, -1):
            if key[:length] in self.lines:
                return Place(self.path, self.lines[key[:length]])
        return Place(self.path)


def load(path: Path, schema: str, shown: str | None = None) -> tuple[Document | None, list[Problem]]:
    """Read ``path`` and check it against ``generator/schemas/<schema>.json``.

    Returns the document, or None with the problems that say why not. ``shown`` is the path to
    name in problems, where it is not ``path`` itself.
    """
    name = shown or str(path)
    try:
        source = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        return None, [error(Place(name), f"not UTF-8 text ({failure.reason} at byte {failure.start})", "save the file as UTF-8")]
    except OSError as failure:
        return None, [error(Place(name), f"cannot be read ({failure.strerror})")]
    return loads(source, schema, name)


def loads(source: str, schema: str, name: str) -> tuple[Document | None, list[Problem]]:
    """As :func:`load`, for text that is already in memory."""
    lines: dict[Key, int] = {}
    problems: list[Problem] = []
    loader = _Loader(source)
    try:
        node = loader.get_single_node()
        data = None if node is None else _construct(loader, node, (), lines, name, problems)
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        line = mark.line + 1 if mark else 1
        return None, [error(Place(name, line), f"not valid YAML ({failure.problem or failure.context})", "mend the line, or quote the value")]
    except yaml.YAMLError as failure:
        return None, [error(Place(name, 1), f"not valid YAML ({str(failure).splitlines()[0]})")]
    finally:
        loader.dispose()
    document = Document(name, data, lines)
    problems += [_problem(document, failure) for failure in _validator(schema).iter_errors(data)]
    if problems:
        return None, sorted(problems, key=lambda problem: problem.place)
    return document, []


def dump(data: Any) -> str:
    """The YAML of ``data``: keys in their own order, one line a text, so that a diff shows one change."""
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000)


def write_whole(path: Path, content: str | bytes) -> bool:
    """Write a file whole or not at all, and only if its content changes; returns whether it did."""
    payload = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == payload:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return True


@functools.cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema ``generator/schemas/<name>.json``."""
    text = resources.files(__package__).joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@functools.cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


def _construct(
    loader: _Loader, node: yaml.Node, key: Key, lines: dict[Key, int], name: str, problems: list[Problem]
) -> Any:
    lines.setdefault(key, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(loader, item, (*key, i), lines, name, problems) for i, item in enumerate(node.value)]
    if not isinstance(node, yaml.MappingNode):
        return loader.construct_object(node)
    mapping: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        entry = loader.construct_object(key_node)
        line = key_node.start_mark.line + 1
        if not isinstance(entry, str):
            problems.append(error(Place(name, line), f"the key {entry!r} is not text", "put it in quotes"))
            entry = str(entry)
        if entry in mapping:
            problems.append(error(Place(name, line), f"the key {entry!r} stands here twice", "keep one of them"))
        lines[(*key, entry)] = line
        mapping[entry] = _construct(loader, value_node, (*key, entry), lines, name, problems)
    return mapping


_TYPE_WORDS = {
    "string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


def _problem(document: Document, failure: ValidationError) -> Problem:
    key = tuple(failure.absolute_path)
    where = _shown(key)
    if failure.validator == "additionalProperties":
        unknown = next(iter(_unknown_keys(failure)), "")
        known = sorted(failure.schema.get("properties", {}))
        close = difflib.get_close_matches(unknown, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
        return error(document.place(*key, unknown), f"unknown key {unknown!r} in {where}", hint)
    if failure.validator == "required":
        missing = [field for field in failure.validator_value if field not in failure.instance]
        return error(document.place(*key), f"{where} lacks {', '.join(map(repr, missing))}", "add it")
    if failure.validator == "type":
        wanted = failure.validator_value if isinstance(failure.validator_value, list) else [failure.validator_value]
        return error(document.place(*key), f"{where} must be {' or '.join(_TYPE_WORDS[word] for word in wanted)}", f"found {_short(failure.instance)}")
    if failure.validator == "enum":
        return error(document.place(*key), f"{where} is {_short(failure.instance)}", f"choose one of {', '.join(map(str, failure.validator_value))}")
    if failure.validator == "pattern":
        return error(document.place(*key), f"{where} is {_short(failure.instance)}, not of the form {failure.validator_value}")
    return error(document.place(*key), f"{where}: {failure.message[:200]}")


def _unknown_keys(failure: ValidationError) -> Iterator[str]:
    known = failure.schema.get("properties", {})
    patterns = failure.schema.get("patternProperties", {})
    return (name for name in failure.instance if name not in known and not any(re.search(p, name) for p in patterns))


def _shown(key: Key) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in key) or "the file"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
