"""Join the entries of documents, and gather what all of them say about each card, mechanic and
rule.

An entry gets its id and the numbers of its rulings, and its texts get mentions.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..facts.catalogue import Catalogue, Verdict
from ..ledger.matching import wording
from ..ledger.numbers import EntryNumbers, Ledger, LedgerRecord, Ledgers, record_of
from ..library import (
    CardNotes,
    DocumentNotes,
    LibraryBlock,
    LibraryCard,
    LibraryMechanic,
    LibraryRule,
    Note,
    Paragraph,
    Passage,
    SectionNotes,
)
from ..notes import (
    Card,
    CardEntry,
    Introduction,
    ReleaseNotes,
    Ruling,
    Section,
    is_day,
)
from ..rulebook.book import rule_order
from ..system import group_pairs
from ..system.caches import Shelf, comparable_bytes
from ..system.files import digest
from ..text import Mention
from .duplicates import list_all_names, signature
from .identity import KnownCards, Topic, Topics, make_unique
from .identity import slug as slug_of
from .mechanics import MechanicFinder, Membership
from .mentions import Meaning, PageMentioner, Target, Vocabulary, find_short_names
from .phrases import Phrases
from .ruling_numbers import EntryTexts, InLanguage, Parts


def list_parts(
    document: ReleaseNotes, cards: KnownCards, topics: Topics, shelf: Shelf
) -> list[EntryTexts]:
    """Return the texts that are numbered of each section of a document, then of each card entry.

    ``shelf`` has what earlier builds made of the document.
    """

    def make_texts(part_id: str, holder: Section | CardEntry, former: str) -> EntryTexts:
        #  Paragraphs come last, and only sections have numbered ones.
        body = holder.body if isinstance(holder, Section) else ()
        paragraphs = [block for block in body if isinstance(block, Introduction)]
        blocks: Sequence[Ruling | Introduction] = [*holder.rulings, *paragraphs]
        words = ["\n".join(text.source() for text in block.texts) for block in blocks]
        return EntryTexts(
            id=part_id,
            slug=part_id.partition("/")[2],
            place=holder.place,
            blocks=tuple(blocks),
            texts=shelf.get_or_make(digest("wordings", *words), lambda: tuple(map(wording, words))),
            paragraphs=len(paragraphs),
            former=former,
        )

    by_key: dict[str, CardEntry] = {}
    for entry in document.cards:
        by_key[make_unique(cards.slug(entry.card, document.lang), by_key)] = entry
    sections = (
        make_texts(topic.id, topic.section, topic.unaligned_key)
        for topic in topics.by_document[document.key]
    )
    entries = (
        make_texts(f"{document.set_code}/{key}", entry, slug_of(entry.card.name))
        for key, entry in by_key.items()
    )
    return [*sections, *entries]


@dataclass(frozen=True, kw_only=True)
class Joiner:
    """Joins documents to the library's cards and mechanics, by the results of all earlier steps."""

    cards: KnownCards
    topics: Topics
    finders: Mapping[str, MechanicFinder]
    """By language; so are the vocabularies."""
    vocabularies: Mapping[str, Vocabulary]
    parts: Parts
    numbers: Mapping[InLanguage, EntryNumbers]
    """By the ids by which parts are compared, and their languages."""
    verdicts: Mapping[str, Verdict]
    """By the ids of their rulings."""
    shelves: Mapping[InLanguage, Shelf]
    """The entries and sections that earlier builds joined, by the keys of their documents."""

    def join_document(self, document: ReleaseNotes) -> DocumentNotes:
        """Return one document with its sections and cards joined to the library.

        Those that would be the same as before are taken from the document's shelf. The key there is
        a digest of all that they are joined from.
        """
        lang, topics = document.lang, self.topics.by_document[document.key]
        words, shelf = self.vocabularies[lang], self.shelves.get(document.key) or Shelf()
        slugs = [self.cards.slug(entry.card, lang) for entry in document.cards]
        titles = [
            (topic.section.title, Meaning(("section", self.numbers[topic.id, lang].id)))
            for topic in topics
        ]
        local = Phrases(
            [*titles, *find_short_names(zip(slugs, document.cards, strict=True), words)]
        )
        mentioner = PageMentioner(words, local).about(("set", document.set_code))
        #  A section without a title gets one of these.
        headings = document.general_heading, document.title
        sections = []
        for topic in topics:
            examples = [self.cards.slug(card, lang) for card in topic.section.examples]
            key = self._make_key(topic.id, lang, mentioner.key, headings, examples, topic)
            make = functools.partial(self._join_section, document, topic, mentioner)
            sections.append(shelf.get_or_make(key, make))
        entries = []
        parts = self.parts[document.key][len(topics) :]
        for part, slug, entry in zip(parts, slugs, document.cards, strict=True):
            key = self._make_key(part.id, lang, mentioner.key, slug, entry)
            make_entry = functools.partial(self._join_entry, document, part.id, entry, mentioner)
            entries.append(shelf.get_or_make(key, make_entry))
        return DocumentNotes(document, tuple(sections), tuple(entries))

    def _make_key(self, part_id: str, lang: str, *content: object) -> str:
        """Return a digest of all that an entry or a section is joined from: its ``content``, its
        numbers, and which of these have verdicts.
        """
        entry = self.numbers[part_id, lang]
        decided = [number for number in entry.numbers if f"{entry.id}/{number}" in self.verdicts]
        return digest(comparable_bytes((part_id, lang, entry, decided, content)))

    def _join_section(
        self, document: ReleaseNotes, topic: Topic, mentioner: PageMentioner
    ) -> SectionNotes:
        lang, section = document.lang, topic.section
        numbered = self.numbers[topic.id, lang]
        #  As on their own pages, its cards may mention what the section is about. Its joined body
        #  may not.
        as_elsewhere = tuple(
            self._mark_card(block, lang, mentioner) if isinstance(block, Card) else block
            for block in section.body
        )
        mentioner = mentioner.about(
            ("section", numbered.id), *(("mechanic", slug) for slug in topic.mechanics)
        )
        return SectionNotes(
            id=numbered.id,
            set_code=document.set_code,
            lang=lang,
            #  One without a title, right below a great heading, gets that: pages link to it by
            #  its title.
            section=replace(
                section,
                title=section.title or document.general_heading or document.title,
                body=as_elsewhere,
            ),
            mechanics=topic.mechanics,
            body=tuple(self._join_blocks(section, numbered, lang, mentioner)),
            cards=tuple(self.cards.slug(card, lang) for card in section.examples),
        )

    def _join_entry(
        self, document: ReleaseNotes, entry_id: str, entry: CardEntry, mentioner: PageMentioner
    ) -> CardNotes:
        lang = document.lang
        slug = self.cards.slug(entry.card, lang)
        mentioner = mentioner.about(("card", slug))
        numbered = self.numbers[entry_id, lang]
        mechanics = self.finders[lang].of_card(entry.card)
        return CardNotes(
            id=entry_id,
            set_code=document.set_code,
            lang=lang,
            card=slug,
            entry=replace(entry, card=self._mark_card(entry.card, lang, mentioner), body=()),
            mechanics=mechanics.has,
            gives=mechanics.gives,
            body=tuple(self._join_blocks(entry, numbered, lang, mentioner)),
        )

    def _join_blocks(
        self,
        holder: Section | CardEntry,
        numbered: EntryNumbers,
        lang: str,
        mentioner: PageMentioner,
    ) -> Iterator[LibraryBlock]:
        """Yield the blocks of an entry or a section with mentions. Rulings and the introductions of
        sections have ids; rulings on a card have signatures.
        """
        card = holder.card if isinstance(holder, CardEntry) else None
        names = list_all_names(card) if card else []
        numbers = iter(numbered.numbers)
        paragraph_numbers = iter(numbered.numbers[len(holder.rulings) :])
        for block in holder.body:
            match block:
                case Card():
                    yield self._mark_card(block, lang, mentioner)
                case Ruling():
                    number = next(numbers)
                    note_id = f"{numbered.id}/{number}"
                    text, items = mentioner.mark(block.text), mentioner.mark_all(block.items)
                    yield Note(
                        id=note_id,
                        number=number,
                        lang=lang,
                        text=text,
                        items=items,
                        place=block.place,
                        source=block.source,
                        verdict=self.verdicts.get(note_id),
                        signature=signature((text, *items), names, mentioner.words.numerals)
                        if card
                        else "",
                    )
                case Introduction(text, place) if card is None:
                    number = next(paragraph_numbers)
                    note_id = f"{numbered.id}/{number}"
                    yield Paragraph(
                        mentioner.mark(text), place, id=note_id, number=number, lang=lang
                    )
                case _:
                    yield replace(block, text=mentioner.mark(block.text))

    def _mark_card(self, card: Card, lang: str, mentioner: PageMentioner) -> Card:
        """Return a card with mentions in its rules text, but none of itself."""
        mark_all = mentioner.about(("card", self.cards.slug(card, lang))).mark_all
        faces = tuple(replace(face, rules_text=mark_all(face.rules_text)) for face in card.faces)
        return replace(card, faces=faces, shared_rules_text=mark_all(card.shared_rules_text))


