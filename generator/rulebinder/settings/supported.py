"""Which settings of MkDocs and Material this site honors: the tables are in ``supported.yml``.

All others are refused: nothing is ignored in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ..facts.files import yaml_files
from ..facts.files.yaml_files import Document
from ..problems import Place, Problem, error, warning
from ..system.grouping import grouped
from ..system.plain_yaml import PlainLoader
from . import overrides
from .files import naming, nested

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
"""Each setting that could have none, and why."""
COLORS: Mapping[str, str] = _TABLES["colors"]
"""The colors that Material names."""
_IGNORED: Mapping[str, str] = _TABLES["ignored"]
_PLUGINS: Mapping[str, str] = _TABLES["plugins"]
EXTRA: Mapping[str, Any] = yaml_files.schema("settings")["properties"]["extra"]["properties"]
"""The keys of ``extra`` that this program reads, each with its schema."""
_STRICT = ("", "theme.", "theme.palette.", "plugins.rulebinder.")
"""The blocks whose other keys are errors.

Those of ``extra`` are only if they resemble one that is known.
"""
_LIKENESS = 0.75
_ALWAYS = {"use_directory_urls": True, "extra.generator": False, "theme.font": False}
"""The values that a refused setting may have, because the site does that."""
_SCHEME = "theme.palette.scheme"
"""It says which color ``primary`` is, and has no effect without one."""
_THEMES = ("material", "materialx")
_PAGE = """\
# Settings of MkDocs and Material

<!-- Written by `make facts`, from generator/rulebinder/settings/supported.yml. -->

`mkdocs.yml` is an ordinary configuration of MkDocs with `plugins: [rulebinder]`. Nothing is
silently ignored: each setting has the effect that this guide names, or is an error or a warning
with its line. A key that this guide does not name is an error. Only in `extra` you may add keys
for templates of your own, if they do not resemble ours: [Facts](facts.md) lists those that
Rulebinder reads.

`mkdocs build` and `mkdocs gh-deploy` publish as `rulebinder site` does, in one process: they
write the ledgers, and change nothing if a published link would break. Commit `content/ledger`
after them too. `mkdocs serve` writes no ledger: a page says if some of its rulings have no
permanent number yet.

## With an effect

| setting | effect |
|---|---|
{}

You can paste Material's palettes, as one or as a list. All its colors are taken.

## Without an effect

These are not errors, because people paste them. One warning names those that you have.

| setting | why |
|---|---|
{}

## Refused

| setting | why |
|---|---|
{}

## Templates of your own {{#templates}}

`theme.custom_dir` names a folder. A template in it replaces ours of the same name, such as
`partials/footer.html`. `main.html` fills blocks of all pages, as in Material. To announce
something:

    {{% extends "base.html" %}}
    {{% block announce %}}We meet on Fridays.{{% endblock %}}

The blocks are {}.
`{{{{ super() }}}}` is what we have there. Another block, a template that only Material has, and a
mistake in a template are errors. The Content-Security-Policy of the pages forbids inline scripts
and styles: give files in `extra_javascript` and `extra_css`. Other files are copied into the site.

## Plugins

Other plugins and hooks work as in MkDocs. They see the addresses of our pages, and their HTML.
Only pages of your own are given to them as Markdown: the texts of documents are data. A script
inside a page does not run, because the Content-Security-Policy forbids it; one in a file does.
With another plugin, one process makes all pages, and none is taken over from the last build.

`macros` takes the `{{#top}}` of a heading for a comment: give it
`j2_comment_start_string: "{{##"`. These are refused:

| plugin | why |
|---|---|
{}

What the site has instead does more for rulings. Its search answers questions in all languages, and
says what the site lacks. Its previews show a card with a ruling. Its feeds take days from the
ledger, not from Git. A ruling that a language lacks is shown in another one. Each address that a
ruling ever had leads to it: you need no plugin `redirects` for that.
"""


def problems(settings: Document) -> list[Problem]:
    """Return an error for each setting that the site cannot honor, and a warning if some have no
    effect.
    """
    values = settings.data
    wrong: list[Problem] = []
    idle: dict[str, Place] = {}
    for path, block in nested(values):
        above = "".join(f"{part}." for part in path if isinstance(part, str))
        for key, value in block.items() if isinstance(block, Mapping) else ():
            name, place = f"{above}{key}", settings.place(*path, key)
            if name in REFUSED:
                if value not in (None, "", [], {}, _ALWAYS.get(name)):
                    message = f"{name} has no effect here: {REFUSED[name]}"
                    wrong.append(error(place, message, "remove the setting"))
            elif name in _IGNORED or (name == _SCHEME and "primary" not in block):
                idle.setdefault(name, place)
            else:
                wrong += _unknown(above, key, place)
    if idle:
        message = f"without effect here: {', '.join(idle)}"
        whys = dict.fromkeys(_IGNORED.get(name, "readers choose light or dark") for name in idle)
        wrong.append(warning(next(iter(idle.values())), message, ", and ".join(whys)))
    theme = values.get("theme")
    if (named := theme.get("name") if isinstance(theme, Mapping) else theme) not in _THEMES:
        place = settings.place("theme", "name")
        wrong.append(error(place, f"theme.name is {named!r}", "write material"))
    place = settings.place("plugins")
    names = list(plugins(values))
    if NAME not in names:
        wrong.append(error(place, f"plugins lacks {NAME!r}", f"write plugins: [{NAME}]"))
    for name in filter(_PLUGINS.get, names):
        message = f"the plugin {name!r} has no effect here: {_PLUGINS[name]}"
        wrong.append(error(naming(settings, name, "plugins") or place, message, "remove it"))
    return wrong


def _unknown(above: str, key: str, place: Place) -> Iterator[Problem]:
    """Yield an error if the ``key`` of the block ``above`` (``theme.``) is not known, and cannot be
    for templates.
    """
    is_strict = above in _STRICT
    if not is_strict and above != "extra.":
        return
    rows = (row for row in (*HONORED, *REFUSED, *_IGNORED) if row.startswith(above))
    names = {row.removeprefix(above).partition(".")[0] for row in rows}
    if above == "extra.":
        names = names.difference(_TABLES["filled"]).union(EXTRA)
    close = difflib.get_close_matches(key, names, 1, _LIKENESS)
    if key not in names and (close or is_strict):
        hint = f"did you mean {close[0]}?" if close else "remove it"
        yield error(place, f"{above}{key} has no effect here", hint)


def page() -> str:
    """Return the page of the documentation that lists all settings."""
    tables = []
    for rows in (HONORED, _IGNORED, _TABLES["refused"], _PLUGINS):
        reasons = grouped((why, f"`{key}`") for key, why in sorted(rows.items()))
        tables.append("\n".join(f"| {', '.join(keys)} | {why} |" for why, keys in reasons.items()))
    honored, ignored, refused, plugins = tables
    blocks = ", ".join(f"`{block}`" for block in overrides.BLOCKS)
    return _PAGE.format(honored, ignored, refused, blocks, plugins)


def plugins(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the plugins, which settings write as a list or as a mapping."""
    names = values.get("plugins")
    for name in names if isinstance(names, list | Mapping) else ():
        yield from name if isinstance(name, Mapping) else [str(name)]


def others(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the plugins beside ours, and the hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    return (
        *(name for name in plugins(values) if name != NAME),
        *map(str, values.get("hooks") or ()),
    )
