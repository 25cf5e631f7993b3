"""``data/manifest.json``: what a site was made from, and the digest of each of its files, by which
anyone can check a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import metadata

from ...facts.files import yaml_files
from ...library import Library
from ...site.comparison import MANIFEST
from ...site.files import SiteFile
from . import schemas

_PROGRAM = "rulebinder"


def files(library: Library, facts: str, made: Mapping[str, SiteFile]) -> Iterator[tuple[str, str]]:
    """Yield the manifest of a site of ``library``.

    ``facts`` is their digest; ``made`` are all other files of the site.
    """
    read = {
        (each.source.name, each.source.sha256)
        for document in library.documents()
        for each in document.notes.documents
    } | {(book.name, book.sha256) for book in library.rulebooks}
    said = {
        "program": {"name": _PROGRAM, "version": metadata.version(_PROGRAM)},
        "facts": facts,
        "documents": [{"name": name, "sha256": sha256} for name, sha256 in sorted(read)],
        "files": {path: file.sha256 for path, file in sorted(made.items())},
    }
    yield MANIFEST, yaml_files.dump_json(schemas.linked(MANIFEST, "manifest", said))
