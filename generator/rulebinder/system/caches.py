"""A folder of results that are slow to make, and values as bytes for it.

The folder can be deleted at any time. Nothing in it is trusted, and nothing in it can run: values
are JSON of plain values and of the fields of data classes.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import enum
import functools
import importlib
import io
import itertools
import json
import os
import pickle
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from ..problems import Problem, cannot_read, error
from . import shipped
from .files import DIGEST_LENGTH, digest, digests, replace_whole, walk

_PACKAGE = __name__.partition(".")[0]
_CLASS = re.compile(rf"({_PACKAGE}(?:\.[a-z_]+)*):(\w+)")
"""A class of this program as its name is in bytes: ``rulebinder.notes:Card``."""
_PROTOCOL = 5
"""That of pickle: one of them, so that each version of Python writes the same bytes."""
_PLAIN = frozenset((str, int, float, bool, type(None)))
_BASIC: Mapping[type, Callable[[list[Any]], Any]] = {
    list: list,
    tuple: tuple,
    dict: lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    set: set,
    frozenset: frozenset,
    bytes: lambda parts: base64.b64decode(parts[0]),
}
"""The types whose values are JSON arrays, with what makes a value of the parts of one. The first
item of an array is the number of its type here; the numbers of classes follow. A mapping whose keys
are texts is an object.
"""
_SHARD = 2
"""How many letters of a key name the folder of its file: that of ``ab12…`` is ``ab/12…``."""

T = TypeVar("T")


class NotDataError(ValueError):
    """The bytes are not those of a value, or the value has no bytes."""


def to_bytes(value: object) -> bytes:
    """Return ``value`` as bytes. It is made of plain values, and of data classes and enumerations
    of this program.

    Raises NotDataError if it has anything else.
    """
    numbers: dict[type, int] = {kind: number for number, kind in enumerate(_BASIC)}

    def to_plain(value: Any) -> Any:
        kind: Any = type(value)
        if kind in _PLAIN:
            return value
        parts: Iterable[Any] = value
        if kind is dict:
            if all(type(key) is str for key in value):
                return {key: to_plain(part) for key, part in value.items()}
            parts = itertools.chain.from_iterable(value.items())
        elif kind is bytes:
            parts = [base64.b64encode(value).decode()]
        elif kind not in _BASIC:
            parts = (getattr(value, name) for name in _field_names(kind))
        return [numbers.setdefault(kind, len(numbers)), *map(to_plain, parts)]

    content = to_plain(value)
    names = [f"{kind.__module__}:{kind.__qualname__}" for kind in numbers if kind not in _BASIC]
    return json.dumps([names, content], separators=(",", ":")).encode()


def from_bytes(content: bytes) -> Any:
    """Return the value that :func:`to_bytes` turned into ``content``.

    Raises NotDataError if that is anything else.
    """
    try:
        names, value = json.loads(content)
        makers = dict(enumerate([*_BASIC.values(), *map(_make_maker, names)]))

        def from_plain(part: Any) -> Any:
            if type(part) is list:
                # Most parts are texts, which are as they are: to ask here saves a call for each.
                return makers[part[0]](
                    [item if type(item) is str else from_plain(item) for item in part[1:]]
                )
            if type(part) is dict:
                return {key: from_plain(item) for key, item in part.items()}
            return part

        return from_plain(value)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ImportError,
        RecursionError,
    ) as failure:
        raise NotDataError(str(failure)) from failure


def comparable_bytes(
    value: object, reduce: Mapping[type, Callable[[Any], tuple[Any, ...]]] | None = None
) -> bytes:
    """Return bytes that are the same for equal values, whether or not their parts are shared. They
    are only compared, and never read again.

    ``reduce`` has a function for each class of whose values not all counts. It returns what
    ``__reduce__`` does.
    """
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, protocol=_PROTOCOL)
    pickler.fast = True  # writes a shared part each time, in place of a reference to the first
    pickler.dispatch_table = reduce or {}
    pickler.dump(value)
    return stream.getvalue()


@functools.cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of a data class; for an enumeration, that is ``value``.

    Raises NotDataError for other classes.
    """
    if issubclass(kind, enum.Enum):
        return ("value",)
    if not dataclasses.is_dataclass(kind):
        raise NotDataError(f"{kind.__qualname__} is not data")
    return tuple(field.name for field in dataclasses.fields(kind))


def _make_maker(name: str) -> Callable[[list[Any]], Any]:
    """Return the function that makes a value of the class of data with this name.

    Its fields are as they were: nothing is derived or checked again. Raises NotDataError,
    ImportError, AttributeError and TypeError if there is no such class.
    """
    if not (match := _CLASS.fullmatch(name)):
        raise NotDataError(f"{name} is not data")
    kind = getattr(importlib.import_module(match[1]), match[2])
    names, new, put = _field_names(kind), object.__new__, object.__setattr__
    if issubclass(kind, enum.Enum):
        return lambda parts: kind(*parts)

    def make(parts: list[Any]) -> Any:
        value = new(kind)
        for field_name, part in zip(names, parts, strict=True):
            put(value, field_name, part)  # so that all values share the names of their fields
        return value

    return make


_DECODED: dict[str, tuple[bytes, Any]] = {}
"""Values that this process has read, by key, each with the seal of its bytes.

The process of ``rulebinder serve`` builds again and again, and reads only what has another seal.
"""


