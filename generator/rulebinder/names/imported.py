"""Take the names of cards out of a bulk file, and keep them in content/cards/imported.yml.

The program writes that file whole. People correct names in names.yml, which is laid over it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..facts import catalogue
from ..facts.catalogue import IMPORTED, ORACLE_ID, CardFacts, Names
from ..facts.files import yaml_files
from ..joining.identity.card_identity import OfficialNames, clean, folded, printed_cards, unaccented
from ..notes import ReleaseNotes
from ..problems import InputError, Place, Problem, unwritten, warning
from ..reading.bulk.stream import Bytes
from ..system.files import DISK
from . import bulk
from .bulk import Printing

NameKey = tuple[str, str]
"""A language, and a name in it as names are compared: without case and accents."""

_HEADING = """\
# Written by `rulebinder import FILE` from a bulk file: the name of the same card in each language.
# Do not edit it: correct a name in names.yml, which is laid over this file.
"""
_LEFT = "it is left as it is; correct it if it is wrong"


@dataclass
class _Card:
    """One card in a bulk file, collected from its printings."""

    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language, each name with the last day when it was printed."""
    oracle_ids: set[str] = field(default_factory=set)

    def newest(self, lang: str) -> str:
        """Return the name of the newest printing."""
        return max(self.names[lang], key=lambda name: (self.names[lang][name], name))

    @property
    def oracle_id(self) -> str | None:
        """The id; None if there is none, or if several cards have the name."""
        return min(self.oracle_ids) if len(self.oracle_ids) == 1 else None


@dataclass
class _Search:
    """The cards to take from a bulk file, and those that were found."""

    english: Collection[str]
    """English names as they are compared."""
    printed: Mapping[NameKey, tuple[str, Place]] = field(default_factory=dict)
    """Names of which not even the English one may be known, each as printed, with its place."""
    every: bool = False
    cards: dict[str, _Card] = field(default_factory=dict)
    """By English name."""
    named: dict[NameKey, set[str]] = field(default_factory=dict)
    """The English names of the cards that have one of the printed names."""
    unknown: Counter[str] = field(default_factory=Counter)
    """Languages that are not known, with how many names they have."""

    def take(self, printing: Printing) -> None:
        """Collect the names of a printing by BCP 47 language, without texts that cannot be
        shown.
        """
        names: dict[str, str] = {}
        for language, name in printing.names.items():
            lang = bulk.LANGUAGES.get(language, "")
            spelled = clean(name)
            if lang and spelled and spelled.isprintable():
                names[lang] = spelled
            self.unknown[language] += lang == ""
        english = names.get("en", "")
        if english and (self.every or unaccented(english) in self.english):
            card = self.cards.setdefault(english, _Card())
            if printing.oracle_id:
                card.oracle_ids.add(printing.oracle_id)
            for lang, name in names.items():
                days = card.names.setdefault(lang, {})
                days[name] = max(days.get(name, ""), printing.released)
        for lang, name in names.items() if english and self.printed else ():
            key = (lang, unaccented(name))
            if key in self.printed:
                self.named.setdefault(key, set()).add(english)


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
    progress: Bytes = lambda *_: None,
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
    search = _plan(named, documents, every=every)
    collected = _collect(source, search, problems, progress)
    path = content / IMPORTED
    document = yaml_files.load(path, "names")[0] if path.exists() else None
    entries: dict[str, Names] = {
        data.get("en", ""): data for data in (document and document.data) or ()
    }
    names, ids, cards = 0, 0, 0
    for english, card, facts in _match(OfficialNames(named), collected):
        values = {lang: card.newest(lang) for lang in card.names}
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
            raise InputError(unwritten(path, failure)) from failure
    return Added(path, names, ids, cards, tuple(problems))


def _format(entries: Mapping[str, Names]) -> str:
    """Return the file. A text in JSON's form is valid YAML."""
    lines = []
    for english in sorted(entries, key=lambda name: (name.casefold(), name)):
        keys = sorted(entries[english], key=lambda key: (key == ORACLE_ID, key != "en", key))
        values = (f"{key}: {json.dumps(entries[english][key], ensure_ascii=False)}" for key in keys)
        lines.append("- " + "\n  ".join(values) + "\n")
    return _HEADING + "".join(lines)


def _plan(named: Sequence[CardFacts], documents: Iterable[ReleaseNotes], *, every: bool) -> _Search:
    """Return a search for the cards that the facts name, and for those that ``documents`` print."""
    official = OfficialNames(named)
    printed: dict[NameKey, tuple[str, Place]] = {}
    for document in documents:
        for card in printed_cards(document):
            if official.find(card.name, document.lang) is None:
                key = (document.lang, unaccented(card.name))
                printed.setdefault(key, (clean(card.name), card.place))
    for facts in named:
        for lang, name in facts.names.items() if "en" not in facts.names else ():
            printed[lang, unaccented(name)] = name, facts.place_of(lang)
    english = {unaccented(card.names["en"]) for card in named if "en" in card.names}
    return _Search(english | {name for lang, name in printed if lang == "en"}, printed, every)


def _collect(
    source: Path, search: _Search, problems: list[Problem], progress: Bytes
) -> dict[str, _Card]:
    """Return the cards that the file has, by their English names."""
    for printing in bulk.printings(source, problems, progress):
        search.take(printing)
    problems += _list_doubts(search, source)
    alone = {next(iter(cards)) for cards in search.named.values() if len(cards) == 1}
    if more := alone - set(search.cards):
        #  Names in other languages led to them, after their English printings were skipped.
        again = _Search(set(map(unaccented, more)))
        for printing in bulk.printings(source, [], progress):
            again.take(printing)
        search.cards |= {name: card for name, card in again.cards.items() if name in more}
    return search.cards


def _list_doubts(search: _Search, source: Path) -> Iterator[Problem]:
    """Report unknown languages, and printed names that belong to no card or to several."""
    for language, count in sorted((+search.unknown).items()):
        message = f"the language {language!r} is not known; {count} of its names are left out"
        yield warning(source, message, f"known are {', '.join(lang for lang in bulk.LANGUAGES)}")
    for key, (name, place) in sorted(search.printed.items(), key=lambda item: item[1][1]):
        cards = ", ".join(map(repr, sorted(search.named.get(key, ()))))
        if not cards:
            message = f"no card {name!r} ({key[0]}) in {source.name}"
            yield warning(place, message, "if it has another name there, add it to names.yml")
        elif len(search.named[key]) > 1:
            message = f"the name {name!r} ({key[0]}) is that of several cards, {cards}"
            yield warning(place, message, "add the right one to names.yml")


def _list_contradictions(
    facts: CardFacts, card: _Card, source: Path, imported: Path
) -> Iterator[Problem]:
    """Yield what people wrote of a card and the file says otherwise."""
    for lang in sorted(card.names.keys() & facts.names):
        name, place = facts.names[lang], facts.place_of(lang)
        spellings = {folded(name), *map(folded, facts.also.get(lang, ()))}
        if place.path != str(imported) and spellings.isdisjoint(map(folded, card.names[lang])):
            other = card.newest(lang)
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
        if facts and folded(facts.names.get("en", "")) == folded(english):
            exact[english] = facts
    taken = {facts.place for facts in exact.values()}
    for english, card in sorted(cards.items()):
        likely = [official.find(name, lang) for lang, names in card.names.items() for name in names]
        close = (
            facts
            for facts in likely
            if facts and facts.place not in taken
            if unaccented(facts.names.get("en", english)) == unaccented(english)
        )
        facts = exact.get(english) or next(close, None)
        if facts:
            taken.add(facts.place)
        yield english, card, facts
