"""The list of all cards, from A to Z."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ..library import LibraryMechanic, Passage
from ..rulebook.model import RULES_LANG, order
from ..system.grouping import grouped
from . import addresses
from .edition import Edition, Page, Phrase, Reference, View, initial, overview
from .entry_blocks import Blocks, count_notes
from .indexes import collation
from .lists import CardLine, card_filter, card_line, choices, newest
from .rules import Officials, meanings, named, titled

UNFOLDED = 60
"""The most cards of a list whose letters are open from the start."""


def cards_page(edition: Edition) -> Page:
    """Return the list of the cards in release notes.

    Cards that have nothing but published rulings may be 30,000: the pages of days and the search
    have them.
    """
    words, blocks = edition.words, Blocks(edition)
    lines = sorted(
        (
            _line(blocks, slug)
            for slug, card in edition.library.cards.items()
            if card.only_in is None
        ),
        key=_order,
    )
    letters = tuple(
        {
            "letter": letter,
            "anchor": addresses.letter_anchor(letter),
            "count": words.count("cards", len(cards)),
            "cards": tuple(cards),
        }
        for letter, cards in grouped((_order(line)[0], line) for line in lines).items()
    )
    view = {
        "count": words.count("cards", len(lines)),
        #  Whether a phone shows only the letters first.
        "folded": len(lines) > UNFOLDED,
        "letters": letters,
        #  The number of cards that have nothing but published rulings, and the link to the list of
        #  their days; None if there are none.
        "others": _others(edition, len(edition.library.cards) - len(lines)),
    }
    forms = {"filter": card_filter(edition, lines)}
    return overview(edition, "cards", view, forms=forms)


def _others(edition: Edition, count: int) -> tuple[str, Reference] | None:
    if not count:
        return None
    words = edition.words
    days = edition.link(addresses.DAYS, words["days"])
    return words.count("other_cards", count), days


def _order(line: CardLine) -> tuple[str, tuple[str, str]]:
    name = line.card_page.phrase.text
    return initial(name), collation(name)


def _line(blocks: Blocks, slug: str) -> CardLine:
    """Return the line of a card, as the newest document in the best language prints it."""
    edition = blocks.edition
    card = edition.library.cards[slug]
    shown, lang, _ = newest(edition, card) or (None, edition.lang, "")
    line = card_line(blocks, edition.link_card(slug), shown, lang)
    found = {entry.set_code for entry in card.notes} | {
        section.set_code for section in card.examples
    }
    return line._replace(
        sets=tuple(code for code in edition.library.released_sets if code in found),
        rulings=sum(len(notes.notes) for notes in card.notes),
    )


MECHANIC_KINDS = (
    "keyword-ability",
    "keyword-action",
    "ability-word",
    "counter",
    "token",
    "card-type",
    "subtype",
    "layout",
    "game-rule",
    "mechanic",
)
"""The kinds of mechanics, in the order of the page.

