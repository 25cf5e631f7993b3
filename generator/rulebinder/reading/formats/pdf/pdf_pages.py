"""The pages of a PDF, by pdfminer: letters in their places."""

from __future__ import annotations

import contextlib
import io
import logging
import types
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

from pdfminer import pdftypes
from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar
from pdfminer.lzw import LZWDecoder
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.psparser import PSBaseParser

MOST_PAGES = 2_000
MOST_CHARACTERS = 2_000_000
"""How many characters all pages may have together: that of a book of a thousand pages."""
MOST_ON_A_PAGE = 30_000
MOST_IN_A_STRING = 100_000
_END_OF_RUNS = 128
LEAST_UNPACKED, MOST_TIMES_UNPACKED, MOST_UNPACKED = 1 << 20, 16, 64 << 20
"""How many bytes the parts of a file may have together when they are unpacked: so many, and so many
times its size.

Text packs to a fifth, letters and pictures to hardly less than they are. It takes a second to read
a megabyte of instructions, so that this bounds the time, too.
"""
_SHORTEST_PATH, _LONGEST_PATH = 4, 20
"""How many steps the outline of a dot has."""
_LEAST_DOT, _LARGEST_DOT = 1.2, 9.0
"""The height of a dot in points."""
_SKEW = 0.25
"""How much wider or narrower than high a dot may be, as a share of its height."""
_UNMARKED = -1
"""The mark of letters that no element of the document's structure holds."""

_parse_string = PSBaseParser._parse_string

logging.getLogger("pdfminer").setLevel(
    logging.ERROR
)  # what it finds odd in a file is no problem of ours


class UnreadableError(Exception):
    """Raised if a file is no PDF that can be read; says why."""


