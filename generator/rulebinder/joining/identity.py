"""Which card a printed name means, and which section a translated one is: their slugs and ids.

If no file has the names of a card in two languages, printed costs and numbers tell that it is the
same. A section's id comes from the mechanic that it explains.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slugify import slugify

from ..facts.catalogue import Aliases, CardFacts, Names
from ..notes import Card, Face, ReleaseNotes, Section
from ..problems import Place, WithProblems, warning
from ..system import group_pairs
from ..text import clean_name, fold_name, straighten_quotes, unaccent_name
from .mechanics import MechanicFinder, read_subject
from .ruling_numbers import InLanguage, align, find_traits

SLUG_LENGTH = 80
"""The most characters of a slug before its hash: longer names are cut."""
_Print = tuple[str, str, str | None]
"""A printed name, its language, and the id beside it."""

_DEVICES = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
"""Names that Windows treats as a device in every folder."""


@functools.lru_cache(
    maxsize=1 << 16
)  # redirects are listed several times, with all names of all cards
def slug(name: str, kind: str = "card") -> str:
    """Return the name as addresses write it: ``urzas-saga``.

    A long name is cut at a word and ends in a hash of the whole; one without letters or digits
    is ``kind`` and a hash. One that no folder may have on Windows (``con``) ends in its ``kind``.
    """
    spelled = straighten_quotes(clean_name(name)).replace("'", "")
    short = slugify(spelled)
    digest = hashlib.sha256(clean_name(name).encode("utf-8")).hexdigest()[:8]
    if not short:
        return f"{kind}-{digest}"
    if len(short) <= SLUG_LENGTH:
        return f"{short}-{kind}" if _DEVICES.fullmatch(short) else short
    return (
        f"{slugify(spelled, max_length=SLUG_LENGTH, word_boundary=True, save_order=True)}-{digest}"
    )


def make_unique(wanted: str, taken: Container[str]) -> str:
    """Return ``wanted`` if it is not ``taken``, else with the first of ``-2``, ``-3``, … that is
    not.
    """
    free, number = wanted, 1
    while free in taken:
        number += 1
        free = f"{wanted}-{number}"
    return free


def assign_slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a unique slug for each name.

    If names share a slug, the first in alphabetical order has no suffix.
    """
    wanted = {name: slug(name) for name in sorted(set(names))}
    first_names = {short: name for name, short in reversed(wanted.items())}
    taken = set(first_names)
    slug_of = {}
    for name, short in wanted.items():
        slug_of[name] = short if first_names[short] == name else make_unique(short, taken)
        taken.add(slug_of[name])
    return slug_of


class OfficialNames:
    """The cards of content/cards/names.yml, found by a name in one of their languages."""

    def __init__(self, cards: Iterable[CardFacts]) -> None:
        self._exact: dict[tuple[str, str], CardFacts] = {}
        """By language and name; those below by the name without accents."""
        self._loose: dict[tuple[str, str], CardFacts] = {}
        cards = list(cards)
        names = [(lang, name, card) for card in cards for lang, name in card.names.items()]
        #  Official names come first, so that the alias of another card never takes one.
        names += [
            (lang, name, card)
            for card in cards
            for lang, aliases in card.also.items()
            for name in aliases
        ]
        for lang, name, card in names:
            self._exact.setdefault((lang, fold_name(name)), card)
            self._loose.setdefault((lang, unaccent_name(name)), card)

    def find(self, printed: str, lang: str) -> CardFacts | None:
        """Return the card with this printed name in ``lang``.

        Accents count unless nothing else fits.
        """
        return self._exact.get((lang, fold_name(printed))) or self._loose.get(
            (lang, unaccent_name(printed))
        )


@dataclass(frozen=True, kw_only=True)
class KnownCards:
    """The cards of some documents."""

    names: Mapping[str, Names]
    """Official names, or else printed ones, sorted by slug."""
    _slugs: Mapping[_Print, str]
    oracle_ids: Mapping[str, str]
    """Scryfall's ids, by slug, of the cards that have one."""
    also: Mapping[str, Aliases]
    """Other names that printings have, by slug, of the cards that have some."""

    def slug(self, card: Card, lang: str) -> str:
        """Return the slug of a card that a document in ``lang`` prints."""
        return self._slugs[card.name, lang, card.oracle_id]


