"""Draw the symbols of a text or a cost, as the pages show them.

The drawings are rows of web/symbols.svg. web/styles/part/symbols.css assigns the rows and colors to
the classes of a symbol.
"""

from __future__ import annotations

import functools
import io
import re

import resvg_py
from PIL import Image, ImageDraw

from ..pages import symbols
from ..system import shipped
from .fonts import STRONG, characters, sized
from .tones import GREEN, INK, PAPER, SIGNS, nearest

SHEET = shipped.ROOT / "web" / "symbols.svg"
STYLES = shipped.ROOT / "web" / "styles" / "part" / "symbols.css"

_HEIGHT = 0.92
"""The height of a symbol, relative to the size of the text around it."""
_PILL_TEXT, _PILL_PADDING = 0.62, 0.34
_WIDTHS = (1.0, 1.83, 2.62)
"""The width of a symbol that can be paid in one, two or three ways, relative to its height."""
_STARTS = (0.0, 0.8, 1.58)
"""The place of the sign of each way."""
_SQUARE = frozenset({"t", "q", "e", "tk", "a", "p", "pw", "chaos", "l", "d"})
"""The classes of symbols with corners; mana is round."""
_FINE = 4
"""The number of times that a shape is drawn larger, to smooth its edge."""
_GENERIC, _EDGE = SIGNS[5], SIGNS[7]
_RULE = re.compile(
    r"\.(\w+) \{\s+--(?:second-)?row: (\d+)(?:;\s+--(?:tone|second): (#[0-9a-f]{6}))?"
)
_LIFE = "h2"


@functools.lru_cache(maxsize=4096)
def tile(code: str, size: int, band: str = GREEN) -> Image.Image:
    """Return the symbol ``code`` for text of ``size``, as indexes of the palette with ``band``.

    A code without a drawing is written in a rounded box. See :func:`can_draw`.
    """
    classes = symbols.classes(code)
    height = round(size * _HEIGHT)
    drawn = _pill(code, size, height) if classes is None else _sign(classes.split(), height)
    content = drawn.tobytes()
    indexes = bytes(nearest(content[at : at + 3], band) for at in range(0, len(content), 3))
    return Image.frombytes("L", drawn.size, indexes)


def can_draw(code: str) -> bool:
    """Return whether the symbol has a drawing, or the font of such boxes its characters."""
    return symbols.classes(code) is not None or characters(STRONG).issuperset(code)


def _sign(classes: list[str], height: int) -> Image.Image:
    ways = [_rules()[each] for each in classes if each in _rules()]
    if classes[-1] == "three":
        ways.append(_rules()[_LIFE])
    shape = _shape(
        round(height * _WIDTHS[len(ways) - 1]),
        height,
        [tone for _, tone in ways],
        square=not _SQUARE.isdisjoint(classes),
    )
    for (row, _), start in zip(ways, _STARTS, strict=False):
        sign = _sheet(height).crop((0, row * height, height, (row + 1) * height))
        shape.paste(sign, (round(start * height), 0), sign)
    return shape.crop((0, 0, (height + 1) // 2, height)) if classes[-1] == "cut" else shape


def _pill(code: str, size: int, height: int) -> Image.Image:
    font = sized(STRONG, max(round(size * _PILL_TEXT), 1))
    width = max(height, round(font.getlength(code) + size * _PILL_PADDING))
    shape = _shape(width, height, [_GENERIC], square=False)
    ImageDraw.Draw(shape).text((width / 2, height / 2), code, font=font, fill=INK, anchor="mm")
    return shape


def _shape(width: int, height: int, tones: list[str], *, square: bool) -> Image.Image:
    """Return the background of a symbol, with ``tones`` side by side and a thin edge."""
    radius = height * (0.2 if square else 0.5)
    edge = max(height / 24, 1)
    whole = Image.new("RGB", (width, height), PAPER)
    whole.paste(_EDGE, (0, 0), _mask(width, height, radius, 0))
    colors = Image.new("RGB", whole.size, tones[-1])
    for at, tone in enumerate(tones[:-1]):
        colors.paste(tone, (width * at // len(tones), 0, width * (at + 1) // len(tones), height))
    whole.paste(colors, (0, 0), _mask(width, height, radius - edge, edge))
    return whole


def _mask(width: int, height: int, radius: float, inset: float) -> Image.Image:
    mask = Image.new("L", (width * _FINE, height * _FINE))
    box = (inset * _FINE, inset * _FINE, (width - inset) * _FINE - 1, (height - inset) * _FINE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _FINE, fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


@functools.cache
def _sheet(height: int) -> Image.Image:
    """Return all drawings, each ``height`` high, one below the other."""
    rows = 1 + max(row for row, _ in _rules().values())
    text = SHEET.read_text(encoding="utf-8")
    png = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, zoom=height / 32)
    sheet = Image.open(io.BytesIO(png)).convert("RGBA")
    return (
        sheet
        if sheet.width == height
        else sheet.resize((height, max(rows, round(sheet.height / sheet.width)) * height))
    )


@functools.cache
def _rules() -> dict[str, tuple[int, str]]:
    """Return the row and the color of each class."""
    found = _RULE.findall(STYLES.read_text(encoding="utf-8"))
    return {name: (int(row), tone or _GENERIC) for name, row, tone in found}
