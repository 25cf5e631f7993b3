"""Which settings of MkDocs and Material this site honors.

All others are refused: nothing is ignored in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..problems import Problem, error
from ..system.sources import DISK, Sources
from .files import naming, place

_OWN_ADDRESSES = "each page is a folder, so that published links stay"
_OWN_LOOK = "the pages have a look of their own"
_OWN_NAVIGATION = "the pages have a navigation of their own"
_OWN_OFFLINE = "it changes the address of each page, and pages can be kept for reading offline"
_OWN_SEARCH = "the site has a search of its own"
_LANGUAGES = "the languages are those of extra.interface_languages"
_OWNER = "give it by language in extra.owner.tagline"
_LOGO = "give extra.owner.logo"

HONORED: Mapping[str, str] = {
    "INHERIT": "settings of another file",
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
    "dev_addr": "for `mkdocs serve`",
    "repo_url": "a link in the foot of each page",
    "repo_name": "the text of that link",
    "extra_css": "loaded by each page, after our own",
    "extra_javascript": "loaded by each page, after our own",
    "extra_templates": "as in MkDocs",
    "markdown_extensions": "for hand-written pages; generated ones have an extension of their own",
    "strict": "for `mkdocs build`",
    "validation": "for hand-written pages; links of all finished pages are always checked",
    "watch": "for `mkdocs serve`",
    "hooks": "as plugins",
    "plugins": "with rulebinder among them; see below",
    "remote_branch": "for `mkdocs gh-deploy`",
    "remote_name": "for `mkdocs gh-deploy`",
    "theme.name": "material or materialx",
    "theme.custom_dir": "templates of yours replace those of ours with the same name",
    "theme.font": "only false: no page asks another host for a font",
    "theme.palette": "`primary` colors the header, of `default` light and of `slate` dark",
    "extra.analytics": (
        "provider google; the Content-Security-Policy allows just its hosts. Others:"
        " extra_javascript"
    ),
    "extra.generator": "no page names its generator",
    "extra.social": "links in the foot of each page",
}
"""Each setting that has an effect, and which."""
REFUSED: Mapping[str, str] = {
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
    "extra.homepage": "the name leads to the home page of the language",
    "extra.scope": "readers keep their choices for the site",
    "extra.status": _OWN_NAVIGATION,
    "extra.tags": _OWN_NAVIGATION,
    "extra.version": "a set has its own revisions",
}
"""Each setting that could have none, and why. It is an error."""
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

`mkdocs.yml` is an ordinary configuration of MkDocs with `plugins: [rulebinder]`. Nothing in it is ignored in silence: a setting has
the effect that this page names, or it is an error with its line. The settings of Rulebinder itself are in `extra`; the file that
`rulebinder init` writes explains them.

This page is made from `generator/rulebinder/settings/supported.py` by `make facts`.

## With an effect

| setting | effect |
|---|---|
{}

Other keys of `extra` are for templates of your own.

## Refused

| setting | why |
|---|---|
{}

## Plugins

Other plugins and hooks work as in MkDocs, as a list or as a mapping. They see the addresses of our pages, and their HTML: the texts
of documents are data, so that no plugin reads them as Markdown or macros. Only pages of your own are given to them as Markdown. What
they write is there before links are checked. A script inside a page does not run, because the Content-Security-Policy forbids it;
one in a file does. With another plugin, one process makes all pages, and none is taken over from the last build.

`macros` takes the `{{#top}}` of a heading for a comment, unless it has `j2_comment_start_string: "{{##"`. These are refused:

| plugin | why |
|---|---|
{}

## Why these parts are the site's own

| instead of | the site has its own, because |
|---|---|
| `search` | it finds single rulings in all languages, with names, words that players use and filters, in files of a few kB each: `search` loads all texts at once |
| `social` | a picture of a card has its color, its symbols and a ruling, in any script, and a changed ruling draws one picture |
| `rss` | what is new is a ruling or a set, and its day is in the ledger: that plugin takes dates of files from Git |
| `i18n` | a page shows a ruling in another language if its own has none, and says so: that plugin translates whole pages |
| `offline` | a browser keeps pages that were read, with the search, and each keeps its address: that plugin changes all addresses |
| `redirects` | an address that a ruling once had leads to it for ever, and the ledger knows all of them |
"""
_ALWAYS = {"use_directory_urls": True}
"""The values that a refused setting may have, because the site does that."""
_THEMES = ("material", "materialx")
NAME = "rulebinder"
"""The name of our plugin."""


def faults(values: Mapping[str, Any], file: Path, sources: Sources = DISK) -> list[Problem]:
    """Return a problem for each setting of ``file``, which has these ``values``, that the site
    cannot honor.
    """
    found = [
        error(
            place(file, sources, *key.split(".")),
            f"{key} has no effect here: {why}",
            "remove the setting",
        )
        for key, why in REFUSED.items()
        if _has(values, key)
    ]
    theme = values.get("theme") or {}
    named = theme.get("name") if isinstance(theme, Mapping) else theme
    if named not in _THEMES:
        found.append(
            error(
                place(file, sources, "theme", "name"), f"theme.name is {named!r}", "write material"
            )
        )
    if isinstance(theme, Mapping) and theme.get("font", False):
        hint = "write font: false, and a font of your own in extra_css"
        found.append(
            error(
                place(file, sources, "theme", "font"), "no page asks another host for a font", hint
            )
        )
    listed = list(plugins(values))
    if NAME not in listed:
        found.append(
            error(
                place(file, sources, "plugins"),
                f"plugins lacks {NAME!r}",
                f"write plugins: [{NAME}]",
            )
        )
    found += [
        error(
            naming(file, sources, name, "plugins") or place(file, sources, "plugins"),
            f"the plugin {name!r} has no effect here: {_PLUGINS[name]}",
            "remove it",
        )
        for name in listed
        if name in _PLUGINS
    ]
    return found


def page() -> str:
    """Return the page of the documentation that lists all settings."""
    rows = [f"| `{key}` | {said} |" for key, said in sorted(HONORED.items())]
    refused = [f"| `{key}` | {said} |" for key, said in sorted(REFUSED.items())]
    plugins = [f"| `{key}` | {said} |" for key, said in sorted(_PLUGINS.items())]
    return _PAGE.format(*("\n".join(each) for each in (rows, refused, plugins)))


def plugins(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the plugins, which settings write as a list or as a mapping."""
    for each in values.get("plugins") or ():
        yield from each if isinstance(each, Mapping) else [str(each)]


def others(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the plugins beside ours, and the hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    return (
        *(name for name in plugins(values) if name != NAME),
        *map(str, values.get("hooks") or ()),
    )


def _has(values: Mapping[str, Any], key: str) -> bool:
    """Return whether a setting has a value that would have an effect in MkDocs."""
    found: Any = values
    for name in key.split("."):
        if not isinstance(found, Mapping) or name not in found:
            return False
        found = found[name]
    return found not in (None, "", [], {}) and (key not in _ALWAYS or found != _ALWAYS[key])
