"""Feeds: an entry for each set and each revision of its release notes, with ids and days that never
change by themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
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
from rulebinder.system import group_pairs
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


def items(library: Library, lang: str = "en") -> list[dict[str, Any]]:
    """Return the entries of the feed of a site in a language."""
    feed = json.loads(made(library, wanted=SITE)[f"{lang}/{feeds.JSON_FEED}"])
    return list(feed["items"])


def days(library: Library) -> list[tuple[str, str]]:
    """Return the kind and the day of each entry of the feed of a site."""
    return [(each["tags"][0], each["date_published"][:10]) for each in items(library)]


def made(library: Library, address: str | None = ADDRESS, wanted: str = SUBJECTS) -> dict[str, str]:
    return dict(feeds.files(site_of(library, address=address, feed_tag=TAG, feeds=wanted)))


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


def is_moment(text: str | None) -> bool:
    """Return whether a text is the beginning of a day as RFC 3339 writes it."""
    try:
        return bool(MOMENT.fullmatch(text or "") and date.fromisoformat((text or "")[:10]))
    except ValueError:
        return False


def atom_faults(text: str) -> list[str]:
    """Return what RFC 4287 and the validator of the W3C would refuse in an Atom feed."""
    tree = ElementTree.fromstring(text)
    entries = tree.findall(f"{ATOM}entry")
    faults, ids, updated = [], [], []
    for element in (tree, *entries):
        parts = group_pairs((part.tag.removeprefix(ATOM), part) for part in element)
        number = {name: len(same) for name, same in parts.items()}
        days = [part.text for name in ("updated", "published") for part in parts.get(name, ())]
        links = [
            (link.get("rel", "alternate"), link.get("type"), link.get("hreflang"))
            for link in parts.get("link", ())
        ]
        id_ = element.findtext(f"{ATOM}id", "")
        ids.append(id_)
        updated.append(element.findtext(f"{ATOM}updated", ""))
        wrong = {
            **{f"not one {name}": number.get(name) != 1 for name in ("id", "title", "updated")},
            **{
                f"many {name}": number.get(name, 0) > 1 for name in ("published", "content", "icon")
            },
            f"no date of RFC 3339: {days}": not all(map(is_moment, days)),
            f"no tag URI: {id_}": not TAG_URI.fullmatch(id_),
            f"two links alike: {links}": len(set(links)) < len(links),
            "no content": "content" not in parts and "alternate" not in {rel for rel, *_ in links},
            "a link without href": not all(
                link.get("href", "").startswith("http") for link in parts.get("link", ())
            ),
            "a category without term": not all(
                part.get("term") for part in parts.get("category", ())
            ),
        }
        faults += [fault for fault, is_there in wrong.items() if is_there]
    wrong = {
        "the root is no feed": tree.tag != f"{ATOM}feed",
        "no author": not tree.findtext(f"{ATOM}author/{ATOM}name"),
        "no self link": len(tree.findall(f"{ATOM}link[@rel='self']")) != 1,
        f"an id twice: {ids}": len(set(ids)) < len(ids),
        "older than its entries": bool(entries) and max(updated[1:]) != updated[0],
    }
    return faults + [fault for fault, is_there in wrong.items() if is_there]


def test_a_revision_says_how_much_changed_and_what():
    last, before, _ = (each["content_text"] for each in items(revised()))
    assert before == "Revised: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 1 of 3"
    assert last.startswith("New: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 3")
    assert last.endswith(
        "Removed: 1 ruling\n• Mire Lantern · Lanterns over Mire · ruling 2, removed"
    )


def test_a_revision_of_many_rulings_lists_the_first():
    many = [f"Ruling {number} of very many." for number in range(feeds.SHOWN + 1)]
    library = grown(
        ("2031-01-20", [notes(entry("Mire Lantern", ONE))]),
        ("2031-03-04", [notes(entry("Mire Lantern", ONE, *many))]),
    )
    lines = items(library)[0]["content_text"].split("\n")
    assert (lines[0], lines[-1], len(lines)) == (f"New: {len(many)} rulings", "…", feeds.SHOWN + 2)


def test_a_feed_has_the_newest_entries_only():
    codes = [f"x{number}" for number in range(feeds.LIMIT + 5)]
    documents = [
        notes(entry("Mire Lantern", ONE), set_code=code, last_modified=f"2031-01-{1 + at % 28:02}")
        for at, code in enumerate(codes)
    ]
    found = days(joined(*documents))
    assert len(found) == feeds.LIMIT
    assert found[0] == ("set", "2031-01-28")


def test_a_set_in_another_language_says_so():
    (item,) = items(joined(notes(entry("Mire Lantern", ONE))), "es")
    assert item["content_text"].endswith("Solo en inglés.")


def test_a_document_without_a_day_has_that_of_its_set():
    facts = SetFacts(code="und", names={"en": "Undated"}, released="2031-05-06")
    library = joined(
        notes(entry("Mire Lantern", ONE), set_code="und", last_modified=None),
        facts=catalogue(sets=[facts]),
    )
    assert days(library) == [("set", "2031-05-06")]


def test_feeds_are_valid_and_absolute(languages):
    files = made(joined(notes(entry(HOSTILE, ONE))))
    assert set(files) >= {
        f"{lang}/{name}"
        for lang in offered_languages(languages)
        for name in (feeds.ATOM, feeds.JSON_FEED)
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


def test_both_feeds_have_the_same_entries():
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


def test_the_rules_of_atom_refuse_what_is_wrong():
    right = made(revised())["en/feed.xml"]
    for old, new, fault in (
        ("<published>2031-02-03T00:00:00Z", "<published>2031-02-03", "no date of RFC 3339"),
        ("<published>2031-02-03", "<published>2031-02-31", "no date of RFC 3339"),
        (f"<id>{TAG}en/sets/lom</id>", f"<id>{TAG}en/sets/lom/2031-02-03</id>", "an id twice"),
        (f"<id>{TAG}en/sets/lom</id>", "<id>https://x.example/</id>", "no tag URI"),
        ('rel="self"', 'rel="other"', "no self link"),
        ("<author>", "<author><name/></author><author>", "no author"),
        ("<updated>2031-02-03T00:00:00Z</updated>", "", "not one updated"),
    ):
        assert old in right
        assert any(each.startswith(fault) for each in atom_faults(right.replace(old, new))), fault


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
