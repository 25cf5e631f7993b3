"""What has changed since: today's words for those of a document's time, and how old notes are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ..library import Note, Paragraph
from ..notes import Card, Introduction, Rule, Unread
from ..text import Dated, Text
from . import paths
from .edition import Edition

_YEARS = 5
"""Notes older than this carry a line with their date."""


@dataclass(frozen=True)
class EraView:
    """A term of its time, explained below the notes that use it."""

    anchor: str
    then: str
    """As the note prints it."""
    now: str | None
    """Today's word; None for what no longer exists, of which ``gone`` says what happens instead."""
    gone: str | None
    lang: str | None


def eras(edition: Edition, blocks: Iterable[Introduction | Card | Rule | Note | Unread], lang: str) -> tuple[EraView, ...]:
    """The terms that ``blocks`` of a document in ``lang`` use, in order, each once."""
    found: dict[str, EraView] = {}
    for block in blocks:
        if isinstance(block, Card):
            continue
        own = block.lang if isinstance(block, Note | Paragraph) else lang
        for text in (block.text, *(block.items if isinstance(block, Note) else ())):
            for span in text.walk():
                if isinstance(span, Dated):
                    found.setdefault(span.term, _view(edition, span, own))
    return tuple(found.values())


def age(edition: Edition, set_code: str) -> str | None:
    """The line that says of what day the notes of a set are, where they are older than five years."""
    released = edition.library.sets[set_code].facts.released
    return edition.words.say("notes_of", date=edition.words.date(released)) if released and is_old(edition, set_code) else None


def is_old(edition: Edition, set_code: str) -> bool:
    """Whether the notes of a set are older than five years."""
    released, day = edition.library.sets[set_code].facts.released, date.fromisoformat(edition.built)
    return released is not None and released < f"{day.year - _YEARS:04}{edition.built[4:]}"


def undated(text: Text) -> Text:
    """``text`` without the marks of old terms, for where they are not explained."""
    return Text(
        tuple(
            tuple(inner for span in spans for inner in (span.spans if isinstance(span, Dated) else (span,)))
            for spans in text.paragraphs
        )
    )


def _view(edition: Edition, span: Dated, lang: str) -> EraView:
    term = edition.library.eras[span.term].words[lang]
    then = Text((span.spans,)).plain()
    return EraView(paths.era_anchor(span.entry, span.term), then, term.now, term.gone, edition.mark(lang))
