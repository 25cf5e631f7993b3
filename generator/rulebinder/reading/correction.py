"""Corrections applied to the notes that were read; one that finds nothing to correct is a
problem.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from ..facts.content import Corrections, JoinedRulings, RulesParagraphs
from ..notes import Block, Card, CardEntry, ReleaseNotes, Replacement, Ruling
from ..problems import Place, Problem, error, pluralize
from ..text import Text, parse

B = TypeVar("B", bound=Block)
Correction = RulesParagraphs | JoinedRulings | Replacement


def settled(corrections: Corrections) -> dict[str, int]:
    """How many rules paragraphs a card has on its last face, by the name of its first."""
    return {each.card.partition(" // ")[0]: each.count for each in corrections.rules_paragraphs}


def corrected(notes: ReleaseNotes, corrections: Corrections) -> tuple[ReleaseNotes, list[Problem]]:
    """The notes with rulings joined and misprints recorded, and the corrections that no longer
    match.
    """
    problems = []
    for paragraphs in corrections.rules_paragraphs:
        if paragraphs.count not in _counts(notes, paragraphs.card):
            problems.append(
                _unmatched(
                    paragraphs.place,
                    f"no card {paragraphs.card!r} with"
                    f" {pluralize(paragraphs.count, 'rules paragraph')}",
                )
            )
    for joint in corrections.joined_rulings:
        joined = replace(
            notes,
            sections=tuple(
                replace(section, body=_one_ruling((section.title,), section.body, joint))
                for section in notes.sections
            ),
            cards=tuple(
                replace(entry, body=_one_ruling(_names(entry), entry.body, joint))
                for entry in notes.cards
            ),
        )
        if joined == notes:
            problems.append(
                _unmatched(
                    joint.place, f"{joint.entry!r} has no rulings {joint.first} to {joint.last}"
                )
            )
        notes = joined
    #  The names of each section and card, and the blocks that may have a misprint.
    holders: list[tuple[tuple[str, ...], tuple[Block, ...]]] = [
        *(((section.title,), section.body) for section in notes.sections),
        *((_names(entry), (entry.card, *entry.body)) for entry in notes.cards),
    ]
    for replacement in corrections.replacements:
        texts = (
            text
            for names, body in holders
            if replacement.entry is None or replacement.entry in names
            for block in body
            for text in _texts(block)
        )
        if not any(replacement.printed in text for text in texts):
            where = f"in {replacement.entry!r}" if replacement.entry else "in the document"
            problems.append(
                _unmatched(replacement.place, f"{replacement.printed!r} does not occur {where}")
            )
    return replace(notes, corrections=corrections.replacements), problems


def digests(corrections: Corrections) -> tuple[str, ...]:
    """Return a digest of each correction, which changes if the correction does."""
    return tuple(sorted(_digest(each) for each in _all(corrections)))


def places(corrections: Corrections) -> frozenset[Place]:
    """Return the place of each correction."""
    return frozenset(each.place for each in _all(corrections))


def _all(corrections: Corrections) -> tuple[Correction, ...]:
    return (*corrections.rules_paragraphs, *corrections.joined_rulings, *corrections.replacements)


def _digest(correction: Correction) -> str:
    return hashlib.sha256(repr(replace(correction, place=Place(""))).encode()).hexdigest()[:8]


def missed(
    notes: ReleaseNotes, corrections: Corrections, name: str, applied: Sequence[str] | None = None
) -> list[Problem]:
    """Return a problem for each correction that was made, changed or removed after structured notes
    were imported.

    ``name`` is their file. ``applied`` has the digests of the corrections that the import knew; if
    it is None, only corrections that the notes contradict are found.
    """
    found = _late(notes, corrections, name)
    if applied is None:
        return found
    told = {problem.place for problem in found}
    fix = "import the document again"
    found += [
        error(each.place, f"this correction changed after {name} was imported", fix)
        for each in _all(corrections)
        if _digest(each) not in applied and each.place not in told
    ]
    gone = len(set(applied) - set(digests(corrections)))
    if gone and not found:
        message = (
            f"{gone} of the corrections that it was imported with {'is' if gone == 1 else 'are'} no"
            " longer there"
        )
        found.append(error(Place(name), message, fix))
    return found


def _late(notes: ReleaseNotes, corrections: Corrections, name: str) -> list[Problem]:
    """Return a problem for each correction that the notes contradict."""
    entries = {section.title for section in notes.sections}.union(
        *(_names(entry) for entry in notes.cards)
    )
    held = {(each.printed, each.correct, each.entry) for each in notes.corrections}
    problems = []
    for each in _all(corrections):
        entry = each.card if isinstance(each, RulesParagraphs) else each.entry
        if entry is not None and entry not in entries:
            problems.append(_unmatched(each.place, f"no card or section {entry!r} in {name}"))
            continue
        match each:
            case RulesParagraphs(card=card, count=count) if count not in _counts(notes, card):
                what = f"{card!r} has another number of rules paragraphs than {count}"
            case Replacement() if (each.printed, each.correct, each.entry) not in held:
                what = f"{each.printed!r} is not corrected so"
            case _:
                continue
        message = f"this correction is newer than {name}: there {what}"
        problems.append(error(each.place, message, "import the document again"))
    return problems


def _counts(notes: ReleaseNotes, card: str) -> list[int]:
    """How many rules paragraphs each card so called has on its last face."""
    return [len(entry.card.faces[-1].rules_text) for entry in notes.cards if card in _names(entry)]


def _unmatched(place: Place, what: str) -> Problem:
    return error(
        place,
        f"this correction no longer matches: {what}",
        "remove it, or adapt it to the document",
    )


def _names(entry: CardEntry) -> tuple[str, ...]:
    return (entry.card.name, *(face.name for face in entry.card.faces))


def _one_ruling(names: Sequence[str], body: tuple[B, ...], joint: JoinedRulings) -> tuple[B, ...]:
    """The body of what is called so, its rulings ``first`` to ``last`` as one, paragraph by
    paragraph.
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
    return tuple(cast(B, whole) if block is parts[0] else block for block in kept)


def _texts(block: Block) -> Iterator[str]:
    """The texts of a block, and the names of a card."""
    texts: Iterable[Text]
    match block:
        case Card():
            yield from (face.name for face in block.faces)
            texts = [text for face in block.faces for text in face.rules_text]
            texts += block.shared_rules_text
        case Ruling():
            texts = block.texts
        case _:
            texts = [block.text]
    yield from (text.source() for text in texts)
