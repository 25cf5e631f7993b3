"""The settings of the site: ``mkdocs.yml``, read and checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..facts import yaml_files
from ..facts.catalogue import Names, in_language
from ..facts.languages import Languages, offer
from ..problems import InputError, Place, Problem, error
from ..system import shipped
from ..system.files import DISK
from . import ENGINE, brand, files, supported
from .brand import Brand
from .files import Written


@dataclass(frozen=True, kw_only=True)
class OwnLink:
    """A link in the foot of each page, such as an imprint or a way to report an error."""

    titles: Names
    url: str

    def shown(self, lang: str) -> dict[str, str]:
        """Return the link with its title in ``lang``, else in English, else in the first
        language.
        """
        return {"title": in_language(self.titles, lang), "url": self.url}


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The values of the block. Those that are missing are the program's own."""

    name: str = ""
    tagline: Mapping[str, str] = field(default_factory=dict)
    links: tuple[OwnLink, ...] = ()
    brand: Brand = field(default_factory=Brand)
    report: str = ""
    """The address at which readers report an error; ``{id}`` is the ruling's id.

    Empty if there is none.
    """
    edit: str = ""
    """The address at which people edit a document; ``{file}`` is the name of its file.

    Empty if there is none.
    """
    pictures: str = ""
    """The host of pictures of cards: ``scryfall``, or empty if pages have none."""

    def report_link(self, note_id: str) -> str | None:
        """Return the address at which readers report an error in the ruling ``note_id``."""
        return self.report.replace("{id}", quote(note_id, safe="")) or None

    def edit_link(self, file: str) -> str | None:
        """Return the address at which people edit the document ``file``."""
        return self.edit.replace("{file}", quote(file)) or None

    def branded(self, languages: Languages) -> Languages:
        """Return the languages in which the site has the owner's name and tagline."""
        branded = dict(languages)
        for lang, language in languages.items():
            words = {"site_title": self.name, "site_description": self.tagline.get(lang)}
            if language.interface:
                chosen = {key: word for key, word in words.items() if word}
                branded[lang] = replace(language, interface={**language.interface, **chosen})
        return branded


NOBODY = Owner()
"""The owner of a site that has none."""


def read_owner(block: Mapping[str, Any], settings: Written) -> Owner:
    """Return the owner that the ``block`` of the ``settings`` describes, which fits its schema.

    Raises InputError if a color or the logo cannot be used.
    """
    values = {key: value for key, value in block.items() if key not in ("colors", "logo")}
    values["links"] = tuple(
        OwnLink(titles=link["title"], url=link["url"]) for link in block.get("links", ())
    )
    return Owner(brand=brand.read(block, settings), **values)


SITE, SUBJECTS = "site", "subjects"
"""The feeds of a site: one of all, or also one of each set and mechanic.

With :data:`edition.ALL`, each card has one too.
"""
RULINGS, CARDS, OFF = "rulings", "cards", "off"
"""The preview pictures of a site: one of each ruling and card, one of each card, or none."""
_ENGINES = ("mkdocs", "properdocs")
_SWITCHES = {True: CARDS, False: OFF}
"""The values of ``preview_pictures`` that are not words.

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
    return DISK.remember(_load, shipped.settings())


def _load(_path: Path) -> Settings:
    written = files.read()
    colors, doubts = brand.palette(written.document)
    problems = [
        *yaml_files.validate(written.document, "settings"),
        *supported.problems(written.document),
        *files.problems(written),
        *doubts,
    ]
    if ENGINE not in _ENGINES:
        problems.append(
            error(Place("RULEBINDER_ENGINE"), f"is {ENGINE!r}", f"choose {' or '.join(_ENGINES)}")
        )
    texts = {name: text for name, text in written.values.items() if isinstance(text, str)}
    try:
        files.read_address(texts.get("site_url"))
    except InputError as failure:
        problems += failure.problems
    if any(problem.is_error for problem in problems):
        raise InputError(*problems)
    extra = written.values.get("extra") or {}
    size = extra.get("size", "normal")
    chosen = {
        name: extra.get(name, key["sizes"][size] if "sizes" in key else key["default"])
        for name, key in supported.EXTRA.items()
        if "sizes" in key or "default" in key
    }
    chosen["preview_pictures"] = _SWITCHES.get(
        chosen["preview_pictures"], chosen["preview_pictures"]
    )
    block: dict[str, Any] = {"name": texts.get("site_name", ""), "colors": colors}
    if "site_description" in texts:
        block["tagline"] = {chosen["interface_languages"][0]: texts["site_description"]}
    if logo := files.value(written.values, "theme", "logo"):
        block["logo"] = f"{files.docs(written.values)}/{logo}"
    block |= extra.get("owner", {})
    return Settings(
        site_url=texts.get("site_url"),
        owner=read_owner(block, written),
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
