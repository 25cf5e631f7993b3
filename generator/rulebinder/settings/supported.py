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

`mkdocs.yml` is an ordinary configuration of MkDocs with `plugins: [rulebinder]`. Nothing in it is
silently ignored: a setting has the effect that this page names, or it is an error or a warning with
its line. A key that this page does not name is an error. Only other keys of `extra` are for
templates of your own: there, a key is an error if it resembles one of this page. The settings of
Rulebinder itself are in `extra`: [facts](facts.md) lists them.

`mkdocs build` and `mkdocs gh-deploy` make the site in one process, and publish it as
`rulebinder site` does: they write the ledgers, compare with the site in `site_dir`, and change
nothing if a published link would break or a link leads nowhere. Commit `content/ledger` after them
too. `mkdocs serve` writes no ledger: a page says if some of its rulings have no permanent number
yet.

This page is made of `generator/rulebinder/settings/supported.yml` by `make facts`.

## With an effect

| setting | effect |
|---|---|
{}

Material's palettes can be pasted, as one or as a list. All its colors are taken.

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
`partials/footer.html`. `main.html` fills blocks of all pages, as in Material:

    {{% extends "base.html" %}}
    {{% block announce %}}We meet on Fridays.{{% endblock %}}

The blocks are {}. `{{{{ super() }}}}` is what we have there. Each other block is an error, and so
is each template that only Material has. A mistake in a template is an error with its line. The
Content-Security-Policy of the pages forbids inline scripts and styles: give files in
`extra_javascript` and `extra_css`. Other files of the folder are copied into the site.

## Plugins

Other plugins and hooks work as in MkDocs, as a list or as a mapping. They see the addresses of our
pages, and their HTML: the texts of documents are data, so that no plugin reads them as Markdown or
macros. Only pages of your own are given to them as Markdown. What they write is there before links
are checked. A script inside a page does not run, because the Content-Security-Policy forbids it;
one in a file does. With another plugin, one process makes all pages, and none is taken over from
the last build.

`macros` takes the `{{#top}}` of a heading for a comment, unless it has
`j2_comment_start_string: "{{##"`. These are refused:

| plugin | why |
|---|---|
{}

## Why these parts are the site's own

| instead of | the site has its own, because |
|---|---|
| `search` | it finds single rulings in all languages, with names, words that players use and \
filters, and says what the site lacks: `search` finds pages that have the same words |
| `social` | a picture of a card has its color, its symbols and a ruling, in any \
script, and a changed ruling draws one picture |
| `rss` | what is new is a ruling or a set, and its day is in the ledger: that plugin \
takes dates of files from Git |
| `i18n` | a page shows a ruling in another language if its own has none, and says so: that \
plugin translates whole pages |
| `offline` | a browser keeps pages that were read, with the search, and each keeps its address: \
that plugin changes all addresses |
| `redirects` | an address that a ruling once had leads to it for ever, and the ledger \
knows all of them |
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
    honored, ignored, refused, plugins = (
        "\n".join(f"| `{key}` | {why} |" for key, why in sorted(rows.items()))
        for rows in (HONORED, _IGNORED, REFUSED, _PLUGINS)
    )
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
