"""The records of the search: one for each ruling, note, paragraph, quoted rule, card, mechanic and
set. Then the filters that choose among them, and how files have them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from ..facts.catalogue import in_language
from ..library import CardNotes, Holder, LibraryCard, LibraryMechanic, Note, Numbered
from ..notes import Card, Face, Rule
from ..pages import addresses
from ..pages.citation import find_dates
from ..pages.edition import Edition
from ..pages.lists import TYPES, card_types, colors, layout_words, mana_value
from ..pages.markup import restore_dash
from ..pages.words import Words
from ..system import group_pairs
from ..text import Text
from .normal_form import Fold

RECORD_KINDS = ("ruling", "note", "release", "card", "mechanic", "set", "rule")
"""``release`` is a paragraph on legality or release; ``rule`` a quoted rule; ``note`` any other
part of a section.
"""
_RELEASE = frozenset({"legality", "release"})


Facets = Mapping[str, Sequence[str]]
"""The sorted values by which hits are filtered, by the name of the filter: ``{"set": ("fut",)}``.
The types are the card types, and all words of type lines in every language.
"""


@dataclass(frozen=True, kw_only=True)
class SearchRecord:
    """Something to find, in one language."""

    kind: str
    """One of RECORD_KINDS."""
    id: str
    """A ruling's permanent id, a card's or mechanic's slug, a set's code, a rule's section and
    number.
    """
    lang: str
    url: str
    """From the folder of a language, with its anchor: ``cards/tarmogoyf/#fut-1``."""
    title: str
    text: str
    """The text below the title: plain text with ``{symbols}``."""
    facets: Facets = field(default_factory=dict)
    langs: tuple[str, ...] = ()
    """The languages that it exists in; none if only in its own."""
    revised_at: str | None = None
    """The day on which a ruling was revised."""
    still: str | None = None
    """Whether a ruling is still true: the key of a word of the interface; None if nobody doubted
    it.
    """
    explanation: str = ""
    """What is shown before the text, but not searched."""
    is_paragraph: bool = False
    """Whether its page shows a sign instead of its number."""
    family: str | None = None
    """What it has in common with rulings of other cards that say the same."""

    @property
    def page(self) -> str:
        """The page that it is on, from the folder of a language."""
        return self.url.partition("#")[0].rstrip("/")


