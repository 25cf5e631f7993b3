"""Which settings of MkDocs and Material, and which templates of an owner, this site honors: the
tables of settings are in ``supported.yml``.

All others are refused: nothing is ignored in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, TemplateSyntaxError, nodes

from ..facts import yaml_files
from ..facts.yaml_files import Document
from ..problems import Place, Problem, error, warning
from ..system import group_pairs, shipped
from ..system.files import DISK
from ..system.plain_yaml import PlainLoader
from .files import Written, value_at, walk_values

NAME = "rulebinder"
"""The name of our plugin."""
_TABLES: Mapping[str, Any] = yaml.load(
    Path(__file__).with_suffix(".yml").read_bytes(), Loader=PlainLoader
)
HONORED: Mapping[str, str] = _TABLES["honored"]
"""Each setting that has an effect, and which."""
REFUSED: Mapping[str, str] = {
    **{f"extra.{name}": "templates get it from Rulebinder" for name in _TABLES["filled"]},
    **_TABLES["refused"],
}
"""Each setting, and each plugin, that would break something, and why."""
IGNORED: Mapping[str, str] = _TABLES["ignored"]
"""Each setting, and each plugin, that has no effect and does no harm, and why."""
COLORS: Mapping[str, str] = _TABLES["colors"]
"""The colors that Material names."""
EXTRA: Mapping[str, Any] = yaml_files.schema("settings")["properties"]["extra"]["properties"]
"""The keys of ``extra`` that this program reads, each with its schema."""
_PLUGINS = "plugins"
IDLE = frozenset(name.partition(".")[2] for name in IGNORED if name.startswith(f"{_PLUGINS}."))
"""The plugins that have no effect."""

_ROWS = (*HONORED, *_TABLES["refused"], *IGNORED, *(f"extra.{name}" for name in EXTRA))
_KEYS = group_pairs(
    (".".join(names[:length]), names[length])
    for names in (row.split(".") for row in _ROWS)
    for length in range(len(names))
)
"""The keys of each block that this program or MkDocs reads."""
_STRICT = ("", "theme", "theme.palette", "plugins.rulebinder")
"""The blocks whose other keys are errors.

Those of ``extra`` are only if they resemble one that is read.
"""
_LIKENESS = 0.75
_ALWAYS = {"use_directory_urls": True, "extra.generator": False, "theme.font": False}
"""The values that such a setting may have, because the site does that."""
_SCHEME, _PRIMARY = "theme.palette.scheme", "theme.palette.primary"
"""The first says which color the second is, and has no effect without one."""
_THEMES = ("material", "materialx")

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


def check(settings: Document) -> list[Problem]:
    """Return an error for each setting that the site cannot honor, and a warning if some have no
    effect.
    """
    problems: list[Problem] = []
    idle: dict[str, Place] = {}
    places: dict[str, Place] = {}
    for path, value in walk_values(settings.data):
        names = [part for part in path if isinstance(part, str)]
        if path[:-1] == (_PLUGINS,) and isinstance(value, str):
            names = [_PLUGINS, value]
        elif not path or path[-1] != names[-1]:
            continue
        name, place = ".".join(names), settings.place(*path)
        places.setdefault(name, place)
        is_set = names[:-1] == [_PLUGINS] or value not in (None, "", [], {}, _ALWAYS.get(name))
        if name not in REFUSED and name not in IGNORED:
            problems += _check_key(names, place)
        elif is_set and name in REFUSED:
            message = f"{name} has no effect here: {REFUSED[name]}"
            problems.append(error(place, message, "remove it"))
        elif is_set:
            idle.setdefault(name, place)
    if _SCHEME in places and _PRIMARY not in places:
        idle[_SCHEME] = places[_SCHEME]
    if idle:
        message = f"without effect here: {', '.join(idle)}"
        hint = "`rulebinder help settings` says why"
        problems.append(warning(next(iter(idle.values())), message, hint))
    theme = settings.data.get("theme")
    theme = theme.get("name") if isinstance(theme, Mapping) else theme
    if theme not in _THEMES:
        place = settings.place("theme", "name")
        problems.append(error(place, f"theme.name is {theme!r}", "write material"))
    if f"{_PLUGINS}.{NAME}" not in places:
        place = settings.place(_PLUGINS)
        problems.append(error(place, f"plugins lacks {NAME!r}", f"write plugins: [{NAME}]"))
    return problems


def _check_key(names: list[str], place: Place) -> Iterator[Problem]:
    """Yield an error if nobody reads the last of the ``names``, and if it cannot be for templates
    of the owner.
    """
    above, key = ".".join(names[:-1]), names[-1]
    keys = _KEYS.get(above, [])
    close = difflib.get_close_matches(key, keys, 1, _LIKENESS)
    if key not in keys and (above in _STRICT or (close and above == "extra")):
        hint = f"did you mean {close[0]}?" if close else "remove it"
        yield error(place, f"{'.'.join(names)} has no effect here", hint)


def has_other_plugins(values: Mapping[str, Any]) -> bool:
    """Return whether there are plugins beside ours, or hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    plugins = values.get(_PLUGINS)
    entries = plugins if isinstance(plugins, list | Mapping) else ()
    names = chain.from_iterable(
        entry if isinstance(entry, Mapping) else [entry] for entry in entries
    )
    return bool(values.get("hooks")) or any(name not in {NAME, *IDLE} for name in names)


def check_templates(settings: Written) -> Iterator[Problem]:
    """Yield an error for each template, and for each block, that no page would have, and for each
    that Jinja2 cannot read.
    """
    name = value_at(settings.values, "theme", "custom_dir")
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
        if why := _why_unused(template):
            yield error(Place(file), "this template has no effect here", f"remove it: {why}")
            continue
        try:
            text = DISK.read(path).decode()
            trees[file] = Environment(extensions=["jinja2.ext.i18n"]).parse(text)
        except TemplateSyntaxError as failure:
            yield error(Place(file, failure.lineno), str(failure.message), "correct it")
        except (OSError, ValueError) as failure:
            yield error(Place(file), f"cannot be read ({failure})", "save it as UTF-8")
    yield from _check_blocks(trees)


def _why_unused(template: str) -> str:
    """Return why no page uses a template; empty if one does, or may."""
    if template in _FIXED:
        return _FIXED[template]
    is_materials = (shipped.MATERIAL / template).is_file() and not template.startswith(_USED)
    is_ours = (shipped.THEME / template).is_file()
    return "only pages of Material's own would use it" if is_materials and not is_ours else ""


def _check_blocks(trees: Mapping[str, nodes.Template]) -> Iterator[Problem]:
    """Yield an error for each block that fills none: it is not in ``base.html``, nor in a template
    of the owner. ``trees`` are the owner's templates, by path.
    """
    filling: list[tuple[Place, str]] = []
    names = set(BLOCKS)
    for path, tree in trees.items():
        blocks = list(tree.find_all(nodes.Block))
        inside = {inner.name for block in blocks for inner in block.find_all(nodes.Block)}
        extends = tree.find(nodes.Extends) is not None
        for block in blocks:
            if extends and block.name not in inside:
                filling.append((Place(path, block.lineno), block.name))
            else:
                names.add(block.name)
    for place, name in filling:
        if name not in names:
            close = difflib.get_close_matches(name, BLOCKS, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"the blocks are {', '.join(BLOCKS)}"
            yield error(place, f"the block {name!r} has no effect here", hint)
