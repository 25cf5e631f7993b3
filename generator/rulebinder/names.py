"""Card names out of bulk files: read printing by printing, and added to the catalogue."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import ijson

from .facts import catalogue, yaml_files
from .facts.catalogue import IMPORTED, ORACLE_ID, CardFacts, Names
from .joining.identity import OfficialNames, printed_cards
from .notes import ReleaseNotes
from .problems import InputError, Place, Problem, cannot_write, refusal, warning
from .reading.bulk import (
    MTGJSON_ID,
    NO_CARD_LAYOUTS,
    Progress,
    Stream,
    objects_at,
    open_stream,
    oracle_id_of,
    text_at,
    value_at,
)
from .system.files import DISK
from .text import clean_name, fold_name, unaccent_name

LANGUAGES: Mapping[str, str | None] = {
    "en": "en", "es": "es", "fr": "fr", "de": "de", "it": "it", "pt": "pt-BR", "ja": "ja",
    "ko": "ko", "ru": "ru",
    "zhs": "zh-Hans", "zht": "zh-Hant",
    "English": "en", "Spanish": "es", "French": "fr", "German": "de", "Italian": "it",
    "Portuguese (Brazil)": "pt-BR",
    "Japanese": "ja", "Korean": "ko", "Russian": "ru", "Chinese Simplified": "zh-Hans",
    "Chinese Traditional": "zh-Hant",
    **dict.fromkeys(("he", "la", "grc", "ar", "sa", "ph", "qya")),
    **dict.fromkeys(
        ("Hebrew", "Latin", "Ancient Greek", "Arabic", "Sanskrit", "Phyrexian", "Quenya")
    ),
}  # fmt: skip
"""The languages as the files call them, in BCP 47; None for those that only single promotional
cards have.
"""

EXPECTED = (
    "give Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards, as .json or .json.gz"
)
_ELSEWHERE = (
    "put it into the folder of release notes, or let `rulebinder import scryfall` fetch both files;"
    " printed names are in Scryfall's All Cards"
)
"""What to do with Scryfall's cards in English, and with its rulings."""

_BEGINNING = re.compile(rb"\x1f\x8b|(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")
_LOOKED_AT = 100
"""How many objects of Scryfall's tell whether the file has printed names."""
_TRANSLATED = 0.1
"""The least share of cards in other languages: All Cards has far more, Oracle Cards next to none.
"""
_JOIN = " // "
NameKey = tuple[str, str]
"""A language, and a name in it as names are compared: without case and accents."""
_HEADING = """\
# Written by `rulebinder import FILE` from a bulk file: the name of the same card in each language.
# Do not edit it: correct a name in names.yml, which is laid over this file.
"""
_LEFT = "it is left as it is; correct it if it is wrong"


@dataclass(frozen=True, kw_only=True)
class Printing:
    """The names of a card, or of one of its faces, in one object of a bulk file."""

    names: Mapping[str, str]
    """By language as the file calls it, English among them; faces are joined with `` // ``."""
    oracle_id: str | None
    released: str = ""
    """``YYYY-MM-DD``; empty if the file does not say."""


def is_bulk(beginning: bytes) -> bool:
    """Return whether a file that begins so is a bulk file: JSON, or a packed file."""
    return bool(_BEGINNING.match(beginning))


def read_printings(
    path: Path, problems: list[Problem], progress: Progress = lambda *_: None
) -> Iterator[Printing]:
    """Yield every printing in the file ``path``, in order. Only one object of the file is in memory
    at a time.

    ``problems`` get a warning for what is left out. Raises InputError, with the line of the fault,
    if the file cannot be read, is broken or cut off, or is of another kind.
    """
    with open_stream(path, EXPECTED, problems) as stream:
        read = _choose_reader(stream)
    if read == _read_scryfall:
        _refuse_english(path)
    printing = None
    with open_stream(path, EXPECTED, problems, progress) as stream:
        for printing in read(stream):
            yield printing
        if not printing:
            raise stream.nothing_read("card")


