"""``data/manifest.json``: what a site was made from, and the digest of each of its files, by which
anyone can check a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import metadata

from ...facts.files import yaml_files
from ...library import Library
from ...site.comparison import MANIFEST
from ...site.record import SiteFile
from . import schemas

_PROGRAM = "rulebinder"


def files(
    library: Library, facts: str | None, made: Mapping[str, SiteFile]
) -> Iterator[tuple[str, str]]:
    """Yield the manifest of a site of ``library``.

    ``facts`` is their digest; ``made`` are all other files of the site.
    """
    said = {
        "program": {"name": _PROGRAM, "version": metadata.version(_PROGRAM)},
        "facts": facts,
        "documents": [
            {"name": name, "sha256": found} for name, found in sorted(set(_documents(library)))
        ],
        "files": {path: file.content for path, file in sorted(made.items())},
    }
    yield MANIFEST, yaml_files.dump_json(schemas.linked(MANIFEST, "manifest", said))


def _documents(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of each document, and of each edition of the rules."""
    for document in library.documents():
        yield from ((each.source.name, each.source.sha256) for each in document.notes.documents)
    yield from ((book.name, book.sha256) for book in library.rulebooks)
