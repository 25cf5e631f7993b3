"""Whether a site is what a build makes: compared with another one, byte by byte, or with its own
manifest.
"""

from __future__ import annotations

import filecmp
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..facts.files import yaml_files
from ..problems import InputError, Place, Problem, error
from . import marks

MANIFEST = "data/manifest.json"
"""The file of a site with the digests of all others."""
_COPY = "copy the website again, or build it"
_HINT = (
    "build the site again with `rulebinder site`; if it still differs, somebody changed the file,"
    " or an input is another"
)


def differences(site: Path, fresh: Path) -> Iterator[Problem]:
    """Yield an error for each file of the ``site`` that differs from the ``fresh`` one, is missing,
    or that a build no longer makes.

    Files of others in the site do not count. Raises InputError if the mark of a site cannot be
    read, OSError if a file cannot.
    """
    ours, made = (mark.files if (mark := marks.read(each)) else set() for each in (site, fresh))
    for path in sorted(ours | made):
        if path not in ours or not (site / path).is_file():
            fault = "is missing, and a build makes it"
        elif path not in made:
            fault = "is there, and a build no longer makes it"
        elif not filecmp.cmp(site / path, fresh / path, shallow=False):
            fault = "differs from the one that a build makes"
        else:
            continue
        yield error(Place(str(site / path)), f"the file {fault}", _HINT)


def listed(site: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of the ``site`` as its manifest says it.

    Raises InputError if there is no sound manifest.
    """
    found = yaml_files.load_json(site / MANIFEST, "manifest", _COPY)
    if isinstance(found, Problem):
        raise InputError(found)
    files: dict[str, str] = found["files"]
    return files


def damage(site: Path, files: Mapping[str, str]) -> Iterator[Problem]:
    """Yield an error for each of the ``files`` of a ``site`` that has another SHA-256 than the
    manifest says, or that cannot be read.
    """
    for path, said in files.items():
        try:
            with (site / path).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as failure:
            yield error(
                Place(str(site / path)),
                f"the manifest lists the file, and it cannot be read ({failure.strerror})",
                _COPY,
            )
            continue
        if found != said:
            yield error(Place(str(site / path)), "the file is not as the manifest says", _COPY)
