"""Prepare what all builds need.

The process that those of ``rulebinder serve`` are forked from imports this once.
"""

from __future__ import annotations

import contextlib

from ..plugin import mkdocs
from ..problems import InputError
from ..settings import files
from ..system import places
from ..theme import environment

with contextlib.suppress(InputError):  # the build says what is wrong
    mkdocs.prepare(files.read(), places.THEME)
    environment.prepare()
