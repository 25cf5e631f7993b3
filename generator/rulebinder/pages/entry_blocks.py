"""The parts that card, set and mechanic pages share: card blocks, and notes in their order."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from ..library import Holder, LibraryBlock, Note, Numbered, Paragraph, Passage, SectionNotes
from ..notes import Card, Face, Introduction, Rule, Unread, is_day
from ..system.grouping import grouped
from ..text import parse
from . import addresses
from .changes import changes, verdict
from .citation import (
    Citation,
    Origin,
    dates,
    day_origin,
    list_removed,
    origin,
    printed_code,
    references,
    short_link,
    source,
)
from .edition import Edition, EntryT, Extras, View
from .markup import Writer, dashed
from .revision import earlier_words
from .rules import link_resting_rules
from .translations import Versions

_LISTED = 48
"""The most rulings that a page lists.

In a larger family only the first ruling lists all, so that pages do not grow with it.
"""


@dataclass(frozen=True)
class _Family:
    """What all members of a family share."""

    first: Passage
    places: Mapping[tuple[str, str | None], Passage]
    """Its passages by their places, each once."""
    cards: frozenset[str | None]
    """The cards that have it."""
    repeated: frozenset[str | None]
    """Those that have it at several places."""
    spoken: frozenset[str | None]
    """Those that have it in the page's language."""
    days: tuple[str, ...]
    """The first and the last day on which it was published; none if no day is known."""


@dataclass(frozen=True)
class _Member:
    """A ruling of an entry, its passage, and its family."""

    note: Note
    own: Passage
    family: _Family

    @property
    def is_listed_whole(self) -> bool:
        """Whether the page lists all of its family."""
        return len(self.family.places) - 1 <= _LISTED or self.note.id == self.note.family

    def others(self) -> Iterator[Passage]:
        """Yield the passages of its family at other places that the page lists."""
        others = (each for each in self.family.places.values() if each is not self.own)
        return others if self.is_listed_whole else itertools.islice(others, _LISTED)


def families(edition: Edition, entry: str, notes: Sequence[Note]) -> Mapping[str, View]:
    """Return the families of the rulings of an ``entry`` (an id) of the card page, by the
    id of their first ruling: rulings that the same other cards have are one view.
    """
    groups: dict[object, list[_Member]] = {}
    for note in notes:
        if note.family is not None:
            key = note.lang, note.family
            family = edition.once(("family", *key), functools.partial(_family, edition, *key))
            member = _Member(note, family.places[entry, str(note.number)], family)
            others = note.lang, family.cards, member.own.card in family.repeated
            groups.setdefault(others, []).append(member)
    return {group[0].note.id: _view(edition, group) for group in groups.values()}


def _family(edition: Edition, lang: str, key: str) -> _Family:
    passages = edition.library.families[lang, key]
    places = {(each.entry, each.part): each for each in reversed(passages)}
    counts = Counter(each.card for each in places.values())
    released = {edition.library.facts(each.set_code).released for each in passages}
    days, cards = sorted(filter(None, released)), frozenset(counts)
    return _Family(
        first=passages[0],
        places=places,
        cards=edition.once(cards, lambda: cards),  # one set for families of the same cards
        repeated=frozenset(card for card, count in counts.items() if count > 1),
        spoken=frozenset(each.card for each in passages if each.lang == edition.lang),
        days=(*days[:1], *days[-1:]),
    )


def _view(edition: Edition, group: Sequence[_Member]) -> View:
    part = next((each for each in group if not each.is_listed_whole), None)
    listed = [passage for each in group for passage in each.others()]
    return {
        "label": _label(edition, group),
        #  The first and the last day on which it was published; None if it is one day, or if the
        #  days are not known.
        "days": _days(edition, group),
        "others": references(edition, listed, None),
        #  The link to the ruling that lists all of them; None if this one does.
        "first": edition.href(edition.passage(part.family.first)) if part else None,
    }


def _label(edition: Edition, group: Sequence[_Member]) -> str:
    """Return how many other cards have the rulings, or that one of them has it in the reader's
    language and this one has not.
    """
    words, first = edition.words, group[0]
    cards, own = len(first.family.cards) - 1, {first.own.card}
    if first.note.lang != words.lang and not first.family.spoken <= own:
        label = words.say("family_spoken", language=words.language(words.lang))
    else:
        label = words.count("family", cards) if cards else words["family_same_card"]
    if len(group) == 1:
        return label
    numbers = ", ".join(str(each.note.number) for each in group)
    return words.say("family_numbers", label=label, numbers=numbers)


