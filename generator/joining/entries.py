"""The entries of one document, joined: ids given, texts with mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.languages import Languages
from ..ledger.numbers import NO_DAY, Ledger
from ..library import CardNotes, DocumentNotes, Note, Paragraph, SectionNotes
from ..notes import Card, CardEntry, Introduction, ReleaseNotes, Rule, Ruling, Unread
from ..text import Text
from .identity import Cards, clean, slug, unique
from .mechanics import MechanicFinder
from .mentions import Mentioner, PageMentioner
from .naming import Meaning, Target, card_phrases, mechanic_phrases, ordinary_words, set_phrases, short_names, surroundings
from .numbering import Part, compare
from .permanence import Permanence, permanent
from .phrases import Phrases
from .sections import Topic, Topics


def numbered(entry_id: str, lang: str, rulings: Sequence[Ruling], numbers: Sequence[int]) -> Iterator[Note]:
    """The rulings of one entry as notes with their ids, each with its number."""
    for number, ruling in zip(numbers, rulings, strict=True):
        yield Note(f"{entry_id}/{number}", number, lang, ruling.text, ruling.items, ruling.place)


class Joiner:
    """Joins documents to the library's cards and mechanics."""

    def __init__(self, catalogue: Catalogue, cards: Cards, topics: Topics, finders: Mapping[str, MechanicFinder]) -> None:
        self._catalogue = catalogue
        self._cards = cards
        self._topics = topics
        self._finders = finders
        self._mentioners: dict[str, Mentioner] = {}
        self._ordinary: dict[str, set[str]] = {}
        self._supertypes: dict[str, tuple[str, ...]] = {}
        self._permanence = Permanence()

    def listen(self, documents: Sequence[ReleaseNotes], sets: Mapping[str, SetFacts], languages: Languages) -> None:
        """Prepare for texts in the languages of ``documents``: which words are ordinary, which are names."""
        around = surroundings(languages)
        for lang in self._finders:
            ordinary = ordinary_words(text for document in documents if document.lang == lang for text in document.texts())
            cards = card_phrases(self._cards.names, lang, ordinary)
            phrases = [*cards, *self._mechanic_phrases(lang), *set_phrases(sets, ordinary)]
            language = languages.get(lang)
            self._mentioners[lang] = Mentioner(language, phrases, around)
            self._ordinary[lang] = ordinary
            self._supertypes[lang] = language.reading.supertypes if language else ()

    def number(
        self, documents: Sequence[ReleaseNotes], sets: Mapping[str, SetFacts], ledgers: Mapping[str, Ledger]
    ) -> Permanence:
        """Give the rulings of ``documents`` their numbers, by the ledgers of their sets."""
        days = {code: each.released or NO_DAY for code, each in sets.items()}
        parts = {document.key: tuple(self._parts(document)) for document in documents}
        self._permanence = permanent(documents, parts, compare(documents, parts, self._named), ledgers, days)
        self._topics = self._topics.settled(self._permanence.ids)
        return self._permanence

    def _notes(self, entry_id: str, lang: str, rulings: Sequence[Ruling]) -> Iterator[Note]:
        given = self._permanence
        return numbered(given.ids[entry_id, lang], lang, rulings, given.numbers[entry_id, lang])

    def _paragraphs(self, topic: Topic, lang: str) -> Iterator[Paragraph]:
        """What leads in to a section, with its ids."""
        numbers = self._permanence.paragraphs[topic.compared, lang]
        leading = (block for block in topic.section.body if isinstance(block, Introduction))
        for number, block in zip(numbers, leading, strict=True):
            yield Paragraph(block.text, block.place, id=f"{topic.id}/{number}", number=number, lang=lang)

    def _parts(self, document: ReleaseNotes) -> Iterator[Part]:
        for topic in self._topics.of[document.key]:
            leading = tuple(block for block in topic.section.body if isinstance(block, Introduction))
            yield Part(topic.id, True, topic.section.rulings, topic.section.place, leading, topic.former)
        for entry_id, entry in zip(self._entry_ids(document), document.cards, strict=True):
            yield Part(entry_id, False, entry.rulings, entry.place, former=slug(clean(entry.card.name)))

    def _named(self, lang: str, text: Text) -> set[Target]:
        return {hit.meaning.target for hit in self._mentioners[lang].hits(text.plain())}

    def _entry_ids(self, document: ReleaseNotes) -> list[str]:
        """The ids of the card entries, in order: the slugs of their cards, each once."""
        taken: dict[str, None] = {}
        for entry in document.cards:
            taken[unique(self._cards.slug(entry.card, document.lang), taken)] = None
        return [f"{document.set_code}/{short}" for short in taken]

    def document(self, document: ReleaseNotes) -> DocumentNotes:
        """One document's sections and cards."""
        topics = self._topics.of[document.key]
        page = PageMentioner(self._mentioners[document.lang], Phrases(self._local_phrases(document))).about(
            ("set", document.set_code)
        )
        sections = tuple(self._section(document, topic, page) for topic in topics)
        named = zip(self._entry_ids(document), document.cards, strict=True)
        return DocumentNotes(document, sections, tuple(self._entry(document, entry_id, entry, page) for entry_id, entry in named))

    def _local_phrases(self, document: ReleaseNotes) -> Iterator[tuple[str, Meaning]]:
        yield from ((topic.section.title, Meaning(("section", topic.id))) for topic in self._topics.of[document.key])
        lang = document.lang
        entries = ((self._cards.slug(entry.card, lang), entry) for entry in document.cards)
        yield from short_names(entries, self._supertypes[lang], self._ordinary[lang])

    def _mechanic_phrases(self, lang: str) -> Iterator[tuple[str, Meaning]]:
        for facts in self._catalogue.mechanics.values():
            yield from mechanic_phrases(facts, lang)
        for made, names in self._topics.made.items():
            if lang in names:
                yield names[lang], Meaning(("mechanic", made))

    def _section(self, document: ReleaseNotes, topic: Topic, page: PageMentioner) -> SectionNotes:
        page = page.about(("section", topic.id), *(("mechanic", slug) for slug in topic.mechanics))
        notes = self._notes(topic.compared, document.lang, topic.section.rulings)
        paragraphs = self._paragraphs(topic, document.lang)
        body: list[Introduction | Card | Rule | Note | Unread] = []
        for each in topic.section.body:
            block = next(paragraphs) if isinstance(each, Introduction) else each
            body.append(self._card(block, document.lang, page) if isinstance(block, Card) else _block(block, notes, page))
        shown = tuple(self._cards.slug(card, document.lang) for card in topic.section.examples)
        return SectionNotes(topic.id, document.set_code, document.lang, topic.section, topic.mechanics, tuple(body), shown)

    def _entry(self, document: ReleaseNotes, entry_id: str, entry: CardEntry, page: PageMentioner) -> CardNotes:
        lang = document.lang
        slug = self._cards.slug(entry.card, lang)
        page = page.about(("card", slug))
        notes = self._notes(entry_id, lang, entry.rulings)
        body = tuple(_block(block, notes, page) for block in entry.body)
        mechanics = self._finders[lang].of_card(entry.card)
        shown = replace(entry, card=self._card(entry.card, lang, page))
        return CardNotes(entry_id, document.set_code, lang, slug, shown, mechanics, body)

    def _card(self, card: Card, lang: str, page: PageMentioner) -> Card:
        page = page.about(("card", self._cards.slug(card, lang)))
        faces = tuple(replace(face, rules_text=page.texts(face.rules_text)) for face in card.faces)
        return replace(card, faces=faces, shared_rules_text=page.texts(card.shared_rules_text))


def _block(
    block: Introduction | Rule | Ruling | Unread, notes: Iterator[Note], page: PageMentioner
) -> Introduction | Rule | Note | Unread:
    if isinstance(block, Ruling):
        note = next(notes)
        return replace(note, text=page.text(note.text), items=page.texts(note.items))
    return replace(block, text=page.text(block.text))
