"""The owner of a site: its name, tagline and look, and links to whoever publishes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from ..facts.catalogue import Names, in_language
from ..facts.languages import Languages
from . import brand
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


def read(block: Mapping[str, Any], settings: Written) -> Owner:
    """Return the owner that the ``block`` of the ``settings`` describes, which fits its schema.

    Raises InputError if a color or the logo cannot be used.
    """
    values = {key: value for key, value in block.items() if key not in ("colors", "logo")}
    values["links"] = tuple(
        OwnLink(titles=link["title"], url=link["url"]) for link in block.get("links", ())
    )
    return Owner(brand=brand.read(block, settings), **values)
