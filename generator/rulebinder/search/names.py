"""The names by which the search knows cards, mechanics, sets and rules: all languages have them in
common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..library import Library
from ..pages import addresses
from ..system.grouping import grouped
from .normal_form import Fold, unpointed
from .records import SearchRecord

Owner = tuple[str, str]
"""The kind and the id of what has a name."""


def content(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]], fold: Fold
) -> dict[str, dict[str, list[list[str]]]]:
    """Return the names of all pages: rows of an owner, by its kind and its places.

    ``records`` are those of each file, by language. The places say which files have records of the
    owner: ``en 0 3,es 1``. A row is the id, unless the first name gives it, and then the names;
    ``~`` is before a nickname, and ``en:`` before each word for a mechanic in English. The id of a
    card whose page is in one language only has that language with it: ``lantern-keeper@en``.
    """
    places = _places(library, records)
    rows: dict[str, dict[str, list[list[str]]]] = {}
    for (kind, target), marked in grouped(
        ((kind, target), (mark, name)) for mark, name, kind, target in sorted(set(_owned(library)))
    ).items():
        only = library.cards[target].only_in if kind == "card" else None
        names = [mark + name for mark, name in marked]
        telling = [
            mark + name
            for mark, name in marked
            if mark in {"", "en:"} and fold(name).replace(" ", "-") == target
        ][:1]
        page = f"{'' if telling else target}{f'@{only}' if only else ''}"
        row = [page, *telling, *(name for name in names if name not in telling)]
        rows.setdefault(kind, {}).setdefault(places.get((kind, target), ""), []).append(row)
    return rows


def absent(library: Library, fold: Fold) -> list[str]:
    """Return the names of cards that the site has nothing about: those of the catalogue, those of
    bulk files that have no ruling, and those of the owner's list.
    """
    taken = {"", *(fold(name) for _, name, _, _ in _owned(library))}
    unnamed = (
        names.values()
        for names in library.catalogued
        if taken.isdisjoint(map(fold, names.values()))
    )
    others = {face for name in library.unruled for face in faces(name)}
    return sorted(name for name in others.union(*unnamed) if fold(name) not in taken)


def faces(name: str) -> tuple[str, ...]:
    """Return the name, and the names of its faces if it has several."""
    parts = name.split(" // ")
    return (name, *parts) if len(parts) > 1 else (name,)


def _owned(library: Library) -> Iterator[tuple[str, str, str, str]]:
    """Yield each name in each language, after what marks it, with the kind and the id of its
    owner.
    """
    for slug, card in library.cards.items():
        for name in card.every_name:
            for face in faces(name):
                yield "", face, "card", slug
                yield "", unpointed(face), "card", slug
    for slug, mechanic in library.mechanics.items():
        for lang, name in mechanic.names.items():
            yield f"{lang}:", name, "mechanic", slug
        if facts := mechanic.facts:
            for lang in {*facts.names, *facts.forms, *facts.formerly}:
                yield from ((f"{lang}:", form, "mechanic", slug) for form in facts.all_forms(lang))
    for code, of_set in library.sets.items():
        for name in (*of_set.facts.names.values(), code.upper()):
            yield "", name, "set", code
    titled = library.rulebook.titled if library.rulebook else ()
    for number in {*library.rules, *titled}:
        yield "", number, "rule", addresses.rule_page(number).split("/")[1]
    yield from _nicknames(library)


def _nicknames(library: Library) -> Iterator[tuple[str, str, str, str]]:
    """Yield each nickname of a card as a name: the other word of a pair that begins with the name
    of the card.
    """
    slugs = {
        name.casefold(): slug for slug, card in library.cards.items() for name in card.every_name
    }
    pairs = (words.same for words in library.synonyms.values())
    for name, nickname in (pair for groups in pairs for pair in groups if len(pair) == 2):
        if name.casefold() in slugs:
            yield "~", nickname, "card", slugs[name.casefold()]


def _places(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]]
) -> dict[Owner, str]:
    """Return which files have records of each card and of each mechanic's sections."""
    cards = {
        addresses.card_link(card).rstrip("/"): ("card", slug)
        for slug, card in library.cards.items()
    }
    sections = {
        section.id: ("mechanic", slug)
        for slug, mechanic in library.mechanics.items()
        for section in mechanic.sections
    }
    files: dict[Owner, dict[str, dict[int, None]]] = {}
    for lang, shards in records.items():
        for number, shard in enumerate(shards):
            for record in shard:
                owner = cards.get(record.page) or sections.get(record.id.rpartition("/")[0])
                if owner:
                    files.setdefault(owner, {}).setdefault(lang, {})[number] = None
    return {
        owner: ",".join(f"{lang} {' '.join(map(str, held))}" for lang, held in by_lang.items())
        for owner, by_lang in files.items()
    }
