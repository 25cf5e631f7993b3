"""The keys of preview pictures, by which a build finds those that it has, and their making."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace
from importlib import metadata
from pathlib import Path

from ..system.digests import digest, of_files
from .picture import Picture

_LIBRARIES = ("pillow", "resvg-py")


def keyed(pictures: Iterable[Picture]) -> list[tuple[str, Picture]]:
    """Return each picture with the digest of all that it is made from, except for its place."""
    return [(digest(_tools(), repr(replace(each, path=""))), each) for each in pictures]


def drawn(picture: Picture) -> bytes:
    """Return the content of a picture."""
    #  Most builds draw no picture, and what draws them is slow to import.
    from . import drawing  # noqa: PLC0415

    return drawing.png(picture)


@functools.cache
def _tools() -> str:
    """Return the digest of all tools of a picture: this program, its drawings, the fonts and the
    libraries.
    """
    from . import fonts, signs  # noqa: PLC0415 -- as above

    files = [*sorted(Path(__file__).parent.glob("*.py")), signs.SHEET, signs.STYLES, *fonts.FONTS]
    return digest(*(f"{name} {metadata.version(name)}" for name in _LIBRARIES), *of_files(files))
