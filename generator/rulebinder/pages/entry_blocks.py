"""What a page shows of an entry or a section: cards as documents print them, rulings and quoted
rules in their order, the other cards with the same rulings, and the facts that each ruling's line
needs.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from ..library import Holder, LibraryBlock, Note, Numbered, Paragraph, Passage, SectionNotes
from ..notes import Card, Introduction, Rule, Unread, is_day
from ..system import group_pairs
from ..text import Text
from . import addresses
from .changes import describe_verdict, drop_eras, list_changes
from .citation import (
    cite,
    find_dates,
    list_removed,
    origin_facts,
    printed_code,
    say_published,
    short_link,
)
from .edition import Edition, View
from .lists import DOUBLE_FACED, list_by_set, write_cost
from .markup import restore_dash
from .revision import list_earlier_words
from .rules import link_resting_rules

Anchor = Callable[[str], str]
"""Returns the anchor of a note id."""


def link_place(edition: Edition, entry: Holder) -> str:
    """Return the link to the permanent place of a ruling of ``entry``, without its number."""
    first = addresses.passage(entry.id, "1", edition.library.subject(entry))
    return edition.href(first).removesuffix("1")


def describe_entry(edition: Edition, entry: Holder) -> View:
    """Return what the heading of ``entry`` and the line below it say."""
    words, code, count = edition.words, entry.set_code, len(entry.notes)
    day = edition.library.facts(code).released
    date = words.date(day) if day and not is_day(code) else None
    count_and_date = date
    if count and not is_day(code):
        count_and_date = words.count("rulings_of" if date else "rulings", count, date=date or "")
    return {
        "set_page": edition.link_set(code),
        "code": addresses.shown_code(printed_code(edition.library, entry)),
        #  The number of rulings and their date, as far as there are any. None for a day of
        #  published rulings, because the heading is that date.
        "count": count_and_date,
        #  The rules that the rulings of a card rest on; empty if they are many.
        "rules": link_resting_rules(edition, entry),
    }


def view_card(edition: Edition, card: Card, lang: str, slug: str | None = None) -> View:
    """Return a card as a document in ``lang`` prints it, with a link to the page of ``slug``;
    without a link if that is None.
    """
    words, writer = edition.words, edition.writer
    sides: list[str | None] = [None] * len(card.faces)
    if card.layout in DOUBLE_FACED:
        front = " · ".join((words["face_front"], words[f"layout_{card.layout}"]))
        sides = [front, *[words["face_back"]] * (len(card.faces) - 1)]
    faces = []
    for face, side in zip(card.faces, sides, strict=True):
        stats = (
            (words["power_toughness"], f"{face.power or ''}/{face.toughness or ''}"),
            (words["loyalty"], face.loyalty),
            (words["defense"], face.defense),
        )
        faces.append(
            {
                #  The side of a double-faced card that it is, in the page's language; on the front,
                #  with the kind of the card.
                "side": side,
                "name": writer.mark_correction(face.name, face.printed_name)
                if face.printed_name
                else face.name,
                "cost": write_cost(edition, face.mana_cost),
                "type_line": restore_dash(face.type_line),
                "abilities": writer.write_all_blocks(face.rules_text),
                #  Labels, which are read aloud, and numbers.
                "stats": tuple((label, value) for label, value in stats if value and value != "/"),
            }
        )
    linked = edition.library.cards.get(slug) if slug else None
    return {
        #  None if the text is in the page's language.
        "lang": edition.lang_attribute(lang),
        "faces": tuple(faces),
        "shared": writer.write_all_blocks(card.shared_rules_text),
        #  The remark that the document prints beside the name.
        "remark": card.remark,
        #  The link to the card's page; None on that page itself.
        "href": edition.href(addresses.card_link(linked)) if linked else None,
        #  The last three are for the top of its own page, which :mod:`.card` sets. Whether this is
        #  there.
        "whole": False,
        #  Its color; None if it is unknown. See :func:`.lists.band_color`.
        "band": None,
        #  The line that names the document that prints it so.
        "printed_in": None,
    }


def view_notes(
    edition: Edition,
    entry: Holder,
    anchor: Anchor,
    *,
    read_through: bool = False,
    side_by_side: bool = False,
    with_origin: bool = False,
) -> View:
    """Return the blocks of an ``entry`` that :meth:`.Edition.choose` yields, in order.

    ``read_through`` is for a page that repeats a whole document: numbers lead to the permanent
    place of a note, and only that place shows families and other languages. ``side_by_side`` adds
    the texts of the other languages, which readers can switch on. ``with_origin`` is for a page of
    several sets: it adds which one each ruling is from.
    """
    writer = _EntryWriter(edition, entry, anchor, read_through, side_by_side)
    views = map(writer.write, entry.body)
    runs = tuple(
        {"kind": kind, "blocks": tuple(view for _, view in run)}
        for kind, run in itertools.groupby(views, lambda view: view[0])
    )
    #  The first note of each language stands for all: a short link has no number.
    first = {block.lang: block for block in reversed(entry.body) if isinstance(block, Numbered)}
    links = {lang: short_link(edition, entry, note) for lang, note in first.items()}
    facts: dict[str, object] = {
        "sources": {
            lang: cite(edition, entry, lang) for lang in dict.fromkeys((entry.lang, *links))
        },
        #  What is before and after the number in a short link. An anchor has nothing after it.
        "short": {lang: [link, "/" if link.endswith("/") else ""] for lang, link in links.items()},
    }
    if with_origin:
        facts |= origin_facts(edition, entry)
    if read_through:
        facts["place"] = link_place(edition, entry)
    if side_by_side and writer.others:
        facts["beside"] = [*map(edition.words.language, writer.others)]
    return {
        #  A name for the entry that is unique on the page: its rulings' anchors without their
        #  numbers.
        "name": writer.name,
        #  None if it is the page's language.
        "lang": edition.lang_attribute(entry.lang),
        #  Neighbouring blocks of one kind: ``note``, ``paragraph``, ``rule``, ``card`` or ``text``.
        #  A ``text`` is Markdown; others are views. A mechanic's page makes a ``lead`` of
        #  paragraphs that it folds.
        "runs": runs,
        "also": list_also(runs),
        #  The real changes since it was written; None if there are none.
        "changes": list_changes(edition, entry),
        #  The rulings that the release notes no longer have.
        "removed": list_removed(edition, entry.key, anchor),
        #  See :func:`collect_facts`.
        "facts": facts,
    }


def list_rulings(runs: Iterable[View]) -> list[View]:
    """Return the rulings among the blocks of an entry, in order."""
    return [block for run in runs if run["kind"] == "note" for block in run["blocks"]]


def list_also(runs: Iterable[View]) -> tuple[View, ...]:
    """Return the places that have rulings of an entry in the same words, each with the numbers of
    these rulings.
    """
    #  The entry in the anchor is a part of the key, because several entries may have one name.
    numbers = group_pairs(
        ((anchor.rpartition("-")[0], place), str(note["number"]))
        for note in list_rulings(runs)
        for anchor, place in note["also"]
    )
    return tuple(
        {"place": place, "numbers": ", ".join(texts)} for (_, place), texts in numbers.items()
    )


@dataclass
class _EntryWriter:
    """Makes the views of the blocks of one entry, which share anchors, languages and families."""

    edition: Edition
    entry: Holder
    anchor: Anchor
    read_through: bool
    side_by_side: bool

    def __post_init__(self) -> None:
        edition, entry = self.edition, self.entry
        self.name = self.anchor(f"{entry.key}/1").removesuffix("-1")
        """The anchors of its rulings without their numbers."""
        self.families = {} if self.read_through else view_families(edition, entry.id, entry.notes)
        self.versions = {
            lang: {note.id: note for note in version.numbered}
            for lang, version in edition.versions(entry.id).items()
        }
        self.others = sorted({*self.versions} - {entry.lang})
        """The other languages that have it."""
        #  The slugs of the cards that a section shows, in the order of its blocks.
        self.cards = iter(entry.cards if isinstance(entry, SectionNotes) else ())
        self.anchored: set[str] = set()
        """The quoted rules that have an anchor already."""

    def write(self, block: LibraryBlock) -> tuple[str, View | Markup]:
        """Return the kind of a block, as in the runs of :func:`view_notes`, and its view.

        Blocks must come in the order of the entry.
        """
        match block:
            case Note():
                return "note", self._view_note(block)
            case Paragraph():
                #  Its number follows those of the section's notes, and would look like a mistake
                #  before them. So it is not shown.
                return "paragraph", self._view_numbered(block)
            case Rule():
                return "rule", self._view_rule(block)
            case Card():
                slug = next(self.cards, None)
                return "card", view_card(self.edition, block, self.entry.lang, slug)
            case Introduction(text) | Unread(text):
                return "text", self.edition.writer.write_blocks(text)

    def _view_rule(self, rule: Rule) -> View:
        """Return the view of a rule that the entry quotes."""
        edition, entry, part = self.edition, self.entry, addresses.rule_anchor(rule.number)
        today = edition.library.rule_today(rule.number, entry.set_code)
        #  A rule that is quoted twice has an anchor only once, because ids are unique.
        anchor = None if part in self.anchored else self.anchor(f"{entry.id}/{part}")
        self.anchored.add(part)
        return {
            "number": edition.link_rule(rule.number),
            #  Today's number if it is known and another one.
            "today": edition.link_rule_today(today.number)
            if today and today.number != rule.number
            else None,
            "anchor": anchor,
            "html": edition.writer.write_blocks(rule.text),
        }

    def _view_numbered(self, note: Numbered) -> View:
        """Return the view of a paragraph, and the part of the view of a ruling that is the same."""
        edition, is_other = self.edition, note.lang != self.entry.lang
        return {
            "number": note.number,
            **edition.writer.write_ruling(note.texts),
            #  None if it is the language of the entry.
            "lang": note.lang if is_other else None,
            #  Whether it is in another language because only one document has it.
            "is_only_version": is_other
            and sum(note.id in notes for notes in self.versions.values()) == 1,
            #  What says when it was revised; None if no edition changed it.
            "revised": find_dates(edition.library, note.id, note.lang).revised(edition.words),
            #  The words that it had before; None if there are none.
            "earlier": None if self.read_through else list_earlier_words(edition, note),
        }

    def _view_note(self, note: Note) -> View:
        """Return the view of a ruling."""
        edition = self.edition
        card = edition.library.cards[self.entry.card] if self.entry.card else None
        return {
            **self._view_numbered(note),
            #  The view of its family, which is also that of later rulings of the entry; None for
            #  these. See :func:`view_families`.
            "family": self.families.get(note.id),
            #  Links to the same ruling in the other languages of the site.
            "versions": () if self.read_through else tuple(self._link_versions(note)),
            #  Its texts in other languages.
            "beside": tuple(self._show_other_languages(note)) if self.side_by_side else (),
            #  Anchors and places of notes in the same words: here of published rulings, which the
            #  page does not show again. :func:`list_also` makes a line of them.
            "also": tuple(
                (addresses.ruling_anchor(card, note_id), say_published(edition, note_id))
                for note_id in note.published
            )
            if card and not self.read_through
            else (),
            #  Who wrote it, if not the publisher.
            "author": note.source,
            #  Whether it is still true, and why.
            "verdict": describe_verdict(edition, note),
        }

    def _link_versions(self, note: Note) -> Iterator[View]:
        """Yield the links to a ruling on this page in the other languages of the site."""
        edition = self.edition
        for lang in sorted(self.versions) if self.others else ():
            is_offered = lang in edition.languages and lang != edition.lang
            if is_offered and note.id in self.versions[lang]:
                there = f"{lang}/{edition.here}#{self.name}-{note.number}"
                yield {
                    "href": edition.href_from_root(there),
                    "lang": lang,
                    "language": edition.languages[lang].name,
                }

    def _show_other_languages(self, note: Note) -> Iterator[View]:
        """Yield the text of a ruling in each other language of the entry."""
        for number, lang in enumerate(self.others, 1):
            other = self.versions[lang].get(note.id)
            yield {
                #  The position of its language among the entry's other languages. A switch shows
                #  all rulings with one number.
                "number": number,
                "lang": lang,
                #  Empty if the ruling is missing in that language.
                **self.edition.writer.write_ruling(
                    map(drop_eras, other.texts) if other else [Text()]
                ),
            }


def collect_facts(
    views: Iterable[View], folds: Iterable[View] = ()
) -> dict[str, Mapping[str, object]]:
    """Return the facts of entries, by the names of their ``notes``. ``views`` are those of entries
    and sections; ``folds`` have further ones. :mod:`rulebinder.markdown.pages` reads the facts.

    - ``origin``, if they are marked: what the line about each ruling says before its number, before
      the day when it was revised, and behind that.
    - ``data``: the attributes of the entry. ``sources``: those that quotations need, by language.
    - ``short``, by language: what is before and behind the number in the link to a short page.
    - ``place``: the link to the place of a ruling without its number, if that is another page.
    - ``beside``: the names of the languages that it can be read beside.
    """
    every = itertools.chain(views, *(fold["views"] for fold in folds))
    return {view["notes"]["name"]: view["notes"]["facts"] for view in every}


_MOST_LISTED = 48
"""The most rulings of a family that each of them lists.

