"""The script with which other websites show a ruling: ``embed.js``, at an address that stays the
same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import rcssmin

from ..search import script_modules
from ..site.model import Site
from ..system import places

SCRIPT = "embed.js"


def files(_site: Site) -> Iterator[tuple[str, str]]:
    """Return the script.

    It is in a function of its own, so that its names meet none of the other website.
    """
    content = script_modules.joined(places.EMBEDDED / "ruling.js", {"drawings.js": _drawings()})
    yield SCRIPT, f'"use strict";\n(() => {{\n{content}}})();\n'


def _drawings() -> str:
    """Return the module with the drawings and the styles of symbols, without comments."""
    sheet = re.sub(
        r"<!--.*?-->|\n", "", (places.WEB / "symbols.svg").read_text("utf-8"), flags=re.DOTALL
    )
    styles = rcssmin.cssmin(
        (places.WEB / "styles" / "part" / "symbols.css").read_text("utf-8")
    ).replace('url("symbols.svg")', "none")
    return f"export const SHEET = {json.dumps(sheet)}\nexport const STYLES = {json.dumps(styles)}\n"
