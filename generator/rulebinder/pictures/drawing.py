"""Draw preview pictures: lines of text and symbols, as small PNG files with a few colors."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from . import model, typesetting
from .model import GREEN, HEIGHT, INK, PAPER, RED, WIDTH, Picture
from .typesetting import SANS, SERIF, STRONG, Block, fit, glyph

_MARGIN, _HEAD, _HEAD_LINE = 72, 92, 59
_WIDTH = WIDTH - 2 * _MARGIN
_STRIPE = 24
"""The width of the stripe in the color of the card, below the head."""
_FOOT = 30
"""The distance of the address from the lower edge, and of the text above from the address."""
_GAP = 24
_NAME_SIZES = ((105, 1), (93, 1), (84, 1), (87, 2), (75, 2), (63, 2), (54, 2))
_TYPE_LINE_SIZES = (43, 37, 33, 28)
_COST_SIZES = (64, 52, 40)
_HEAD_SIZES = (34, 30)
_VERDICT_SIZES = (46, 40, *_HEAD_SIZES)
_TITLE_SIZES = ((68, 1), (60, 1), (51, 1), (43, 1), (43, 2))
"""The sizes of a name above a quoted ruling."""
_SMALL_TYPE_LINE_SIZES = (32, 28, 24)
_SMALL_COST_SIZES = (54, 45, 36, 30)
_TEXT_SIZES = (60, 54, 49, 45, 40, 36, 33)
_ADDRESS_SIZES = (28, 24, 20)
_LEADING = 1.28
_LARGEST = 25_000
"""The bytes that a picture should not exceed."""


class Placed(NamedTuple):
    """A block in its place: the left edge, the first baseline, and the distance between
    baselines.
    """

    block: Block
    color: str
    x: float
    y: float
    step: float = 0

    @property
    def end(self) -> float:
        """The last baseline.

        For a block without lines, this is one step above the first baseline.
        """
        return self.y + self.step * (len(self.block.lines) - 1)


def png(picture: Picture) -> bytes:
    """Return the picture as PNG."""
    band = RED if picture.verdict else picture.band
    canvas = Image.new("L", (WIDTH, HEIGHT), model.lightness(PAPER))
    canvas.paste(model.lightness(GREEN), (0, 0, WIDTH, _HEAD))
    tiles: list[tuple[Image.Image, tuple[int, int]]] = []
    for placed in layout(picture):
        block, color = placed.block, model.lightness(placed.color)
        for at, line in enumerate(block.lines):
            y = round(placed.y + at * placed.step)
            for piece in line:
                x = round(placed.x + piece.x)
                if piece.symbol:
                    tile = typesetting.tile(piece.text, block.size, band)
                    tiles.append((tile, (x, y - round(block.size * 0.33 + tile.height / 2))))
                    continue
                start: float = x
                for char in piece.text:
                    letter = glyph(block.font, block.size, char)
                    place = round(start) + letter.left, y + letter.top
                    canvas.paste(color, place, letter.mask)
                    start += letter.advance
    indexes = canvas.point(model.levels())
    if picture.color:
        indexes.paste(model.COLOR, (0, _HEAD, _STRIPE, HEIGHT))
    for tile, place in tiles:
        indexes.paste(tile, place)
    image = Image.frombytes("P", indexes.size, indexes.tobytes())
    image.putpalette(model.palette(band, picture.color))
    for level in (6, 9):  # the last one takes eight times as long, and saves a twentieth
        content = io.BytesIO()
        image.save(content, "PNG", compress_level=level)
        if content.tell() <= _LARGEST:
            break
    return content.getvalue()


def layout(picture: Picture) -> Iterator[Placed]:
    """Yield the blocks of the picture, each in its place."""
    yield from _head(picture)
    address = _line(picture.address, SANS, _ADDRESS_SIZES)
    yield Placed(address, GREEN, _MARGIN, HEIGHT - _FOOT)
    if picture.quoted:
        above = address.size + _FOOT / 2 if address.lines else 0
        yield from _quotation(picture, HEIGHT - _FOOT - above)
        return
    name = _below(_HEAD + 84, fit([picture.name], SERIF, _NAME_SIZES, _WIDTH), INK, 1.08)
    type_line = _below(name.end + 33, _line(picture.facts, SANS, _TYPE_LINE_SIZES), GREEN)
    yield from (
        name,
        type_line,
        _below(type_line.y + 39, _line(picture.cost, SANS, _COST_SIZES), INK),
    )


def _line(text: str, font: Path, sizes: Iterable[int], width: float = _WIDTH) -> Block:
    """Return a block of one line, or of none if there is no text."""
    return fit([text] if text else [], font, [(size, 1) for size in sizes], width)


def _head(picture: Picture) -> Iterator[Placed]:
    """Yield the band above: the set and the number of the ruling, or the verdict; and the name of
    the site.
    """
    verdict, number, share = picture.verdict, "", 4
    if not verdict:
        number, share = f" · {picture.number}" if picture.number else "", 2
    site = _line(picture.site, SERIF, _HEAD_SIZES, WIDTH / share)
    yield Placed(site, PAPER, WIDTH - _MARGIN - site.width, _HEAD_LINE)
    numbered = _line(number, STRONG, _HEAD_SIZES, WIDTH / 3)
    room = WIDTH - 3 * _MARGIN - site.width - numbered.width
    sizes = _VERDICT_SIZES if verdict else _HEAD_SIZES
    name = _line(verdict or picture.set_name, STRONG, sizes, room)
    yield Placed(name, PAPER, _MARGIN, _HEAD_LINE)
    yield Placed(numbered, PAPER, _MARGIN + name.width + _GAP / 3, _HEAD_LINE)


def _quotation(picture: Picture, bottom: float) -> Iterator[Placed]:
    """Yield the name with the cost at its right, the type line, and the text of the ruling, as
    large as there is room.
    """
    cost = _line(picture.cost, SANS, _SMALL_COST_SIZES, _WIDTH * 0.4)
    title = fit([picture.name], SERIF, _TITLE_SIZES, _WIDTH - cost.width - _GAP)
    name = _below(_HEAD + 24, title, INK, 1.1)
    type_line = _below(name.end + 16, _line(picture.facts, SANS, _SMALL_TYPE_LINE_SIZES), GREEN)
    yield from (name, Placed(cost, INK, _MARGIN + _WIDTH - cost.width, name.y), type_line)
    top = (type_line.y if type_line.block.lines else name.end) + 32
    sizes = [(size, int((bottom - top) / (size * _LEADING))) for size in _TEXT_SIZES]
    yield _below(top, fit(picture.quoted, SANS, sizes, _WIDTH), INK, _LEADING)


def _below(top: float, block: Block, color: str, leading: float = 1) -> Placed:
    """Place the block with its first line close to ``top``."""
    return Placed(block, color, _MARGIN, top + block.size * 0.9, block.size * leading)
