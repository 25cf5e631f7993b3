"""A card's page: the card, then the rulings of each set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ..library import CardNotes, LibraryCard, PrintedCard
from ..notes import is_day
from . import addresses
from .changes import begin_preview
from .citation import list_gone, printed_code
from .edition import Edition, Page, View, count_notes
from .entry_blocks import collect_facts, describe_entry, view_card, view_notes
from .lists import DOUBLE_FACED, band_color, list_references, newest_print
from .markup import Reference
from .translations import choose_by_language, fold, say_differences


def subjects(edition: Edition) -> list[str]:
    """Return the slugs of the cards that have a page in this language."""
    cards = edition.library.cards.items()
    return [slug for slug, card in cards if card.only_in in (None, edition.lang)]


def page(edition: Edition, slug: str) -> Page:
    """Return the page of a card."""
    words, card = edition.words, edition.library.cards[slug]
    name = edition.name(card.names)
    chosen = choose_by_language(edition, card.notes)
    printed = newest_print(edition, card)
    block = view_card(edition, printed.card, printed.lang) if printed else None
    entries, folds = fold(edition, chosen, partial(_view_entry, edition, card, block))
    card_lang = edition.lang_attribute(printed.lang) if printed else None
    texts = printed.card.rules_texts if printed else ()
    linked = {mechanic for text in texts for mechanic in text.mentioned_ids("mechanic")}
    view = {
        "name": name,
        "other_names": edition.other_names(card.names, card.also),
        "card": _show_on_own_page(edition, card, printed, block) if printed and block else None,
        #  Whether the printed card shows the page's name, so that the page has no other title.
        "titled": printed is not None
        and printed.card.name == name.text
        and not any(face.printed_name for face in printed.card.faces),
        #  The language of the printed card, if a notice must name it: if it is not that of the
        #  page, and no entry below names it.
        "card_lang": None
        if card_lang in [entry["notes"]["lang"] for entry in entries]
        else card_lang,
        #  Its mechanics, except those to which its rules text has links already.
        "mechanics": tuple(
            edition.link_mechanic(mechanic)
            for mechanic in card.mechanics
            if mechanic in edition.library.mechanics and mechanic not in linked
        ),
        #  The sets of its rulings and those that show it as an example.
        "sets": _list_sets(edition, card, chosen),
        #  The page of the card at Scryfall.
        "scryfall": addresses.scryfall(card.oracle_id, card.names),
        #  The pictures at Scryfall of its front, and of its back if it is a double-faced card.
        "pictures": addresses.scryfall_pictures(
            card.names, sides=2 if printed and printed.card.layout in DOUBLE_FACED else 1
        ),
        #  The entry of the newest set in the reader's language; in the next best language if there
        #  are none.
        "entries": entries[:1],
        #  The entries in other languages.
        "others": folds,
        #  The other entries in the reader's language, newest set first.
        "older": entries[1:],
        #  The entries of other sets that the release notes no longer have.
        "gone": list_gone(
            edition,
            edition.tables.gone_of_card.get(slug, ()),
            partial(addresses.entry_anchor, card),
            partial(addresses.ruling_anchor, card),
        ),
        #  The sections that show the card: a link, and the name of the set.
        "examples": tuple(
            (
                edition.link(addresses.section(section.id), edition.title_of(section)),
                edition.set_name(section.set_code),
            )
            for section in edition.choose(card.examples)
        ),
        #  The entries and sections that mention the card.
        "mentioned": list_references(edition, card.mentioned_in),
    }
    rulings = count_notes(chosen)
    count = words.count("rulings", rulings)
    first = next(
        (note for entry in chosen for note in entry.notes if note.lang == entry.lang), None
    )
    return Page(
        title=name.text,
        description=words.say("card_description", name=name.text, count=count)
        if rulings
        else words["no_rulings"],
        listed=words.say("listed_card", name=name.text) if rulings else "",
        view=view,
        preview=begin_preview(words, first)
        if first and not edition.lang_attribute(first.lang)
        else "",
        facts={
            "entries": collect_facts(entries, folds),
            "neighbours": _find_neighbours(edition, slug, [entry.set_code for entry in chosen]),
            "alone": card.only_in is not None,  # no other language has the page
        },
    )


def _view_entry(edition: Edition, card: LibraryCard, above: View | None, entry: CardNotes) -> View:
    """Return the view of one entry. ``above`` is the card as the top of the page shows it; None if
    no document prints it.
    """
    printed = view_card(edition, entry.entry.card, entry.lang)
    anchor = partial(addresses.ruling_anchor, card)
    return {
        "anchor": addresses.entry_anchor(card, entry.id),
        "about": describe_entry(edition, entry),
        #  The card as this set's document prints it; None if it looks like the one above all
        #  entries.
        "printed": None if printed == above else printed,
        "notes": view_notes(edition, entry, anchor, side_by_side=True, with_origin=True),
        #  The differences between the languages of the set in this entry.
        "differences": say_differences(edition, entry),
    }


def _show_on_own_page(
    edition: Edition, card: LibraryCard, printed: PrintedCard, block: View
) -> View:
    """Return the ``block`` of a card for the top of its own page: with its color, and with the
    document that prints it so, if its set has a year.
    """
    code = printed.set_code
    year = edition.library.year(code)
    return {
        **block,
        "whole": True,
        "band": band_color(edition, printed.card, printed.lang, card.slug),
        "printed_in": None
        if is_day(code) or not year
        else edition.words.say("printed_in", set=edition.set_name(code).text, year=year),
    }


def _list_sets(
    edition: Edition, card: LibraryCard, chosen: Sequence[CardNotes]
) -> tuple[View, ...]:
    """Return the sets with an entry or an example of a card, newest first. Each has a link: to its
    entry on this page, otherwise to the set. None are listed if all of them are days of published
    rulings.
    """
    #  By the code of each set: the code that it prints on the card, and the link.
    places = {
        section.set_code: (section.set_code, edition.href(addresses.set_page(section.set_code)))
        for section in card.examples
    }
    places |= {
        entry.set_code: (
            printed_code(edition.library, entry),
            f"#{addresses.entry_anchor(card, entry.id)}",
        )
        for entry in reversed(chosen)  # so that the first entry of a set wins
    }
    if all(map(is_day, places)):
        return ()
    return tuple(
        {"code": printed.upper(), "reference": Reference(href, edition.set_name(code))}
        for code in edition.library.released_sets
        if code in places
        for printed, href in [places[code]]
    )


def _find_neighbours(edition: Edition, slug: str, codes: Iterable[str]) -> dict[str, object] | None:
    """Return the links to the cards before and after this one in the first of the sets ``codes``
    that has other cards; None if none has.
    """
    for code in codes:
        cards = edition.tables.set_cards[code]
        position = cards.index(slug)
        neighbours: dict[str, object] = {}
        #  At the start or the end of the set, there is none on one side.
        sides = {"previous": cards[:position][-1:], "next": cards[position + 1 :][:1]}
        for side, one_or_none in sides.items():
            for href, (name, lang) in map(edition.link_card, one_or_none):
                neighbours[side] = {"name": name, "href": href, **({"lang": lang} if lang else {})}
        if neighbours:
            return {"set": edition.set_name(code).text, **neighbours}
    return None
