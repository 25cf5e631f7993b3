"""Lines of text for pictures: measured by the widths of the fonts that come with the program, so that they fit."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fontTools.ttLib import TTFont

SYMBOL_HEIGHT, SYMBOL_TEXT = 0.92, 0.62
"""How high a symbol and the characters in it stand, of the size of the text around it."""

_SYMBOL = re.compile(r"(\{[^{}\s]{1,9}\})")
_BREAK = re.compile(r"[ \t\n\r\f\v]+")
_SYMBOL_PADDING, _SYMBOL_GAP = 0.34, 0.07
_REST = "…"


@dataclass(frozen=True)
class Font:
    """A font: its name and weight, its file, and how wide its characters are."""

    family: str
    weight: int
    file: Path
    widths: Mapping[str, float]
    """The widths of the characters that it has, of the font's size."""

    def draws(self, text: str) -> bool:
        """Whether the font has every character of ``text``."""
        return all(char in self.widths for char in text)


@dataclass(frozen=True)
class Piece:
    """Characters that follow one another, or one symbol, in a line: what they are, where, and how wide."""

    text: str
    x: float
    width: float
    symbol: bool


@dataclass(frozen=True)
class Block:
    """Lines of one size."""

    font: Font
    size: int
    lines: tuple[tuple[Piece, ...], ...]


@functools.cache
def font(package: str, file: str) -> Font:
    """The font in ``file`` of a package of fonts that is installed."""
    path = Path(str(resources.files(package) / "files" / file))
    with TTFont(path, lazy=True) as opened:
        advances, units = opened["hmtx"].metrics, opened["head"].unitsPerEm
        widths = {chr(code): advances[glyph][0] / units for code, glyph in opened.getBestCmap().items()}
        return Font(opened["name"].getBestFamilyName(), opened["OS/2"].usWeightClass, path, widths)


def fitted(text: str, font: Font, sizes: Sequence[tuple[int, int]], width: float) -> Block:
    """``text`` in lines that are no longer than ``width``.

    Each of ``sizes`` is a font's size and how many lines of it there may be. The first is taken in
    which the text fits; if it fits in none, as much as fits in the last. Codes in braces are symbols.
    A text with characters that the font lacks has no lines.
    """
    text = _clean(text)
    if not font.draws(text):
        return Block(font, sizes[-1][0], ())
    for size, most in sizes:
        measure = functools.partial(_measure, font, size)
        lines = list(_wrapped(text, measure, width))
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], _cut(lines[most - 1], measure, width)]
    return Block(font, size, tuple(tuple(_pieces(line, font, size)) for line in lines))


def _clean(text: str) -> str:
    """Without what has no shape, and with the narrow space that no font need have as an ordinary fixed one."""
    text = _BREAK.sub(" ", text).strip().replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    return "".join(char for char in text if not unicodedata.category(char).startswith("C"))


def _wrapped(text: str, measure: Callable[[str], float], width: float) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            yield line
        line = word
        while measure(line) > width:  # a word longer than a line goes on in the next one
            end = next(end for end in range(len(line) - 1, 0, -1) if end == 1 or measure(line[:end]) <= width)
            yield line[:end]
            line = line[end:]
    if line:
        yield line


def _cut(line: str, measure: Callable[[str], float], width: float) -> str:
    """The line with the ``…`` that stands for what follows, less the words that it takes the place of."""
    while line and measure(line + _REST) > width:
        line = line.rpartition(" ")[0] if " " in line else line[:-1]
    return line + _REST


def _measure(font: Font, size: int, text: str) -> float:
    *_, last = [Piece("", 0, 0, symbol=False), *_pieces(text, font, size)]
    return last.x + last.width


def _pieces(line: str, font: Font, size: int) -> Iterator[Piece]:
    x = 0.0
    for part in filter(None, _SYMBOL.split(line)):
        symbol = bool(_SYMBOL.fullmatch(part))
        shown = part[1:-1] if symbol else part
        width = size * sum(font.widths[char] for char in shown)
        if symbol:
            inner = max(SYMBOL_HEIGHT * size, width * SYMBOL_TEXT + _SYMBOL_PADDING * size)
            yield Piece(shown, x, inner, symbol=True)
            x += inner + _SYMBOL_GAP * size
        else:
            yield Piece(shown, x, width, symbol=False)
            x += width