def _choose_reader(stream: Stream) -> Callable[[Stream], Iterator[Printing]]:
    """Return how to read the file, by its first brackets."""
    if stream.is_json_lines():
        return _read_scryfall
    for prefix, event, _ in stream.events():
        if (prefix, event) == ("", "start_array"):
            return _read_scryfall
        if prefix.startswith("data."):
            if event == "start_map":
                return _read_all_printings
            if event == "start_array":
                return _read_atomic
            break
    raise stream.error_here("neither Scryfall's nor MTGJSON's cards")


def _refuse_english(path: Path) -> None:
    """Raise InputError for files of Scryfall's that have rulings, or cards in English only."""
    with open_stream(path, EXPECTED, []) as stream:
        first = itertools.islice(stream.items(), _LOOKED_AT)
        marks = [(text_at(value, "object"), text_at(value, "lang")) for value in first]
        if any(kind == "ruling" for kind, _ in marks):
            raise refusal(path, "Scryfall's rulings, which have no names", _ELSEWHERE)
        langs = [lang for _, lang in marks if lang]
        if langs and sum(lang != "en" for lang in langs) < _TRANSLATED * len(langs):
            message = "Scryfall's cards in English, without printed names"
            raise refusal(path, message, _ELSEWHERE)


def _read_scryfall(stream: Stream) -> Iterator[Printing]:
    for card in stream.items():
        english, lang = text_at(card, "name"), text_at(card, "lang")
        if not english or not lang:
            fault = "an object that is not a card of Scryfall's: without a name or a lang"
            stream.leave_out(f"{fault} ({english[:80]!r})")
            continue
        if text_at(card, "layout") in NO_CARD_LAYOUTS:
            continue
        names = {"en": english}
        printed = [
            text_at(face, "printed_name") for face in objects_at(card, "card_faces") or [card]
        ]
        if lang != "en" and all(printed) and not text_at(card, "flavor_name"):
            names[lang] = _JOIN.join(printed)
        yield Printing(
            names=names,
            oracle_id=oracle_id_of(card),
            released=text_at(card, "released_at"),
        )


def _read_atomic(stream: Stream) -> Iterator[Printing]:
    for name, faces in stream.pairs():
        for face in faces if isinstance(faces, list) else ():
            yield _from_mtgjson(name, face)


def _read_all_printings(stream: Stream) -> Iterator[Printing]:
    """Read card by card, because a whole set would need much memory.

    A set's day comes after its cards.
    """
    waiting: list[Printing] = []
    day, card = "", ijson.ObjectBuilder()
    for prefix, event, value in stream.events():
        _, in_card, key = prefix.partition(".cards.item")
        if in_card:
            card.event(event, value)
            if event == "end_map" and not key:
                if name := text_at(card.value, "name"):
                    waiting.append(_from_mtgjson(name, card.value))
                card = ijson.ObjectBuilder()
        elif event == "string" and prefix.endswith(".releaseDate") and prefix.count(".") == 2:
            day = value
        elif event == "end_map" and prefix.startswith("data.") and prefix.count(".") == 1:
            yield from (replace(printing, released=day) for printing in waiting)
            waiting, day = [], ""


def _from_mtgjson(english: str, face: object) -> Printing:
    """Return a card of MTGJSON's, by one of its faces. A face without a translation is there in
    English; then the card has no name in that language.
    """
    halves = english.split(_JOIN)
    names = {"en": english}
    for foreign in objects_at(face, "foreignData"):
        language, name = text_at(foreign, "language"), text_at(foreign, "name")
        translated = name.split(_JOIN)
        untranslated = len(halves) > 1 and any(half in translated for half in halves)
        if language and name and len(translated) == len(halves) and not untranslated:
            names[language] = name
    identifiers = value_at(face, "identifiers", dict)
    return Printing(names=names, oracle_id=oracle_id_of(identifiers, MTGJSON_ID))


