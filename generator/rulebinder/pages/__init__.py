"""The views of the site's pages.

Each page kind is a module of :mod:`.subjects` or :mod:`.overviews`, with ``pages(edition)`` and a
template of the same name.

A kind with many pages has ``subjects(edition)`` and ``of(edition, key)`` instead, which makes the
page of one subject, ``part(slices, key)``, the slice of the library that this page shows, and
``address(key)``, its address. Another kind that always has one page may have its ``ADDRESS``, so
that any process can make it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..joining.slices import Slice, Slices
from . import overviews, subjects
from .edition import Edition, Page


@dataclass(frozen=True, kw_only=True)
class PageBatch:
    """Pages that are made together: one, or all of a kind that has few or whose pages depend on
    each other.
    """

    kind: str
    name: str
    make: Callable[[], Iterable[Page]]
    address: str | None = None
    """The address of its only page; None if it is not known before the page is made."""
    part: Callable[[], Slice] | None = None
    """Returns the slice of the library that the pages show; None if they may show all of it."""


def batches(edition: Edition, slices: Slices) -> Iterator[PageBatch]:
    """Yield every page of the site in the language of ``edition``; none is made yet.

    ``slices`` cuts its library.
    """
    for kind, module in KINDS.items():
        if not hasattr(module, "subjects"):
            yield PageBatch(
                kind=kind,
                name=kind,
                make=partial(module.pages, edition),
                address=getattr(module, "ADDRESS", None),
            )
            continue
        for key in module.subjects(edition):
            part = partial(module.part, slices, key)
            yield PageBatch(
                kind=kind,
                name=f"{kind} {key}",
                make=partial(_of_part, module, edition, part, key),
                address=module.address(key),
                part=part,
            )


def _of_part(module: Any, edition: Edition, part: Callable[[], Slice], key: str) -> Iterator[Page]:
    pages: Iterator[Page] = module.of(edition.of(part()), key)
    return pages


def _kinds() -> Iterator[tuple[str, Any]]:
    """Yield each module that makes pages, with its name."""
    for package in (overviews, subjects):
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            if hasattr(module, "pages") or hasattr(module, "subjects"):
                yield info.name, module


KINDS = dict(sorted(_kinds()))
"""Every page kind, by the name of its module and template."""
