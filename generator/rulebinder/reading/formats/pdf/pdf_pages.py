"""The pages of a PDF, by pdfminer: letters in their places."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage

_SHORTEST_PATH, _LONGEST_PATH = 4, 20
"""How many steps the outline of a dot has."""
_LEAST_DOT, _LARGEST_DOT = 1.2, 9.0
"""The height of a dot in points."""
_SKEW = 0.25
"""How much wider or narrower than high a dot may be, as a share of its height."""
_UNMARKED = -1
"""The mark of letters that no element of the document's structure holds."""

logging.getLogger("pdfminer").setLevel(
    logging.ERROR
)  # what it finds odd in a file is no problem of ours


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


def pages(document: PDFDocument) -> Iterator[Page]:
    """Yield each page. Raises whatever a broken file makes pdfminer raise."""
    resources = PDFResourceManager()
    for page in PDFPage.create_pages(document):
        device = _Device(resources)
        PDFPageInterpreter(resources, device).process_page(page)
        yield Page(name=page.pageid, letters=device.letters, dots=device.dots)


class _Device(PDFLayoutAnalyzer):
    """Takes the letters and the dots of a page."""

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
