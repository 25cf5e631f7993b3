"""Draw the icons of the installed site from the site's own mark, an SVG."""

from __future__ import annotations

import functools

_ROOM = 0.8
"""The share of the edge that a mark has on a full background.

Systems cut such an icon to a circle or another shape.
"""
_FULL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\
<rect width="100" height="100" fill="{background}"/>\
<svg x="{at}" y="{at}" width="{edge}" height="{edge}" viewBox="0 0 24 24">{mark}</svg></svg>"""


@functools.cache
def icon(mark: str, edge: int, background: str | None = None) -> bytes:
    """Return the SVG ``mark`` as a square PNG of ``edge`` pixels.

    With a ``background``, that fills the whole square.
    """
    import resvg_py  # noqa: PLC0415 -- most builds take over the icons of the one before

    room = 100 * _ROOM
    svg = (
        _FULL.format(background=background, at=(100 - room) / 2, edge=room, mark=mark)
        if background
        else mark
    )
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=edge, height=edge, skip_system_fonts=True)
    )
