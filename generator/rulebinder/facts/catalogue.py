"""Facts that no document has to say: sets, mechanics and the names of cards by language, what was
removed for good, and what people decided of old rulings.

They are in ``content/sets/<code>.yml`` and ``content/other-sets.yml``,
``content/mechanics/<slug>.yml``, ``content/cards/names.yml`` and ``content/cards/imported.yml``,
``content/removed.yml``, and ``content/verdicts/<set>.yml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from ..problems import Place, Problem, WithProblems, error
from . import layers, search_words
from .search_words import SearchWords, UsualQuestion
from .yaml_files import Document, TextLists, Texts, freeze

OTHER_SETS = "other-sets.yml"
IMPORTED = "cards/imported.yml"
REMOVED = "removed.yml"
"""Files in the folder of facts."""
NO_LONGER = "no longer"
"""What a verdict's ``still`` says of a ruling that is wrong today; ``correct`` of one that only
looks so.
"""
_ERA_KEYS = frozenset({"until", "trivial"})
"""The keys of an outdated term that are not a language."""
_SET_KEYS = frozenset({"code", "released"})
"""The keys of a set without a file of its own that are not a language."""
ORACLE_ID = "oracle_id"
_ALSO = "also"
"""The keys of a card that are not a language."""

Names = Mapping[str, str]
"""A name, or another text, by language."""
Aliases = TextLists
"""Other names, by language."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class _Named:
    """Something with names by language, and the place of its facts."""

    names: Names
    place: Place = Place("")

    def name(self, lang: str) -> str:
        """The name in ``lang``, else the English one, else any."""
        return in_language(self.names, lang)


@dataclass(frozen=True, kw_only=True)
class SetFacts(_Named):
    """A set: its lower-case code, its names by language, the day it came out (``YYYY-MM-DD``)."""

    code: str
    released: str | None = None
    codes: Texts = ()
    """Further set codes that its document covers."""
    code_names: Mapping[str, Names] = field(default_factory=dict)
    """The names of those of the further codes that other-sets.yml has."""
    companion_of: str | None = None
    """The code of the set to which it belongs, if it is one of decks or extra cards."""


@dataclass(frozen=True, kw_only=True)
class OwnText:
    """A text that the site shows and that was written for it, with its language and its place."""

    lang: str
    text: str
    place: Place


@dataclass(frozen=True, kw_only=True)
class NameEvidence:
    """What confirms a name: a card that prints it in a set, release notes that do, or a page that
    says it; or that there is nothing. The fields without a value are empty.
    """

    card: str = ""
    """The English name."""
    set: str = ""
    """The code of the card's set."""
    notes: str = ""
    """The code of the set of the release notes."""
    page: str = ""
    """The address."""
    none: str = ""
    """``ours``, our translation of what nothing prints, or ``unconfirmed``."""


@dataclass(frozen=True, kw_only=True)
class MechanicFacts(_Named):
    """A mechanic: its kind, its names and inflected forms, and our own explanation."""

    slug: str
    kind: str
    rule: str | None
    explanation: Names
    first_set: str | None = None
    has: TextLists = field(default_factory=dict)
    """How a card has it if not by a keyword: ``symbols``, ``types``, ``subtypes``, ``layouts``,
    ``tokens``, ``mechanics``.
    """
    forms: TextLists = field(default_factory=dict)
    """Inflected forms, by language."""
    formerly: TextLists = field(default_factory=dict)
    """Older names, by language."""
    everyday: TextLists = field(default_factory=dict)
    """Names and forms that are ordinary words too, and so are not a mention in running text."""
    openings: TextLists = field(default_factory=dict)
    """Forms that open a line of keywords and go on with words: ``protection from``."""
    questions: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    """What players ask about it, by language, each with words of the ruling that answers it; None
    if no words are known.
    """
    seen: Mapping[str, NameEvidence] = field(default_factory=dict)
    """What confirms the name in a language."""
    texts: tuple[OwnText, ...] = ()

    def evidence(self, lang: str) -> NameEvidence:
        """Return what confirms the name in ``lang``; without a fact it is unconfirmed."""
        return self.seen.get(lang, NameEvidence(none="unconfirmed"))

    def all_forms(self, lang: str) -> Texts:
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
    """The place of each name, by its language, and that of the id."""
    place: Place = Place("")

    def place_of(self, lang: str) -> Place:
        """Return the place of the name in ``lang``, or of the id; else that of the card."""
        return self.places.get(lang, self.place)


@dataclass(frozen=True, kw_only=True)
class EraWords:
    """A term in one language: the words of its time, and what became of it: one of ``now``,
    ``gone`` and ``changed``.
    """

    then: Texts
    """The words of its time."""
    unless: Texts = ()
    """Longer phrases that contain one of these words and mean something else."""
    now: str | None = None
    """The word of today."""
    means: str | None = None
    """What the change from ``then`` to the word ``now`` means for an old ruling."""
    gone: str | None = None
    """What happens today, if the thing no longer exists."""
    changed: str | None = None
    """The current rule, if only the rule changed and not the word."""

    @property
    def sentence(self) -> str | None:
        """The explanation; None if the term was only renamed."""
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
    """Whether only the whole rule is known within which it was: no part of it says the same today.

    ``rule`` is then the number of that whole rule.
    """


