"""The fonts of pictures. They are installed with the program, because the fonts of machines differ.

Their OpenType files are used, because the TrueType ones give wrong widths for marks that are made
of others (“ … %).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont


def _file(package: str, name: str) -> Path:
    return Path(str(resources.files(package) / "files" / name))


SERIF = _file("font_source_serif_pro", "SourceSerifPro-Bold.otf")
SANS = _file("font_source_sans_pro", "SourceSansPro-Regular.otf")
STRONG = _file("font_source_sans_pro", "SourceSansPro-Semibold.otf")
FONTS = (SERIF, SANS, STRONG)


@functools.cache
def sized(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return a font in one size.

    Its layout is the basic one, because the other depends on a library of the machine.
    """
    return ImageFont.truetype(str(font), size, layout_engine=ImageFont.Layout.BASIC)


@functools.cache
def characters(font: Path) -> frozenset[str]:
    """Return the characters that a font has."""
    with TTFont(font, lazy=True) as opened:
        return frozenset(map(chr, opened.getBestCmap()))


@dataclass(frozen=True, kw_only=True)
class Glyph:
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
    opened = sized(font, size)
    left, top, right, bottom = map(int, opened.getbbox(char, anchor="ls"))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), char, font=opened, fill=255, anchor="ls")
    return Glyph(advance=opened.getlength(char), mask=mask, left=left, top=top)
