"""What is derived from the whole library, once for all pages of a language.

It has names and addresses, but no words of rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from slugify import slugify

from ..joining.slices import outlined
from ..library import Holder, Library, LibrarySet
from ..rulebook.model import order
from . import addresses
from .words import Words

if TYPE_CHECKING:
    from .edition import Edition


@dataclass(frozen=True, kw_only=True)
class Index:
    """The tables, by the key of what they are about."""

    set_cards: Mapping[str, tuple[str, ...]]
    """The cards of each set, each once: in the order of its document in the page's language, then
    those of other documents.

    If there is no such document, they are in the order of their names in the page's language.
    Another language's order would look like none.
    """
    departed: Mapping[str, tuple[str, ...]]
    """The entries and sections of each set that its ledger knows and that no document has any more.
    """
    departed_of: Mapping[str, tuple[str, ...]]
    """The departed entries of each card that still has a page, by its slug."""
    departed_rules: Mapping[str, tuple[str, ...]]
    """The rules whose pages would be gone, each with the sets that quoted or cited it, in numeric
    order.

    No document uses them any more, or only an older edition of the rules has them, so that no set
    is named.
    """
    mechanics_by_rule: Mapping[str, tuple[str, ...]]
    """The mechanics that the current rules describe under each number."""
    glossary_anchors: Mapping[str, str]
    """The anchor of each term of the rules' glossary."""
    quoted_as: Mapping[str, tuple[tuple[str, str], ...]]
    """The quotations of each rule of today: the set whose documents quote it, and the number that
    they print.
    """
    reworded: Mapping[str, tuple[tuple[str, str], ...]]
    """The day of each older edition in which a rule of today has other words, newest first, and its
    number there.
    """
    entries: Mapping[str, Mapping[str, Holder]]
    """All entries and sections without words, by id and language."""
    words: Mapping[str, Words]
    """The words of each language that the site is offered in."""

    @property
    def names(self) -> tuple[object, ...]:
        """All but what the outline of the library and the settings have: the older words of rules,
        the entries, the words.
        """
        return (
            self.set_cards,
            self.departed,
            self.departed_of,
            self.departed_rules,
            self.mechanics_by_rule,
            self.glossary_anchors,
            self.quoted_as,
        )


def index(edition: Edition) -> Index:
    """Return the index of an edition of the whole library."""
    library = edition.library
    gone = _departed(library)
    return Index(
        set_cards={code: _cards(edition, each) for code, each in library.sets.items()},
        departed=gone,
        departed_of=_departed_of(library, gone),
        departed_rules=_departed_rules(library),
        mechanics_by_rule=_mechanics_by_rule(library),
        glossary_anchors=addresses.glossary_anchors(library.rulebook) if library.rulebook else {},
        quoted_as=_quoted_as(library),
        reworded=_reworded(library),
        entries=_entries(library),
        words={lang: Words(language) for lang, language in edition.languages.items()},
    )


def _cards(edition: Edition, each: LibrarySet) -> tuple[str, ...]:
    found = dict.fromkeys(
        entry.card
        for lang in edition.prefer(each.documents)
        for entry in each.documents[lang].cards
    )
    if edition.lang in each.documents:
        return tuple(found)
    return tuple(sorted(found, key=lambda slug: collation(edition.card_name(slug).text)))


def _departed(library: Library) -> dict[str, tuple[str, ...]]:
    holders = [holder for document in library.documents() for holder in document.holders]
    repeated = {
        each.rpartition("/")[0]
        for holder in holders
        for note in holder.notes
        for each in note.published
    }
    there = {holder.id for holder in holders} | repeated
    found: dict[str, tuple[str, ...]] = {}
    for code, ledger in library.ledgers.items():
        named = {key: key if "/" in key else entry.slug for key, entry in ledger.entries.items()}
        gone = tuple(
            f"{code}/{key}" for key, name in named.items() if f"{code}/{name}" not in there
        )
        if gone:
            found[code] = gone
    return found


def _departed_of(
    library: Library, departed: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for code, entries in departed.items():
        for each in entries:
            slug = library.ledgers[code].entries[each.partition("/")[2]].slug
            if slug in library.cards:
                found[slug] = (*found.get(slug, ()), each)
    return found


def _departed_rules(library: Library) -> dict[str, tuple[str, ...]]:
    older = (number for book in library.rulebooks[1:] for number in book.headings)
    found: dict[str, tuple[str, ...]] = dict.fromkeys(older, ())
    for code, ledger in library.ledgers.items():
        for number in ledger.rules:
            found[number] = (*found.get(number, ()), code)
    book = library.rulebook
    known = {*library.rules, *(book.headings if book else ())}
    return {
        number: found[number] for number in sorted(sorted(found), key=order) if number not in known
    }


def _mechanics_by_rule(library: Library) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for slug, mechanic in library.mechanics.items():
        if mechanic.facts and mechanic.facts.rule:
            found[mechanic.facts.rule] = (*found.get(mechanic.facts.rule, ()), slug)
    return found


def _quoted_as(library: Library) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for rule in library.rules.values():
        for code, today in rule.today.items():
            if any(passage.set_code == code for passage in rule.quoted_in):
                found[today.number] = (*found.get(today.number, ()), (code, rule.number))
    return found


def _reworded(library: Library) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for day, changes in library.amendments.items():
        for change in changes:
            if change.reworded and change.before:
                found[change.number] = (*found.get(change.number, ()), (day, change.before))
    return found


def _entries(library: Library) -> dict[str, dict[str, Holder]]:
    found: dict[str, dict[str, Holder]] = {}
    for document in library.documents():
        for each in document.holders:
            found.setdefault(each.id, {})[each.lang] = outlined(each)
    return found


@cache
def collation(text: str) -> tuple[str, str]:
    """Return the key to sort names by: the name without accents and case, then the name itself."""
    return slugify(text, separator=" "), text
