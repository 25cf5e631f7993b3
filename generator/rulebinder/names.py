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
    **dict.fromkeys((
        "he", "la", "grc", "ar", "sa", "ph", "qya",
        "Hebrew", "Latin", "Ancient Greek", "Arabic", "Sanskrit", "Phyrexian", "Quenya",
    )),
}  # fmt: skip
"""The languages as the files call them, in BCP 47; None for those that only single promotional
cards have.
"""

_ACCEPTED_FILES = (
    "give Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards, as .json or .json.gz"
)
_ENGLISH_OR_RULINGS_HINT = (
    "put it into the folder of release notes, or let `rulebinder import scryfall` fetch both files;"
    " printed names are in Scryfall's All Cards"
)
"""What to do with Scryfall's cards in English, and with its rulings."""

_BULK_BEGINNING = re.compile(rb"\x1f\x8b|(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")
"""The mark of gzip; or the first object of JSON, perhaps in a list: ``[{"``."""
_SAMPLE_SIZE = 100
"""How many of Scryfall's objects are looked at to tell whether the file has printed names."""
_LEAST_TRANSLATED = 0.1
"""The least share of cards in other languages: All Cards has far more, Oracle Cards next to none.
"""
_FACE_DIVIDER = " // "
"""What stands between the names of a card's faces."""
NameKey = tuple[str, str]
"""A language, and a name in it as names are compared: without case and accents."""
_HEADING = """\
# Written by `rulebinder import FILE` from a bulk file: the name of the same card in each language.
# Do not edit it: correct a name in names.yml, which is laid over this file.
"""
_NOT_CHANGED_HINT = "it is left as it is; correct it if it is wrong"
"""The hint for what people wrote and the file contradicts."""


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
    return bool(_BULK_BEGINNING.match(beginning))


def read_printings(
    path: Path, problems: list[Problem], progress: Progress = lambda *_: None
) -> Iterator[Printing]:
    """Yield every printing in the file ``path``, in order. Only one object of the file is in memory
    at a time.

    ``problems`` get a warning for what is left out. Raises InputError, with the line of the fault,
    if the file cannot be read, is broken or cut off, or is of another kind.
    """
    #  A stream is read only once: to choose the reader, to look at a sample, and to read it all.
    with open_stream(path, _ACCEPTED_FILES, problems) as stream:
        reader = _choose_reader(stream)
    if reader == _read_scryfall:
        _refuse_english(path)
    printing = None
    with open_stream(path, _ACCEPTED_FILES, problems, progress) as stream:
        for printing in reader(stream):
            yield printing
        if not printing:
            raise stream.nothing_read("card")


def _choose_reader(stream: Stream) -> Callable[[Stream], Iterator[Printing]]:
    """Return the reader for the file, by its first brackets: ``[`` opens a list of Scryfall's,
    ``{"data": {"MH3": {`` MTGJSON's sets, ``{"data": {"Fire // Ice": [`` its AtomicCards.
    """
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
    with open_stream(path, _ACCEPTED_FILES, []) as stream:
        sample = list(itertools.islice(stream.items(), _SAMPLE_SIZE))
        if any(text_at(value, "object") == "ruling" for value in sample):
            raise refusal(path, "Scryfall's rulings, which have no names", _ENGLISH_OR_RULINGS_HINT)
        langs = [lang for value in sample if (lang := text_at(value, "lang"))]
        if langs and sum(lang != "en" for lang in langs) < _LEAST_TRANSLATED * len(langs):
            message = "Scryfall's cards in English, without printed names"
            raise refusal(path, message, _ENGLISH_OR_RULINGS_HINT)


def _read_scryfall(stream: Stream) -> Iterator[Printing]:
    """Yield the printings of Scryfall's All Cards. A card has its English name, and the printed one
    if that is a translation: a flavor name is not.
    """
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
            names[lang] = _FACE_DIVIDER.join(printed)
        yield Printing(
            names=names,
            oracle_id=oracle_id_of(card),
            released=text_at(card, "released_at"),
        )


def _read_atomic(stream: Stream) -> Iterator[Printing]:
    """Yield the cards of MTGJSON's AtomicCards, once for each face: lists of faces by name."""
    for name, faces in stream.pairs():
        for face in faces if isinstance(faces, list) else ():
            yield _to_printing(name, face)


def _read_all_printings(stream: Stream) -> Iterator[Printing]:
    """Yield the printings of MTGJSON's AllPrintings, set by set.

    A set is read card by card, because as a whole it would need much memory. Its cards wait for its
    day, which comes after them.
    """
    waiting: list[Printing] = []
    day, card = "", ijson.ObjectBuilder()
    #  A prefix has the keys above a value: ``data.MH3.cards.item.name``.
    for prefix, event, value in stream.events():
        _, in_card, key = prefix.partition(".cards.item")
        if in_card:
            card.event(event, value)
            if event == "end_map" and not key:
                if name := text_at(card.value, "name"):
                    waiting.append(_to_printing(name, card.value))
                card = ijson.ObjectBuilder()
        elif event == "string" and prefix.endswith(".releaseDate") and prefix.count(".") == 2:
            day = value
        elif event == "end_map" and prefix.startswith("data.") and prefix.count(".") == 1:
            yield from (replace(printing, released=day) for printing in waiting)
            waiting, day = [], ""


