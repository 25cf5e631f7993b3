"""``mkdocs.yml`` as it is written, with the line of each value, and the digests of the files that
it names: MkDocs makes its configuration of this, and builds compare it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import yaml

from ..facts import layers
from ..facts.yaml_files import Document, KeyPath
from ..problems import Place, refusal
from ..system import shipped
from ..system.files import DISK, digests
from ..system.plain_yaml import PlainLoader

_VARIABLE = "SITE_URL"
"""The variable of the environment from which ``mkdocs.yml`` takes the address."""
_FORBIDDEN = re.compile(r"[\s<>\"'`\\^{|}]")
"""The characters that an address has only in their escaped form, such as ``%20``."""


@dataclass(frozen=True)
class WrittenSettings:
    """The settings as they are written, before MkDocs makes its configuration of them."""

    path: Path
    """Their file, ``mkdocs.yml``."""
    text: bytes
    document: Document
    """The values as those of JSON, inherited ones included, with their lines."""
    fingerprint: str
    """The values, and digests of the files that they name: pages of a build with the same one may
    be used again.
    """

    @property
    def values(self) -> Any:
        """The values of :attr:`document`, by name."""
        return self.document.data


def read_settings() -> WrittenSettings:
    """Return the settings. Raises InputError if they cannot be read."""
    return DISK.remember(_read_file, shipped.settings())  # read once while the file is the same


def _read_file(path: Path) -> WrittenSettings:
    try:
        document = _read_layers(path, path.name)
        text = DISK.read(path)
    # RecursionError is that of settings that inherit from themselves.
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as failure:
        message = f"MkDocs cannot read it ({one_line(failure)})"
        raise refusal(Place(path.name), message) from failure
    fingerprint = repr([document.data, list(_digest_named_files(document.data, path.parent))])
    return WrittenSettings(path, text, document, fingerprint)


def _read_layers(path: Path, name: str) -> Document:
    """Return the settings in the file ``path``, laid over those that it inherits. ``name`` is what
    problems call the file.
    """
    stream = io.BytesIO(DISK.read(path))
    stream.name = str(path)  # for errors
    reader = PlainLoader(stream)
    node = reader.get_single_node()
    values = (reader.construct_document(node) if node else None) or {}
    if not isinstance(values, dict):
        raise ValueError(f"{path.name} has no settings of the form `name: value`")
    parent = values.pop("INHERIT", None)
    # tags such as !ENV and keys that JSON lacks could not be compared or laid over each other
    plain = json.loads(json.dumps(values, default=str, skipkeys=True))
    document = Document(path=name, data=plain, lines=_find_lines(node))
    if not parent:
        return document
    return layers.overlay(document, _read_layers(path.parent / parent, str(parent)), {})[0]


def _find_lines(root: yaml.Node | None) -> dict[KeyPath, int]:
    """Return the line of each value below ``root``, by its path. The values below an alias have
    their lines where it is defined.
    """
    lines: dict[KeyPath, int] = {(): 1}
    seen: set[int] = set()  # an alias is the same node again, which may even contain itself
    waiting: list[tuple[KeyPath, yaml.Node | None]] = [((), root)]
    for path, node in waiting:  # this list grows
        if isinstance(node, yaml.CollectionNode) and id(node) not in seen:
            seen.add(id(node))
            for number, entry in enumerate(node.value):
                # a mapping has pairs of nodes, a list has single ones
                key, below = entry if isinstance(entry, tuple) else (entry, entry)
                name = str(key.value) if isinstance(entry, tuple) else number
                lines[*path, name] = key.start_mark.line + 1
                waiting.append(((*path, name), below))
    return lines


def _digest_named_files(values: object, folder: Path) -> Iterator[str]:
    """Yield the digests of the files that settings name, from ``folder``: the logo, hooks,
    templates, and the pages that have their own title in the navigation.
    """
    docs, hooks, nav = docs_folder(values), value_at(values, "hooks"), value_at(values, "nav")
    pages = (f"{docs}/{path}" for path, title in nav_entries(nav) if not title)
    logo = value_at(values, "extra", "owner", "logo")
    for name in (logo, *(hooks if isinstance(hooks, list) else ()), *pages):
        if isinstance(name, str):
            yield DISK.digest(folder / name)
    if isinstance(templates := value_at(values, "theme", "custom_dir"), str):
        yield from digests([folder / templates], are_relative=True)
    if nav is None:  # then the navigation has all pages
        yield from digests([folder / docs], endings=(".md",), are_relative=True)


def value_at(values: object, *keys: str) -> Any:
    """Return the value below these keys, one within the other (``extra``, ``owner``); None if one
    is absent.
    """
    for key in keys:
        values = values.get(key) if isinstance(values, Mapping) else None
    return values


def docs_folder(values: object) -> str:
    """Return the path of the folder of hand-written pages, from the folder of the settings."""
    return str(value_at(values, "docs_dir") or "docs")


def walk_values(block: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield the ``block`` at ``path`` and all values below it, each with its path."""
    waiting = [(path, block)]
    while waiting:
        path, block = waiting.pop()
        yield path, block
        if isinstance(block, list):
            block = dict(enumerate(block))  # the path of an entry has its number
        if isinstance(block, Mapping):
            # the last one waiting comes next
            waiting += [((*path, key), below) for key, below in reversed([*block.items()])]


def nav_entries(nav: object) -> Iterator[tuple[str, str]]:
    """Yield path and title of each entry of the setting ``nav``. The title is empty if there is
    none: an entry without one has its number as its key.
    """
    for keys, entry in walk_values(nav):
        key = keys[-1] if keys else ""
        if isinstance(entry, str):
            yield PurePosixPath(entry).as_posix(), key if isinstance(key, str) else ""


def find_line(settings: Document, text: str) -> Place | None:
    """Return the line that says ``text``, as a value or a key, at any depth; None if none does."""
    for path, value in walk_values(settings.data):
        # a value may be a path, which MkDocs gives back in its shortest form
        is_value = isinstance(value, str) and PurePosixPath(value).as_posix() == text
        if is_value or path[-1:] == (text,):
            return settings.place(*path)
    return None


def one_line(text: object) -> str:
    """Return ``text`` in one line, with single spaces."""
    return " ".join(str(text).split())


def check_address(site_url: str | None, option: str = "") -> str | None:
    """Return ``site_url`` with a slash at its end; None if it is empty. Raises InputError if it is
    not a web address.

    The error names where it is from: the ``option`` of a command, or without one, the variable of
    the environment or the file of the settings.
    """
    if not site_url:
        return None
    with contextlib.suppress(ValueError):  # urlsplit raises it, and so does a wrong port
        url = urlsplit(site_url)
        is_web = url.scheme in {"http", "https"} and url.hostname and url.port != 0
        if is_web and not (url.query or url.fragment or _FORBIDDEN.search(site_url)):
            return f"{site_url.removesuffix('/')}/"
    file = shipped.SETTINGS.name
    source = option or (_VARIABLE if os.environ.get(_VARIABLE) == site_url else file)
    message = (
        f"site_url is {site_url!r}" if source == file else f"{site_url!r} is not a web address"
    )
    raise refusal(Place(source), message, "write it like https://example.org/rulings/")
