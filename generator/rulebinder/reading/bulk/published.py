"""Published rulings: bulk files become one document for each day of publication."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...notes import RULINGS, Card, CardEntry, ReleaseNotes, Ruling, Source
from ...problems import Place, Problem, warning
from ...text import Text
from . import cards, mtgjson, scryfall
from .found import DatedRuling, FoundCard
from .kinds import BulkKind

_LANG = "en"
_DIALECT = "bulk"


@dataclass(frozen=True)
class Published:
    """The documents of all days, oldest first, and the names of the cards without rulings."""

    documents: tuple[ReleaseNotes, ...] = ()
    unruled: tuple[str, ...] = ()
    """Sorted."""


def read(files: Mapping[BulkKind, Path]) -> tuple[Published, list[Problem]]:
    """Return what the bulk ``files`` say, and their problems.

    They are read as streams. Raises InputError, with the line, if one cannot be read.
    """
    problems: list[Problem] = []
    atomic = files.get(BulkKind.ATOMIC)
    if atomic:
        return _published(mtgjson.read_cards(atomic, problems), BulkKind.ATOMIC), problems
    rulings = scryfall.read_rulings(files[BulkKind.RULINGS], problems)
    known = scryfall.read_cards(files[BulkKind.CARDS], rulings, problems)
    published = _published(known, BulkKind.RULINGS)
    return published, [*problems, *_strays(rulings, files)]


def _strays(
    rulings: Mapping[str, Sequence[DatedRuling]], files: Mapping[BulkKind, Path]
) -> list[Problem]:
    """Return the problem of the ``rulings`` that belong to no card."""
    if not rulings:
        return []
    lacking = f"{files[BulkKind.CARDS].name} lacks cards with rulings, which are left out"
    counts = f"cards: {len(rulings)}, rulings: {sum(map(len, rulings.values()))}"
    message = f"{lacking} ({counts}, the first card: {next(iter(rulings))})"
    hint = "download both files on the same day"
    return [warning(Place(str(files[BulkKind.RULINGS])), message, hint)]


def _published(found: Iterable[FoundCard], kind: BulkKind) -> Published:
    """Return the documents of all days. The rulings are in the file of this ``kind``."""
    unruled: set[str] = set()
    ruled: list[tuple[Card, Sequence[DatedRuling]]] = []
    for each in found:
        if each.rulings:
            ruled.append((each.make(), each.rulings))
        else:
            unruled.add(each.name)
    cards_of: dict[str, Card] = {}
    days: dict[str, dict[Card, dict[Text, Ruling]]] = {}
    for printed, rulings in sorted(ruled, key=lambda each: each[0].oracle_id is None):
        #  A card without an id is the one with its name.
        card = cards_of.setdefault(printed.oracle_id or printed.name, printed)
        cards_of.setdefault(card.name, card)
        for day, comment, source in rulings:
            ruling = Ruling(cards.as_text(comment), place=card.place, source=source)
            bodies = days.setdefault(day, {}).setdefault(card, {})
            if ruling.text not in bodies or not source:
                bodies[ruling.text] = ruling
    documents = tuple(_document(day, days[day], kind) for day in sorted(days))
    return Published(documents, tuple(sorted(unruled - cards_of.keys())))


def _document(
    day: str, rulings: Mapping[Card, Mapping[Text, Ruling]], kind: BulkKind
) -> ReleaseNotes:
    """Return the document of a day.

    It stays the same while its rulings do: it does not depend on other days, nor on the day of
    the download.
    """
    entries = (
        CardEntry(card=card, part="", body=tuple(body.values())) for card, body in rulings.items()
    )
    ordered = tuple(sorted(entries, key=_by_name))
    return ReleaseNotes(
        set_code=day,
        lang=_LANG,
        title="",
        kind=RULINGS,
        source=Source(name=f"{kind}.json", sha256=_sha256(ordered), dialect=_DIALECT),
        last_modified=day,
        cards=ordered,
        place=ordered[0].place,
    )


def _by_name(entry: CardEntry) -> tuple[str, str, str]:
    return entry.card.name.casefold(), entry.card.name, entry.card.oracle_id or ""


def _sha256(entries: Iterable[CardEntry]) -> str:
    """Return a hash of names and rulings: the bytes of the file would change each day."""
    said = hashlib.sha256()
    for entry in entries:
        texts = (ruling.text.source() for ruling in entry.rulings)
        said.update("\0".join((entry.card.name, *texts, "")).encode())
    return said.hexdigest()
