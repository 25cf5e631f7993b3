"""The library: documents joined into sets, cards and mechanics.

It is computed on each run and never stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from .facts.catalogue import Aliases, EraTerm, MechanicFacts, Names, SetFacts, Verdict
from .facts.search_words import SearchWords, UsualQuestion
from .ledger.history import Earlier, EarlierWords, Words
from .ledger.matching import Wording
from .ledger.numbers import Ledger, LedgerRecord, Ledgers, record_of
from .notes import Card, CardEntry, Introduction, ReleaseNotes, Rule, Section, Unread, is_day
from .problems import Place, Problem
from .rulebook.book import Rulebook, RuleToday
from .rulebook.comparing import RuleChange
from .text import Text, fold_text


class Lack(StrEnum):
    """The fault of a translation at one place."""

    ENTRY = "entry"
    """A card's entry that other languages have is missing."""
    SECTION = "section"
    """A section of the general notes that other languages have is missing."""
    RULING = "ruling"
    """A ruling that other languages have is missing."""
    FEWER = "fewer"
    """There are fewer rulings than in other languages, but it is unknown which ones are missing."""
    OLDER = "older"
    """A ruling says less than in the reference, in an older revision."""


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A place at which a translation does not match the other languages."""

    lack: Lack
    entry: str
    """The id of the entry or the section: ``lam/tollkeepers-due``."""
    number: int | None = None
    """The ruling's number, if the gap is one ruling."""
    have: int = 0
    """How many rulings there are, if there are fewer than in other languages; else 0."""
    expected: int = 0
    """How many there should be then; else 0."""
    place: Place
    """The entry in this language, or the document if it has no such entry."""


@dataclass(frozen=True, kw_only=True)
class Translation:
    """The state of one language of a set that has documents in several."""

    lang: str
    reference: str
    """The language with which the others are compared: English, else the oldest document's."""
    older: tuple[str, str] | None
    """The days on which the document and then the reference were last modified, if its own is
    earlier; else None.
    """
    gaps: tuple[Gap, ...]
    """In the order of the reference: sections, then entries."""

    def gaps_of(self, entry: str) -> Iterator[Gap]:
        """Yield the gaps of one entry or section, by its id."""
        return (gap for gap in self.gaps if gap.entry == entry)

    @property
    def states(self) -> tuple[str, ...]:
        """What is wrong with the whole translation: those of ``missing``, ``fewer`` and ``older``
        that are true of it, or only ``aligned``.
        """
        lacks = {gap.lack for gap in self.gaps}
        faults = {
            "missing": lacks & {Lack.ENTRY, Lack.SECTION, Lack.RULING},
            "fewer": lacks & {Lack.FEWER},
            "older": self.older,
        }
        return tuple(state for state, fault in faults.items() if fault) or ("aligned",)


@dataclass(frozen=True)
class OldWords:
    """Words of a ruling that the rules of today no longer have, or no longer mean as they did."""

    term: str
    """Its key in content/eras.yml."""
    text: str


@dataclass(frozen=True, kw_only=True)
class Note:
    """A ruling, or a note of a section, with its permanent id; its texts carry mentions."""

    id: str
    """``<set>/<entry>/<n>``: ``pip/acquired-mutation/2``, ``mh3/notes/energy/1``."""
    number: int
    """The ``<n>`` of the id: permanent, not the position on the page."""
    lang: str
    text: Text
    items: tuple[Text, ...] = ()
    place: Place = Place("")
    family: str | None = None
    """The id of the first ruling that says the same, if several do; see :attr:`Library.families`.
    """
    source: str | None = None
    """Who wrote it, if not the publisher."""
    published: tuple[str, ...] = ()
    """The ids of the published rulings of the card that say the same. They are shown only here."""
    verdict: Verdict | None = None
    """What people decided of it: whether it is still true."""
    outdated: tuple[OldWords, ...] = ()
    """Its old words at each occurrence, in order, without those that were only renamed."""
    signature: str = ""
    """A digest of what it says apart from its variables, if it is about a card: rulings of a family
    have the same.
    """

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text, then the items of its list."""
        return (self.text, *self.items)


@dataclass(frozen=True, kw_only=True)
class Paragraph(Introduction):
    """A paragraph that introduces a section, with its permanent id.

    It is not a ruling, but can be quoted like one.
    """

    id: str
    """``<set>/notes/<section>/<n>``; it shares its numbers with the section's notes."""
    number: int
    lang: str
    items: tuple[Text, ...] = ()
    """The same as in a note. A paragraph has no list."""


