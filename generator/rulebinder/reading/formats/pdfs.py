"""PDFs as Markdown, by :mod:`rulebinder.reading.formats.pdf`."""

from __future__ import annotations

from collections.abc import Iterable

from .converted import BrokenFileError, Conversion
from .pdf import paragraphs, pdf_pages


def from_pdf(data: bytes, page_words: Iterable[str]) -> Conversion:
    """Return the text of a PDF as Markdown. Raises anything if it is broken."""
    try:
        read = paragraphs.from_pdf(data, page_words)
    except pdf_pages.UnreadableError as failure:
        raise BrokenFileError(str(failure)) from failure
    return Conversion(
        text=read.text,
        left_out=read.left_out,
        left_out_are="lines at the heads and feet of pages",
    )
