"""Corrections that people wrote, applied to the notes that were read; one that finds nothing to
correct is a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from ..facts.content import Correction, Corrections, JoinedRulings, RulesParagraphs
from ..notes import Block, Card, CardEntry, ReleaseNotes, Replacement, Ruling
from ..problems import Place, Problem, WithProblems, error, pluralize
from ..system.files import sha256
from ..text import parse

AnyBlock = TypeVar("AnyBlock", bound=Block)


def count_rules_paragraphs(corrections: Corrections) -> dict[str, int]:
    """Return how many rules paragraphs a card has on its last face, by the name of its first."""
    return {
        correction.card.partition(" // ")[0]: correction.count
        for correction in corrections.entries
        if isinstance(correction, RulesParagraphs)
    }


def apply(notes: ReleaseNotes, corrections: Corrections) -> WithProblems[ReleaseNotes]:
    """Return the notes with rulings joined and misprints recorded, and a problem for each
    correction that no longer matches.

    Counts of rules paragraphs are only checked: the reading has used them. So are misprints: the
    site replaces them, and the notes stay as printed.
    """
    problems: list[Problem] = []
    misprints: list[Replacement] = []
    for correction in corrections.entries:
        before = notes
        match correction:
            case RulesParagraphs(card=card, count=count):
                matches = count in _count_paragraphs(notes, card)
                what = f"no card {card!r} with {pluralize(count, 'rules paragraph')}"
            case JoinedRulings(entry=entry, first=first, last=last):
                notes = _join_everywhere(notes, correction)
                matches = notes != before
                what = f"{entry!r} has no rulings {first} to {last}"
            case Replacement(entry=entry, printed=printed):
                misprints.append(correction)
                matches = any(printed in text for text in _find_texts(notes, entry))
                where = f"in {entry!r}" if entry else "in the document"
                what = f"{printed!r} does not occur {where}"
        if not matches:
            problems.append(_report_mismatch(correction.place, what))
    return replace(notes, corrections=tuple(misprints)), problems


def digest_all(corrections: Corrections) -> tuple[str, ...]:
    """Return the digest of each correction, which changes if the correction does."""
    return tuple(sorted(map(_digest, corrections.entries)))


def list_places(corrections: Corrections) -> frozenset[Place]:
    """Return the place of each correction."""
    return frozenset(correction.place for correction in corrections.entries)


def find_late_changes(
    notes: ReleaseNotes, corrections: Corrections, name: str, applied: Sequence[str] | None
) -> list[Problem]:
    """Return a problem for each correction that was made or changed after structured notes were
    imported, or one for all that were removed.

    ``name`` is their file. ``applied`` has the digests of the corrections that the import knew; if
    it is None, only corrections that the notes contradict are found.
    """
    entries = {section.title for section in notes.sections}.union(*map(_list_names, notes.cards))
    recorded = {
        (misprint.printed, misprint.correct, misprint.entry) for misprint in notes.corrections
    }
    hint = "import the document again"
    contradicted: list[Problem] = []
    changed: list[Problem] = []
    for correction in corrections.entries:
        entry = correction.card if isinstance(correction, RulesParagraphs) else correction.entry
        if entry is not None and entry not in entries:
            mismatch = _report_mismatch(correction.place, f"no card or section {entry!r} in {name}")
            contradicted.append(mismatch)
            continue
        match correction:
            case RulesParagraphs(card=card, count=count):
                is_in_notes = count in _count_paragraphs(notes, card)
                what = f"{entry!r} has another number of rules paragraphs than {count}"
            case Replacement(printed=printed, correct=correct):
                is_in_notes = (printed, correct, entry) in recorded
                what = f"{printed!r} is not corrected so"
            case _:
                is_in_notes, what = True, ""
        if not is_in_notes:
            message = f"this correction is newer than {name}: there {what}"
            contradicted.append(error(correction.place, message, hint))
        elif applied is not None and _digest(correction) not in applied:
            message = f"this correction changed after {name} was imported"
            changed.append(error(correction.place, message, hint))
    problems = contradicted + changed
    gone = len(set(applied or ()) - set(digest_all(corrections)))
    if gone and not problems:
        message = (
            f"{gone} of the corrections that it was imported with {'is' if gone == 1 else 'are'} no"
            " longer there"
        )
        problems.append(error(Place(name), message, hint))
    return problems


def _digest(correction: Correction) -> str:
    """Return a digest of a correction wherever it is written."""
    return sha256(repr(replace(correction, place=Place(""))).encode())[:8]


def _report_mismatch(place: Place, what: str) -> Problem:
    """Return the problem of a correction that finds nothing to correct."""
    message = f"this correction no longer matches: {what}"
    return error(place, message, "remove it, or adapt it to the document")


def _list_names(entry: CardEntry) -> tuple[str, ...]:
    """Return the names by which a correction may call a card: its own, and those of its faces."""
    return (entry.card.name, *(face.name for face in entry.card.faces))


def _count_paragraphs(notes: ReleaseNotes, card: str) -> list[int]:
    """Return how many rules paragraphs each card so called has on its last face."""
    return [
        len(entry.card.faces[-1].rules_text) for entry in notes.cards if card in _list_names(entry)
    ]


def _join_everywhere(notes: ReleaseNotes, joint: JoinedRulings) -> ReleaseNotes:
    """Return the notes with the rulings joined in each section and card that ``joint`` names."""
    return replace(
        notes,
        sections=tuple(
            replace(section, body=_join_rulings((section.title,), section.body, joint))
            for section in notes.sections
        ),
        cards=tuple(
            replace(entry, body=_join_rulings(_list_names(entry), entry.body, joint))
            for entry in notes.cards
        ),
    )


def _join_rulings(
    names: Sequence[str], body: tuple[AnyBlock, ...], joint: JoinedRulings
) -> tuple[AnyBlock, ...]:
    """Return the body of a section or card with these ``names``. If ``joint`` names it, its rulings
    ``first`` to ``last`` are one, with a paragraph for each.
    """
    rulings = [block for block in body if isinstance(block, Ruling)]
    parts = rulings[joint.first - 1 : joint.last]
    is_joined = joint.entry in names and 1 < len(parts) == joint.last - joint.first + 1
    if not is_joined:
        return body
    whole = Ruling(
        parse("\n\n".join(part.text.source() for part in parts)),
        tuple(item for part in parts for item in part.items),
        parts[0].place,
    )
    kept = (block for block in body if not any(block is part for part in parts[1:]))
    return tuple(cast(AnyBlock, whole) if block is parts[0] else block for block in kept)


def _find_texts(notes: ReleaseNotes, name: str | None) -> Iterator[str]:
    """Yield the texts that may have a misprint, of the cards and sections called ``name``, or of
    all of them.
    """
    bodies: list[tuple[tuple[str, ...], tuple[Block, ...]]] = [
        *(((section.title,), section.body) for section in notes.sections),
        *((_list_names(entry), (entry.card, *entry.body)) for entry in notes.cards),
    ]
    for names, body in bodies:
        for block in body if name is None or name in names else ():
            match block:
                case Card():
                    yield from (face.name for face in block.faces)
                    texts = block.rules_texts
                case Ruling():
                    texts = block.texts
                case _:
                    texts = (block.text,)
            yield from (text.source() for text in texts)
