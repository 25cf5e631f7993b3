"""Join the entries of one document: give them their ids, and add mentions to their texts."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ..facts.catalogue import EraTerm, SetFacts, Verdict
from ..ledger.numbers import LedgerRecord, Ledgers, record_of
from ..library import (
    CardNotes,
    DocumentNotes,
    Library,
    LibraryBlock,
    Note,
    OldWords,
    Paragraph,
    SectionNotes,
)
from ..notes import Card, CardEntry, Introduction, ReleaseNotes, Rule, Ruling, Unread
from ..problems import Problem, review
from ..system.caches import Shelf, comparable_bytes
from ..system.files import digest
from ..text import Dated, Emphasis, Link, Spans, Text
from .duplicates import names_in_rulings, signature
from .identity import KnownCards, Topic, Topics, slug, unique
from .mechanics import MechanicFinder
from .mentions import Meaning, short_names
from .permanent_numbers import Permanence
from .phrases import Hit, Phrases, longest
from .ruling_numbers import EntryTexts, InLanguage
from .vocabularies import PageMentioner, Vocabulary, replaced


def parts(
    document: ReleaseNotes, cards: KnownCards, topics: Topics, shelf: Shelf
) -> tuple[EntryTexts, ...]:
    """Return the sections of a document, then its card entries, as far as their rulings are to be
    numbered.

    ``shelf`` has what earlier builds made of the document.
    """
    sections = (
        EntryTexts(
            id=topic.id,
            is_section=True,
            rulings=topic.section.rulings,
            place=topic.section.place,
            paragraphs=topic.paragraphs,
            former=topic.former,
            shelf=shelf,
        )
        for topic in topics.of[document.key]
    )
    entries = (
        EntryTexts(
            id=entry_id,
            is_section=False,
            rulings=entry.rulings,
            place=entry.place,
            former=slug(entry.card.name),
            shelf=shelf,
        )
        for entry_id, entry in zip(_entry_ids(document, cards), document.cards, strict=True)
    )
    return (*sections, *entries)


def _entry_ids(document: ReleaseNotes, cards: KnownCards) -> list[str]:
    """Return the ids of the card entries, in order: the slugs of their cards, each used once."""
    taken: dict[str, None] = {}
    for entry in document.cards:
        taken[unique(cards.slug(entry.card, document.lang), taken)] = None
    return [f"{document.set_code}/{short}" for short in taken]


@dataclass(frozen=True, kw_only=True)
class Joiner:
    """Joins documents to the library's cards and mechanics, by the results of all earlier steps."""

    cards: KnownCards
    topics: Topics
    """With their permanent ids."""
    finders: Mapping[str, MechanicFinder]
    """By language; so are the vocabularies."""
    vocabularies: Mapping[str, Vocabulary]
    permanence: Permanence
    verdicts: Mapping[str, Verdict]
    """By the ids of their rulings."""
    shelves: Mapping[InLanguage, Shelf]
    """The entries and sections that earlier builds joined, by the keys of their documents."""

    def _notes(
        self,
        entry_id: str,
        lang: str,
        rulings: Sequence[Ruling],
        page: PageMentioner,
        card: Card | None = None,
    ) -> Iterator[Note]:
        """Yield the rulings of one entry as notes with their ids and mentions. They have signatures
        if they are about a ``card``.
        """
        names = names_in_rulings(card) if card else []
        numerals = self.vocabularies[lang].numerals
        numbers = self.permanence.numbers[entry_id, lang]
        for number, ruling in zip(numbers, rulings, strict=False):  # then those of paragraphs
            note_id = f"{self.permanence.ids[entry_id, lang]}/{number}"
            text, items = page.text(ruling.text), page.texts(ruling.items)
            yield Note(
                id=note_id,
                number=number,
                lang=lang,
                text=text,
                items=items,
                place=ruling.place,
                source=ruling.source,
                verdict=self.verdicts.get(note_id),
                signature=signature((text, *items), names, numerals) if card else "",
            )

    def _paragraphs(self, topic: Topic, lang: str) -> Iterator[Paragraph]:
        """Yield the paragraphs that lead in to a section, with their ids."""
        numbers = self.permanence.numbers[topic.compared, lang][len(topic.section.rulings) :]
        for number, block in zip(numbers, topic.paragraphs, strict=True):
            yield Paragraph(
                block.text, block.place, id=f"{topic.id}/{number}", number=number, lang=lang
            )

    def document(self, document: ReleaseNotes) -> DocumentNotes:
        """Return one document with its sections and cards joined to the library.

        Those that would be the same as before are not joined again.
        """
        topics = self.topics.of[document.key]
        page = PageMentioner(
            self.vocabularies[document.lang].mentioner, Phrases(self._local_phrases(document))
        ).about(("set", document.set_code))
        shelf, lang, around = self.shelves.get(document.key) or Shelf(), document.lang, page.key
        sections = []
        for topic in topics:
            slugs = tuple(self.cards.slug(card, lang) for card in topic.section.examples)
            own = (topic.id, document.general_heading, document.title, *topic.mechanics, "", *slugs)
            key = self._key(topic.compared, lang, around, *own, comparable_bytes(topic.section))
            sections.append(
                shelf.get_or_make(key, functools.partial(self._section, document, topic, page))
            )
        entries = []
        for entry_id, entry in zip(_entry_ids(document, self.cards), document.cards, strict=True):
            key = self._key(
                entry_id, lang, around, self.cards.slug(entry.card, lang), comparable_bytes(entry)
            )
            entries.append(
                shelf.get_or_make(
                    key, functools.partial(self._entry, document, entry_id, entry, page)
                )
            )
        return DocumentNotes(document, tuple(sections), tuple(entries))

    def _key(self, part_id: str, lang: str, *own: str | bytes) -> str:
        """Return a digest of all that an entry or a section is joined from: what is its ``own``,
        its numbers, and which of these have verdicts.
        """
        ruling_ids = self.permanence.ids[part_id, lang]
        numbers = [str(number) for number in self.permanence.numbers[part_id, lang]]
        held = [number for number in numbers if f"{ruling_ids}/{number}" in self.verdicts]
        return digest(part_id, lang, ruling_ids, *numbers, "", *held, "", *own)

    def _local_phrases(self, document: ReleaseNotes) -> Iterator[tuple[str, Meaning]]:
        """Yield the names that only this document uses: its sections, and short names of its
        cards.
        """
        yield from (
            (topic.section.title, Meaning(("section", topic.id)))
            for topic in self.topics.of[document.key]
        )
        entries = [(self.cards.slug(entry.card, document.lang), entry) for entry in document.cards]
        words = self.vocabularies[document.lang]
        yield from short_names(entries, words.supertypes, words.ordinary)

    def _section(self, document: ReleaseNotes, topic: Topic, page: PageMentioner) -> SectionNotes:
        alone = tuple(
            self._card(each, document.lang, page) if isinstance(each, Card) else each
            for each in topic.section.body
        )
        page = page.about(("section", topic.id), *(("mechanic", slug) for slug in topic.mechanics))
        notes = self._notes(topic.compared, document.lang, topic.section.rulings, page)
        paragraphs = self._paragraphs(topic, document.lang)
        body: list[LibraryBlock] = []
        for each in topic.section.body:
            block = next(paragraphs) if isinstance(each, Introduction) else each
            body.append(
                self._card(block, document.lang, page)
                if isinstance(block, Card)
                else _block(block, notes, page)
            )
        shown = tuple(self.cards.slug(card, document.lang) for card in topic.section.examples)
        return SectionNotes(
            id=topic.id,
            set_code=document.set_code,
            lang=document.lang,
            #  one without a title, right below a great heading, gets that: pages link to it by
            # its title
            section=replace(
                topic.section,
                title=topic.section.title or document.general_heading or document.title,
                body=alone,
            ),
            mechanics=topic.mechanics,
            body=tuple(body),
            cards=shown,
        )

    def _entry(
        self, document: ReleaseNotes, entry_id: str, entry: CardEntry, page: PageMentioner
    ) -> CardNotes:
        lang = document.lang
        slug = self.cards.slug(entry.card, lang)
        page = page.about(("card", slug))
        notes = self._notes(entry_id, lang, entry.rulings, page, entry.card)
        body = tuple(_block(block, notes, page) for block in entry.body)
        found = self.finders[lang].of_card(entry.card)
        shown = replace(entry, card=self._card(entry.card, lang, page), body=())
        return CardNotes(
            id=entry_id,
            set_code=document.set_code,
            lang=lang,
            card=slug,
            entry=shown,
            mechanics=found.has,
            gives=found.gives,
            body=body,
        )

    def _card(self, card: Card, lang: str, page: PageMentioner) -> Card:
        page = page.about(("card", self.cards.slug(card, lang)))
        faces = tuple(replace(face, rules_text=page.texts(face.rules_text)) for face in card.faces)
        return replace(card, faces=faces, shared_rules_text=page.texts(card.shared_rules_text))


