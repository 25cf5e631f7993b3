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

from ..facts import yaml_files
from ..facts.yaml_files import Document
from ..problems import Place, Problem, error, warning
from ..system import group_pairs
from ..system.plain_yaml import PlainLoader
from . import files
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
_KNOWN = group_pairs(
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

You can paste Material's palettes, as one or as a list. All its colors are taken.

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
`partials/footer.html`. `main.html` fills blocks of all pages, as in Material. To announce
something:

    {{% extends "base.html" %}}
    {{% block announce %}}We meet on Fridays.{{% endblock %}}

The blocks are {}.
`{{{{ super() }}}}` is what we have there. Another block, a template of Material that no page has,
and a mistake in a template are errors. The Content-Security-Policy of generated pages forbids
inline scripts and styles: give files in `extra_javascript` and `extra_css`. Other files are copied
into the site.

## Plugins

Other plugins and hooks work as in MkDocs. They see the addresses of our pages, and their HTML.
Only pages of your own are given to them as Markdown: the texts of documents are data. A script
inside a page does not run, because the Content-Security-Policy forbids it; one in a file does.
With another plugin, one process makes all pages, and none is taken over from the last build.

`macros` takes the `{{#top}}` of a heading for a comment: give it
`j2_comment_start_string: "{{##"`.

What the site has instead does more for rulings. Its search answers questions in all languages, and
says what the site lacks. Its previews show a card with a ruling. Its feeds take days from the
ledger, not from Git. A ruling that a language lacks is shown in another one. Each address that a
ruling ever had leads to it: you need no plugin `redirects` for that.
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
    blocks = ", ".join(f"`{block}`" for block in files.BLOCKS)
    return _PAGE.format(_rows(HONORED), _rows(IGNORED), _rows(REFUSED), blocks)


def _rows(whys: Mapping[str, str]) -> str:
    """Return the rows of a table: settings for the same reason are in one."""
    names = group_pairs((why, f"`{name}`") for name, why in sorted(whys.items()))
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
