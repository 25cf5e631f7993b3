"""What a site is made from: the settings that files say, and digests of files."""

from __future__ import annotations

import contextlib
import difflib
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import yaml
from jinja2 import Environment, TemplateSyntaxError, nodes

from ..facts import layers
from ..facts.yaml_files import Document, KeyPath
from ..problems import Place, Problem, error, refusal
from ..system import shipped
from ..system.files import DISK
from ..system.plain_yaml import PlainLoader

_VARIABLE = "SITE_URL"
"""The variable of the environment from which ``mkdocs.yml`` takes the address."""
_NEVER = re.compile(r"[\s<>\"'`\\^{|}]")
"""What no address has as it is."""
_UNREADABLE = (OSError, ValueError, RecursionError, yaml.YAMLError)
"""What settings raise that cannot be read, or that inherit from themselves."""


@dataclass(frozen=True)
class Written:
    """The settings as they are written, of which MkDocs makes its configuration."""

    path: Path
    """Their file."""
    text: bytes
    document: Document
    """The values as those of JSON, inherited ones included, with their lines."""
    said: str
    """The values, and digests of the files that they name, by which settings are compared."""

    @property
    def values(self) -> Any:
        """The values of :attr:`document`, by name."""
        return self.document.data


def read() -> Written:
    """Return the settings. Raises InputError if they cannot be read."""
    return DISK.remember(_written, shipped.settings())


def _written(path: Path) -> Written:
    try:
        document = _read(path, path.name)
        text = DISK.read(path)
    except _UNREADABLE as failure:
        message = f"MkDocs cannot read it ({line(failure)})"
        raise refusal(Place(path.name), message) from failure
    named = list(_digests(document.data, path.parent))
    return Written(path, text, document, said=repr([document.data, named]))


def read_address(site_url: str | None, option: str = "") -> str | None:
    """Return ``site_url`` with a slash at its end; None if it is empty. Raises InputError if it is
    not a web address, at the option, the variable or the file that gave it.

    ``option`` is the option that gave it; without one, it is a setting.
    """
    if not site_url:
        return None
    with contextlib.suppress(ValueError):
        url = urlsplit(site_url)
        is_web = url.scheme in {"http", "https"} and url.hostname and url.port != 0
        if is_web and not (url.query or url.fragment or _NEVER.search(site_url)):
            return f"{site_url.removesuffix('/')}/"
    file = shipped.SETTINGS.name
    giver = option or (_VARIABLE if os.environ.get(_VARIABLE) == site_url else file)
    wrong = f"site_url is {site_url!r}" if giver == file else f"{site_url!r} is not a web address"
    raise refusal(Place(giver), wrong, "write it like https://example.org/rulings/")


def line(text: object) -> str:
    """Return ``text`` in one line."""
    return " ".join(str(text).split())


def value(values: object, *keys: str) -> Any:
    """Return the value below these keys, such as ``extra``, ``owner``; None if there is none."""
    for key in keys:
        values = values.get(key) if isinstance(values, Mapping) else None
    return values


def docs(values: object) -> str:
    """Return the folder of hand-written pages, from that of the settings."""
    return str(value(values, "docs_dir") or "docs")


def naming(settings: Document, text: str) -> Place | None:
    """Return the line that says ``text``, as a value or a key, at any depth; None if none does."""
    for path, below in nested(settings.data):
        is_value = isinstance(below, str) and PurePosixPath(below).as_posix() == text
        if is_value or path[-1:] == (text,):
            return settings.place(*path)
    return None


