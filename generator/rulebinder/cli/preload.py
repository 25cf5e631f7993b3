"""Prepare what all builds need.

The process that those of ``rulebinder serve`` are forked from imports this once.
"""

from __future__ import annotations

import contextlib

from ..build import make
from ..plugin import mkdocs
from ..problems import InputError

with contextlib.suppress(InputError):  # the build says what is wrong
    make.compile_templates(mkdocs.read())
