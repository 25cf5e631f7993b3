"""The few colors of a picture. A small palette makes small files."""

from __future__ import annotations

import functools

INK, GREEN, PAPER = "#1d1f1e", "#0e4a43", "#fdfcf9"
"""The colors of text and background, from web/styles/base/colors.css, dark to light.

An owner may choose another one than green.
"""
RED = "#b3261e"
"""The color in place of green on a picture of a ruling that is wrong today."""
SIGNS = ("#f8f1c4", "#b4dcf6", "#c9bdc9", "#f9b8a2", "#acd9b2", "#ddd6d1", "#d5dadd", "#97948e")
"""The colors of symbols, from web/styles/part/symbols.css, and one for their edges."""
BANDS = {
    "w": "#d9cf9c",
    "u": "#3f8fd0",
    "b": "#4a4249",
    "r": "#d4573c",
    "g": "#3c9160",
    "gold": "#c9a03c",
    "grey": "#9aa0a3",
}
"""The colors of cards on a light page, from web/styles/base/colors.css."""

Color = tuple[int, int, int]


def rgb(color: str) -> Color:
    """Return the parts of a color like ``#0e4a43``."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def lightness(color: str) -> int:
    """Return the lightness of a color, from 0 to 255."""
    red, green, blue = rgb(color)
    return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16  # as Pillow does


_DARK, _MIDDLE, _LIGHT = map(lightness, (INK, GREEN, PAPER))
_TONES = (_DARK, _MIDDLE, round(_DARK + (_LIGHT - _DARK) * 2 / 3), _LIGHT)
"""The lightness of each tone between ink and paper: the colors of text and its smooth edges."""
COLOR = len(_TONES) + len(SIGNS)
"""The index of the color of the card."""


@functools.cache
def levels() -> list[int]:
    """Return the index of the tone of each lightness.

    Text needs no more, because lightness alone distinguishes its colors.
    """
    tones = range(len(_TONES))
    return [min(tones, key=lambda tone: abs(_TONES[tone] - level)) for level in range(256)]


@functools.cache
def palette(band: str = GREEN, card: str | None = None) -> bytes:
    """Return the colors of a picture, three bytes each: the tones of text, the colors of symbols,
    and that of the ``card``.

    The color ``band`` takes the place of green, whatever its own lightness. ``card`` is one of
    :data:`BANDS`.
    """
    #  It is slow to import, and each build needs the colors.
    from PIL import Image, ImageOps  # noqa: PLC0415

    row = Image.frombytes("L", (len(_TONES), 1), bytes(_TONES))
    text = ImageOps.colorize(row, INK, PAPER, band, _DARK, _LIGHT, _MIDDLE).tobytes()
    return text + b"".join(
        bytes(rgb(color)) for color in (*SIGNS, *([BANDS[card]] if card else []))
    )


@functools.cache
def nearest(color: bytes, band: str = GREEN) -> int:
    """Return the index of the color of the palette with ``band`` that is most like ``color`` (three
    bytes).
    """
    known = palette(band)

    def distance(index: int) -> int:
        pairs = zip(color, known[3 * index : 3 * index + 3], strict=True)
        return sum((one - other) ** 2 for one, other in pairs)

    return min(range(len(known) // 3), key=distance)
