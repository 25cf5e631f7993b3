"""The pages of a PDF, by pdfminer: letters in their places; and the structure of a tagged one:
which letters are a heading, an item of a list, a paragraph.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar, LTComponent
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFObjRef, resolve1
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
DEEPEST = 60
"""How many elements may be within each other; deeper ones count as part of that one."""


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


class Mark(NamedTuple):
    """Letters of a page, by the numbers of the page and of their mark."""

    page: object
    number: int


@dataclass(frozen=True)
class Tagged:
    """A part of a document: its role, such as ``H1`` or ``LI``, and what is in it, in the order of
    reading.
    """

    role: str
    parts: list[Tagged | Mark] = field(default_factory=list)

    def marks(self) -> Iterator[Mark]:
        """Yield all marks within, in the order of reading."""
        for part in self.parts:
            if isinstance(part, Mark):
                yield part
            else:
                yield from part.marks()


def structure_of(document: PDFDocument) -> Tagged:
    """Return the structure of a document; it is empty if the document has none, or one that is
    not a tree.
    """
    whole = Tagged("Document")
    try:
        root = resolve1(document.catalog.get("StructTreeRoot"))
        return whole if _fill(whole, root["K"], resolve1(root.get("RoleMap"))) else Tagged("")
    except Exception:  # a broken file makes pdfminer raise anything
        return Tagged("")


def _fill(whole: Tagged, kids: Any, roles: Any) -> bool:
    """Put all parts below ``kids`` into the whole; return whether they are a tree."""
    seen: set[int] = set()
    #  What is still to be read, the last one first: a part, the element around it, its page, its
    # depth.
    waiting: list[tuple[Any, Tagged, object, int]] = [(kids, whole, 0, 0)]
    while waiting:
        part, around, page, depth = waiting.pop()
        if isinstance(part, PDFObjRef):
            if part.objid in seen:
                return False
            seen.add(part.objid)
            part = resolve1(part)
        if isinstance(part, list):
            waiting += [(kid, around, page, depth) for kid in reversed(part)]
        elif isinstance(part, int):
            around.parts.append(Mark(page, part))
        elif isinstance(part, dict):
            page = getattr(part.get("Pg"), "objid", page)
            if "S" in part:
                element = Tagged(_role(part["S"], roles)) if depth < DEEPEST else around
                if element is not around:
                    around.parts.append(element)
                waiting.append((part.get("K"), element, page, depth + 1))
            elif isinstance(part.get("MCID"), int) and "Stm" not in part:
                #  With Stm, it is a mark inside of a figure.
                around.parts.append(Mark(page, part["MCID"]))
    return True


def _role(name: Any, roles: Any) -> str:
    """Return the standard name of a role: a program may have its own names, each with the one that
    it stands for.
    """
    role = str(getattr(name, "name", ""))
    names: set[str] = set()
    while isinstance(roles, dict) and role in roles and role not in names:
        names.add(role)
        role = str(getattr(resolve1(roles[role]), "name", ""))
    return role
