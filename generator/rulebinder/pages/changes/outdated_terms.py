"""Outdated terms of a document, with the current ones."""

from __future__ import annotations

from collections.abc import Iterable

from ...library import LibraryBlock, Note, Numbered
from ...notes import Card
from ...text import Dated, Text
from .. import addresses
from ..edition import Edition, View


def eras(edition: Edition, blocks: Iterable[LibraryBlock], lang: str) -> tuple[View, ...]:
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


def _view(edition: Edition, span: Dated, lang: str) -> View:
    """Return an outdated term of a text in ``lang``.

    The explanation is in the language of the page, if there is one.
    """
    term = edition.library.eras[span.term]
    own = term.words[lang]
    spoken = edition.lang if edition.lang in term.words else lang
    words = edition.words
    return {
        "anchor": addresses.era_anchor(span.entry, span.term),
        #  The term that the note prints.
        "then": Text((span.spans,)).plain(),
        #  The language of ``then`` and ``now``.
        "lang": lang,
        #  What happened to the term, before ``now`` or ``sentence``.
        "label": words["era_now"]
        if own.now
        else words["era_gone"]
        if own.gone
        else words["era_rule"],
        #  The current term; None if there is none, or if it is the same.
        "now": own.now,
        #  The explanation; None if the term was only renamed.
        "sentence": term.words[spoken].sentence,
        "sentence_lang": spoken,
        "changed_on": words.say("era_changed_on", date=words.date(term.until)),
    }
