"""Passages: every mention and every quoted rule of the joined documents, with its place, and all
that refers to a card or a mechanic.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ..facts.catalogue import Catalogue, MechanicFacts, Names
from ..facts.languages import Languages
from ..library import (
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
from ..notes import Card, CardEntry, Rule, is_day
from ..rulebook.model import order
from ..system import group_pairs
from ..text import Mention, Text, clean_name, level
from .identity import KnownCards, Topics
from .mechanics import MechanicFinder, Membership, forms
from .phrases import Hit, Phrases, longest

Target = tuple[str, str]
"""The kind and the id of the mentioned thing: ``("card", "mire-lantern")``."""

_SENTENCE_END = ".!?:;…—–•"
_LEADING_MARKS = " \u00a0\u202f\t\"'“‘«„(["
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+"
_NEXT_WORD = re.compile(rf"\s{_CAPITAL}")
_OTHER_EPITHET = re.compile(rf"(?:,|['’]s)\s{_CAPITAL}")
_HEAD = re.compile(r"[,:]\s")
_WORD = re.compile(r"[\w'’\-]+")
_REACH = 40
"""How many characters before a word may belong to its name."""


@dataclass(frozen=True)
class Meaning:
    """The thing that a phrase may mention.

    If ``name`` is set, the text must have the capitals of the phrase.
    """

    target: Target
    name: str = ""
    ordinary: bool = False
    """Whether the name is an ordinary word too, which is a name only within a sentence."""
    short: bool = False
    """Whether it is only the beginning of a name."""


NamePhrase = tuple[str, Meaning]


def named(target: Target, names: Iterable[str], ordinary: Collection[str]) -> Iterator[NamePhrase]:
    """Yield the names by which texts mention a card or a set.

    ``ordinary`` are the words that the documents in the language use in lower case.
    """
    for name in dict.fromkeys(names):
        yield name, Meaning(target, name, name.lower() in ordinary)


def mentionable(names: Names, lang: str) -> Iterator[str]:
    """Yield the names by which texts in ``lang`` mention a card: full names, and those of single
    faces.

    A single word is not a mention if it is only a face's name, or if it is a name in another
    language than ``lang`` and the card has one in ``lang``.
    """
    for each in sorted(names, key=lambda code: (code != lang, code)):
        whole = clean_name(names[each])
        foreign = each != lang and lang in names
        for name in (whole, *whole.split(" // ")):
            is_allowed = " " in name or not (foreign or name != whole)
            if is_allowed and (len(name) > 2 or not name.isascii()):
                yield name


def ordinary_words(texts: Iterable[Text]) -> set[str]:
    """Return the words that the texts have in lower case."""
    words = set(_WORD.findall("\n".join(text.plain() for text in texts)))
    return {word for word in words if word.islower()}


def mechanic_phrases(facts: MechanicFacts, lang: str) -> Iterator[NamePhrase]:
    """Yield the words for a mechanic in ``lang``.

    Of everyday words, only a token's with a capital is one.
    """
    target = ("mechanic", facts.slug)
    for word, form in forms(facts, lang):
        if not form.everyday:
            yield word, Meaning(target)
        elif facts.kind == "token":
            yield word, Meaning(target, word[:1].upper() + word[1:], ordinary=True)


def short_names(
    entries: Iterable[tuple[str, CardEntry]], supertypes: Collection[str], ordinary: Collection[str]
) -> Iterator[NamePhrase]:
    """Yield the short names that cards have in their own rulings: ``Kellogg`` of ``Kellogg,
    Dangerous Mind``.

    ``entries`` are one document's, with their cards' slugs. A short name that fits two of them is
    not used. A card with one of ``supertypes`` (a legend) may be called by any first words of its
    name, others only by the words before a comma or a colon.
    """
    owners: dict[str, set[str]] = {}
    for slug, entry in entries:
        for short in _used(entry, supertypes, ordinary):
            owners.setdefault(short, set()).add(slug)
    for short, slugs in sorted(owners.items()):
        if len(slugs) == 1:
            (slug,) = slugs
            yield short, Meaning(("card", slug), short, short.lower() in ordinary, short=True)


def _used(
    entry: CardEntry, supertypes: Collection[str], ordinary: Collection[str]
) -> Iterator[str]:
    beginnings = {
        short
        for face in entry.card.faces
        for short in _beginnings(clean_name(face.name), face.type_line, supertypes)
        if len(short) > 2 and (" " in short or short.lower() not in ordinary)
    }
    if not beginnings:
        return
    names = Phrases(
        [*((short, short) for short in beginnings), *((face.name, "") for face in entry.card.faces)]
    )
    for text in (text.plain() for ruling in entry.rulings for text in ruling.texts):
        for hit in longest(names.hits(text)):
            if hit.meaning == text[hit.start : hit.end] and _ends(text, hit.end):
                yield hit.meaning


def _beginnings(name: str, type_line: str, supertypes: Collection[str]) -> Iterator[str]:
    head = _HEAD.split(name, maxsplit=1)[0]
    if head != name:
        yield head
    types = level(type_line)
    if any(level(word) in types for word in supertypes):
        words = head.split()
        runs = (words[:end] for end in range(1, len(words)) if words[end - 1][:1].isupper())
        yield from (" ".join(run) for run in runs if level(run[-1]) not in types)


def _ends(text: str, end: int) -> bool:
    return not (_NEXT_WORD.match(text, end) or _OTHER_EPITHET.match(text, end))


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """The patterns of the rest of a longer name: the text that ends before a word, the text that
    starts after it.
    """

    before: re.Pattern[str]
    after: re.Pattern[str]


def surroundings(languages: Languages) -> Surroundings:
    """Return the patterns that the ``name_links`` of all languages give: a text may print a name in
    any language.
    """
    links = sorted(
        {link for language in languages.values() for link in language.reading.name_links}
    )
    apart = "|".join(re.escape(link) for link in links if not link.endswith("'"))
    elided = "|".join(re.escape(link[:-1]) for link in links if link.endswith("'"))
    parts = [rf"(?:{apart})\s"] * bool(apart) + [f"(?:{elided})['’]"] * bool(elided)
    linking = f"(?:{'|'.join(parts)})*" if parts else ""
    return Surroundings(
        before=re.compile(rf"(?<=[\w,] )({_CAPITAL})\s{linking}$"),
        after=re.compile(rf"\s{linking}{_CAPITAL}"),
    )


def is_meant(text: str, hit: Hit[Meaning], around: Surroundings) -> bool:
    """Return whether the phrase at ``hit`` mentions its target.

    An ordinary word does not, nor does a part of another name.
    """
    found = text[hit.start : hit.end]
    meaning = hit.meaning
    if any(
        wanted.isupper() and not letter.isupper()
        for wanted, letter in zip(meaning.name, found, strict=False)
    ):
        return False
    if meaning.ordinary and not is_inside_sentence(text, hit.start):
        return False
    if meaning.short and not _ends(text, hit.end):
        return False
    return (
        " " in meaning.name or meaning.target[0] == "set" or not _is_part_of_name(text, hit, around)
    )


def is_inside_sentence(text: str, start: int) -> bool:
    """Return whether the place of a word at ``start`` does not require a capital."""
    before = text[max(0, start - 20) : start].rstrip(_LEADING_MARKS)
    return bool(before) and before[-1] not in _SENTENCE_END and not before.endswith("\n")


def _is_part_of_name(text: str, hit: Hit[Meaning], around: Surroundings) -> bool:
    """Return whether a longer name that nobody knows goes on around the capitalised phrase at
    ``hit``.
    """
    if not text[hit.start].isupper():
        return False
    if not is_inside_sentence(text, hit.start):
        return bool(_NEXT_WORD.match(text, hit.end))
    return bool(
        around.after.match(text, hit.end)
        or around.before.search(text[max(0, hit.start - _REACH) : hit.start])
    )


Passages = Mapping[Target, tuple[Passage, ...]]
"""By the kind and id of the mentioned thing."""


def collect_mentions(documents: Iterable[DocumentNotes]) -> Passages:
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
    sections = group_pairs(
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