def _days(edition: Edition, group: Sequence[_Member]) -> str | None:
    days = sorted({day for each in group for day in each.family.days})
    if len(days) < 2:
        return None
    return edition.words.say(
        "family_days", first=edition.words.date(days[0]), last=edition.words.date(days[-1])
    )


DOUBLE_FACED = ("transform", "modal_dfc")
"""The layouts of cards with a front and a back."""
Anchor = Callable[[str], str]
"""Returns the anchor of a note id."""


class BlockRun(NamedTuple):
    """Neighbouring blocks of one kind: ``note``, ``paragraph``, ``rule``, ``card`` or ``text``, or
    ``lead`` for paragraphs that are folded.
    """

    kind: str
    blocks: tuple[Any, ...]
    """What the template of the kind reads: Markdown for ``text``, otherwise views."""


class NotesView(NamedTuple):
    """The blocks of an entry or a section."""

    lang: str | None
    notice: str | None
    """The line that says that they are in another language; None if they are not."""
    language: str
    runs: tuple[BlockRun, ...]
    name: str
    """A name for the entry that is unique on the page: its rulings' anchors without their
    numbers.
    """
    place: str | None
    """The link to the permanent place of its rulings without their numbers; None if that is this
    page.
    """
    switches: tuple[str, ...]
    """The names of the languages that it can be read beside."""
    removed: tuple[View, ...]
    """The rulings that the release notes no longer have."""
    changes: View | None
    """The real changes since it was written; None if there are none."""
    sources: Mapping[str, Citation]
    """The sources of its rulings, by language, that of the entry first."""
    origin: Origin

    @property
    def notes(self) -> Iterator[Any]:
        """Its rulings, in order."""
        return (block for run in self.runs if run.kind == "note" for block in run.blocks)

    @property
    def also(self) -> tuple[View, ...]:
        """The sets whose documents have some of its rulings in the same words."""
        numbers = grouped(
            (other._replace(highest=""), str(note["number"]))
            for note in self.notes
            for _, other in note["also"]
        )
        return tuple(
            {
                "origin": other,
                "numbers": ", ".join(found),
            }
            for other, found in numbers.items()
        )


@dataclass(frozen=True, kw_only=True)
class _Context:
    """The context that the blocks of one entry share."""

    entry: Holder
    name: str
    cards: Iterator[str]
    versions: Versions
    families: Mapping[str, View]
    beside: bool


