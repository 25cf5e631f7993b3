"""Facts that no document has to say: sets, mechanics and the names of cards by language.

They are in ``content/sets/<code>.yml`` and ``content/other-sets.yml``,
``content/mechanics/<slug>.yml`` and ``content/cards/names.yml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..problems import Place, Problem, error
from ..system.sources import DISK, Sources
from . import removals, search_words, verdicts
from .evidence import Evidence
from .files import layers
from .files.yaml_files import Document
from .removals import Removal
from .search_words import SearchWords, UsualQuestion
from .verdicts import Verdict

OTHER_SETS = "other-sets.yml"
NAMES = "cards/names.yml"
ORACLE_IDS = "cards/oracle-ids.yml"
ERAS = "eras.yml"
RULES = "rules.yml"
"""Files in the folder of facts."""
ERA_KEYS = frozenset({"until", "trivial"})
"""The keys of an outdated term that are no language."""
SET_KEYS = frozenset({"code", "released"})
"""The keys of a set without a file of its own that are no language."""
ORACLE_ID = "oracle_id"
ALSO = "also"
"""The keys of a card that are no language."""

Names = Mapping[str, str]
Aliases = Mapping[str, tuple[str, ...]]
T = TypeVar("T")
Make = Callable[[str, Document], T]


@dataclass(frozen=True, kw_only=True)
class SetFacts:
    """A set: its lower-case code, its names by language, the day it came out (``YYYY-MM-DD``)."""

    code: str
    names: Names
    released: str | None = None
    codes: tuple[str, ...] = ()
    """Further set codes that its document covers."""
    code_names: Mapping[str, Names] = field(default_factory=dict)
    """The names of those of them that are known."""
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
    has: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """How a card has it if not by a keyword: ``symbols``, ``types``, ``subtypes``, ``layouts``,
    ``tokens``, ``mechanics``.
    """
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    formerly: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names and forms that are ordinary words too, and so are no mention in running text."""
    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Forms that open a line of keywords and go on with words: ``protection from``."""
    questions: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    """What players ask about it, by language, each with words of the ruling that answers it; None
    if no words are known.
    """
    seen: Mapping[str, Evidence] = field(default_factory=dict)
    """What confirms the name in a language."""
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
    """A card: its official names by language, and its id with Scryfall, which is the same in every
    printing.
    """

    names: Names
    oracle_id: str | None = None
    also: Aliases = field(default_factory=dict)
    """Other names that printings of the card have, by language."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """The place of each name, by its language."""
    place: Place = Place("")

    def place_of(self, lang: str) -> Place:
        """Return the place of the name in ``lang``; if that is unknown, the place of the card."""
        return self.places.get(lang, self.place)


@dataclass(frozen=True, kw_only=True)
class EraWords:
    """A term in one language: the words of its time, and one of ``now``, ``gone`` and
    ``changed``.
    """

    then: tuple[str, ...]
    unless: tuple[str, ...] = ()
    """Longer phrases that contain one of these words and mean something else."""
    now: str | None = None
    means: str | None = None
    """What the change from ``then`` to the word ``now`` means for an old ruling."""
    gone: str | None = None
    """What happens today, if the thing no longer exists."""
    changed: str | None = None
    """The current rule, if only the rule changed and not the word."""

    @property
    def sentence(self) -> str | None:
        """The explanation: none of a term that was only renamed."""
        return self.means or self.gone or self.changed


@dataclass(frozen=True, kw_only=True)
class EraTerm:
    """A term that the documents of sets released before the day ``until`` use, and later ones
    don't.
    """

    key: str
    until: str
    words: Mapping[str, EraWords]
    trivial: bool = False
    """Whether only the word changed, so that an old ruling reads the same."""
    texts: tuple[OwnText, ...] = ()
    place: Place = Place("")


@dataclass(frozen=True, kw_only=True)
class RuleFacts:
    """Today's number of a rule that documents quote or cite by an older one, and the title that it
    is under today.
    """

    rule: str
    title: str
    within: bool = False
    """Whether no part of today's rule says the same.

    ``rule`` is then the whole rule to which it belonged.
    """


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
    questions: Mapping[str, UsualQuestion] = field(default_factory=dict)
    """Usual questions, by key."""
    rules: Mapping[str, Mapping[str, RuleFacts]] = field(default_factory=dict)
    """Today's numbers of rules, by the set of the documents that use older ones, then by the older
    number.
    """
    rule_terms: Mapping[str, Aliases] = field(default_factory=dict)
    """The words by which rulings rest on a rule without naming a mechanic, by its number today,
    then by language.
    """
    same_rules: Aliases = field(default_factory=dict)
    """The hashes of the wordings of a rule that say the same to a ruling, by its number."""
    oracle_ids: Mapping[str, str] = field(default_factory=dict)
    """Scryfall's ids of cards that names.yml need not have, by English name."""
    removed: Mapping[str, Removal] = field(default_factory=dict)
    """The sets (``lam``) and documents (``lam.fr``) that were removed for good."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """Whether old rulings are still true, by their ids."""
    checked_on: str = ""
    """The newest day that these facts know of the rules; empty if they know none."""

    @property
    def card_names(self) -> tuple[Names, ...]:
        """The names of every card, in the file's order."""
        return tuple(card.names for card in self.cards)

    def keywords(self, lang: str) -> tuple[str, ...]:
        """Return the words that open a keyword ability in ``lang``, case folded, with either
        apostrophe.
        """
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


