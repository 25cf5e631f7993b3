"""A card's page: the card, then the rulings of each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from ..library import CardNotes, LibraryCard
from ..notes import is_day
from . import addresses
from .changes import beginning
from .citation import list_departed, printed_code, references
from .edition import Edition, Extras, Page, Reference, View
from .entry_blocks import DOUBLE_FACED, Blocks, count_notes
from .lists import Shown, band, entry_facts, folded, newest, own_first
from .translations import at_entry


def subjects(edition: Edition) -> Mapping[str, LibraryCard]:
    """Return the cards that have a page in this language."""
    return {
        slug: card
        for slug, card in edition.library.cards.items()
        if card.only_in in (None, edition.lang)
    }


def page(edition: Edition, slug: str) -> Page:
    """Return the page of a card."""
    card = edition.library.cards[slug]
    blocks = Blocks(edition)
    name = edition.name(card.names)
    chosen = own_first(edition, edition.choose(card.notes))
    shown = newest(edition, card)
    above = blocks.card(shown.card, shown.lang) if shown else None
    entries = folded(edition, chosen, partial(_entry, blocks, card, above))
    notice = blocks.notice(shown.lang) if shown else None
    texts = shown.card.rules_texts if shown else ()
    linked = {slug for text in texts for slug in text.mentioned("mechanic")}
    mechanics = [
        slug for slug in card.mechanics if slug in edition.library.mechanics and slug not in linked
    ]
    view = {
        "name": name,
        "other_names": edition.other_names(card.names, card.also),
        "card": _own(edition, card, shown, above) if shown and above else None,
        #  Whether the printed card shows the page's name, so that the page does not repeat it
        #  above.
        "titled": shown is not None
        and shown.card.name == name.text
        and not any(face.printed_name for face in shown.card.faces),
        #  The line that says that the card is in another language, unless its rulings say so.
        "card_notice": notice
        if notice not in [entry["notes"].notice for entry in entries.shown]
        else None,
        #  The mechanics that no word of the card leads to.
        "mechanics": tuple(edition.link_mechanic(slug) for slug in mechanics),
        #  The sets of its rulings and those that show it as an example.
        "sets": tuple(_sets(edition, card, chosen)),
        #  The page of the card at Scryfall.
        "scryfall": addresses.scryfall(card.oracle_id, card.names),
        #  The pictures at Scryfall of its front, and of its back if it is a double-faced card.
        "pictures": addresses.scryfall_pictures(
            card.names, sides=2 if shown and shown.card.layout in DOUBLE_FACED else 1
        ),
        #  The entry of the newest set in the reader's language; in the next best language if there
        #  are none.
        "entries": entries.shown[:1],
        #  The entries in other languages.
        "others": entries.folds,
        #  The other entries in the reader's language, newest set first.
        "older": entries.shown[1:],
        #  The entries of other sets that the release notes no longer have.
        "departed": list_departed(
            edition,
            edition.derived.departed_of.get(slug, ()),
            partial(addresses.entry_anchor, card),
            partial(addresses.ruling_anchor, card),
        ),
        #  The sections that show the card: a link, and the name of the set.
        "examples": tuple(
            (
                edition.link(addresses.section(section.id), edition.title_of(section)),
                edition.set_name(section.set_code),
            )
            for section, _ in edition.choose(card.examples)
        ),
        #  The entries and sections that mention the card.
        "mentioned": references(edition, card.mentioned_in),
    }
    words, rulings = edition.words, count_notes(chosen)
    count = words.count("rulings", rulings)
    return Page(
        url=edition.here,
        title=name.text,
        description=words.say("card_description", name=name.text, count=count)
        if rulings
        else words["no_rulings"],
        listed=words.say("listed_card", name=name.text) if rulings else "",
        view=view,
        preview=_preview(edition, chosen),
        facts={
            "entries": entry_facts((*entries.shown, *entries.hidden)),
            "neighbours": _neighbours(edition, card.slug, [entry.set_code for entry, _ in chosen]),
            "alone": card.only_in is not None,
        },
    )


def _preview(edition: Edition, chosen: list[tuple[CardNotes, Extras]]) -> str:
    """Return the start of the first ruling; empty if it is not in the page's language."""
    note = next((note for entry, _ in chosen for note in entry.notes), None)
    return beginning(edition.words, note) if note and not edition.mark(note.lang) else ""


def _entry(
    blocks: Blocks, card: LibraryCard, above: View | None, entry: CardNotes, extras: Extras
) -> View:
    edition = blocks.edition
    printed = blocks.card(entry.entry.card, entry.lang)
    notes = blocks.notes(entry, extras, partial(addresses.ruling_anchor, card), beside=True)
    differences = at_entry(edition, entry)
    anchor, about = addresses.entry_anchor(card, entry.id), blocks.about(entry, extras)
    return {
        "anchor": anchor,
        "about": about,
        #  The card as this set's document prints it; None if it looks like the one above all
        #  entries.
        "printed": None if printed == above else printed,
        "notes": notes,
        #  The differences between the languages of the set in this entry.
        "differences": differences,
    }


def _sets(
    edition: Edition, card: LibraryCard, chosen: list[tuple[CardNotes, Extras]]
) -> Iterator[View]:
    entries = {entry.set_code: entry for entry, _ in reversed(chosen)}
    shown = {
        section.set_code: edition.href(addresses.set_page(section.set_code))
        for section in card.examples
    }
    if all(map(is_day, (*entries, *shown))):
        return
    for code in edition.library.released_sets:
        if code in entries:
            href = f"#{addresses.entry_anchor(card, entries[code].id)}"
            yield {
                "code": printed_code(edition.library, entries[code]).upper(),
                "reference": Reference(href, edition.set_name(code)),
            }
        elif code in shown:
            yield {
                "code": code.upper(),
                "reference": Reference(shown[code], edition.set_name(code)),
            }


def _neighbours(edition: Edition, slug: str, codes: Iterable[str]) -> dict[str, object] | None:
    """Return the links to the cards before and after this one in the first set with other cards."""
    for code in codes:
        cards = edition.derived.set_cards[code]
        at = cards.index(slug)
        found = {"previous": cards[:at][-1:], "next": cards[at + 1 :][:1]}
        ways = {way: _near(edition, near[0]) for way, near in found.items() if near}
        if ways:
            return {"set": edition.set_name(code).text, **ways}
    return None


def _near(edition: Edition, slug: str) -> dict[str, str]:
    reference = edition.link_card(slug)
    lang = {"lang": reference.phrase.lang} if reference.phrase.lang else {}
    return {"name": reference.phrase.text, "href": reference.href, **lang}


def _own(edition: Edition, card: LibraryCard, shown: Shown, view: View) -> View:
    """Return the ``view`` of a card for its own page: with its color, an anchor on each face, and
    the document that prints it so, if it has a year.
    """
    faces = tuple(
        {**face, "anchor": addresses.face_anchor(at)} for at, face in enumerate(view["faces"], 1)
    )
    year = edition.library.year(shown.set_code)
    place = {"set": edition.set_name(shown.set_code).text, "year": year}
    return {
        **view,
        "band": band(edition, shown.card, shown.lang, card.slug),
        "faces": faces,
        "printed_in": None
        if is_day(shown.set_code) or not year
        else edition.words.say("printed_in", **place),
    }
