"""Which card a printed name means, and the slug of the card's page. If no file has the names of a
card in two languages, printed costs and numbers tell that it is the same.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slugify import slugify

from ..facts.catalogue import Aliases, CardFacts, Names
from ..notes import Card, Face, Introduction, ReleaseNotes, Section
from ..problems import Place, Problem, warning
from ..system import group_pairs
from ..text import Symbol, clean_name, fold_name, straighten_quotes, unaccent_name
from .mechanics import MechanicFinder, subject
from .ruling_numbers import InLanguage, align, reference

SLUG_LENGTH = 80
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


def unique(wanted: str, taken: Container[str]) -> str:
    """Return ``wanted``, or add the first of ``-2``, ``-3``, … that is not taken."""
    found, number = wanted, 1
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found


def slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a unique slug for each name.

    If names share a slug, the first in alphabetical order has no suffix.
    """
    wanted = {name: slug(name) for name in sorted(set(names))}
    first = {short: name for name, short in reversed(wanted.items())}
    taken = set(first)
    given = {}
    for name, short in wanted.items():
        given[name] = short if first[short] == name else unique(short, taken)
        taken.add(given[name])
    return given


class OfficialNames:
    """The cards of content/cards/names.yml, found by a name in one of their languages."""

    def __init__(self, cards: Iterable[CardFacts]) -> None:
        self._exact: dict[tuple[str, str], CardFacts] = {}
        self._loose: dict[tuple[str, str], CardFacts] = {}
        every = list(cards)
        official = ((lang, name, card) for card in every for lang, name in card.names.items())
        aliases = (
            (lang, name, card)
            for card in every
            for lang, names in card.also.items()
            for name in names
        )
        #  An official name is never that of another card's other printing.
        for lang, name, card in itertools.chain(official, aliases):
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


def identify(
    documents: Sequence[ReleaseNotes], official: OfficialNames
) -> tuple[KnownCards, list[Problem]]:
    """Return the cards that the documents print, and a warning for each pair of names with the same
    slug.
    """
    keys: dict[_Print, str] = {}
    names: dict[str, dict[str, str]] = {}
    places: dict[str, Place] = {}
    ids: dict[str, str] = {}
    also: dict[str, Aliases] = {}
    prints: list[tuple[ReleaseNotes, Card, CardFacts]] = [
        (document, card, official.find(card.name, document.lang) or CardFacts(names={}))
        for document in documents
        for card in printed_cards(document)
    ]
    oldest = _oldest_ids(prints)
    for document, card, listed in prints:
        facts, key = listed, _english(card, listed)
        if card.oracle_id and card.oracle_id != oldest[key]:
            #  Another card with the same name. Its address depends on nothing but the two.
            facts, key = CardFacts(names={}), f"{clean_name(card.name)} {card.oracle_id}"
        keys[card.name, document.lang, card.oracle_id] = key
        names.setdefault(key, dict(facts.names)).setdefault(document.lang, clean_name(card.name))
        places.setdefault(key, card.place)
        oracle_id = facts.oracle_id or card.oracle_id
        if oracle_id:
            ids.setdefault(key, oracle_id)
        if facts.also:
            also[key] = facts.also
    given = slugs(names)
    cards = KnownCards(
        names={
            given[key]: dict(sorted(names[key].items()))
            for key in sorted(names, key=given.__getitem__)
        },
        _slugs={printed: given[key] for printed, key in keys.items()},
        oracle_ids={given[key]: oracle_id for key, oracle_id in ids.items()},
        also={given[key]: aliases for key, aliases in also.items()},
    )
    return cards, _collisions(given, places)


def _english(card: Card, facts: CardFacts) -> str:
    """Return the English name of a card, or else another one that it has."""
    return clean_name(facts.names.get("en") or next(iter(facts.names.values()), card.name))


def _oldest_ids(prints: Iterable[tuple[ReleaseNotes, Card, CardFacts]]) -> dict[str, str]:
    """Return the id of the card that a name means by itself: the listed one, if a document has it,
    else that of the oldest document. So a newer card with the same name takes no page of another.
    """
    dated = [
        (document.last_modified or "", card.oracle_id, _english(card, facts), facts.oracle_id)
        for document, card, facts in prints
        if card.oracle_id
    ]
    ids: dict[str, str] = {}
    for _, oracle_id, key, listed in sorted(dated, key=lambda dated_card: dated_card[:2]):
        if key not in ids or oracle_id == listed:
            ids[key] = oracle_id
    return ids


