"""Which settings of MkDocs and Material this site honors.

All others are refused: nothing is ignored in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from ..facts.files import yaml_files
from ..facts.files.yaml_files import Document
from ..problems import Place, Problem, error, warning
from . import overrides
from .files import naming, nested

_OWN_ADDRESSES = "each page is a folder, so that published links stay"
_OWN_LOOK = "the pages have a look of their own"
_OWN_NAVIGATION = "the pages have a navigation of their own"
_OWN_OFFLINE = "it changes the address of each page, and pages can be kept for reading offline"
_OWN_SEARCH = "the site has a search of its own"
_LANGUAGES = "the languages are those of extra.interface_languages"
_OWNER = "give it by language in extra.owner.tagline"
_SCHEMES = "readers choose light or dark"
_LOGO = "give extra.owner.logo"

HONORED: Mapping[str, str] = {
    "INHERIT": "settings of another file, from the folder of this one",
    "site_name": "unless extra.owner.name says another",
    "site_url": "canonical links, feeds, the sitemap and previews need it",
    "site_author": "in the head of each page",
    "copyright": "in the foot of each page",
    "nav": "its entries follow ours in the header",
    "not_in_nav": "as in MkDocs",
    "exclude_docs": "for your own files in docs_dir",
    "draft_docs": "for your own files in docs_dir",
    "docs_dir": "pages of your own; those in docs/<lang> replace ours of the same name",
    "site_dir": "for `mkdocs build`; `rulebinder site` has --out",
    "dev_addr": "for `mkdocs serve`, which follows notes and facts too",
    "repo_url": "a link in the foot of each page",
    "repo_name": "the text of that link",
    "extra_css": "loaded by each page, after our own",
    "extra_javascript": "loaded by each page, after our own",
    "extra_templates": "as in MkDocs",
    "markdown_extensions": "for hand-written pages; generated ones have a reader of their own",
    "strict": "for `mkdocs build`",
    "validation": "for hand-written pages; links of all finished pages are always checked",
    "watch": "for `mkdocs serve`",
    "hooks": "as plugins",
    "plugins": "with rulebinder among them; see below",
    "remote_branch": "for `mkdocs gh-deploy`",
    "remote_name": "for `mkdocs gh-deploy`",
    "theme.name": "material or materialx",
    "theme.custom_dir": (
        "templates of yours replace those of ours with the same name; `main.html` fills blocks"
    ),
    "theme.font": "only false: no page asks another host for a font",
    "theme.palette.primary": (
        "colors the header; a color on which white text cannot be read is darkened, with a warning"
    ),
    "theme.palette.scheme": "`primary` of `default` is the light color, that of `slate` the dark",
    "extra.analytics": (
        "provider google; the Content-Security-Policy allows just its hosts. Others:"
        " extra_javascript"
    ),
    "extra.social": "links in the foot of each page, with `name`, or the host of `link`",
}
"""Each setting that has an effect, and which."""
FILLED = (
    "api", "built", "citing", "colors", "counted", "inline", "lang", "languages", "locales", "logo",
    "nav", "owned", "policy", "site_root", "words", "written",
)  # fmt: skip
"""The keys of ``extra`` that the plugin gives to templates."""
REFUSED: Mapping[str, str] = {
    **dict.fromkeys((f"extra.{name}" for name in FILLED), "templates get it from Rulebinder"),
    "extra.colors": "give extra.owner.colors",
    "extra.languages": _LANGUAGES,
    "extra.logo": _LOGO,
    "site_description": _OWNER,
    "use_directory_urls": _OWN_ADDRESSES,
    "edit_uri": "a generated page has no file to edit; extra.owner.edit leads to the document",
    "edit_uri_template": (
        "a generated page has no file to edit; extra.owner.edit leads to the document"
    ),
    "google_analytics": "MkDocs gave it up; write extra.analytics",
    "pages": "MkDocs gave it up; write nav",
    "theme.language": _LANGUAGES,
    "theme.locale": _LANGUAGES,
    "theme.direction": _LANGUAGES,
    "theme.features": _OWN_NAVIGATION,
    "theme.icon": _OWN_LOOK,
    "theme.logo": _LOGO,
    "theme.favicon": _LOGO,
    "theme.static_templates": _OWN_LOOK,
    "extra.alternate": _LANGUAGES,
    "extra.annotate": _OWN_LOOK,
    "extra.consent": "pages set no cookies; a script of yours may ask",
    "extra.generator": "no page names its generator",
    "extra.homepage": "the name leads to the home page of the language",
    "extra.polyfills": "give them in extra_javascript",
    "extra.scope": "readers keep their choices for the site",
    "extra.status": _OWN_NAVIGATION,
    "extra.tags": _OWN_NAVIGATION,
    "extra.version": "a set has its own revisions",
    "plugins.rulebinder.notes": "notes are in notes/, or where `rulebinder site --notes` says",
}
"""Each setting that could have none, and why. It is an error."""
IGNORED: Mapping[str, str] = {
    "extra.social.icon": "links have words",
    "theme.palette.accent": "links have one color",
    "theme.palette.media": _SCHEMES,
    "theme.palette.toggle": _SCHEMES,
}
"""Each setting that has none, and why, though people paste it. It is a warning."""
_STRICT = ("", "theme", "theme.palette", "plugins.rulebinder")
"""The blocks whose other keys are errors.