def load(
    content: Path, sources: Sources = DISK, *, searched: bool = True
) -> tuple[Catalogue, list[Problem]]:
    """Return the facts under ``content``, if ``searched`` with the words for the search, and the
    problems of their files.
    """
    problems: list[Problem] = []
    sets = _sets(content, problems, sources)
    mechanics = _folder(content / "mechanics", "mechanic", _mechanic, problems, sources)
    named = _single(content, NAMES, "names", problems, sources)
    removed, found = removals.load(content, sources)
    problems += found
    judged, found = verdicts.load(content, sources)
    problems += found
    synonyms, found = search_words.load_synonyms(content, sources) if searched else ({}, [])
    problems += found
    rules = _data(content, RULES, "rules", problems, sources)
    eras = _eras(content, problems, sources)
    questions, found = search_words.load_questions(content, sources) if searched else ({}, [])
    problems += found
    return (
        Catalogue(
            sets=sets,
            mechanics=mechanics,
            cards=cards(named) if named else (),
            eras=eras,
            synonyms=synonyms,
            questions=questions,
            rules=_rules(rules.get("sets", {})),
            rule_terms={
                rule: {lang: tuple(said) for lang, said in words.items()}
                for rule, words in rules.get("terms", {}).items()
            },
            same_rules={number: tuple(hashes) for number, hashes in rules.get("same", {}).items()},
            oracle_ids=_data(content, ORACLE_IDS, "oracle-ids", problems, sources),
            removed=removed,
            verdicts=judged,
            checked_on=max([rules.get("effective", ""), *(era.until for era in eras.values())]),
        ),
        problems,
    )


def _single(
    content: Path, name: str, schema: str, problems: list[Problem], sources: Sources
) -> Document | None:
    """Return the file ``name``, if there is one without errors."""
    document, found = layers.load(content, name, schema, sources)
    problems += found
    return document


def _data(
    content: Path, name: str, schema: str, problems: list[Problem], sources: Sources
) -> Mapping[str, Any]:
    """Return the data of that file; none if there is no such file."""
    document = _single(content, name, schema, problems, sources)
    return (document.data if document else None) or {}


def _rules(data: Mapping[str, Any]) -> dict[str, Mapping[str, RuleFacts]]:
    return {
        code: {number: RuleFacts(**facts) for number, facts in rules.items()}
        for code, rules in data.items()
    }


def _eras(content: Path, problems: list[Problem], sources: Sources) -> dict[str, EraTerm]:
    document = _single(content, ERAS, "eras", problems, sources)
    if document is None:
        return {}
    terms = {key: _era(document, key, data) for key, data in document.data.items()}
    problems += [fault for term in terms.values() for fault in _era_faults(document, term)]
    return terms


def _era(document: Document, key: str, data: Mapping[str, Any]) -> EraTerm:
    by_lang: dict[str, Mapping[str, Any]] = {
        lang: words for lang, words in data.items() if lang not in ERA_KEYS
    }
    return EraTerm(
        key=key,
        until=data["until"],
        trivial=data.get("trivial", False),
        words={
            lang: EraWords(
                then=tuple(words["then"]),
                unless=tuple(words.get("unless", ())),
                now=words.get("now"),
                means=words.get("means"),
                gone=words.get("gone"),
                changed=words.get("changed"),
            )
            for lang, words in by_lang.items()
        },
        texts=tuple(
            OwnText(lang=lang, text=text, place=document.place(key, lang, name))
            for lang, words in by_lang.items()
            for name, text in words.items()
            if isinstance(text, str)
        ),
        place=document.place(key),
    )


