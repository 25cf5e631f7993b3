"""Paragraphs that introduce a section have addresses like rulings, but do not count as rulings."""

import json

import pytest

from rulebinder.joining import gone
from rulebinder.library import Library
from rulebinder.outputs import data, feeds
from rulebinder.pages.edition import count_notes
from rulebinder.pages.entry_blocks import view_notes
from site_tests.builders import catalogue, introduction, joined, library_of, notes, section
from site_tests.outputs import edition_in, html_at, shorts, site_of
from site_tests.rendering.approval import assert_approved

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


def test_paragraphs_are_as_approved(edited):
    """The notes are numbered first. A paragraph keeps its address, has no number, and says that it
    was removed; in another language only, it has a notice.
    """
    both = library(LEGAL, OTHER)
    spanish = notes(sections=[section("Destello", "Brilla una vez.", kind="other")], lang="es")
    english = notes(sections=[section("Glimmer", introduction(LEGAL), NOTE, kind="other")])
    translated = library_of(english, spanish, facts=catalogue())
    assert set(gone.find_versions(translated)) == {"lom/notes/glimmer/1", "lom/notes/glimmer/2"}
    short = shorts(site_of(both))
    site = site_of(edited)
    assert_approved(
        "paragraphs",
        {
            **{
                f"short/{number}": short[f"en/r/lom/notes/glimmer/{number}/index.html"]
                for number in (1, 2, 3)
            },
            "set": html_at(both, "sets/lom/"),
            "document": html_at(both, "sets/lom/document/"),
            "removed": shorts(site)["fr/r/lom/notes/glimmer/3/index.html"],
            "translated": html_at(translated, "sets/lom/", "es"),
            "addresses": str(dict(data.make_files(site))["r/index.json"]),
        },
    )


def test_the_bar_counts_the_notes_that_the_line_below_the_heading_counts():
    english = edition_in(library(LEGAL, OTHER))
    (found,) = english.choose(english.library.sets["lom"].documents["en"].sections)
    view = view_notes(english, found, str, with_origin=True)
    assert view["facts"]["data"]["data-of"] == str(count_notes([found])) == "1"


def test_paragraphs_are_neither_rulings_in_the_data_nor_news_in_the_feeds(edited):
    (document,) = edited.documents()
    assert [each["id"] for each in data.list_rulings(document, site_of(edited))] == [
        "lom/notes/glimmer/1"
    ]
    (published,) = data.describe_document(document, edited)["sections"]
    assert published["introduction"] == [LEGAL.replace("legal", "lawful")]
    assert [each["id"] for each in published["rulings"]] == ["lom/notes/glimmer/1"]
    feed = json.loads(
        dict(feeds.make_files(site_of(edited, address="https://x.example/")))["en/feed.json"]
    )
    assert [(each["tags"][0], each["date_published"]) for each in feed["items"]] == [
        ("set", "2031-01-20T00:00:00Z")
    ]