Those of ``extra`` are only if they resemble one that is known.
"""
_LIKENESS = 0.75
_EXTRA = yaml_files.schema("settings")["properties"]["extra"]["properties"]
_PLUGINS: Mapping[str, str] = {
    "search": _OWN_SEARCH,
    "material/search": _OWN_SEARCH,
    "glightbox": "the Content-Security-Policy forbids its script inside each page",
    "i18n": _LANGUAGES,
    "llmstxt": "the site has an llms.txt of its own",
    "offline": _OWN_OFFLINE,
    "material/offline": _OWN_OFFLINE,
    "rss": "the site has feeds of its own; see extra.feeds",
    "section-index": _OWN_NAVIGATION,
    "social": "preview pictures are the site's own; see extra.preview_pictures",
    "material/social": "preview pictures are the site's own; see extra.preview_pictures",
}
"""The plugins that cannot work beside ours, and why."""
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

This page is made from `generator/rulebinder/settings/supported.py` by `make facts`.

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
_ALWAYS = {"use_directory_urls": True, "extra.generator": False}
"""The values that a refused setting may have, because the site does that."""
_THEMES = ("material", "materialx")
NAME = "rulebinder"
"""The name of our plugin."""


def problems(settings: Document) -> list[Problem]:
    """Return an error for each setting that the site cannot honor, and a warning if some have no
    effect.
    """
    values = settings.data
    found: list[Problem] = []
    ignored: dict[str, Place] = {}
    for path, block in nested(values):
        if not isinstance(block, Mapping):
            continue
        name = ".".join(part for part in path if isinstance(part, str))
        for key, value in block.items():
            full, place = f"{name}.{key}".lstrip("."), settings.place(*path, key)
            if full in REFUSED:
                if value not in (None, "", [], {}, _ALWAYS.get(full)):
                    message = f"{full} has no effect here: {REFUSED[full]}"
                    found.append(error(place, message, "remove the setting"))
            elif full in IGNORED or (full == "theme.palette.scheme" and "primary" not in block):
                ignored.setdefault(full, place)
            else:
                found += _unknown(name, key, place)
    if ignored:
        message = f"without effect here: {', '.join(ignored)}"
        whys = dict.fromkeys(IGNORED.get(key, _SCHEMES) for key in ignored)
        found.append(warning(next(iter(ignored.values())), message, ", and ".join(whys)))
    theme = values.get("theme") or {}
    theme = theme if isinstance(theme, Mapping) else {"name": theme}
    if (named := theme.get("name")) not in _THEMES:
        place = settings.place("theme", "name")
        found.append(error(place, f"theme.name is {named!r}", "write material"))
    if theme.get("font"):
        place = settings.place("theme", "font")
        hint = "write font: false, and a font of your own in extra_css"
        found.append(error(place, "no page asks another host for a font", hint))
    listed = list(plugins(values))
    place = settings.place("plugins")
    if NAME not in listed:
        found.append(error(place, f"plugins lacks {NAME!r}", f"write plugins: [{NAME}]"))
    for name in filter(_PLUGINS.get, listed):
        where = naming(settings, name, "plugins") or place
        message = f"the plugin {name!r} has no effect here: {_PLUGINS[name]}"
        found.append(error(where, message, "remove it"))
    return found


def _unknown(block: str, key: str, place: Place) -> Iterator[Problem]:
    """Yield an error if the ``key`` of a block is not known, and cannot be for templates."""
    prefix = f"{block}." if block else ""
    rows = (row for row in (*HONORED, *REFUSED, *IGNORED) if row.startswith(prefix))
    known = {row.removeprefix(prefix).partition(".")[0] for row in rows}
    if block == "extra":
        known |= _EXTRA.keys()
    if key in known or block not in (*_STRICT, "extra"):
        return
    close = difflib.get_close_matches(key, known.difference(FILLED), 1, _LIKENESS)
    if close or block in _STRICT:
        hint = f"did you mean {close[0]}?" if close else "remove it"
        yield error(place, f"{prefix}{key} has no effect here", hint)


def page() -> str:
    """Return the page of the documentation that lists all settings."""
    honored, ignored, refused, plugins = (
        "\n".join(f"| `{key}` | {why} |" for key, why in sorted(rows.items()))
        for rows in (HONORED, IGNORED, REFUSED, _PLUGINS)
    )
    blocks = ", ".join(f"`{block}`" for block in overrides.BLOCKS)
    return _PAGE.format(honored, ignored, refused, blocks, plugins)


def plugins(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the plugins, which settings write as a list or as a mapping."""
    listed = values.get("plugins")
    for each in listed if isinstance(listed, list | Mapping) else ():
        yield from each if isinstance(each, Mapping) else [str(each)]


def others(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the plugins beside ours, and the hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    return (
        *(name for name in plugins(values) if name != NAME),
        *map(str, values.get("hooks") or ()),
    )
