"""The part of the library that one page may show, and a digest of it.

All of the library that a page can reach is in its slice: what the page is about in full, and of
everything else only an *outline*: names, facts and addresses, but no words of documents. So a page
whose slice has the same digest is the same.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from ..rulebook import book as rulebooks
from ..system import group_pairs
from ..system.caches import comparable_bytes
from ..system.files import digest
from ..text import Text

HolderT = TypeVar("HolderT", bound=Holder)

_EMPTY_ENTRY = CardEntry(card=Card((Face(name="", type_line=""),)), part="", body=())


@dataclass(frozen=True, kw_only=True)
class Slice:
    """What a page may show."""

    library: Library
    """The library, of which all but the page's own part is an outline."""
    holders: tuple[Holder, ...]
    """The entries and sections that have their words."""
    digest: str
    """Changes with everything that is in the slice, except for places in documents."""


_Cut = Callable[["Slices", str], "Slice"]


def _keep_slices(cut: _Cut) -> _Cut:
    """Return a method that cuts the slice of each subject once, for the pages in all languages."""

    def cut_once(slices: Slices, key: str) -> Slice:
        if (cut, key) not in slices.kept:
            slices.kept[cut, key] = cut(slices, key)
        return slices.kept[cut, key]

    return functools.wraps(cut)(cut_once)


class Slices:
    """Cuts slices from a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.kept: dict[tuple[_Cut, str], Slice] = {}
        """The slices that were cut, by the method and its argument."""
        self._digests: dict[int, tuple[object, str]] = {}
        """By identity of values, with the values, so that no other gets the same identity."""
        #  What counts of a value of a class: of a place nothing, because it changes no page.
        self._reducers: dict[type, Callable[[Any], tuple[Any, ...]]] = {
            Place: lambda _: (str, ()),
            rulebooks.BookRule: lambda value: (tuple, (_field_values(value),)),
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
            #  only the digest of its fields, because many slices have it
            self._reducers[kind] = lambda value: (str, (self._digest_once(value, _field_values),))

    @cached_property
    def outline(self) -> Library:
        """The library without any words of documents."""
        library = self._library
        return Library(
            sets={code: _outline_set(in_set) for code, in_set in library.sets.items()},
            cards={
                slug: replace(
                    card, notes=tuple(map(strip_words, card.notes)), examples=(), mentioned_in=()
                )
                for slug, card in library.cards.items()
            },
            mechanics={
                slug: replace(
                    mechanic, printed_in={}, sections=(), cards=(), givers=(), mentioned_in=()
                )
                for slug, mechanic in library.mechanics.items()
            },
            rules=library.rules,
            eras=library.eras,
            rule_terms=library.rule_terms,
            #  Only feeds show their days and news, so a page does not change with these.
            ledgers={
                code: replace(remove_days(ledger), entries={})
                for code, ledger in library.ledgers.items()
            },
            removed=library.removed,
            former_langs=library.former_langs,
            rulebooks=library.rulebooks,
            amendments=library.amendments,
        )

    @cached_property
    def outline_digest(self) -> str:
        """The digest of the outline."""
        return self._digest(_field_values(self.outline))

    @_keep_slices
    def card(self, slug: str) -> Slice:
        """Return the slice of a card's page: the card with all of its entries, and the sections
        that show it.
        """
        card = self._library.cards[slug]
        return self._cut((*card.notes, *card.examples), cards=[card])

    @_keep_slices
    def mechanic(self, slug: str) -> Slice:
        """Return the slice of a mechanic's page: its sections, and the cards that have it or give
        it.
        """
        mechanic = self._library.mechanics[slug]
        cards = [self._library.cards[card] for card in (*mechanic.cards, *mechanic.givers)]
        return self._cut(mechanic.sections, cards=cards, mechanics=[mechanic])

    @_keep_slices
    def rule(self, number: str) -> Slice:
        """Return the slice of a rule's page: the rulings that rest on it, and the entries that
        quote it or its parts.
        """
        book = self._library.rulebook
        parts = (rule.number for rule in (book.untitled_below(number) if book else ()))
        quoting = {
            (holder.id, holder.lang): holder
            for part in (number, *parts)
            for holder in self._quoting.get(part, ())
        }
        holders = tuple(quoting.values())
        resting = {number: self._library.resting.get(number, ())}
        return Slice(
            library=replace(self.outline, resting=resting),
            holders=holders,
            digest=digest(self.outline_digest, self._digest([holders, resting])),
        )

    @cached_property
    def _quoting(self) -> Mapping[str, Sequence[Holder]]:
        """The entries and sections that quote each rule, by its number there and today."""
        holders = group_pairs((holder.id, holder) for holder in self._library.holders())
        return group_pairs(
            (number, holder)
            for rule in self._library.rules.values()
            for number in {rule.number, *(today.number for today in rule.today.values())}
            for passage in rule.quoted_in
            for holder in holders[passage.entry]
        )

    @_keep_slices
    def set(self, code: str) -> Slice:
        """Return the slice of a set's pages: its documents, all that is known of their cards, and
        the mechanics that they explain.
        """
        library = self._library
        documents = library.sets[code].documents.values()
        holders = [holder for document in documents for holder in document.holders]
        slugs = dict.fromkeys(holder.card for holder in holders if holder.card)
        cards = [library.cards[slug] for slug in slugs]
        named = dict.fromkeys(slug for holder in holders for slug in holder.mechanics)
        mechanics = [library.mechanics[slug] for slug in named if slug in library.mechanics]
        elsewhere = (entry for card in cards for entry in card.notes if entry.set_code != code)
        return self._cut((*holders, *elsewhere), cards, mechanics, code)

    @cached_property
    def _entry_keys(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The keys of the entries of ledgers, by set, and by each entry's first slug (the key) and
        the one of today.
        """
        return group_pairs(
            ((code, slug), key)
            for code, ledger in self._library.ledgers.items()
            for key, entry in ledger.entries.items()
            for slug in {key, entry.slug}
        )

    def _cut_ledgers(self, holders: Iterable[Holder]) -> dict[str, Ledger]:
        """Return the ledgers of the sets of ``holders``, with no entries but those of ``holders``,
        and those that their cards had before.
        """
        keys = group_pairs(
            (holder.set_code, key)
            for holder in holders
            for slug in (holder.key.partition("/")[2], holder.card or "")
            for key in self._entry_keys.get((holder.set_code, slug), ())
        )
        return {
            code: replace(remove_days(ledger), entries={key: ledger.entries[key] for key in in_set})
            for code, in_set in keys.items()
            for ledger in (self._library.ledgers[code],)
        }

    def _cut(
        self,
        holders: Sequence[Holder],
        cards: Iterable[LibraryCard] = (),
        mechanics: Iterable[LibraryMechanic] = (),
        code: str | None = None,
    ) -> Slice:
        """Return the slice that has these entries and sections, cards and mechanics in full, and
        the set ``code``, if it is given.
        """
        library, outline = self._library, self.outline
        sets = {
            set_code: replace(
                outline.sets[set_code], translations=library.sets[set_code].translations
            )
            for set_code in dict.fromkeys(holder.set_code for holder in holders)
        }
        #  Of sets and ledgers, the outline has the rest.
        translations = [in_set.translations for in_set in sets.values()]
        ledgers = self._cut_ledgers(holder for holder in holders if holder.set_code != code)
        if code:
            #  Pages show entries and sections as they are joined, not as the documents have them.
            documents = {
                lang: replace(document, notes=replace(document.notes, sections=(), cards=()))
                for lang, document in library.sets[code].documents.items()
            }
            sets[code] = replace(library.sets[code], documents=documents)
            if code in library.ledgers:
                ledgers[code] = remove_days(library.ledgers[code])
        note_ids = [note_id for ledger in ledgers.values() for note_id, *_ in ledger.rulings()]
        tables: dict[str, dict[Any, Any]] = {
            "cards": {card.slug: card for card in cards},
            "mechanics": {mechanic.slug: mechanic for mechanic in mechanics},
        }
        #  These tables have rulings, also removed ones, by their ids.
        for name in ("earlier", "restated", "rests_on", "amended"):
            table = getattr(library, name)
            tables[name] = {note_id: table[note_id] for note_id in note_ids if note_id in table}
        if code and code in library.revisions:
            tables["revisions"] = {code: library.revisions[code]}
        #  What the digest depends on. The holders are in it: in cards, mechanics or documents.
        content: list[object] = [list(table.items()) for table in tables.values()]
        families = {
            (note.lang, note.family): library.families[note.lang, note.family]
            for holder in holders
            for note in holder.notes
            if note.family
        }
        content.append([(key, self._digest_once(places)) for key, places in families.items()])
        entries = [entry for ledger in ledgers.values() for entry in ledger.entries.values()]
        content += [sets[code] if code else None, translations, entries]
        tables |= {"sets": sets, "families": families, "ledgers": ledgers}
        # To make a whole table for each page would take long.
        overlaid: dict[str, Any] = {
            name: ChainMap(table, getattr(outline, name)) for name, table in tables.items()
        }
        return Slice(
            library=replace(outline, **overlaid),
            holders=tuple(holders),
            digest=digest(self.outline_digest, self._digest(content)),
        )

    def _digest(self, value: object) -> str:
        """Return a digest of ``value``: the same for equal values, as far as this program makes
        them in the same way.

        Large parts are read once, however many values have them.
        """
        return digest(comparable_bytes(value, self._reducers))

    def _digest_once(
        self, value: object, content: Callable[[Any], object] = lambda value: value
    ) -> str:
        """Return the digest of what ``content`` returns of a value that many slices have: by
        default the value.

        It is made once.
        """
        if id(value) not in self._digests:
            self._digests[id(value)] = value, self._digest(content(value))
        return self._digests[id(value)][1]


