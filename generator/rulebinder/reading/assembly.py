"""The regions of a document become its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..notes import CardEntry, ReleaseNotes, Section, Source
from ..problems import Place, Problem, warning
from ..text import parse
from .lines import Line
from .parts.entries import EntryReader
from .parts.metadata import Header, read_header
from .parts.outline import Outline


def assembled(regions: Outline, reader: EntryReader) -> tuple[ReleaseNotes, list[Problem]]:
    """Return the notes in the regions of a document, and the problems of its head; set and source
    are not known here.

    Paragraphs between a part's heading and its first card are kept unread before that card's notes;
    a part without any card is kept as a section.
    """
    sections = reader.sections(regions.general)
    cards: list[CardEntry] = []
    for part, lines in regions.parts:
        entries, unread = reader.cards(part, lines)
        if entries:
            first, *others = entries
            cards += [replace(first, body=(*unread, *first.body)), *others]
        else:
            place = unread[0].place if unread else Place(reader.path)
            sections.append(Section(title=part, kind="other", body=tuple(unread), place=place))
    preamble, footer = (
        tuple(parse(line.text) for line in lines) for lines in (regions.preamble, regions.footer)
    )
    broken = [not line.after_blank for line in regions.preamble]
    credit = [line.text for line in regions.footer if reader.words.is_credit(line.text)]
    heading = [*(text.source() for text in preamble), *credit]
    header = read_header(
        heading, reader.words.language.reading, [*broken, *(False for _ in credit)]
    )
    notes = ReleaseNotes(
        set_code="",
        lang=reader.words.language.lang,
        title=header.title,
        kind=header.kind,
        source=Source(name="", sha256="", dialect=""),
        compiled_by=header.compiled_by,
        contributors=header.contributors,
        last_modified=header.last_modified,
        preamble=tuple(text for at, text in enumerate(preamble) if at != header.title_at),
        general_heading=regions.general_heading,
        sections=tuple(sections),
        cards=tuple(cards),
        footer=footer,
        place=Place(reader.path, 1),
    )
    return notes, list(_misprinted_day(regions.preamble, header, reader.path))


def _misprinted_day(preamble: Sequence[Line], header: Header, path: str) -> Iterator[Problem]:
    """That the day of the last change does not exist; the text keeps it as it is printed."""
    if header.misprinted:
        last = header.misprinted.split()[-1]
        line = next((line.number for line in preamble if last in line.text), 1)
        message = (
            f"the day of the last change, {header.misprinted}, does not exist: the document is"
            " taken to have no day"
        )
        yield warning(Place(path, line), message, "correct the day in the document")