def _to_printing(english: str, face: object) -> Printing:
    """Return a card of MTGJSON's with the names that one of its faces has.

    A name is left out if it is translated in part: MTGJSON has English for the other faces.
    """
    english_faces = english.split(_FACE_DIVIDER)
    names = {"en": english}
    for foreign in objects_at(face, "foreignData"):
        language, name = text_at(foreign, "language"), text_at(foreign, "name")
        translated = name.split(_FACE_DIVIDER)
        has_english = any(part in english_faces for part in translated) and len(translated) > 1
        if language and name and len(translated) == len(english_faces) and not has_english:
            names[language] = name
    identifiers = value_at(face, "identifiers", dict)
    return Printing(names=names, oracle_id=oracle_id_of(identifiers, MTGJSON_ID))


@dataclass
class _Card:
    """One card in a bulk file, collected from its printings."""

    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language, each name with the last day on which it was printed."""
    oracle_ids: set[str] = field(default_factory=set)

    def newest_name(self, lang: str) -> str:
        """Return the name of the newest printing."""
        return max(self.names[lang], key=lambda name: (self.names[lang][name], name))

    @property
    def oracle_id(self) -> str | None:
        """The id; None if there is none, or if several cards have the English name."""
        return min(self.oracle_ids) if len(self.oracle_ids) == 1 else None


@dataclass(frozen=True)
class Additions:
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
    every_card: bool = False,
) -> Additions:
    """Write the names and ids that the bulk file ``source`` has into imported.yml in the folder of
    facts ``content``, which has no errors: those of the cards that the facts name, of those that
    ``documents`` print in any language, or, with ``every_card``, of all.

    A name of names.yml that the file contradicts is a warning, and stays. Raises InputError if
    ``source`` cannot be read, or if the file cannot be written; then nothing changes.
    """
    problems: list[Problem] = []
    named, _ = catalogue.load_cards(content)  # there are no problems: the caller has looked
    official = OfficialNames(named)
    unknown_names = _find_unknown_names(named, official, documents)
    collected, english_of = _collect_cards(source, unknown_names, problems, progress)
    problems += _list_doubts(unknown_names, english_of, source)
    if not every_card:
        #  If several cards have a printed name, nobody knows which of them the document means.
        recognized = {min(cards) for cards in english_of.values() if len(cards) == 1}
        english_names = {unaccent_name(card.names["en"]) for card in named if "en" in card.names}
        english_names |= {name for lang, name in unknown_names if lang == "en"}
        collected = {
            english: card
            for english, card in collected.items()
            if english in recognized or unaccent_name(english) in english_names
        }
    path = content / IMPORTED
    document = yaml_files.load(path, "names")[0] if path.exists() else None
    entries: dict[str, Names] = {
        data.get("en", ""): data for data in (document and document.data) or ()
    }
    new_names, new_ids, new_cards = 0, 0, 0
    for english, card, facts in _match_facts(official, collected):
        old_facts = facts or CardFacts(names={})
        values = {lang: card.newest_name(lang) for lang in card.names}
        if card.oracle_id:
            values[ORACLE_ID] = card.oracle_id
            if old_facts.oracle_id is None:
                new_ids += 1
        new_names += len(card.names.keys() - old_facts.names)
        if facts is None:
            new_cards += 1
        #  The entry has the facts' spelling, so that it is laid under theirs.
        name = old_facts.names.get("en", english)
        entries[name] = {**entries.get(name, {}), **values, "en": name}
        problems += _list_contradictions(old_facts, card, source, path)
    if entries:
        try:
            DISK.write(path, _format_file(entries))
        except OSError as failure:
            raise InputError(cannot_write(path, failure)) from failure
    return Additions(path, new_names, new_ids, new_cards, tuple(problems))


def _format_file(entries: Mapping[str, Names]) -> str:
    """Return the text of imported.yml. Its values are written as JSON, which is valid YAML."""
    lines = []
    for english in sorted(entries, key=lambda name: (name.casefold(), name)):
        keys = sorted(entries[english], key=lambda key: (key == ORACLE_ID, key != "en", key))
        values = (f"{key}: {json.dumps(entries[english][key], ensure_ascii=False)}" for key in keys)
        lines.append("- " + "\n  ".join(values) + "\n")
    return _HEADING + "".join(lines)


def _find_unknown_names(
    named: Sequence[CardFacts], official: OfficialNames, documents: Iterable[ReleaseNotes]
) -> dict[NameKey, tuple[str, Place]]:
    """Return the names whose card may be unknown in English, each as printed with its place: those
    that ``documents`` print and no fact has, and those of facts without an English name.
    """
    unknown_names: dict[NameKey, tuple[str, Place]] = {}
    for document in documents:
        for card in printed_cards(document):
            if official.find(card.name, document.lang) is None:
                key = (document.lang, unaccent_name(card.name))
                unknown_names.setdefault(key, (clean_name(card.name), card.place))
    for facts in named:
        if "en" not in facts.names:
            for lang, name in facts.names.items():
                unknown_names[lang, unaccent_name(name)] = name, facts.place_of(lang)
    return unknown_names


def _collect_cards(
    source: Path, unknown_names: Container[NameKey], problems: list[Problem], progress: Progress
) -> tuple[dict[str, _Card], dict[NameKey, set[str]]]:
    """Return all cards of the file by their English names, and the English names of the cards that
    have one of the ``unknown_names``.

    Names that cannot be shown are left out. So are those in unknown languages, which are warnings.
    """
    cards: dict[str, _Card] = {}
    english_of: dict[NameKey, set[str]] = {}
    unknown_langs: Counter[str] = Counter()
    for printing in read_printings(source, problems, progress):
        names: dict[str, str] = {}
        for language, name in printing.names.items():
            lang = LANGUAGES.get(language, "")  # None if no names in it are wanted
            spelled = clean_name(name)
            if lang and spelled and spelled.isprintable():
                names[lang] = spelled
            if lang == "":
                unknown_langs[language] += 1
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
    for language, count in sorted(unknown_langs.items()):
        message = f"the language {language!r} is not known; {count} of its names are left out"
        hint = f"known are {', '.join(LANGUAGES)}"
        problems.append(warning(source, message, hint))
    return cards, english_of


def _list_doubts(
    unknown_names: Mapping[NameKey, tuple[str, Place]],
    english_of: Mapping[NameKey, set[str]],
    source: Path,
) -> Iterator[Problem]:
    """Yield a warning for each unknown name that no card of the file has, or several, by place."""
    for key, (name, place) in sorted(unknown_names.items(), key=lambda item: item[1][1]):
        lang, _ = key
        cards = sorted(english_of.get(key, ()))
        if not cards:
            message = f"no card {name!r} ({lang}) in {source.name}"
            yield warning(place, message, "if it has another name there, add it to names.yml")
        elif len(cards) > 1:
            several = ", ".join(map(repr, cards))
            message = f"the name {name!r} ({lang}) is that of several cards, {several}"
            yield warning(place, message, "add the right one to names.yml")


def _list_contradictions(
    facts: CardFacts, card: _Card, source: Path, imported: Path
) -> Iterator[Problem]:
    """Yield a warning for each name and id that people wrote, not an earlier import, and for which
    the file has another one.
    """
    for lang in sorted(card.names.keys() & facts.names):
        name, place = facts.names[lang], facts.place_of(lang)
        spellings = {fold_name(name), *map(fold_name, facts.also.get(lang, ()))}
        if place.path != str(imported) and spellings.isdisjoint(map(fold_name, card.names[lang])):
            other = card.newest_name(lang)
            message = f"the name {name!r} ({lang}) is {other!r} in {source.name}"
            yield warning(place, message, _NOT_CHANGED_HINT)
    place = facts.place_of(ORACLE_ID)
    differs = card.oracle_id and facts.oracle_id not in (None, card.oracle_id)
    if differs and place.path != str(imported):
        message = f"the oracle_id {facts.oracle_id} is {card.oracle_id} in {source.name}"
        yield warning(place, message, _NOT_CHANGED_HINT)


def _match_facts(
    official: OfficialNames, cards: Mapping[str, _Card]
) -> Iterator[tuple[str, _Card, CardFacts | None]]:
    """Yield the cards of the file in the order of their English names, each with its facts; None if
    there are none.

    Facts belong to the card with their English name. What remains belongs to a card with one of its
    names, if the English names differ in accents or the facts have none. No facts are taken twice.
    """
    exact: dict[str, CardFacts] = {}
    for english in cards:
        facts = official.find(english, "en")
        if facts and fold_name(facts.names.get("en", "")) == fold_name(english):
            exact[english] = facts
    taken = {facts.place for facts in exact.values()}
    for english, card in sorted(cards.items()):
        close = (
            facts
            for lang, names in card.names.items()
            for name in names
            if (facts := official.find(name, lang))
            if facts.place not in taken
            if unaccent_name(facts.names.get("en", english)) == unaccent_name(english)
        )
        facts = exact.get(english) or next(close, None)
        if facts:
            taken.add(facts.place)
        yield english, card, facts
