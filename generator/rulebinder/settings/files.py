"""What a site is made from: the settings that files say, and digests of files."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ..problems import InputError, Place, error
from ..system import shipped
from ..system.sources import DISK, Sources

_INHERIT = "INHERIT"
_UNREADABLE = (OSError, ValueError, RecursionError, yaml.YAMLError)
"""What settings raise that cannot be read, or that inherit from themselves."""
_LOGO = ("extra", "owner", "logo")


@dataclass(frozen=True)
class Written:
    """The settings as they are written: the path of their file, and their values, inherited ones
    included.
    """

    path: Path
    values: Mapping[str, Any] = field(compare=False)
    said: str
    """The values as text, by which settings are compared."""


def read(sources: Sources = DISK, loader: Any = shipped.PlainLoader) -> Written:
    """Return the settings that the ``sources`` have. Raises InputError if they cannot be read."""
    path = shipped.settings(sources)
    try:
        values = settings(path, sources, loader)
    except _UNREADABLE as failure:
        raise InputError(
            error(Place(path.name), f"MkDocs cannot read it ({line(failure)})")
        ) from failure
    return Written(path, values, repr(values))


def line(text: object) -> str:
    """Return ``text`` in one line."""
    return " ".join(str(text).split())


def place(file: Path, sources: Sources, *keys: str) -> Place:
    """Return the line of a key in the settings, such as ``extra``, ``owner``; that of the nearest
    key above it, if it has none.

    It is in the file that has the first key: this one, or one that it inherits from.
    """
    lines = (_place(path, sources, keys) for path in shipped.inherited(file, sources))
    return next(filter(None, lines), Place(file.name, 1))


def _place(file: Path, sources: Sources, keys: Sequence[str]) -> Place | None:
    number = 0
    try:
        node = yaml.compose(sources.read(file), Loader=yaml.SafeLoader)
    except _UNREADABLE:
        return None
    for key in keys:
        entries = node.value if isinstance(node, yaml.MappingNode) else []
        found = next(((name, below) for name, below in entries if name.value == key), None)
        if found is None:
            break
        number, node = found[0].start_mark.line + 1, found[1]
    return Place(file.name, number) if number else None


def settings(path: Path, sources: Sources, loader: Any = shipped.PlainLoader) -> dict[str, Any]:
    """Return the settings in the file ``path``, laid over those that it inherits.

    Raises OSError, ValueError, and YAMLError.
    """
    stream = io.BytesIO(sources.read(path))
    stream.name = str(path)  # for errors
    values = yaml.load(stream, Loader=loader) or {}
    if not isinstance(values, dict):
        raise ValueError(f"{path.name} has no settings of the form `name: value`")
    parent = values.pop(_INHERIT, None)
    return laid_over(settings(path.parent / parent, sources, loader), values) if parent else values


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of both. Mappings that both have are joined in the same way."""
    both = {
        key: laid_over(below[key], each)
        for key, each in above.items()
        if isinstance(each, Mapping) and isinstance(below.get(key), Mapping)
    }
    return {**below, **above, **both}


def looks(sources: Sources) -> list[str]:
    """Return the digest of the logo, if the settings name one.

    If they are wrong, the build says so.
    """
    path = shipped.settings(sources)
    try:
        found: Any = settings(path, sources)
    except _UNREADABLE:
        return []
    for key in _LOGO:
        found = found.get(key) if isinstance(found, Mapping) else None
    return [sources.digest(path.parent / found)] if isinstance(found, str) else []


def contents(
    folders: Sequence[Path], sources: Sources, without: Sequence[Path] = ()
) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``."""
    for folder in folders:
        for path in sources.files(folder, without):
            yield str(path)
            yield sources.digest(path)


def relative(
    folders: Iterable[Path],
    sources: Sources,
    without: Iterable[str] = (),
    endings: tuple[str, ...] = ("",),
) -> Iterator[str]:
    """Yield path and digest of each file with one of these ``endings`` in ``folders``, without the
    path of its folder.

    Of each folder, those in it with the names ``without`` are left out.
    """
    for folder in folders:
        for path in sources.files(folder, [folder / name for name in without]):
            if path.name.endswith(endings):
                yield path.relative_to(folder).as_posix()
                yield sources.digest(path)
