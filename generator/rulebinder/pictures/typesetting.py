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
from .model import GREEN, INK, PAPER, SIGNS, nearest_index

FONTS = SERIF, SANS, STRONG = tuple(
    Path(str(resources.files(package) / "files" / name))
    for package, name in (
        ("font_source_serif_pro", "SourceSerifPro-Bold.otf"),
        ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
        ("font_source_sans_pro", "SourceSansPro-Semibold.otf"),
    )
)
"""The fonts of names, of texts, and of what stands out (such as a verdict)."""


@functools.cache
def load_font(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return the font in the file ``font`` in one size.

    Its layout is the basic one, because the other depends on a library of the machine.
    """
    return ImageFont.truetype(str(font), size, layout_engine=ImageFont.Layout.BASIC)


@functools.cache
def characters(font: Path) -> frozenset[str]:
    """Return the characters that a font has."""
    with TTFont(font, lazy=True) as file:
        return frozenset(map(chr, file.getBestCmap()))


class Glyph(NamedTuple):
    """A drawn character."""

    advance: float
    """The distance to the next character."""
    mask: Image.Image
    left: int
    """Where the mask begins, right of the start of the character."""
    top: int
    """Where the mask begins, below the baseline; mostly negative."""


@functools.lru_cache(maxsize=20_000)
def glyph(font: Path, size: int, char: str) -> Glyph:
    """Return a character in one size.

    It is drawn once for all pictures of a process, because that takes most of their time.
    """
    typeface = load_font(font, size)
    # "ls": from the left end of the baseline. An empty character has a mask too.
    left, top, right, bottom = map(int, typeface.getbbox(char, anchor="ls"))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), char, font=typeface, fill=255, anchor="ls")
    return Glyph(typeface.getlength(char), mask, left, top)


SHEET = shipped.ROOT / "web" / "symbols.svg"
"""The drawings of symbols, one below the other."""
STYLES = shipped.ROOT / "web" / "styles" / "part" / "symbols.css"

_SYMBOL_HEIGHT = 0.92
"""The height of a symbol, relative to the size of the text around it."""
_PILL_TEXT, _PILL_PADDING = 0.62, 0.34
"""The size of a code in a rounded box, and the space around it, relative to the text around."""
_SHAPE_WIDTHS = (1.0, 1.83, 2.62)
"""The width of a symbol that can be paid in one, two or three ways, relative to its height."""
_SIGN_STARTS = (0.0, 0.8, 1.58)
"""The left edge of the sign of each way, relative to the height."""
_SQUARE_CLASSES = frozenset({"t", "q", "e", "tk", "a", "p", "pw", "chaos", "l", "d"})
"""The classes of symbols that are squares; mana is round."""
_SCALE = 4
"""The number of times that a shape is drawn larger, to smooth its edge."""
_GENERIC_COLOR, _EDGE_COLOR = SIGNS[5], SIGNS[7]
_STYLE_RULE = re.compile(
    r"\.(\w+) \{\s+--(?:second-)?row: (\d+)(?:;\s+--(?:tone|second): (#[0-9a-f]{6}))?"
)
"""A class, its row on the sheet, and its color: the one symbols.css sets for it."""
_SHEET_WIDTH = 32
_LIFE = "h2"
"""The class whose sign is the third way of a symbol: to pay life."""


class _Way(NamedTuple):
    """A way to pay for a symbol, as it is drawn."""

    row: int
    """The place of its sign on the sheet."""
    tone: str


@functools.lru_cache(maxsize=4096)
def draw_symbol(code: str, size: int, band: str = GREEN) -> Image.Image:
    """Return the symbol ``code`` (``W/U``) for text of ``size``, as indexes of the palette whose
    green is the color ``band``.

    A code without a drawing is written in a rounded box. See :func:`can_draw_code`.
    """
    classes = markup.symbol_classes(code)
    height = round(size * _SYMBOL_HEIGHT)
    if classes is not None:
        symbol = _join_signs(classes.split(), height)
    else:
        font = load_font(STRONG, max(round(size * _PILL_TEXT), 1))
        width = max(height, round(font.getlength(code) + size * _PILL_PADDING))
        symbol = _draw_shape(width, height, [_GENERIC_COLOR], square=False)
        place = (width / 2, height / 2)
        ImageDraw.Draw(symbol).text(place, code, font=font, fill=INK, anchor="mm")
    content = symbol.tobytes()
    pixels = (content[start : start + 3] for start in range(0, len(content), 3))
    indexes = bytes(nearest_index(pixel, band) for pixel in pixels)
    return Image.frombytes("L", symbol.size, indexes)


def can_draw_code(code: str) -> bool:
    """Return whether the symbol has a drawing, or its code can be written in a box."""
    return markup.symbol_classes(code) is not None or characters(STRONG).issuperset(code)


def _join_signs(classes: list[str], height: int) -> Image.Image:
    """Return the symbol with these classes: a shape with the sign of each way to pay for it.

    The last class may say that it is paid in ``three`` ways, or ``cut``: half of it is shown.
    """
    ways = [_read_ways()[name] for name in classes if name in _read_ways()]
    if classes[-1] == "three":
        ways.append(_read_ways()[_LIFE])
    shape = _draw_shape(
        round(height * _SHAPE_WIDTHS[len(ways) - 1]),
        height,
        [way.tone for way in ways],
        square=not _SQUARE_CLASSES.isdisjoint(classes),
    )
    for way, start in zip(ways, _SIGN_STARTS, strict=False):
        top = way.row * height
        sign = _render_sheet(height).crop((0, top, height, top + height))
        shape.paste(sign, (round(start * height), 0), sign)
    return shape.crop((0, 0, (height + 1) // 2, height)) if classes[-1] == "cut" else shape


def _draw_shape(width: int, height: int, tones: list[str], *, square: bool) -> Image.Image:
    """Return the background of a symbol, with ``tones`` side by side and a thin edge."""
    radius = height * (0.2 if square else 0.5)
    edge = max(height / 24, 1)
    shape = Image.new("RGB", (width, height), PAPER)
    shape.paste(_EDGE_COLOR, (0, 0), _draw_mask(width, height, radius, 0))
    colors = Image.new("RGB", shape.size)
    for number, tone in enumerate(tones):  # each covers all that is right of its left edge
        colors.paste(tone, (width * number // len(tones), 0, width, height))
    shape.paste(colors, (0, 0), _draw_mask(width, height, radius - edge, edge))
    return shape


def _draw_mask(width: int, height: int, radius: float, inset: float) -> Image.Image:
    """Return a mask of a box with round corners, ``inset`` from the edge.

    It is drawn large and made smaller, which smooths its edge.
    """
    right, bottom, inset = width * _SCALE, height * _SCALE, inset * _SCALE
    mask = Image.new("L", (right, bottom))
    box = (inset, inset, right - inset - 1, bottom - inset - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SCALE, fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


@functools.cache
def _render_sheet(height: int) -> Image.Image:
    """Return all drawings, each ``height`` high, one below the other."""
    rows = 1 + max(way.row for way in _read_ways().values())
    text = SHEET.read_text(encoding="utf-8")
    zoom = height / _SHEET_WIDTH
    png = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, zoom=zoom)
    sheet = Image.open(io.BytesIO(png)).convert("RGBA")
    if sheet.width == height:
        return sheet
    # The zoom was rounded: each drawing must be exactly a square.
    return sheet.resize((height, max(rows, round(sheet.height / sheet.width)) * height))


@functools.cache
def _read_ways() -> dict[str, _Way]:
    """Return the way to pay that each class of a symbol draws."""
    rules = _STYLE_RULE.findall(STYLES.read_text(encoding="utf-8"))
    return {name: _Way(int(row), tone or _GENERIC_COLOR) for name, row, tone in rules}


_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")
_ATOM = re.compile(rf"{_SYMBOL.pattern}|.", re.DOTALL)
"""A symbol or a character: no line breaks within it."""
_SPACES = re.compile(r"[ \t\n\r\f\v]+")
_SYMBOL_GAP = 0.07
"""The space after a symbol, relative to the size of the text."""
_ELLIPSIS = "…"
_LOOSE_MARKS = " ,;:–—"
"""The characters that are removed before an ellipsis."""
_LONGEST = 4000
"""More characters of a paragraph than any picture has room for."""


class Piece(NamedTuple):
    """A run of characters, or one symbol, with its position and width in a line."""

    text: str
    """The characters, or the code of the symbol without braces."""
    x: float
    width: float
    is_symbol: bool


class Block(NamedTuple):
    """Lines of one font and size."""

    font: Path
    size: int
    lines: tuple[tuple[Piece, ...], ...]

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max((line[-1].x + line[-1].width for line in self.lines if line), default=0)


def can_draw(font: Path, text: str) -> bool:
    """Return whether ``font`` has every character of ``text`` outside symbols, and whether all its
    symbols can be drawn.
    """
    text = clean_text(text)
    has_letters = characters(font).issuperset(_SYMBOL.sub("", text))
    return has_letters and all(map(can_draw_code, _SYMBOL.findall(text)))


def fit_block(
    paragraphs: Sequence[str], font: Path, sizes: Sequence[tuple[int, int]], width: float
) -> Block:
    """Break ``paragraphs`` into lines that are no longer than ``width``.

    Each of ``sizes`` is a font size and its maximum number of lines. The first size in which the
    text fits is used. If it fits in none, the text is cut in the last size. Codes in braces are
    symbols. If the font lacks a character of the text, the block has no lines.
    """
    texts = [clean_text(text)[:_LONGEST] for text in paragraphs]
    if not all(can_draw(font, text) for text in texts):
        return Block(font, sizes[-1][0], ())
    for size, most_lines in sizes:
        measure = functools.partial(_measure, font, size)
        wrapped = itertools.chain.from_iterable(_wrap_lines(text, measure, width) for text in texts)
        lines = list(itertools.islice(wrapped, most_lines + 1))
        if len(lines) <= most_lines:
            break
    else:
        # It fits in no size. In the last one, words (or characters of a long word) make room for an
        # ellipsis.
        *lines, line = lines[:most_lines]
        while line and measure(line.rstrip(_LOOSE_MARKS) + _ELLIPSIS) > width:
            *_, last = _ATOM.finditer(line)
            line = line.rpartition(" ")[0] if " " in line else line[: last.start()]
        lines.append(line.rstrip(_LOOSE_MARKS) + _ELLIPSIS)
    return Block(font, size, tuple(tuple(_split_pieces(font, size, line)) for line in lines))


def clean_text(text: str) -> str:
    """Compose letters and marks, remove invisible characters, and replace spaces that fonts may
    lack by the usual ones.
    """
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()
    text = text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    # The categories C… are of invisible characters.
    return "".join(char for char in text if not unicodedata.category(char).startswith("C"))


def _wrap_lines(text: str, measure: Callable[[str], float], width: float) -> Iterator[str]:
    """Yield the lines of ``text``. ``measure`` gives the width of a part of it. A line breaks at a
    space, or inside a word that is longer than a line.

    Each character is measured once, because the width of a line is the sum of the widths of its
    parts.
    """
    parts: list[str] = []
    used = 0.0
    for word in text.split(" "):
        added = [" ", word] if parts else [word]
        if sum(map(measure, added), used) > width:
            # The word begins a line; if it is too long for one, it goes on in further ones.
            if parts:
                yield "".join(parts)
            parts, used = [], 0.0
            added = [atom[0] for atom in _ATOM.finditer(word)]
        for part in added:
            length = measure(part)
            if parts and used + length > width:
                yield "".join(parts)
                parts, used = [], 0.0
            parts.append(part)
            used += length
    if parts:
        yield "".join(parts)


@functools.lru_cache(maxsize=100_000)
def _measure(font: Path, size: int, text: str) -> float:
    """Return the width of ``text``, with the gap after each symbol, so that the widths of parts add
    up to that of the whole.
    """
    return sum(
        piece.width + (_SYMBOL_GAP * size if piece.is_symbol else 0)
        for piece in _split_pieces(font, size, text)
    )


def _split_pieces(font: Path, size: int, line: str) -> Iterator[Piece]:
    """Yield the runs of characters and the symbols of a line, one behind the other."""
    x = 0.0
    for number, part in enumerate(_SYMBOL.split(line)):
        is_symbol = number % 2 == 1  # every second part
        if is_symbol:
            width: float = draw_symbol(part, size).width
        else:
            width = sum(glyph(font, size, char).advance for char in part)
        if part:
            yield Piece(part, x, width, is_symbol=is_symbol)
        x += width + (_SYMBOL_GAP * size if is_symbol else 0)
