"""Say what in a file its schema forbids, and how to correct it."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from ...problems import Problem, error
from .yaml_files import Document, is_day, schema, short
from .yaml_text import KeyPath


def described(document: Document, name: str) -> list[Problem]:
    """Return a problem for each value that the schema ``name`` forbids."""
    return list(
        dict.fromkeys(
            problem
            for failure in _validator(name).iter_errors(document.data)
            for problem in _problems(document, failure)
        )
    )


@functools.cache
def _validator(name: str) -> Validator:
    return _Strict(schema(name), format_checker=_FORMATS)


def _is_whole(_: object, value: object) -> bool:
    """A whole number, written as one: ``2.0`` is none, or a ruling's number would become ``2.0``
    too.
    """
    return isinstance(value, int) and not isinstance(value, bool)


_Strict: Callable[..., Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)


_FORMATS = FormatChecker(formats=())
_FORMATS.checks("date")(is_day)


_END = r"(?![\s\S])"
"""How a pattern says that the text ends.

``$`` lets a line break follow in Python, and ``\\Z`` is no end in ECMAScript.
"""

_TYPE_WORDS = {
    "string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


def _problems(document: Document, failure: ValidationError) -> Iterator[Problem]:
    key = tuple(failure.absolute_path)
    if failure.validator == "additionalProperties":
        yield from _unknown(document, key, failure)
        return
    describe = _DESCRIPTIONS.get(str(failure.validator))
    message, hint = (
        describe(failure.validator_value, failure.instance)
        if describe
        else (f": {failure.message[:200]}", "")
    )
    if isinstance(failure.schema, dict):
        hint = failure.schema.get("hint", hint)
    if "propertyNames" in failure.absolute_schema_path:
        key, message = (*key, str(failure.instance)), f"a key of {_shown(document, key)}{message}"
    else:
        message = f"{_shown(document, key)}{message}"
    yield error(document.place(*key), message, hint)


def _unknown(document: Document, key: KeyPath, failure: ValidationError) -> Iterator[Problem]:
    schema = failure.schema if isinstance(failure.schema, dict) else {}
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    instance: Any = failure.instance
    for name in instance:
        if name in known or any(re.search(pattern, name) for pattern in patterns):
            continue
        close = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(sorted(known))}"
        message = f"unknown key {name!r} in {_shown(document, key)}"
        yield error(document.place(*key, name), message, hint)


def _required(wanted: Any, found: Any) -> tuple[str, str]:
    missing = [name for name in wanted if name not in found]
    return f" lacks {', '.join(map(repr, missing))}", "add it"


def _type(wanted: Any, found: Any) -> tuple[str, str]:
    words = wanted if isinstance(wanted, list) else [wanted]
    quotes = ": put it in quotes" if "string" in words and isinstance(found, int | float) else ""
    return (
        f" must be {' or '.join(_TYPE_WORDS[word] for word in words)}",
        f"found {short(found)}{quotes}",
    )


def _enum(wanted: Any, found: Any) -> tuple[str, str]:
    words = ", ".join(str(word) for word in wanted if not isinstance(word, bool))
    return f" is {short(found)}", f"choose one of {words}"


def _pattern(wanted: Any, found: Any) -> tuple[str, str]:
    if wanted == r"\S":
        return " is empty", "write it, or leave it out"
    return f" is {short(found)}, not of the form {wanted.removesuffix(_END)}$", ""


def _too_long(wanted: Any, found: Any) -> tuple[str, str]:
    return f" is {short(found)}, of {len(found)} characters", f"write at most {wanted}"


def _format(wanted: Any, found: Any) -> tuple[str, str]:
    """The only format that is checked is ``date``."""
    return (
        f" is {short(found)}, which is no {wanted} of the calendar",
        "write a day that exists, as YYYY-MM-DD",
    )


def _too_few(wanted: Any, found: Any) -> tuple[str, str]:
    return f" has {len(found)} entries, and needs at least {wanted}", "add what is missing"


def _too_many(wanted: Any, found: Any) -> tuple[str, str]:
    return (
        f" has {', '.join(map(repr, found))}, and may have only {wanted} of them",
        "give each an entry of its own",
    )


def _dependent(wanted: Any, found: Any) -> tuple[str, str]:
    given, missing = next(
        (given, name)
        for given, names in wanted.items()
        for name in names
        if given in found and name not in found
    )
    return f" has {given!r} without {missing!r}", "give both or neither"


_DESCRIPTIONS: Mapping[str, Callable[[Any, Any], tuple[str, str]]] = {
    "required": _required,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "maxLength": _too_long,
    "format": _format,
    "minItems": _too_few,
    "minProperties": _too_few,
    "maxProperties": _too_many,
    "dependentRequired": _dependent,
}


def _shown(document: Document, key: KeyPath) -> str:
    return (
        ".".join(
            str(part + 1) if isinstance(part, int) else part for part in document.origin(key)[1]
        )
        or "the file"
    )