def keep_valid_verdicts(verdicts: Mapping[str, Verdict], ledgers: Ledgers) -> dict[str, Verdict]:
    """Return the verdicts on rulings that still have the words about which was decided, in any
    language.

    A site whose ledger began with another document may have another ruling at the same number.
    """
    return {
        note_id: verdict
        for note_id, verdict in verdicts.items()
        if not has_other_words(verdict, record_of(ledgers, note_id))
    }


def has_other_words(verdict: Verdict, record: LedgerRecord | None) -> bool:
    """Return whether a ruling has other words than those about which was decided.

    It has none without a record, or if it is retired; a verdict without a hash is about any words.
    """
    hashes = {wording.hash for wording in record.wordings.values()} if record else set()
    return bool(hashes) and verdict.hash is not None and verdict.hash not in hashes


Mentions = Mapping[Target, tuple[Passage, ...]]
"""The passages that mention something, by its kind and id."""


def collect_mentions(documents: Iterable[DocumentNotes]) -> Mentions:
    """Return every passage that mentions something, by the mentioned thing, in the order of
    ``documents``.
    """
    mentions = group_pairs(
        ((span.kind, span.target), passage)
        for document in documents
        for passage, texts in document.passages()
        for text in texts
        for span in text.walk()
        if isinstance(span, Mention)
    )
    return {target: tuple(dict.fromkeys(passages)) for target, passages in mentions.items()}


