"""Lists of cards, and of passages.

Of cards: what a line shows, their colors and types, and the filter above the lines, whose choices
know the positions of their lines for the script that filters. Of passages: a line for each card
and section that mentions, quotes or says something, with links to its rulings by their numbers.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ..library import LibraryCard, Passage, PrintedCard
from ..notes import Card, Face, is_day
from ..system import group_pairs
from ..text import SYMBOL, parse
from . import addresses
from .edition import Edition, View, collation_key
from .markup import Phrase, Reference, Writer, escape, link, restore_dash

COLORS = "WUBRG"
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
DOUBLE_FACED = ("transform", "modal_dfc")
"""The layouts of cards with a front and a back."""


def newest_print(edition: Edition, card: LibraryCard) -> PrintedCard | None:
    """Return the card as the newest document in the best language prints it; None if no document
    prints it.
    """
    prints = list(card.prints())  # newest first, but sections that show it as an example last
    best = edition.prefer(printed.lang for printed in prints)[:1]
    return next((printed for printed in prints if printed.lang in best), None)


def _mana_symbols(faces: Iterable[Face]) -> list[str]:
    """Return the symbols in the mana costs of ``faces``, with their braces."""
    return [symbol for face in faces for symbol in re.findall(SYMBOL, face.mana_cost or "")]


def colors(faces: Iterable[Face]) -> str:
    """Return the letters of the colors in the mana costs of ``faces``, in the game's order."""
    mana = "".join(_mana_symbols(faces)).upper()
    return "".join(color for color in COLORS if color in mana)


def mana_value(card: Card) -> int:
    """Return the mana value: that of both halves of a split card, otherwise that of the first
    face.
    """
    total = 0
    for symbol in _mana_symbols(card.faces if card.layout == "split" else card.faces[:1]):
        #  A symbol of two halves counts as the greater one, which is the first. An X is nothing.
        number = re.search(r"\d+", symbol)
        total += int(number[0]) if number else symbol.strip("{}").upper() not in {"X", "Y", "Z"}
    return total


def card_types(edition: Edition, card: Card, lang: str) -> tuple[str, ...]:
    """Return the types in its type lines; none if the site has no words for them in ``lang``, the
    card's language.
    """
    if lang not in edition.languages:
        return ()
    words = edition.words_of(lang)
    names = tuple(words[f"type_{name}"] for name in TYPES)
    types = {name for face in card.faces for name in _find_types(face.type_line, names)}
    return tuple(name for name in TYPES if name in types)


@functools.lru_cache(maxsize=1 << 14)
def _find_types(type_line: str, names: tuple[str, ...]) -> frozenset[str]:
    """Return which of TYPES are in a type line. ``names`` are their interface words."""
    return frozenset(
        name for name, forms in zip(TYPES, names, strict=True) if _has_word(type_line, forms)
    )


def _has_word(text: str, forms: str) -> bool:
    """Return whether one of ``forms``, which have commas between them, is a word of ``text``. Case
    and accents do not count.
    """
    words = collation_key(text)[0].split()
    return any(collation_key(form)[0] in words for form in forms.split(", "))


def layout_words(card: Card) -> tuple[str, ...]:
    """Return Scryfall's words for the layout of a card, such as ``split``, ``adventure``, or both
    ``dfc`` and ``mdfc``; none for a normal card.
    """
    if card.layout == "normal":
        return ()
    double = ("dfc",) if card.layout in (*DOUBLE_FACED, "meld") else ()
    return (*double, "mdfc" if card.layout == "modal_dfc" else card.layout)


GOLD, GREY = "gold", "grey"
_DEVOID = "devoid"
"""The mechanic that makes a card colorless."""


def band_color(edition: Edition, card: Card, lang: str, slug: str | None) -> str | None:
    """Return the color of the band beside a card in ``lang``: the letter of its color in lower
    case, :data:`GOLD` for several colors, :data:`GREY` for none.

    Return None if the card has neither a mana cost nor a color indicator and is not a land, because
    its color is then unknown. ``slug`` is that of the card in the library; None if it has none.
    """
    in_library = edition.library.cards.get(slug or "")
    if in_library and _DEVOID in in_library.mechanics:
        return GREY
    words = edition.words_of(lang)
    #  Only split cards have the colors of all their faces.
    faces = card.faces if card.layout == "split" else card.faces[:1]
    band_colors = colors(faces) or "".join(  # or those of a remark: ``Color indicator: Red``
        color for color in COLORS if _has_word(card.remark or "", words[f"colour_{color.lower()}"])
    )
    if band_colors:
        return band_colors.lower() if len(band_colors) == 1 else GOLD
    is_colorless = any(
        face.mana_cost or _has_word(face.type_line, words["type_land"]) for face in faces
    )
    return GREY if is_colorless else None


