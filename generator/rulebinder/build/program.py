"""The version of this program and of all that it uses, as a digest."""

from __future__ import annotations

import functools
import sys
from importlib import metadata
from pathlib import Path

from ..settings import ENGINE
from ..system import places, shipped
from ..system.digests import digest, of_files
from ..system.sources import DISK, Sources


def version(sources: Sources = DISK) -> str:
    """Return a digest of this program: of its modules, templates and settings, and of the versions
    of all its libraries.
    """
    written = shipped.inherited(shipped.settings(sources), sources)
    return digest(_shipped(), *map(sources.digest, (shipped.SETTINGS, *written)))


@functools.cache  # what this process runs does not change, even if its files do
def _shipped() -> str:
    """Return a digest of all but the settings."""
    libraries = Path(str(metadata.distribution("jinja2").locate_file("")))
    versions = sorted(path.name for path in libraries.glob("*.dist-info"))
    ours = (shipped.PACKAGE, places.THEME.parent)
    return digest(sys.version, ENGINE, *versions, *of_files(ours))