def printed_cards(document: ReleaseNotes) -> Iterator[Card]:
    """Yield every card that the document shows: the examples of its sections, then its entries."""
    yield from (card for section in document.sections for card in section.examples)
    yield from (entry.card for entry in document.cards)


def _collisions(given: Mapping[str, str], places: Mapping[str, Place]) -> list[Problem]:
    first = {slug(name): name for name, short in given.items() if slug(name) == short}
    return [
        warning(
            places[name],
            f"the cards {name!r} and {first[slug(name)]!r} would share an address, so this one's is"
            f" {short!r}",
            "if they are one card, give it one entry in content/cards/names.yml",
        )
        for name, short in given.items()
        if short != slug(name)
    ]


_NUMBER = re.compile(r"\d+")

Print = tuple[object, ...]


def counterparts(
    documents: Iterable[ReleaseNotes], cards: Iterable[CardFacts]
) -> tuple[CardFacts, ...]:
    """Return the names that translations of one set teach: of cards that ``cards`` lack in one of
    the languages.

    Two entries are one card if cost, numbers and symbols are the same on all their faces, and no
    other entry of either document has the same.
    """
    official = OfficialNames(cards)
    learned: dict[Card, CardFacts] = {}
    for group in group_pairs((document.set_code, document) for document in documents).values():
        model = reference(group)
        for document in group:
            if document is not model:
                _learn(model, document, official, learned)
    return tuple(learned.values())


def printed_in_english(
    documents: Iterable[ReleaseNotes], cards: Iterable[CardFacts]
) -> Iterator[CardFacts]:
    """Yield the names of cards beside which a document prints their English ones, if ``cards`` or
    an English document have these.
    """
    official = OfficialNames(cards)
    printed = [(document.lang, card) for document in documents for card in printed_cards(document)]
    english = {
        fold_name(card.name): clean_name(card.name) for lang, card in printed if lang == "en"
    }
    for lang, card in printed:
        if lang == "en" or not card.remark or official.find(card.name, lang):
            continue
        facts = official.find(card.remark, "en")
        if facts is None and fold_name(card.remark) in english:
            facts = CardFacts(names={"en": english[fold_name(card.remark)]})
        if facts and lang not in facts.names:
            yield replace(facts, names={**facts.names, lang: clean_name(card.name)})


def _learn(
    model: ReleaseNotes,
    document: ReleaseNotes,
    official: OfficialNames,
    learned: dict[Card, CardFacts],
) -> None:
    """Add to ``learned``, by the reference's card, the names that ``document`` has for its
    cards.
    """
    own, others = _singles(model), _singles(document)
    for card, other in ((own[each], others[each]) for each in own if each in others):
        facts = (
            learned.get(card)
            or official.find(clean_name(card.name), model.lang)
            or CardFacts(names={model.lang: clean_name(card.name)})
        )
        listed = official.find(clean_name(other.name), document.lang)
        if document.lang not in facts.names and (listed is None or model.lang not in listed.names):
            names = {
                **(listed.names if listed else {}),
                **facts.names,
                document.lang: clean_name(other.name),
            }
            learned[card] = CardFacts(
                names=names,
                oracle_id=facts.oracle_id or (listed.oracle_id if listed else None),
                also={**(listed.also if listed else {}), **facts.also},
            )


def _singles(document: ReleaseNotes) -> Mapping[Print, Card]:
    """Return the cards of the entries by their printed features, without cards that share all of
    them.
    """
    prints: list[tuple[Print, Card]] = [
        ((card.layout, *(tuple(_of_face(face)) for face in card.faces)), card)
        for card in (entry.card for entry in document.cards)
    ]
    often = Counter(each for each, _ in prints)
    return {each: card for each, card in prints if often[each] == 1}


def _of_face(face: Face) -> Iterator[object]:
    """Yield the features of a face that are the same in any language."""
    yield from (face.mana_cost, face.power, face.toughness, face.loyalty, face.defense)
    text = [span for each in face.rules_text for span in each.walk() if isinstance(span, Symbol)]
    yield tuple(sorted(span.code for span in text))
    yield tuple(
        sorted(
            _NUMBER.findall(
                " ".join(re.sub(r"\{[^{}]*\}", "", each.plain()) for each in face.rules_text)
            )
        )
    )


