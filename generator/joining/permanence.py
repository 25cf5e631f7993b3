"""Permanent numbers: what the ledger gave once stays, whatever the documents' order says today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..ledger import NO_DAY, Ledger, Texts, update
from ..notes import ReleaseNotes, Ruling
from ..translations import Gap, Translation
from .numbering import Numbering, Part, reference

Key = tuple[str, str]


@dataclass(frozen=True)
class Permanence:
    """The numbers of rulings as the ledger gives them, and the ledger after that."""

    numbers: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)
    """By the entry's or section's id and the language, in the document's order."""
    ids: Mapping[Key, str] = field(default_factory=dict)
    """What the ids of an entry's rulings begin with, by the entry's id and the language: the id it had first."""
    translations: Mapping[str, Mapping[str, Translation]] = field(default_factory=dict)
    ledgers: Mapping[str, Ledger] = field(default_factory=dict)


def permanent(
    documents: Sequence[ReleaseNotes], parts: Mapping[Key, Sequence[Part]], numbering: Numbering, ledgers: Mapping[str, Ledger]
) -> Permanence:
    """Settle the numbers that ``numbering`` compared by the ledgers of the sets.

    ``parts`` are each document's entries and sections. A set's reference goes first, so that the
    order of the documents makes no difference.
    """
    numbers: dict[Key, tuple[int, ...]] = {}
    ids: dict[Key, str] = {}
    translations: dict[str, Mapping[str, Translation]] = {}
    after: dict[str, Ledger] = {}
    for code in dict.fromkeys(document.set_code for document in documents):
        group = [document for document in documents if document.set_code == code]
        model = reference(group)
        columns: dict[str, dict[int, int]] = {}
        after[code] = ledgers.get(code, Ledger(code))
        for document in sorted(group, key=lambda each: (each is not model, each.lang)):
            own = parts[document.key]
            texts = [_texts(part, numbering, document.lang, columns) for part in own]
            after[code], given = update(after[code], document.lang, texts, document.last_modified or NO_DAY)
            for part, each in zip(own, given, strict=True):
                numbers[part.id, document.lang] = each.numbers
                ids[part.id, document.lang] = f"{code}/{each.key}"
                compared = _compared(part, numbering, document.lang)
                columns.setdefault(part.id, {}).update(zip(compared, each.numbers, strict=True))
        translations[code] = {
            lang: replace(state, gaps=tuple(_renumbered(state, columns)))
            for lang, state in numbering.translations.get(code, {}).items()
        }
    return Permanence(numbers, ids, translations, after)


def _texts(part: Part, numbering: Numbering, lang: str, columns: Mapping[str, Mapping[int, int]]) -> Texts:
    known = columns.get(part.id, {})
    aligned = tuple(known.get(number) for number in _compared(part, numbering, lang))
    slug = part.id.partition("/")[2]
    return Texts(slug, tuple(_source(ruling) for ruling in part.rulings), aligned)


def _compared(part: Part, numbering: Numbering, lang: str) -> Sequence[int]:
    """The numbers that tell which rulings of different languages are one."""
    return numbering.numbers.get((part.id, lang)) or range(1, len(part.rulings) + 1)


def _source(ruling: Ruling) -> str:
    return "\n".join(text.source() for text in (ruling.text, *ruling.items))


def _renumbered(state: Translation, columns: Mapping[str, Mapping[int, int]]) -> Iterator[Gap]:
    for gap in state.gaps:
        number = columns.get(gap.entry, {}).get(gap.number) if gap.number is not None else None
        yield replace(gap, number=number)
