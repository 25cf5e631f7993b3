"""The record of a site: what each of its files was made from, so that the next build makes only
files that change.

It lies beside the site, and may be deleted at any time. A record that is damaged, or of another
version of this program or of its libraries, counts as none. It has plain values only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..system.digests import sealed, unsealed
from .links import PageLinks

_SECOND = 1_000_000_000
"""In nanoseconds."""


@dataclass(frozen=True, kw_only=True)
class SiteFile:
    """A file of a site."""

    key: str
    """The digest of what it was made from."""
    content: str
    """The SHA-256 of its content."""
    size: int
    """Its bytes."""
    links: PageLinks
    """Its links and ids, if it is a page."""
    stamp: str
    """Changes whenever somebody writes the file (:func:`stamp`); empty if that is not known."""


@dataclass(frozen=True)
class Group:
    """Files that are made together from the same."""

    key: str
    """The digest of what they were made from."""
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """The files of a site by path, and its groups by name."""

    files: Mapping[str, SiteFile] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)

    def save(self, file: Path, program: str) -> None:
        """Write the record, with a digest of itself and of the ``program``. Raises OSError."""
        files = {
            path: (
                made.key,
                made.content,
                made.size,
                made.links.links,
                dict(made.links.ids),
                made.stamp,
            )
            for path, made in sorted(self.files.items())
        }
        groups = {name: (group.key, group.paths) for name, group in sorted(self.groups.items())}
        content = json.dumps([files, groups], ensure_ascii=False, separators=(",", ":"))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sealed(content.encode(errors="surrogatepass"), program))

    def settled(self, site: Path) -> Record:
        """Return the record of the files as they are in ``site`` now, which has taken its place.

        Their times of change are another: the old site is gone, with which they were shared. A file
        that is not as it was made has no stamp, so that the next build makes it again.
        """
        files = {
            path: replace(made, stamp=_settled(f"{site}/{path}", made.stamp))
            for path, made in self.files.items()
        }
        return replace(self, files=files)


def stamp(path: str) -> str:
    """Return what changes whenever a file is written: its number, its size and its times. Git
    trusts the same.

    A program can set the time of the last writing, but not ``st_ctime``, the time of the last
    change of any kind (https://pubs.opengroup.org/onlinepubs/9799919799/functions/stat.html). The
    stamp is empty if there is no file, or if times are in whole seconds, in which a file may be
    written twice.
    """
    try:
        file = os.lstat(path)
    except OSError:
        return ""
    if file.st_ctime_ns % _SECOND == 0:
        return ""
    return f"{file.st_ino:x}.{file.st_size:x}.{file.st_mtime_ns:x}.{file.st_ctime_ns:x}"


def _settled(path: str, made: str) -> str:
    """Return the stamp of a file if only its time of change is another one than when it was
    ``made``.
    """
    now = stamp(path)
    return now if made and now.rpartition(".")[0] == made.rpartition(".")[0] else ""


def load(file: Path, program: str) -> Record:
    """Return the record in ``file``; an empty one if there is none, or if it cannot be trusted."""
    try:
        content = unsealed(file.read_bytes(), program)
        if content is None:
            return Record()
        files, groups = json.loads(content.decode(errors="surrogatepass"))
        known = {
            name: Group(str(key), tuple(map(str, paths))) for name, (key, paths) in groups.items()
        }
        made = {
            path: SiteFile(
                key=key, content=content, size=size, links=PageLinks(tuple(links), ids), stamp=mark
            )
            for path, (key, content, size, links, ids, mark) in files.items()
        }
        return Record(made, known)
    except (OSError, ValueError, TypeError, AttributeError):
        return Record()


def joined(records: Iterable[Record]) -> Record:
    """Return records as one. A file that two of them have is that of the first."""
    files: dict[str, SiteFile] = {}
    groups: dict[str, Group] = {}
    for each in records:
        files = {**each.files, **files}
        groups = {**each.groups, **groups}
    return Record(files, groups)
