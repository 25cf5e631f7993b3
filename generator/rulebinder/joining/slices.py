"""The part of the library that one page may show, and a digest of it.

All of the library that a page can reach is in its slice: what the page is about in full, and of
everything else only an
*outline*: names, facts and addresses, but no words of documents. So a page whose slice has the same
  digest is the same.
"""

from __future__ import annotations

import dataclasses
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from ..ledger.history import remove_days
from ..ledger.numbers import Ledger, LedgerEntry
from ..library import (
    CardNotes,
    DocumentNotes,
    Holder,
    Library,
    LibraryCard,
    LibraryMechanic,
    LibrarySet,
    Note,
    SectionNotes,
    Translation,
)
from ..notes import Card, CardEntry, Face, ReleaseNotes, Section
from ..problems import Place
from ..rulebook import model as rulebooks
from ..system import group_pairs
from ..system.caches import comparable_bytes
from ..system.files import digest
from ..text import Text

T = TypeVar("T")

_NOTHING = CardEntry(card=Card((Face(name="", type_line=""),)), part="", body=())
_NO_WORDS = Text(())


@dataclass(frozen=True, kw_only=True)
class Slice:
    """What a page may show."""

    library: Library
    """The library, of which all but the page's own part is an outline."""
    holders: tuple[Holder, ...]
    """The entries and sections that have their words."""
    digest: str
    """Changes with everything that is in the slice, except for places in documents."""