def identify_cards(
    documents: Iterable[ReleaseNotes], official: OfficialNames
) -> WithProblems[KnownCards]:
    """Return the cards that the documents print, and a warning for each pair of names with the same
    slug.
    """
    prints: list[tuple[ReleaseNotes, Card, CardFacts]] = [
        (document, card, official.find(card.name, document.lang) or CardFacts(names={}))
        for document in documents
        for card in printed_cards(document)
    ]
    oldest = _find_oldest_ids(prints)
    #  Each print with the key of its card: its English name, if it has one.
    keyed: list[tuple[str, str, Card, CardFacts]] = []
    for document, card, facts in prints:
        key, own_facts = _english_name(card, facts), facts
        if card.oracle_id and card.oracle_id != oldest[key]:
            #  Another card with the same name. Its address depends on nothing but name and id.
            key, own_facts = f"{clean_name(card.name)} {card.oracle_id}", CardFacts(names={})
        keyed.append((key, document.lang, card, own_facts))
    slug_of = assign_slugs(key for key, *_ in keyed)
    slug_of_print: dict[_Print, str] = {}
    names: dict[str, dict[str, str]] = {}
    places: dict[str, Place] = {}
    oracle_ids: dict[str, str] = {}
    also: dict[str, Aliases] = {}
    for key, lang, card, facts in keyed:
        short = slug_of[key]
        slug_of_print[card.name, lang, card.oracle_id] = short
        names.setdefault(short, dict(facts.names)).setdefault(lang, clean_name(card.name))
        places.setdefault(key, card.place)
        if oracle_id := facts.oracle_id or card.oracle_id:
            oracle_ids.setdefault(short, oracle_id)
        if facts.also:
            also[short] = facts.also
    cards = KnownCards(
        names={short: dict(sorted(names[short].items())) for short in sorted(names)},
        _slugs=slug_of_print,
        oracle_ids=oracle_ids,
        also=also,
    )
    unsuffixed = {short: key for key, short in slug_of.items() if slug(key) == short}
    return cards, [
        warning(
            places[key],
            f"the cards {key!r} and {unsuffixed[slug(key)]!r} would share an address, so this one's"
            f" is {short!r}",
            "if they are one card, give it one entry in content/cards/names.yml",
        )
        for key, short in slug_of.items()
        if short != slug(key)
    ]


def _english_name(card: Card, facts: CardFacts) -> str:
    """Return the English name of a card, or else another one that it has."""
    return clean_name(facts.names.get("en") or next(iter(facts.names.values()), card.name))


def _find_oldest_ids(prints: Iterable[tuple[ReleaseNotes, Card, CardFacts]]) -> dict[str, str]:
    """Return the Scryfall id of the card that a name means by itself: the listed one, if a document
    has it, else that of the oldest document. So a newer card with the same name never takes the
    page of another.
    """
    dated = [
        (document.last_modified or "", card.oracle_id, _english_name(card, facts), facts.oracle_id)
        for document, card, facts in prints
        if card.oracle_id
    ]
    oldest: dict[str, str] = {}
    for _, oracle_id, name, listed in sorted(dated, key=lambda dated_card: dated_card[:2]):
        if name not in oldest or oracle_id == listed:
            oldest[name] = oracle_id
    return oldest


def printed_cards(document: ReleaseNotes) -> Iterator[Card]:
    """Yield every card that the document shows: the examples of its sections, then its entries."""
    yield from (card for section in document.sections for card in section.examples)
    yield from (entry.card for entry in document.cards)


def learn_names(
    groups: Iterable[Sequence[ReleaseNotes]], cards: Iterable[CardFacts]
) -> tuple[CardFacts, ...]:
    """Return the cards of which translations teach names that ``cards`` lack. ``groups`` are the
    documents of each set, the reference first.

    Two entries are one card if cost, numbers and symbols are the same on all their faces, and no
    other entry of either document has the same.
    """
    official = OfficialNames(cards)
    learned: dict[Card, CardFacts] = {}
    """By the card of the reference."""
    for reference, *others in groups:
        originals = _find_unlike_cards(reference)
        for document in others:
            translations = _find_unlike_cards(document)
            for features, card in originals.items():
                if features not in translations:
                    continue
                name, translated = clean_name(card.name), clean_name(translations[features].name)
                facts = (
                    learned.get(card)
                    or official.find(name, reference.lang)
                    or CardFacts(names={reference.lang: name})
                )
                #  Only the translated name may be listed.
                listed = official.find(translated, document.lang) or CardFacts(names={})
                if document.lang not in facts.names and reference.lang not in listed.names:
                    learned[card] = CardFacts(
                        names={**listed.names, **facts.names, document.lang: translated},
                        oracle_id=facts.oracle_id or listed.oracle_id,
                        also={**listed.also, **facts.also},
                    )
    return tuple(learned.values())


def _find_unlike_cards(document: ReleaseNotes) -> Mapping[tuple[object, ...], Card]:
    """Return the cards of the entries by their layouts and the features of their faces, without
    cards that share all of these.
    """
    cards = group_pairs(
        ((entry.card.layout, *map(_list_features, entry.card.faces)), entry.card)
        for entry in document.cards
    )
    return {features: alike[0] for features, alike in cards.items() if len(alike) == 1}


def _list_features(face: Face) -> tuple[object, ...]:
    """Return the features of a face that are the same in any language."""
    printed = find_traits(face.rules_text)
    return (
        face.mana_cost,
        face.power,
        face.toughness,
        face.loyalty,
        face.defense,
        frozenset(printed.symbols.items()),
        frozenset(printed.numbers.items()),
    )


