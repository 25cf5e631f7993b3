"""Facts that no document has to say: sets, mechanics and the names of cards by language.

They are in ``content/sets/<code>.yml``, ``content/mechanics/<slug>.yml`` and
``content/cards/names.yml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..problems import Place, Problem
from . import yamlfiles
from .yamlfiles import Document

NAMES = "cards/names.yml"
ERAS = "eras.yml"
SYNONYMS = "synonyms.yml"
RULES = "rules.yml"
"""Files in the folder of facts."""
ORACLE_ID = "oracle_id"
"""The key of a card that is no language."""

Names = Mapping[str, str]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class SetFacts:
    """A set: its lower-case code, its names by language, the day it came out (``YYYY-MM-DD``)."""

    code: str
    names: Names
    released: str | None = None
    codes: tuple[str, ...] = ()
    """Further set codes that its document covers."""
    companion_of: str | None = None
    place: Place = Place("")

    def name(self, lang: str) -> str:
        """The name in ``lang``, else the English one, else any."""
        return in_language(self.names, lang)


@dataclass(frozen=True, kw_only=True)
class OwnText:
    """A text that the site shows and that was written for it, with its language and its place."""

    lang: str
    text: str
    place: Place


@dataclass(frozen=True, kw_only=True)
class MechanicFacts:
    """A mechanic: its kind, its names and inflected forms, and our own explanation."""

    slug: str
    kind: str
    rule: str | None
    names: Names
    explanation: Names
    first_set: str | None = None
    first_year: int | None = None
    has: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """How a card has it if not by a keyword: ``symbols``, ``types``, ``subtypes``, ``layouts``, ``tokens``."""
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    formerly: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names and forms that are ordinary words too, and so are no mention in running text."""
    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Forms that open a line of keywords and go on with words: ``protection from``."""
    seen: Names = field(default_factory=dict)
    """What confirms the name in a language: a card that prints it, an official article or a document."""
    texts: tuple[OwnText, ...] = ()
    place: Place = Place("")

    def name(self, lang: str) -> str:
        """The name in ``lang``, else the English one, else any."""
        return in_language(self.names, lang)

    def all_forms(self, lang: str) -> tuple[str, ...]:
        """Every word for it in ``lang``: name, forms, older names."""
        name = (self.names[lang],) if lang in self.names else ()
        return (*name, *self.forms.get(lang, ()), *self.formerly.get(lang, ()))


@dataclass(frozen=True, kw_only=True)
class CardFacts:
    """A card: its official names by language, and its id with Scryfall, which is the same in every printing."""

    names: Names
    oracle_id: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)
    """The place of each name, by its language."""
    place: Place = Place("")

    def place_of(self, lang: str) -> Place:
        """Return the place of the name in ``lang``; if that is unknown, the place of the card."""
        return self.places.get(lang, self.place)


@dataclass(frozen=True, kw_only=True)
class EraWords:
    """A term in one language: the words of its time, and either today's word or today's rule instead."""

    then: tuple[str, ...]
    now: str | None = None
    gone: str | None = None


@dataclass(frozen=True, kw_only=True)
class EraTerm:
    """A term that the documents of sets released before the day ``until`` use, and later ones don't."""

    key: str
    until: str
    words: Mapping[str, EraWords]
    texts: tuple[OwnText, ...] = ()
    place: Place = Place("")


@dataclass(frozen=True)
class SearchWords:
    """Words of a language for search."""

    same: tuple[tuple[str, ...], ...]
    """Groups of words that mean the same to those who search."""
    ignored: tuple[str, ...]
    """Words that questions have and answers lack."""


@dataclass(frozen=True, kw_only=True)
class RuleFacts:
    """Today's number of a rule that documents quote or cite by an older one."""

    rule: str
    title: str
    """The title that the rule is under today."""
    within: bool = False
    """Whether no part of today's rule says the same. ``rule`` is then the whole rule to which it belonged."""


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """All the facts, by code and slug."""

    sets: Mapping[str, SetFacts]
    mechanics: Mapping[str, MechanicFacts]
    cards: tuple[CardFacts, ...]
    eras: Mapping[str, EraTerm] = field(default_factory=dict)
    """Words of their time, by key."""
    synonyms: Mapping[str, SearchWords] = field(default_factory=dict)
    """Words for search, by language."""
    rules: Mapping[str, Mapping[str, RuleFacts]] = field(default_factory=dict)
    """Today's numbers of rules, by the set of the documents that use older ones, then by the older number."""

    @property
    def card_names(self) -> tuple[Names, ...]:
        """The names of every card, in the file's order."""
        return tuple(card.names for card in self.cards)

    def keywords(self, lang: str) -> tuple[str, ...]:
        """Return the words that open a keyword ability in ``lang``, case folded, with either apostrophe."""
        found = {
            form.casefold().replace(printed, meant)
            for mechanic in self.mechanics.values()
            if mechanic.kind == "keyword-ability"
            for form in mechanic.all_forms(lang)
            for printed, meant in (("’", "'"), ("'", "’"))
        }
        return tuple(sorted(found))