Memberships = Sequence[tuple[str, Membership]]
"""The slugs of cards, and the mechanics that they have where a section shows them."""


def find_examples(
    documents: Iterable[DocumentNotes], finders: Mapping[str, MechanicFinder]
) -> Memberships:
    """Return the cards that sections show in full as examples, and their mechanics there."""
    return [
        (slug, finders[section.lang].of_card(card))
        for document in documents
        for section in document.sections
        for card, slug in zip(section.section.examples, section.cards, strict=True)
    ]


def build_cards(
    documents: Iterable[DocumentNotes],
    cards: KnownCards,
    examples: Memberships,
    mentions: Mentions,
    oracle_ids: Mapping[str, str],
    published_in: str,
) -> dict[str, LibraryCard]:
    """Return every card, sorted by slug, with its notes and the sections that show it in the order
    of ``documents``.

    ``oracle_ids`` are Scryfall's ids by English name, for cards of which names.yml has none.
    ``published_in`` is the language of the site that cards have pages in if they have nothing but
    published rulings: there are too many for all languages.
    """
    notes = group_pairs((entry.card, entry) for document in documents for entry in document.cards)
    showing = group_pairs(
        (slug, section)
        for document in documents
        for section in document.sections
        for slug in dict.fromkeys(section.cards)
    )
    mechanics = group_pairs(
        (slug, name) for slug, membership in examples for name in membership.has
    )
    return {
        slug: LibraryCard(
            slug=slug,
            names=names,
            notes=tuple(notes.get(slug, ())),
            examples=tuple(showing.get(slug, ())),
            shown_mechanics=tuple(dict.fromkeys(mechanics.get(slug, ()))),
            mentioned_in=mentions.get(("card", slug), ()),
            oracle_id=cards.oracle_ids.get(slug) or oracle_ids.get(names.get("en", "")),
            also=cards.also.get(slug, {}),
            only_in=published_in
            if slug in notes
            and slug not in showing
            and all(is_day(entry.set_code) for entry in notes[slug])
            else None,
        )
        for slug, names in cards.names.items()
    }


