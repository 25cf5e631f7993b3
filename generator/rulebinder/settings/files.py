"""What a site is made from: the settings that files say, and digests of files."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import yaml
from yaml_env_tag import construct_env_tag

from ..problems import InputError, Place, error
from ..system import shipped
from ..system.sources import DISK, Sources

_INHERIT = "INHERIT"
_LOGO = ("extra", "owner", "logo")


class _Plain(yaml.CSafeLoader):
    """Reads settings without what only MkDocs understands, such as functions of Python."""


_Plain.add_constructor("!ENV", construct_env_tag)
_Plain.add_multi_constructor("", lambda *_: None)


@dataclass(frozen=True)
class Written:
    """The settings as they are written: the path of their file, and their values, inherited ones
    included.
    """

    path: Path
    values: Mapping[str, Any] = field(compare=False)
    said: str
    """The values as text, by which settings are compared, with digests of the files that have the
    titles of the navigation.
    """


def read(sources: Sources = DISK, loader: Any = _Plain) -> Written:
    """Return the settings that the ``sources`` have. Raises InputError if they cannot be read."""
    path = shipped.settings(sources)
    try:
        values = settings(path, sources, loader)
    except (OSError, ValueError, yaml.YAMLError) as failure:
        raise InputError(
            error(Place(path.name), f"MkDocs cannot read it ({line(failure)})")
        ) from failure
    own = path.parent / str(values.get("docs_dir", "docs"))
    titles = [sources.digest(own / name) for name, title in listed(values.get("nav")) if not title]
    return Written(path, values, repr((values, titles)))


def line(text: object) -> str:
    """Return ``text`` in one line."""
    return " ".join(str(text).split())


def place(file: Path, sources: Sources, *keys: str) -> Place:
    """Return the line of a key in the settings, such as ``extra``, ``owner``; that of the nearest
    key above it, if it has none.
    """
    return _below(file, sources, keys)[0]


def naming(file: Path, sources: Sources, text: str, *keys: str) -> Place | None:
    """Return the line on which the setting at ``keys`` says ``text``, at any depth; None if it does
    not.
    """
    waiting, seen = [_below(file, sources, keys)[1]], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:  # an alias
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode) and PurePosixPath(node.value).as_posix() == text:
            return Place(file.name, node.start_mark.line + 1)
        if isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
        elif isinstance(node, yaml.MappingNode):
            waiting += [part for pair in reversed(node.value) for part in reversed(pair)]
    return None


def _below(file: Path, sources: Sources, keys: Sequence[str]) -> tuple[Place, yaml.Node | None]:
    """Return the line of the setting at ``keys``, or of the nearest above it, and what is there."""
    number = 1
    try:
        node = yaml.compose(sources.read(file), Loader=yaml.SafeLoader)
    except (OSError, ValueError, yaml.YAMLError):
        return Place(file.name), None
    for key in keys:
        entries = node.value if isinstance(node, yaml.MappingNode) else []
        found = next(((name, below) for name, below in entries if name.value == key), None)
        if found is None:
            break
        number, node = found[0].start_mark.line + 1, found[1]
    return Place(file.name, number), node


def listed(nav: object, title: str = "") -> Iterator[tuple[str, str]]:
    """Yield path and title of each entry of the setting ``nav``; the title may be empty."""
    if isinstance(nav, str):
        yield PurePosixPath(nav).as_posix(), title
    elif isinstance(nav, Mapping):
        for name, below in nav.items():
            yield from listed(below, str(name))
    elif isinstance(nav, Sequence):
        for entry in nav:
            yield from listed(entry)


def settings(path: Path, sources: Sources, loader: Any = _Plain) -> dict[str, Any]:
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
    except (OSError, ValueError, yaml.YAMLError):
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
