"""Draw preview pictures: lines of text and symbols, as small PNG files with a few colors.

All lengths are in pixels, and so are the spaces that are written where blocks are placed.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from . import model, typesetting
from .model import GREEN, HEIGHT, INK, PAPER, RED, WIDTH, Picture
from .typesetting import SANS, SERIF, STRONG, Block, fit_block, glyph

_MARGIN = 72
"""The space at the left and at the right of all text."""
_BAND_HEIGHT, _BAND_BASELINE = 92, 59
"""The band above, and the place of its text."""
_TEXT_WIDTH = WIDTH - 2 * _MARGIN
_STRIPE_WIDTH = 24
"""The width of the stripe in the color of the card, below the band."""
_FOOT_GAP = 30
"""The distance of the address from the lower edge, and of the text above from the address."""
_SIDE_GAP = 24
"""The least distance between texts side by side."""
_NAME_SIZES = ((105, 1), (93, 1), (84, 1), (87, 2), (75, 2), (63, 2), (54, 2))
"""The sizes of a name, largest first, each with the most lines that it may have."""
_TYPE_LINE_SIZES = (43, 37, 33, 28)
_COST_SIZES = (64, 52, 40)
_BAND_SIZES = (34, 30)
_VERDICT_SIZES = (46, 40, *_BAND_SIZES)
_TITLE_SIZES = ((68, 1), (60, 1), (51, 1), (43, 1), (43, 2))
"""As _NAME_SIZES, for a name above a quoted ruling."""
_SMALL_TYPE_LINE_SIZES = (32, 28, 24)
_SMALL_COST_SIZES = (54, 45, 36, 30)
_TEXT_SIZES = (60, 54, 49, 45, 40, 36, 33)
_ADDRESS_SIZES = (28, 24, 20)
_LEADING = 1.28
"""The distance between the baselines of a ruling, relative to its size."""
_MOST_BYTES = 25_000
"""The bytes that a picture should not exceed."""


class Placed(NamedTuple):
    """A block in its place."""

    block: Block
    color: str
    x: float
    """The left edge."""
    y: float
    """The first baseline."""
    step: float = 0
    """The distance between baselines."""

    @property
    def end(self) -> float:
        """The last baseline.

        For a block without lines, this is one step above the first baseline.
        """
        return self.y + self.step * (len(self.block.lines) - 1)


def to_png(picture: Picture) -> bytes:
    """Return the picture as PNG."""
    band = RED if picture.verdict else picture.band
    # First in grey, since letters may overlap. Green stands for the color of the band.
    canvas = Image.new("L", (WIDTH, HEIGHT), model.lightness(PAPER))
    canvas.paste(model.lightness(GREEN), (0, 0, WIDTH, _BAND_HEIGHT))
    symbols: list[tuple[Image.Image, tuple[int, int]]] = []
    for placed in place_blocks(picture):
        block, color = placed.block, model.lightness(placed.color)
        for number, line in enumerate(block.lines):
            y = round(placed.y + number * placed.step)
            for piece in line:
                x = round(placed.x + piece.x)
                if piece.is_symbol:
                    symbol = typesetting.draw_symbol(piece.text, block.size, band)
                    # its middle is at half the height of capital letters
                    rise = round(block.size * 0.33 + symbol.height / 2)
                    symbols.append((symbol, (x, y - rise)))
                    continue
                start: float = x
                for char in piece.text:
                    letter = glyph(block.font, block.size, char)
                    place = round(start) + letter.left, y + letter.top
                    canvas.paste(color, place, letter.mask)
                    start += letter.advance
    # Then each tone becomes an index of the palette; symbols have indexes already.
    indexes = canvas.point(model.tone_indexes())
    if picture.color:
        indexes.paste(model.CARD_COLOR_INDEX, (0, _BAND_HEIGHT, _STRIPE_WIDTH, HEIGHT))
    for symbol, place in symbols:
        indexes.paste(symbol, place)
    image = Image.frombytes("P", indexes.size, indexes.tobytes())
    image.putpalette(model.palette(band, picture.color))
    # 9 takes eight times as long and saves a twentieth: only for what is too large with 6
    for level in (6, 9):
        content = io.BytesIO()
        image.save(content, "PNG", compress_level=level)
        if content.tell() <= _MOST_BYTES:
            break
    return content.getvalue()


def place_blocks(picture: Picture) -> Iterator[Placed]:
    """Yield the blocks of the picture, each in its place."""
    yield from _place_band(picture)
    address = _fit_line(picture.address, SANS, _ADDRESS_SIZES)
    bottom: float = HEIGHT - _FOOT_GAP
    yield Placed(address, GREEN, _MARGIN, bottom)
    if picture.quoted:
        if address.lines:
            bottom -= address.size + _FOOT_GAP / 2
        yield from _place_quotation(picture, bottom)
        return
    title = fit_block([picture.name], SERIF, _NAME_SIZES, _TEXT_WIDTH)
    name = _place_below(_BAND_HEIGHT + 84, title, INK, leading=1.08)
    facts = _fit_line(picture.facts_line, SANS, _TYPE_LINE_SIZES)
    type_line = _place_below(name.end + 33, facts, GREEN)
    cost = _fit_line(picture.cost, SANS, _COST_SIZES)
    yield from (name, type_line, _place_below(type_line.y + 39, cost, INK))


def _fit_line(text: str, font: Path, sizes: Iterable[int], width: float = _TEXT_WIDTH) -> Block:
    """Return a block of one line, or of none if there is no text."""
    return fit_block([text] if text else [], font, [(size, 1) for size in sizes], width)


def _place_band(picture: Picture) -> Iterator[Placed]:
    """Yield the texts of the band above: the set and the number of the ruling, or the verdict; and
    the name of the site.
    """
    verdict = picture.verdict
    number = f" · {picture.number}" if picture.number and not verdict else ""
    # a verdict is long: it gets some of the room of the site's name
    site = _fit_line(picture.site, SERIF, _BAND_SIZES, WIDTH / (4 if verdict else 2))
    yield Placed(site, PAPER, WIDTH - _MARGIN - site.width, _BAND_BASELINE)
    numbered = _fit_line(number, STRONG, _BAND_SIZES, WIDTH / 3)
    room = WIDTH - 3 * _MARGIN - site.width - numbered.width
    sizes = _VERDICT_SIZES if verdict else _BAND_SIZES
    topic = _fit_line(verdict or picture.set_name, STRONG, sizes, room)
    yield Placed(topic, PAPER, _MARGIN, _BAND_BASELINE)
    yield Placed(numbered, PAPER, _MARGIN + topic.width + _SIDE_GAP / 3, _BAND_BASELINE)


def _place_quotation(picture: Picture, bottom: float) -> Iterator[Placed]:
    """Yield the name with the cost at its right, the type line, and the text of the ruling, as
    large as there is room above ``bottom``.
    """
    cost = _fit_line(picture.cost, SANS, _SMALL_COST_SIZES, _TEXT_WIDTH * 0.4)
    title = fit_block([picture.name], SERIF, _TITLE_SIZES, _TEXT_WIDTH - cost.width - _SIDE_GAP)
    name = _place_below(_BAND_HEIGHT + 24, title, INK, leading=1.1)
    facts = _fit_line(picture.facts_line, SANS, _SMALL_TYPE_LINE_SIZES)
    type_line = _place_below(name.end + 16, facts, GREEN)
    yield from (name, Placed(cost, INK, _MARGIN + _TEXT_WIDTH - cost.width, name.y), type_line)
    top = (type_line.y if type_line.block.lines else name.end) + 32
    sizes = [(size, int((bottom - top) / (size * _LEADING))) for size in _TEXT_SIZES]
    text = fit_block(picture.quoted, SANS, sizes, _TEXT_WIDTH)
    yield _place_below(top, text, INK, leading=_LEADING)


def _place_below(top: float, block: Block, color: str, leading: float = 1) -> Placed:
    """Place the block with its first line close to ``top``. ``leading`` is the distance between
    baselines, relative to its size.
    """
    # nine tenths of the size are above the baseline of a line
    return Placed(block, color, _MARGIN, top + block.size * 0.9, block.size * leading)
