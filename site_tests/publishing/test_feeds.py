"""Feeds: an entry for each set and each revision of its release notes, with ids and days that never change by themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from rulebinder.facts.catalogue import SetFacts
from rulebinder.facts.languages import Languages, spoken
from rulebinder.joining import join
from rulebinder.ledger.numbers import Ledger
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import feeds
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from rulebinder.site.model import Site

from site_tests.builders import catalogue, entry, notes

ADDRESS = "https://x.example/sub/"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "<script>boo()</script> & \"quotes\" 'both' {{ 7-7 }} \x0b]]>"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
THREE = "Wholly different: goats may be sacrificed here."
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT00:00:00Z")


def joined(*documents: ReleaseNotes, ledgers: Mapping[str, Ledger] | None = None) -> Library:
    return join(documents, catalogue(), {}, ledgers)[0]


def revised() -> Library:
    """Return a library whose only set was revised twice: a ruling was edited, then another removed and one added."""
    first = joined(notes(entry("Mire Lantern", ONE, TWO), last_modified="2031-01-20"))
    edited = ONE.replace("whoever", "whatever")
    second = joined(notes(entry("Mire Lantern", edited, TWO), last_modified="2031-02-03"), ledgers=first.ledgers)
    return joined(notes(entry("Mire Lantern", edited, THREE), last_modified="2031-03-04"), ledgers=second.ledgers)


def edition(library: Library, languages: Languages, lang: str = "en") -> Edition:
    return Edition(library, spoken(languages), Words(languages[lang]))


def made(library: Library, languages: Languages, address: str | None = ADDRESS) -> dict[str, str]:
    return dict(feeds.files(Site(library=library, languages=languages, address=address)))


def test_a_feed_has_an_entry_for_a_set_and_one_for_each_revision_newest_first(languages: Languages) -> None:
    found = feeds.items(edition(revised(), languages))
    assert [(item.kind, item.day, item.title) for item in found] == [
        ("revision", "2031-03-04", "Lanterns over Mire: revision of March 4, 2031"),
        ("revision", "2031-02-03", "Lanterns over Mire: revision of February 3, 2031"),
        ("set", "2031-01-20", "Lanterns over Mire"),
    ]


def test_a_revision_says_how_much_changed_and_what(languages: Languages) -> None:
    last, before, _ = feeds.items(edition(revised(), languages))
    assert before.text == "Revised: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 1 of 3"
    assert last.text.startswith("New: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 3")
    assert last.text.endswith("Removed: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 2, removed")


def test_a_revision_of_many_rulings_lists_the_first(languages: Languages) -> None:
    first = joined(notes(entry("Mire Lantern", ONE), last_modified="2031-01-20"))
    many = [f"Ruling {number} of very many." for number in range(feeds.SHOWN + 1)]
    library = joined(notes(entry("Mire Lantern", ONE, *many), last_modified="2031-03-04"), ledgers=first.ledgers)
    lines = feeds.items(edition(library, languages))[0].text.split("\n")
    assert (lines[0], lines[-1], len(lines)) == (f"New: {len(many)} rulings", "…", feeds.SHOWN + 2)


def test_a_feed_has_the_newest_entries_only(languages: Languages) -> None:
    codes = [f"x{number}" for number in range(feeds.LIMIT + 5)]
    documents = [
        notes(entry("Mire Lantern", ONE), set_code=code, last_modified=f"2031-01-{1 + at % 28:02}")
        for at, code in enumerate(codes)
    ]
    found = feeds.items(edition(joined(*documents), languages))
    assert len(found) == feeds.LIMIT
    assert found[0].day == "2031-01-28"


def test_a_set_in_another_language_says_so(languages: Languages) -> None:
    (item,) = feeds.items(edition(joined(notes(entry("Mire Lantern", ONE))), languages, "es"))
    assert item.text.endswith("Solo en inglés.")


def test_a_document_without_a_day_has_that_of_its_set(languages: Languages) -> None:
    facts = SetFacts(code="und", names={"en": "Undated"}, released="2031-05-06")
    library = join([notes(entry("Mire Lantern", ONE), set_code="und", last_modified=None)], catalogue(sets=[facts]), {}, None)[0]
    assert [(item.kind, item.day) for item in feeds.items(edition(library, languages))] == [("set", "2031-05-06")]


def test_feeds_are_valid_and_absolute(languages: Languages) -> None:
    files = made(joined(notes(entry(HOSTILE, ONE))), languages)
    assert set(files) == {f"{lang}/{name}" for lang in spoken(languages) for name in (feeds.ATOM, feeds.JSON_FEED)}
    tree = ElementTree.fromstring(made(revised(), languages)["en/feed.xml"])
    entries = tree.findall(f"{ATOM}entry")
    assert len(entries) == 3
    for each in (tree, *entries):
        assert each.findtext(f"{ATOM}id", "").startswith(f"{ADDRESS}en/")
        assert each.findtext(f"{ATOM}title")
        assert MOMENT.fullmatch(each.findtext(f"{ATOM}updated", ""))
        assert all(link.get("href", "").startswith(ADDRESS) for link in each.findall(f"{ATOM}link"))
    ids = [each.findtext(f"{ATOM}id") for each in entries]
    assert len(set(ids)) == len(ids)
    assert tree.findtext(f"{ATOM}updated") == "2031-03-04T00:00:00Z"
    assert tree.find(f"{ATOM}link[@rel='self']") is not None
    assert tree.findtext(f"{ATOM}author/{ATOM}name")


def test_both_feeds_have_the_same_entries(languages: Languages) -> None:
    files = made(revised(), languages)
    feed = json.loads(files["en/feed.json"])
    tree = ElementTree.fromstring(files["en/feed.xml"])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["feed_url"] == f"{ADDRESS}en/feed.json"
    assert [each["id"] for each in feed["items"]] == [each.findtext(f"{ATOM}id") for each in tree.findall(f"{ATOM}entry")]
    assert [each["content_text"] for each in feed["items"]] == [
        each.findtext(f"{ATOM}content") for each in tree.findall(f"{ATOM}entry")
    ]


def test_a_revision_changes_no_earlier_entry(languages: Languages) -> None:
    first = joined(notes(entry("Mire Lantern", ONE, TWO), last_modified="2031-01-20"))
    before = feeds.items(edition(first, languages))[-1]
    after = feeds.items(edition(revised(), languages))[-1]
    assert (before.url + before.mark, before.moment) == (after.url + after.mark, after.moment)


def test_hostile_names_stay_text(languages: Languages) -> None:
    facts = SetFacts(code="vex", names={"en": HOSTILE}, released="2031-05-06")
    library = join([notes(entry(HOSTILE, ONE), set_code="vex")], catalogue(sets=[facts]), {}, None)[0]
    files = made(library, languages)
    tree = ElementTree.fromstring(files["en/feed.xml"])
    title = tree.findtext(f"{ATOM}entry/{ATOM}title", "")
    assert title == HOSTILE.replace("\x0b", "")
    assert json.loads(files["en/feed.json"])["items"][0]["title"] == HOSTILE


@pytest.mark.parametrize("address", [None, ""])
def test_a_site_without_an_address_has_no_feeds(languages: Languages, address: str | None) -> None:
    assert made(revised(), languages, address) == {}


def test_an_empty_library_has_an_empty_feed(languages: Languages) -> None:
    tree = ElementTree.fromstring(made(joined(), languages)["fr/feed.xml"])
    assert tree.findall(f"{ATOM}entry") == []
    assert tree.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"