@dataclass(frozen=True)
class Dot:
    """A small filled circle or square, as a bullet is drawn: its frame in points from the lower
    left corner.
    """

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page: its letters in the order in which they are drawn, each with its mark."""

    name: object
    """The number by which the structure of the document names the page."""
    letters: Sequence[tuple[int, LTChar]]
    """The marks are numbers by which the structure names letters of the page."""
    dots: Sequence[Dot]


@contextlib.contextmanager
def bounded(size: int) -> Iterator[_Budget]:
    """Bound what pdfminer unpacks of a file of so many bytes; give what its pages may draw."""
    most = min(LEAST_UNPACKED + MOST_TIMES_UNPACKED * size, MOST_UNPACKED)
    unpacked = _Budget(most, "its parts have", " when they are unpacked")
    strings = mock.patch.object(PSBaseParser, "_parse_string", _bounded_string)
    with mock.patch.multiple(pdftypes, **_bounded(unpacked)), strings:
        yield _Budget(most, "its pages draw")


def pages(document: PDFDocument, drawn: _Budget) -> Iterator[Page]:
    """Yield each page. Raises whatever a broken file makes pdfminer raise."""
    resources = PDFResourceManager()
    letters = 0
    for number, page in enumerate(PDFPage.create_pages(document), start=1):
        device = _Device(resources)
        device.drawn = drawn
        _Interpreter(resources, device).process_page(page)
        letters += len(device.letters)
        if number > MOST_PAGES:
            raise UnreadableError(f"it has more than {MOST_PAGES} pages")
        if letters > MOST_CHARACTERS:
            raise UnreadableError(f"it has more than {MOST_CHARACTERS} characters in all")
        yield Page(name=page.pageid, letters=device.letters, dots=device.dots)


def _bounded_string(parser: PSBaseParser, part: bytes, at: int) -> int:
    """Go on with a string. pdfminer copies it for each mark in it, so that a long one would take
    its length squared.
    """
    if len(parser._curtoken) > MOST_IN_A_STRING:
        raise UnreadableError(f"it has a string of more than {MOST_IN_A_STRING} letters")
    return _parse_string(parser, part, at)


class _Interpreter(PDFPageInterpreter):
    """Counts the instructions of pages and figures: many pages may share one part."""

    def execute(self, streams: Sequence[object]) -> None:
        assert isinstance(self.device, _Device)
        for each in streams:
            self.device.drawn.spent(pdftypes.stream_value(each).get_data())
        super().execute(streams)


class _Device(PDFLayoutAnalyzer):
    """Takes the letters and the dots of a page."""

    drawn: _Budget

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self.letters: list[tuple[int, LTChar]] = []
        self.dots: list[Dot] = []
        self._marks = [_UNMARKED]

    def begin_tag(self, _: Any, props: Any = None) -> None:
        mark = props.get("MCID") if isinstance(props, dict) else None
        if not isinstance(mark, int) or self._stack:  # a figure counts its marks by itself
            mark = self._marks[-1]
        self._marks.append(mark)

    def end_tag(self) -> None:
        if len(self._marks) > 1:
            self._marks.pop()

    def render_char(self, *args: Any, **options: Any) -> float:
        width = float(super().render_char(*args, **options))
        if len(self.letters) >= MOST_ON_A_PAGE:
            raise UnreadableError(f"it has more than {MOST_ON_A_PAGE} characters on a page")
        letter = self.cur_item._objs.pop()
        assert isinstance(letter, LTChar)
        self.letters.append((self._marks[-1], letter))
        return width

    def paint_path(
        self, _state: Any, _stroke: Any, fill: Any, _evenodd: Any, path: Sequence[tuple[Any, ...]]
    ) -> None:
        """Take the small dots.

        Leave out other lines and areas: they are no text, and may be millions.
        """
        if not fill or not _SHORTEST_PATH <= len(path) <= _LONGEST_PATH:
            return
        a, b, c, d, e, f = self.ctm
        corners = [
            (a * x + c * y + e, b * x + d * y + f)
            for _, *at in path
            if len(at) > 1
            for x, y in [at[-2:]]
        ]
        if not corners:
            return
        across, upward = zip(*corners, strict=True)
        dot = Dot(min(across), min(upward), max(across), max(upward))
        width, height = dot.right - dot.left, dot.top - dot.bottom
        if _LEAST_DOT <= height <= _LARGEST_DOT and abs(width - height) <= _SKEW * height:
            self.dots.append(dot)

    def render_image(self, *_: Any, **__: Any) -> None:
        """Leave out pictures."""


class _Budget:
    """How many bytes may still be read, of how many, and what has them."""

    def __init__(self, most: int, what: str, when: str = "") -> None:
        self.left = most
        self._said = (
            f"{what} more than {most / (1 << 20):.0f} MB together{when}: far more than its size"
            " allows"
        )

    def spent(self, part: bytes) -> bytes:
        """The part, taken off. Raises UnreadableError if it is too much."""
        self.left -= len(part)
        if self.left < 0:
            raise UnreadableError(self._said)
        return part


def _bounded(budget: _Budget) -> dict[str, Any]:
    """Return bounded replacements of pdfminer's functions that unpack, by their names there.

    There is no other way to bound it: it unpacks parts while it opens a file, long before it shows
    one.
    """

    def inflated(data: bytes) -> bytes:
        unpacking = zlib.decompressobj()
        #  The last bytes are a sum of the others; if only that is wrong, the text is there all the
        # same.
        found = budget.spent(unpacking.decompress(data[:-3], budget.left + 1))
        try:
            return found + budget.spent(
                unpacking.decompress(unpacking.unconsumed_tail + data[-3:], budget.left + 1)
            )
        except zlib.error:
            return found

    def lzw(data: bytes) -> bytes:
        return b"".join(budget.spent(part) for part in LZWDecoder(io.BytesIO(data)).run())

    def run_lengths(data: bytes) -> bytes:
        parts = []
        at = 0
        while at < len(data) and data[at] != _END_OF_RUNS:
            length, after = data[at], at + 1
            own = length < _END_OF_RUNS
            at = after + (length + 1 if own else 1)
            parts.append(budget.spent(data[after:at] if own else data[after:at] * (257 - length)))
        return b"".join(parts)

    library = types.SimpleNamespace(decompress=inflated, error=zlib.error)
    return {
        "zlib": library,
        "decompress_corrupted": inflated,
        "lzwdecode": lzw,
        "rldecode": run_lengths,
    }