def nested(block: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield the ``block`` at ``path`` and all values below it, each with its path."""
    waiting = [(path, block)]
    while waiting:
        path, block = waiting.pop()
        yield path, block
        if isinstance(block, list):
            block = dict(enumerate(block))
        if isinstance(block, Mapping):
            waiting += [((*path, key), below) for key, below in reversed([*block.items()])]


def listed(nav: object) -> Iterator[tuple[str, str]]:
    """Yield path and title of each entry of the setting ``nav``; the title may be empty."""
    for keys, entry in nested(nav):
        title = keys[-1] if keys else ""
        if isinstance(entry, str):
            yield PurePosixPath(entry).as_posix(), title if isinstance(title, str) else ""


def _read(path: Path, name: str) -> Document:
    """Return the settings in the file ``path``, laid over those that it inherits.

    Raises OSError, ValueError, RecursionError, and YAMLError.
    """
    stream = io.BytesIO(DISK.read(path))
    stream.name = str(path)  # for errors
    reader = PlainLoader(stream)
    node = reader.get_single_node()
    values = (reader.construct_document(node) if node else None) or {}
    if not isinstance(values, dict):
        raise ValueError(f"{path.name} has no settings of the form `name: value`")
    parent = values.pop("INHERIT", None)
    plain = json.loads(json.dumps(values, default=str, skipkeys=True))
    document = Document(path=name, data=plain, lines=_lines(node))
    if not parent:
        return document
    return layers.overlay(document, _read(path.parent / parent, str(parent)), {})[0]


def _lines(root: yaml.Node | None) -> dict[KeyPath, int]:
    """Return the line of each value below ``root``. Those of an alias are where it is defined."""
    lines: dict[KeyPath, int] = {(): 1}
    seen: set[int] = set()
    waiting: list[tuple[KeyPath, yaml.Node | None]] = [((), root)]
    for path, node in waiting:  # which grows
        if isinstance(node, yaml.CollectionNode) and id(node) not in seen:
            seen.add(id(node))
            for number, entry in enumerate(node.value):
                key, below = entry if isinstance(entry, tuple) else (entry, entry)
                name = str(key.value) if isinstance(entry, tuple) else number
                lines[*path, name] = key.start_mark.line + 1
                waiting.append(((*path, name), below))
    return lines


def _digests(values: object, folder: Path) -> Iterator[str]:
    """Yield the digests of the files that settings name, from ``folder``: the logo, hooks,
    templates, and the pages that have their own title in the navigation.
    """
    hooks, nav = value(values, "hooks"), value(values, "nav")
    pages = (f"{docs(values)}/{name}" for name, title in listed(nav) if not title)
    logo = value(values, "extra", "owner", "logo")
    for name in (logo, *(hooks if isinstance(hooks, list) else ()), *pages):
        if isinstance(name, str):
            yield DISK.digest(folder / name)
    if isinstance(templates := value(values, "theme", "custom_dir"), str):
        yield from relative([folder / templates])
    if nav is None:  # it has all pages
        yield from relative([folder / docs(values)], endings=(".md",))


def contents(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[str]:
    """Yield path and digest of each file in ``folders``."""
    for folder in folders:
        for path in DISK.files(folder, without):
            yield str(path)
            yield DISK.digest(path)


def relative(
    folders: Iterable[Path],
    without: Iterable[str] = (),
    endings: tuple[str, ...] = ("",),
) -> Iterator[str]:
    """Yield path and digest of each file with one of these ``endings`` in ``folders``, without the
    path of its folder.

    Of each folder, those in it with the names ``without`` are left out.
    """
    for folder in folders:
        for path in DISK.files(folder, [folder / name for name in without]):
            if path.name.endswith(endings):
                yield path.relative_to(folder).as_posix()
                yield DISK.digest(path)


BLOCKS = (
    "announce",
    "container",
    "content",
    "extrahead",
    "footer",
    "header",
    "htmltitle",
    "scripts",
    "site_meta",
    "styles",
)
"""The blocks of ``base.html``, which have the names that Material gives them."""
_FIXED = {
    "404.html": "the site has a page of its own for dead links",
    "base.html": "main.html extends it",
    "sitemap.xml": "the site has a sitemap of its own",
}
"""The templates that nobody replaces, and why."""
_USED = (
    "blog",
    "partials/actions",
    "partials/comments",
    "partials/content",
    "partials/feedback",
    "partials/language",
    "partials/pagination",
    "partials/post",
    "partials/source-file",
    "partials/tags",
)
"""How the names of Material's templates begin that pages use."""


def problems(settings: Written) -> Iterator[Problem]:
    """Yield an error for each template, and for each block, that no page would have, and for each
    that Jinja2 cannot read.
    """
    name = value(settings.values, "theme", "custom_dir")
    if not isinstance(name, str):
        return
    folder = settings.path.parent / name
    if not folder.is_dir():
        yield error(
            settings.document.place("theme", "custom_dir"),
            f"theme.custom_dir: there is no folder {name!r}",
            "write its path from the folder of mkdocs.yml",
        )
    trees: dict[str, nodes.Template] = {}
    for path in DISK.files(folder):
        template = path.relative_to(folder).as_posix()
        file = Path(name, template).as_posix()
        if path.suffix not in (".html", ".xml"):
            continue
        if why := _unused(template):
            yield error(Place(file), "this template has no effect here", f"remove it: {why}")
            continue
        try:
            text = DISK.read(path).decode()
            trees[file] = Environment(extensions=["jinja2.ext.i18n"]).parse(text)
        except TemplateSyntaxError as failure:
            yield error(Place(file, failure.lineno), str(failure.message), "correct it")
        except (OSError, ValueError) as failure:
            yield error(Place(file), f"cannot be read ({failure})", "save it as UTF-8")
    for place, block in _idle(trees):
        close = difflib.get_close_matches(block, BLOCKS, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"the blocks are {', '.join(BLOCKS)}"
        yield error(place, f"the block {block!r} has no effect here", hint)


def _unused(template: str) -> str:
    """Return why no page uses a template; empty if one does, or may."""
    if template in _FIXED:
        return _FIXED[template]
    is_theirs = (shipped.MATERIAL / template).is_file() and not template.startswith(_USED)
    is_ours = (shipped.THEME / template).is_file()
    return "only pages of Material's own would use it" if is_theirs and not is_ours else ""


def _idle(trees: Mapping[str, nodes.Template]) -> Iterator[tuple[Place, str]]:
    """Yield the place and the name of each block that fills none: it is not in ``base.html``, nor
    in a template of the owner. ``trees`` are the owner's templates, by path.
    """
    filling: list[tuple[Place, str]] = []
    names = set(BLOCKS)
    for path, tree in trees.items():
        blocks = list(tree.find_all(nodes.Block))
        inside = {inner.name for block in blocks for inner in block.find_all(nodes.Block)}
        is_filling = tree.find(nodes.Extends) is not None
        for block in blocks:
            if is_filling and block.name not in inside:
                filling.append((Place(path, block.lineno), block.name))
            else:
                names.add(block.name)
    yield from (block for block in filling if block[1] not in names)
