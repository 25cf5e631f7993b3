"""Passages: every mention and every quoted rule of the joined documents, with its place, and all
that refers to a card or a mechanic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ...facts.catalogue import Catalogue
from ...library import (
    CardNotes,
    DocumentNotes,
    Holder,
    LibraryCard,
    LibraryMechanic,
    LibraryRule,
    Note,
    Passage,
    SectionNotes,
)
from ...notes import Card, Rule, is_day
from ...rulebook.model import order
from ...system.grouping import grouped
from ...text import Mention, Text
from ..identity.card_identity import KnownCards
from ..identity.sections import Topics
from ..mechanics.membership import MechanicFinder, Membership
from .name_meanings import Target

Passages = Mapping[Target, tuple[Passage, ...]]
"""By the kind and id of the mentioned thing."""


def mentions(documents: Iterable[DocumentNotes]) -> Passages:
    """Return every passage that mentions something, by the mentioned thing, in the order of
    ``documents``.
    """
    found: dict[Target, dict[Passage, None]] = {}
    for document in documents:
        for passage, texts in passages(document):
            for span in chain.from_iterable(text.walk() for text in texts):
                if isinstance(span, Mention):
                    found.setdefault((span.kind, span.target), {})[passage] = None
    return {target: tuple(passages) for target, passages in found.items()}


def library_rules(
    documents: Iterable[DocumentNotes], mentioned: Passages
) -> dict[str, LibraryRule]:
    """Return every rule that a document quotes or cites, by number, in numeric order."""
    quoted: dict[str, dict[Passage, None]] = {}
    for document in documents:
        for passage, _ in passages(document):
            if passage.kind == "rule" and passage.part:
                quoted.setdefault(passage.part, {})[passage] = None
    numbers = {*quoted, *(number for kind, number in mentioned if kind == "rule")}
    return {
        number: LibraryRule(
            number=number,
            quoted_in=tuple(quoted.get(number, ())),
            cited_in=mentioned.get(("rule", number), ()),
        )
        for number in sorted(numbers, key=order)
    }


def passage_of(holder: Holder, kind: str, part: str | None = None) -> Passage:
    """Return a passage of an entry or a section."""
    return Passage(
        kind=kind,
        entry=holder.id,
        part=part,
        set_code=holder.set_code,
        lang=holder.lang,
        card=holder.card,
    )


def passages(document: DocumentNotes) -> Iterator[tuple[Passage, Iterable[Text]]]:
    """Yield every passage of a document with its texts."""
    for holder in document.holders:
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


def library_cards(
    cards: KnownCards,
    finders: Mapping[str, MechanicFinder],
    documents: Iterable[DocumentNotes],
    mentioned: Passages,
    oracle_ids: Mapping[str, str],
    *,
    published_in: str,
) -> dict[str, LibraryCard]:
    """Return every card, sorted by slug, with its notes and the sections that show it in the order
    of ``documents``.

    ``oracle_ids`` are Scryfall's ids by English name, for cards of which names.yml has none.
    ``published_in`` is the language of the site that cards have pages in if they have nothing but
    published rulings: there are too many for all languages.
    """
    notes: dict[str, list[CardNotes]] = {slug: [] for slug in cards.names}
    examples: dict[str, list[SectionNotes]] = {slug: [] for slug in cards.names}
    mechanics: dict[str, dict[str, None]] = {slug: {} for slug in cards.names}
    for document in documents:
        for entry in document.cards:
            notes[entry.card].append(entry)
        for section in document.sections:
            for slug in dict.fromkeys(section.cards):
                examples[slug].append(section)
            for slug, found in _shown(section, finders[document.notes.lang]):
                mechanics[slug].update(dict.fromkeys(found.has))
    return {
        slug: LibraryCard(
            slug=slug,
            names=names,
            notes=tuple(notes[slug]),
            examples=tuple(examples[slug]),
            shown_mechanics=tuple(mechanics[slug]),
            mentioned_in=mentioned.get(("card", slug), ()),
            oracle_id=cards.oracle_ids.get(slug) or oracle_ids.get(names.get("en", "")),
            also=cards.also.get(slug, {}),
            only_in=published_in
            if notes[slug]
            and not examples[slug]
            and all(is_day(each.set_code) for each in notes[slug])
            else None,
        )
        for slug, names in cards.names.items()
    }


def library_mechanics(
    catalogue: Catalogue,
    topics: Topics,
    finders: Mapping[str, MechanicFinder],
    documents: Sequence[DocumentNotes],
    mentioned: Passages,
) -> dict[str, LibraryMechanic]:
    """Return every mechanic of the catalogue, and those that only sections explain, sorted by
    slug.
    """
    sections = grouped(
        (slug, section)
        for document in documents
        for section in document.sections
        for slug in section.mechanics
    )
    members: dict[str, set[str]] = {}
    givers: dict[str, set[str]] = {}
    for document in documents:
        for card, found in _memberships(document, finders[document.notes.lang]):
            for lists, slugs in ((members, found.has), (givers, found.gives)):
                for slug in slugs:
                    lists.setdefault(slug, set()).add(card)
    mechanics = {
        slug: catalogue.mechanics.get(slug) for slug in sorted({*sections, *catalogue.mechanics})
    }
    known = catalogue.sets
    proving = {
        slug: {each.set or each.notes for each in facts.seen.values()} if facts else set()
        for slug, facts in mechanics.items()
    }
    return {
        slug: LibraryMechanic(
            slug=slug,
            names=facts.names if facts else topics.made[slug],
            facts=facts,
            first_set=known.get(facts.first_set or "") if facts else None,
            printed_in={code: known[code] for code in sorted(proving[slug]) if code in known},
            sections=tuple(sections.get(slug, ())),
            cards=tuple(sorted(members.get(slug, ()))),
            givers=tuple(sorted(givers.get(slug, set()) - members.get(slug, set()))),
            mentioned_in=mentioned.get(("mechanic", slug), ()),
        )
        for slug, facts in mechanics.items()
    }


def _memberships(
    document: DocumentNotes, finder: MechanicFinder
) -> Iterator[tuple[str, Membership]]:
    """Yield the slug of each card with its mechanics, from the entries and the examples in
    sections.
    """
    for entry in document.cards:
        yield entry.card, Membership(has=entry.mechanics, gives=entry.gives)
    for section in document.sections:
        yield from _shown(section, finder)


def _shown(section: SectionNotes, finder: MechanicFinder) -> Iterator[tuple[str, Membership]]:
    for card, slug in zip(section.section.examples, section.cards, strict=True):
        yield slug, finder.of_card(card)
