"""What a person should look at in the notes of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...facts.catalogue import SetFacts
from ...facts.languages import Language
from ...notes import ReleaseNotes, Unread
from ...problems import Place, Problem, error, repair, review
from ..dialect import DocumentText
from ..doubts import Doubt
from ..notation.spellings import respelled
from ..parts.outline import Outline
from ..patterns import Patterns

_SURE = 0.65
"""Below this confidence a decision is put up for review; cross-validated, nearly every wrong
boundary is there.
"""
_COLORLESS_MANA = "2016-01-22"
"""The day of the first set with the symbol of colorless mana."""
_NAMED = 3
"""How many of the headings that a language knows a message names."""


def doubtful(notes: ReleaseNotes, doubts: Iterable[Doubt]) -> Iterator[Problem]:
    """The decisions that a person should look at, each with the line that corrects it."""
    for doubt in doubts:
        if doubt.confidence < _SURE:
            file = f"content/corrections/{notes.set_code}.{notes.lang}.yml"
            hint = (
                f"if that is wrong, add to {file}: {doubt.correction}"
                if doubt.correction
                else "check it against the document"
            )
            general = (
                "the boundary between rules text and rulings is doubtful"
                if doubt.correction
                else doubt.decision
            )
            yield review(
                doubt.place, f"{doubt.decision} (confidence {doubt.confidence:.2f})", hint, general
            )


def unread(notes: ReleaseNotes) -> Iterator[Problem]:
    """Yield a review of each text that was not understood."""
    for body in (
        *(section.body for section in notes.sections),
        *(entry.body for entry in notes.cards),
    ):
        for block in body:
            if isinstance(block, Unread):
                start = " ".join(block.text.plain().split()[:8])
                general = "text is not understood, and kept in its place"
                yield review(
                    block.place,
                    f"not understood, kept in its place: {start} …",
                    "check it against the document",
                    general,
                )


def no_card(notes: ReleaseNotes, page: DocumentText, language: Language) -> Problem:
    """Return the problem of a document with sections only."""
    headings = ", ".join(map(repr, language.reading.card_notes[:_NAMED]))
    return error(
        Place(page.path),
        f"no card found, only {len(notes.sections)} section{'s' * (len(notes.sections) != 1)}",
        f"is this a document of release notes? Cards come below a heading such as {headings}, each"
        " with its type line",
    )


def older_symbol(notes: ReleaseNotes, facts: SetFacts, page: DocumentText) -> Iterator[Problem]:
    """Yield a doubt about the first ``{C}`` of a document that is older than colorless mana, unless
    a correction settles it.
    """
    if (
        not facts.released
        or facts.released >= _COLORLESS_MANA
        or any(each.printed == "{C}" for each in notes.corrections)
    ):
        return
    number = next((number for number, line in page.numbered if "{C}" in line), None)
    if number is not None:
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
        message = (
            f"{count} line{'s' * (count > 1)} about the page, such as “{first.text[:40]}”, are"
            " left out"
        )
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
