"""A watch sees what pages read, so that a page is made again if anything that it reads has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from generator.library import Library, Note
from generator.pages import PageBatch, units
from generator.problems import Place
from generator.publishing import reads
from generator.site.model import Site
from generator.text import parse
from site_tests import builders


def site(library: Library) -> Site:
    return Site(library=library, languages={"en": builders.shipped_languages()["en"]})


def watched(library: Library) -> tuple[reads.Watch, Mapping[str, PageBatch]]:
    watch = reads.Watch()
    return watch, {unit.name: unit for unit in units(reads.edition(site(library), "en", watch))}


@pytest.fixture
def library() -> Library:
    return builders.example_library()


def reworded(library: Library, slug: str, text: str, *, line: int = 0) -> Library:
    """Return the library with another text of the last ruling of a card, or at another line."""
    card = library.cards[slug]
    notes = card.notes[0]
    changed = tuple(
        replace(block, text=parse(text) if text else block.text, place=Place("x", line)) if isinstance(block, Note) else block
        for block in notes.body
    )
    return replace(library, cards={**library.cards, slug: replace(card, notes=(replace(notes, body=changed), *card.notes[1:]))})


def read_by(unit: PageBatch, watch: reads.Watch) -> tuple[reads.Read, ...]:
    """Return what the pages of ``unit`` read."""
    return watch.made(lambda: list(unit.make()))[1]


def same(library: Library, other: Library, name: str) -> bool:
    """Return whether the pages of the unit ``name`` read the same in both libraries."""
    watch, found = watched(library)
    read = read_by(found[name], watch)
    assert read
    return watch.digest(read) == watched(other)[0].digest(read)


def test_a_page_is_made_again_if_its_card_changed(library: Library) -> None:
    assert same(library, builders.example_library(), "card mire-lantern")
    assert not same(library, reworded(library, "mire-lantern", "It glows no more."), "card mire-lantern")


def test_a_page_that_does_not_read_the_card_is_not_made_again(library: Library) -> None:
    (watch, found), (other, _) = watched(library), watched(reworded(library, "mire-lantern", "It glows no more."))
    cards = {name: read_by(unit, watch) for name, unit in found.items() if unit.kind == "card"}
    kept = {name for name, read in cards.items() if watch.digest(read) == other.digest(read)}
    assert kept
    assert "card mire-lantern" not in kept


def test_another_line_in_the_document_changes_no_page(library: Library) -> None:
    assert same(library, reworded(library, "mire-lantern", "", line=999), "card mire-lantern")


def test_a_page_that_lists_all_cards_is_made_again_if_there_is_one_more(library: Library) -> None:
    card = next(iter(library.cards.values()))
    assert not same(library, replace(library, cards={**library.cards, "moth": replace(card, slug="moth")}), "cards")


def test_the_presence_of_a_card_is_read_without_the_card(library: Library) -> None:
    watch = reads.Watch()
    table = watch.table("cards", library.cards)
    there, read = watch.made(lambda: "mire-lantern" in table and "moth" not in table)
    assert there
    other = reads.Watch()
    other.table("cards", reworded(library, "mire-lantern", "It glows no more.").cards)
    assert other.digest(read) == watch.digest(read)
    other = reads.Watch()
    other.table("cards", {**library.cards, "moth": library.cards["mire-lantern"]})
    assert other.digest(read) != watch.digest(read)