def write_cost(edition: Edition, mana_cost: str | None) -> Markup:
    """Return a mana cost as Markdown; empty if there is none."""
    text = mana_cost or ""
    return edition.make_once(
        ("cost", text), lambda: Writer(edition.words).write_inline(parse(text))
    )


def write_costs(edition: Edition, faces: Iterable[Face]) -> Markup:
    """Return the mana costs of ``faces``, as far as they have any, with `` // `` between them."""
    return Markup(" // ").join(
        write_cost(edition, face.mana_cost) for face in faces if face.mana_cost
    )


def join_type_lines(faces: Iterable[Face]) -> str:
    """Return the type lines of ``faces`` as printed, each once, with `` // `` between them."""
    return " // ".join(dict.fromkeys(restore_dash(face.type_line) for face in faces))


class CardLine(NamedTuple):
    """A card in a list.

    The filter of the list compares the colors, the card types, the mechanics and the sets.
    """

    card_page: Reference
    cost: Markup
    type_line: str
    """In the page's language; empty if no document in it prints the card."""
    colors: str
    """The letters of its colors; empty if it has none."""
    types: tuple[str, ...]
    """Those of TYPES."""
    mechanics: tuple[str, ...] = ()
    """Their slugs; empty on a list of all cards."""
    sets: tuple[str, ...] = ()
    """Their codes; empty on the page of a set."""
    rulings: int = 0
    """How many it has there."""


def make_line(edition: Edition, slug: str, card: Card | None, lang: str) -> CardLine:
    """Return the line of a card: its cost and type line as ``card`` prints them in ``lang``. If
    ``card`` is None, because no document prints it, they are empty.

    A type line in another language is left out, because nobody knows it in the page's language.
    The filter knows its types.
    """
    faces = card.faces if card else ()
    return CardLine(
        card_page=edition.link_card(slug),
        cost=write_costs(edition, faces),
        type_line="" if edition.lang_attribute(lang) else join_type_lines(faces),
        colors=colors(faces),
        types=card_types(edition, card, lang) if card else (),
    )


def group_by_color(lines: Iterable[CardLine]) -> tuple[View, ...]:
    """Return the cards of a list in groups: those with one color in their costs, by color in the
    game's order; then those with several colors (``many``); then those with none (``c``).
    """
    by_color = group_pairs(
        ("many" if len(line.colors) > 1 else line.colors.lower() or "c", line) for line in lines
    )
    return tuple(
        {
            #  The end of the key of its interface word, ``colour_<key>``.
            "key": key,
            #  Its color, as of :func:`band_color`.
            "band": {"many": GOLD, "c": GREY}.get(key, key),
            "cards": tuple(by_color[key]),
        }
        for key in (*COLORS.lower(), "many", "c")
        if key in by_color
    )


