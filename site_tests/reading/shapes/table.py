"""Every shape of the invented document, and how much of it must be read: all, if nothing else is
said.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from . import office, prints, texts, web
from .archiving import web_archive
from .model import TITLE, printed
from .prints import Print
from .texts import Blank, Indent, Wrapping


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A file of the document, and the least that is read from it."""

    make: Callable[[], bytes]
    dialect: str = "markdown"
    cards: int = 10
    texts: int = 10
    """Cards whose rules text is read paragraph by paragraph."""
    rulings: int = 24
    extra: int = 0
    """The most cards and rulings that are in the notes and not in the document."""


FORMATS: Mapping[str, Callable[[], bytes]] = {
    "docx": office.docx,
    "html": partial(web.page, web.paragraphs),
    "mhtml": lambda: web_archive(web.page(web.paragraphs)),
    "pdf": partial(prints.pdf, Print()),
}
"""The document in each format that a library reads."""
_COLUMNS = (40, 72)
_UNDIVIDED = (Indent.NONE, Indent.BULLETS)


def _texts() -> Iterator[tuple[str, Shape]]:
    names = {"collector": "collector-lines", "line-faq": "line-faq", "markdown": "markdown"}
    for name, columns, blank, indent in itertools.product(names, _COLUMNS, Blank, Indent):
        wrapping = Wrapping(
            columns=columns, blank=blank, indent=indent, hyphens=indent is Indent.HANGING
        )
        # Nothing at all divides two paragraphs here if the first one ends at the margin.
        floor = {"texts": 8, "rulings": 22, "extra": 2} if _is_undivided(name, wrapping) else {}
        shape = Shape(make=partial(texts.text, name, wrapping), dialect=names[name], **floor)
        yield f"{name}, {columns} columns, {blank.value}, {indent.value}", shape
    name = "no bullets"
    yield name, Shape(make=partial(texts.text, name, Wrapping()), dialect="line-faq")
    for width, hyphens in itertools.product((None, *_COLUMNS), (False, True)):
        wrapping = Wrapping(columns=width, hyphens=hyphens)
        # On one line, nothing shows the abilities of a planeswalker and the chapters of a Saga.
        shape = Shape(
            make=partial(_one_line, wrapping), dialect="one-line", cards=9, texts=7, extra=1
        )
        yield f"one line, {width} columns{', broken at hyphens' * hyphens}", shape


def _one_line(wrapping: Wrapping) -> bytes:
    return texts.one_line(printed(), wrapping).encode()


def _is_undivided(name: str, wrapping: Wrapping) -> bool:
    return name == "collector" and wrapping.blank is not Blank.ALL and wrapping.indent in _UNDIVIDED


_PRINTS = {
    "plain": Print(),
    "with hyphens": Print(hyphens=True),
    "justified with hyphens": Print(hyphens=True, justified=True),
    "with a narrow gutter": Print(gutter=12, hyphens=True, justified=True),
    "with a running head and page numbers": Print(head=TITLE, numbers=True),
    "printed by a browser": Print(browser=True),
    "in Courier": Print(font="Courier", size=9),
    "in Times with large headings": Print(font="Times-Roman", heading=18, hyphens=True),
    "with headings as small as the text": Print(heading=10, hyphens=True),
    "with the title across": Print(across=True),
    "with gaps between entries only": Print(spaced=False, hyphens=True),
    "without gaps and indents": Print(spaced=False, gap=0, hanging=0, hyphens=True),
    "without indents": Print(hanging=0),
}


def _pdfs() -> Iterator[tuple[str, Shape]]:
    for columns, (name, look) in itertools.product((1, 2), _PRINTS.items()):
        yield (
            f"PDF, {columns} columns, {name}",
            Shape(make=partial(prints.pdf, replace(look, columns=columns))),
        )
    yield "PDF, 3 columns", Shape(make=partial(prints.pdf, Print(columns=3, hyphens=True)))


def _others() -> Iterator[tuple[str, Shape]]:
    for name, make in office.documents():
        yield (
            f"Word, {name}",
            Shape(
                make=make, dialect="collector-lines" if name.endswith("no bullets") else "markdown"
            ),
        )
    for name, page in web.pages():
        yield f"web page, {name}", Shape(make=page)


SHAPES: Mapping[str, Shape] = dict([*_texts(), *_pdfs(), *_others()])
