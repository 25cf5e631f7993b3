"""What card, set and mechanic pages are made of: card blocks, and notes in their order."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Union

from markupsafe import Markup

from ..library import CardNotes, LibraryCard, Note, Paragraph, SectionNotes
from ..notes import Card, Face, Introduction, Rule, Unread
from . import paths
from .citing import Source, short_link, source
from .edition import Chosen, Edition, Entry, Reference
from .eras import EraView, eras
from .family import FamilyView, family
from .markup import Writer
from .translations import Beside, Switch, Version, Versions

Block = Introduction | Card | Rule | Note | Unread
View = Union["NoteView", "ParagraphView", "RuleView", "CardView", Markup]
Anchor = Callable[[str], str]
"""From a note's id to its anchor."""


@dataclass(frozen=True, kw_only=True)
class FaceView:
    """One face: everything is ready to print."""

    name: str
    cost: Markup
    type_line: str
    abilities: Markup
    stats: tuple[tuple[str, str], ...]
    """What each number is (read aloud), and the number."""
    anchor: str | None = None


@dataclass(frozen=True, kw_only=True)
class CardView:
    """A card's block; ``lang`` is None where it is in the page's language."""

    lang: str | None
    faces: tuple[FaceView, ...]
    shared: Markup
    remark: str | None = None
    """What is printed beside the name."""
    href: str | None = None
    """The link to the card's page, where this is not it."""


@dataclass(frozen=True, kw_only=True)
class NoteView:
    """A ruling with its permanent number and anchor."""

    number: int
    anchor: str
    place: str
    """The link to where it stands for good: here, or the page that it is at home on."""
    link_label: str
    html: Markup
    items: tuple[Markup, ...]
    lang: str | None
    notice: str | None
    """Says that this one note is in another language than those around it."""
    family: FamilyView | None
    versions: tuple[Version, ...]
    """The same ruling in the other languages of the site."""
    beside: tuple[Beside, ...]
    """Its text in other languages, on the pages that can show it."""
    short: str
    """The link to its short page."""
    source: Source | None
    """What a quotation says of it, where that is not what it says of those around it."""


@dataclass(frozen=True, kw_only=True)
class ParagraphView:
    """A paragraph that leads in to a section, with its permanent number and anchor; see :class:`NoteView`."""

    number: int
    anchor: str
    place: str
    link_label: str
    html: Markup
    lang: str | None
    notice: str | None
    short: str
    source: Source | None


@dataclass(frozen=True)
class RuleView:
    """A quoted rule; ``anchor`` is None where the same rule stands above already."""

    number: Reference
    anchor: str | None
    html: Markup


@dataclass(frozen=True)
class Run:
    """Neighbouring blocks of one kind: ``note``, ``paragraph``, ``rule``, ``card`` or ``text``."""

    kind: str
    blocks: tuple[View, ...]


@dataclass(frozen=True, kw_only=True)
class NotesView:
    """The blocks of an entry or a section."""

    lang: str | None
    notice: str | None
    """Says so where they are in another language."""
    language: str
    runs: tuple[Run, ...]
    name: str
    """A name for the entry that no other on the page has."""
    switches: tuple[Switch, ...]
    """The languages that it can be read beside."""
    eras: tuple[EraView, ...]
    """Today's words for the terms of their time that it uses."""
    source: Source
    """What a quotation of a note says."""


@dataclass(frozen=True)
class About:
    """The line beneath the heading of what one set says."""

    set_page: Reference
    released: str | None
    count: str


@dataclass(frozen=True, kw_only=True)
class _Shown:
    """What the blocks of one entry share: itself, the language, the anchors, the cards shown in full, the other languages."""

    entry: CardNotes | SectionNotes
    lang: str
    anchor: Anchor
    cards: Iterator[str]
    versions: Versions
    beside: bool


