"""The version of this program as it runs."""

from __future__ import annotations

import functools
import sys
from importlib import metadata
from pathlib import Path

from . import shipped
from .digests import digest, of_files


@functools.cache  # what this process runs does not change, even if its files do
def version() -> str:
    """Return a digest of this program without settings: of its modules and templates, and of the
    versions of Python and of all libraries.
    """
    libraries = Path(str(metadata.distribution("jinja2").locate_file("")))
    versions = sorted(path.name for path in libraries.glob("*.dist-info"))
    return digest(sys.version, *versions, *of_files((shipped.PACKAGE, shipped.TEMPLATES)))