class Slices:
    """Cuts slices from a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._values = _Values()
        self._cut: dict[tuple[str, str], Slice] = {}

    @cached_property
    def outline(self) -> Library:
        """The library without any words of documents."""
        library = self._library
        return replace(
            library,
            sets={code: _set(each) for code, each in library.sets.items()},
            cards={
                slug: replace(
                    card, notes=tuple(map(_entry, card.notes)), examples=(), mentioned_in=()
                )
                for slug, card in library.cards.items()
            },
            mechanics={
                slug: replace(
                    mechanic, printed_in={}, sections=(), cards=(), givers=(), mentioned_in=()
                )
                for slug, mechanic in library.mechanics.items()
            },
            families={},
            feed_tag="",
            earlier={},
            revisions={},
            restated={},
            rests_on={},
            resting={},
            amended={},
            ledgers={
                code: replace(remove_days(each), entries={})
                for code, each in library.ledgers.items()
            },
            synonyms={},
            questions={},
            catalogued=(),
            unruled=(),
            checked_on="",
            problems=(),
        )

    @cached_property
    def base(self) -> str:
        """The digest of the outline."""
        library = self.outline
        return self._values.digest(
            [getattr(library, field.name) for field in dataclasses.fields(library)]
        )

    def card(self, slug: str) -> Slice:
        """Return the slice of a card's page: the card with all of its entries, and the sections
        that show it.
        """
        card = self._library.cards[slug]
        return self._known(
            "card", slug, lambda: self._slice((*card.notes, *card.examples), cards=[card])
        )

    def mechanic(self, slug: str) -> Slice:
        """Return the slice of a mechanic's page: its sections, and the cards that have it or give
        it.
        """
        mechanic = self._library.mechanics[slug]
        cards = [self._library.cards[each] for each in (*mechanic.cards, *mechanic.givers)]
        return self._known(
            "mechanic",
            slug,
            lambda: self._slice(mechanic.sections, cards=cards, mechanics=[mechanic]),
        )

    def rule(self, number: str) -> Slice:
        """Return the slice of a rule's page: the rulings that rest on it, and the entries that
        quote it or its parts.
        """
        book = self._library.rulebook
        parts = (rule.number for rule in (book.below(number) if book else ()))
        quoting = {
            (holder.id, holder.lang): holder
            for part in (number, *parts)
            for holder in self._quoting.get(part, ())
        }
        holders = tuple(quoting.values())
        resting = {number: self._library.resting.get(number, ())}
        return self._known(
            "rule",
            number,
            lambda: Slice(
                library=replace(self.outline, resting=resting),
                holders=holders,
                digest=digest(self.base, self._values.digest([holders, resting])),
            ),
        )

    @cached_property
    def _quoting(self) -> Mapping[str, Sequence[Holder]]:
        """The entries and sections that quote each rule, by its number there and today."""
        entries = group_pairs((holder.id, holder) for holder in self._library.holders())
        return group_pairs(
            (number, holder)
            for rule in self._library.rules.values()
            for number in {rule.number, *(today.number for today in rule.today.values())}
            for passage in rule.quoted_in
            for holder in entries[passage.entry]
        )

    def set(self, code: str) -> Slice:
        """Return the slice of a set's pages: its documents, all that is known of their cards, and
        the mechanics that they explain.
        """
        return self._known("set", code, lambda: self._of_set(self._library.sets[code]))

    def documents(self, code: str) -> Slice:
        """Return the slice of the data of a set's documents: these, and what is known of their
        rulings, but nothing that other sets say of their cards.
        """
        each = self._library.sets[code]
        return self._known(
            "documents", code, lambda: self._slice(_holders(each), sets=[_unbodied(each)])
        )

    def _of_set(self, each: LibrarySet) -> Slice:
        library, holders = self._library, _holders(each)
        cards = [
            library.cards[slug]
            for slug in dict.fromkeys(holder.card for holder in holders if holder.card)
        ]
        slugs = dict.fromkeys(slug for holder in holders for slug in holder.mechanics)
        mechanics = [library.mechanics[slug] for slug in slugs if slug in library.mechanics]
        elsewhere = [entry for card in cards for entry in card.notes if entry.set_code != each.code]
        return self._slice(
            (*holders, *elsewhere), cards=cards, mechanics=mechanics, sets=[_unbodied(each)]
        )

    @cached_property
    def _keys(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The keys of the entries of ledgers, by set and by the name that they have or had
        first.
        """
        return group_pairs(
            ((code, name), key)
            for code, ledger in self._library.ledgers.items()
            for key, entry in ledger.entries.items()
            for name in {key, entry.slug}
        )

    def _ledgers(self, holders: Iterable[Holder]) -> dict[str, Ledger]:
        """Return the ledgers of the sets of these, with the entries of these and those that their
        cards had before.
        """
        found: dict[str, dict[str, LedgerEntry]] = {}
        for holder in holders:
            names = {holder.key.partition("/")[2], *([holder.card] if holder.card else [])}
            for name in sorted(names):
                for key in self._keys.get((holder.set_code, name), ()):
                    entry = self._library.ledgers[holder.set_code].entries[key]
                    found.setdefault(holder.set_code, {})[key] = entry
        return {
            code: replace(remove_days(self._library.ledgers[code]), entries=entries)
            for code, entries in found.items()
        }

    def _known(self, kind: str, key: str, cut: Callable[[], Slice]) -> Slice:
        """Return a slice, which is cut once for all languages."""
        if (kind, key) not in self._cut:
            self._cut[kind, key] = cut()
        return self._cut[kind, key]

    def _slice(
        self,
        holders: Iterable[Holder],
        cards: Iterable[LibraryCard] = (),
        mechanics: Iterable[LibraryMechanic] = (),
        sets: Iterable[LibrarySet] = (),
    ) -> Slice:
        """Return the slice that has these entries and sections, cards, mechanics and sets in
        full.
        """
        own, library, outline = list(holders), self._library, self.outline
        whole = {
            each.code: remove_days(library.ledgers[each.code])
            for each in sets
            if each.code in library.ledgers
        }
        elsewhere = (holder for holder in own if holder.set_code not in whole)
        ledgers = {**self._ledgers(elsewhere), **whole}
        found: dict[str, dict[Any, Any]] = {
            "cards": {each.slug: each for each in cards},
            "mechanics": {each.slug: each for each in mechanics},
            "sets": {
                code: replace(outline.sets[code], translations=library.sets[code].translations)
                for code in _codes(own)
            }
            | {each.code: each for each in sets},
            "families": {
                (note.lang, note.family): library.families[note.lang, note.family]
                for holder in own
                for note in holder.notes
                if note.family
            },
            "earlier": dict(_of_rulings(library.earlier, ledgers)),
            "restated": dict(_of_rulings(library.restated, ledgers)),
            "revisions": {
                code: library.revisions[code] for code in whole if code in library.revisions
            },
            "rests_on": dict(_of_rulings(library.rests_on, ledgers)),
            "amended": dict(_of_rulings(library.amended, ledgers)),
            "ledgers": ledgers,
        }
        # Of sets and ledgers, the outline has the rest.
        translations = [library.sets[code].translations for code in _codes(own)]
        numbers = [entry for ledger in ledgers.values() for entry in ledger.entries.values()]
        full = [
            list(found[name].items())
            for name in (
                "cards",
                "mechanics",
                "earlier",
                "restated",
                "revisions",
                "rests_on",
                "amended",
            )
        ]
        full.append(
            [(key, self._values.once(passages)) for key, passages in found["families"].items()]
        )
        said = self._values.digest([*full, list(sets), translations, numbers])
        # To make a table for each page would take long.
        over: dict[str, Any] = {
            name: ChainMap(table, getattr(outline, name)) for name, table in found.items()
        }
        return Slice(
            library=replace(outline, **over), holders=tuple(own), digest=digest(self.base, said)
        )