@dataclass
class _Card:
    """One card in a bulk file, collected from its printings."""

    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language, each name with the last day when it was printed."""
    oracle_ids: set[str] = field(default_factory=set)

    def newest_name(self, lang: str) -> str:
        """Return the name of the newest printing."""
        return max(self.names[lang], key=lambda name: (self.names[lang][name], name))

    @property
    def oracle_id(self) -> str | None:
        """The id; None if there is none, or if several cards have the name."""
        return min(self.oracle_ids) if len(self.oracle_ids) == 1 else None


@dataclass(frozen=True)
class Added:
    """What an import added to the names."""

    path: Path
    names: int
    """How many names are new, those of new cards included."""
    ids: int
    """How many cards have an id now that had none."""
    cards: int
    """How many cards are new."""
    problems: tuple[Problem, ...]


def add(
    source: Path,
    content: Path,
    documents: Iterable[ReleaseNotes],
    progress: Progress = lambda *_: None,
    *,
    every: bool = False,
) -> Added:
    """Write the names and ids that the bulk file ``source`` has into imported.yml in the folder of
    facts ``content``, which has no errors: those of the cards that the facts name, of those that
    ``documents`` print in any language, or of ``every`` card.

    A name of names.yml that the file contradicts is a warning, and stays. Raises InputError if
    ``source`` cannot be read, or if the file cannot be written; then nothing changes.
    """
    problems: list[Problem] = []
    named, _ = catalogue.load_cards(content)
    official = OfficialNames(named)
    unknown_names = _find_unknown_names(named, official, documents)
    collected, english_of = _collect(source, unknown_names, problems, progress)
    problems += _list_doubts(unknown_names, english_of, source)
    if not every:
        alone = {min(cards) for cards in english_of.values() if len(cards) == 1}
        english_names = {unaccent_name(card.names["en"]) for card in named if "en" in card.names}
        english_names |= {name for lang, name in unknown_names if lang == "en"}
        collected = {
            english: card
            for english, card in collected.items()
            if english in alone or unaccent_name(english) in english_names
        }
    path = content / IMPORTED
    document = yaml_files.load(path, "names")[0] if path.exists() else None
    entries: dict[str, Names] = {
        data.get("en", ""): data for data in (document and document.data) or ()
    }
    names, ids, cards = 0, 0, 0
    for english, card, facts in _match(official, collected):
        values = {lang: card.newest_name(lang) for lang in card.names}
        if card.oracle_id:
            values[ORACLE_ID] = card.oracle_id
        before = facts or CardFacts(names={})
        names += len(card.names.keys() - before.names)
        ids += card.oracle_id is not None and before.oracle_id is None
        cards += facts is None
        name = before.names.get("en", english)
        entries[name] = {**entries.get(name, {}), **values, "en": name}
        problems += _list_contradictions(before, card, source, path)
    if entries:
        try:
            DISK.write(path, _format(entries))
        except OSError as failure:
            raise InputError(cannot_write(path, failure)) from failure
    return Added(path, names, ids, cards, tuple(problems))


def _format(entries: Mapping[str, Names]) -> str:
    """Return the file. A text in JSON's form is valid YAML."""
    lines = []
    for english in sorted(entries, key=lambda name: (name.casefold(), name)):
        keys = sorted(entries[english], key=lambda key: (key == ORACLE_ID, key != "en", key))
        values = (f"{key}: {json.dumps(entries[english][key], ensure_ascii=False)}" for key in keys)
        lines.append("- " + "\n  ".join(values) + "\n")
    return _HEADING + "".join(lines)


def _find_unknown_names(
    named: Sequence[CardFacts], official: OfficialNames, documents: Iterable[ReleaseNotes]
) -> dict[NameKey, tuple[str, Place]]:
    """Return the names of which not even the English one may be known, each as printed with its
    place: those that ``documents`` print and no fact has, and those of facts without an English
    name.
    """
    unknown_names: dict[NameKey, tuple[str, Place]] = {}
    for document in documents:
        for card in printed_cards(document):
            if official.find(card.name, document.lang) is None:
                key = (document.lang, unaccent_name(card.name))
                unknown_names.setdefault(key, (clean_name(card.name), card.place))
    for facts in named:
        for lang, name in facts.names.items() if "en" not in facts.names else ():
            unknown_names[lang, unaccent_name(name)] = name, facts.place_of(lang)
    return unknown_names


