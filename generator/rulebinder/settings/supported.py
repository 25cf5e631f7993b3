"""Which settings of MkDocs and Material this site honors: the tables are in ``supported.yml``.

All others are refused: nothing is ignored in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from ..facts.files import yaml_files
from ..facts.files.yaml_files import Document
from ..problems import Place, Problem, error, warning
from ..system.grouping import grouped
from ..system.plain_yaml import PlainLoader
from . import overrides
from .files import nested

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
_ROWS = (*HONORED, *_TABLES["refused"], *IGNORED, *(f"extra.{name}" for name in EXTRA))
_KNOWN = grouped(
    (".".join(names[:length]), names[length])
    for names in (row.split(".") for row in _ROWS)
    for length in range(len(names))
)
"""The keys of each block that this program or MkDocs reads."""
_STRICT = ("", "theme", "theme.palette", "plugins.rulebinder")
"""The blocks whose other keys are errors.

Those of ``extra`` are only if they resemble one that is known.
"""
_LIKENESS = 0.75
_ALWAYS = {"use_directory_urls": True, "extra.generator": False, "theme.font": False}
"""The values that such a setting may have, because the site does that."""
_SCHEME, _PRIMARY = "theme.palette.scheme", "theme.palette.primary"
"""The first says which color the second is, and has no effect without one."""
_PLUGINS = "plugins"
IDLE = frozenset(name.partition(".")[2] for name in IGNORED if name.startswith(f"{_PLUGINS}."))
"""The plugins that have no effect."""
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

## An existing site {{#existing}}

A site of Material becomes one of Rulebinder if you put release notes into `notes/` and `rulebinder`
into `plugins`. `rulebinder check` names all settings at once that you must change.

- Your pages keep their addresses, and their sections are in the header. `docs/index.md` is the
  front page; without it, that leads each reader to the rulings in their language. Rulings are in
  folders of languages, such as `en/`: a page of the same name in `docs/en/` replaces ours.
- Your pages have the site's header and foot, and inside them all styles of Material: admonitions,
  tabs, icons, tags, a blog. They have no Content-Security-Policy, so that pictures, frames and
  scripts of other hosts work there.
- Material's own script is not on any page: it draws diagrams, copies code and opens the next page
  without loading it. The search knows rulings, and not your pages.
- Templates of yours in `theme.custom_dir` work if they fill the blocks below, or if they replace a
  template for what is inside a page, such as `partials/comments.html`.

## With an effect

| setting | effect |
|---|---|
{}

Material's palettes can be pasted, as one or as a list. All its colors are taken.

## Without an effect

These do no harm, and people bring them from other sites. One warning names those that you have.

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
is each template of Material that no page has. A mistake in a template is an error with its line.
The Content-Security-Policy of generated pages forbids inline scripts and styles: give files in
`extra_javascript` and `extra_css`. Other files of the folder are copied into the site.

## Plugins

Other plugins and hooks work as in MkDocs, as a list or as a mapping. They see the addresses of our
pages, and their HTML: the texts of documents are data, so that no plugin reads them as Markdown or
macros. Only pages of your own are given to them as Markdown. What they write is there before links
are checked. A script inside a page does not run, because the Content-Security-Policy forbids it;
one in a file does. With another plugin, one process makes all pages, and none is taken over from
the last build.

`macros` takes the `{{#top}}` of a heading for a comment, unless it has
`j2_comment_start_string: "{{##"`.

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
    wrong: list[Problem] = []
    idle: dict[str, Place] = {}
    places: dict[str, Place] = {}
    for names, value, place in _written(settings):
        name = ".".join(names)
        places.setdefault(name, place)
        is_set = names[:-1] == [_PLUGINS] or value not in (None, "", [], {}, _ALWAYS.get(name))
        if name not in REFUSED and name not in IGNORED:
            wrong += _unknown(names, place)
        elif is_set and name in REFUSED:
            wrong.append(error(place, f"{name} has no effect here: {REFUSED[name]}", "remove it"))
        elif is_set:
            idle.setdefault(name, place)
    if _SCHEME in places and _PRIMARY not in places:
        idle[_SCHEME] = places[_SCHEME]
    if idle:
        message = f"without effect here: {', '.join(idle)}"
        hint = "`rulebinder help settings` says why"
        wrong.append(warning(next(iter(idle.values())), message, hint))
    theme = settings.data.get("theme")
    if (named := theme.get("name") if isinstance(theme, Mapping) else theme) not in _THEMES:
        place = settings.place("theme", "name")
        wrong.append(error(place, f"theme.name is {named!r}", "write material"))
    if f"{_PLUGINS}.{NAME}" not in places:
        place = settings.place(_PLUGINS)
        wrong.append(error(place, f"plugins lacks {NAME!r}", f"write plugins: [{NAME}]"))
    return wrong


def _written(settings: Document) -> Iterator[tuple[list[str], Any, Place]]:
    """Yield each setting: the keys that lead to it, its value and its place."""
    for path, value in nested(settings.data):
        names = [part for part in path if isinstance(part, str)]
        if path[:-1] == (_PLUGINS,) and isinstance(value, str):
            names = [_PLUGINS, value]
        elif not path or path[-1] != names[-1]:
            continue
        yield names, value, settings.place(*path)


def _unknown(names: list[str], place: Place) -> Iterator[Problem]:
    """Yield an error if the last of the ``names`` is not known, and cannot be for templates."""
    above, key = ".".join(names[:-1]), names[-1]
    known = _KNOWN.get(above, [])
    close = difflib.get_close_matches(key, known, 1, _LIKENESS)
    if key not in known and (above in _STRICT or (close and above == "extra")):
        hint = f"did you mean {close[0]}?" if close else "remove it"
        yield error(place, f"{'.'.join(names)} has no effect here", hint)


def page() -> str:
    """Return the page of the documentation that lists all settings."""
    blocks = ", ".join(f"`{block}`" for block in overrides.BLOCKS)
    return _PAGE.format(_rows(HONORED), _rows(IGNORED), _rows(REFUSED), blocks)


def _rows(whys: Mapping[str, str]) -> str:
    """Return the rows of a table: settings for the same reason are in one."""
    names = grouped((why, f"`{name}`") for name, why in sorted(whys.items()))
    return "\n".join(f"| {', '.join(together)} | {why} |" for why, together in names.items())


def others(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the plugins beside ours, and the hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    plugins = values.get(_PLUGINS)
    listed = plugins if isinstance(plugins, list | Mapping) else ()
    names = chain.from_iterable(each if isinstance(each, Mapping) else [each] for each in listed)
    active = (name for name in names if name not in {NAME, *IDLE})
    return (*active, *map(str, values.get("hooks") or ()))