@dataclass(frozen=True)
class Shelf:
    """Many small values that are one result of a cache. The key of each is a digest of all that it
    was made from.
    """

    stored: Mapping[str, Any] = field(default_factory=dict)
    """Those of the last build."""
    asked: dict[str, Any] = field(default_factory=dict)
    """Those that this build has asked for. Only they are kept."""

    def get_or_make(self, key: str, make: Callable[[], T]) -> T:
        """Return the value of ``key``. Call ``make`` if it was not made before."""
        value: T = self.stored[key] if key in self.stored else make()
        self.asked[key] = value
        return value


@dataclass(frozen=True)
class Cache:
    """Results by key, which is a digest in hexadecimal digits, one file each. A file begins with a
    digest of its result; a file with another digest is dropped.

    A folder that cannot be read or written is a cache without results.
    """

    folder: Path | None = None
    """Without a folder, nothing is kept."""
    program: str = ""
    """The digest of the program. It is in each seal, so that no program reads another one's."""
    jobs: int = 1
    """The most processes that may make results side by side."""
    used: set[str] = field(default_factory=set)
    """The keys of the results that this build has used."""

    def get(self, key: str) -> Any:
        """Return the value of ``key``; None if there is none. The next call may return the same
        object, so callers must not change it.
        """
        if self.folder is None:
            return None
        self.used.add(key)
        file = _path(self.folder, key)
        try:
            stored = file.read_bytes()
        except OSError:
            return None
        seal, content = stored[:DIGEST_LENGTH], stored[DIGEST_LENGTH:]
        if seal == self._seal(key, content):
            with contextlib.suppress(NotDataError):
                if key not in _DECODED or _DECODED[key][0] != seal:
                    _DECODED[key] = seal, from_bytes(content)
                return _DECODED[key][1]
        with contextlib.suppress(OSError):
            file.unlink()
        return None

    def get_or_make(self, key: str, make: Callable[[], T]) -> T:
        """Return the value of ``key``. Call ``make`` if there is none, and keep what it returns."""
        value: T | None = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def put(self, key: str, value: object) -> None:
        """Keep ``value`` for ``key``. Raises NotDataError if it is not data."""
        if self.folder is not None:
            self.used.add(key)
            content = to_bytes(value)
            with contextlib.suppress(OSError):
                replace_whole(_path(self.folder, key), self._seal(key, content) + content)

    def _seal(self, key: str, content: bytes) -> bytes:
        """Return the digest that the file of ``key`` begins with, before its ``content``. One with
        another digest is damaged, or belongs to another key or program.
        """
        return digest(self.program + key, content).encode()

    @contextlib.contextmanager
    def shelf(self, key: str) -> Iterator[Shelf]:
        """Give the shelf of ``key``. At the end, keep its values that were asked for."""
        shelf = Shelf(self.get(key) or {})
        yield shelf
        if shelf.asked.keys() != shelf.stored.keys():
            self.put(key, shelf.asked)

    def keep_used(self) -> None:
        """Remove all results that were not used, so that the folder does not grow for ever, and the
        folders of earlier versions.
        """
        if self.folder is None:
            return
        for key in _DECODED.keys() - self.used:
            del _DECODED[key]
        used_files = {_path(self.folder, key) for key in self.used}
        for path in list(self.folder.glob("*/")):
            if len(path.name) != _SHARD:
                shutil.rmtree(path, ignore_errors=True)
        for file in list(self.folder.glob("*/*")):
            if file not in used_files:
                with contextlib.suppress(OSError):
                    file.unlink()


def _path(folder: Path, key: str) -> Path:
    return folder / key[:_SHARD] / key[_SHARD:]


NO_CACHE = Cache()
"""Keeps nothing."""


def find_untrusted(folder: Path) -> Problem | None:
    """Return the problem of a cache ``folder`` in which somebody else may have written; None if it
    can be trusted, or is not there.
    """
    hint = f"remove {folder}: the next build then makes everything"
    paths = [str(folder)]
    try:
        if folder.is_dir() and not folder.is_symlink():
            paths += [entry.path for _, entry in walk(folder)]
        for path in paths:
            #  An earlier build may still replace files: one that is gone is not a problem.
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                if fault := _explain_distrust(os.lstat(path)):
                    return error(Path(path), f"what earlier builds remembered {fault}", hint)
    except OSError as failure:
        return cannot_read(Path(failure.filename or folder), failure, hint)
    return None


def _explain_distrust(status: os.stat_result) -> str:
    """Return why a file or a folder may be somebody else's; nothing if it is ours.

    Windows does not tell the owner.
    """
    if stat.S_ISLNK(status.st_mode):
        return "is behind a link"
    is_ours = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return "" if is_ours else "belongs to another user"


@functools.cache  # what this process runs does not change, even if its files do
def digest_code() -> str:
    """Return a digest of this program without its settings: of modules and templates, and of the
    versions of Python and of all libraries.
    """
    #  Any library tells where all are. The name of such a folder has the version of a library.
    site_packages = Path(str(metadata.distribution("jinja2").locate_file("")))
    versions = sorted(path.name for path in site_packages.glob("*.dist-info"))
    return digest(
        sys.version, *versions, *digests([shipped.PACKAGE, shipped.TEMPLATES], are_relative=True)
    )