class Finder:
    """Lists the records of a library; ``editions`` are the languages that the site is offered in,
    ``fold`` compares names.
    """

    def __init__(self, editions: Mapping[str, Edition], fold: Fold) -> None:
        self._editions = editions
        self._edition = next(iter(editions.values()))
        """Any one, for facts that do not depend on the language of the page."""
        self._library = self._edition.library
        self._fold = fold
        self._types = {
            slug: {
                word
                for notes in card.notes
                for word in self._type_words(notes.entry.card, notes.lang)
            }
            for slug, card in self._library.cards.items()
        }
        """The card types and the words of the type lines of each card in all documents."""
        self._langs = group_pairs(
            (block.id, holder.lang)
            for holder in self._library.holders()
            for block in holder.numbered
        )
        """The languages of each ruling, note and paragraph."""

    def list_records(self) -> dict[str, list[SearchRecord]]:
        """Return the records of each language; languages by code, records in the order of the
        library.
        """
        by_lang = group_pairs((record.lang, record) for record in self._all_records())
        return dict(sorted(by_lang.items()))

    def _all_records(self) -> Iterator[SearchRecord]:
        """Yield the records in every language, in the library's order."""
        for holder in self._library.holders():
            yield from self._records_of_holder(holder)
        for card in self._library.cards.values():
            yield from self._records_of_card(card)
        for mechanic in self._library.mechanics.values():
            yield from self._records_of_mechanic(mechanic)
        for code in self._library.listed_sets:
            for lang in self._editions:
                yield SearchRecord(
                    kind="set",
                    id=code,
                    lang=lang,
                    url=addresses.set_page(code),
                    title=self._library.sets[code].facts.name(lang),
                    text=code.upper(),
                    facets=self._facets_of_sets({code}, ()),
                    langs=(*self._editions,),
                )

    def _records_of_holder(self, holder: Holder) -> Iterator[SearchRecord]:
        """Yield the records of the rulings of an entry or the notes of a section, and of the rules
        that it quotes.
        """
        facets = self._facets_of_sets({holder.set_code}, holder.mechanics)
        if isinstance(holder, CardNotes):
            kind, title = "ruling", holder.entry.card.name
            card = self._library.cards[holder.card]
            facets = self._add_card_facets(facets, card, holder.entry.card, holder.lang)
        else:
            kind = "release" if holder.section.kind in _RELEASE else "note"
            title = holder.section.title
        subject = self._library.subject(holder)
        for block in holder.numbered:
            entry_id, _, number = block.id.rpartition("/")
            yield SearchRecord(
                kind=kind,
                id=block.id,
                lang=holder.lang,
                url=addresses.passage(entry_id, number, subject),
                title=title,
                text=join_texts(block.texts),
                facets=facets,
                langs=tuple(sorted({*self._langs[block.id]})),
                revised_at=find_dates(self._library, block.id, holder.lang).revised_at,
                still=self._verdict_key(block),
                is_paragraph=not isinstance(block, Note),
                family=block.family if isinstance(block, Note) else None,
            )
        quoted = group_pairs(
            (addresses.rule_anchor(block.number), block)
            for block in holder.body
            if isinstance(block, Rule)
        )
        for part, rules in quoted.items():  # a rule that is quoted twice has one address
            yield SearchRecord(
                kind="rule",
                id=f"{holder.id}/{part}",
                lang=holder.lang,
                url=addresses.passage(holder.id, part, subject),
                title=title,
                text=f"{rules[0].number} {join_texts(tuple(rule.text for rule in rules))}",
                facets=facets,
            )

    def _records_of_card(self, card: LibraryCard) -> Iterator[SearchRecord]:
        """Yield the record of a card in each language, as its newest block in the language says;
        without notes, that is the block that a section shows.
        """
        codes = {notes.set_code for notes in card.notes}
        codes |= {section.set_code for section in card.examples}
        # The newest print is the first one: here it replaces the others.
        newest = {block.lang: block.card for block in reversed([*card.prints()])}
        of_sets = self._facets_of_sets(codes, card.mechanics)
        for lang, block in sorted(newest.items()):
            yield SearchRecord(
                kind="card",
                id=card.slug,
                lang=lang,
                url=addresses.card_link(card),
                title=in_language(card.names, lang),
                text="\n".join(map(_join_printed, block.faces)),
                facets=self._add_card_facets(of_sets, card, block, lang),
                langs=tuple(sorted(newest)),
            )

    def _records_of_mechanic(self, mechanic: LibraryMechanic) -> Iterator[SearchRecord]:
        """Yield the record of a mechanic in each language of the site: its explanation and its
        rule. Of one that only the catalogue has, the explanation is not searched, so that it never
        comes before rulings.
        """
        sets = sorted({section.set_code for section in mechanic.sections})
        facts, in_library = mechanic.facts, mechanic.in_library
        rule = facts.rule or "" if facts else ""
        for lang in self._editions:
            explanation = in_language(facts.explanation, lang) if facts else ""
            yield SearchRecord(
                kind="mechanic",
                id=mechanic.slug,
                lang=lang,
                url=addresses.mechanic_page(mechanic.slug),
                title=in_language(mechanic.names, lang),
                text=f"{explanation}\n{rule}".strip() if in_library else rule,
                facets={"set": sets, "mechanic": (mechanic.slug,) if in_library else ()},
                langs=(*self._editions,),
                explanation="" if in_library else explanation,
            )

    def _facets_of_sets(self, codes: Collection[str], mechanics: Iterable[str]) -> Facets:
        """Return the sets with these ``codes``, their days, and the ``mechanics``, as facets."""
        days = {self._library.facts(code).released for code in codes}
        return {
            "set": sorted(codes),
            "year": sorted(filter(None, days)),
            "mechanic": sorted(mechanics),
        }

    def _add_card_facets(self, facets: Facets, card: LibraryCard, block: Card, lang: str) -> Facets:
        """Return ``facets`` with those of what the ``block`` of a card prints. Its types are also
        those that it has in other documents.
        """
        return {
            **facets,
            "type": sorted(self._types[card.slug] | self._type_words(block, lang)),
            "colour": colors(block.faces) or "C",  # of one without colors in its mana costs
            "mv": [str(mana_value(block))],
            "is": layout_words(block),
        }

    def _type_words(self, card: Card, lang: str) -> frozenset[str]:
        """Return the card types of a block and the words of its type lines."""
        words = (word for face in card.faces for word in self._fold(face.type_line).split())
        return frozenset((*words, *card_types(self._edition, card, lang)))

    def _verdict_key(self, block: Numbered) -> str | None:
        """Return the key of the word for the verdict on a ruling, or for a rule that changed since
        (``gone`` for the word ``search_gone``); None if there is neither.
        """
        if isinstance(block, Note) and block.verdict:
            return "gone" if block.verdict.is_gone else "correct"
        return "changed" if block.id in self._library.amended else None