Numbered = Note | Paragraph
"""Has a permanent id: a ruling, a note of a section or a paragraph of one."""
LibraryBlock = Introduction | Card | Rule | Note | Unread
"""A block of an entry or a section."""


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A place in a document that mentions, quotes or says something."""

    kind: str
    """``note``, ``rule`` (a quoted one), ``card`` (rules text) or ``text`` (an introduction)."""
    entry: str
    """The id of the entry or the section: ``pip/acquired-mutation``, ``mh3/notes/energy``."""
    part: str | None
    """A note's number, a quoted rule's number; None for the others."""
    set_code: str
    lang: str
    card: str | None
    """The slug of the card that the entry is about; None for a section."""


@dataclass(frozen=True, kw_only=True)
class _Holder:
    """A part of a document with its blocks in order, rulings as notes."""

    id: str
    """``<set>/<entry>`` or ``<set>/notes/<slug>``: ``pip/acquired-mutation``, ``mh3/notes/energy``;
    the same in every language of the set.
    """
    set_code: str
    lang: str
    mechanics: tuple[str, ...] = ()
    """The slugs of the mechanics that a card has, or that a section explains."""
    body: tuple[LibraryBlock, ...] = ()

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The rulings or notes, in order."""
        return tuple(block for block in self.body if isinstance(block, Note))

    @property
    def numbered(self) -> tuple[Numbered, ...]:
        """Everything with a permanent id, in order: the notes and the paragraphs."""
        return tuple(block for block in self.body if isinstance(block, Numbered))

    @cached_property
    def key(self) -> str:
        """The id that it had first, with which the ids of its rulings begin; :attr:`id` if it has
        no rulings. It stays if a card is renamed.
        """
        return next((note.id.rpartition("/")[0] for note in self.notes), self.id)


@dataclass(frozen=True, kw_only=True)
class SectionNotes(_Holder):
    """A section of one document's general notes."""

    section: Section
    """The section; the cards that it shows carry mentions as on their own pages."""
    cards: tuple[str, ...]
    """The slugs of the cards that it shows in full: one for each Card of the body, in order."""

    card = None
    """A section is not about one card; see :attr:`CardNotes.card`."""


@dataclass(frozen=True, kw_only=True)
class CardNotes(_Holder):
    """A card's entry in one document."""

    card: str
    """The slug of the card's page."""
    entry: CardEntry
    """The entry without its body; the faces' rules text carries mentions."""
    gives: tuple[str, ...] = ()
    """The slugs of the mechanics that it gives to others or makes, and does not have itself."""


Holder = CardNotes | SectionNotes
"""Has rulings with permanent ids: a card's entry, or a section."""


def passage_of(holder: Holder, kind: str, part: str | None = None) -> Passage:
    """Return a passage of an entry or a section. ``kind`` and ``part`` are those of
    :class:`Passage`.
    """
    return Passage(
        kind=kind,
        entry=holder.id,
        part=part,
        set_code=holder.set_code,
        lang=holder.lang,
        card=holder.card,
    )