In a larger family only the first ruling lists all, so that pages do not grow with it.
"""


@dataclass(frozen=True)
class _Family:
    """What all members of a family share: rulings on several cards in the same words."""

    first: Passage
    """The passage of its first ruling, which lists all others."""
    places: Mapping[tuple[str, str | None], Passage]
    """Its passages by entry and number. One that several languages have is there once."""
    cards: frozenset[str | None]
    """The cards that have it."""
    repeated: frozenset[str | None]
    """Those of them that have it at several places."""
    in_page_language: frozenset[str | None]
    """Those of them that have it in the page's language."""
    days: tuple[str, ...]
    """The first and the last day on which it was published; none if no day is known."""


def view_families(edition: Edition, entry_id: str, notes: Sequence[Note]) -> Mapping[str, View]:
    """Return the views of the families of ``notes``, which are those of an entry, on its card's
    page. Families of the same cards have one view together, by the id of their first note.
    """
    groups: dict[object, list[tuple[Note, Passage, _Family]]] = {}
    for note in notes:
        if note.family is not None:
            key = note.lang, note.family
            family = edition.make_once(("family", *key), partial(_gather_family, edition, *key))
            passage = family.places[entry_id, str(note.number)]
            #  Families are one view if it would say the same of them. What a family has at several
            #  places on this card is listed too.
            group = note.lang, family.cards, passage.card in family.repeated
            groups.setdefault(group, []).append((note, passage, family))
    return {members[0][0].id: _view_family(edition, members) for members in groups.values()}


