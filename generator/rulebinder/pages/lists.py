"""The lines of lists, and the filters above them.

A script filters: each choice knows the places of its lines in the list.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ..library import LibraryCard, SectionNotes
from ..notes import Card, Face
from ..system.grouping import grouped
from ..text import SYMBOL, level
from . import addresses, markup
from .citation import Citation, Origin
from .edition import Edition, EntryT, Extras, Phrase, Reference, View
from .entry_blocks import BlockRun, Blocks, NotesView, count_notes
from .indexes import collation
from .markup import dashed


@dataclass(frozen=True)
class Folded:
    """Entries in the best language, which are open, and those in other languages."""

    shown: tuple[View, ...]
    folds: tuple[View, ...]
    """For each other language, its entries and the line that opens them."""

    @property
    def hidden(self) -> tuple[View, ...]:
        """Those that are folded."""
        return tuple(view for fold in self.folds for view in fold["views"])


def own_first(
    edition: Edition, chosen: Iterable[tuple[EntryT, Extras]]
) -> list[tuple[EntryT, Extras]]:
    """Return entries by the language that the page shows them in, best language first.

    Each language keeps their order.
    """
    found = list(chosen)
    order = edition.prefer(entry.lang for entry, _ in found)
    return sorted(found, key=lambda each: order.index(each[0].lang))


def folded(
    edition: Edition,
    chosen: Sequence[tuple[EntryT, Extras]],
    view: Callable[[EntryT, Extras], View],
) -> Folded:
    """Return the views of entries that :func:`own_first` has ordered."""
    groups = [list(group) for _, group in itertools.groupby(chosen, lambda each: each[0].lang)]
    views = [tuple(view(*each) for each in group) for group in groups]
    folds = tuple(
        {"label": _label(edition, group, groups[0]), "views": folded_views}
        for group, folded_views in zip(groups[1:], views[1:], strict=True)
    )
    return Folded(views[0] if views else (), folds)


def _label(
    edition: Edition, group: Sequence[tuple[EntryT, Extras]], shown: Sequence[tuple[EntryT, Extras]]
) -> str:
    """Return the line that opens ``group``.

    It says if all of them are newer than those that are ``shown``.
    """
    language, count = edition.words.language(group[0][0].lang), count_notes(group)
    if not count:
        return edition.words.say("others_none", language=language)
    order = list(edition.library.sets)
    oldest = max(order.index(entry.set_code) for entry, _ in group)
    newer = oldest < min(order.index(entry.set_code) for entry, _ in shown)
    return edition.words.count("others_newer" if newer else "others", count, language=language)


_Key = tuple[str, ...]


def shown_once(entries: Sequence[NotesView]) -> list[tuple[NotesView, tuple[View, ...]]]:
    """Return ``entries`` of one language in the same order, each without the notes that an earlier
    one shows.

    The note that is shown has the anchors of the others, so that their links still lead to it.
    """
    first: dict[_Key, int] = {}
    also: dict[_Key, list[tuple[str, Origin]]] = {}
    for at, entry in enumerate(entries):
        for note in entry.notes:
            key = _key(note)
            if first.setdefault(key, at) != at:
                also.setdefault(key, []).append((f"{entry.name}-{note['number']}", entry.origin))
    return [
        (_entry(entry, at, first, also), _same(entry, at, first, entries))
        for at, entry in enumerate(entries)
    ]


def _entry(
    entry: NotesView, at: int, first: dict[_Key, int], also: dict[_Key, list[tuple[str, Origin]]]
) -> NotesView:
    def kept(run: BlockRun) -> BlockRun:
        if run.kind != "note":
            return run
        own = (note for note in run.blocks if first[_key(note)] == at)
        return run._replace(
            blocks=tuple({**note, "also": also.pop(_key(note), ())} for note in own)
        )

    return entry._replace(runs=tuple(run for run in map(kept, entry.runs) if run.blocks))


def _same(
    entry: NotesView, at: int, first: dict[_Key, int], entries: Sequence[NotesView]
) -> tuple[View, ...]:
    places = [first[_key(note)] for note in entry.notes]
    return tuple(
        {
            "count": places.count(place),
            "set_name": entries[place].origin.set_name,
        }
        for place in sorted({*places} - {at})
    )


def _key(note: View) -> _Key:
    """Return the words of a note. Documents differ in their quotes and apostrophes."""
    return (*(level(str(part)) for part in (note["html"], *note["items"])), note["lang"] or "")


def entry_facts(views: Iterable[View], *, marked: bool = True) -> dict[str, dict[str, object]]:
    """Return the facts of the ``notes`` of some views, by their names;
    :mod:`rulebinder.markdown.rulings` reads them.

    - ``origin``, if the entry is ``marked``: what the line about each ruling says before its
      number, before the day when it was revised, and behind that; and ``of``, how many there are.
    - ``data``: the attributes of the entry. ``sources``: those that quotations need, by language.
    - ``short``, by language: what is before and behind the number in the link to a short page.
    - ``place``: the link to the place of a ruling without its number, if that is another page.
    - ``beside``: the names of the languages that it can be read beside.
    """
    return {view["notes"].name: _facts(view["notes"], marked=marked) for view in views}


def _facts(notes: NotesView, *, marked: bool) -> dict[str, object]:
    facts: dict[str, object] = _marks(notes) if marked else {}
    if notes.place:
        facts["place"] = notes.place
    if notes.switches:
        facts["beside"] = list(notes.switches)
    sources = notes.sources.items()
    short = {
        each: [source.short, "/" if source.short.endswith("/") else ""]
        for each, source in sources
        if source.short
    }
    return {**facts, "sources": {each: _source(source) for each, source in sources}, "short": short}


def _marks(notes: NotesView) -> dict[str, object]:
    origin = notes.origin
    names = (markup.plate(origin.code), markup.name(origin.set_name))
    parts = (
        markup.name(origin.name),
        markup.dotted(Markup(" ").join(filter(None, names)), origin.published),
        markup.dotted(origin.newer, markup.tag(notes.notice)),
    )
    return {
        "origin": list(map(str, parts)),
        "of": origin.highest,
        "data": {"data-code": origin.code, "data-of": origin.highest},
    }


def _source(source: Citation) -> dict[str, str]:
    facts = {
        "data-name": source.name,
        "data-set": source.set_name,
        "data-language": source.language,
        "data-published": source.published,
    }
    return {key: value for key, value in facts.items() if value}


COLORS = "WUBRG"
_AMOUNT = re.compile(r"\d+")
_DOUBLE_FACED = ("transform", "modal_dfc", "meld")
_SYMBOL = re.compile(SYMBOL)
TYPES = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "kindred",
    "land",
    "planeswalker",
    "sorcery",
)
"""The card types; the interface word of each is ``type_<name>``: the word of type lines, then older
words after commas.
"""


def colors(card: Card) -> str:
    """Return the colors of its mana costs, in the game's order; an empty string if there is
    none.
    """
    return colors_of(card.faces)


def colors_of(faces: Iterable[Face]) -> str:
    """Return the colors of the mana costs of ``faces``, in the game's order."""
    cost = "".join(
        symbol for face in faces for symbol in _SYMBOL.findall(face.mana_cost or "")
    ).upper()
    return "".join(color for color in COLORS if color in cost)