def join_texts(texts: tuple[Text, ...]) -> str:
    """Return the texts as one, as they are searched and shown in a hit."""
    return "\n".join(text.plain() for text in texts)


def _join_printed(face: Face) -> str:
    """Return all that a face prints, in lines."""
    lines = (
        face.name,
        face.mana_cost,
        restore_dash(face.type_line),
        join_texts(face.rules_text),
        "/".join(filter(None, (face.power, face.toughness))),
        face.loyalty,
        face.defense,
    )
    return "\n".join(filter(None, lines))


_ENGLISH_COLORS = {
    "white": "w",
    "blue": "u",
    "black": "b",
    "red": "r",
    "green": "g",
    "colorless": "c",
    "colourless": "c",
}
"""The value of each name of a color at Scryfall, which players know whatever language they read."""


class Filter(NamedTuple):
    """A filter: how a record has its values, and how the page names them."""

    name: str
    """The name in addresses and in questions: ``set:fut``."""
    values: Callable[[SearchRecord], Sequence[str]] | None = None
    """Returns the values of a record; None if its facets have them."""
    prefix: str = ""
    """The interface word of a value is ``<prefix>_<value>``."""
    labeled: Sequence[str] = ()
    """The values that have an interface word."""
    table: str = ""
    """The table that has the names of the values, for a filter without interface words."""
    codes: bool = False
    """Whether a value without a name is a code, which the page writes in capitals."""
    compared: str = "same"
    """How a choice is compared with the values (web/search/index/fitting.js): ``words`` and
    ``letters`` of the choice must all be values. Of a ``day`` or a ``number``, a question may ask
    for a range. The page lists the years of days, newest first.
    """
    also: Sequence[str] = ()
    """The filters whose values it has too."""
    offered: bool = True
    """Whether the page lists the values. The others can only be typed."""
    per_language: bool = False
    """Whether all records of a language have the same value: files of texts, which are of one
    language, lack it.
    """


FILTERS = (
    Filter(name="lang", table="languages", per_language=True),
    Filter(name="kind", values=lambda record: (record.kind,), prefix="hit", labeled=RECORD_KINDS),
    Filter(name="set", table="sets", codes=True),
    Filter(name="mechanic", table="mechanics"),
    Filter(name="type", prefix="type", labeled=TYPES, compared="words"),
    # Addresses that people shared, and the files of an owner's languages, spell this name so.
    Filter(name="colour", prefix="colour", labeled=tuple("wubrgc"), compared="letters"),
    Filter(name="year", compared="day"),
    Filter(name="mv", compared="number", offered=False),
    Filter(name="is", also=("mechanic", "type"), offered=False),
)
"""Every filter, in the order of the list on the search page."""


def published_filters() -> list[dict[str, object]]:
    """Return the part of the table that the scripts need, a row for each filter."""
    columns = ("name", "prefix", "table", "codes", "compared", "also", "offered")
    return [
        {column: getattr(row, column) for column in columns} | {"same": row.per_language}
        for row in FILTERS
    ]


