"""The invented document as text: in each dialect, wrapped at a column or not, with hanging indents
or not.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial

from .model import Part, Printed, printed


class Blank(Enum):
    """The paragraphs that have a blank line above them."""

    NONE = "no blank lines"
    ENTRIES = "a blank line above each entry"
    ALL = "blank lines between all paragraphs"


class Indent(Enum):
    """The lines that are indented."""

    NONE = "no indents"
    BULLETS = "further lines of bullets indented"
    HANGING = "further lines of all paragraphs indented"
    FIRST = "first lines of paragraphs indented"


@dataclass(frozen=True, kw_only=True)
class Wrapping:
    """How lines are broken; without ``columns`` they are not."""

    columns: int | None = None
    indent: Indent = Indent.NONE
    blank: Blank = Blank.ALL
    hyphens: bool = False
    """Whether a line may be broken behind the hyphen of a word."""


_LOOSE = (Part.TITLE, Part.PLAIN, Part.HEADING, Part.SECTION)


Dialect = Callable[[Printed, int], Iterator[str]]
"""Yields the lines of a paragraph, which has a number."""


def collector(paragraph: Printed, number: int) -> Iterator[str]:
    """Yield the paragraph; a line with the collector number comes before a card's name."""
    if paragraph.part is Part.NAME and paragraph.entry:
        yield f"{number:04}_MTGLAM_Main: {paragraph.text}"
    yield paragraph.text


def line_faq(paragraph: Printed, _: int, *, bullet: str = "* ") -> Iterator[str]:
    """Yield the paragraph; a divider comes before an entry, and a ruling begins with a bullet."""
    if paragraph.entry and paragraph.part is not Part.TITLE:
        yield "-----"
    marks = {Part.RULING: bullet, Part.ITEM: " - "}
    yield f"{marks.get(paragraph.part, '')}{paragraph.text}"


def markdown(
    paragraph: Printed, _: int, *, bullet: str = "- ", headings: bool = True, bold: str = ""
) -> Iterator[str]:
    """Yield the paragraph as Markdown. ``bold`` is around the names of cards."""
    marks = {Part.RULING: bullet, Part.ITEM: f"    {bullet}", Part.NAME: bold}
    if headings:
        marks |= {Part.TITLE: "# ", Part.HEADING: "## ", Part.SECTION: "### "}
    end = bold if paragraph.part is Part.NAME else ""
    yield f"{marks.get(paragraph.part, '')}{paragraph.text}{end}"


DIALECTS: Mapping[str, Dialect] = {
    "collector": collector,
    "line-faq": line_faq,
    "no bullets": partial(line_faq, bullet=""),
    "markdown": markdown,
}


def text(dialect: str, wrapping: Wrapping) -> bytes:
    """Return the document of all shapes in a dialect."""
    return written(printed(), DIALECTS[dialect], wrapping).encode()


def written(paragraphs: Iterable[Printed], dialect: Dialect, wrapping: Wrapping) -> str:
    """Return a document in a dialect."""
    lines: list[str] = []
    for number, paragraph in enumerate(paragraphs, start=1):
        spaced = wrapping.blank is Blank.ALL or (
            wrapping.blank is Blank.ENTRIES and (paragraph.entry or paragraph.part in _LOOSE)
        )
        for line in dialect(paragraph, number):
            if spaced and lines:
                lines.append("")
            lines += _wrapped(line, wrapping)
    return "\n".join(lines) + "\n"


def one_line(paragraphs: Iterable[Printed], wrapping: Wrapping) -> str:
    """Return a document as one line, which a mailer may have wrapped."""
    marks = {Part.SECTION: "***{}***", Part.RULING: "* {}", Part.ITEM: "- {}"}
    parts = []
    for paragraph in paragraphs:
        if paragraph.entry and paragraph.part is not Part.TITLE:
            parts.append("-----")
        is_heading = paragraph.part is Part.HEADING
        words = paragraph.text.upper() if is_heading else paragraph.text
        parts.append(marks.get(paragraph.part, "{}").format(words))
    return "\n".join(_wrapped(" ".join(parts), wrapping))


def _wrapped(line: str, wrapping: Wrapping) -> list[str]:
    if wrapping.columns is None:
        return [line]
    bullet = line[:2] in ("* ", "- ", "• ")
    hanging = wrapping.indent is Indent.HANGING or (wrapping.indent is Indent.BULLETS and bullet)
    opening = wrapping.indent is Indent.FIRST and not bullet and line[:1].isalpha()
    return textwrap.wrap(
        line,
        wrapping.columns,
        initial_indent="   " * opening,
        subsequent_indent="  " * hanging,
        break_long_words=False,
        break_on_hyphens=wrapping.hyphens,
    )
