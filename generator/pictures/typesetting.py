"""Break text into lines that fit a picture. Widths come from the fonts that are installed with the program."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fontTools.ttLib import TTFont

SYMBOL_HEIGHT, SYMBOL_TEXT = 0.92, 0.62
"""The height of a symbol and of the characters in it, relative to the size of the text around it."""

_SYMBOL = re.compile(r"(\{[^{}\s]{1,9}\})")
_ATOM = re.compile(rf"{_SYMBOL.pattern[1:-1]}|.", re.DOTALL)
"""A part without a line break inside: a symbol or a character."""
_BREAK = re.compile(r"[ \t\n\r\f\v]+")
_SYMBOL_PADDING, _SYMBOL_GAP = 0.34, 0.07
_REST = "…"


@dataclass(frozen=True, kw_only=True)
class Font:
    """A font: its name and weight, its file, and the widths of its characters."""

    family: str
    weight: int
    file: Path
    widths: Mapping[str, float]
    """The width of each character, relative to the font's size."""

    def draws(self, text: str) -> bool:
        """Return whether the font has every character of ``text``."""
        return all(char in self.widths for char in text)


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A run of characters, or one symbol, with its position and width in a line."""

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
    """Return the font in ``file`` of an installed package."""
    path = Path(str(resources.files(package) / "files" / file))
    with TTFont(path, lazy=True) as opened:
        advances, units = opened["hmtx"].metrics, opened["head"].unitsPerEm
        widths = {chr(code): advances[glyph][0] / units for code, glyph in opened.getBestCmap().items()}
        family, weight = opened["name"].getBestFamilyName(), opened["OS/2"].usWeightClass
        return Font(family=family, weight=weight, file=path, widths=widths)


def fitted(text: str, font: Font, sizes: Sequence[tuple[int, int]], width: float) -> Block:
    """Break ``text`` into lines that are no longer than ``width``.

    Each of ``sizes`` is a font size and its maximum number of lines. The first size in which the text fits is used. If it
    fits in none, the text is cut in the last size. Codes in braces are symbols. If the font lacks a character of the text,
    the block has no lines.
    """
    text = _clean(text)
    if not font.draws(text):
        return Block(font, sizes[-1][0], ())
    for size, most in sizes:
        measure = functools.partial(_measure, font, size)
        lines = list(itertools.islice(_wrapped(text, measure, width), most + 1))
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], _cut(lines[most - 1], measure, width)]
    return Block(font, size, tuple(tuple(_pieces(line, font, size)) for line in lines))


def _clean(text: str) -> str:
    """Remove invisible characters, and replace the narrow no-break space, which fonts may lack, by the usual one."""
    text = _BREAK.sub(" ", text).strip().replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    return "".join(char for char in text if not unicodedata.category(char).startswith("C"))


def _wrapped(text: str, measure: Callable[[str], float], width: float) -> Iterator[str]:
    """Yield the lines of ``text``. A line breaks at a space, or inside a word that is longer than a line.

    Each character is measured once, because the width of a line is the sum of the widths of its parts.
    """
    parts: list[str] = []
    used = 0.0
    for word in text.split(" "):
        own = measure(word)
        space = measure(" ") if parts else 0.0
        if used + space + own <= width:
            parts += [" ", word] if parts else [word]
            used += space + own
            continue
        if parts:
            yield "".join(parts)
        parts, used = [], 0.0
        for atom in _ATOM.findall(word):
            own = measure(atom)
            if parts and used + own > width:
                yield "".join(parts)
                parts, used = [], 0.0
            parts.append(atom)
            used += own
    if parts:
        yield "".join(parts)


def _cut(line: str, measure: Callable[[str], float], width: float) -> str:
    """Cut words from the end of the line until it fits with an ellipsis, and add that."""
    while line and measure(line + _REST) > width:
        line = line.rpartition(" ")[0] if " " in line else line[:-1]
    return line + _REST


def _measure(font: Font, size: int, text: str) -> float:
    """Return the width of ``text``, with the gap after each symbol, so that the widths of parts add up to that of the whole."""
    *_, last = [Piece(text="", x=0, width=0, symbol=False), *_pieces(text, font, size)]
    return last.x + last.width + (_SYMBOL_GAP * size if last.symbol else 0)


def _pieces(line: str, font: Font, size: int) -> Iterator[Piece]:
    x = 0.0
    for part in filter(None, _SYMBOL.split(line)):
        symbol = bool(_SYMBOL.fullmatch(part))
        shown = part[1:-1] if symbol else part
        width = size * sum(font.widths[char] for char in shown)
        if symbol:
            inner = max(SYMBOL_HEIGHT * size, width * SYMBOL_TEXT + _SYMBOL_PADDING * size)
            yield Piece(text=shown, x=x, width=inner, symbol=True)
            x += inner + _SYMBOL_GAP * size
        else:
            yield Piece(text=shown, x=x, width=width, symbol=False)
            x += width