def in_language(names: Names, lang: str) -> str:
    """Return the name in ``lang``; if there is none, the English one; else the first."""
    return names.get(lang) or names.get("en") or next(iter(names.values()))


def load(content: Path) -> tuple[Catalogue, list[Problem]]:
    """Return the facts under ``content``, and the problems of their files."""
    problems: list[Problem] = []
    sets = _folder(content / "sets", "set", _set, problems)
    mechanics = _folder(content / "mechanics", "mechanic", _mechanic, problems)
    known: tuple[CardFacts, ...] = ()
    path = content / NAMES
    if path.is_file():
        document, found = yamlfiles.load(path, "names")
        problems += found
        known = cards(document) if document else ()
    return Catalogue(
        sets=sets,
        mechanics=mechanics,
        cards=known,
        eras=_eras(content / ERAS, problems),
        synonyms=_synonyms(content / SYNONYMS, problems),
        rules=_rules(content / RULES, problems),
    ), problems


def _rules(path: Path, problems: list[Problem]) -> dict[str, Mapping[str, RuleFacts]]:
    document, found = yamlfiles.load(path, "rules") if path.is_file() else (None, [])
    problems += found
    if document is None:
        return {}
    return {
        code: {number: RuleFacts(**facts) for number, facts in rules.items()} for code, rules in document.data["sets"].items()
    }


def _synonyms(path: Path, problems: list[Problem]) -> dict[str, SearchWords]:
    document, found = yamlfiles.load(path, "synonyms") if path.is_file() else (None, [])
    problems += found
    if document is None:
        return {}
    return {lang: SearchWords(tuple(map(tuple, words["same"])), tuple(words["ignored"])) for lang, words in document.data.items()}


def _eras(path: Path, problems: list[Problem]) -> dict[str, EraTerm]:
    document, found = yamlfiles.load(path, "eras") if path.is_file() else (None, [])
    problems += found
    if document is None:
        return {}
    return {
        key: EraTerm(
            key=key,
            until=data["until"],
            words={
                lang: EraWords(then=tuple(words["then"]), now=words.get("now"), gone=words.get("gone"))
                for lang, words in data.items()
                if lang != "until"
            },
            texts=tuple(
                OwnText(lang=lang, text=words.get("now") or words["gone"], place=document.place(key, lang))
                for lang, words in data.items()
                if lang != "until"
            ),
            place=document.place(key),
        )
        for key, data in document.data.items()
    }


def cards(document: Document) -> tuple[CardFacts, ...]:
    """The cards of names.yml, in its order."""
    return tuple(_card(document, number, data) for number, data in enumerate(document.data or ()))


def _card(document: Document, number: int, data: Mapping[str, str]) -> CardFacts:
    names = {lang: name for lang, name in data.items() if lang != ORACLE_ID}
    places = {lang: document.place(number, lang) for lang in names}
    return CardFacts(names=names, oracle_id=data.get(ORACLE_ID), places=places, place=document.place(number))


def _folder(folder: Path, schema: str, make: Callable[[str, Document], T], problems: list[Problem]) -> dict[str, T]:
    made: dict[str, T] = {}
    for path in sorted(folder.glob("*.yml")):
        document, found = yamlfiles.load(path, schema)
        problems += found
        if document is not None:
            made[path.stem] = make(path.stem, document)
    return made


def _set(code: str, document: Document) -> SetFacts:
    data = document.data
    return SetFacts(
        code=code,
        names=data["names"],
        released=data["released"],
        codes=tuple(data.get("codes", ())),
        companion_of=data.get("companion_of"),
        place=document.place(),
    )


def _mechanic(slug: str, document: Document) -> MechanicFacts:
    data = document.data
    lists: dict[str, Any] = {
        key: {lang: tuple(words) for lang, words in data.get(key, {}).items()}
        for key in ("forms", "formerly", "everyday", "openings")
    }
    return MechanicFacts(
        slug=slug,
        kind=data["kind"],
        rule=data["rule"],
        names=data["names"],
        explanation=data["explanation"],
        first_set=data.get("first_set"),
        first_year=data.get("first_year"),
        has={key: tuple(words) for key, words in data.get("has", {}).items()},
        seen=data.get("seen", {}),
        texts=tuple(_own_texts(document)),
        place=document.place(),
        **lists,
    )


def _own_texts(document: Document) -> Iterator[OwnText]:
    """Yield the texts of a mechanic that the site shows: its names, its former names and its explanations."""
    for key in ("names", "explanation"):
        for lang, text in document.data[key].items():
            yield OwnText(lang=lang, text=text, place=document.place(key, lang))
    for lang, names in document.data.get("formerly", {}).items():
        for number, name in enumerate(names):
            yield OwnText(lang=lang, text=name, place=document.place("formerly", lang, number))
