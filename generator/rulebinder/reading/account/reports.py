"""What a person should look at in the notes of a document.

Some of it is a decision that may be wrong, or a picture that may be a symbol, as its place on the
page tells. The notes are also looked at as a whole, whatever their layout: what cannot be, or
hardly, is an error or a review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...facts.catalogue import SetFacts
from ...facts.languages import Language, Languages
from ...notes import Card, ReleaseNotes, Unread
from ...problems import Place, Problem, counted, error, repair, review
from ..choice.detection import heard
from ..choice.quality import Quality
from ..dialect import BEFORE_CARDS, DocumentText, Kind, Lines
from ..notation.spellings import respelled
from ..parts.heads import unfolded
from ..parts.outline import Outline
from ..patterns import Patterns

_COLORLESS_MANA = "2016-01-22"
"""The day of the first set with the symbol of colorless mana."""
_NAMED = 3
"""How many of the headings that a language knows a message names."""
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


def unread(notes: ReleaseNotes) -> Iterator[Problem]:
    """Yield a review of each text that was not understood."""
    for block in notes.blocks():
        if isinstance(block, Unread):
            start = " ".join(block.text.plain().split()[:8])
            yield review(
                block.place,
                f"not understood, kept in its place: {start} …",
                "check it against the document",
                "some text is not understood, and kept in its place",
            )


def no_card(notes: ReleaseNotes, page: DocumentText, language: Language) -> Problem:
    """Return the problem of a document with sections only."""
    headings = ", ".join(map(repr, language.reading.card_notes[:_NAMED]))
    return error(
        Place(page.path),
        f"no card found, only {counted(len(notes.sections), 'section')}",
        f"is this a document of release notes? Cards come below a heading such as {headings}, each"
        " with its type line",
    )


def older_symbol(notes: ReleaseNotes, facts: SetFacts, page: DocumentText) -> Iterator[Problem]:
    """Yield a doubt about the first ``{C}`` of a document that is older than colorless mana, unless
    a correction settles it.
    """
    number = next((number for number, line in page.numbered if "{C}" in line), None)
    is_older = facts.released and facts.released < _COLORLESS_MANA
    is_settled = any(correction.printed == "{C}" for correction in notes.corrections)
    if number is not None and is_older and not is_settled:
        message = (
            f"{{C}} is shown as colorless mana, which sets have only since {_COLORLESS_MANA[:4]}:"
            " older documents mean chaos"
        )
        file = f"content/corrections/{notes.set_code}.{notes.lang}.yml"
        yield review(
            Place(page.path, number),
            message,
            f'add to {file}: - {{printed: "{{C}}", correct: "{{CHAOS}}", reason: …}}',
        )


def supposed(page: DocumentText, regions: Outline) -> Iterator[Problem]:
    """Yield a review of the line that is taken for the heading of cards."""
    if regions.supposed:
        place = Place(page.path, regions.supposed.number)
        message = f"{regions.supposed.text!r} is taken for the heading of the cards"
        yield review(place, message, "write one that is known, such as 'Card-Specific Notes'")


def repairs(page: DocumentText, regions: Outline, words: Patterns) -> Iterator[Problem]:
    """Yield what was left out or written otherwise."""
    if regions.metadata:
        first, count = regions.metadata[0], len(regions.metadata)
        message = f"{counted(count, 'line')} about the page left out, such as “{first.text[:40]}”"
        yield repair(Place(page.path, first.number), message)
    bare = "{" not in page.text
    for number, line in page.numbered:
        for printed, symbols in (
            words.bare_mana(line) if bare else respelled(line) if "{" in line else ()
        ):
            yield repair(Place(page.path, number), f"{printed} is read as {symbols}")


def nothing_found(page: DocumentText, language: Language) -> Problem:
    """Return the problem of a document with neither sections nor cards."""
    headings = (*language.reading.general_notes[:_NAMED], *language.reading.card_notes[:_NAMED])
    return error(
        Place(page.path),
        f"no section and no card found: no heading such as {', '.join(map(repr, headings))}",
        "is this a document of release notes?",
    )


def pictures(lines: Lines, path: str, words: Patterns) -> Iterator[Problem]:
    """Yield a problem for each unknown picture: an error if it may be a symbol, none if it
    announces a card.
    """
    announced: set[int] = set()  # above a card, or above all sections and cards
    waiting: list[int] = []
    opened = False
    for line in lines:
        if line.kind is Kind.PICTURE:
            waiting.append(id(line))
        elif line.kind not in BEFORE_CARDS:
            is_head = line.kind is Kind.HEAD
            if is_head or not opened:
                announced.update(waiting)
            opened = (
                opened
                or is_head
                or (
                    line.kind in (Kind.TEXT, Kind.TITLE)
                    and (words.is_heading(line.text) or words.is_general_heading(line.text))
                )
            )
            waiting = []
    for line in unfolded(lines):
        for name in line.pictures:
            place = Place(path, line.number)
            if f"[picture: {name}]" in line.text:
                message = f"the picture {name!r} is not a known symbol, kept as [picture: {name}]"
                yield error(place, message, "write the symbol there instead, such as {U}")
            elif id(line) not in announced:
                yield review(
                    place,
                    f"the picture {name!r} has no words and is left out",
                    "check whether it is a symbol",
                )


def suspicious(notes: ReleaseNotes, quality: Quality, languages: Languages) -> Iterator[Problem]:
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
    prose = (block for block in notes.blocks() if not isinstance(block, Card))
    for place, text in _passages((block.place, block.text.plain()) for block in prose):
        found = heard(text, languages)
        best = found.best or notes.lang
        is_foreign = found.share(best) > max(_LEAST_SHARE, _FOREIGN * found.share(notes.lang))
        spoken = best if is_foreign else notes.lang
        if spoken not in (notes.lang, last):
            message = f"from here on, the document seems to be in {spoken!r}, not {notes.lang!r}"
            yield review(place, message, "give each language a document of its own")
        last = spoken


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
