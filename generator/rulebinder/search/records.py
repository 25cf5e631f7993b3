"""The records of the search: one for each ruling, note, paragraph, quoted rule, card, mechanic and
set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..facts.catalogue import in_language
from ..library import (
    CardNotes,
    Holder,
    Library,
    LibraryCard,
    LibraryMechanic,
    Note,
    Numbered,
    SectionNotes,
)
from ..notes import Card, Face, Rule
from ..pages import addresses
from ..pages.dates import dates
from ..pages.edition import Edition
from ..pages.parts.card_facets import card_types, colors, mana_value, traits
from ..pages.spoken import dashed
from ..system.grouping import grouped
from ..text import Text
from .normal_form import Fold

KINDS = ("ruling", "note", "release", "card", "mechanic", "set", "rule")
"""``release`` is a paragraph on legality or release; ``rule`` a quoted rule; ``note`` any other
part of a section.
"""
_RELEASE = frozenset({"legality", "release"})


@dataclass(frozen=True, kw_only=True)
class RecordFacets:
    """The values by which hits are filtered, each sorted (facets.py)."""

    sets: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    """The card types, and all words of its type lines in every language."""
    colors: tuple[str, ...] = ()
    mana_values: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SearchRecord:
    """Something to find, in one language."""

    kind: str
    """One of KINDS."""
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
    facets: RecordFacets = RecordFacets()
    langs: tuple[str, ...] = ()
    """The languages that it exists in."""
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


@dataclass(frozen=True, kw_only=True)
class Finder:
    """Lists the records of a library; ``editions`` are the languages that the site is offered in,
    ``fold`` compares names.
    """

    editions: Mapping[str, Edition]
    fold: Fold

    @property
    def library(self) -> Library:
        """The library, the same in each edition."""
        return self._edition.library

    @property
    def _edition(self) -> Edition:
        """Any edition, for facts that do not depend on the language of the page."""
        return next(iter(self.editions.values()))

    def records(self) -> dict[str, list[SearchRecord]]:
        """Return every record by its language; languages by code, records in the library's
        order.
        """
        return dict(sorted(grouped((record.lang, record) for record in self._all()).items()))

    def _all(self) -> Iterator[SearchRecord]:
        for holder in self.library.holders():
            yield from (
                self._of_entry(holder)
                if isinstance(holder, CardNotes)
                else self._of_section(holder)
            )
        for card in self.library.cards.values():
            yield from self._of_card(card)
        for mechanic in self.library.mechanics.values():
            yield from self._of_mechanic(mechanic)
        for code in self.library.listed_sets:
            each = self.library.sets[code]
            for lang in self.editions:
                facets = self._facets(code)
                yield SearchRecord(
                    kind="set",
                    id=code,
                    lang=lang,
                    url=addresses.set_page(code),
                    title=each.facts.name(lang),
                    text=code.upper(),
                    facets=facets,
                    langs=(*self.editions,),
                )

    def _of_section(self, section: SectionNotes) -> Iterator[SearchRecord]:
        title = section.section.title
        facets = self._facets(section.set_code, mechanics=section.mechanics)
        kind = "release" if section.section.kind in _RELEASE else "note"
        yield from (self._numbered(kind, each, section, title, facets) for each in section.numbered)
        yield from self._quoted(section, title, facets)

    def _of_entry(self, entry: CardNotes) -> Iterator[SearchRecord]:
        card = entry.entry.card
        facets = self._facets(entry.set_code, entry, entry.mechanics)
        yield from (
            self._numbered("ruling", each, entry, card.name, facets) for each in entry.notes
        )
        yield from self._quoted(entry, card.name, facets)

    def _quoted(self, holder: Holder, title: str, facets: RecordFacets) -> Iterator[SearchRecord]:
        """Yield the rules that it quotes; one that it quotes twice has one address, and one
        record.
        """
        quoted = grouped(
            (addresses.rule_part(block.number), block)
            for block in holder.body
            if isinstance(block, Rule)
        )
        subject = self.library.subject(holder)
        for part, rules in quoted.items():
            url = addresses.passage(holder.id, part, subject)
            text = f"{rules[0].number} {searchable(tuple(rule.text for rule in rules))}"
            yield SearchRecord(
                kind="rule",
                id=f"{holder.id}/{part}",
                lang=holder.lang,
                url=url,
                title=title,
                text=text,
                facets=facets,
                langs=(holder.lang,),
            )

    def _numbered(
        self,
        kind: str,
        said: Numbered,
        holder: Holder,
        title: str,
        facets: RecordFacets,
    ) -> SearchRecord:
        """Return the record of a ruling, a note or a paragraph, which has a permanent number."""
        entry_id, _, number = said.id.rpartition("/")
        url = addresses.passage(entry_id, number, self.library.subject(holder))
        text = searchable(said.texts)
        return SearchRecord(
            kind=kind,
            id=said.id,
            lang=holder.lang,
            url=url,
            title=title,
            text=text,
            facets=facets,
            langs=self._langs[said.id],
            revised_at=dates(self.library, said.id, holder.lang).revised_at,
            still=self._still(said),
            is_paragraph=not isinstance(said, Note),
            family=said.family if isinstance(said, Note) else None,
        )

    def _of_card(self, card: LibraryCard) -> Iterator[SearchRecord]:
        """Yield a card's newest block in each language; one without notes has the block that a
        section shows.
        """
        newest = {each.lang: each.card for each in reversed([*card.prints()])}
        for lang, block in sorted(newest.items()):
            facets = self._card_facets(card, block, lang)
            text = "\n".join(_printed(face) for face in block.faces)
            title = in_language(card.names, lang)
            yield SearchRecord(
                kind="card",
                id=card.slug,
                lang=lang,
                url=addresses.card_link(card),
                title=title,
                text=text,
                facets=facets,
                langs=tuple(sorted(newest)),
            )

    def _of_mechanic(self, mechanic: LibraryMechanic) -> Iterator[SearchRecord]:
        sets = tuple(sorted({section.set_code for section in mechanic.sections}))
        facets = RecordFacets(sets=sets, mechanics=(mechanic.slug,) if mechanic.in_library else ())
        url, langs = addresses.mechanic_page(mechanic.slug), (*self.editions,)
        for lang in self.editions:
            explanation, rule = _explanation(mechanic, lang)
            text = f"{explanation}\n{rule}".strip() if mechanic.in_library else rule
            title = in_language(mechanic.names, lang)
            yield SearchRecord(
                kind="mechanic",
                id=mechanic.slug,
                lang=lang,
                url=url,
                title=title,
                text=text,
                facets=facets,
                langs=langs,
                explanation="" if mechanic.in_library else explanation,
            )

    def _facets(
        self, code: str, entry: CardNotes | None = None, mechanics: tuple[str, ...] = ()
    ) -> RecordFacets:
        published = self.library.facts(code).released
        facets = RecordFacets(
            sets=(code,),
            days=(published,) if published else (),
            mechanics=tuple(sorted(mechanics)),
        )
        return (
            self._with_card(facets, self.library.cards[entry.card], entry.entry.card, entry.lang)
            if entry
            else facets
        )

    def _with_card(
        self, facets: RecordFacets, card: LibraryCard, block: Card, lang: str
    ) -> RecordFacets:
        """Return the values with those that a card's block prints."""
        return replace(
            facets,
            types=self._types(card, block, lang),
            colors=tuple(colors(block)) or ("C",),  # none in its mana costs
            mana_values=(str(mana_value(block)),),
            traits=traits(block),
        )

    def _card_facets(self, card: LibraryCard, block: Card, lang: str) -> RecordFacets:
        """Return the values of a card in all its sets."""
        codes = sorted(
            {notes.set_code for notes in card.notes}
            | {section.set_code for section in card.examples}
        )
        days = {self.library.facts(code).released for code in codes}
        facets = RecordFacets(
            sets=tuple(codes), days=tuple(sorted(filter(None, days))), mechanics=card.mechanics
        )
        return self._with_card(facets, card, block, lang)

    def _types(self, card: LibraryCard, block: Card, lang: str) -> tuple[str, ...]:
        """Return the card types and the words of the type lines: those of a block, and of the card
        in all documents.
        """
        if card.slug not in self._known_types:
            blocks = ((notes.entry.card, notes.lang) for notes in card.notes)
            self._known_types[card.slug] = frozenset(
                word for each in blocks for word in self._typed(*each)
            )
        return tuple(sorted(self._known_types[card.slug] | self._typed(block, lang)))

    def _typed(self, card: Card, lang: str) -> frozenset[str]:
        """Return the card types of a block and the words of its type lines.

        Most blocks have those of another.
        """
        lines = (lang, *(face.type_line for face in card.faces))
        if lines not in self._known_lines:
            words = {word for line in lines[1:] for word in self.fold(line).split()}
            self._known_lines[lines] = frozenset({*words, *card_types(self._edition, card, lang)})
        return self._known_lines[lines]

    @cached_property
    def _known_types(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _known_lines(self) -> dict[tuple[str, ...], frozenset[str]]:
        return {}

    def _still(self, said: Numbered) -> str | None:
        """Return the key, below ``search_``, of the word for the verdict on a ruling, or for a rule
        that changed since.
        """
        found = said.verdict if isinstance(said, Note) else None
        if found is None:
            return "changed" if said.id in self.library.amended else None
        return "gone" if found.is_gone else "correct"

    @cached_property
    def _langs(self) -> Mapping[str, tuple[str, ...]]:
        """The languages of each ruling, note and paragraph."""
        found = grouped(
            (each.id, holder.lang) for holder in self.library.holders() for each in holder.numbered
        )
        return {note_id: tuple(sorted({*langs})) for note_id, langs in found.items()}


def searchable(texts: tuple[Text, ...]) -> str:
    """Return the texts as they are searched and shown in a hit."""
    return "\n".join(text.plain() for text in texts)


def _printed(face: Face) -> str:
    head = [face.name, face.mana_cost or "", dashed(face.type_line)]
    stats = "/".join(filter(None, (face.power, face.toughness)))
    return "\n".join(
        filter(
            None,
            (*head, searchable(face.rules_text), stats, face.loyalty or "", face.defense or ""),
        )
    )


def _explanation(mechanic: LibraryMechanic, lang: str) -> tuple[str, str]:
    """Return our explanation of a mechanic and its rule.

    A mechanic that only the catalogue has is found by its name in one language alone. So it never
    comes before the library's rulings, and its names in other languages never keep a question from
    rulings in those.
    """
    if mechanic.facts is None:
        return "", ""
    return in_language(mechanic.facts.explanation, lang), mechanic.facts.rule or ""