A mechanic that the catalogue does not contain is a ``mechanic``.
"""


def mechanics_page(edition: Edition) -> Page:
    """Return the list of mechanics."""
    words, library = edition.words, edition.library
    by_kind: dict[str, list[LibraryMechanic]] = {kind: [] for kind in MECHANIC_KINDS}
    for mechanic in library.mechanics.values():
        by_kind[kind_of(mechanic)].append(mechanic)
    groups = tuple(_group(edition, kind, found) for kind, found in by_kind.items() if found)
    count = words.count("mechanics", len(library.mechanics))
    view = {
        "count": count,
        "groups": groups,
        #  The link to the numbers of the Comprehensive Rules.
        "rules": edition.link(addresses.RULES, words["rules"]),
    }
    forms = {"filter": _filter(edition, groups, count)}
    return overview(edition, "mechanics", view, forms=forms)


def _filter(edition: Edition, groups: Sequence[View], count: str) -> View:
    words, titles = edition.words, {group["kind"]: group["title"] for group in groups}
    kinds = {
        "name": "k",
        "label": words["filter_kind"],
        "choices": choices(
            titles,
            ((group["kind"],) for group in groups for _ in (*group["mechanics"], *group["others"])),
            lambda kind: Phrase(titles[kind]),
        ),
    }
    return {
        "label": words["filter_mechanics"],
        "text": words["filter_name"],
        "fields": (kinds,),
        "all": count,
    }


def _group(edition: Edition, kind: str, mechanics: Iterable[LibraryMechanic]) -> View:
    lists: dict[bool, list[View]] = {True: [], False: []}
    for mechanic in mechanics:
        lists[mechanic.in_library].append(
            {
                "mechanic_page": edition.link_mechanic(mechanic.slug),
                #  The number of cards that have it.
                "has": len(mechanic.cards),
            }
        )
    own, others = (
        tuple(sorted(lists[here], key=lambda line: collation(line["mechanic_page"].phrase.text)))
        for here in (True, False)
    )
    title = edition.words[f"kinds_{kind}"]
    return {
        "title": title,
        "kind": kind,
        "anchor": addresses.kind_anchor(kind),
        #  Those of the library.
        "mechanics": own,
        #  Those that only the catalogue has.
        "others": others,
    }


def mentions(mechanic: LibraryMechanic) -> tuple[Passage, ...]:
    """Return the passages that mention a mechanic, without the rules text of cards that have it or
    give it.
    """
    listed = {*mechanic.cards, *mechanic.givers}
    return tuple(
        each for each in mechanic.mentioned_in if each.kind != "card" or each.card not in listed
    )


def kind_of(mechanic: LibraryMechanic) -> str:
    """Return the kind of a mechanic, one of MECHANIC_KINDS."""
    return mechanic.facts.kind if mechanic.facts else "mechanic"


def explained(edition: Edition, slug: str) -> Phrase:
    """Return our explanation of a mechanic; empty if the catalogue does not contain it."""
    facts = edition.library.mechanics[slug].facts
    return edition.name(facts.explanation) if facts else Phrase("")


def sets_page(edition: Edition) -> Page:
    """Return the list of sets."""
    view = {
        "years": years(lines(edition, edition.library.released_sets)),
        #  The number of published rulings, in words.
        "published": published(edition),
        #  Their days, newest first; empty if there are none.
        "days": tuple(edition.link_set(code) for code in edition.library.days),
    }
    return overview(edition, "sets", view)


def lines(edition: Edition, codes: Iterable[str]) -> tuple[View, ...]:
    """Return the sets with these ``codes``, with links to their pages."""
    return tuple(_set_line(edition, code) for code in codes)


def published(edition: Edition) -> str:
    """Return the number of published rulings, in words."""
    cards = (card for code in edition.library.days for card in edition.document(code).cards)
    return edition.words.count("published", sum(len(card.notes) for card in cards))


def years(found: Iterable[View]) -> tuple[View, ...]:
    """Return sets by year. They must be in order."""
    return tuple(
        {
            "year": year,
            "sets": tuple(group),
        }
        for year, group in itertools.groupby(found, lambda line: line["year"])
    )


def _set_line(edition: Edition, code: str) -> View:
    words, each = edition.words, edition.library.sets[code]
    langs = sorted(each.documents)
    cards = list(
        edition.choose(notes for document in each.documents.values() for notes in document.cards)
    )
    sections = edition.choose(
        notes for document in each.documents.values() for notes in document.sections
    )
    return {
        "set_page": edition.link_set(code),
        #  As printed on cards.
        "code": addresses.plate(code),
        "year": each.facts.released[:4] if each.facts.released else None,
        "released": words.date(each.facts.released) if each.facts.released else None,
        #  The languages of its documents, named in the page's language; empty if that is the only
        #  one.
        "languages": tuple(words.language(lang) for lang in langs)
        if langs != [edition.lang]
        else (),
        "cards": words.count("cards", len(cards)),
        "rulings": words.count("rulings", count_notes([*cards, *sections])),
    }


def rules_page(edition: Edition) -> Page:
    """Return the list of rules.

    Older numbers have pages, but are not listed: only rulings of their time use them.
    """
    words, book = edition.words, edition.library.rulebook
    view = {
        #  The day from which today's edition is in force; None if there is no edition.
        "effective": words.date(book.effective) if book else None,
        "sections": tuple(_sections(edition)),
        #  The link to the glossary.
        "glossary": edition.href(addresses.GLOSSARY) if book and book.glossary else None,
    }
    return overview(edition, "rules", view)


def _sections(edition: Edition) -> Iterator[View]:
    book = edition.library.rulebook
    for section, numbers in itertools.groupby(_listed(edition), lambda number: number[0]):
        title = book.sections.get(section, "") if book else ""
        yield {
            "number": section,
            "anchor": addresses.rule_section_anchor(section),
            "title": Phrase(title, edition.mark(RULES_LANG) if title else None),
            "chapters": tuple(
                titled(edition, book, number)
                if book
                else {
                    "number": edition.link(addresses.rule_page(number), number),
                    "title": named(edition, number),
                }
                for number in numbers
            ),
        }


def _listed(edition: Edition) -> list[str]:
    """Return the chapters of the edition; without one, the rules of today that rulings use."""
    library = edition.library
    if library.rulebook:
        book = library.rulebook
        return [number for number in book.rules if book.above(number) is None]
    rules = library.rules
    today = {number for number, rule in rules.items() if number in (meanings(rule) or {number})}
    return sorted(today | library.resting.keys(), key=order)


def has_glossary(edition: Edition) -> bool:
    """Return whether there is an edition of the rules with a glossary."""
    return bool(edition.library.rulebook and edition.library.rulebook.glossary)


def glossary_page(edition: Edition) -> Page:
    """Return the glossary of the rules."""
    book, words = edition.library.rulebooks[0], edition.words
    view = {
        "effective": words.date(book.effective),
        "lang": edition.mark(RULES_LANG),
        "terms": tuple(Officials(edition).terms()),
        #  The link to the list of rules.
        "every": edition.href(addresses.RULES),
    }
    return overview(edition, "rules_glossary", view, listed=False)
