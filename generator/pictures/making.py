"""Make the preview pictures of a site: a pool of processes draws those that the cache does not have."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from ..system import workers
from ..system.caches.result_cache import Cache
from ..system.digests import digest, of_files
from ..system.progress import Progress, silent
from .picture import Picture

_TOGETHER = 24
"""The number of pictures that a process draws at a time."""
_LIBRARIES = ("pillow", "resvg-py")


def make(pictures: Iterable[Picture], site: Path, cache: Cache, progress: Progress = silent) -> None:
    """Write every picture into the folder ``site``. A picture in the ``cache`` is taken from there.

    The files are the same with and without a cache. Pictures of earlier sites leave the cache. Raises OSError if a picture
    cannot be written.
    """
    waiting: list[tuple[str, Picture]] = []
    keys: set[str] = set()
    for key, picture in keyed(pictures):
        keys.add(key)
        known = cache.get(key)
        if known is None:
            waiting.append((key, picture))
        else:
            _write(site, picture, known)
    tasks = [waiting[start : start + _TOGETHER] for start in range(0, len(waiting), _TOGETHER)]
    if tasks:
        progress("pictures", 0, len(tasks))
        with workers.pool(min(len(tasks), workers.count())) as pool:
            for done, _ in enumerate(pool.map(functools.partial(_draw, site, cache), tasks), 1):
                progress("pictures", done, len(tasks))
    cache.keep_only(keys)


def keyed(pictures: Iterable[Picture]) -> list[tuple[str, Picture]]:
    """Return each picture with its key in a cache."""
    return [(_digest(picture), picture) for picture in pictures]


def missing(pictures: Iterable[Picture], cache: Cache) -> frozenset[str]:
    """Return the keys of the pictures that the cache does not have."""
    return frozenset(key for key, _ in keyed(pictures) if cache.get(key) is None)


def drawn(pictures: Iterable[tuple[str, Picture]]) -> dict[str, bytes]:
    """Return the content of each picture by its key."""
    from . import drawing  # noqa: PLC0415 -- most builds draw no picture, and what draws them is slow to import

    return {key: drawing.png(picture) for key, picture in pictures}


def keep(pictures: Mapping[str, bytes], cache: Cache) -> None:
    """Keep what :func:`drawn` returned in the cache."""
    for key, content in pictures.items():
        cache.put(key, content)


def _draw(site: Path, cache: Cache, task: Sequence[tuple[str, Picture]]) -> None:
    made = drawn(task)
    for key, picture in task:
        cache.put(key, made[key])
        _write(site, picture, made[key])


def _write(site: Path, picture: Picture, content: bytes) -> None:
    file = site / picture.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)  # the old site may have it too
    file.write_bytes(content)  # the whole site appears at once


def _digest(picture: Picture) -> str:
    """Return the digest of everything that the picture is made of, except for its place."""
    shown = (picture.name, picture.type_line, picture.set_name, picture.cost, picture.number, picture.site, picture.quoted)
    look = (picture.width, picture.height, picture.band)
    return digest(_tools(), repr(look), repr(shown))


@functools.cache
def _tools() -> str:
    """Return the digest of all tools of a picture: this program, its drawings, the fonts and the libraries."""
    from . import fonts, signs  # noqa: PLC0415 -- as above

    files = [*sorted(Path(__file__).parent.glob("*.py")), signs.SHEET, signs.STYLES, *fonts.FONTS]
    return digest(*(f"{name} {metadata.version(name)}" for name in _LIBRARIES), *of_files(files))
