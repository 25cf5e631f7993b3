"""A card's page: the card, then the rulings of each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ...joining.slices import Slices
from ...library import CardNotes, LibraryCard
from ...notes import Card, is_day
from ...text import Mention
from .. import addresses
from ..changes.departures import Departed, departed
from ..changes.verdicts import beginning
from ..citation import printed_code
from ..edition import Edition, Extras, Page, Phrase, Reference
from ..parts.card_color import band
from ..parts.card_facets import Shown, newest
from ..parts.entry_blocks import DOUBLE_FACED, About, Blocks, CardView, NotesView, count_notes
from ..parts.entry_facts import entry_facts
from ..parts.language_folds import Fold, folded, own_first
from ..parts.references import References, references
from ..parts.translations import at_entry


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """The rulings of one set on the card."""

    anchor: str
    about: About
    printed: CardView | None
    """The card as this set's document prints it; None if the page already shows it so."""
    notes: NotesView
    differences: tuple[str, ...]
    """The differences between the languages of the set in this entry."""


@dataclass(frozen=True)
class SetLink:
    """A set of the card: the link to its rulings on the page, or to its own page if it only shows
    the card.
    """

    code: str
    reference: Reference


@dataclass(frozen=True, kw_only=True)
class View:
    """The page of a card."""

    name: Phrase
    other_names: tuple[Phrase, ...]
    card: CardView | None
    titled: bool
    """Whether the printed card shows the page's name, so that the page does not repeat it above."""
    card_notice: str | None
    """The line that says that the card is in another language, unless its rulings say so."""
    mechanics: tuple[Reference, ...]
    """The mechanics that no word of the card leads to."""
    sets: tuple[SetLink, ...]
    """The sets of its rulings and those that show it as an example."""
    scryfall: str
    """The page of the card at Scryfall."""
    pictures: tuple[str, ...]
    """The pictures at Scryfall of its front, and of its back if it is a double-faced card."""
    entries: tuple[EntryView, ...]
    """The entry of the newest set in the reader's language; in the next best language if there are
    none.
    """
    others: tuple[Fold[EntryView], ...]
    """The entries in other languages."""
    older: tuple[EntryView, ...]
    """The other entries in the reader's language, newest set first."""
    departed: tuple[Departed, ...]
    """The entries of other sets that the release notes no longer have."""
    examples: tuple[tuple[Reference, Phrase], ...]
    """The sections that show the card: a link, and the name of the set."""
    mentioned: References
    """The entries and sections that mention the card."""


_Above = tuple[Shown, CardView]
"""The card that a page shows above all entries, and its view."""

address = addresses.card_page
"""Returns the address of the page of a card."""
part = Slices.card
"""Returns the slice of the library that the page of a card shows."""


def subjects(edition: Edition) -> Mapping[str, LibraryCard]:
    """Return the cards that have a page in this language."""
    return {
        slug: card
        for slug, card in edition.library.cards.items()
        if card.only_in in (None, edition.lang)
    }


def of(edition: Edition, key: str) -> Iterator[Page]:
    """Yield the page of a card."""
    url, card = addresses.card_page(key), edition.library.cards[key]
    blocks = Blocks(edition, url)
    name = edition.name(card.names)
    chosen = own_first(edition, edition.choose(card.notes))
    shown = newest(edition, card)
    above = (shown, blocks.card(shown.card, shown.lang)) if shown else None
    entries = folded(edition, chosen, partial(_entry, blocks, card, above))
    notice = blocks.notice(shown.lang) if shown else None
    linked = _linked(shown.card) if shown else set()
    mechanics = [
        slug for slug in card.mechanics if slug in edition.library.mechanics and slug not in linked
    ]
    view = View(
        name=name,
        other_names=edition.other_names(card.names, card.also),
        card=_own(edition, card, *above) if above else None,
        titled=shown is not None
        and shown.card.name == name.text
        and not any(face.printed_name for face in shown.card.faces),
        card_notice=notice if notice not in [each.notes.notice for each in entries.shown] else None,
        mechanics=tuple(edition.mechanic_reference(url, slug) for slug in mechanics),
        sets=tuple(_sets(edition, url, card, chosen)),
        scryfall=addresses.scryfall(card.oracle_id, card.names),
        pictures=addresses.scryfall_pictures(
            card.names, sides=2 if shown and shown.card.layout in DOUBLE_FACED else 1
        ),
        entries=entries.shown[:1],
        others=entries.folds,
        older=entries.shown[1:],
        departed=departed(
            edition,
            url,
            edition.derived.departed_of.get(key, ()),
            partial(addresses.entry_anchor, card),
            partial(addresses.ruling_anchor, card),
        ),
        examples=_examples(edition, url, card),
        mentioned=references(edition, url, card.mentioned_in),
    )
    words, rulings = edition.words, count_notes(chosen)
    count = words.count("rulings", rulings)
    yield Page(
        url=url,
        title=name.text,
        description=words.say("card_description", name=name.text, count=count)
        if rulings
        else words["no_rulings"],
        listed=words.say("listed_card", name=name.text) if rulings else "",
        view=view,
        preview=_preview(edition, chosen),
        facts={
            "entries": {
                each.notes.name: entry_facts(each.notes)
                for each in (*entries.shown, *entries.hidden)
            },
            "neighbours": _neighbours(
                edition, url, card.slug, [entry.set_code for entry, _ in chosen]
            ),
            "alone": card.only_in is not None,
        },
    )


