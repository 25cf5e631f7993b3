"""The invented document as a PDF: typeset in one or two columns, with or without hyphens, running
heads and page numbers.

The widths of letters are those of the standard fonts, so that lines are as ragged as in a real
print.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pdfminer.fontmetrics import FONT_METRICS

from . import packing
from .model import TITLE, Part, Printed, printed
from .packing import escaped

_WIDTH, _HEIGHT = 595, 842
_MARGIN = 50
_SYLLABLE = re.compile(
    r"(?<=[aeiouy])(?=[bcdfghjklmnpqrstvwxz][aeiouy])|(?<=[bcdfghlmnprst])(?=[bcdfgkmpstv][aeiouy])"
)
_LOOSE = (Part.TITLE, Part.PLAIN, Part.HEADING, Part.SECTION)


@dataclass(frozen=True, kw_only=True)
class Print:
    """How the document is typeset."""

    columns: int = 1
    gutter: float = 24
    across: bool = False
    """Whether the title goes across all columns, centered, in letters twice as large."""
    hyphens: bool = False
    font: str = "Helvetica"
    size: float = 10
    heading: float = 14
    """The size of headings."""
    gap: float = 5
    """The space in points between two paragraphs; the lines of a card's head have none between
    them.
    """
    spaced: bool = True
    """Whether abilities and rulings have that space, too; an entry always has."""
    hanging: float = 12
    justified: bool = False
    head: str = ""
    """The running head."""
    numbers: bool = False
    browser: bool = False
    """Whether a browser printed it, with the date, the title and the address on each page."""


@dataclass(frozen=True)
class _Line:
    """A line of a column: its text, its indent, its size, its place from the top of the column;
    ``slack`` is the room left.
    """

    text: str
    indent: float
    size: float
    above: float
    slack: float = 0
    bold: bool = False


def pdf(look: Print) -> bytes:
    """Return the document as a PDF."""
    width = (_WIDTH - 2 * _MARGIN - (look.columns - 1) * look.gutter) / look.columns
    columns = list(_columns(look, width))
    pages = [
        columns[start : start + look.columns] for start in range(0, len(columns), look.columns)
    ]
    streams = []
    for number, page in enumerate(pages, start=1):
        drawn = "".join(
            _shown(line, _MARGIN + at * (width + look.gutter), y, look)
            for at, column in enumerate(page)
            for line, y in column
        )
        streams.append(f"BT {drawn}{''.join(_boilerplate(look, number, len(pages)))}ET")
    fonts = [_font(look.font), _font(_bold(look.font))]
    return packing.pdf([stream.replace("\u2212", "\x01") for stream in streams], fonts)


def _font(name: str) -> str:
    encoding = "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /minus] >>"
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding {encoding} >>"


def _bold(font: str) -> str:
    return {"Times-Roman": "Times-Bold"}.get(font, f"{font}-Bold")


def _shown(line: _Line, left: float, y: float, look: Print) -> str:
    gaps = line.text.count(" ")
    spread = line.slack / gaps if look.justified and line.slack and gaps else 0
    font = f"/F{2 if line.bold else 1} {line.size} Tf {spread:.3f} Tw"
    return f"{font} 1 0 0 1 {left + line.indent:.2f} {y:.2f} Tm ({escaped(line.text)}) Tj\n"


def _boilerplate(look: Print, number: int, count: int) -> Iterator[str]:
    """Yield the lines that every page has at its head and foot."""
    small = "/F1 8 Tf 0 Tw"
    if look.browser:
        yield (
            f"{small} 1 0 0 1 24 822 Tm (11/22/26, 6:41 AM) Tj\n{small} 1 0 0 1 260 822 Tm"
            f" ({TITLE}) Tj\n"
        )
        yield (
            f"{small} 1 0 0 1 24 16 Tm (https://archive.example/notes/lam.html) Tj\n{small} 1 0 0 1"
            f" 552 16 Tm ({number}/{count}) Tj\n"
        )
    if look.across and number == 1:
        title = _Room(look, 2 * look.heading, True, _WIDTH, 0).width(TITLE)
        yield (
            f"/F2 {2 * look.heading} Tf 0 Tw 1 0 0 1 {(_WIDTH - title) / 2:.2f} 795 Tm ({TITLE})"
            " Tj\n"
        )
    if look.head:
        yield f"{small} 1 0 0 1 50 815 Tm ({escaped(look.head)}) Tj\n"
    if look.numbers:
        yield f"{small} 1 0 0 1 295 24 Tm ({number}) Tj\n"


def _columns(look: Print, width: float) -> Iterator[list[tuple[_Line, float]]]:
    """Yield the columns, each with its lines and their heights on the page."""
    top, bottom = _HEIGHT - 60, 50
    column: list[tuple[_Line, float]] = []
    y = float(top)
    for paragraph in printed():
        if look.across and paragraph.part is Part.TITLE:
            continue
        for line in _lines(paragraph, look, width):
            y -= line.size * 1.2 + (line.above if column else 0)
            if y < bottom:
                yield column
                column, y = [], top - line.size * 1.2
            column.append((line, y))
    yield column


def _lines(paragraph: Printed, look: Print, width: float) -> Iterator[_Line]:
    part = paragraph.part
    large = part in (Part.TITLE, Part.HEADING, Part.SECTION)
    size = look.heading if large else look.size
    bold = large or part is Part.NAME
    bullet = part in (Part.RULING, Part.MODE)
    text = f"• {paragraph.text}" if part is Part.RULING else paragraph.text
    above = (
        look.gap
        if paragraph.entry or part in _LOOSE or (look.spaced and (bullet or part is Part.ABILITY))
        else 0
    )
    above += look.gap if paragraph.entry else 0
    room = _Room(look, size, bold, width, look.hanging if bullet else 0)
    for at, (line, slack) in enumerate(room.broken(text)):
        yield _Line(line, room.hanging if at else 0, size, 0 if at else above, slack, bold)


class _Room:
    """Breaks a text into lines of a width."""

    def __init__(self, look: Print, size: float, bold: bool, width: float, hanging: float) -> None:
        self._widths = FONT_METRICS[_bold(look.font) if bold else look.font][1]
        self._hyphens = look.hyphens
        self._size = size
        self._width = width
        self.hanging = hanging

    def width(self, text: str) -> float:
        """Return the width of a text in points."""
        return sum(self._widths.get(letter, 500) for letter in text) * self._size / 1000

    def broken(self, text: str) -> Iterator[tuple[str, float]]:
        """Yield the lines, each with the room that is left on it; the last one is not stretched."""
        line, room = "", self._width
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer) <= room:
                line = longer
                continue
            for part, rest in self._parts(word):
                if self.width(f"{line} {part}") <= room:
                    line, word = f"{line} {part}", rest  # noqa: PLW2901
                    break
            yield line, room - self.width(line)
            line, room = word, self._width - self.hanging
        yield line, 0

    def _parts(self, word: str) -> Sequence[tuple[str, str]]:
        """Return the ways to break a word, the longest first part first: at its own hyphen, and
        between syllables.
        """
        places = [match.end() for match in re.finditer("(?<=[a-z])-(?=[a-z])", word)]
        ways = [(word[:place], word[place:]) for place in places]
        if self._hyphens and re.fullmatch(r"[a-z]{6,}[.,]?", word):
            places = [
                match.start()
                for match in _SYLLABLE.finditer(word)
                if 2 <= match.start() <= len(word) - 3
            ]
            ways += [(f"{word[:place]}-", word[place:]) for place in places]
        return sorted(ways, key=lambda pair: -len(pair[0]))
