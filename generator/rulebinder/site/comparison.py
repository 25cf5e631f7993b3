"""Whether the files of a site are what a manifest says: its own, or that of another build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..facts.files import yaml_files
from ..problems import InputError, Problem, error, warning
from . import marks

MANIFEST = "data/manifest.json"
"""The file of a site with the digests of all others."""
COPY = "copy the website again, or build it"
"""What helps if a site is not what its own manifest says."""


def listed(site: Path, *unlisted: str) -> dict[str, str]:
    """Return the SHA-256 of each file of the ``site`` as its manifest says it, and of files that no
    manifest lists.

    Raises InputError if there is no sound manifest.
    """
    found = yaml_files.load_json(site / MANIFEST, "manifest", COPY)
    if isinstance(found, Problem):
        raise InputError(found)
    return {**found["files"], **{path: _sha256(site / path) for path in unlisted}}


def differences(site: Path, files: Mapping[str, str], hint: str) -> Iterator[Problem]:
    """Yield an error for each of the ``files`` that is missing in the ``site`` or has another
    SHA-256 than they say, and for all that a build of the site wrote beside them.

    What others added is a warning. ``hint`` says what helps against errors. Raises InputError if
    the mark of the site cannot be read.
    """
    for path, sha256 in sorted(files.items()):
        try:
            if _sha256(site / path) == sha256:
                continue
            fault = "differs from what the manifest says"
        except FileNotFoundError:
            fault = "is missing"
        except OSError as failure:
            fault = f"cannot be read ({failure.strerror})"
        yield error(site / path, f"the file {fault}", hint)
    known = {site / path for path in (*files, MANIFEST, marks.MARK)}
    mark = marks.read(site)
    written = {site / path for path in mark.files} if mark else set()
    written |= {folder for path in written for folder in path.parents}
    folders = {folder for path in known for folder in path.parents}
    waiting = [site]
    for folder in waiting:  # which grows
        for entry in sorted(folder.iterdir()):
            if entry in folders and entry.is_dir():
                waiting.append(entry)
            elif entry not in known and entry in written:
                yield error(entry, "is there, and a build no longer makes it", hint)
            elif entry not in known:
                yield warning(entry, "is not a part of the website: somebody added it")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
