"""The keys of preview pictures, by which a build finds those that it has, and their making."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from ..system.digests import digest, of_files
from .picture import Picture

_LIBRARIES = ("pillow", "resvg-py")


def keyed(pictures: Iterable[Picture]) -> list[tuple[str, Picture]]:
    """Return each picture with the digest of all that it is made from."""
    return [(_digest(picture), picture) for picture in pictures]


def drawn(picture: Picture) -> bytes:
    """Return the content of a picture."""
    #  Most builds draw no picture, and what draws them is slow to import.
    from . import drawing  # noqa: PLC0415

    return drawing.png(picture)


def _digest(picture: Picture) -> str:
    """Return the digest of everything that the picture is made of, except for its place."""
    shown = (
        picture.name,
        picture.type_line,
        picture.set_name,
        picture.cost,
        picture.number,
        picture.site,
        picture.address,
        picture.verdict,
        picture.quoted,
    )
    look = (picture.width, picture.height, picture.band, picture.color)
    return digest(_tools(), repr(look), repr(shown))


@functools.cache
def _tools() -> str:
    """Return the digest of all tools of a picture: this program, its drawings, the fonts and the
    libraries.
    """
    from . import fonts, signs  # noqa: PLC0415 -- as above

    files = [*sorted(Path(__file__).parent.glob("*.py")), signs.SHEET, signs.STYLES, *fonts.FONTS]
    return digest(*(f"{name} {metadata.version(name)}" for name in _LIBRARIES), *of_files(files))