def value_names(words: Words, fold: Fold) -> dict[str, dict[str, str]]:
    """Return the values that the interface words of a language name, by the filter and the word:
    ``{"colour": {"rojo": "r"}}``.

    A word that is the value itself is left out.
    """
    by_filter: dict[str, dict[str, str]] = {}
    for row in FILTERS:
        forms = {
            fold(form): value
            for value in row.labeled
            for form in words[f"{row.prefix}_{value}"].split(", ")
        }
        english = _ENGLISH_COLORS if row.compared == "letters" else {}
        if values := english | {form: value for form, value in forms.items() if form != value}:
            by_filter[row.name] = values
    return by_filter


def facet_cell(record: SearchRecord) -> tuple[tuple[str, ...], ...]:
    """Return the values of a record for each filter, except for those that a whole file has. Many
    records have the same ones.
    """
    return tuple(
        (*(row.values(record) if row.values else record.facets.get(row.name, ())),)
        for row in FILTERS
        if not row.per_language
    )


MOST_IN_ONE_FILE, MOST_IN_EACH_FILE = 3_000_000, 400_000
"""How many letters the texts of a language may have to be in one file; and if they have more, how
many each file may have. A single set is never divided.
"""


def divide_into_files(records: Sequence[SearchRecord]) -> list[list[SearchRecord]]:
    """Return the records of a language file by file, those of one set together.

    The last file has those of no set, which only questions for an explanation need.
    """
    total = sum(len(record.text) for record in records)
    most = MOST_IN_ONE_FILE if total <= MOST_IN_ONE_FILE else MOST_IN_EACH_FILE
    rank = RECORD_KINDS.index
    in_order = sorted(
        records, key=lambda record: (_first_set(record), rank(record.kind), record.page)
    )
    files: list[list[SearchRecord]] = []
    room = 0  # the letters that the last file may still get
    for _, of_set in groupby(filter(_first_set, in_order), _first_set):
        together = [*of_set]
        size = sum(len(record.text) for record in together)
        if not files or size > room:
            files.append([])
            room = most
        files[-1] += together
        room -= size
    return [*files, [record for record in in_order if not _first_set(record)]]


def file_content(records: Sequence[SearchRecord]) -> dict[str, object]:
    """Return what a file has of its ``records``.

    Neighbours that have all in common but their texts are one of the ``runs``: what
    :func:`_common_fields` returns, the position of the values of filters in ``cells``, and how many
    records these are. ``ends`` has what ids and anchors end with, and ``more`` the family, the day
    of a revision and the verdict of some, by their number.
    """
    cells: dict[tuple[tuple[str, ...], ...], int] = {}
    runs: list[Sequence[object]] = []
    for (fields, cell), run in groupby(
        records, lambda record: (_common_fields(record), facet_cell(record))
    ):
        runs.append((*fields, cells.setdefault(cell, len(cells)), len([*run])))
    more = ((record.family, record.revised_at, record.still) for record in records)
    return {
        "cells": [*cells],
        "runs": runs,
        "more": {
            number: [value or "" for value in values]
            for number, values in enumerate(more)
            if any(values)
        },
        "ends": [_common_end(record) for record in records],
        "texts": [record.text for record in records],
    }


def _common_fields(record: SearchRecord) -> tuple[object, ...]:
    """Return what neighbours of a record may have in common: kind (or ``paragraph``), page, title,
    the beginnings of id and anchor, and languages. The beginning of an id is empty if it is the end
    of the page's address, and there are no languages if the record is only in its own.
    """
    end = _common_end(record)
    return (
        "paragraph" if record.is_paragraph else record.kind,
        record.page,
        record.title,
        "" if record.id == record.page.rpartition("/")[2] else record.id.removesuffix(end),
        record.url.partition("#")[2].removesuffix(end),
        () if record.langs == (record.lang,) else record.langs,
    )


def _common_end(record: SearchRecord) -> str:
    """Return what id and anchor of a record have in common at their ends: the number of a ruling,
    or the letter of a rule.
    """
    anchor, number = record.url.partition("#")[2], record.id.rpartition("/")[2]
    return number if number and anchor.endswith(number) else ""


def _first_set(record: SearchRecord) -> str:
    """Return the set of a record; of a card, its first."""
    return next(iter(record.facets.get("set", ())), "")