class Blocks:
    """Makes the views of one page.

    On a page for reading ``through``, numbers lead to where a note is at home, and families and other languages stand there.
    """

    def __init__(self, edition: Edition, here: str, *, linked: bool = True, through: bool = False) -> None:
        self.edition = edition
        self.here = here
        self._words = edition.words
        self._through = through
        self.writer = Writer(edition.library, edition.words, here, linked=linked)

    def notes(self, entry: Entry, chosen: Chosen, anchor: Anchor, *, beside: bool = False) -> NotesView:
        """The blocks of ``entry`` in order, then the notes that only other languages have.

        ``beside`` says whether the texts of its other languages are there too, for a reader to switch on.
        """
        cards = iter(entry.cards if isinstance(entry, SectionNotes) else ())
        versions = Versions(self.edition, self.writer, entry, chosen.lang)
        shown = _Shown(entry=entry, lang=chosen.lang, anchor=anchor, cards=cards, versions=versions, beside=beside)
        own: Sequence[Block] = (*entry.body, *chosen.extras)
        rules = self._rules(entry, anchor)
        blocks: list[tuple[str, View]] = [
            ("rule", next(rules)) if isinstance(block, Rule) else self._block(block, shown) for block in own
        ]
        runs = (Run(kind, tuple(view for _, view in group)) for kind, group in itertools.groupby(blocks, lambda block: block[0]))
        return NotesView(
            lang=self.edition.mark(chosen.lang),
            notice=self.notice(chosen.lang),
            language=self._words.language(chosen.lang),
            runs=tuple(runs),
            name=paths.entry_name(entry.id),
            switches=versions.switches() if beside else (),
            eras=eras(self.edition, own, chosen.lang),
            source=source(self.edition, entry, chosen.lang),
        )

    def about(self, entry: CardNotes | SectionNotes, chosen: Chosen) -> About:
        """What is to be said of ``entry`` before its notes."""
        edition, code = self.edition, entry.set_code
        released = edition.library.sets[code].facts.released
        return About(
            edition.set_reference(self.here, code),
            self._words.date(released) if released else None,
            self._words.count("rulings", count_notes([(entry, chosen)])),
        )

    def notice(self, lang: str) -> str | None:
        """The line that says a text is in ``lang``; None where that is the page's language."""
        if self.edition.mark(lang) is None:
            return None
        words = self._words
        return words.say("other_language", page_language=words.language(words.lang), language=words.language(lang))

    def card(self, card: Card, lang: str, slug: str | None = None) -> CardView:
        """A card's block as a document in ``lang`` prints it, linked to the page of ``slug``."""
        faces = tuple(self._face(face) for face in card.faces)
        href = paths.relative(self.here, paths.card_page(slug)) if slug and slug in self.edition.library.cards else None
        return CardView(
            lang=self.edition.mark(lang),
            faces=faces,
            shared=self.writer.abilities(card.shared_rules_text),
            remark=card.remark,
            href=href,
        )

    def _face(self, face: Face) -> FaceView:
        words = self._words
        numbers = (
            (words["power_toughness"], _power_toughness(face)),
            (words["loyalty"], face.loyalty),
            (words["defense"], face.defense),
        )
        stats = tuple((label, value) for label, value in numbers if value)
        name = self.writer.corrected(face.name, face.printed_name) if face.printed_name else face.name
        return FaceView(
            name=name,
            cost=self.writer.cost(face.mana_cost),
            type_line=face.type_line,
            abilities=self.writer.abilities(face.rules_text),
            stats=stats,
        )

    def _rules(self, entry: CardNotes | SectionNotes, anchor: Anchor) -> Iterator[RuleView]:
        """The rules that ``entry`` quotes; one that it quotes twice has its anchor once."""
        seen: set[str] = set()
        for rule in (block for block in entry.body if isinstance(block, Rule)):
            part = paths.rule_part(rule.number)
            reference = self.edition.rule_reference(self.here, rule.number)
            yield RuleView(reference, None if part in seen else anchor(f"{entry.id}/{part}"), self.writer.html(rule.text))
            seen.add(part)

    def _block(self, block: Introduction | Card | Note | Unread, shown: _Shown) -> tuple[str, View]:
        match block:
            case Note():
                return "note", self._note(block, shown)
            case Paragraph():
                return "paragraph", self._paragraph(block, shown)
            case Card():
                return "card", self.card(block, shown.lang, next(shown.cards, None))
            case Introduction(text) | Unread(text):
                return "text", self.writer.html(text)

    def _note(self, note: Note, shown: _Shown) -> NoteView:
        other = note.lang if note.lang != shown.lang else None
        anchor = shown.anchor(note.id)
        return NoteView(
            number=note.number,
            anchor=anchor,
            place=self._place(note, shown, anchor),
            link_label=self._words.say("ruling_link", number=str(note.number)),
            html=self.writer.html(note.text),
            items=tuple(self.writer.html(item) for item in note.items),
            lang=note.lang if other else None,
            notice=self._other(note.lang, alone=shown.versions.is_alone(note)) if other else None,
            family=None if self._through else family(self.edition, self.here, note),
            versions=() if self._through else shown.versions.links(note, anchor, self.here),
            beside=shown.versions.beside(note) if shown.beside else (),
            short=short_link(self.edition, self.here, note),
            source=source(self.edition, shown.entry, note.lang) if other else None,
        )

    def _paragraph(self, paragraph: Paragraph, shown: _Shown) -> ParagraphView:
        other = paragraph.lang if paragraph.lang != shown.lang else None
        anchor = shown.anchor(paragraph.id)
        return ParagraphView(
            number=paragraph.number,
            anchor=anchor,
            place=self._place(paragraph, shown, anchor),
            link_label=self._words.say("paragraph_link", number=str(paragraph.number)),
            html=self.writer.html(paragraph.text),
            lang=other,
            notice=self._other(paragraph.lang, alone=shown.versions.is_alone(paragraph)) if other else None,
            short=short_link(self.edition, self.here, paragraph),
            source=source(self.edition, shown.entry, paragraph.lang) if other else None,
        )

    def _place(self, note: Note | Paragraph, shown: _Shown, anchor: str) -> str:
        if not self._through:
            return f"#{anchor}"
        entry = shown.entry
        card = self.edition.library.cards[entry.card] if isinstance(entry, CardNotes) else None
        return paths.relative(self.here, paths.passage(entry.id, str(note.number), card))

    def _other(self, lang: str, *, alone: bool) -> str | None:
        return self._words.say("only_in", language=self._words.language(lang)) if alone else self.notice(lang)


