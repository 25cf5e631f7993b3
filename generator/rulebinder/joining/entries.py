"""Join the entries of one document: give them their ids, and add mentions to their texts."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..facts.catalogue import Verdict
from ..library import CardNotes, DocumentNotes, LibraryBlock, Note, Paragraph, SectionNotes
from ..notes import Card, CardEntry, Introduction, ReleaseNotes, Rule, Ruling, Unread
from ..system.caches import Shelf, alike
from ..system.digests import digest
from .alignment.permanent_numbers import Permanence
from .alignment.ruling_numbers import EntryTexts, InLanguage
from .duplicates.families import names_in_rulings, signature
from .identity.card_identity import KnownCards, slug, unique
from .identity.sections import Topic, Topics
from .mechanics.membership import MechanicFinder
from .mentions.name_meanings import Meaning, short_names
from .mentions.vocabularies import PageMentioner, Vocabulary
from .phrases import Phrases


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
            key = self._key(topic.compared, lang, around, *own, alike(topic.section))
            sections.append(
                shelf.value(key, functools.partial(self._section, document, topic, page))
            )
        entries = []
        for entry_id, entry in zip(_entry_ids(document, self.cards), document.cards, strict=True):
            key = self._key(entry_id, lang, around, self.cards.slug(entry.card, lang), alike(entry))
            entries.append(
                shelf.value(key, functools.partial(self._entry, document, entry_id, entry, page))
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
