"""Prepare what all builds need. The process that those of ``rulebinder serve`` are forked from imports this once."""

from __future__ import annotations

import contextlib

from ..problems import InputError
from ..publishing import mkdocs, site

with contextlib.suppress(InputError):  # the build says what is wrong
    site.compile_templates(mkdocs.read())