@dataclass(frozen=True, kw_only=True)
class Removal:
    """The day on which a set, or its document in a language, was removed from the site, and the
    line that says so.
    """

    day: str
    place: Place


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a ruling is still true, and why."""

    still: str
    """``correct``, or :data:`NO_LONGER`."""
    rule: str
    """The number of the rule of today that decides it."""
    reason: Mapping[str, str]
    """A sentence by language."""
    edition: str | None = None
    """The day of the rules by which this was decided; None if it was not written down."""
    hash: str | None = None
    """The hash of the ruling's words at that time, as the ledger has it; None if it was not written
    down.
    """
    place: Place

    @property
    def is_gone(self) -> bool:
        """Whether the ruling is wrong today."""
        return self.still == NO_LONGER


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
    rule_terms: Mapping[str, TextLists] = field(default_factory=dict)
    """The words by which rulings rest on a rule without naming a mechanic, by its number today,
    then by language.
    """
    same_rules: TextLists = field(default_factory=dict)
    """By the number of a rule the hashes of its wordings, if the differences change no ruling."""
    oracle_ids: Mapping[str, str] = field(default_factory=dict)
    """Scryfall's ids of cards that names.yml need not have, by English name."""
    removed: Mapping[str, Removal] = field(default_factory=dict)
    """The sets (``lam``) and documents (``lam.fr``) that were removed for good."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """Whether old rulings are still true, by their ids."""
    all_cards: Texts = ()
    """The names in the list of cards."""
    checked_on: str = ""
    """The newest day that these facts know of the rules; empty if they know none."""

    @property
    def card_names(self) -> tuple[Names, ...]:
        """The names of every card, in the file's order."""
        return tuple(card.names for card in self.cards)

    def keywords(self, lang: str) -> Texts:
        """Return the words that open a keyword ability in ``lang``, case folded."""
        forms = (
            form.casefold()
            for mechanic in self.mechanics.values()
            if mechanic.kind == "keyword-ability"
            for form in mechanic.all_forms(lang)
        )
        return tuple(sorted(set(forms)))


def in_language(names: Names, lang: str) -> str:
    """Return the name in ``lang``; if there is none, the English one; else the first."""
    return names.get(lang) or names.get("en") or next(iter(names.values()))


def load(content: Path, *, for_search: bool = True) -> WithProblems[Catalogue]:
    """Return the facts under ``content``, and the problems of their files. The words for the search
    are empty if the facts are not ``for_search``.
    """
    problems: list[Problem] = []

    def keep_problems(loaded: WithProblems[T]) -> T:
        """Return what was loaded, and keep its problems."""
        value, faults = loaded
        problems.extend(faults)
        return value

    def load_file(schema: str) -> Document:
        """Return the file with this schema; an empty one if there is none without errors."""
        document = keep_problems(layers.load(content, schema))
        return document if document and document.data else Document(path="", data={}, lines={})

    def load_folder(name: str, schema: str) -> dict[str, Document]:
        """Return the files of a folder by their names without suffix: sets by code."""
        return keep_problems(layers.load_all(content / name, schema))

    other_sets = load_file("other-sets")
    listed_sets = {
        data["code"]: SetFacts(
            code=data["code"],
            names={lang: name for lang, name in data.items() if lang not in _SET_KEYS},
            released=data["released"],
            place=other_sets.place(number),
        )
        for number, data in enumerate(other_sets.data)
    }
    sets = dict(listed_sets)
    for code, document in load_folder("sets", "set").items():
        data = freeze(document.data)
        codes = {code, *data.get("codes", ())}
        #  The list may have more names than the file, both of the set and of its further codes.
        code_names = {other: listed_sets[other].names for other in listed_sets if other in codes}
        data["names"] = {**code_names.pop(code, {}), **data["names"]}
        sets[code] = SetFacts(code=code, code_names=code_names, place=document.place(), **data)
    mechanics = {}
    for slug, document in load_folder("mechanics", "mechanic").items():
        data = freeze(document.data)
        data["seen"] = {lang: NameEvidence(**facts) for lang, facts in data.get("seen", {}).items()}
        texts = tuple(_list_texts(document))
        mechanics[slug] = MechanicFacts(slug=slug, place=document.place(), texts=texts, **data)
    removed = load_file("removed")
    verdicts = {
        note_id: Verdict(place=document.place(note_id), **data)
        for document in load_folder("verdicts", "verdicts").values()
        for note_id, data in (document.data or {}).items()
    }
    synonyms = keep_problems(search_words.load_synonyms(content)) if for_search else {}
    rules = load_file("rules").data
    terms = load_file("eras")
    eras = {key: _read_era(terms, key) for key in terms.data}
    problems += [problem for era in eras.values() for problem in _check_era(terms, era)]
    catalogue = Catalogue(
        sets=sets,
        mechanics=mechanics,
        questions=keep_problems(search_words.load_questions(content)) if for_search else {},
        cards=keep_problems(load_cards(content)),
        eras=eras,
        synonyms=synonyms,
        rules={
            code: {number: RuleFacts(**facts) for number, facts in by_number.items()}
            for code, by_number in rules.get("sets", {}).items()
        },
        rule_terms=freeze(rules.get("terms", {})),
        same_rules=freeze(rules.get("same", {})),
        oracle_ids=load_file("oracle-ids").data,
        removed={
            key: Removal(day=day, place=removed.place(key)) for key, day in removed.data.items()
        },
        verdicts=verdicts,
        all_cards=keep_problems(search_words.load_all_cards(content)) if for_search else (),
        checked_on=max([rules.get("effective", ""), *(era.until for era in eras.values())]),
    )
    return catalogue, problems


