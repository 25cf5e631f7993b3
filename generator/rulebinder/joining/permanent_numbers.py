"""Settle the compared numbers of all documents by the ledgers. Works on values only;
:mod:`..persistence` has the files.

Alignment says which texts of different languages are one ruling, and the ledger says which number a
text has. Neither is enough alone: a number must be the same in all languages, and must stay if the
order of a document, or the document that is the reference, changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..ledger.numbers import NO_DAY, EntryNumbers, Ledger, Ledgers, LedgerTexts, recognize, update
from ..library import Gap, LibraryCard, Passage, Translation
from ..notes import ReleaseNotes, is_day
from ..rulebook.model import order
from ..system import group_pairs
from .identity import slug
from .ruling_numbers import Compared, EntryTexts, InLanguage, Numbering, Parts, compared, reference

Columns = dict[str, dict[Compared, int]]
"""By an entry's or section's id: the permanent number of each text that several languages share, by
the number by which it is compared.
"""


Published = dict[tuple[str, str], tuple[str, str, int]]
"""The day, the entry and the number of published rulings, by entry and the hash of their words."""


@dataclass(frozen=True, kw_only=True)
class Permanence:
    """The numbers of rulings as the ledger gives them, and the ledger after that."""

    numbers: Mapping[InLanguage, tuple[int, ...]]
    """By the entry's or section's id and the language, in the document's order: those of its
    rulings, then those of the paragraphs that introduce it.
    """
    ids: Mapping[InLanguage, str]
    """The beginning of the ids of an entry's rulings, by the entry's id and the language: the id it
    had first.

    A section itself has that id. A card's entry has its own, from the card's current name.
    """
    translations: Mapping[str, Mapping[str, Translation]]
    ledgers: Ledgers


def permanent(
    documents: Sequence[ReleaseNotes],
    parts: Parts,
    numbering: Numbering,
    ledgers: Ledgers,
    days: Mapping[str, str],
) -> Permanence:
    """Settle the numbers that ``numbering`` compared by the ledgers of the sets.

    ``parts`` are each document's entries and sections; ``days`` are the release days of sets, for
    documents without a day of their own.
    """
    numbers: dict[InLanguage, tuple[int, ...]] = {}
    ids: dict[InLanguage, str] = {}
    translations: dict[str, Mapping[str, Translation]] = {}
    after: dict[str, Ledger] = {}
    for code, group in group_pairs((each.set_code, each) for each in documents).items():
        settling = _Settling(
            ledger=ledgers.get(code, Ledger(code)), group=group, parts=parts, numbering=numbering
        )
        for document in settling.ordered:
            for part, each in settling.settle(document, days.get(code, NO_DAY)):
                at = part.id, document.lang
                numbers[at], ids[at] = each.numbers, f"{code}/{each.key}"
        translations[code] = {
            lang: replace(state, gaps=tuple(map(settling.renumbered, state.gaps)))
            for lang, state in numbering.translations.get(code, {}).items()
        }
        after[code] = settling.ledger
    #  A published ruling that a bulk file moved to another day has its new place. One of the same
    # card with the same words is the same.
    before = {code: ledgers[code] for code in after if code in ledgers}
    after = moved(after, published(before, after), published(after, before))
    return Permanence(numbers=numbers, ids=ids, translations=translations, ledgers=after)


def moved(ledgers: Ledgers, lost: Published, present: Published) -> dict[str, Ledger]:
    """Return ``ledgers`` in which each ``lost`` ruling that is ``present`` at another place has
    that place.
    """
    found = dict(ledgers)
    for at in lost.keys() & present.keys():
        code, key, number = lost[at]
        there = "/".join(map(str, present[at]))
        entry = found[code].entries[key]
        records = tuple(
            replace(each, moved_to=there) if each.number == number else each
            for each in entry.records
        )
        found[code] = replace(
            found[code], entries={**found[code].entries, key: replace(entry, records=records)}
        )
    return found


def published(ledgers: Ledgers, others: Ledgers) -> Published:
    """Return the published rulings that have words in ``ledgers``, and not in ``others``."""
    found: Published = {}
    for code in filter(is_day, ledgers):
        other = others[code].entries if code in others else {}
        for key, entry in ledgers[code].entries.items():
            if entry == other.get(key):
                continue
            held = other[key].records if key in other else ()
            there = {each.number for each in held if each.wordings}
            for record in entry.records:
                if record.number not in there:
                    found |= {
                        (key, each.hash): (code, key, record.number)
                        for each in record.wordings.values()
                    }
    return found


def with_rules(
    ledgers: Ledgers, passages: Iterable[tuple[str, Iterable[Passage]]]
) -> dict[str, Ledger]:
    """Return ``ledgers`` that also have the rules whose pages list these ``passages`` of their
    sets.
    """
    used: dict[str, set[str]] = {code: set(ledger.rules) for code, ledger in ledgers.items()}
    for number, found in passages:
        for passage in found:
            used[passage.set_code].add(number)
    return {
        code: replace(ledger, rules=tuple(sorted(sorted(used[code]), key=order)))
        for code, ledger in ledgers.items()
    }


def with_cards(ledgers: Ledgers, cards: Mapping[str, LibraryCard]) -> dict[str, Ledger]:
    """Return ``ledgers`` that also have the names by which documents of their sets show cards, and
    that no entry has.
    """
    shown: dict[str, dict[str, str]] = {
        code: dict(ledger.cards) for code, ledger in ledgers.items()
    }
    for card in cards.values():
        for each in card.prints():
            names = (card.slug, *map(slug, each.card.every_name))
            shown[each.set_code].update(dict.fromkeys(names, card.slug))
    entries = {
        code: {
            name
            for each in ledger.entries.values()
            for name in (each.key, *each.formerly, each.slug)
        }
        for code, ledger in ledgers.items()
    }
    return {
        code: replace(
            ledger,
            cards={
                name: shown[code][name] for name in sorted(shown[code]) if name not in entries[code]
            },
        )
        for code, ledger in ledgers.items()
    }


class _Settling:
    """The documents of one set, and its ledger."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        group: Sequence[ReleaseNotes],
        parts: Parts,
        numbering: Numbering,
    ) -> None:
        model = reference(group)
        self.ledger = ledger
        self._parts = parts
        self._numbering = numbering
        #  Documents with numbers go first, so that the others take these numbers. The reference
        # follows, so that the order of the documents makes no difference.
        known = ledger.langs
        self.ordered = sorted(
            group, key=lambda each: (each.lang not in known, each is not model, each.lang)
        )
        self.columns: Columns = {}
        self.sections: dict[str, str] = {}
        """The permanent ids of the sections, by those they were compared by."""
        if len(group) > 1:
            self._recognise()

    def settle(self, document: ReleaseNotes, day: str) -> Iterator[tuple[EntryTexts, EntryNumbers]]:
        """Add a document to the ledger, and return the numbers of each of its parts."""
        own, lang = self._parts[document.key], document.lang
        texts = [self._texts(part, lang, tuple(_days(document, part, day))) for part in own]
        self.ledger, given = update(self.ledger, lang, texts, document.last_modified or day)
        for part, each in zip(own, given, strict=True) if len(self.ordered) > 1 else ():
            self.columns.setdefault(part.id, {}).update(
                zip(self._compared(part, lang), each.numbers, strict=True)
            )
            if part.is_section:
                self.sections[part.id] = f"{document.set_code}/{each.key}"
        return zip(own, given, strict=True)

    def _recognise(self) -> None:
        """Begin with the texts that the ledger knows in any language: a text that is new in one may
        be old in another.
        """
        for document in self.ordered:
            own, lang = self._parts[document.key], document.lang
            for part, numbers in zip(
                own,
                recognize(self.ledger, lang, [self._texts(part, lang) for part in own]),
                strict=True,
            ):
                columns = self.columns.setdefault(part.id, {})
                for at, number in zip(self._compared(part, lang), numbers, strict=True):
                    if number is not None:
                        columns.setdefault(at, number)

    def _texts(self, part: EntryTexts, lang: str, days: tuple[str, ...] = ()) -> LedgerTexts:
        columns = self.columns.get(part.id)
        aligned = tuple(map(columns.get, self._compared(part, lang))) if columns else ()
        return LedgerTexts(
            slug=part.id.partition("/")[2],
            texts=part.texts,
            aligned=aligned,
            paragraphs=len(part.paragraphs),
            former=part.former,
            signed=part.wordings,
            days=days,
        )

    def _compared(self, part: EntryTexts, lang: str) -> tuple[Compared, ...]:
        """Return a key for each text; texts of different languages with the same key are one."""
        rulings, paragraphs = len(part.rulings), len(part.paragraphs)
        return self._numbering.numbers.get((part.id, lang)) or compared(
            range(1, rulings + 1), range(1, paragraphs + 1)
        )

    def renumbered(self, gap: Gap) -> Gap:
        """Return a gap with the permanent id and number."""
        columns = self.columns.get(gap.entry, {})
        number = columns.get((False, gap.number)) if gap.number is not None else None
        return replace(gap, entry=self.sections.get(gap.entry, gap.entry), number=number)


def _days(document: ReleaseNotes, part: EntryTexts, day: str) -> Iterator[str]:
    """Yield the day of each text of a merged document: that of the document that it comes from."""
    if document.merged:
        places = (*(each.place for each in part.rulings), *(each.place for each in part.paragraphs))
        yield from (document.document_at(place).last_modified or day for place in places)