def read_english_names(
    documents: Iterable[ReleaseNotes], cards: Iterable[CardFacts]
) -> Iterator[CardFacts]:
    """Yield the cards beside whose names a document prints the English ones, with both names.

    ``cards`` or an English document must have the English name. In another language than English,
    a card's remark is that name.
    """
    printed = [(document.lang, card) for document in documents for card in printed_cards(document)]
    english = (
        CardFacts(names={"en": clean_name(card.name)}) for lang, card in printed if lang == "en"
    )
    official = OfficialNames([*cards, *english])
    for lang, card in printed:
        if lang == "en" or not card.remark or official.find(card.name, lang):
            continue
        facts = official.find(card.remark, "en")
        if facts and lang not in facts.names:
            yield replace(facts, names={**facts.names, lang: clean_name(card.name)})


_SAME_KIND = 1.5
"""The score for two sections of the same kind. Otherwise it is subtracted, and so is the next."""
_SAME_MECHANICS = 3.0
"""The score for two sections that name the same mechanics."""


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A section, its id and its mechanics."""

    section: Section
    id: str
    """The id by which it is compared with the set's other documents: that of the section it
    translates. Its permanent one is settled by the ledger.
    """
    mechanics: tuple[str, ...]
    unaligned_key: str
    """The last two parts of the id that it has without that comparison (``notes/energy``): the
    ledger may know it by this one, if its document was once the only one of its set.
    """


@dataclass(frozen=True)
class Topics:
    """The topics of all documents, and the mechanics that only documents know."""

    by_document: Mapping[InLanguage, tuple[Topic, ...]]
    """By the documents' keys (set and language), in document order."""
    mechanics: Mapping[str, Names]
    """The names, by slug, of mechanics that a section explains and the catalogue lacks."""


def find_topics(
    groups: Mapping[str, Sequence[ReleaseNotes]], finders: Mapping[str, MechanicFinder]
) -> Topics:
    """Return the id and the mechanics of every section of the documents of each set, the reference
    first.

    A translation's sections are aligned with those of its set's reference: by their order, their
    kinds, the mechanics they name, the cards they show and the number of their notes.
    """
    by_document: dict[InLanguage, tuple[Topic, ...]] = {}
    unlisted: dict[str, dict[str, str]] = {}
    for code, group in groups.items():
        for document in group:
            topics: list[Topic] = []
            taken_keys: set[str] = set()
            taken_unaligned: set[str] = set()
            originals = _find_originals(document, group[0], finders)
            for section, (original, lang) in zip(document.sections, originals, strict=True):
                mechanics = finders[lang].of_section(original)
                if not mechanics and (mechanics := _read_unlisted_mechanic(original)):
                    names = unlisted.setdefault(mechanics[0], {})
                    names.setdefault(document.lang, read_subject(section.title))
                own_mechanics = finders[document.lang].of_section(
                    section
                ) or _read_unlisted_mechanic(section)
                topics.append(
                    Topic(
                        section=section,
                        id=f"{code}/{_take_section_key(original, mechanics, taken_keys)}",
                        mechanics=mechanics,
                        unaligned_key=_take_section_key(section, own_mechanics, taken_unaligned),
                    )
                )
            by_document[document.key] = tuple(topics)
    return Topics(by_document, dict(sorted(unlisted.items())))


def _find_originals(
    document: ReleaseNotes, reference: ReleaseNotes, finders: Mapping[str, MechanicFinder]
) -> list[tuple[Section, str]]:
    """Return the section of the reference that each section of the document translates, or else the
    section itself, with the language of that section.
    """
    if [section.kind for section in document.sections] == [
        section.kind for section in reference.sections
    ]:
        return [(section, reference.lang) for section in reference.sections]

    def score_pair(one: Section, other: Section) -> float:
        score = _SAME_KIND if one.kind == other.kind else -_SAME_KIND
        mechanics = set(finders[reference.lang].of_section(one))
        others = set(finders[document.lang].of_section(other))
        if mechanics and others:
            score += _SAME_MECHANICS if mechanics == others else -_SAME_MECHANICS
        score -= abs(len(one.examples) - len(other.examples))
        return score - abs(len(one.rulings) - len(other.rulings)) / 2

    originals = [(section, document.lang) for section in document.sections]
    for position, translation in align(reference.sections, document.sections, score_pair):
        if position is not None and translation is not None:
            originals[translation] = reference.sections[position], reference.lang
    return originals


def _read_unlisted_mechanic(section: Section) -> tuple[str, ...]:
    """Return the slug of the mechanic of a section that names none of the catalogue: that of the
    words after the colon of its title. Empty if the section explains no mechanic.
    """
    about = read_subject(section.title)
    explains = section.kind == "mechanic" and about not in ("", section.title)
    return (slug(about, "mechanic"),) if explains else ()


def _take_section_key(section: Section, mechanics: Sequence[str], taken: set[str]) -> str:
    """Return the last two parts of a section's id, such as ``notes/energy``, and add the last one
    to those that are ``taken``.
    """
    short = mechanics[0] if len(mechanics) == 1 else slug(section.title, "section")
    short = make_unique(f"section-{short}" if short.isdigit() else short, taken)
    taken.add(short)
    return f"notes/{short}"