_SAME_KIND = 1.5
_SAME_MECHANICS = 3.0
"""The gain if two sections have the same kind, and if they name the same mechanics.

Otherwise it is the loss.
"""


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A section, its id and its mechanics."""

    section: Section
    id: str
    """Its permanent id in :meth:`Topics.settled`; before that, the id by which it is compared."""
    mechanics: tuple[str, ...]
    compared: str
    """The id by which it is compared with the set's other documents: that of the section it
    translates.
    """
    former: str
    """The last parts of the id that it has while its document is the only one of its set."""

    @property
    def paragraphs(self) -> tuple[Introduction, ...]:
        """The paragraphs that introduce the section."""
        return tuple(block for block in self.section.body if isinstance(block, Introduction))


@dataclass(frozen=True)
class Topics:
    """The topics of all documents, and the mechanics that only documents know."""

    of: Mapping[InLanguage, tuple[Topic, ...]]
    """By the documents' keys (set and language), in document order."""
    made: Mapping[str, Names]
    """Return the names, by slug, of mechanics that a section explains and the catalogue lacks."""

    def settled(self, ids: Mapping[InLanguage, str]) -> Topics:
        """Return the topics with their permanent ``ids``, which are given by compared id and
        language.
        """
        of = {
            (code, lang): tuple(replace(topic, id=ids[topic.compared, lang]) for topic in own)
            for (code, lang), own in self.of.items()
        }
        return replace(self, of=of)


def topics(documents: Iterable[ReleaseNotes], finders: Mapping[str, MechanicFinder]) -> Topics:
    """Return the id and the mechanics of every section of the documents.

    A translation's sections are aligned with those of its set's reference: by their order, their
    kinds, the mechanics they name, the cards they show and the number of their notes.
    """
    of: dict[InLanguage, tuple[Topic, ...]] = {}
    made: dict[str, dict[str, str]] = {}
    for group in group_pairs((document.set_code, document) for document in documents).values():
        model = reference(group)
        for document in sorted(group, key=lambda document: (document is not model, document.lang)):
            of[document.key] = _topics(
                document, _originals(document, model, finders), finders, made
            )
    return Topics(of, {slug: made[slug] for slug in sorted(made)})


def _originals(
    document: ReleaseNotes, model: ReleaseNotes, finders: Mapping[str, MechanicFinder]
) -> list[tuple[Section, str]]:
    """Return the section that each section of the document translates, or else the section itself,
    with its language.
    """
    if [section.kind for section in document.sections] == [
        section.kind for section in model.sections
    ]:
        return [(section, model.lang) for section in model.sections]

    def alike(one: Section, other: Section) -> float:
        score = _SAME_KIND if one.kind == other.kind else -_SAME_KIND
        named, also = (
            set(finders[each.lang].of_section(section))
            for each, section in ((model, one), (document, other))
        )
        if named and also:
            score += _SAME_MECHANICS if named == also else -_SAME_MECHANICS
        return (
            score
            - abs(len(one.examples) - len(other.examples))
            - abs(len(one.rulings) - len(other.rulings)) / 2
        )

    pairs = align(model.sections, document.sections, alike)
    found = {
        at: (model.sections[original], model.lang)
        for original, at in pairs
        if original is not None and at is not None
    }
    return [found.get(at, (section, document.lang)) for at, section in enumerate(document.sections)]


def _topics(
    document: ReleaseNotes,
    originals: Iterable[tuple[Section, str]],
    finders: Mapping[str, MechanicFinder],
    made: dict[str, dict[str, str]],
) -> tuple[Topic, ...]:
    found: list[Topic] = []
    taken: set[str] = set()
    formerly: set[str] = set()
    for section, (original, lang) in zip(document.sections, originals, strict=True):
        named = finders[lang].of_section(original)
        if not named and (named := _made(original)):
            made.setdefault(named[0], {}).setdefault(document.lang, subject(section.title))
        alone = finders[document.lang].of_section(section) or _made(section)
        former = _short(section, alone, formerly)
        short = _short(original, named, taken)
        found.append(
            Topic(
                section=section,
                id=f"{document.set_code}/{short}",
                mechanics=named,
                compared=f"{document.set_code}/{short}",
                former=former,
            )
        )
    return tuple(found)


def _made(section: Section) -> tuple[str, ...]:
    """Return the mechanic of a section that names no known one: the words after its colon."""
    about = subject(section.title)
    explains = section.kind == "mechanic" and about not in ("", section.title)
    return (slug(about, "mechanic"),) if explains else ()


def _short(section: Section, mechanics: Sequence[str], taken: set[str]) -> str:
    """Return the last two parts of a section's id."""
    short = mechanics[0] if len(mechanics) == 1 else slug(section.title, "section")
    short = unique(f"section-{short}" if short.isdigit() else short, taken)
    taken.add(short)
    return f"notes/{short}"
