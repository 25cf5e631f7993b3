"""The dialects: each module here is one, and has its ``DIALECT``. A new dialect is one file."""

from __future__ import annotations

import importlib
import pkgutil

from ..dialect import Dialect

DIALECTS: tuple[Dialect, ...] = tuple(
    importlib.import_module(f"{__name__}.{module.name}").DIALECT
    for module in pkgutil.iter_modules(__path__)
)
"""Every dialect, by the names of their files.

The order decides nothing: two that fit a page alike are a mistake.
"""
