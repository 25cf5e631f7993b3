"""Compare a bulk file with names.yml: choose the cards, collect their names from the file, and find
the new ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..facts.catalogue import CardFacts
from ..joining.identity.card_identity import OfficialNames, clean, folded, printed_cards, unaccented
from ..notes import ReleaseNotes
from ..problems import InputError, Place, Problem, unwritten, warning
from ..reading.bulk.stream import Bytes
from ..system.files import DISK
from . import bulk
from . import file as namefile
from .bulk import Printing
from .file import Addition, NamesFile

NameKey = tuple[str, str]
"""A language, and a name in it as names are compared: without case and accents."""

_LEFT = "it is left as it is; correct it if it is wrong"


@dataclass(frozen=True)
class Wanted:
    """The cards to take from a bulk file."""

    english: frozenset[str]
    """English names as they are compared."""
    printed: Mapping[NameKey, tuple[str, Place]] = field(default_factory=dict)
    """Names of which not even the English one may be known, each as printed, with its place."""
    every: bool = False


@dataclass
class _Card:
    """One card in a bulk file, collected from its printings."""

    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language, each name with the last day when it was printed."""
    oracle_ids: set[str] = field(default_factory=set)

    def newest_first(self, lang: str) -> list[str]:
        return sorted(
            self.names[lang], key=lambda name: (self.names[lang][name], name), reverse=True
        )

    @property
    def oracle_id(self) -> str | None:
        """The id; None if there is none, or if several cards have the name."""
        return min(self.oracle_ids) if len(self.oracle_ids) == 1 else None


@dataclass
class _Found:
    cards: dict[str, _Card] = field(default_factory=dict)
    """By English name."""
    named: dict[NameKey, set[str]] = field(default_factory=dict)
    """The English names of the cards that have one of the printed names."""
    unknown: Counter[str] = field(default_factory=Counter)
    """Languages that are not known, with how many names they have."""


@dataclass(frozen=True)
class Added:
    """The changes of names.yml."""

    path: Path
    names: int
    """How many names are new, those of new cards included."""
    ids: int
    """How many cards have an id now that had none."""
    cards: int
    """How many cards are new."""
    problems: tuple[Problem, ...]


def wanted_cards(
    file: NamesFile, documents: Iterable[ReleaseNotes], *, every: bool = False
) -> Wanted:
    """Return the cards of ``file`` and those that ``documents`` print in any language; or ``every``
    card.
    """
    official = OfficialNames(file.every_card)
    printed: dict[NameKey, tuple[str, Place]] = {}
    for document in documents:
        for card in printed_cards(document):
            if official.find(card.name, document.lang) is None:
                printed.setdefault(
                    (document.lang, unaccented(card.name)), (clean(card.name), card.place)
                )
    for facts in file.every_card:
        if "en" not in facts.names:
            printed |= {
                (lang, unaccented(name)): (name, facts.place_of(lang))
                for lang, name in facts.names.items()
            }
    english = {unaccented(card.names["en"]) for card in file.every_card if "en" in card.names}
    return Wanted(
        frozenset(english | {name for lang, name in printed if lang == "en"}), printed, every
    )


def add(
    file: NamesFile,
    source: Path,
    wanted: Wanted,
    progress: Bytes = lambda *_: None,
    also: Callable[[Printing], None] | None = None,
) -> Added:
    """Add to ``file`` the names and ids that the bulk file ``source`` has for the cards in
    ``wanted``.

    A name that contradicts the one in the file is a warning, and is left out. ``also`` gets every
    printing. Raises InputError if ``source`` cannot be read, or if ``file`` cannot be extended or
    written; then nothing changes.
    """
    problems: list[Problem] = []
    found = _gather(source, wanted, problems, progress, also)
    problems += _doubts(found, wanted, source)
    more = {next(iter(cards)) for cards in found.named.values() if len(cards) == 1} - set(
        found.cards
    )
    if more:
        #  The English names of these cards are known only now, after their other printings in the
        # file were skipped.
        again = Wanted(frozenset(map(unaccented, more)))
        found.cards |= {
            name: card
            for name, card in _gather(source, again, [], progress).cards.items()
            if name in more
        }
    additions, contradictions = _compared(file, found, source)
    text, made, refused = namefile.added(file, additions)
    if made:
        try:
            DISK.write(file.path, text)
        except OSError as failure:
            raise InputError(unwritten(file.path, failure)) from failure
    return Added(
        file.path,
        names=sum(len(each.names) for each in made),
        ids=sum(each.oracle_id is not None for each in made),
        cards=sum(each.number is None for each in made),
        problems=(*problems, *contradictions, *refused),
    )


