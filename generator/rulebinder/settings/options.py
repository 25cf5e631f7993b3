"""The settings of the site: ``mkdocs.yml``, read and checked in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..facts.languages import Languages, offer
from ..ledger import feed_tag
from ..pages.edition import ALL, ONE, TRANSLATED
from ..problems import InputError, Place, Problem, error
from ..system import shipped
from ..system.sources import DISK, Sources
from . import ENGINE, address, files, owner, palette, supported
from .owner import Owner

SITE, SUBJECTS = "site", "subjects"
"""The feeds of a site: one of all, or also one of each set and mechanic.

With :data:`edition.ALL`, each card has one too.
"""
RULINGS, CARDS, OFF = "rulings", "cards", "off"
"""The preview pictures of a site: one of each ruling and card, one of each card, or none."""
_ENGINES = ("mkdocs", "properdocs")
_PICTURES = {RULINGS: RULINGS, CARDS: CARDS, OFF: OFF, True: CARDS, False: OFF}
"""The values of ``preview_pictures``.

YAML reads ``off`` as false; true is how older settings say ``cards``.
"""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings in ``mkdocs.yml`` that this program reads. MkDocs reads the others."""

    site_url: str | None
    interface_languages: Sequence[str]
    """The languages that the site is offered in."""
    preview_pictures: str
    """:data:`RULINGS`, :data:`CARDS` or :data:`OFF`."""
    short_pages: str
    """:data:`edition.ALL`, :data:`edition.TRANSLATED` or :data:`edition.ONE`."""
    rulings_api: bool
    """Whether the site has a list of rulings for each card, set and mechanic."""
    feeds: str
    """:data:`SITE`, :data:`SUBJECTS` or :data:`edition.ALL`."""
    feed_authority: str
    """Who gives the ids of entries of feeds (``example.org,2026``).

    Without one, it is the first address of the site.
    """
    owner: Owner


def load(sources: Sources = DISK) -> Settings:
    """Return the settings.

    Raises InputError if ``mkdocs.yml`` cannot be read, or if a setting has the wrong form.
    """
    written = files.read(sources)
    extra = {**_DEFAULTS, **(written.values.get("extra") or {})}
    problems = [
        error(
            files.place(written.path, sources, "extra", name),
            f"extra.{name} is {extra[name]!r}",
            f"write {form}",
        )
        for name, (fits, form) in _FORMS.items()
        if not fits(extra[name])
    ]
    if ENGINE not in _ENGINES:
        problems.append(
            error(Place("RULEBINDER_ENGINE"), f"is {ENGINE!r}", f"choose {' or '.join(_ENGINES)}")
        )
    colors, faults = palette.colors(written.values, written.path, sources)
    problems += faults
    whose, wrong = owner.read(extra.get(owner.SETTING, {}), written.path, sources, colors)
    site_url, name = written.values.get("site_url"), written.values.get("site_name")
    if isinstance(site_url, str):
        address.read(site_url)
    problems += supported.faults(written.values, written.path, sources)
    if problems or wrong:
        raise InputError(*problems, *wrong)
    chosen = {name: extra[name] for name in _FORMS}
    chosen["preview_pictures"] = _PICTURES[chosen["preview_pictures"]]
    named = replace(whose, name=whose.name or (name if isinstance(name, str) else ""))
    return Settings(site_url=site_url if isinstance(site_url, str) else None, owner=named, **chosen)


def offered(languages: Languages, sources: Sources = DISK) -> tuple[Languages, list[Problem]]:
    """Return the languages, of which only those in ``interface_languages`` keep their interface
    words, and the problems.

    Their words are those of the owner, if there is one. A listed language without interface words
    is a problem. If the settings are wrong, all languages stay as they are.
    """
    try:
        chosen = load(sources)
    except InputError as failure:
        return languages, list(failure.problems)
    source = files.place(shipped.settings(sources), sources, "extra", "interface_languages")
    found, problems = offer(languages, chosen.interface_languages, source)
    return chosen.owner.branded(found), problems


def short_pages(sources: Sources = DISK) -> str:
    """Return the setting of that name; if the settings are wrong, ``all``, which promises most."""
    try:
        return load(sources).short_pages
    except InputError:
        return ALL


def _is_authority(value: str) -> bool:
    return feed_tag.AUTHORITY.fullmatch(value) is not None


def _is_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, str) for each in value)


_DEFAULTS = {
    "interface_languages": ["en", "es", "fr"],
    "preview_pictures": CARDS,
    "short_pages": TRANSLATED,
    "rulings_api": False,
    "feeds": SUBJECTS,
    "feed_authority": "",
}
_FORMS = {
    "interface_languages": (_is_list, "it like [en, es, fr]"),
    "preview_pictures": (
        lambda value: isinstance(value, str | bool) and value in _PICTURES,
        "rulings, cards or off",
    ),
    "short_pages": (lambda value: value in (ALL, TRANSLATED, ONE), "all, translated or one"),
    "rulings_api": (lambda value: isinstance(value, bool), "on or off"),
    "feeds": (lambda value: value in (SITE, SUBJECTS, ALL), "site, subjects or all"),
    "feed_authority": (
        lambda value: isinstance(value, str) and (not value or _is_authority(value)),
        "it like example.org,2026",
    ),
}
"""A test and an example for each setting in ``extra``."""
