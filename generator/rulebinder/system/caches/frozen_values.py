"""Values as bytes, for caches: JSON of plain values, and of the fields of data classes.

Nothing that is in a cache can run.
"""

from __future__ import annotations

import base64
import dataclasses
import enum
import functools
import importlib
import io
import json
import pickle
import re
from collections.abc import Callable, Mapping
from typing import Any

_PACKAGE = __name__.partition(".")[0]
_CLASS = re.compile(rf"({_PACKAGE}(?:\.[a-z_]+)*):(\w+)")
_PROTOCOL = 5

_LIST, _TUPLE, _MAPPING, _SET, _FROZEN_SET, _BYTES = range(6)
"""What a JSON array is, by its first item."""
_FIRST_CLASS = 10
"""The first item of an array that has a value of a class, for the first class of the list."""
_Way = Callable[[list[Any]], Any]
"""Makes a value of its parts."""
_PLAIN = frozenset((str, int, float, bool, type(None)))


class FrozenError(ValueError):
    """The bytes are not those of a value, or the value has no bytes."""


def frozen(value: object) -> bytes:
    """Return ``value`` as bytes. It is made of plain values, and of data classes and enumerations
    of this program.

    Raises FrozenError if it has anything else.
    """
    writer = _Writer()
    content = writer.written(value)
    return json.dumps([list(writer.classes), content], separators=(",", ":")).encode()


def thawed(content: bytes) -> Any:
    """Return the value that :func:`frozen` turned into ``content``.

    Raises FrozenError if that is anything else.
    """
    try:
        classes, value = json.loads(content)
        return _Reader([_kind(name) for name in classes]).read(value)
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
        ImportError,
        RecursionError,
    ) as failure:
        raise FrozenError(str(failure)) from failure


def alike(
    value: object, reduce: Mapping[type, Callable[[Any], tuple[Any, ...]]] | None = None
) -> bytes:
    """Return bytes that are the same for equal values, whether or not their parts are shared. They
    are only compared.

    ``reduce`` has functions that say what counts of a value of a class, as ``__reduce__`` does.
    """
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, protocol=_PROTOCOL)
    pickler.fast = True
    pickler.dispatch_table = reduce or {}
    pickler.dump(value)
    return stream.getvalue()


@functools.cache
def _fields(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of a data class."""
    return tuple(field.name for field in dataclasses.fields(kind))


class _Writer:
    """Writes a value as what JSON has, and lists the classes of its parts."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self._numbers: dict[type, int] = {}

    def written(self, value: Any) -> Any:
        """Return ``value`` as JSON has it. Raises FrozenError."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind in _SEQUENCES:
            return [_SEQUENCES[kind], *map(self.written, value)]
        if kind is dict:
            if all(type(key) is str for key in value):
                return {key: self.written(each) for key, each in value.items()}
            return [_MAPPING, *(self.written(part) for item in value.items() for part in item)]
        if kind is bytes:
            return [_BYTES, base64.b64encode(value).decode()]
        return self._of_class(value, kind)

    def _of_class(self, value: Any, kind: Any) -> Any:
        number = self._numbers.get(kind)
        if number is None:
            if not dataclasses.is_dataclass(kind) and not issubclass(kind, enum.Enum):
                raise FrozenError(f"{kind.__qualname__} is not data")
            number = self._numbers[kind] = self.classes.setdefault(
                f"{kind.__module__}:{kind.__qualname__}", len(self.classes)
            )
        if issubclass(kind, enum.Enum):
            return [_FIRST_CLASS + number, self.written(value.value)]
        return [
            _FIRST_CLASS + number,
            *(self.written(getattr(value, name)) for name in _fields(kind)),
        ]


_SEQUENCES: Mapping[type, int] = {list: _LIST, tuple: _TUPLE, set: _SET, frozenset: _FROZEN_SET}


def _kind(name: str) -> type:
    """Return a class of data by its name. Raises FrozenError, ImportError and AttributeError."""
    found = _CLASS.fullmatch(name)
    kind = getattr(importlib.import_module(found[1]), found[2]) if found else None
    if not isinstance(kind, type) or not (
        dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum)
    ):
        raise FrozenError(f"{name} is not data")
    return kind


class _Reader:
    """Reads a value from what JSON has, with these classes."""

    def __init__(self, classes: list[type]) -> None:
        rest: list[_Way] = [_refused] * (_FIRST_CLASS - _BYTES - 1)
        self._ways: list[_Way] = [
            list,
            tuple,
            lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
            set,
            frozenset,
            lambda parts: base64.b64decode(parts[0]),
            *rest,
            *map(_making, classes),
        ]
        """How the items of an array become a value, by its first item."""

    def read(self, content: Any) -> Any:
        """Return the value of ``content``."""
        if type(content) is list:
            read = self.read
            # Most parts are texts, which are as they are: to ask here saves a call for each.
            return self._ways[content[0]](
                [part if type(part) is str else read(part) for part in content[1:]]
            )
        if type(content) is dict:
            return {key: self.read(each) for key, each in content.items()}
        return content


def _refused(_: list[Any]) -> Any:
    raise FrozenError("an array of no kind")


def _making(kind: Any) -> Callable[[list[Any]], Any]:
    """Return the function that makes a value of a class.

    Its fields are as they were: nothing is derived or checked again.
    """
    if issubclass(kind, enum.Enum):
        return lambda parts: kind(*parts)
    fields, new, put = _fields(kind), object.__new__, object.__setattr__

    def made(parts: list[Any]) -> Any:
        value = new(kind)
        for name, part in zip(fields, parts, strict=True):
            put(value, name, part)  # so that all values share the names of their fields
        return value

    return made
