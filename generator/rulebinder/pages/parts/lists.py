"""The lines of lists, and the filters above them.

A script filters: each choice knows the places of its lines in the list.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ...notes import Card, Face
from ...system.grouping import grouped
from .. import addresses
from ..edition import Edition, Phrase, Reference, View
from ..indexes import collation
from ..symbols import dashed
from . import card_facets
from .card_facets import GOLD, GREY
from .entry_blocks import Blocks


class CardLine(NamedTuple):
    """A card in a list.

    Filters compare colors, card types, the slugs of mechanics and the codes of sets.
    """

    card_page: Reference
    cost: Markup
    type_line: str
    """In the page's language; empty if no document in it prints the card."""
    colors: str
    """The letters of its colors."""
    types: tuple[str, ...]
    mechanics: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    rulings: int = 0


def card_line(blocks: Blocks, name: Reference, card: Card | None, lang: str) -> CardLine:
    """Return the line of a card: its cost and type line as ``card`` prints them in ``lang``; empty
    if no document prints it.

    A type line in another language is left out: its types can be filtered, and no more of it is
    known in the page's language.
    """
    edition = blocks.edition
    faces = card.faces if card else ()
    cost = Markup(" // ").join(cost for face in faces if (cost := blocks.cost(face.mana_cost)))
    return CardLine(
        card_page=name,
        cost=cost,
        type_line="" if edition.mark(lang) else type_line(faces),
        colors=card_facets.colors(card) if card else "",
        types=card_facets.card_types(edition, card, lang) if card else (),
    )


def type_line(faces: Iterable[Face]) -> str:
    """Return the type lines of a card as printed, each once."""
    return " // ".join(dict.fromkeys(dashed(face.type_line) for face in faces))


def color_groups(edition: Edition, lines: Sequence[CardLine]) -> tuple[View, ...]:
    """Return the cards of a list by the colors of their costs, in the game's order: each color
    alone, several, none.
    """
    by_color: dict[str, list[CardLine]] = {
        key: [] for key in (*card_facets.COLORS.lower(), "many", "c")
    }
    for line in lines:
        by_color["many" if len(line.colors) > 1 else line.colors.lower() or "c"].append(line)
    return tuple(
        {
            "name": edition.words[f"colour_{key}"],
            "anchor": addresses.color_anchor(key),
            #  The class of the color.
            "band": {"many": GOLD, "c": GREY}.get(key, key),
            "count": edition.words.count("cards", len(cards)),
            "cards": tuple(cards),
        }
        for key, cards in by_color.items()
        if cards
    )


def card_filter(edition: Edition, lines: Sequence[CardLine]) -> View:
    """Return the filter of a list of cards: by name, color, type, mechanic and set. ``lines`` are
    in the order of the page.
    """
    words = edition.words
    names = {color: words[f"colour_{color.lower()}"] for color in card_facets.COLORS}
    names |= {"many": words["colour_many"], "none": words["colour_c"]}
    colors = choices(
        names,
        (
            (*line.colors, "many") if len(line.colors) > 1 else (line.colors or "none",)
            for line in lines
        ),
        lambda color: Phrase(names[color]),
    )
    types = choices(
        card_facets.TYPES,
        (line.types for line in lines),
        lambda each: Phrase(edition.words[f"type_{each}"].split(", ")[0]),
    )
    mechanics = choices(
        edition.library.mechanics, (line.mechanics for line in lines), edition.mechanic_name
    )
    sets = choices(edition.library.sets, (line.sets for line in lines), edition.set_name)
    fields = (  # each with its name in the address
        ("c", "filter_colour", colors if any(line.colors for line in lines) else ()),
        ("t", "type", types),
        ("m", "mechanics", tuple(sorted(mechanics, key=lambda each: collation(each["name"])))),
        ("s", "filter_set", sets),
    )
    return {
        "label": words["filter"],
        #  The label of the field for text.
        "text": words["filter_text"],
        "fields": tuple(
            {"name": name, "label": words[label], "choices": values}
            for name, label, values in fields
            if values
        ),
        #  The number of all lines, in words.
        "all": words.count("cards", len(lines)),
    }


def choices(
    order: Iterable[str], lines: Iterable[Iterable[str]], name: Callable[[str], Phrase]
) -> tuple[View, ...]:
    """Return the values that at least one of ``lines`` has, in ``order``, each with its name."""
    places = grouped((value, at) for at, line in enumerate(lines) for value in line)
    return tuple(
        {
            "value": value,
            "name": (phrase := name(value)).text,
            "lang": phrase.lang,
            #  The way to each of its lines: to the first from the beginning of the list, to each
            #  other one from the one before. So the steps are short, and often the same.
            "steps": " ".join(
                str(end - start) for start, end in itertools.pairwise((0, *places[value]))
            ),
        }
        for value in order
        if value in places
    )
