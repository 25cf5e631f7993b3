"""What pictures are made of: characters of fonts, symbols, and text in lines that fit a picture."""

from __future__ import annotations

import functools
import io
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from ..pages import markup
from ..system import shipped
from .model import GREEN, INK, PAPER, SIGNS, nearest

FONTS = SERIF, SANS, STRONG = tuple(
    Path(str(resources.files(package) / "files" / name))
    for package, name in (
        ("font_source_serif_pro", "SourceSerifPro-Bold.otf"),
        ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
        ("font_source_sans_pro", "SourceSansPro-Semibold.otf"),
    )
)
"""The fonts of names, of texts, and of what is between them."""


@functools.cache
def load_font(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return a font in one size.

    Its layout is the basic one, because the other depends on a library of the machine.
    """
    return ImageFont.truetype(str(font), size, layout_engine=ImageFont.Layout.BASIC)


@functools.cache
def characters(font: Path) -> frozenset[str]:
    """Return the characters that a font has."""
    with TTFont(font, lazy=True) as file:
        return frozenset(map(chr, file.getBestCmap()))


class Glyph(NamedTuple):
    """A drawn character: its distance to the next one, and its mask with the place of that from the
    start of the baseline.
    """

    advance: float
    mask: Image.Image
    left: int
    top: int


@functools.lru_cache(maxsize=20_000)
def glyph(font: Path, size: int, char: str) -> Glyph:
    """Return a character in one size.

    It is drawn once for all pictures of a process, because that takes most of their time.
    """
    typeface = load_font(font, size)
    left, top, right, bottom = map(int, typeface.getbbox(char, anchor="ls"))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), char, font=typeface, fill=255, anchor="ls")
    return Glyph(typeface.getlength(char), mask, left, top)


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
    classes = markup.symbol_classes(code)
    height = round(size * _HEIGHT)
    if classes is not None:
        symbol = _sign(classes.split(), height)
    else:
        font = load_font(STRONG, max(round(size * _PILL_TEXT), 1))
        width = max(height, round(font.getlength(code) + size * _PILL_PADDING))
        symbol = _shape(width, height, [_GENERIC], square=False)
        place = (width / 2, height / 2)
        ImageDraw.Draw(symbol).text(place, code, font=font, fill=INK, anchor="mm")
    content = symbol.tobytes()
    indexes = bytes(nearest(content[at : at + 3], band) for at in range(0, len(content), 3))
    return Image.frombytes("L", symbol.size, indexes)


def can_draw(code: str) -> bool:
    """Return whether the symbol has a drawing, or the font of such boxes its characters."""
    return markup.symbol_classes(code) is not None or characters(STRONG).issuperset(code)


def _sign(classes: list[str], height: int) -> Image.Image:
    """Return the symbol with these classes: a shape with the sign of each way to pay for it."""
    ways = [_rules()[name] for name in classes if name in _rules()]
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


def _shape(width: int, height: int, tones: list[str], *, square: bool) -> Image.Image:
    """Return the background of a symbol, with ``tones`` side by side and a thin edge."""
    radius = height * (0.2 if square else 0.5)
    edge = max(height / 24, 1)
    shape = Image.new("RGB", (width, height), PAPER)
    shape.paste(_EDGE, (0, 0), _mask(width, height, radius, 0))
    colors = Image.new("RGB", shape.size, tones[-1])
    for at, tone in enumerate(tones[:-1]):
        colors.paste(tone, (width * at // len(tones), 0, width * (at + 1) // len(tones), height))
    shape.paste(colors, (0, 0), _mask(width, height, radius - edge, edge))
    return shape


def _mask(width: int, height: int, radius: float, inset: float) -> Image.Image:
    """Return a smooth mask of a box with round corners, ``inset`` from the edge."""
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
    if sheet.width == height:
        return sheet
    return sheet.resize((height, max(rows, round(sheet.height / sheet.width)) * height))


@functools.cache
def _rules() -> dict[str, tuple[int, str]]:
    """Return the row and the color of each class."""
    rules = _RULE.findall(STYLES.read_text(encoding="utf-8"))
    return {name: (int(row), tone or _GENERIC) for name, row, tone in rules}


_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")
_ATOM = re.compile(rf"{_SYMBOL.pattern}|.", re.DOTALL)
"""A part without a line break inside: a symbol or a character."""
_BREAK = re.compile(r"[ \t\n\r\f\v]+")
_GAP = 0.07
"""The space after a symbol, relative to the size of the text."""
_REST = "…"
_LOOSE = " ,;:–—"
"""The characters that no ellipsis follows."""
_LONGEST = 4000
"""More characters of a paragraph than any picture has room for."""


class Piece(NamedTuple):
    """A run of characters, or one symbol, with its position and width in a line."""

    text: str
    """The characters, or the code of the symbol without braces."""
    x: float
    width: float
    symbol: bool


class Block(NamedTuple):
    """Lines of one font and size."""

    font: Path
    size: int
    lines: tuple[tuple[Piece, ...], ...]

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max((line[-1].x + line[-1].width for line in self.lines if line), default=0)


def draws(font: Path, text: str) -> bool:
    """Return whether every character of ``text`` can be drawn: in ``font``, or as a symbol or in
    one.
    """
    text = clean(text)
    has_letters = characters(font).issuperset(_SYMBOL.sub("", text))
    return has_letters and all(map(can_draw, _SYMBOL.findall(text)))


def fit(
    paragraphs: Sequence[str], font: Path, sizes: Sequence[tuple[int, int]], width: float
) -> Block:
    """Break ``paragraphs`` into lines that are no longer than ``width``.

    Each of ``sizes`` is a font size and its maximum number of lines. The first size in which the
    text fits is used. If it fits in none, the text is cut in the last size. Codes in braces are
    symbols. If the font lacks a character of the text, the block has no lines.
    """
    texts = [clean(text)[:_LONGEST] for text in paragraphs]
    if not all(draws(font, text) for text in texts):
        return Block(font, sizes[-1][0], ())
    for size, most in sizes:
        measure = functools.partial(_measure, font, size)
        wrapped = itertools.chain.from_iterable(_wrap(text, measure, width) for text in texts)
        lines = list(itertools.islice(wrapped, most + 1))
        if len(lines) <= most:
            break
    else:
        #  Words, or characters of a long one, make room for an ellipsis.
        *lines, line = lines[:most]
        while line and measure(line.rstrip(_LOOSE) + _REST) > width:
            *_, last = _ATOM.finditer(line)
            line = line.rpartition(" ")[0] if " " in line else line[: last.start()]
        lines.append(line.rstrip(_LOOSE) + _REST)
    return Block(font, size, tuple(tuple(_pieces(font, size, line)) for line in lines))


def clean(text: str) -> str:
    """Compose letters and marks, remove invisible characters, and replace spaces that fonts may
    lack by the usual ones.
    """
    text = _BREAK.sub(" ", unicodedata.normalize("NFC", text)).strip()
    text = text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    return "".join(char for char in text if not unicodedata.category(char).startswith("C"))


def _wrap(text: str, measure: Callable[[str], float], width: float) -> Iterator[str]:
    """Yield the lines of ``text``. A line breaks at a space, or inside a word that is longer than a
    line.

    Each character is measured once, because the width of a line is the sum of the widths of its
    parts.
    """
    parts: list[str] = []
    used = 0.0
    for word in text.split(" "):
        length = measure(word)
        space = measure(" ") if parts else 0.0
        if used + space + length <= width:
            parts += [" ", word] if parts else [word]
            used += space + length
            continue
        if parts:
            yield "".join(parts)
        parts, used = [], 0.0
        for match in _ATOM.finditer(word):
            length = measure(match[0])
            if parts and used + length > width:
                yield "".join(parts)
                parts, used = [], 0.0
            parts.append(match[0])
            used += length
    if parts:
        yield "".join(parts)


@functools.lru_cache(maxsize=100_000)
def _measure(font: Path, size: int, text: str) -> float:
    """Return the width of ``text``, with the gap after each symbol, so that the widths of parts add
    up to that of the whole.
    """
    return sum(
        piece.width + (_GAP * size if piece.symbol else 0) for piece in _pieces(font, size, text)
    )


def _pieces(font: Path, size: int, line: str) -> Iterator[Piece]:
    """Yield the runs of characters and the symbols of a line, one behind the other."""
    x = 0.0
    for at, part in enumerate(_SYMBOL.split(line)):  # every second part is a symbol
        if at % 2:
            width: float = tile(part, size).width
        else:
            width = sum(glyph(font, size, char).advance for char in part)
        if part:
            yield Piece(part, x, width, symbol=bool(at % 2))
        x += width + (_GAP * size if at % 2 else 0)
