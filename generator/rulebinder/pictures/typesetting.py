"""Break text into lines that fit a picture."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import signs
from .fonts import characters, glyph

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


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A run of characters, or one symbol, with its position and width in a line."""

    text: str
    """The characters, or the code of the symbol without braces."""
    x: float
    width: float
    symbol: bool


@dataclass(frozen=True)
class Block:
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
    known = characters(font)
    shown = clean(text)
    return known.issuperset(_SYMBOL.sub("", shown)) and all(
        map(signs.can_draw, _SYMBOL.findall(shown))
    )


def fitted(
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
        wrapped = itertools.chain.from_iterable(_wrapped(text, measure, width) for text in texts)
        lines = list(itertools.islice(wrapped, most + 1))
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], _cut(lines[most - 1], measure, width)]
    return Block(font, size, tuple(tuple(_pieces(line, font, size)) for line in lines))


def clean(text: str) -> str:
    """Compose letters and marks, remove invisible characters, and replace spaces that fonts may
    lack by the usual ones.
    """
    text = (
        _BREAK.sub(" ", unicodedata.normalize("NFC", text))
        .strip()
        .replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    )
    if text.isprintable():  # so that nearly all texts are looked at once
        return text
    return "".join(char for char in text if not unicodedata.category(char).startswith("C"))


def _wrapped(text: str, measure: Callable[[str], float], width: float) -> Iterator[str]:
    """Yield the lines of ``text``. A line breaks at a space, or inside a word that is longer than a
    line.

    Each character is measured once, because the width of a line is the sum of the widths of its
    parts.
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
        for match in _ATOM.finditer(word):
            atom = match[0]
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
    while line and measure(line.rstrip(_LOOSE) + _REST) > width:
        *_, last = _ATOM.finditer(line)
        line = line.rpartition(" ")[0] if " " in line else line[: last.start()]
    return line.rstrip(_LOOSE) + _REST


@functools.lru_cache(maxsize=100_000)
def _measure(font: Path, size: int, text: str) -> float:
    """Return the width of ``text``, with the gap after each symbol, so that the widths of parts add
    up to that of the whole.
    """
    return sum(
        piece.width + (_GAP * size if piece.symbol else 0) for piece in _pieces(text, font, size)
    )


def _pieces(line: str, font: Path, size: int) -> Iterator[Piece]:
    x = 0.0
    for at, part in enumerate(_SYMBOL.split(line)):  # every second part is a symbol
        if at % 2:
            width: float = signs.tile(part, size).width
        else:
            width = sum(glyph(font, size, char).advance for char in part)
        if part:
            yield Piece(text=part, x=x, width=width, symbol=bool(at % 2))
        x += width + (_GAP * size if at % 2 else 0)
