"""The views of the site's pages. Each page kind is a module with ``pages(edition)`` and a template of the same name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Protocol, cast

from .edition import Edition, Page


class PageKind(Protocol):
    """A module that makes all pages of one kind."""

    def pages(self, edition: Edition) -> Iterator[Page]:
        """Yield the pages of this kind, in the language of ``edition``."""


def _kinds() -> Iterator[tuple[str, PageKind]]:
    """Yield each module of this package that makes pages, with its name, in the order of the names."""
    for name in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        module = importlib.import_module(f".{name}", __name__)
        if hasattr(module, "pages"):
            yield name, cast(PageKind, module)


KINDS = dict(_kinds())
"""Every page kind, by the name of its module and template."""