def make_filter(edition: Edition, lines: Sequence[CardLine]) -> View:
    """Return the filter of a list of cards: by name, color, type, mechanic and set. ``lines`` are
    in the order of the page. A field without choices is left out.
    """
    words = edition.words
    names = {color: words[f"colour_{color.lower()}"] for color in COLORS}
    #  Their values are in the addresses of filtered lists, so that ``none`` is not a ``c``.
    names |= {"many": words["colour_many"], "none": words["colour_c"]}
    by_color = filter_choices(
        names,
        (
            (*line.colors, "many") if len(line.colors) > 1 else (line.colors or "none",)
            for line in lines
        ),
        lambda color: Phrase(names[color]),
    )
    types = filter_choices(
        TYPES,
        (line.types for line in lines),
        lambda name: Phrase(words[f"type_{name}"].split(", ")[0]),
    )
    mechanics = filter_choices(
        edition.library.mechanics, (line.mechanics for line in lines), edition.mechanic_name
    )
    sets = filter_choices(edition.library.sets, (line.sets for line in lines), edition.set_name)
    fields = (  # each with its name in the address, the key of its label, and its choices
        ("c", "filter_colour", by_color if any(line.colors for line in lines) else ()),
        ("t", "type", types),
        (
            "m",
            "mechanics",
            tuple(sorted(mechanics, key=lambda choice: collation_key(choice["name"]))),
        ),
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


def filter_choices(
    order: Iterable[str], lines: Iterable[Iterable[str]], name: Callable[[str], Phrase]
) -> tuple[View, ...]:
    """Return the choices of a field: the values that a line has, in ``order``, each with its name.
    ``lines`` are the values of each line of the list. ``name`` returns the name of a value.
    """
    positions = group_pairs(
        (value, position) for position, line in enumerate(lines) for value in line
    )
    return tuple(
        {
            "value": value,
            "name": (phrase := name(value)).text,
            "lang": phrase.lang,
            #  The distance of each of its lines from the one before it; of the first from the
            #  beginning of the list. So the numbers are short, and often the same.
            "steps": " ".join(
                str(end - start) for start, end in itertools.pairwise((0, *positions[value]))
            ),
        }
        for value in order
        if value in positions
    )


OPEN_LINES = 12
"""The number of lines of a list that are open."""
_FEW_MORE = 4
"""If no more lines than these are left, they are open too: a fold for so few is a nuisance."""
_SetLine = tuple[str, View]
"""The code of a set, and a line of it: the view that :func:`_make_reference_line` returns."""


class References(NamedTuple):
    """A list of passages."""

    open: tuple[View, ...]
    """The sets of the lines that are open, with these lines."""
    folds: tuple[View, ...]
    """A fold for the rest of their language, then one for each other language: the line that opens
    it, and its sets.
    """
    total: int
    """The number of all lines."""


def list_references(edition: Edition, passages: Iterable[Passage]) -> References | None:
    """Return the list of ``passages``, a line for each card and section; None if there are none.

    Passages are grouped by set, sections first. About :data:`OPEN_LINES` lines of the best language
    are open. Passages in several languages at one place are listed once.
    """
    by_lang = group_pairs((edition.best_lang(passage.entry), passage) for passage in passages)
    if not by_lang:
        return None
    words, (best, *others) = edition.words, edition.prefer(by_lang)
    lines = _list_lines(edition, by_lang[best])
    opened = OPEN_LINES if len(lines) > OPEN_LINES + _FEW_MORE else len(lines)
    #  The lines of each fold by the line that opens it. Empty folds are left out below.
    folds = {words.say("show_more", count=len(lines) - opened): lines[opened:]}
    for lang in others:
        further = _list_lines(edition, by_lang[lang])
        folds[words.count("more_in", len(further), language=words.language(lang))] = further
    views = (
        {"label": label, "sets": _group_by_set(edition, rest)}
        for label, rest in folds.items()
        if rest
    )
    total = opened + sum(map(len, folds.values()))
    return References(_group_by_set(edition, lines[:opened]), tuple(views), total)


def list_by_set(edition: Edition, passages: Iterable[Passage]) -> tuple[View, ...]:
    """Return the sets of ``passages`` with their lines, as in :func:`list_references`."""
    return _group_by_set(edition, _list_lines(edition, passages))


def _list_lines(edition: Edition, passages: Iterable[Passage]) -> list[_SetLine]:
    """Return a line for each card and section of a set, in the order of ``passages``, whose sets
    follow each other. In each set, sections come first, and both are sorted by name.
    """
    places = group_pairs(
        ((passage.set_code, passage.card or passage.entry), passage) for passage in passages
    )
    lines: list[_SetLine] = []
    for code, of_set in itertools.groupby(places.items(), lambda place: place[0][0]):
        #  Each line with whether it is of a card, because sections come first.
        keyed = [
            (group[0].card is not None, _make_reference_line(edition, group)) for _, group in of_set
        ]
        keyed.sort(key=lambda pair: (pair[0], collation_key(pair[1]["name"].text)))
        lines += [(code, line) for _, line in keyed]
    return lines


def _make_reference_line(edition: Edition, passages: Sequence[Passage]) -> View:
    """Return the line of one card or section: its name, and links to its ``passages``.

    Links are relative. So the line is the same, and made once, for all pages of a folder, but for
    the card's own page.
    """
    first, here = passages[0], edition.here

    def make() -> View:
        name = edition.subject_name(next(iter(edition.versions(first.entry).values())))
        numbers = {  # by their links, so that each place has one
            edition.href(edition.passage_url(passage)): passage.part or "" for passage in passages
        }
        if len(numbers) == 1 and first.kind == "rule":
            numbers = dict.fromkeys(numbers, "")  # a list of one rule's quotations need not say it
        texts = [Markup(f"**{number}**") if number else "" for number in numbers.values()]
        texts[0] = Markup(" ").join(filter(None, (escape(name), texts[0])))
        return {
            "name": name,
            #  A link to each passage. Its text is the number of the note or of the quoted rule;
            #  that of the first begins with the name.
            "html": Markup(" ").join(map(link, texts, numbers)),
        }

    if not first.card:
        return make()
    is_own = here == addresses.card_page(first.card)
    folder = here if is_own else here.rstrip("/").rpartition("/")[0]
    return edition.make_once((folder, *passages), make)


def _group_by_set(edition: Edition, lines: Iterable[_SetLine]) -> tuple[View, ...]:
    """Return the sets of ``lines``, which are in their order, each with its lines."""
    return tuple(
        {
            "code": addresses.shown_code(code),
            "name": edition.set_name(code),
            #  Empty for a day, whose name has it.
            "year": "" if is_day(code) else edition.library.year(code),
            "lines": tuple(line for _, line in of_set),
        }
        for code, of_set in itertools.groupby(lines, lambda line: line[0])
    )
