"""Writes all that a site publishes besides the pages that MkDocs makes. See :mod:`..site.model`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from types import ModuleType

from ..outputs import (
    copy_menu,
    data,
    departures,
    embed,
    feeds,
    manifest,
    redirects,
    rulings_api,
    short_pages,
)
from ..plugin.rendering import compared
from ..site.files import Part
from ..site.model import FileBatch, Site
from ..system.digests import digest

OUTPUTS = (
    copy_menu,
    data,
    departures,
    embed,
    feeds,
    manifest,
    redirects,
    rulings_api,
    short_pages,
)
"""The outputs that are made beside the pages."""


def write(site: Site, part: Part, outputs: Iterable[ModuleType]) -> None:
    """Write ``outputs`` of ``site``. Files that would be the same as in the old site are kept.

    Raises InputError if two outputs make the same file.
    """
    settings = [
        site.address,
        site.quoting,
        site.short_pages,
        site.owner,
        site.name,
        list(site.pictures),
    ]
    around = compared([settings, [edition.derived.names for edition in site.editions.values()]])
    for output in outputs:
        batches = (
            output.batches(site)
            if hasattr(output, "batches")
            else [FileBatch(name="", make=functools.partial(output.files, site))]
        )
        for batch in batches:
            key = digest(batch.name, around, batch.made_from) if batch.made_from else ""
            if key and part.keep(key):
                continue
            for path, content in batch.make():
                part.put(path, content, key)
