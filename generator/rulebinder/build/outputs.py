"""Writes all that a site publishes besides the pages that MkDocs makes. See :mod:`..site.model`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from .. import outputs as every
from ..plugin.rendering import compared
from ..site.files import Part
from ..site.model import FileBatch, Site
from ..system.digests import digest

_MODULES = [
    importlib.import_module(f"{every.__name__}.{info.name}")
    for info in pkgutil.iter_modules(every.__path__)
]
_ALL = [module for module in _MODULES if hasattr(module, "files")]
LAST = tuple(module for module in _ALL if getattr(module, "NEEDS_PAGES", False))
"""The outputs that read :attr:`Site.pages`."""
OUTPUTS = tuple(module for module in _ALL if module not in LAST)
"""All others, which are made beside the pages."""


def write(site: Site, part: Part, outputs: Iterable[ModuleType]) -> None:
    """Write ``outputs`` of ``site``. Files that would be the same as in the old site are kept.

    Raises InputError if two outputs make the same file.
    """
    around = _around(site)
    for batch in (batch for output in outputs for batch in _batches(output, site)):
        key = digest(batch.name, around, batch.made_from) if batch.made_from else ""
        if key and part.keep(key):
            continue
        for path, content in batch.make():
            part.put(path, content.encode() if isinstance(content, str) else content, key)


def _batches(output: ModuleType, site: Site) -> Iterable[FileBatch[str | bytes]]:
    """Return the batches of an output; all of its files are one if it has few."""
    if hasattr(output, "batches"):
        batches: Iterable[FileBatch[str | bytes]] = output.batches(site)
        return batches
    return [FileBatch(name=output.__name__, make=lambda: output.files(site))]


def _around(site: Site) -> str:
    """Return a digest of all that outputs are made from besides the library."""
    settings = [
        site.address,
        site.quoting,
        site.short_pages,
        site.owner,
        site.name,
        list(site.pictures),
    ]
    return compared([settings, [edition.derived.names for edition in site.editions.values()]])