@dataclass(frozen=True)
class DocumentNotes:
    """One document, its entries joined to the library."""

    notes: ReleaseNotes
    sections: tuple[SectionNotes, ...]
    cards: tuple[CardNotes, ...]

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Its sections and entries, in order."""
        return *self.sections, *self.cards

    def passages(self) -> Iterator[tuple[Passage, Sequence[Text]]]:
        """Yield every passage with its texts: of each section and entry, a card's rules text, then
        the blocks in order.
        """
        for holder in self.holders:
            if isinstance(holder, CardNotes):
                yield passage_of(holder, "card"), holder.entry.card.rules_texts
            for block in holder.body:
                match block:
                    case Note():
                        yield passage_of(holder, "note", str(block.number)), block.texts
                    case Rule():
                        yield passage_of(holder, "rule", block.number), (block.text,)
                    case Card():
                        yield passage_of(holder, "card"), block.rules_texts
                    case _:
                        yield passage_of(holder, "text"), (block.text,)


@dataclass(frozen=True, kw_only=True)
class LibrarySet:
    """A set and its documents by language (at least one)."""

    code: str
    facts: SetFacts
    documents: Mapping[str, DocumentNotes]
    translations: Mapping[str, Translation]
    """How complete each translation is, by language, the reference first; empty if there is only
    one document.
    """

    @property
    def is_day(self) -> bool:
        """Whether it is a day of published rulings, which belong to no set."""
        return is_day(self.code)


@dataclass(frozen=True, kw_only=True)
class PrintedCard:
    """A card as one document prints it."""

    set_code: str
    lang: str
    card: Card


@dataclass(frozen=True, kw_only=True)
class LibraryCard:
    """A card: it has one page for all its sets and languages."""

    slug: str
    names: Names
    """Official or printed names by language; at least one."""
    notes: tuple[CardNotes, ...] = ()
    """Every document's entry: newest set first, then by language."""
    examples: tuple[SectionNotes, ...] = ()
    """Sections that show this card in full; a card may have these and no notes of its own."""
    shown_mechanics: tuple[str, ...] = ()
    """The mechanics that the card has where these sections show it."""
    mentioned_in: tuple[Passage, ...] = ()
    """The passages of other entries and sections that mention it: newest set first."""
    oracle_id: str | None = None
    """Scryfall's id, if the catalogue has it."""
    also: Aliases = field(default_factory=dict)
    """Other names that printings of the card have, by language."""
    only_in: str | None = None
    """The only language in which it has a page, because it has nothing but published rulings.

    None if it has one in every language.
    """

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Its entries, then the sections that show it."""
        return *self.notes, *self.examples

    @property
    def every_name(self) -> tuple[str, ...]:
        """Its names in all languages, then those of other printings."""
        return (*self.names.values(), *(name for aliases in self.also.values() for name in aliases))

    @property
    def mechanics(self) -> tuple[str, ...]:
        """The mechanics of all its entries and examples, sorted."""
        return tuple(
            sorted(
                {*self.shown_mechanics, *(slug for notes in self.notes for slug in notes.mechanics)}
            )
        )

    def prints(self) -> Iterator[PrintedCard]:
        """Yield the card as each of its entries prints it, then as each section that shows it
        does.
        """
        for notes in self.notes:
            yield PrintedCard(set_code=notes.set_code, lang=notes.lang, card=notes.entry.card)
        for section in self.examples:
            for slug, card in zip(section.cards, section.section.examples, strict=True):
                if slug == self.slug:
                    yield PrintedCard(set_code=section.set_code, lang=section.lang, card=card)


@dataclass(frozen=True, kw_only=True)
class LibraryMechanic:
    """A mechanic: its facts, the sections that explain it, the cards that have or give it."""

    slug: str
    names: Names
    facts: MechanicFacts | None
    """None if only a document explains the mechanic, and the catalogue lacks it."""
    sections: tuple[SectionNotes, ...]
    """Newest set first, then by language."""
    first_set: SetFacts | None
    """The set that first had it.

    The library need not have its documents. None if that is not known, or if no fact names the set.
    """
    printed_in: Mapping[str, SetFacts]
    """By code, the sets whose cards or release notes confirm its names."""
    cards: tuple[str, ...]
    """Slugs of the cards that have it, sorted."""
    givers: tuple[str, ...]
    """Slugs of the cards that give it to others or make it, and do not have it themselves, sorted.
    """
    mentioned_in: tuple[Passage, ...]
    """The passages that mention it, except the sections that explain it: newest set first."""

    @property
    def kind(self) -> str:
        """Its kind: ``mechanic`` if the catalogue does not contain it."""
        return self.facts.kind if self.facts else "mechanic"

    @property
    def in_library(self) -> bool:
        """Whether a document explains it or mentions it, or a card has it or gives it; if not, only
        the catalogue has it.
        """
        return bool(self.sections or self.cards or self.givers or self.mentioned_in)


@dataclass(frozen=True, kw_only=True)
class LibraryRule:
    """A number of the Comprehensive Rules, as the documents of their years use it."""

    number: str
    quoted_in: tuple[Passage, ...] = ()
    """Newest set first; so are the others."""
    cited_in: tuple[Passage, ...] = ()
    today: Mapping[str, RuleToday] = field(default_factory=dict)
    """Today's number of the rule that the documents of a set mean, by set.

    The same number meant several rules over the years.
    """


@dataclass(frozen=True, kw_only=True)
class RemovedSet:
    """A set whose release notes the owner removed for good. Its addresses stay, and say so."""

    facts: SetFacts
    day: str
    """The day of the removal, as the owner wrote it."""
    ledger: Ledger
    """Its ledger, which no build changes, so that the set can come back.

    The library's ledgers have all its numbers as retired.
    """
    last: Earlier
    """The words that its rulings had in the end, by id, as far as they were kept."""

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages of its documents."""
        return self.ledger.langs


@dataclass(frozen=True, kw_only=True)
class RulingChange:
    """What a revision did to a ruling in one language."""

    id: str
    lang: str | None
    """None if the ledger does not know it any more, as that of a ruling that was removed before
    there was a history.
    """
    kind: str
    """``changed``, ``added`` or ``removed``."""
    before: Words | None = None
    """The words until then. None if there were none, or if they were not kept."""
    after: Words | None = None
    """The words from then on. None if there are none."""