def _linked(card: Card) -> set[str]:
    """Return the mechanics that words of a card lead to."""
    texts = (*card.shared_rules_text, *(text for face in card.faces for text in face.rules_text))
    spans = (span for text in texts for span in text.walk())
    return {span.target for span in spans if isinstance(span, Mention) and span.kind == "mechanic"}


def _preview(edition: Edition, chosen: list[tuple[CardNotes, Extras]]) -> str:
    """Return the start of the first ruling; empty if it is not in the page's language."""
    note = next((note for entry, _ in chosen for note in entry.notes), None)
    return beginning(edition.words, note) if note and not edition.mark(note.lang) else ""


def _entry(
    blocks: Blocks, card: LibraryCard, above: _Above | None, entry: CardNotes, extras: Extras
) -> EntryView:
    edition = blocks.edition
    printed = _printed(blocks, entry.entry.card, entry.lang, above)
    notes = blocks.notes(entry, extras, partial(addresses.ruling_anchor, card), beside=True)
    differences = at_entry(edition, entry)
    anchor, about = addresses.entry_anchor(card, entry.id), blocks.about(entry, extras)
    return EntryView(
        anchor=anchor, about=about, printed=printed, notes=notes, differences=differences
    )


def _printed(blocks: Blocks, card: Card, lang: str, above: _Above | None) -> CardView | None:
    """Return the block of an entry; None if it looks like the one ``above`` all entries."""
    if above and card is above[0].card and lang == above[0].lang:
        return None
    view = blocks.card(card, lang)
    return None if above and view == above[1] else view


def _sets(
    edition: Edition, here: str, card: LibraryCard, chosen: list[tuple[CardNotes, Extras]]
) -> Iterator[SetLink]:
    entries = {entry.set_code: entry for entry, _ in reversed(chosen)}
    shown = {
        section.set_code: addresses.relative(here, addresses.set_page(section.set_code))
        for section in card.examples
    }
    if all(map(is_day, (*entries, *shown))):
        return
    for code in edition.library.released_sets:
        if code in entries:
            href = f"#{addresses.entry_anchor(card, entries[code].id)}"
            yield SetLink(
                printed_code(edition.library, entries[code]).upper(),
                Reference(href, edition.set_name(code)),
            )
        elif code in shown:
            yield SetLink(code.upper(), Reference(shown[code], edition.set_name(code)))


def _neighbours(
    edition: Edition, here: str, slug: str, codes: Iterable[str]
) -> dict[str, object] | None:
    """Return the links to the cards before and after this one in the first set with other cards."""
    for code in codes:
        cards = edition.derived.set_cards[code]
        at = cards.index(slug)
        found = {"previous": cards[:at][-1:], "next": cards[at + 1 :][:1]}
        ways = {way: _near(edition, here, near[0]) for way, near in found.items() if near}
        if ways:
            return {"set": edition.set_name(code).text, **ways}
    return None


def _near(edition: Edition, here: str, slug: str) -> dict[str, str]:
    reference = edition.card_reference(here, slug)
    lang = {"lang": reference.phrase.lang} if reference.phrase.lang else {}
    return {"name": reference.phrase.text, "href": reference.href, **lang}


def _examples(
    edition: Edition, here: str, card: LibraryCard
) -> tuple[tuple[Reference, Phrase], ...]:
    return tuple(
        (
            Reference(
                addresses.relative(here, addresses.section(section.id)),
                Phrase(section.section.title, edition.mark(section.lang)),
            ),
            edition.set_name(section.set_code),
        )
        for section, _ in edition.choose(card.examples)
    )


def _own(edition: Edition, card: LibraryCard, shown: Shown, view: CardView) -> CardView:
    """Return the ``view`` of a card for its own page: with its color, an anchor on each face, and
    the document that prints it so, if it has a year.
    """
    faces = tuple(
        face._replace(anchor=addresses.face_anchor(at)) for at, face in enumerate(view.faces, 1)
    )
    released = edition.library.facts(shown.set_code).released
    place = {"set": edition.set_name(shown.set_code).text, "year": (released or "")[:4]}
    return view._replace(
        band=band(edition, shown.card, shown.lang, card.slug),
        faces=faces,
        printed_in=None
        if is_day(shown.set_code) or not released
        else edition.words.say("printed_in", **place),
    )
