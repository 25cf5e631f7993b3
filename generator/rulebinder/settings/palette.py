"""The colors of Material's palette, which color the header: ``theme.palette``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from ..problems import Problem, error
from ..system.sources import DISK, Sources
from .brand import CONTRAST, contrast
from .files import place

_COLOR = re.compile(r"\[data-md-color-primary=([a-z-]+)\]\{--md-primary-fg-color:(#[0-9a-f]{3,6})")
_SCHEMES = {"default": "light", "slate": "dark"}
"""Material's names of light and dark."""
_OWN = "colors of your own are in extra.owner.colors"


def colors(
    values: Mapping[str, Any], file: Path, sources: Sources = DISK
) -> tuple[dict[str, str], list[Problem]]:
    """Return the ``light`` and the ``dark`` color that the palette in the settings ``values`` of
    ``file`` names, and problems.
    """
    found: dict[str, str] = {}
    problems: list[Problem] = []
    here = place(file, sources, "theme", "palette")
    for each in _palettes(values):
        name, scheme = each.get("primary"), _SCHEMES.get(str(each.get("scheme", "default")))
        if each.get("accent"):
            problems.append(
                error(
                    here,
                    "theme.palette: accent has no effect here: links have one color",
                    "remove it",
                )
            )
        if scheme is None:
            problems.append(
                error(
                    here, f"theme.palette: scheme is {each['scheme']!r}", "write default or slate"
                )
            )
        elif name is not None and name not in primaries():
            problems.append(
                error(
                    here, f"theme.palette: primary is {name!r}", f"name one of Material's; {_OWN}"
                )
            )
        elif name is not None and contrast(primaries()[name]) < CONTRAST:
            message = f"theme.palette: white text on {name} has a contrast below {CONTRAST}"
            problems.append(error(here, message, f"choose a darker one; {_OWN}"))
        elif name is not None:
            found[scheme] = primaries()[name]
    return found, problems


def _palettes(values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the palettes of a setting, which has one or a list of them."""
    theme = values.get("theme")
    palette = theme.get("palette") if isinstance(theme, Mapping) else None
    for each in palette if isinstance(palette, list) else [palette]:
        if isinstance(each, Mapping):
            yield each


@functools.cache
def primaries() -> Mapping[str, str]:
    """Return the color of each name, as the installed style sheet of Material has it."""
    sheets = resources.files("material") / "templates" / "assets" / "stylesheets"
    sheet = next(
        path
        for path in sheets.iterdir()
        if path.name.startswith("palette.") and path.name.endswith(".css")
    )
    return {name: _long(color) for name, color in _COLOR.findall(sheet.read_text("utf-8"))}


def _long(color: str) -> str:
    """Return a color with six digits."""
    return color if len(color) == 7 else "#" + "".join(digit * 2 for digit in color[1:])