def build_mechanics(
    documents: Sequence[DocumentNotes],
    catalogue: Catalogue,
    topics: Topics,
    examples: Memberships,
    mentions: Mentions,
) -> dict[str, LibraryMechanic]:
    """Return every mechanic of the catalogue, and those that only sections explain, sorted by
    slug.
    """
    sections = group_pairs(
        (slug, section)
        for document in documents
        for section in document.sections
        for slug in section.mechanics
    )
    memberships = [
        *examples,
        *(
            (entry.card, Membership(has=entry.mechanics, gives=entry.gives))
            for document in documents
            for entry in document.cards
        ),
    ]
    members = group_pairs(
        (slug, card) for card, membership in memberships for slug in membership.has
    )
    givers = group_pairs(
        (slug, card) for card, membership in memberships for slug in membership.gives
    )
    mechanics: dict[str, LibraryMechanic] = {}
    for slug in sorted({*sections, *catalogue.mechanics}):
        facts = catalogue.mechanics.get(slug)
        proofs = facts.seen.values() if facts else ()
        cards = set(members.get(slug, ()))
        mechanics[slug] = LibraryMechanic(
            slug=slug,
            names=facts.names if facts else topics.mechanics[slug],
            facts=facts,
            first_set=catalogue.sets.get(facts.first_set or "") if facts else None,
            printed_in={
                code: catalogue.sets[code]
                for code in sorted({proof.set or proof.notes or "" for proof in proofs})
                if code in catalogue.sets
            },
            sections=tuple(sections.get(slug, ())),
            cards=tuple(sorted(cards)),
            givers=tuple(sorted(set(givers.get(slug, ())) - cards)),
            mentioned_in=mentions.get(("mechanic", slug), ()),
        )
    return mechanics


def build_rules(documents: Iterable[DocumentNotes], mentions: Mentions) -> dict[str, LibraryRule]:
    """Return every rule that a document quotes or cites, by number, in numeric order."""
    quoted = group_pairs(
        (passage.part, passage)
        for document in documents
        for passage, _ in document.passages()
        if passage.kind == "rule" and passage.part
    )
    numbers = {*quoted, *(number for kind, number in mentions if kind == "rule")}
    return {
        number: LibraryRule(
            number=number,
            quoted_in=tuple(dict.fromkeys(quoted.get(number, ()))),
            cited_in=mentions.get(("rule", number), ()),
        )
        for number in sorted(numbers, key=rule_order)
    }


def add_pages(
    ledgers: Ledgers, cards: Iterable[LibraryCard], used: Iterable[tuple[str, str]]
) -> dict[str, Ledger]:
    """Return ``ledgers`` that also have what has a page because of a document of their sets: the
    slugs of the names by which documents show cards, as far as no entry has them, and the numbers
    of rules. ``used`` are pairs of a set and the number of a rule.
    """
    cards_in = group_pairs(
        (printed.set_code, (slug, card.slug))
        for card in cards
        for printed in card.prints()
        for slug in (card.slug, *map(slug_of, printed.card.both_names))
    )
    rules_in = group_pairs(used)

    def add(ledger: Ledger) -> Ledger:
        of_entries = {
            slug
            for entry in ledger.entries.values()
            for slug in (entry.key, *entry.formerly, entry.slug)
        }
        card_of = {**ledger.cards, **dict(cards_in.get(ledger.set_code, ()))}
        numbers = {*ledger.rules, *rules_in.get(ledger.set_code, ())}
        return replace(
            ledger,
            cards={slug: card_of[slug] for slug in sorted(card_of.keys() - of_entries)},
            rules=tuple(sorted(sorted(numbers), key=rule_order)),
        )

    return {code: add(ledger) for code, ledger in ledgers.items()}
