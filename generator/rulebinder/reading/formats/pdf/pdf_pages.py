"""The pages of a PDF, by pdfminer: letters in their places."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar, LTComponent
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.utils import apply_matrix_pt

_FEWEST_CORNERS, _LONGEST_PATH = 4, 20
"""How many corners and how many steps the outline of a dot has."""
_LEAST_DOT, _LARGEST_DOT = 1.2, 9.0
"""The height of a dot in points."""
_SKEW = 0.25
"""How much wider or narrower than high a dot may be, as a share of its height."""
_UNMARKED = -1
"""The mark of letters that no element of the document's structure holds."""

logging.getLogger("pdfminer").setLevel(
    logging.ERROR
)  # what it finds odd in a file is no problem of ours


class Page(PDFLayoutAnalyzer):
    """A page: it takes its letters and dots as pdfminer draws them."""

    def __init__(self, resources: PDFResourceManager, name: object) -> None:
        super().__init__(resources)
        self.name = name
        """The number by which the structure of the document names the page."""
        self.letters: list[tuple[int, LTChar]] = []
        """Each letter with its mark, a number by which the structure names it."""
        self.dots: list[LTComponent] = []
        """Small filled circles and squares, as bullets are drawn."""
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
        if not fill or len(path) > _LONGEST_PATH:
            return
        corners = [apply_matrix_pt(self.ctm, step[-2:]) for step in path if len(step) > 1]
        if len(corners) < _FEWEST_CORNERS:
            return
        across, upward = [x for x, _ in corners], [y for _, y in corners]
        dot = LTComponent((min(across), min(upward), max(across), max(upward)))
        is_small = _LEAST_DOT <= dot.height <= _LARGEST_DOT
        if is_small and abs(dot.width - dot.height) <= _SKEW * dot.height:
            self.dots.append(dot)

    def render_image(self, *_: Any, **__: Any) -> None:
        """Leave out pictures."""


def pages(document: PDFDocument) -> Iterator[Page]:
    """Yield each page. Raises whatever a broken file makes pdfminer raise."""
    resources = PDFResourceManager()
    for drawn in PDFPage.create_pages(document):
        page = Page(resources, drawn.pageid)
        PDFPageInterpreter(resources, page).process_page(drawn)
        yield page
