"""The settings in which the languages of a site differ.

The theme's templates read them as ``config``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..facts.languages import spoken
from ..library import Library
from ..outputs import copy_menu, feeds, rulings_api
from ..pages import addresses
from ..pages.words import Words
from ..site.model import Site
from ..theme import material, policy
from . import handwritten

_NAVIGATION = {
    "sets": addresses.SETS,
    "cards": addresses.CARDS,
    "mechanics": addresses.MECHANICS,
    "about": addresses.of_hand_written(addresses.hand_written(addresses.ABOUT)),
}


def of(
    site: Site,
    written: Mapping[str, tuple[Mapping[str, bytes], object]],
    version: str,
    settings: Mapping[str, Any],
) -> dict[str, dict[str, Any]]:
    """Return the settings of each language of ``site``: its name, the theme's language, and
    ``extra``.

    ``written`` has its hand-written pages, and ``settings`` are those of mkdocs.yml. ``version`` is
    the digest of the files that pages load.
    """
    brand = site.owner.brand
    shared = {
        "policy": policy.framed(settings),
        "counted": policy.is_counted(settings),
        "version": f"?{version}",
        "inline": dict(policy.inline()),
        "locales": {lang: edition.words.locale for lang, edition in site.editions.items()},
        "languages": [
            {"lang": lang, "name": language.name}
            for lang, language in spoken(site.languages).items()
        ],
        "feeds": feeds.TYPES if site.address else {},
        "site_root": site.address,
        "api": rulings_api.OPENAPI if site.rulings_api else None,
        "colors": [brand.light, brand.dark],
        "logo": brand.logo is not None,
    }
    values: dict[str, dict[str, Any]] = {}
    for lang in site.langs:
        words = site.editions[lang].words
        of_language = {
            "lang": lang,
            "words": dict(site.languages[lang].interface),
            "nav": [{"title": words[key], "url": page} for key, page in _NAVIGATION.items()],
            "built": _built(site.library, words),
            "owned": [link.shown(lang) for link in site.owner.links],
            "citing": copy_menu.address(site, lang),
            "written": handwritten.titles(written[lang][0]),
        }
        values[lang] = {
            "site_name": words["site_title"],
            "site_description": words["site_description"],
            "language": material.language(lang),
            "permalink": words["permalink"],
            "extra": {**shared, **of_language},
        }
    return values


def _built(library: Library, words: Words) -> str:
    """Say how new the newest document is; empty if none has a day.

    Its day is that of its last change or of its set, never the current day, so that the same
    documents make the same site.
    """
    days = (
        document.notes.last_modified or library.facts(document.notes.set_code).released or ""
        for document in library.documents()
    )
    newest = max(days, default="")
    return words.say("built", date=words.date(newest)) if newest else ""


def language_of(path: str, values: Mapping[str, object]) -> str:
    """Return the language of the page or file at ``path``: that of its folder, else the first of
    the site.
    """
    lang = path.partition("/")[0]
    return lang if lang in values else next(iter(values))