@dataclass(frozen=True, kw_only=True)
class Revision:
    """The changes to the release notes of a set on one day, in the order of the ledger."""

    set_code: str
    day: str
    changes: tuple[RulingChange, ...]


@dataclass(frozen=True, kw_only=True)
class Library:
    """Everything the site is made from."""

    sets: Mapping[str, LibrarySet]
    """Newest first."""
    cards: Mapping[str, LibraryCard]
    """By slug, sorted."""
    mechanics: Mapping[str, LibraryMechanic]
    """By slug, sorted: all of the catalogue, and those that only a section explains."""
    rules: Mapping[str, LibraryRule] = field(default_factory=dict)
    """The rules that a document quotes or cites, by number, in numeric order."""
    families: Mapping[tuple[str, str], tuple[Passage, ...]] = field(default_factory=dict)
    """The rulings that say the same in one language, by language and family, oldest set first, and
    then their translations.
    """
    eras: Mapping[str, EraTerm] = field(default_factory=dict)
    """The old terms that the texts' ``Dated`` spans name, by key."""
    synonyms: Mapping[str, SearchWords] = field(default_factory=dict)
    rule_terms: Mapping[str, Aliases] = field(default_factory=dict)
    """The words by which rulings rest on a rule, by its number today, then by language."""
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Today's numbers of the rules that a ruling rests on, in their order, by its id."""
    resting: Mapping[str, Sequence[Passage]] = field(default_factory=dict)
    """The rulings that rest on each rule that has a page, newest set first."""
    questions: Mapping[str, UsualQuestion] = field(default_factory=dict)
    catalogued: tuple[Names, ...] = ()
    """The names of every card in names.yml, with and without notes here, by language."""
    unruled: tuple[str, ...] = ()
    """The names of cards that the bulk files have without any ruling, and those in the list of
    cards.
    """
    ledgers: Ledgers = field(default_factory=dict)
    """The permanent numbers of each set's rulings after these documents, by set."""
    feed_tag: str = ""
    """What the ids of entries of feeds begin with, if the site has had feeds:
    ``tag:example.org,2026-11-26:``.
    """
    earlier: Earlier = field(default_factory=dict)
    """The words that rulings had before, by id; those of one language are in order of time."""
    revisions: Mapping[str, Mapping[str, Revision]] = field(default_factory=dict)
    """The revisions of the release notes of each set that has any, by day, newest first."""
    restated: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The rulings that the document of a later set says in other words: by id and language, each
    with the id of the later one.
    """
    removed: Mapping[str, RemovedSet] = field(default_factory=dict)
    """The sets that were removed for good, by code. None of them is in :attr:`sets`."""
    former_langs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The languages in which sets of :attr:`sets` had documents that were removed for good, by
    code.
    """
    rulebooks: tuple[Rulebook, ...] = ()
    """The editions of the Comprehensive Rules beside the notes, newest first."""
    amendments: Mapping[str, tuple[RuleChange, ...]] = field(default_factory=dict)
    """The changes to the newest edition from the one before, and from those that first followed a
    set, by the day of each.
    """
    amended: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Today's numbers of the rules that a ruling rests on and that got other words after its day,
    by its id.
    """
    checked_on: str = ""
    """The newest day of the rules that our explanations, verdicts and eras know; empty if none."""
    problems: tuple[Problem, ...] = ()
    """The problems found while the documents were read, joined and checked; the audit page counts
    them.
    """

    @property
    def rulebook(self) -> Rulebook | None:
        """The newest edition of the Comprehensive Rules; None if there is none beside the notes."""
        return self.rulebooks[0] if self.rulebooks else None

    @property
    def released_sets(self) -> Mapping[str, LibrarySet]:
        """The sets without the days of published rulings, newest first."""
        return {code: in_set for code, in_set in self.sets.items() if not in_set.is_day}

    @property
    def days(self) -> tuple[str, ...]:
        """The days with published rulings that no release notes have, newest first."""
        return tuple(
            code
            for code in self.sets
            if is_day(code) and any(notes.cards for notes in self.sets[code].documents.values())
        )

    @property
    def listed_sets(self) -> tuple[str, ...]:
        """The codes of all sets, newest first, and then those of the days with rulings of their
        own.
        """
        return (*self.released_sets, *self.days)

    def documents(self) -> Iterator[DocumentNotes]:
        """Yield every document: newest set first, then by language."""
        for in_set in self.sets.values():
            for lang in sorted(in_set.documents):
                yield in_set.documents[lang]

    def holders(self) -> Iterator[Holder]:
        """Yield every section and entry, in the order of the documents."""
        for document in self.documents():
            yield from document.holders

    def only(self, code: str) -> Library:
        """Return the library with the documents and the ledger of one set only. A removed set has
        no documents.
        """
        sets = {code: self.sets[code]} if code in self.sets else {}
        return replace(self, sets=sets, ledgers={code: self.ledgers[code]})

    def facts(self, code: str) -> SetFacts:
        """Return the facts of a set, which may be a removed one."""
        return self.sets[code].facts if code in self.sets else self.removed[code].facts

    def year(self, code: str) -> str:
        """Return the year in which a set came out; empty if that is not known."""
        return (self.facts(code).released or "")[:4]

    def rule_today(self, number: str, code: str) -> RuleToday | None:
        """Return the rule of today that the documents of a set mean by a number; None if nobody
        knows.
        """
        rule = self.rules.get(number)
        return rule.today.get(code) if rule else None

    def langs(self, code: str) -> Collection[str]:
        """Return the languages in which a set has documents, or had those that were removed for
        good.
        """
        if code in self.removed:
            return self.removed[code].langs
        return {*self.sets[code].documents, *self.former_langs.get(code, ())}

    def last_words(self, note_id: str) -> tuple[EarlierWords, ...]:
        """Return the words that a removed ruling had in the end, after all earlier ones of their
        language, as far as they were kept.
        """
        code = note_id.partition("/")[0]
        if removed := self.removed.get(code):
            record = record_of({code: removed.ledger}, note_id)
            #  Other rulings were removed before the set: their last words are earlier ones.
            if record and record.wordings:
                return removed.last.get(note_id, ())
        return self.earlier.get(note_id, ())

    def entries_with(self, mechanic: LibraryMechanic, lang: str) -> list[CardNotes]:
        """Return the entries in ``lang`` of the cards that have a mechanic."""
        return [
            entry
            for slug in mechanic.cards
            for entry in self.cards[slug].notes
            if entry.lang == lang
        ]

    def find_answers(
        self, mechanic: LibraryMechanic, lang: str
    ) -> Iterator[tuple[str, Holder, Note]]:
        """Yield each question of players about a mechanic, with the entry or section whose ruling
        answers it, and the ruling: a note of the newest set, or else a ruling on a card.

        The catalogue has the words by which an answer is known. A ruling that is wrong today
        answers nothing.
        """
        questions = mechanic.facts.questions.get(lang, {}) if mechanic.facts else {}
        if not questions:
            return
        sections = [section for section in mechanic.sections if section.lang == lang]
        holders: list[Holder] = [*sections, *self.entries_with(mechanic, lang)]
        rulings = [
            (fold_text(note.text.plain()), holder, note)
            for holder in holders
            for note in holder.notes
            if not (note.verdict and note.verdict.is_gone)
        ]
        for question, words in questions.items():
            for text, holder, note in rulings:
                if words and fold_text(words) in text:
                    yield question, holder, note
                    break

    def find_example(self, mechanic: LibraryMechanic, lang: str) -> CardNotes | None:
        """Return the entry of a card that has a mechanic, by preference one of the newest set with
        many rulings on it; None if there is none.
        """
        slug = mechanic.slug
        #  A card may have the mechanic only in another set.
        entries = [entry for entry in self.entries_with(mechanic, lang) if slug in entry.mechanics]
        codes = {entry.set_code for entry in entries}
        newest = next((code for code in self.released_sets if code in codes), None)

        def rate(entry: CardNotes) -> tuple[int, str]:
            """Return the number of its rulings on the mechanic, and its id to decide a tie."""
            mentioning = [
                note
                for note in entry.notes
                if any(slug in text.mentioned_ids("mechanic") for text in note.texts)
            ]
            return len(mentioning), entry.id

        return max(
            (entry for entry in entries if entry.set_code == newest),
            key=rate,
            default=None,
        )

    def subject(self, holder: Holder) -> LibraryCard | LibraryMechanic | None:
        """Return the card or the only mechanic that ``holder`` is about: its rulings are on the
        page of that. None for a section about several mechanics or none: they are on the set's.
        """
        if holder.card:
            return self.cards[holder.card]
        return self.mechanics.get(holder.mechanics[0]) if len(holder.mechanics) == 1 else None

    def record(self, note_id: str) -> LedgerRecord:
        """Return the ledger's record of an id. Raises KeyError if there is none."""
        record = record_of(self.ledgers, note_id)
        if record is None:
            raise KeyError(note_id)
        return record

    def wording(self, note_id: str, lang: str) -> Wording:
        """Return the ledger's wording of an id in ``lang``. Raises KeyError if there is none."""
        return self.record(note_id).wordings[lang]