def card_types(edition: Edition, card: Card, lang: str) -> tuple[str, ...]:
    """Return the types in its type lines; none if the site has no words for them in ``lang``, the
    card's language.
    """
    if lang not in edition.languages:
        return ()
    words = edition.words_of(lang)
    spoken = tuple(words[f"type_{name}"] for name in TYPES)
    found = {name for face in card.faces for name in _types(face.type_line, spoken)}
    return tuple(name for name in TYPES if name in found)


@functools.lru_cache(maxsize=1 << 14)
def _types(type_line: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the types in a type line. ``spoken`` are the interface words of TYPES."""
    printed = set(collation(type_line)[0].split())
    names = zip(TYPES, spoken, strict=True)
    return frozenset(
        name
        for name, forms in names
        if any(collation(each)[0] in printed for each in forms.split(", "))
    )


def mana_value(card: Card) -> int:
    """Return the mana value: that of both halves of a split card, otherwise that of the first
    face.
    """
    faces = card.faces if card.layout == "split" else card.faces[:1]
    return sum(
        _amount(symbol) for face in faces for symbol in _SYMBOL.findall(face.mana_cost or "")
    )


def _amount(symbol: str) -> int:
    """Return the mana value of a symbol: that of its greatest half, and nothing for an X."""
    number = _AMOUNT.search(symbol)
    return int(number[0]) if number else int(symbol.strip("{}").upper() not in {"X", "Y", "Z"})


def traits(card: Card) -> tuple[str, ...]:
    """Return the words of Scryfall for its layout: ``split``, ``adventure``, ``mdfc`` and ``dfc``;
    none for a normal one.
    """
    if card.layout == "normal":
        return ()
    double = ("dfc",) if card.layout in _DOUBLE_FACED else ()
    return (*double, "mdfc" if card.layout == "modal_dfc" else card.layout)


class Shown(NamedTuple):
    """A block of a card, and the language and the set of its document."""

    card: Card
    lang: str
    set_code: str


def newest(edition: Edition, card: LibraryCard) -> Shown | None:
    """Return the newest block of a card in the best language; None if no document prints the card.

    Blocks of entries come before blocks that sections show as examples.
    """
    found = [
        Shown(entry.entry.card, entry.lang, entry.set_code)
        for entry, _ in edition.choose(card.notes)
    ]
    found += [
        Shown(shown, section.lang, section.set_code)
        for section in card.examples
        for shown in examples(section, card.slug)
    ]
    best = edition.prefer(each.lang for each in found)[:1]
    return next((each for each in found if each.lang in best), None)


def examples(section: SectionNotes, slug: str) -> list[Card]:
    """Return the blocks in which ``section`` shows the card ``slug``."""
    return [
        card
        for card, shown in zip(section.section.examples, section.cards, strict=True)
        if shown == slug
    ]


GOLD, GREY = "gold", "grey"
_DEVOID = "devoid"
"""The mechanic that makes a card colorless."""
_ALL_FACES = "split"
"""The layout of cards that have the colors of all their faces.

Other cards have those of their first face.
"""


def band(edition: Edition, card: Card, lang: str, slug: str | None) -> str | None:
    """Return the band of a card in ``lang``: a color in lower case, :data:`GOLD` for several,
    :data:`GREY` for none.

    Return None if the card has neither a mana cost nor a color indicator and is no land, because
    its color is then unknown. ``slug`` is the card of the library, if there is one.
    """
    faces = card.faces if card.layout == _ALL_FACES else card.faces[:1]
    known = edition.library.cards.get(slug or "")
    if known and _DEVOID in known.mechanics:
        return GREY
    found = colors_of(faces) or _indicated(edition, card.remark or "", lang)
    if found:
        return found.lower() if len(found) == 1 else GOLD
    return GREY if any(face.mana_cost or _is_land(edition, face, lang) for face in faces) else None


def _indicated(edition: Edition, remark: str, lang: str) -> str:
    """Return the colors that a remark such as ``Color indicator: Red`` names."""
    printed = collation(remark)[0].split()
    words = edition.words_of(lang)
    return "".join(
        each for each in COLORS if collation(words[f"colour_{each.lower()}"])[0] in printed
    )


def _is_land(edition: Edition, face: Face, lang: str) -> bool:
    printed = collation(face.type_line)[0].split()
    return any(
        collation(word)[0] in printed for word in edition.words_of(lang)["type_land"].split(", ")
    )


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
        colors=colors(card) if card else "",
        types=card_types(edition, card, lang) if card else (),
    )


def type_line(faces: Iterable[Face]) -> str:
    """Return the type lines of a card as printed, each once."""
    return " // ".join(dict.fromkeys(dashed(face.type_line) for face in faces))


def color_groups(edition: Edition, lines: Sequence[CardLine]) -> tuple[View, ...]:
    """Return the cards of a list by the colors of their costs, in the game's order: each color
    alone, several, none.
    """
    by_color: dict[str, list[CardLine]] = {key: [] for key in (*COLORS.lower(), "many", "c")}
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
    names = {color: words[f"colour_{color.lower()}"] for color in COLORS}
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
        TYPES,
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