def _outline_set(in_set: LibrarySet) -> LibrarySet:
    """Return a set without the words of its documents, and without its translations."""
    documents = {
        lang: DocumentNotes(
            _outline_head(document.notes),
            tuple(map(strip_words, document.sections)),
            tuple(map(strip_words, document.cards)),
        )
        for lang, document in in_set.documents.items()
    }
    return replace(in_set, documents=documents, translations={})


def _outline_head(notes: ReleaseNotes) -> ReleaseNotes:
    """Return a document without words, and without the digest of its file and the day, which change
    with its words.
    """
    source = replace(notes.source, sha256="")
    merged = tuple(map(_outline_head, notes.merged))
    return replace(notes.without_texts(), source=source, last_modified=None, merged=merged)


def strip_words(holder: HolderT) -> HolderT:
    """Return an entry or a section without words.

    The first ruling of an entry stays, because the entry's key is in its id.
    """
    if isinstance(holder, SectionNotes):
        section = Section(title=holder.section.title, kind=holder.section.kind)
        return replace(holder, section=section, body=(), cards=())
    first = (
        Note(id=note.id, number=note.number, lang=note.lang, text=Text())
        for note in holder.notes[:1]
    )
    return replace(holder, entry=_EMPTY_ENTRY, body=tuple(first))


def _field_values(value: Any) -> list[Any]:
    """Return the fields of a value, without what it derives from them and keeps."""
    return [getattr(value, field.name) for field in dataclasses.fields(value)]
