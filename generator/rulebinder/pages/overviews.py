"""The lists of all cards, mechanics, sets and rules, and the glossary of the rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from ..library import LibraryCard, LibraryMechanic
from ..rulebook.book import RULES_LANG, rule_order
from ..system import group_pairs
from . import addresses
from .edition import Edition, Page, View, collation_key, count_notes, initial, overview_page
from .lists import CardLine, filter_choices, make_filter, make_line, newest_print
from .markup import Phrase
from .rules import join_title, link_titled, list_meanings, list_terms, name_rule

UNFOLDED = 60
"""The most cards of the list of cards whose letters are open from the start."""


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


def cards_page(edition: Edition) -> Page:
    """Return the list of the cards in release notes.

    Cards that have nothing but published rulings may be 30,000. Not this list, but the pages of
    days and the search have them.
    """
    words, cards = edition.words, edition.library.cards
    lines = sorted(
        (_make_card_line(edition, card) for card in cards.values() if card.only_in is None),
        key=_sort_key,
    )
    letters = group_pairs((_sort_key(line)[0], line) for line in lines)
    others = len(cards) - len(lines)
    view = {
        "count": words.count("cards", len(lines)),
        #  Whether a phone shows only the letters first.
        "folded": len(lines) > UNFOLDED,
        "letters": tuple(
            {
                "letter": letter,
                "anchor": addresses.anchor("letter", "other" if letter == "#" else letter),
                "cards": tuple(of_letter),
            }
            for letter, of_letter in letters.items()
        ),
        #  The number of cards that have nothing but published rulings, and the link to the list of
        #  their days; None if there are none.
        "others": (
            words.count("other_cards", others),
            edition.link(addresses.DAYS, words["days"]),
        )
        if others
        else None,
    }
    return overview_page(edition, "cards", view, forms={"filter": make_filter(edition, lines)})


def _sort_key(line: CardLine) -> tuple[str, tuple[str, str]]:
    """Return the first letter of a card's name, and the key to sort names by."""
    name = line.card_page.phrase.text
    return initial(name), collation_key(name)


def _make_card_line(edition: Edition, card: LibraryCard) -> CardLine:
    """Return the line of a card in the list of all cards, with its sets and the number of its
    rulings.
    """
    printed = newest_print(edition, card)
    block, lang = (printed.card, printed.lang) if printed else (None, edition.lang)
    line = make_line(edition, card.slug, block, lang)
    codes = {holder.set_code for holder in card.holders}
    return line._replace(
        sets=tuple(code for code in edition.library.released_sets if code in codes),
        rulings=sum(len(entry.notes) for entry in card.notes),
    )


def mechanics_page(edition: Edition) -> Page:
    """Return the list of mechanics."""
    words, library = edition.words, edition.library
    by_kind = group_pairs((mechanic.kind, mechanic) for mechanic in library.mechanics.values())
    kinds = [kind for kind in MECHANIC_KINDS if kind in by_kind]
    count = words.count("mechanics", len(library.mechanics))
    view = {
        "count": count,
        "groups": tuple(_view_kind(edition, kind, by_kind[kind]) for kind in kinds),
        #  The link to the numbers of the Comprehensive Rules.
        "rules": edition.link(addresses.RULES, words["rules"]),
    }
    titles = {kind: words[f"kinds_{kind}"] for kind in kinds}
    field = {
        "name": "k",
        "label": words["filter_kind"],
        "choices": filter_choices(
            titles,
            ((kind,) for kind in kinds for _ in by_kind[kind]),  # one for each line of the page
            lambda kind: Phrase(titles[kind]),
        ),
    }
    form = {
        "label": words["filter_mechanics"],
        "text": words["filter_name"],
        "fields": (field,),
        "all": count,
    }
    return overview_page(edition, "mechanics", view, forms={"filter": form})


def _view_kind(edition: Edition, kind: str, mechanics: Iterable[LibraryMechanic]) -> View:
    """Return the ``mechanics`` of a kind, sorted by name."""
    in_order = sorted(
        mechanics, key=lambda mechanic: collation_key(edition.mechanic_name(mechanic.slug).text)
    )
    #  Each with the number of cards that have it, by whether it is in the library.
    lines = group_pairs(
        (
            mechanic.in_library,
            {"mechanic_page": edition.link_mechanic(mechanic.slug), "has": len(mechanic.cards)},
        )
        for mechanic in in_order
    )
    return {
        "kind": kind,
        "mechanics": tuple(lines.get(True, ())),
        #  Those that only the catalogue has.
        "others": tuple(lines.get(False, ())),
    }