def _list_texts(document: Document) -> Iterator[OwnText]:
    """Yield the texts of a mechanic that the site shows: its names, its former names, its questions
    and its explanations.
    """
    for key in ("names", "explanation", "formerly", "questions"):
        for lang, texts in document.data.get(key, {}).items():
            #  A name is one text, former names are a list, and questions the keys of a mapping.
            for number, text in enumerate([texts] if isinstance(texts, str) else texts):
                place = document.place(key, lang, text if isinstance(texts, dict) else number)
                yield OwnText(lang=lang, text=text, place=place)


def _read_era(document: Document, key: str) -> EraTerm:
    """Return the term ``key`` of eras.yml."""
    data = document.data[key]
    by_lang = {lang: words for lang, words in data.items() if lang not in _ERA_KEYS}
    return EraTerm(
        key=key,
        until=data["until"],
        trivial=data.get("trivial", False),
        words={lang: EraWords(**freeze(words)) for lang, words in by_lang.items()},
        texts=tuple(
            OwnText(lang=lang, text=text, place=document.place(key, lang, name))
            for lang, words in by_lang.items()
            for name, text in words.items()
            if isinstance(text, str)
        ),
        place=document.place(key),
    )


def _check_era(document: Document, term: EraTerm) -> Iterator[Problem]:
    """Yield an error for each language of a term that lacks the explanation, or that explains what
    is only a new word.
    """
    for lang, words in term.words.items():
        if term.trivial and words.sentence:
            message = "is trivial, but has an explanation"
            hint = "leave out `trivial`, or keep only `now`"
        elif not term.trivial and not words.sentence:
            message = "has a new word, but no explanation"
            hint = (
                "say in `means` what the change means for an old ruling, or mark the term with"
                " `trivial: true`"
            )
        elif words.means and not words.now:
            message, hint = "has `means`, but no `now`", "`means` explains the word in `now`"
        else:
            continue
        yield error(document.place(term.key, lang), f"{term.key} {message}", hint)


def load_cards(content: Path) -> WithProblems[tuple[CardFacts, ...]]:
    """Return the cards of names.yml, in its order, then the other ones of imported.yml, and the
    problems of both files.

    A card of names.yml gets what it lacks, names and the id, from the card of imported.yml that has
    its English name; without an English name, from one that has any of its names.
    """
    people, problems = layers.load(content, "names")
    imported, more_problems = layers.load(content, "names", IMPORTED)
    cards = list(_read_cards(people))
    index_of: dict[tuple[str, str], int] = {}
    for index, card in enumerate(cards):
        for key in _identify(card):
            index_of.setdefault(key, index)
    for lower in _read_cards(imported):
        keys = _identify(lower, by_every_name=True)
        twin = next((index_of[key] for key in keys if key in index_of), None)
        if twin is None:
            cards.append(lower)
        else:
            upper = cards[twin]
            for key in _identify(upper):  # no second card is laid under it
                index_of.pop(key, None)
            cards[twin] = replace(
                upper,
                names={**lower.names, **upper.names},
                oracle_id=upper.oracle_id or lower.oracle_id,
                places={**lower.places, **upper.places},
            )
    return tuple(cards), [*problems, *more_problems]


def _identify(card: CardFacts, *, by_every_name: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the names by which a card is known, each after its language: the English one; but every
    name if the card has no English one, or ``by_every_name``.
    """
    for lang, name in card.names.items():
        if by_every_name or lang == "en" or "en" not in card.names:
            yield lang, name.casefold()


def _read_cards(document: Document | None) -> Iterator[CardFacts]:
    """Yield the cards of names.yml or imported.yml; none if the file is not there."""
    if document is not None:
        for number, data in enumerate(document.data or ()):
            yield CardFacts(
                names={key: data[key] for key in data if key not in (ORACLE_ID, _ALSO)},
                oracle_id=data.get(ORACLE_ID),
                also=freeze(data.get(_ALSO, {})),
                places={key: document.place(number, key) for key in data if key != _ALSO},
                place=document.place(number),
            )