def _era_faults(document: Document, term: EraTerm) -> Iterator[Problem]:
    """Yield the languages of a term that lack the explanation, or that explain what is only a new
    word.
    """
    for lang, words in term.words.items():
        place = document.place(term.key, lang)
        if term.trivial and words.sentence:
            yield error(
                place,
                f"{term.key} is trivial, but has an explanation",
                "leave out `trivial`, or keep only `now`",
            )
        elif not term.trivial and not words.sentence:
            hint = (
                "say in `means` what the change means for an old ruling, or mark the term with"
                " `trivial: true`"
            )
            yield error(place, f"{term.key} has a new word, but no explanation", hint)
        elif words.means and not words.now:
            yield error(
                place, f"{term.key} has `means`, but no `now`", "`means` explains the word in `now`"
            )


def cards(document: Document) -> tuple[CardFacts, ...]:
    """The cards of names.yml, in its order."""
    return tuple(_card(document, number, data) for number, data in enumerate(document.data or ()))


def _card(document: Document, number: int, data: Mapping[str, Any]) -> CardFacts:
    names = {lang: name for lang, name in data.items() if lang not in (ORACLE_ID, ALSO)}
    places = {lang: document.place(number, lang) for lang in names}
    also = {lang: tuple(aliases) for lang, aliases in data.get(ALSO, {}).items()}
    return CardFacts(
        names=names,
        oracle_id=data.get(ORACLE_ID),
        also=also,
        places=places,
        place=document.place(number),
    )


def _folder(
    folder: Path, schema: str, make: Make[T], problems: list[Problem], sources: Sources
) -> dict[str, T]:
    documents, found = layers.load_all(folder, schema, sources)
    problems += found
    return {name: make(name, document) for name, document in documents.items()}


def _sets(content: Path, problems: list[Problem], sources: Sources) -> dict[str, SetFacts]:
    """Return the sets that have a file, with the names that the list of the others adds, and those
    others.
    """
    document = _single(content, OTHER_SETS, "other-sets", problems, sources)
    listed = map(partial(_other_set, document), range(len(document.data or ()))) if document else ()
    others = {facts.code: facts for facts in listed}
    own = _folder(content / "sets", "set", _set, problems, sources)
    return {**others, **{code: _named(facts, others) for code, facts in own.items()}}


def _named(facts: SetFacts, others: Mapping[str, SetFacts]) -> SetFacts:
    """Return a set with the names that the list adds: its own, and those of its further codes."""
    names = {
        code: each.names for code, each in others.items() if code in (facts.code, *facts.codes)
    }
    return replace(facts, names={**names.pop(facts.code, {}), **facts.names}, code_names=names)


def _other_set(document: Document, number: int) -> SetFacts:
    data = document.data[number]
    names = {lang: name for lang, name in data.items() if lang not in SET_KEYS}
    return SetFacts(
        code=data["code"], names=names, released=data["released"], place=document.place(number)
    )


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
        has={key: tuple(words) for key, words in data.get("has", {}).items()},
        seen={lang: Evidence(**each) for lang, each in data.get("seen", {}).items()},
        questions=data.get("questions", {}),
        texts=tuple(_own_texts(document)),
        place=document.place(),
        **lists,
    )


def _own_texts(document: Document) -> Iterator[OwnText]:
    """Yield the texts of a mechanic that the site shows: its names, its former names, its questions
    and its explanations.
    """
    for key in ("names", "explanation"):
        for lang, text in document.data[key].items():
            yield OwnText(lang=lang, text=text, place=document.place(key, lang))
    for lang, texts in document.data.get("formerly", {}).items():
        for number, text in enumerate(texts):
            yield OwnText(lang=lang, text=text, place=document.place("formerly", lang, number))
    for lang, texts in document.data.get("questions", {}).items():
        for text in texts:
            yield OwnText(lang=lang, text=text, place=document.place("questions", lang, text))
