"""A look at the notes of a document as a whole, whatever its layout: what cannot be, or hardly, is
an error or a review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ...facts.languages import Languages
from ...notes import Card, ReleaseNotes
from ...problems import Place, Problem, error, review
from ..choice.language_detection import heard
from ..choice.quality import Quality

_MANY = 5
"""How many cards cannot all be without rulings."""
_MOST_UNRULED = 0.5
_FEWEST_TEXTS = 0.2
"""The share of cards with rules text below which rules text was taken for rulings: few cards have
none.
"""
_SHOWN = 3
"""The most places that are reported for each kind of trace."""
_QUOTED = 60
"""The most letters of a text that a message quotes."""
_LENGTH = 500
"""How many letters tell a language."""
_FOREIGN = 1.5
"""How many times as many of its commonest words another language has in a passage that changes to
it.
"""
_LEAST_SHARE = 0.12
"""The least share of commonest words in such a passage."""


def problems(notes: ReleaseNotes, quality: Quality, languages: Languages) -> Iterator[Problem]:
    """Yield what is suspicious in the notes of a document."""
    yield from _one_sided(notes)
    for trace in quality.traces:
        for place, text in trace.places[:_SHOWN] if trace.message else ():
            message = f"{trace.message}: {text[:_QUOTED]}"
            yield review(
                place,
                message,
                "check it against the document, or try another --dialect",
                trace.message,
            )
    yield from _changed_language(notes, languages)


def _one_sided(notes: ReleaseNotes) -> Iterator[Problem]:
    """Yield the problem of a document whose paragraphs are nearly all rules text, or nearly all
    rulings.
    """
    count = len(notes.cards)
    if count < _MANY:
        return
    place = notes.cards[0].place
    unruled = sum(not entry.rulings for entry in notes.cards)
    hint = "begin each ruling with '* ', or choose another layout with --dialect"
    if unruled == count:
        yield error(place, f"none of its {count} cards has a ruling", hint)
    elif unruled > _MOST_UNRULED * count:
        yield review(place, f"{unruled} of its {count} cards have no ruling", hint)
    texts = sum(any(face.rules_text for face in entry.card.faces) for entry in notes.cards)
    if texts < _FEWEST_TEXTS * count:
        message = f"only {texts} of its {count} cards have rules text"
        yield review(
            place,
            message,
            "rules text may be among the rulings: choose another layout with --dialect",
        )


def _changed_language(notes: ReleaseNotes, languages: Languages) -> Iterator[Problem]:
    """Yield a review where the notes change to another language, at the first place of each such
    passage.
    """
    last = notes.lang
    for place, text in _passages(_texts(notes)):
        found = heard(text, languages)
        best = found.best or notes.lang
        is_foreign = found.share(best) > max(_LEAST_SHARE, _FOREIGN * found.share(notes.lang))
        spoken = best if is_foreign else notes.lang
        if spoken not in (notes.lang, last):
            message = f"from here on, the document seems to be in {spoken!r}, not {notes.lang!r}"
            yield review(place, message, "give each language a document of its own")
        last = spoken


def _texts(notes: ReleaseNotes) -> Iterator[tuple[Place, str]]:
    """Yield the prose of the sections and cards, in order."""
    bodies = chain(
        (section.body for section in notes.sections), (entry.body for entry in notes.cards)
    )
    for block in chain.from_iterable(bodies):
        if not isinstance(block, Card):
            yield block.place, block.text.plain()


def _passages(texts: Iterable[tuple[Place, str]]) -> Iterator[tuple[Place, str]]:
    """Join texts to passages that are long enough to tell a language."""
    place, length = Place(""), 0
    passage: list[str] = []
    for start, text in texts:
        place = place if passage else start
        passage.append(text)
        length += len(text)
        if length >= _LENGTH:
            yield place, " ".join(passage)
            passage, length = [], 0
    if length >= _LENGTH / 2:
        yield place, " ".join(passage)
