"""What is derived from the whole library, once for all pages of a language.

It has names and addresses, but no words of rulings.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from slugify import slugify

from ..joining.gone import find_gone_entries, find_gone_rules
from ..joining.slices import outlined
from ..library import Holder, LibrarySet
from ..system import group_pairs
from . import addresses
from .words import Words

if TYPE_CHECKING:
    from .edition import Edition

HolderT = TypeVar("HolderT", bound=Holder)
_Table = Mapping[str, Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Index:
    """The tables, by the key of what they are about."""

    set_cards: _Table
    """The cards of each set, each once: in the order of its document in the page's language, then
    those of other documents.

    If there is no such document, they are in the order of their names in the page's language.
    Another language's order would look like none.
    """
    departed: _Table
    """The entries and sections of each set that its ledger knows and that no document has any more.
    """
    departed_of: _Table
    """The departed entries of each card that still has a page, by its slug."""
    departed_rules: _Table
    """The rules whose pages would be gone, each with the sets that quoted or cited it, in numeric
    order.

    No document uses them any more, or only an older edition of the rules has them, so that no set
    is named.
    """
    mechanics_by_rule: _Table
    """The mechanics that the current rules describe under each number."""
    glossary_anchors: Mapping[str, str]
    """The anchor of each term of the rules' glossary."""
    quoted_as: Mapping[str, Sequence[tuple[str, str]]]
    """The quotations of each rule of today: the set whose documents quote it, and the number that
    they print.
    """
    reworded: Mapping[str, Sequence[tuple[str, str]]]
    """The day of each older edition in which a rule of today has other words, newest first, and its
    number there.
    """
    entries: Mapping[str, Mapping[str, Holder]]
    """All entries and sections without words, by id and language."""
    words: Mapping[str, Words]
    """The words of each language that the site is offered in."""
    kept: dict[Hashable, Any] = field(default_factory=dict)
    """What pages share; see :meth:`.Edition.once`."""

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
    gone = find_gone_entries(library)
    return Index(
        set_cards={code: _cards(edition, each) for code, each in library.sets.items()},
        departed=gone,
        departed_of=group_pairs(
            (slug, entry)
            for code, entries in gone.items()
            for entry in entries
            if (slug := library.ledgers[code].entries[entry.partition("/")[2]].slug)
            in library.cards
        ),
        departed_rules=find_gone_rules(library),
        mechanics_by_rule=group_pairs(
            (mechanic.facts.rule, slug)
            for slug, mechanic in library.mechanics.items()
            if mechanic.facts and mechanic.facts.rule
        ),
        glossary_anchors=addresses.glossary_anchors(library.rulebook) if library.rulebook else {},
        quoted_as=group_pairs(
            (today.number, (code, rule.number))
            for rule in library.rules.values()
            for code, today in rule.today.items()
            if any(passage.set_code == code for passage in rule.quoted_in)
        ),
        reworded=group_pairs(
            (change.number, (day, change.before))
            for day, changes in library.amendments.items()
            for change in changes
            if change.reworded and change.before
        ),
        entries=by_id(map(outlined, library.holders())),
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


def by_id(holders: Iterable[HolderT]) -> dict[str, dict[str, HolderT]]:
    """Return entries and sections by id and language."""
    found: dict[str, dict[str, HolderT]] = {}
    for each in holders:
        found.setdefault(each.id, {})[each.lang] = each
    return found


@cache
def collation(text: str) -> tuple[str, str]:
    """Return the key to sort names by: the name without accents and case, then the name itself."""
    return slugify(text, separator=" "), text
