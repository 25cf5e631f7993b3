"""The look of a site: the colors of its header and its logo. An owner may choose both."""

from __future__ import annotations

import base64
import difflib
import functools
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..facts.yaml_files import Document
from ..pictures.model import GREEN, rgb
from ..problems import InputError, Place, Problem, error, refusal, warning
from ..system.files import DISK
from .files import Written, value
from .supported import COLORS

LIGHT, DARK = GREEN, "#0d2623"
"""The colors of the header, light and dark: the same as in web/styles/base/colors.css."""
ICON = "icon.svg"
"""The site's mark, in web and among the files that pages load."""

CONTRAST = 4.5
"""The least contrast of white text on the header: WCAG 2.2, AA."""
_SCHEMES = {"default": "light", "slate": "dark"}
"""Material's names of light and dark."""
_OWN = "colors of your own are in extra.owner.colors"
_LARGEST = 256 << 10
_PNG = """<svg xmlns="http://www.w3.org/2000/svg" \
xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">\
<image width="24" height="24" xlink:href="data:image/png;base64,{data}"/></svg>
"""


@dataclass(frozen=True, kw_only=True)
class Brand:
    """Two colors and a logo, which is an SVG; None if it is the program's own."""

    light: str = LIGHT
    dark: str = DARK
    logo: str | None = None

    def mark(self, own: str) -> str:
        """Return the logo. Without one, return the SVG ``own`` in the color of the header."""
        return self.logo or own.replace(LIGHT, self.light)


def read(block: Mapping[str, Any], settings: Written) -> Brand:
    """Return the look in an owner's ``block`` of the ``settings``.

    Raises InputError if a color or the logo cannot be used.
    """
    place = functools.partial(settings.document.place, "extra", "owner")
    colors = {name: str(color).lower() for name, color in block.get("colors", {}).items()}
    problems = [
        error(
            place("colors", name),
            f"extra.owner.colors.{name} is {color}, on which white text has a contrast of"
            f" {contrast(color):.1f}",
            f"choose a darker color: WCAG AA asks for {CONTRAST}",
        )
        for name, color in colors.items()
        if contrast(color) < CONTRAST
    ]
    logo = None
    try:
        if name := block.get("logo"):
            is_owners = value(settings.values, "extra", "owner", "logo")
            where = place("logo") if is_owners else settings.document.place("theme", "logo")
            logo = _logo(settings.path.parent, name, where)
    except InputError as failure:
        problems += failure.problems
    if problems:
        raise InputError(*problems)
    light = colors.get("light", LIGHT)
    dark = colors.get("dark", DARK if light == LIGHT else light)
    return Brand(light=light, dark=dark, logo=logo)


def palette(settings: Document) -> tuple[dict[str, str], list[Problem]]:
    """Return the ``light`` and the ``dark`` color of the header that ``theme.palette`` names, and
    problems.

    Colors on which white text cannot be read are darkened.
    """
    top = ("theme", "palette")
    block = value(settings.data, *top) or {}
    colors: dict[str, str] = {}
    problems: list[Problem] = []
    for path, entry in enumerate(block) if isinstance(block, list) else [(None, block)]:
        where = top if path is None else (*top, path)
        if not isinstance(entry, Mapping):
            hint = "write it like primary: indigo"
            problems.append(error(settings.place(*where), f"theme.palette is {entry!r}", hint))
            continue
        scheme, name = (str(entry.get(key) or "") for key in ("scheme", "primary"))
        side, color = _SCHEMES.get(scheme or "default"), COLORS.get(name.replace(" ", "-"))
        place = settings.place(*where, "primary")
        if side is None:
            message, hint = f"theme.palette.scheme is {scheme!r}", "write default or slate"
            problems.append(error(settings.place(*where, "scheme"), message, hint))
        elif color:
            tone = darkened(color)
            if colors.setdefault(side, tone) != tone:
                message = f"theme.palette.primary: two palettes are {side}"
                problems.append(warning(place, message, f"{colors[side]} is used"))
            elif tone != color:
                message = f"white text on {name} ({color}) has a contrast of {contrast(color):.1f}"
                problems.append(warning(place, message, f"the header is darker, {tone}; {_OWN}"))
        elif name:
            close = difflib.get_close_matches(name, COLORS, 1)
            hint = f"did you mean {close[0]}?" if close else f"name one of Material's; {_OWN}"
            problems.append(error(place, f"theme.palette.primary is {name!r}", hint))
    if colors and value(settings.data, "extra", "owner", "colors"):
        message = "theme.palette.primary has no effect here: extra.owner.colors has the colors"
        doubt = warning(settings.place(*top), message, "remove one of them")
        return {}, [*(problem for problem in problems if problem.is_error), doubt]
    return colors, problems


def darkened(color: str) -> str:
    """Return ``color``, as dark as white text needs it."""
    tones = (
        "#" + "".join(f"{part * percent // 100:02x}" for part in rgb(color))
        for percent in range(100, -1, -1)
    )
    return next(tone for tone in tones if contrast(tone) >= CONTRAST)


def contrast(color: str) -> float:
    """Return the contrast of ``color`` (``#0e4a43``) with white, from 1 to 21, as WCAG defines
    it.
    """
    parts = [part / 255 for part in rgb(color)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def _logo(folder: Path, name: str, place: Place) -> str:
    """Return the logo as an SVG; a PNG is put into one. Raises InputError if it cannot be used."""
    #  Only a logo needs these libraries, and they are slow to import.
    import resvg_py  # noqa: PLC0415
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415

    try:
        data = DISK.read(folder / name)
        if len(data) > _LARGEST:
            raise ValueError(name)
        if data.startswith(b"\x89PNG"):
            with Image.open(io.BytesIO(data)) as picture:
                picture.verify()
            return _PNG.format(data=base64.b64encode(data).decode())
        text = data.decode("utf-8")
        resvg_py.svg_to_bytes(svg_string=text, width=24, height=24, skip_system_fonts=True)
    except (UnidentifiedImageError, ValueError, SyntaxError):
        why, hint = "is not a picture", "give an SVG, or a square PNG, of at most 256 kB"
    except OSError as failure:
        why = f"cannot be read ({failure.strerror or failure})"
        hint = "write its path from the folder of mkdocs.yml"
    else:
        return text
    raise refusal(place, f"the logo {name!r} {why}", hint)
