"""Feeds: an entry for each set and each revision of its release notes, with ids and days that never
change by themselves.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulebinder.facts.catalogue import SetFacts
from rulebinder.facts.languages import offered_languages
from rulebinder.ledger import history
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import feeds
from rulebinder.pages.edition import ALL
from rulebinder.settings.options import SITE, SUBJECTS
from site_tests.builders import catalogue, entry, joined, notes, shipped_languages
from site_tests.outputs import site_of
from site_tests.robustness.documents import texts

ADDRESS = "https://x.example/sub/"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "<script>boo()</script> & \"quotes\" 'both' {{ 7-7 }} \x0b]]>"
TAG = "tag:x.example,2031-01-20:"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
THREE = "Wholly different: goats may be sacrificed here."


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


def items(library: Library) -> list[dict[str, Any]]:
    """Return the entries of the feed of a site."""
    feed = json.loads(made(library, wanted=SITE)["en/feed.json"])
    return list(feed["items"])


def days(library: Library) -> list[tuple[str, str]]:
    """Return the kind and the day of each entry of the feed of a site."""
    return [(each["tags"][0], each["date_published"][:10]) for each in items(library)]


def made(library: Library, address: str | None = ADDRESS, wanted: str = SUBJECTS) -> dict[str, str]:
    site = site_of(library, address=address, feed_tag=TAG, feeds=wanted)
    return {path: str(text) for path, text in feeds.make_files(site)}


def grown(*editions: tuple[str, Sequence[ReleaseNotes]]) -> Library:
    """Return the library after builds on these days, of which each has these documents."""
    library = joined()
    for day, documents in editions:
        before = library.ledgers
        library = joined(*documents, ledgers=before)
        dated = {
            code: history.add_days(before.get(code), each, day)
            for code, each in library.ledgers.items()
        }
        library = replace(library, ledgers=dated)
    return library


def test_feeds_are_as_approved():
    """The approved ones are valid by RFC 4287, by RFC 4151 for their ids, and by JSON Feed 1.1."""
    approved = texts(Path(__file__).with_name("feeds"))
    files = made(revised(), wanted=ALL)
    assert {path: files[path] for path in approved} == approved
    assert files.keys() >= {
        f"{lang}/feed.{kind}"
        for lang in offered_languages(shipped_languages())
        for kind in ("xml", "json")
    }


def test_a_revision_of_many_rulings_lists_the_first():
    many = [f"Ruling {number} of very many." for number in range(feeds.SHOWN + 1)]
    library = grown(
        ("2031-01-20", [notes(entry("Mire Lantern", ONE))]),
        ("2031-03-04", [notes(entry("Mire Lantern", ONE, *many))]),
    )
    lines = items(library)[0]["content_text"].split("\n")
    assert (lines[0], lines[-1], len(lines)) == (f"New: {len(many)} rulings", "…", feeds.SHOWN + 2)


def test_a_feed_has_the_newest_entries_only():
    codes = [f"x{number}" for number in range(feeds.MOST_ENTRIES + 5)]
    documents = [
        notes(entry("Mire Lantern", ONE), set_code=code, last_modified=f"2031-01-{1 + at % 28:02}")
        for at, code in enumerate(codes)
    ]
    found = days(joined(*documents))
    assert len(found) == feeds.MOST_ENTRIES
    assert found[0] == ("set", "2031-01-28")


def test_a_document_without_a_day_has_that_of_its_set():
    facts = SetFacts(code="und", names={"en": "Undated"}, released="2031-05-06")
    library = joined(
        notes(entry("Mire Lantern", ONE), set_code="und", last_modified=None),
        facts=catalogue(sets=[facts]),
    )
    assert days(library) == [("set", "2031-05-06")]


def test_hostile_names_stay_text():
    facts = SetFacts(code="vex", names={"en": HOSTILE}, released="2031-05-06")
    files = made(joined(notes(entry(HOSTILE, ONE), set_code="vex"), facts=catalogue(sets=[facts])))
    tree = ElementTree.fromstring(files["en/feed.xml"])
    title = tree.findtext(f"{ATOM}entry/{ATOM}title", "")
    assert title == HOSTILE.replace("\x0b", "")
    assert json.loads(files["en/feed.json"])["items"][0]["title"] == HOSTILE


@pytest.mark.parametrize("address", [None, ""])
def test_a_site_without_an_address_has_no_feeds(address):
    assert made(revised(), address) == {}


def test_an_empty_library_has_an_empty_feed():
    tree = ElementTree.fromstring(made(joined())["fr/feed.xml"])
    assert tree.findall(f"{ATOM}entry") == []
    assert tree.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"


def test_what_was_published_before_ledgers_kept_days_is_one_entry_of_its_first_document():
    first = joined(notes(entry("Mire Lantern", ONE), last_modified="2018-01-20"))
    first = joined(
        notes(entry("Mire Lantern", ONE, TWO), last_modified="2019-03-04"), ledgers=first.ledgers
    )
    second = notes(entry("Mire Lantern", ONE, TWO, THREE), last_modified="2019-03-04")
    before = first.ledgers["lom"]
    library = joined(second, ledgers={"lom": history.add_days(before, before, "2031-05-06")})
    library = replace(
        library, ledgers={"lom": history.add_days(before, library.ledgers["lom"], "2031-05-07")}
    )
    assert days(library) == [
        ("rulings", "2031-05-07"),
        ("set", "2018-01-20"),
    ]


def test_the_feed_of_a_card_tells_of_its_own_rulings_only():
    lantern, goat = entry("Mire Lantern", ONE), [entry("Goat", TWO), entry("Goat", TWO, THREE)]
    days = ("2031-02-01", "2031-02-02")
    library = grown(*((day, [notes(lantern, new)]) for day, new in zip(days, goat, strict=True)))
    files, cards = made(library, wanted=ALL), f"{TAG}en/cards/"
    for card, ids in {"mire-lantern": ["/lom"], "goat": ["/lom/2031-02-02", "/lom"]}.items():
        items = json.loads(files[f"en/cards/{card}/feed.json"])["items"]
        assert [item["id"] for item in items] == [f"{cards}{card}{end}" for end in ids]


def test_no_two_entries_of_all_feeds_share_an_id():
    files = made(revised(), wanted=ALL)
    found = {
        (each["id"], each["title"], each["content_text"])
        for path, text in files.items()
        if path.endswith(feeds.JSON_FEED)
        for each in json.loads(text)["items"]
    }
    assert len({each for each, *_ in found}) == len(found)
