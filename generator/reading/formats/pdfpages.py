"""The pages of a PDF, by pdfminer, within bounds: a small file can hold more than a machine's memory.

pdfminer has no limits of its own, and raises whatever comes up in a broken file.
"""

from __future__ import annotations

import io
import logging
import types
import zlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

from pdfminer import pdftypes
from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LAParams, LTPage
from pdfminer.lzw import LZWDecoder
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.runlength import rldecode

MOST_PAGES = 2_000
MOST_CHARACTERS = 2_000_000
"""How many characters all pages may have together: that of a book of a thousand pages."""
MOST_ON_A_PAGE = 30_000
MOST_FIGURES = 20_000
"""How many times a page may draw a figure that is defined elsewhere: such a drawing may draw others."""
MOST_INFLATED = 256 << 20
"""How many bytes the compressed parts of a file may have together."""

logging.getLogger("pdfminer").setLevel(logging.ERROR)  # what it finds odd in a file is no problem of ours


class UnreadableError(Exception):
    """Raised if a file is no PDF that can be read, or is beyond the bounds; says why."""


def pages(data: bytes) -> Iterator[LTPage]:
    """Each page with its lines of text in their places. Raises UnreadableError."""
    with mock.patch.multiple(pdftypes, **_bounded(_Budget(MOST_INFLATED))):
        reading = _pages(data)
        while True:
            try:
                page = next(reading)
            except StopIteration:
                return
            except UnreadableError:
                raise
            except Exception as failure:  # a broken file makes pdfminer raise anything
                raise UnreadableError(
                    f"{type(failure).__name__}: {failure}" if str(failure) else type(failure).__name__
                ) from failure
            yield page


def _pages(data: bytes) -> Iterator[LTPage]:
    resources = PDFResourceManager(caching=True)
    device = _Device(resources, laparams=LAParams(boxes_flow=None))
    interpreter = PDFPageInterpreter(resources, device)
    for number, page in enumerate(PDFPage.get_pages(io.BytesIO(data)), start=1):
        if number > MOST_PAGES:
            raise UnreadableError(f"it has more than {MOST_PAGES} pages")
        device.begin()
        interpreter.process_page(page)
        yield device.get_result()


class _Device(PDFPageAggregator):
    """Takes the text of a page, and counts its characters."""

    _total = _on_page = _figures = 0

    def begin(self) -> None:
        """Begin a page."""
        self._on_page = self._figures = 0

    def render_char(self, *args: Any, **options: Any) -> float:
        self._total += 1
        self._on_page += 1
        if self._on_page > MOST_ON_A_PAGE or self._total > MOST_CHARACTERS:
            raise UnreadableError(f"it has more than {MOST_ON_A_PAGE} characters on a page, or {MOST_CHARACTERS} in all")
        return float(super().render_char(*args, **options))

    def begin_figure(self, *args: Any, **options: Any) -> None:
        self._figures += 1
        if self._figures > MOST_FIGURES:
            raise UnreadableError(f"a page draws more than {MOST_FIGURES} figures")
        super().begin_figure(*args, **options)

    def paint_path(self, *_: Any, **__: Any) -> None:
        """Leave out lines and areas: they are no text, and may be millions."""

    def render_image(self, *_: Any, **__: Any) -> None:
        """Leave out pictures."""


class _Budget:
    """How many bytes may still be inflated."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spent(self, part: bytes) -> bytes:
        """The part, taken off. Raises UnreadableError if it is too much."""
        self.left -= len(part)
        if self.left < 0:
            raise UnreadableError(f"its parts have more than {MOST_INFLATED >> 20} MB together when they are unpacked")
        return part


def _bounded(budget: _Budget) -> dict[str, Any]:
    """Return bounded replacements of pdfminer's functions that unpack, by their names there.

    There is no other way to bound it: it unpacks parts while it opens a file, long before it shows one.
    """

    def inflated(data: bytes) -> bytes:
        unpacking = zlib.decompressobj()
        # The last bytes are a sum of the others; if only that is wrong, the text is there all the same.
        found = budget.spent(unpacking.decompress(data[:-3], budget.left + 1))
        try:
            return found + budget.spent(unpacking.decompress(unpacking.unconsumed_tail + data[-3:], budget.left + 1))
        except zlib.error:
            return found

    def lzw(data: bytes) -> bytes:
        return b"".join(budget.spent(part) for part in LZWDecoder(io.BytesIO(data)).run())

    def run_lengths(data: bytes) -> bytes:
        # Two bytes become 128 at most: twice the budget is more than a file within it can need.
        if 64 * len(data) > 2 * budget.left:
            budget.spent(bytes(budget.left + 1))
        return budget.spent(rldecode(data))

    library = types.SimpleNamespace(decompress=inflated, error=zlib.error)
    return {"zlib": library, "decompress_corrupted": inflated, "lzwdecode": lzw, "rldecode": run_lengths}