def _holders(each: LibrarySet) -> list[Holder]:
    return [holder for document in each.documents.values() for holder in document.holders]


def _codes(holders: Iterable[Holder]) -> list[str]:
    return list(dict.fromkeys(holder.set_code for holder in holders))


def _of_rulings(table: Mapping[str, T], ledgers: Mapping[str, Ledger]) -> Iterator[tuple[str, T]]:
    """Yield what a table has of each ruling that these ledgers know, also of removed ones."""
    for code, ledger in ledgers.items():
        for key, entry in ledger.entries.items():
            ids = (f"{code}/{key}/{record.number}" for record in entry.records)
            yield from ((each, table[each]) for each in ids if each in table)


def _set(each: LibrarySet) -> LibrarySet:
    documents = {
        lang: DocumentNotes(
            _head(document.notes),
            tuple(map(_section, document.sections)),
            tuple(map(_entry, document.cards)),
        )
        for lang, document in each.documents.items()
    }
    return replace(each, documents=documents, translations={})


def _unbodied(each: LibrarySet) -> LibrarySet:
    """Return a set without the entries and sections as its documents have them: pages show them as
    they are joined.
    """
    documents = {
        lang: replace(document, notes=replace(document.notes, sections=(), cards=()))
        for lang, document in each.documents.items()
    }
    return replace(each, documents=documents)


def _head(notes: ReleaseNotes) -> ReleaseNotes:
    """Return a document without words, and without the digest of its file and the day, which change
    with its words.
    """
    source = replace(notes.source, sha256="")
    merged = tuple(map(_head, notes.merged))
    return replace(notes.head(), source=source, last_modified=None, merged=merged)


def outlined(holder: Holder) -> Holder:
    """Return an entry or a section without words."""
    return _entry(holder) if isinstance(holder, CardNotes) else _section(holder)


def _entry(entry: CardNotes) -> CardNotes:
    """Return an entry without words.

    Its first ruling stays, because the entry's key is in its id.
    """
    first = (
        Note(id=note.id, number=note.number, lang=note.lang, text=_NO_WORDS)
        for note in entry.notes[:1]
    )
    return replace(entry, entry=_NOTHING, body=tuple(first))


def _section(section: SectionNotes) -> SectionNotes:
    return replace(
        section,
        section=Section(title=section.section.title, kind=section.section.kind),
        body=(),
        cards=(),
    )


class _Values:
    """Digests of values of the library.

    Large parts are read once, however many values have them.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, str]] = {}
        self._table: dict[type, Callable[[Any], tuple[Any, ...]]] = {
            Place: lambda _: (str, ()),
            rulebooks.BookRule: _fields,
        }
        for kind in (
            CardNotes,
            SectionNotes,
            LibraryCard,
            LibraryMechanic,
            Translation,
            LedgerEntry,
            rulebooks.Rulebook,
        ):
            #  to the digest of its fields
            self._table[kind] = lambda value: (str, (self.once(value, _fields),))

    def digest(self, value: object) -> str:
        """Return a digest of ``value``: the same for equal values, as far as this program makes
        them in the same way.
        """
        return digest(comparable_bytes(value, self._table))

    def once(self, value: object, content: Callable[[Any], object] = lambda value: value) -> str:
        """Return the digest of the ``content`` of a value that many slices have.

        It is made once.
        """
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = (value, self.digest(content(value)))
        return known[1]


def _fields(value: Any) -> tuple[Any, ...]:
    """Reduce a value to its fields, without what it derives from them and keeps."""
    return tuple, ([getattr(value, field.name) for field in dataclasses.fields(value)],)