def _block(
    block: Introduction | Rule | Ruling | Unread, notes: Iterator[Note], page: PageMentioner
) -> Introduction | Rule | Note | Unread:
    if isinstance(block, Ruling):
        return next(notes)
    return replace(block, text=page.text(block.text))


HolderT = TypeVar("HolderT", CardNotes, SectionNotes)


def marked(
    documents: Iterable[DocumentNotes], facts: Mapping[str, SetFacts], terms: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents with their old terms marked.

    The texts of a set without a known day do not change.
    """
    return [
        _marked(document, facts[document.notes.set_code].released, terms.values())
        for document in documents
    ]


def _marked(
    document: DocumentNotes, released: str | None, terms: Iterable[EraTerm]
) -> DocumentNotes:
    lang = document.notes.lang
    old = [term for term in terms if lang in term.words and released and released < term.until]
    if not old:
        return document
    known = [(words, term) for term in old for words in term.words[lang].then]
    others = [(words, None) for term in old for words in term.words[lang].unless]
    phrases = Phrases[EraTerm | None]([*known, *others])
    return replace(
        document,
        sections=tuple(_entry(section, phrases) for section in document.sections),
        cards=tuple(_entry(entry, phrases) for entry in document.cards),
    )


def _entry(entry: HolderT, phrases: Phrases[EraTerm | None]) -> HolderT:
    marker = _Marker(entry.id, phrases)
    body = tuple(
        block if isinstance(block, Card) else _mark_block(block, marker) for block in entry.body
    )
    same = all(block is before for block, before in zip(body, entry.body, strict=True))
    return entry if same else replace(entry, body=body)


def _mark_block(
    block: Introduction | Rule | Note | Unread, marker: _Marker
) -> Introduction | Rule | Note | Unread:
    if isinstance(block, Note):
        return marker.note(block)
    text = marker.text(block.text)
    return block if text is block.text else replace(block, text=text)


class _Marker:
    """Marks each term the first time that one entry uses it, and lists those of each note."""

    def __init__(self, entry: str, phrases: Phrases[EraTerm | None]) -> None:
        self._entry = entry
        self._phrases = phrases
        self._seen: set[str] = set()
        self._words: list[OldWords] = []

    def note(self, note: Note) -> Note:
        """Return ``note`` with its old terms marked and listed.

        The list has also those that an earlier text of the entry has, or that a mention covers.
        """
        self._words = []
        texts = tuple(map(self.text, note.texts))
        if all(text is before for text, before in zip(texts, note.texts, strict=True)):
            return note
        return replace(note, text=texts[0], items=texts[1:], outdated=tuple(self._words))

    def text(self, text: Text) -> Text:
        """Return ``text`` with its old terms marked."""
        if not any(True for _ in self._phrases.hits(text.plain())):
            return text
        return Text(tuple(map(self._paragraph, text.paragraphs)))

    def _paragraph(self, spans: Spans) -> Spans:
        """Mark the terms of a paragraph, also those that are or contain a mention.

        A mention is never cut.
        """
        plain = Text((spans,)).plain()
        found = [hit for hit in longest(self._phrases.hits(plain)) if hit.meaning]
        self._words += (
            OldWords(hit.meaning.key, plain[hit.start : hit.end])
            for hit in found
            if hit.meaning and not hit.meaning.trivial
        )
        if not found:
            return spans
        return replaced(spans, found, self._dated, (Emphasis, Link))

    def _dated(self, hit: Hit[EraTerm | None], spans: Spans) -> Dated | None:
        """Return the term at ``hit``, if it is not marked yet. It is not a single emphasis or link:
        the text inside that is searched separately.
        """
        is_one = len(spans) == 1 and isinstance(spans[0], Emphasis | Link)
        if hit.meaning is None or hit.meaning.key in self._seen or is_one:
            return None
        self._seen.add(hit.meaning.key)
        return Dated(spans, hit.meaning.key, self._entry, hit.meaning.trivial)


def holding(verdicts: Mapping[str, Verdict], ledgers: Ledgers) -> dict[str, Verdict]:
    """Return the verdicts on rulings that still have the words about which was decided, in any
    language.

    A site whose ledger began with another document may have another ruling at the same number.
    """
    return {
        note_id: each
        for note_id, each in verdicts.items()
        if not is_of_other_words(each, record_of(ledgers, note_id))
    }


def is_of_other_words(verdict: Verdict, record: LedgerRecord | None) -> bool:
    """Return whether a ruling has other words than those about which was decided."""
    known = {wording.hash for wording in record.wordings.values()} if record else set()
    return bool(known) and verdict.hash is not None and verdict.hash not in known


def undecided(library: Library) -> Iterator[Problem]:
    """Yield each ruling without a verdict that has an outdated term, that rests on a rule that
    changed since, or that says the same as one with a verdict, with the reasons.
    """
    rulings = [(holder, note) for holder in library.holders() for note in holder.notes]
    decided: dict[tuple[str, str | None], str] = {
        (note.lang, note.family): note.id for _, note in rulings if note.verdict and note.family
    }
    for holder, note in rulings:
        same = decided.get((note.lang, note.family))
        terms = dict.fromkeys(old.term for old in note.outdated)
        why = [
            *(f"the term {term}" for term in terms),
            *(f"rule {number} changed" for number in library.amended.get(note.id, ())),
            *([f"it says the same as {same}, which has a verdict"] if same else []),
        ]
        if why and not note.verdict:
            said = library.wording(note.id, note.lang).hash
            hint = (
                f"decide in content/verdicts/{holder.set_code}.yml whether it is still"
                f" true, with `hash: {said}`"
            )
            yield review(note.place, f"{note.id} may be wrong today: {', '.join(why)}", hint)
