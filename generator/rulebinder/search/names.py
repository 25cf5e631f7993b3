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


def content(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]], fold: Fold
) -> dict[str, dict[str, list[list[str]]]]:
    """Return the names of all pages: rows of an owner, by its kind and its places.

    ``records`` are those of each file, by language. The places say which files have records of the
    owner: ``en 0,en 3,es 1``. A row is the id, unless the first name gives it, and then the names;
    ``~`` is before a nickname, and ``en:`` before each word for a mechanic in English. The id of a
    card whose page is in one language only has that language with it: ``lantern-keeper@en``.
    """
    places = _places(library, records)
    rows: dict[str, dict[str, list[list[str]]]] = {}
    owned = sorted(set(_owned(library)))
    for (kind, target), names in grouped(((kind, at), name) for name, kind, at in owned).items():
        ids = {name: fold(name.removeprefix("en:")).replace(" ", "-") for name in names}
        first, *others = sorted(names, key=lambda name: ids[name] != target)
        page = "" if ids[first] == target else target
        if kind == "card" and (only := library.cards[target].only_in):
            page += f"@{only}"
        place, row = places.get((kind, target), ""), [page, first, *others]
        rows.setdefault(kind, {}).setdefault(place, []).append(row)
    return rows


def absent(library: Library, fold: Fold) -> list[str]:
    """Return the names of cards that the site has nothing about: those of the catalogue, those of
    bulk files that have no ruling, and those of the list of cards.
    """
    taken = {""}
    for name, kind, _ in _owned(library):
        taken.add(fold(name.partition(":")[2] if kind == "mechanic" else name))
    others = {*library.unruled}
    for names in library.catalogued:
        if taken.isdisjoint(map(fold, names.values())):
            others |= {*names.values()}
    faces = {face for name in others for face in {name, *name.split(" // ")}}
    return sorted(face for face in faces if fold(face) not in taken)


def _owned(library: Library) -> Iterator[tuple[str, str, str]]:
    """Yield each name in each language, with its mark, and the kind and the id of its owner."""
    for slug, card in library.cards.items():
        for name in card.every_name:
            for face in {name, *name.split(" // ")}:
                yield face, "card", slug
                yield unpointed(face), "card", slug
    for slug, mechanic in library.mechanics.items():
        yield from ((f"{lang}:{name}", "mechanic", slug) for lang, name in mechanic.names.items())
        if facts := mechanic.facts:
            for lang in {*facts.forms, *facts.formerly}:
                for form in facts.all_forms(lang):
                    yield f"{lang}:{form}", "mechanic", slug
    for code, of_set in library.sets.items():
        yield from ((name, "set", code) for name in (*of_set.facts.names.values(), code.upper()))
    titled = library.rulebook.titled if library.rulebook else ()
    for number in {*library.rules, *titled}:
        yield number, "rule", addresses.rule_page(number).split("/")[1]
    # a pair of synonyms that begins with the name of a card has a nickname of it
    slugs = {
        name.casefold(): slug for slug, card in library.cards.items() for name in card.every_name
    }
    pairs = (pair for words in library.synonyms.values() for pair in words.same if len(pair) == 2)
    for name, nickname in pairs:
        if slug := slugs.get(name.casefold(), ""):
            yield f"~{nickname}", "card", slug


def _places(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]]
) -> dict[tuple[str, str], str]:
    """Return which files have records of each card and of each mechanic's sections, by their kind
    and id.
    """
    cards = (
        (addresses.card_link(card).rstrip("/"), ("card", slug))
        for slug, card in library.cards.items()
    )
    mechanics = (
        (section.id, ("mechanic", slug))
        for slug, mechanic in library.mechanics.items()
        for section in mechanic.sections
    )
    owners = grouped((*cards, *mechanics))
    files = grouped(
        (owner, f"{lang} {number}")
        for lang, shards in records.items()
        for number, shard in enumerate(shards)
        for record in shard
        for part in (record.page, record.id.rpartition("/")[0])
        for owner in owners.get(part, ())
    )
    return {owner: ",".join(dict.fromkeys(places)) for owner, places in files.items()}