def _gather_family(edition: Edition, lang: str, key: str) -> _Family:
    """Return the family with a ``key``, the id of its first ruling, in ``lang``."""
    passages = edition.library.families[lang, key]
    places = {(passage.entry, passage.part): passage for passage in reversed(passages)}
    counts = Counter(passage.card for passage in places.values())
    released = {edition.library.facts(passage.set_code).released for passage in passages}
    days, cards = sorted(filter(None, released)), frozenset(counts)
    return _Family(
        first=passages[0],
        places=places,
        cards=edition.make_once(cards, lambda: cards),  # one set for families of the same cards
        repeated=frozenset(card for card, count in counts.items() if count > 1),
        in_page_language=frozenset(
            passage.card for passage in passages if passage.lang == edition.lang
        ),
        days=(*days[:1], *days[-1:]),
    )


def _view_family(edition: Edition, members: Sequence[tuple[Note, Passage, _Family]]) -> View:
    """Return the view of the families of ``members``: rulings of one entry, each with its passage
    and its family. All these families have the same cards.
    """
    words, (note, passage, family) = edition.words, members[0]
    other_cards = len(family.cards) - 1
    if note.lang != words.lang and family.in_page_language - {passage.card}:
        label = words.say("family_spoken", language=words.language(words.lang))
    else:
        label = words.count("family", other_cards) if other_cards else words["family_same_card"]
    if len(members) > 1:
        numbers = ", ".join(str(note.number) for note, _, _ in members)
        label = words.say("family_numbers", label=label, numbers=numbers)
    days = sorted({day for _, _, family in members for day in family.days})
    listed: list[Passage] = []
    first_ruling = None
    for note, passage, family in members:
        others = (other for other in family.places.values() if other is not passage)
        lists_all = len(family.places) - 1 <= _MOST_LISTED or note.id == note.family
        listed += itertools.islice(others, None if lists_all else _MOST_LISTED)
        if not lists_all:
            first_ruling = first_ruling or family.first
    return {
        #  How many other cards have the rulings. If this card's are not in the page's language, but
        #  those of another card are, it says that instead.
        "label": label,
        #  The first and the last day on which it was published; None if it is one day, or if the
        #  days are not known.
        "days": words.say("family_days", first=words.date(days[0]), last=words.date(days[-1]))
        if len(days) > 1
        else None,
        "others": list_by_set(edition, listed),
        #  The link to the ruling that lists all others; None if these rulings do.
        "first": edition.href(edition.passage_url(first_ruling)) if first_ruling else None,
    }
