"""Feeds: an entry for each set and each revision of its release notes, with ids and days that never
change by themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from rulebinder.facts.catalogue import SetFacts
from rulebinder.facts.languages import Languages, spoken
from rulebinder.ledger import news
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import feeds
from rulebinder.pages.edition import ALL
from rulebinder.settings.options import SITE, SUBJECTS
from site_tests.builders import catalogue, entry, joined, notes
from site_tests.outputs import site_of

ADDRESS = "https://x.example/sub/"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "<script>boo()</script> & \"quotes\" 'both' {{ 7-7 }} \x0b]]>"
TAG = "tag:x.example,2031-01-20:"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
THREE = "Wholly different: goats may be sacrificed here."
TAG_URI = re.compile(r"tag:[a-z0-9.-]+,\d{4}(-\d\d){0,2}:[\w.~!$&'()*+,;=:@/?%-]*", re.ASCII)
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT00:00:00Z")


def revised() -> Library:
    """Return a library whose only set was revised twice: a ruling was edited, then another removed
    and one added.
    """
    edited = ONE.replace("whoever", "whatever")
    return grown(
        *(
            (day, [notes(entry("Mire Lantern", *rulings), last_modified=day)])
            for day, rulings in (
                ("2031-01-20", (ONE, TWO)),
                ("2031-02-03", (edited, TWO)),
                ("2031-03-04", (edited, THREE)),
            )
        )
    )


class Item(NamedTuple):
    """An entry of the feed of a site."""

    kind: str
    day: str
    mark: str
    title: str
    text: str


def items(library: Library, lang: str = "en") -> list[Item]:
    """Return the entries of the feed of a site in a language."""
    feed = json.loads(made(library, wanted=SITE)[f"{lang}/{feeds.JSON_FEED}"])
    return [
        Item(
            kind=each["tags"][0],
            day=each["date_published"][:10],
            mark=each["id"].removeprefix(f"{TAG}{lang}/"),
            title=each["title"],
            text=each["content_text"],
        )
        for each in feed["items"]
    ]


def made(library: Library, address: str | None = ADDRESS, wanted: str = SUBJECTS) -> dict[str, str]:
    return dict(feeds.files(site_of(library, address=address, feed_tag=TAG, feeds=wanted)))


def grown(*editions: tuple[str, Sequence[ReleaseNotes]]) -> Library:
    """Return the library after builds on these days, of which each has these documents."""
    library = joined()
    for day, documents in editions:
        before = library.ledgers
        library = joined(*documents, ledgers=before)
        dated = {
            code: news.dated(before.get(code), each, day) for code, each in library.ledgers.items()
        }
        library = replace(library, ledgers=dated)
    return library


def is_in_calendar(day: str) -> bool:
    try:
        return bool(date.fromisoformat(day))
    except ValueError:
        return False


def atom_faults(text: str) -> list[str]:
    """Return what RFC 4287 and the validator of the W3C would refuse in an Atom feed."""
    tree = ElementTree.fromstring(text)
    faults = ["the root is no feed"] if tree.tag != f"{ATOM}feed" else []
    entries = tree.findall(f"{ATOM}entry")
    for each in (tree, *entries):
        faults += [
            f"not one {name}"
            for name in ("id", "title", "updated")
            if len(each.findall(f"{ATOM}{name}")) != 1
        ]
        faults += [
            f"many {name}"
            for name in ("published", "content", "icon")
            if len(each.findall(f"{ATOM}{name}")) > 1
        ]
        days = [*each.findall(f"{ATOM}updated"), *each.findall(f"{ATOM}published")]
        faults += [
            f"no date of RFC 3339: {day.text}"
            for day in days
            if not MOMENT.fullmatch(day.text or "")
        ]
        faults += [
            f"no day: {day.text}" for day in days if not is_in_calendar((day.text or "")[:10])
        ]
        id_ = each.findtext(f"{ATOM}id", "")
        faults += [] if TAG_URI.fullmatch(id_) else [f"no tag URI: {id_}"]
        links = [
            (link.get("rel", "alternate"), link.get("type"), link.get("hreflang"))
            for link in each.findall(f"{ATOM}link")
        ]
        faults += [f"two links alike: {link}" for link in set(links) if links.count(link) > 1]
        faults += (
            []
            if "alternate" in {rel for rel, *_ in links} or each.find(f"{ATOM}content") is not None
            else ["no content"]
        )
        faults += [
            "a link without href"
            for link in each.findall(f"{ATOM}link")
            if not link.get("href", "").startswith("http")
        ]
        faults += [
            "a category without term"
            for category in each.findall(f"{ATOM}category")
            if not category.get("term")
        ]
    faults += [] if tree.findtext(f"{ATOM}author/{ATOM}name") else ["no author"]
    faults += [] if len(tree.findall(f"{ATOM}link[@rel='self']")) == 1 else ["no self link"]
    ids = [each.findtext(f"{ATOM}id") for each in (tree, *entries)]
    faults += [f"an id twice: {each}" for each in set(ids) if ids.count(each) > 1]
    updated = [each.findtext(f"{ATOM}updated", "") for each in entries]
    faults += (
        []
        if not updated or max(updated) == tree.findtext(f"{ATOM}updated")
        else ["older than its entries"]
    )
    return faults


def test_a_revision_says_how_much_changed_and_what() -> None:
    last, before, _ = items(revised())
    assert before.text == "Revised: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 1 of 3"
    assert last.text.startswith("New: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 3")
    assert last.text.endswith(
        "Removed: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 2, removed"
    )


def test_a_revision_of_many_rulings_lists_the_first() -> None:
    many = [f"Ruling {number} of very many." for number in range(feeds.SHOWN + 1)]
    library = grown(
        ("2031-01-20", [notes(entry("Mire Lantern", ONE))]),
        ("2031-03-04", [notes(entry("Mire Lantern", ONE, *many))]),
    )
    lines = items(library)[0].text.split("\n")
    assert (lines[0], lines[-1], len(lines)) == (f"New: {len(many)} rulings", "…", feeds.SHOWN + 2)


def test_a_feed_has_the_newest_entries_only() -> None:
    codes = [f"x{number}" for number in range(feeds.LIMIT + 5)]
    documents = [
        notes(entry("Mire Lantern", ONE), set_code=code, last_modified=f"2031-01-{1 + at % 28:02}")
        for at, code in enumerate(codes)
    ]
    found = items(joined(*documents))
    assert len(found) == feeds.LIMIT
    assert found[0].day == "2031-01-28"


def test_a_set_in_another_language_says_so() -> None:
    (item,) = items(joined(notes(entry("Mire Lantern", ONE))), "es")
    assert item.text.endswith("Solo en inglés.")


def test_a_document_without_a_day_has_that_of_its_set() -> None:
    facts = SetFacts(code="und", names={"en": "Undated"}, released="2031-05-06")
    library = joined(
        notes(entry("Mire Lantern", ONE), set_code="und", last_modified=None),
        facts=catalogue(sets=[facts]),
    )
    assert [(item.kind, item.day) for item in items(library)] == [("set", "2031-05-06")]


def test_feeds_are_valid_and_absolute(languages: Languages) -> None:
    files = made(joined(notes(entry(HOSTILE, ONE))))
    assert set(files) >= {
        f"{lang}/{name}" for lang in spoken(languages) for name in (feeds.ATOM, feeds.JSON_FEED)
    }
    every = {**files, **made(revised(), wanted=ALL)}
    assert {
        path: atom_faults(text) for path, text in every.items() if path.endswith(feeds.ATOM)
    } == {path: [] for path in every if path.endswith(feeds.ATOM)}
    tree = ElementTree.fromstring(made(revised())["en/feed.xml"])
    entries = tree.findall(f"{ATOM}entry")
    assert len(entries) == 3
    for each in (tree, *entries):
        assert all(link.get("href", "").startswith(ADDRESS) for link in each.findall(f"{ATOM}link"))
    assert tree.findtext(f"{ATOM}updated") == "2031-03-04T00:00:00Z"


def test_both_feeds_have_the_same_entries() -> None:
    files = made(revised())
    feed = json.loads(files["en/feed.json"])
    tree = ElementTree.fromstring(files["en/feed.xml"])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["feed_url"] == f"{ADDRESS}en/feed.json"
    assert [each["id"] for each in feed["items"]] == [
        each.findtext(f"{ATOM}id") for each in tree.findall(f"{ATOM}entry")
    ]
    assert [each["content_text"] for each in feed["items"]] == [
        each.findtext(f"{ATOM}content") for each in tree.findall(f"{ATOM}entry")
    ]


def test_hostile_names_stay_text() -> None:
    facts = SetFacts(code="vex", names={"en": HOSTILE}, released="2031-05-06")
    files = made(joined(notes(entry(HOSTILE, ONE), set_code="vex"), facts=catalogue(sets=[facts])))
    tree = ElementTree.fromstring(files["en/feed.xml"])
    title = tree.findtext(f"{ATOM}entry/{ATOM}title", "")
    assert title == HOSTILE.replace("\x0b", "")
    assert json.loads(files["en/feed.json"])["items"][0]["title"] == HOSTILE


@pytest.mark.parametrize("address", [None, ""])
def test_a_site_without_an_address_has_no_feeds(address: str | None) -> None:
    assert made(revised(), address) == {}


def test_an_empty_library_has_an_empty_feed() -> None:
    tree = ElementTree.fromstring(made(joined())["fr/feed.xml"])
    assert tree.findall(f"{ATOM}entry") == []
    assert tree.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"


def test_the_rules_of_atom_refuse_what_is_wrong() -> None:
    right = made(revised())["en/feed.xml"]
    for old, new, fault in (
        ("<published>2031-02-03T00:00:00Z", "<published>2031-02-03", "no date of RFC 3339"),
        ("<published>2031-02-03", "<published>2031-02-31", "no day"),
        (f"<id>{TAG}en/sets/lom</id>", f"<id>{TAG}en/sets/lom/2031-02-03</id>", "an id twice"),
        (f"<id>{TAG}en/sets/lom</id>", "<id>https://x.example/</id>", "no tag URI"),
        ('rel="self"', 'rel="other"', "no self link"),
        ("<author>", "<author><name/></author><author>", "no author"),
        ("<updated>2031-02-03T00:00:00Z</updated>", "", "not one updated"),
    ):
        assert old in right
        assert any(each.startswith(fault) for each in atom_faults(right.replace(old, new))), fault


def test_each_later_event_has_an_entry_with_its_day() -> None:
    day = "2031-01-20"
    english = notes(entry("Mire Lantern", ONE, TWO), last_modified=day)
    edited = notes(
        entry("Mire Lantern", ONE.replace("whoever", "whatever"), TWO), last_modified=day
    )
    longer = notes(
        entry("Mire Lantern", ONE.replace("whoever", "whatever"), TWO, THREE), last_modified=day
    )
    spanish = notes(entry("Mire Lantern", "Una.", "Dos.", "Tres."), lang="es", last_modified=day)
    library = grown(
        ("2031-02-01", [english]),
        ("2031-02-02", [edited]),
        ("2031-02-03", [longer]),
        ("2031-02-04", [longer, spanish]),
        ("2031-02-05", [longer, spanish]),
    )
    assert [(item.kind, item.day, item.mark, item.title) for item in items(library)] == [
        ("language", "2031-02-04", "sets/lom/es", "Lanterns over Mire: now in Spanish too"),
        (
            "rulings",
            "2031-02-03",
            "sets/lom/2031-02-03",
            "Lanterns over Mire: new rulings of February 3, 2031",
        ),
        (
            "revision",
            "2031-02-02",
            "sets/lom/2031-02-02",
            "Lanterns over Mire: revision of February 2, 2031",
        ),
        ("set", "2031-02-01", "sets/lom", "Lanterns over Mire"),
    ]
    first, *_ = items(library)[2].text.split("\n")
    assert first == "Revised: 1 ruling"


def test_what_was_published_before_ledgers_kept_days_is_one_entry_of_its_first_document() -> None:
    first = joined(notes(entry("Mire Lantern", ONE), last_modified="2018-01-20"))
    first = joined(
        notes(entry("Mire Lantern", ONE, TWO), last_modified="2019-03-04"), ledgers=first.ledgers
    )
    second = notes(entry("Mire Lantern", ONE, TWO, THREE), last_modified="2019-03-04")
    before = first.ledgers["lom"]
    library = joined(second, ledgers={"lom": news.dated(before, before, "2031-05-06")})
    library = replace(
        library, ledgers={"lom": news.dated(before, library.ledgers["lom"], "2031-05-07")}
    )
    assert [(item.kind, item.day) for item in items(library)] == [
        ("rulings", "2031-05-07"),
        ("set", "2018-01-20"),
    ]


def test_a_card_and_a_set_have_feeds_of_their_own() -> None:
    first = notes(entry("Mire Lantern", ONE), entry("Goat of Fern", TWO))
    later = notes(entry("Mire Lantern", ONE), entry("Goat of Fern", TWO, THREE))
    library = grown(("2031-02-01", [first]), ("2031-02-02", [later]))
    files = made(library, wanted=ALL)

    def told(path: str) -> list[tuple[str, str]]:
        return [
            (each["id"], each["content_text"].split("\n")[0])
            for each in json.loads(files[path])["items"]
        ]

    assert told("en/cards/mire-lantern/feed.json") == [
        (f"{TAG}en/cards/mire-lantern/lom", "New: 1 ruling")
    ]
    assert told("en/cards/goat-of-fern/feed.json") == [
        (f"{TAG}en/cards/goat-of-fern/lom/2031-02-02", "New: 1 ruling"),
        (f"{TAG}en/cards/goat-of-fern/lom", "New: 1 ruling"),
    ]
    assert told("en/sets/lom/feed.json") == told("en/feed.json")
    assert not [path for path in made(library) if "/cards/" in path]
    assert {path.count("/") for path in made(library, wanted=SITE)} == {1}


def test_no_two_entries_of_all_feeds_share_an_id() -> None:
    files = made(revised(), wanted=ALL)
    found = {
        (each["id"], each["title"], each["content_text"])
        for path, text in files.items()
        if path.endswith(feeds.JSON_FEED)
        for each in json.loads(text)["items"]
    }
    assert len({each for each, *_ in found}) == len(found)
