"""Prepare what all builds need. The process that those of ``rulebinder serve`` are forked from imports this once."""

from __future__ import annotations

import contextlib

from ..problems import InputError
from ..publishing import building, mkdocs

with contextlib.suppress(InputError):  # the build says what is wrong
    building.prepare(mkdocs.read())