def explain(edition: Edition, mechanic: LibraryMechanic) -> Phrase:
    """Return our explanation of a mechanic; empty if the catalogue does not contain it."""
    return edition.name(mechanic.facts.explanation) if mechanic.facts else Phrase("")


def sets_page(edition: Edition) -> Page:
    """Return the list of sets."""
    lines = (set_line(edition, code) for code in edition.library.released_sets)
    view = {
        "years": tuple(
            {"year": year, "sets": tuple(group)}
            for year, group in itertools.groupby(lines, lambda line: line["year"])
        ),
        #  The number of published rulings, in words.
        "published": count_published(edition),
        #  Their days, newest first; empty if there are none.
        "days": tuple(map(edition.link_set, edition.library.days)),
    }
    return overview_page(edition, "sets", view)


def set_line(edition: Edition, code: str) -> View:
    """Return what lists of sets show of a set."""
    words, the_set = edition.words, edition.library.sets[code]
    langs, day = sorted(the_set.documents), the_set.facts.released
    cards, sections = edition.choose_of_set(code)
    return {
        "set_page": edition.link_set(code),
        #  As printed on cards.
        "code": addresses.shown_code(code),
        "year": day[:4] if day else None,
        "released": words.date(day) if day else None,
        #  The languages of its documents, named in the page's language; empty if that is the only
        #  one.
        "languages": tuple(map(words.language, langs)) if langs != [edition.lang] else (),
        "cards": words.count("cards", len(cards)),
        "rulings": words.count("rulings", count_notes([*cards, *sections])),
    }


def count_published(edition: Edition) -> str:
    """Return the number of published rulings, in words."""
    cards = (card for code in edition.library.days for card in edition.document(code).cards)
    return edition.words.count("published", sum(len(card.notes) for card in cards))


def rules_page(edition: Edition) -> Page:
    """Return the list of rules. It lacks the numbers of older editions, which have pages but are
    used by rulings of their time only.
    """
    book = edition.library.rulebook
    view = {
        #  The day from which today's edition is in force; None if there is no edition.
        "effective": book.effective if book else None,
        "sections": tuple(_list_sections(edition)),
        #  The link to the glossary.
        "glossary": edition.href(addresses.GLOSSARY) if book and book.glossary else None,
    }
    return overview_page(edition, "rules", view)


def _list_sections(edition: Edition) -> Iterator[View]:
    """Yield the sections of the Comprehensive Rules (``7``), each with its chapters (``702``).
    Without an edition, it is each with those rules of today that rulings use.
    """
    library, book = edition.library, edition.library.rulebook
    if book:
        numbers = [number for number in book.rules if book.above(number) is None]
    else:
        today = {  # numbers that still mean themselves, or for which nobody knows today's
            number
            for number, rule in library.rules.items()
            if number in (list_meanings(rule) or {number})
        }
        numbers = sorted(today | library.resting.keys(), key=rule_order)
    for section, chapters in itertools.groupby(numbers, lambda number: number[0]):
        title = book.sections.get(section, "") if book else ""
        yield {
            "number": section,
            "anchor": addresses.anchor("rules", section),
            "title": Phrase(title, edition.lang_attribute(RULES_LANG) if title else None),
            "chapters": tuple(
                link_titled(edition, number)
                if book
                else join_title(
                    edition.link(addresses.rule_page(number), number), name_rule(edition, number)
                )
                for number in chapters
            ),
        }


def has_glossary(edition: Edition) -> bool:
    """Return whether there is an edition of the rules with a glossary."""
    return bool(edition.library.rulebook and edition.library.rulebook.glossary)


def glossary_page(edition: Edition) -> Page:
    """Return the glossary of the rules."""
    view = {
        "effective": edition.library.rulebooks[0].effective,
        "lang": edition.lang_attribute(RULES_LANG),
        "terms": tuple(list_terms(edition)),
        #  The link to the list of rules.
        "every": edition.href(addresses.RULES),
    }
    return overview_page(edition, "rules_glossary", view, listed=False)