def _gather(
    source: Path,
    wanted: Wanted,
    problems: list[Problem],
    progress: Bytes,
    also: Callable[[Printing], None] | None = None,
) -> _Found:
    found = _Found()
    for printing in bulk.printings(source, problems, progress):
        if also:
            also(printing)
        names = dict(_names(printing, found.unknown))
        english = names.get("en")
        if not english:
            continue
        if wanted.every or unaccented(english) in wanted.english:
            card = found.cards.setdefault(english, _Card())
            if printing.oracle_id:
                card.oracle_ids.add(printing.oracle_id)
            for lang, name in names.items():
                days = card.names.setdefault(lang, {})
                days[name] = max(days.get(name, ""), printing.released)
        for lang, name in names.items() if wanted.printed else ():
            key = (lang, unaccented(name))
            if key in wanted.printed:
                found.named.setdefault(key, set()).add(english)
    return found


def _names(printing: Printing, unknown: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield the printing's names by BCP 47 language, without texts that cannot be shown."""
    for language, name in printing.names.items():
        lang = bulk.LANGUAGES.get(language, "")
        spelled = clean(name)
        if lang and spelled and spelled.isprintable():
            yield lang, spelled
        unknown[language] += lang == ""


def _doubts(found: _Found, wanted: Wanted, source: Path) -> Iterator[Problem]:
    """Report unknown languages, and printed names that belong to no card or to several."""
    for language, count in sorted((+found.unknown).items()):
        message = f"the language {language!r} is not known; {count} of its names are left out"
        yield warning(source, message, f"known are {', '.join(lang for lang in bulk.LANGUAGES)}")
    for key, (name, place) in sorted(wanted.printed.items(), key=lambda item: item[1][1]):
        cards = sorted(found.named.get(key, ()))
        if not cards:
            yield warning(
                place,
                f"no card {name!r} ({key[0]}) in {source.name}",
                "if it has another name there, add it to names.yml",
            )
        elif len(cards) > 1:
            among = ", ".join(map(repr, cards))
            yield warning(
                place,
                f"the name {name!r} ({key[0]}) is that of several cards, {among}",
                "add the right one to names.yml",
            )


def _compared(file: NamesFile, found: _Found, source: Path) -> tuple[list[Addition], list[Problem]]:
    """Return the additions in ``found``, and a warning for each name that contradicts the
    file's.
    """
    additions: list[Addition] = []
    problems: list[Problem] = []
    for card, number in _numbered(file, found):
        newest = {lang: card.newest_first(lang)[0] for lang in sorted(card.names)}
        if number is None:
            additions.append(Addition(newest, card.oracle_id))
            continue
        facts = file.every_card[number]
        new = {lang: name for lang, name in newest.items() if lang not in facts.names}
        oracle_id = card.oracle_id if facts.oracle_id is None else None
        if new or oracle_id:
            additions.append(Addition(new, oracle_id, number))
        problems += _contradictions(facts, card, source)
    return additions, problems


def _contradictions(facts: CardFacts, card: _Card, source: Path) -> Iterator[Problem]:
    for lang in sorted(set(card.names) & set(facts.names)):
        name = facts.names[lang]
        if not {folded(each) for each in (name, *facts.also.get(lang, ()))} & set(
            map(folded, card.names[lang])
        ):
            other = card.newest_first(lang)[0]
            yield warning(
                facts.place_of(lang),
                f"the name {name!r} ({lang}) is {other!r} in {source.name}",
                _LEFT,
            )
    if card.oracle_id and facts.oracle_id not in (None, card.oracle_id):
        yield warning(
            facts.place,
            f"the oracle_id {facts.oracle_id} is {card.oracle_id} in {source.name}",
            _LEFT,
        )


def _numbered(file: NamesFile, found: _Found) -> Iterator[tuple[_Card, int | None]]:
    """Yield the cards by English name, each with its place among the known ones if it is there.

    A card that is not there by its very English name is the one that has it but for the accents, or
    that has no English name and one of its others; but no place is given twice.
    """
    exact, loose = _numbers(file, folded), _numbers(file, unaccented)
    taken = {exact[key] for english in found.cards if (key := ("en", folded(english))) in exact}
    languages = sorted({lang for lang, _ in loose})
    for english, card in sorted(found.cards.items()):
        number = exact.get(("en", folded(english)))
        if number is None:
            keys = [
                (lang, unaccented(name)) for lang in languages for name in card.names.get(lang, ())
            ]
            number = next(
                (loose[key] for key in keys if key in loose and loose[key] not in taken), None
            )
            if number is not None:
                taken.add(number)
        yield card, number


def _numbers(file: NamesFile, spelled: Callable[[str], str]) -> dict[NameKey, int]:
    """Return the positions of the known cards, by English name, or by all names if they have no
    English one.
    """
    numbers: dict[NameKey, int] = {}
    for number, card in enumerate(file.every_card):
        names = {"en": card.names["en"]} if "en" in card.names else card.names
        for lang, name in names.items():
            numbers.setdefault((lang, spelled(name)), number)
    return numbers
