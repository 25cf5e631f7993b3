"""The owner of a site: its name and tagline, and links to whoever publishes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..facts import yamlfiles
from ..facts.catalogue import Names, in_language
from ..facts.languages import Languages
from ..problems import Problem

SETTING = "owner"
"""The block of settings, and its schema."""


@dataclass(frozen=True, kw_only=True)
class OwnLink:
    """A link in the foot of each page, such as an imprint or a way to report an error."""

    titles: Names
    url: str

    def shown(self, lang: str) -> dict[str, str]:
        """Return the link with its title in ``lang``, else in English, else in the first language."""
        return {"title": in_language(self.titles, lang), "url": self.url}


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The values of the block. Those that are missing are the program's own."""

    name: str = ""
    tagline: Mapping[str, str]
    links: tuple[OwnLink, ...] = ()

    def branded(self, languages: Languages) -> Languages:
        """Return the languages in which the site has the owner's name and tagline."""
        return {
            lang: replace(each, interface={**each.interface, **self._words(lang)}) if each.interface else each
            for lang, each in languages.items()
        }

    def _words(self, lang: str) -> dict[str, str]:
        own = {"site_title": self.name, "site_description": self.tagline.get(lang, "")}
        return {key: word for key, word in own.items() if word}


def read(value: Any, file: str) -> tuple[Owner, list[Problem]]:
    """Return the owner that the block ``value`` of ``file`` describes, and the problems; if there are any, nobody."""
    problems = yamlfiles.violations({SETTING: value}, SETTING, file)
    if problems or not value:
        return Owner(tagline={}), problems
    links = tuple(OwnLink(titles=each["title"], url=each["url"]) for each in value.get("links", ()))
    return Owner(name=value.get("name", ""), tagline=value.get("tagline", {}), links=links), []
