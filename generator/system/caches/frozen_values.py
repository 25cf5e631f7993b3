"""Values as bytes, for caches. Only data comes back: nothing that is in a cache can run."""

from __future__ import annotations

import dataclasses
import enum
import io
import operator
import pickle
from collections.abc import Callable, Mapping
from typing import Any

_PACKAGE = __name__.partition(".")[0]
_PROTOCOL = 5


class FrozenError(ValueError):
    """The bytes are not those of a value."""


def frozen(value: object) -> bytes:
    """Return ``value`` as bytes. It is made of plain values, and of data classes and enumerations of this program."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, protocol=_PROTOCOL)
    pickler.dispatch_table = _WAYS
    pickler.dump(value)
    return stream.getvalue()


def thawed(content: bytes) -> Any:
    """Return the value that :func:`frozen` turned into ``content``. Raises FrozenError if that is anything else."""
    try:
        return _Reader(io.BytesIO(content)).load()
    except Exception as failure:  # pickle raises nearly anything for damaged bytes
        raise FrozenError(str(failure)) from failure


def alike(value: object, reduce: Mapping[type, Callable[[Any], tuple[Any, ...]]] | None = None) -> bytes:
    """Return bytes that are the same for equal values, whether or not their parts are shared. They are only compared.

    ``reduce`` has functions that say what counts of a value of a class, as ``__reduce__`` does.
    """
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, protocol=_PROTOCOL)
    pickler.fast = True
    pickler.dispatch_table = reduce or {}
    pickler.dump(value)
    return stream.getvalue()


class _Ways(dict[type, Callable[[Any], Any]]):
    """Says of each class how its values are reduced: members of an enumeration to their value, all others as they say.

    Python 3.11.2 reduces a member to a call of ``getattr``, which is no data.
    """

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        if issubclass(kind, type):
            raise KeyError(kind)  # a class is written as its name
        way = _member if issubclass(kind, enum.Enum) else operator.methodcaller("__reduce_ex__", _PROTOCOL)
        return self.setdefault(kind, way)


def _member(value: enum.Enum) -> tuple[Any, ...]:
    return type(value), (value.value,)


_WAYS = _Ways()


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """See :meth:`pickle.Unpickler.find_class`; only classes of data are found."""
        found = super().find_class(module, name) if module.partition(".")[0] == _PACKAGE else None
        if not isinstance(found, type) or not (dataclasses.is_dataclass(found) or issubclass(found, enum.Enum)):
            raise FrozenError(f"{module}.{name} is not data")
        return found
