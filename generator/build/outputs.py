"""The list of all that a site publishes besides the pages that MkDocs makes. See :mod:`..site.model`."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from ..outputs import copy_menu, data, departures, embed, feeds, front, guide, manifest, redirects, short_pages
from ..plugin.rendering import compared
from ..problems import Place, Problem, error
from ..site.draft import Draft
from ..site.model import Site, Unit
from ..system.digests import digest

OUTPUTS: tuple[ModuleType, ...] = (data, short_pages, redirects, departures, feeds, manifest, embed, copy_menu, guide)
"""Those that do not read :attr:`Site.pages`, so that they are made beside the pages."""
LAST: tuple[ModuleType, ...] = (front,)
"""Those that do."""


def write(site: Site, draft: Draft, outputs: Iterable[ModuleType]) -> list[Problem]:
    """Write ``outputs`` of ``site``. Files that would be the same as in the old site are taken over.

    Return a problem for each file that two outputs make. The first stays.
    """
    problems: list[Problem] = []
    around = _around(site)
    for unit in (unit for output in outputs for unit in _units(output, site)):
        key = digest(around, unit.made_from) if unit.made_from else ""
        if key and draft.takes_group(unit.name, key):
            continue
        paths = []
        for path, content in unit.make():
            if draft.has(path):
                problems.append(twice(path))
            else:
                draft.put(path, content.encode() if isinstance(content, str) else content)
                paths.append(path)
        if key and not problems:
            draft.group(unit.name, key, tuple(paths))
    return problems


def _units(output: ModuleType, site: Site) -> Iterable[Unit[str | bytes]]:
    """Return the units of an output; all of its files are one if it has few."""
    if hasattr(output, "units"):
        units: Iterable[Unit[str | bytes]] = output.units(site)
        return units
    return [Unit(name=output.__name__, make=lambda: output.files(site))]


def _around(site: Site) -> str:
    """Return a digest of all that outputs are made from besides the library."""
    settings = [site.address, site.quoting, site.short_pages, site.owner, site.name, list(site.pictures)]
    return compared([settings, [edition.derived for edition in site.editions.values()]])


def twice(path: str) -> Problem:
    """Return the problem of a file that two parts of the site make."""
    return error(Place(path), "two parts of the site have this file", "give one of them another name")