def _collect(
    source: Path, unknown_names: Container[NameKey], problems: list[Problem], progress: Progress
) -> tuple[dict[str, _Card], dict[NameKey, set[str]]]:
    """Return all cards of the file by their English names, and the English names of the cards that
    have one of the ``unknown_names``.

    Texts that cannot be shown are left out, and unknown languages, which are warnings.
    """
    cards: dict[str, _Card] = {}
    english_of: dict[NameKey, set[str]] = {}
    unknown_langs: Counter[str] = Counter()
    for printing in read_printings(source, problems, progress):
        names: dict[str, str] = {}
        for language, name in printing.names.items():
            lang = LANGUAGES.get(language, "")
            spelled = clean_name(name)
            if lang and spelled and spelled.isprintable():
                names[lang] = spelled
            unknown_langs[language] += lang == ""
        english = names.get("en")
        if not english:
            continue
        card = cards.setdefault(english, _Card())
        if printing.oracle_id:
            card.oracle_ids.add(printing.oracle_id)
        for lang, name in names.items():
            days = card.names.setdefault(lang, {})
            days[name] = max(days.get(name, ""), printing.released)
            key = (lang, unaccent_name(name))
            if key in unknown_names:
                english_of.setdefault(key, set()).add(english)
    for language, count in sorted((+unknown_langs).items()):
        message = f"the language {language!r} is not known; {count} of its names are left out"
        hint = f"known are {', '.join(lang for lang in LANGUAGES)}"
        problems.append(warning(source, message, hint))
    return cards, english_of


def _list_doubts(
    unknown_names: Mapping[NameKey, tuple[str, Place]],
    english_of: Mapping[NameKey, set[str]],
    source: Path,
) -> Iterator[Problem]:
    """Report the names that belong to no card or to several."""
    for key, (name, place) in sorted(unknown_names.items(), key=lambda item: item[1][1]):
        cards = sorted(english_of.get(key, ()))
        if not cards:
            message = f"no card {name!r} ({key[0]}) in {source.name}"
            yield warning(place, message, "if it has another name there, add it to names.yml")
        elif len(cards) > 1:
            several = ", ".join(map(repr, cards))
            message = f"the name {name!r} ({key[0]}) is that of several cards, {several}"
            yield warning(place, message, "add the right one to names.yml")


def _list_contradictions(
    facts: CardFacts, card: _Card, source: Path, imported: Path
) -> Iterator[Problem]:
    """Yield what people wrote of a card and the file says otherwise."""
    for lang in sorted(card.names.keys() & facts.names):
        name, place = facts.names[lang], facts.place_of(lang)
        spellings = {fold_name(name), *map(fold_name, facts.also.get(lang, ()))}
        if place.path != str(imported) and spellings.isdisjoint(map(fold_name, card.names[lang])):
            other = card.newest_name(lang)
            message = f"the name {name!r} ({lang}) is {other!r} in {source.name}"
            yield warning(place, message, _LEFT)
    place = facts.place_of(ORACLE_ID)
    is_other = card.oracle_id and facts.oracle_id not in (None, card.oracle_id)
    if is_other and place.path != str(imported):
        message = f"the oracle_id {facts.oracle_id} is {card.oracle_id} in {source.name}"
        yield warning(place, message, _LEFT)


def _match(
    official: OfficialNames, cards: Mapping[str, _Card]
) -> Iterator[tuple[str, _Card, CardFacts | None]]:
    """Yield the cards by their English names, each with what the facts have of it.

    A card that is not there by its very English name is the one that has it but for the accents, or
    that has no English name and one of its others; but no card is taken twice.
    """
    exact: dict[str, CardFacts] = {}
    for english in cards:
        facts = official.find(english, "en")
        if facts and fold_name(facts.names.get("en", "")) == fold_name(english):
            exact[english] = facts
    taken = {facts.place for facts in exact.values()}
    for english, card in sorted(cards.items()):
        likely = [official.find(name, lang) for lang, names in card.names.items() for name in names]
        close = (
            facts
            for facts in likely
            if facts and facts.place not in taken
            if unaccent_name(facts.names.get("en", english)) == unaccent_name(english)
        )
        facts = exact.get(english) or next(close, None)
        if facts:
            taken.add(facts.place)
        yield english, card, facts
