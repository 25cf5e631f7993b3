"""Outdated terms of a document, with the current ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..library import Note, Paragraph
from ..notes import Card, Introduction, Rule, Unread
from ..text import Dated, Text
from . import paths
from .edition import Edition


@dataclass(frozen=True, kw_only=True)
class EraView:
    """An outdated term, explained below the notes that use it."""

    anchor: str
    then: str
    """The term that the note prints."""
    now: str | None
    """The current term; None if the thing no longer exists. ``gone`` then explains what happens instead."""
    gone: str | None
    lang: str | None


def eras(edition: Edition, blocks: Iterable[Introduction | Card | Rule | Note | Unread], lang: str) -> tuple[EraView, ...]:
    """Return the outdated terms in ``blocks`` of a document in ``lang``, in order, each once."""
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


def undated(text: Text) -> Text:
    """Return ``text`` without the marks of outdated terms, for places that do not explain them."""
    return Text(
        tuple(
            tuple(inner for span in spans for inner in (span.spans if isinstance(span, Dated) else (span,)))
            for spans in text.paragraphs
        )
    )


def _view(edition: Edition, span: Dated, lang: str) -> EraView:
    term = edition.library.eras[span.term].words[lang]
    then = Text((span.spans,)).plain()
    return EraView(
        anchor=paths.era_anchor(span.entry, span.term), then=then, now=term.now, gone=term.gone, lang=edition.mark(lang)
    )