def anchored(card: CardView) -> CardView:
    """The same block, each face with its anchor: for the one card that a page is about."""
    return replace(card, faces=tuple(replace(face, anchor=paths.face_anchor(at)) for at, face in enumerate(card.faces, 1)))


def newest(edition: Edition, card: LibraryCard) -> tuple[Card, str] | None:
    """The card's block in the best language, and that language: the newest set's, a section's where no entry has one."""
    found = [(entry.entry.card, entry.lang) for entry, _ in edition.choose(card.notes)]
    found += [(shown, section.lang) for section in card.examples for shown in examples(section, card.slug)]
    best = edition.prefer(lang for _, lang in found)[:1]
    return next(((block, lang) for block, lang in found if lang in best), None)


def examples(section: SectionNotes, slug: str) -> list[Card]:
    """The blocks in which ``section`` shows the card ``slug``."""
    return [card for card, shown in zip(section.section.examples, section.cards, strict=True) if shown == slug]


def count_notes(entries: Iterable[tuple[CardNotes | SectionNotes, Chosen]]) -> int:
    """How many notes chosen entries hold."""
    return sum(len(entry.notes) + sum(isinstance(each, Note) for each in chosen.extras) for entry, chosen in entries)


def _power_toughness(face: Face) -> str | None:
    if face.power is None and face.toughness is None:
        return None
    return f"{face.power or ''}/{face.toughness or ''}"
