"""The settings of the site: ``mkdocs.yml``, read and checked in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..facts.files import yaml_files
from ..facts.languages import Languages, offer
from ..pages.edition import ALL, TRANSLATED
from ..problems import InputError, Place, Problem, error
from . import ENGINE, brand, files, overrides, owner, supported
from .owner import Owner

SITE, SUBJECTS = "site", "subjects"
"""The feeds of a site: one of all, or also one of each set and mechanic.

With :data:`edition.ALL`, each card has one too.
"""
RULINGS, CARDS, OFF = "rulings", "cards", "off"
"""The preview pictures of a site: one of each ruling and card, one of each card, or none."""
_ENGINES = ("mkdocs", "properdocs")
_SCHEMA = "settings"
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
    doubts: tuple[Problem, ...] = ()
    """The warnings about the settings."""


def load() -> Settings:
    """Return the settings.

    Raises InputError if ``mkdocs.yml`` cannot be read, or if a setting has the wrong form.
    """
    written = files.read()
    document = written.document
    problems = [
        *yaml_files.violated(document, _SCHEMA),
        *supported.problems(document),
        *overrides.problems(document),
    ]
    if ENGINE not in _ENGINES:
        problems.append(
            error(Place("RULEBINDER_ENGINE"), f"is {ENGINE!r}", f"choose {' or '.join(_ENGINES)}")
        )
    colors, doubts = brand.palette(document)
    problems += doubts
    site_url, name = written.values.get("site_url"), written.values.get("site_name")
    if isinstance(site_url, str):
        files.read_address(site_url)
    if any(problem.is_error for problem in problems):
        raise InputError(*problems)
    extra = {**_DEFAULTS, **(document.data.get("extra") or {})}
    named = {"name": name if isinstance(name, str) else "", **extra.get("owner", {})}
    chosen = {name: extra[name] for name in _DEFAULTS}
    chosen["preview_pictures"] = _PICTURES[chosen["preview_pictures"]]
    return Settings(
        site_url=site_url if isinstance(site_url, str) else None,
        owner=owner.read(named, document, colors),
        doubts=tuple(problems),
        **chosen,
    )


def offered(languages: Languages) -> tuple[Languages, list[Problem]]:
    """Return the languages, of which only those in ``interface_languages`` keep their interface
    words, and the problems.

    Their words are those of the owner, if there is one. A listed language without interface words
    is a problem. If the settings are wrong, all languages stay as they are.
    """
    try:
        chosen = load()
    except InputError as failure:
        return languages, list(failure.problems)
    source = files.read().document.place("extra", "interface_languages")
    found, problems = offer(languages, chosen.interface_languages, source)
    return chosen.owner.branded(found), [*chosen.doubts, *problems]


def short_pages() -> str:
    """Return the setting of that name; if the settings are wrong, ``all``, which promises most."""
    try:
        return load().short_pages
    except InputError:
        return ALL


_DEFAULTS = {
    "interface_languages": ["en", "es", "fr"],
    "preview_pictures": CARDS,
    "short_pages": TRANSLATED,
    "rulings_api": False,
    "feeds": SUBJECTS,
    "feed_authority": "",
}
