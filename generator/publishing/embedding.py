"""The script with which other websites show a ruling: ``embed.js``, at an address that stays the same."""

from __future__ import annotations

from collections.abc import Iterator

from ..search import modules
from . import places
from .contract import Site

SCRIPT = "embed.js"


def files(_site: Site) -> Iterator[tuple[str, str]]:
    """Return the script. It is in a function of its own, so that its names meet none of the other website."""
    content = modules.joined(places.EMBEDDED, "ruling")
    yield SCRIPT, f'"use strict";\n(() => {{\n{content}}})();\n'
