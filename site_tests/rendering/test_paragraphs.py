"""Paragraphs that introduce a section have addresses like rulings, but do not count as rulings."""

from __future__ import annotations

import json
import re

import pytest

from rulebinder.joining import gone
from rulebinder.library import Library
from rulebinder.outputs import data, feeds
from rulebinder.pages.edition import count_notes
from rulebinder.pages.entry_blocks import entry_notes
from site_tests import outputs
from site_tests.builders import catalogue, introduction, joined, library_of, notes, section
from site_tests.outputs import edition_in, html_at, shorts, site_of

LEGAL = "Every card of the mire is legal on the day it comes out."
OTHER = "Goats are no cards, whatever they are worth to their keepers."
NOTE = "A creature glimmers but once."


def library(*paragraphs: str, before: Library | None = None, day: str = "2031-01-20") -> Library:
    sections = [section("Glimmer", *map(introduction, paragraphs), NOTE, kind="other")]
    return joined(
        notes(sections=sections, last_modified=day), ledgers=before.ledgers if before else None
    )


@pytest.fixture
def edited():
    """Return a library in which one of two paragraphs was removed and the other was reworded."""
    return library(LEGAL.replace("legal", "lawful"), before=library(LEGAL, OTHER), day="2031-03-04")


def test_the_notes_are_numbered_first():
    pages = shorts(site_of(library(LEGAL, OTHER)))
    titles = {
        number: (
            pages[f"en/r/lom/notes/glimmer/{number}/index.html"].split("<title>")[1].split(" - ")[0]
        )
        for number in (1, 2, 3)
    }
    assert titles == {
        1: "Glimmer · Lanterns over Mire · ruling 1 of 1",
        2: "Lanterns over Mire · Glimmer · paragraph",
        3: "Lanterns over Mire · Glimmer · paragraph",
    }


def test_the_bar_counts_the_notes_that_the_line_below_the_heading_counts():
    english = edition_in(library(LEGAL, OTHER))
    ((found, chosen),) = english.choose(english.library.sets["lom"].documents["en"].sections)
    view = entry_notes(english, found, chosen, str, marked=True)
    assert view["facts"]["data"]["data-of"] == str(count_notes([(found, chosen)])) == "1"


def test_a_paragraph_keeps_its_address_and_shows_no_number(tmp_path):
    site = site_of(library(LEGAL, OTHER))
    assert outputs.render(site, "en", tmp_path, {}) == []
    for page in ("sets/lom", "sets/lom/document"):
        shown = (tmp_path / page / "index.md").read_text("utf-8")
        for number in (2, 3):
            place = re.search(
                rf'<div class="paragraph" data-short="\S*/{number}/"'
                rf' id="[\w-]*glimmer-{number}">\s*(<a .*?</a>)',
                shown,
            )
            assert place
            assert f'glimmer-{number}"' in place[1]
            assert 'aria-label="Link to this paragraph"' in place[1]
            assert place[1].endswith(">¶</a>")


def test_the_index_of_addresses_marks_paragraphs_and_has_their_days(edited):
    index = data.index_addresses(site_of(edited))
    assert {key.rpartition("/")[2]: each["kind"] for key, each in index.items()} == {
        "1": "note",
        "2": "paragraph",
        "3": "paragraph",
    }
    assert [
        (each["published_at"], each["revised_at"], each["retired"]) for each in index.values()
    ] == [
        ("2031-02-07", None, None),
        ("2031-02-07", "2031-03-04", None),
        ("2031-02-07", None, "2031-03-04"),
    ]
    assert index["lom/notes/glimmer/2"]["revision"] == 2


def test_paragraphs_are_neither_rulings_in_the_data_nor_news_in_the_feeds(edited):
    (document,) = edited.documents()
    assert [each["id"] for each in data.list_rulings(document, site_of(edited))] == [
        "lom/notes/glimmer/1"
    ]
    (published,) = data.describe_document(document, edited)["sections"]
    assert published["introduction"] == [LEGAL.replace("legal", "lawful")]
    assert [each["id"] for each in published["rulings"]] == ["lom/notes/glimmer/1"]
    feed = json.loads(
        dict(feeds.files(site_of(edited, address="https://x.example/")))["en/feed.json"]
    )
    assert [(each["tags"][0], each["date_published"]) for each in feed["items"]] == [
        ("set", "2031-01-20T00:00:00Z")
    ]


def test_the_page_of_a_removed_paragraph_says_so(edited):
    pages = shorts(site_of(edited))
    page = pages["fr/r/lom/notes/glimmer/3/index.html"]
    assert "Ce paragraphe a été retiré le 4 mars 2031" in page
    assert "Lanterns over Mire · Glimmer · paragraphe 3, retiré" in page


def test_a_paragraph_in_another_language_only_is_shown_with_a_notice():
    spanish = notes(sections=[section("Destello", "Brilla una vez.", kind="other")], lang="es")
    english = notes(sections=[section("Glimmer", introduction(LEGAL), NOTE, kind="other")])
    both = library_of(english, spanish, facts=catalogue())
    shown = (
        html_at(both, "sets/lom/", "es").partition('id="lom-glimmer-2"')[2].partition("</div>")[0]
    )
    assert "Solo en inglés." in shown
    assert LEGAL in shown
    assert set(gone.find_versions(both)) == {"lom/notes/glimmer/1", "lom/notes/glimmer/2"}