class Blocks:
    """Makes the views of one page.

    ``through=True`` is for a page that repeats notes, so that
    people can read it from start to end: numbers lead to the permanent place of a note, and only
    that place shows families and other languages.
    """

    def __init__(self, edition: Edition, *, through: bool = False) -> None:
        self.edition = edition
        self._words = edition.words
        self._through = through
        self.writer = Writer(edition.words, edition)

    def notes(
        self, entry: EntryT, extras: Extras, anchor: Anchor, *, beside: bool = False
    ) -> NotesView:
        """Return the blocks of ``entry`` in order, then the notes that only other languages have.

        ``beside`` adds the texts of the other languages, which readers can switch on.
        """
        cards = iter(entry.cards if isinstance(entry, SectionNotes) else ())
        versions = Versions(self.edition, self.writer, entry)
        own: Sequence[LibraryBlock] = (*entry.body, *extras)
        notes = [block for block in own if isinstance(block, Note)]
        context = _Context(
            entry=entry,
            name=anchor(f"{entry.key}/1").removesuffix("-1"),
            cards=cards,
            versions=versions,
            families={} if self._through else families(self.edition, entry.id, notes),
            beside=beside,
        )
        rules = self._rules(entry, anchor)
        blocks: list[tuple[str, View | Markup]] = [
            ("rule", next(rules)) if isinstance(block, Rule) else self._block(block, context)
            for block in own
        ]
        runs = (
            BlockRun(kind, tuple(view for _, view in group))
            for kind, group in itertools.groupby(blocks, lambda block: block[0])
        )
        return NotesView(
            lang=self.edition.mark(entry.lang),
            notice=self.notice(entry.lang),
            language=self._words.language(entry.lang),
            runs=tuple(runs),
            name=context.name,
            place=self.place(entry) if self._through else None,
            switches=versions.switches() if beside else (),
            removed=list_removed(self.edition, entry.key, anchor),
            changes=changes(self.edition, entry, own),
            sources=self._sources(entry, own),
            origin=origin(self.edition, entry, extras),
        )

    def about(self, entry: Holder, extras: Extras) -> View:
        """Return the line below the heading of ``entry``."""
        words, code, count = self._words, entry.set_code, count_notes([(entry, extras)])
        day = self.edition.library.facts(code).released
        date = words.date(day) if day and not is_day(code) else None
        said = date
        if count and not is_day(code):
            said = (
                words.count("rulings_of", count, date=date)
                if date
                else words.count("rulings", count)
            )
        plate = addresses.plate(printed_code(self.edition.library, entry))
        return {
            "set_page": self.edition.link_set(code),
            "code": plate,
            #  The number of rulings with their date, as far as there are any; None if the heading
            #  is that date.
            "count": said,
            #  The rules that the rulings of a card rest on, if they are few.
            "rules": link_resting_rules(self.edition, entry),
        }

    def notice(self, lang: str) -> str | None:
        """Return the line that says that a text is in ``lang``; None if that is the page's
        language.
        """
        if self.edition.mark(lang) is None:
            return None
        words = self._words
        return words.say(
            "other_language",
            page_language=words.language(words.lang),
            language=words.language(lang),
        )

    def card(self, card: Card, lang: str, slug: str | None = None) -> View:
        """Return a card's block as a document in ``lang`` prints it, with a link to the page of
        ``slug``.
        """
        faces = tuple(
            self._face(face, side) for face, side in zip(card.faces, self._sides(card), strict=True)
        )
        linked = self.edition.library.cards.get(slug) if slug else None
        href = self.edition.href(addresses.card_link(linked)) if linked else None
        return {
            #  None if the text is in the page's language.
            "lang": self.edition.mark(lang),
            "faces": faces,
            "shared": self.writer.abilities(card.shared_rules_text),
            #  The remark that the document prints beside the name.
            "remark": card.remark,
            #  The link to the card's page; None on that page itself.
            "href": href,
            #  The color of the card, on its own page; None if it is unknown. See
            #  :func:`.card_facets.band`.
            "band": None,
            #  The line that names the document that prints it so, on its own page.
            "printed_in": None,
        }

    def cost(self, mana_cost: str | None) -> Markup:
        """Return a mana cost as symbols; empty if there is none."""
        cost = mana_cost or ""
        return self.edition.once(("cost", cost), lambda: self.writer.inline(parse(cost)))

    def _sides(self, card: Card) -> tuple[str | None, ...]:
        if card.layout not in DOUBLE_FACED:
            return (None,) * len(card.faces)
        words = self._words
        front = " · ".join((words["face_front"], words[f"layout_{card.layout}"]))
        return (front, *[words["face_back"]] * (len(card.faces) - 1))

    def _face(self, face: Face, side: str | None) -> View:
        words = self._words
        numbers = (
            (words["power_toughness"], f"{face.power or ''}/{face.toughness or ''}"),
            (words["loyalty"], face.loyalty),
            (words["defense"], face.defense),
        )
        stats = tuple((label, value) for label, value in numbers if value and value != "/")
        name = (
            self.writer.corrected(face.name, face.printed_name) if face.printed_name else face.name
        )
        return {
            #  The side of a double-faced card that it is, in the page's language; on the front,
            #  with the kind of the card.
            "side": side,
            "name": name,
            "cost": self.cost(face.mana_cost),
            "type_line": dashed(face.type_line),
            "abilities": self.writer.abilities(face.rules_text),
            #  Labels, which are read aloud, and numbers.
            "stats": stats,
            "anchor": None,
        }

    def _rules(self, entry: Holder, anchor: Anchor) -> Iterator[View]:
        """Yield the rules that ``entry`` quotes.

        A rule that it quotes twice has an anchor only once, because ids are unique.
        """
        seen: set[str] = set()
        for rule in (block for block in entry.body if isinstance(block, Rule)):
            part = addresses.rule_part(rule.number)
            today = self.edition.library.rule_today(rule.number, entry.set_code)
            yield {
                "number": self.edition.link_rule(rule.number),
                #  Today's number if it is known and another one.
                "today": self.edition.link_rule_today(today.number)
                if today and today.number != rule.number
                else None,
                "anchor": None if part in seen else anchor(f"{entry.id}/{part}"),
                "html": self.writer.html(rule.text),
            }
            seen.add(part)

    def _block(
        self, block: Introduction | Card | Note | Unread, context: _Context
    ) -> tuple[str, View | Markup]:
        match block:
            case Note():
                return "note", self._note(block, context)
            case Paragraph():
                return "paragraph", self._paragraph(block, context)
            case Card():
                return "card", self.card(block, context.entry.lang, next(context.cards, None))
            case Introduction(text) | Unread(text):
                return "text", self.writer.html(text)

    def _note(self, note: Note, context: _Context) -> View:
        """Return a ruling with its permanent number."""
        lang, notice = self._other(note, context)
        anchor = f"{context.name}-{note.number}"
        return {
            "number": note.number,
            "html": self.writer.html(note.text),
            "items": tuple(map(self.writer.html, note.items)),
            "lang": lang,
            #  The line that says that it is in another language than its neighbours.
            "notice": notice,
            #  The family of it and of all rulings of its entry that the same other cards have; None
            #  for those after the first.
            "family": context.families.get(note.id),
            #  Links to the same ruling in the other languages of the site.
            "versions": () if self._through else context.versions.links(note, anchor),
            #  Its text in other languages, on pages that can show them side by side.
            "beside": context.versions.beside(note) if context.beside else (),
            #  What says when it was revised; None if no edition changed it.
            "revised": self._revised(note),
            #  The words that it had before.
            "earlier": self._earlier(note),
            #  The anchors and sets of notes with the same words, which the page shows only here.
            #  The line that names the sets is at the end of the entry: :attr:`NotesView.also`.
            "also": () if self._through else tuple(self._published(note, context.entry)),
            #  The line that says who wrote it, if not the publisher.
            "credit": self._words.say("written_by", name=note.source.capitalize())
            if note.source
            else None,
            #  Whether it is still true, and why.
            "verdict": verdict(self.edition, note),
        }

    def _published(self, note: Note, entry: Holder) -> Iterator[tuple[str, Origin]]:
        """Yield the anchors and days of the published rulings that say the same as a ruling of a
        card.
        """
        if entry.card:
            card = self.edition.library.cards[entry.card]
            for note_id in note.published:
                yield addresses.ruling_anchor(card, note_id), day_origin(self.edition, note_id)

    def _paragraph(self, paragraph: Paragraph, context: _Context) -> View:
        """Return a paragraph that leads in to a section.

        Its permanent number follows those of the section's notes, and would look like a mistake
        before them. So it is not shown.
        """
        lang, notice = self._other(paragraph, context)
        return {
            "number": paragraph.number,
            "html": self.writer.html(paragraph.text),
            "lang": lang,
            "notice": notice,
            "revised": self._revised(paragraph),
            "earlier": self._earlier(paragraph),
        }

    def _earlier(self, note: Numbered) -> View | None:
        """Return the words that a note had before. A page that repeats notes has none."""
        return None if self._through else earlier_words(self.edition, self.writer, note)

    def _revised(self, note: Numbered) -> str | None:
        return dates(self.edition.library, note.id, note.lang).revised(self._words)

    def _sources(self, entry: Holder, blocks: Sequence[LibraryBlock]) -> dict[str, Citation]:
        first = {block.lang: block for block in reversed(blocks) if isinstance(block, Numbered)}
        links = {lang: short_link(self.edition, entry, note) for lang, note in first.items()}
        return {
            lang: source(self.edition, entry, lang)._replace(short=links.get(lang, ""))
            for lang in (entry.lang, *(lang for lang in links if lang != entry.lang))
        }

    def place(self, entry: Holder) -> str:
        """Return the link to the permanent place of a ruling of ``entry``, without its number."""
        subject = self.edition.library.subject(entry)
        first = addresses.passage(entry.id, "1", subject)
        return self.edition.href(first).removesuffix("1")

    def _other(self, note: Numbered, context: _Context) -> tuple[str | None, str | None]:
        """Return the language of a note, and the line that says so; None if it is that of its
        entry.
        """
        if note.lang == context.entry.lang:
            return None, None
        if context.versions.is_alone(note):
            return note.lang, self._words.say("only_in", language=self._words.language(note.lang))
        return note.lang, self.notice(note.lang)


def count_notes(entries: Iterable[tuple[Holder, Extras]]) -> int:
    """Return the number of notes in entries and their extras."""
    return sum(
        len(entry.notes) + sum(isinstance(each, Note) for each in extras)
        for entry, extras in entries
    )
