"""Outdated terms of a document, with the current ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...library import LibraryBlock, Note, Numbered
from ...notes import Card
from ...text import Dated, Text
from .. import addresses
from ..edition import Edition


@dataclass(frozen=True, kw_only=True)
class EraView:
    """An outdated term, explained below the notes that use it."""

    anchor: str
    then: str
    """The term that the note prints."""
    lang: str
    """The language of ``then`` and ``now``."""
    label: str
    """What happened to the term, before ``now`` or ``sentence``."""
    now: str | None
    """The current term; None if there is none, or if it is the same."""
    sentence: str | None
    """The explanation; None if the term was only renamed."""
    sentence_lang: str
    changed_on: str


def eras(edition: Edition, blocks: Iterable[LibraryBlock], lang: str) -> tuple[EraView, ...]:
    """Return the outdated terms in ``blocks`` of a document in ``lang``, in order, each once.

    A term that was only renamed is left out: the ruling can be read without the new word.
    """
    found: dict[str, tuple[Dated, str]] = {}
    for block in blocks:
        if isinstance(block, Card):
            continue
        own = block.lang if isinstance(block, Numbered) else lang
        for text in (block.text, *(block.items if isinstance(block, Note) else ())):
            for span in text.walk():
                if isinstance(span, Dated) and not span.trivial:
                    found.setdefault(span.term, (span, own))
    return tuple(_view(edition, span, own) for span, own in found.values())


def undated(text: Text) -> Text:
    """Return ``text`` without the marks of outdated terms, for places that do not explain them."""
    return Text(
        tuple(
            tuple(
                inner
                for span in spans
                for inner in (span.spans if isinstance(span, Dated) else (span,))
            )
            for spans in text.paragraphs
        )
    )


def _view(edition: Edition, span: Dated, lang: str) -> EraView:
    """Return an outdated term of a text in ``lang``.

    The explanation is in the language of the page, if there is one.
    """
    term = edition.library.eras[span.term]
    own = term.words[lang]
    spoken = edition.lang if edition.lang in term.words else lang
    words = edition.words
    return EraView(
        anchor=addresses.era_anchor(span.entry, span.term),
        then=Text((span.spans,)).plain(),
        lang=lang,
        label=words["era_now"] if own.now else words["era_gone"] if own.gone else words["era_rule"],
        now=own.now,
        sentence=term.words[spoken].sentence,
        sentence_lang=spoken,
        changed_on=words.say("era_changed_on", date=words.date(term.until)),
    )
