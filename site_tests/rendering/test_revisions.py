"""The page of a revision: what it changed, added and removed, word by word, in each language of the
site.
"""

import functools
import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.joining import persistence
from rulebinder.ledger.history import EarlierWords, History, load_all, save
from rulebinder.ledger.numbers import LedgerNews
from rulebinder.library import Library
from rulebinder.notes import CardEntry, ReleaseNotes, Section
from rulebinder.outputs import feeds
from site_tests import sites
from site_tests.builders import catalogue, entry, introduction, notes, ruling, section
from site_tests.outputs import html_at, shorts, site_of
from site_tests.rendering.approval import assert_approved

RIPE = "Its apples ripen during your upkeep, and you pay {2} for each of them."
LATER = RIPE.replace("your upkeep", "each upkeep")
ROOTS = "Roots that were tapped for mana stay tapped while the tree is turned face down."
GRAFT = "Grafting is a special action that doesn't use the stack."
FIRST, SECOND, THIRD = "2031-01-20", "2031-03-01", "2031-05-02"
PAGE = f"sets/lom/revisions/{SECOND}/"


def edition_of(
    day: str, *cards: CardEntry, lang: str = "en", sections: Sequence[Section] = ()
) -> ReleaseNotes:
    return notes(*cards, lang=lang, sections=list(sections), last_modified=day)


def history(folder: Path, *builds: Sequence[ReleaseNotes]) -> Library:
    """Return the library of the last of these builds, after all of them."""
    known = replace(sites.content(), catalogue=catalogue())
    for documents in builds:
        library, problems = persistence.join_and_save(
            documents, known, persistence.Folders(content=folder, notes=folder / "notes")
        )
        assert problems == []
    return library


def revised(folder: Path) -> Library:
    """Return a library of which a document was revised. Its history is in ``folder``."""
    first = edition_of(FIRST, entry("Apple Warden", RIPE, ROOTS), entry("Bell", ROOTS))
    second = edition_of(SECOND, entry("Apple Warden", GRAFT, LATER))
    return history(folder, [first], [second])


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return revised(tmp_path_factory.mktemp("kept"))


def test_pages_of_revised_rulings_are_as_approved(library):
    """The page of the revision compares word by word; the set's page and short pages lead to it."""
    pages = {
        f"{lang}/{url}": html_at(library, url, lang)
        for lang, url in (("en", PAGE), ("es", PAGE), ("fr", PAGE), ("en", "sets/lom/"))
    }
    short = shorts(site_of(library))
    pages |= {path: short[path] for path in map("r/lom/apple-warden/{}/index.html".format, (1, 2))}
    assert_approved("revisions", pages)


def test_notes_that_never_changed_have_no_revision(tmp_path):
    first = edition_of(FIRST, entry("Bell", RIPE))
    spanish = edition_of(SECOND, entry("Bell", "Paga {2} por cada una."), lang="es")
    library = history(tmp_path, [first], [first], [first, spanish])
    assert library.revisions == {}


def test_what_a_removed_ruling_became_is_linked(tmp_path):
    first, second = (
        edition_of(FIRST, entry("Bell", RIPE, ROOTS)),
        edition_of(SECOND, entry("Bell", f"{RIPE} {ROOTS}")),
    )
    library = history(tmp_path, [first], [second])
    assert_approved("revisions-joining", {"revision": html_at(library, PAGE)})


def test_each_language_has_its_own_days_and_the_page_has_all_of_one_day(tmp_path):
    english = functools.partial(
        edition_of,
        sections=[section("Bells", introduction("Bells ring once."), ROOTS, kind="other")],
    )
    spanish = "Sus manzanas maduran en tu mantenimiento: paga {2} por cada una."
    builds = [
        [
            english(FIRST, entry("Bell", RIPE)),
            edition_of(SECOND, entry("Bell", spanish), lang="es"),
        ],
        [
            english(FIRST, entry("Bell", RIPE)),
            edition_of(THIRD, entry("Bell", spanish.replace("tu", "cada")), lang="es"),
        ],
        [
            edition_of(
                THIRD,
                entry("Bell", LATER),
                sections=[section("Bells", introduction("Bells ring twice."), ROOTS, kind="other")],
            ),
            edition_of(THIRD, entry("Bell", spanish.replace("tu", "cada")), lang="es"),
        ],
    ]
    library = history(tmp_path, *builds)
    assert list(library.revisions["lom"]) == [THIRD]
    pages = {url: html_at(library, url) for url in (f"sets/lom/revisions/{THIRD}/", "sets/lom/")}
    assert_approved("revisions-of-languages", pages)


def test_a_day_that_a_document_got_later_adds_nothing(tmp_path):
    """A document without a day, of a set without a day, has the day 1970-01-01 in the ledger."""
    known = [entry("Bell", RIPE, ROOTS), entry("Bell", RIPE, f"{ROOTS} It is one.")]
    first, second = (
        notes(card, set_code="nod", last_modified=day)
        for card, day in zip(known, (None, SECOND), strict=True)
    )
    (revision,) = history(tmp_path, [first], [second]).revisions["nod"].values()
    assert [(revision.day, each.id, each.kind) for each in revision.changes] == [
        (SECOND, "nod/bell/2", "changed")
    ]


def test_odd_histories_are_as_approved(tmp_path):
    """A newer edition may have the old day: its changes are a revision of that day. An edition may
    have none. Unknown languages and numbers are shown as far as it goes.
    """
    same_day = [
        [edition_of(FIRST, entry("Bell", ruling))]
        for ruling in (RIPE, LATER, LATER.replace("{2}", "{3}"))
    ]
    undated = [
        [notes(entry("Bell", *rulings), set_code="nod", last_modified=None)]
        for rulings in ((RIPE, ROOTS), (RIPE,))
    ]
    documents = [edition_of(SECOND, entry("Bell", RIPE))]
    history(tmp_path, documents)
    old = [
        EarlierWords(lang=lang, words=("<i>",), since=FIRST, until=SECOND)
        for lang in ("qqq", "tlh")
    ]
    kept = History(
        earlier={name: tuple(old) for name in ("lom/bell/1", "lom/bell/7", "lom/notes/none/1")}
    )
    save(kept, tmp_path / "notes" / "history", "lom")
    unknown = history(tmp_path, documents)
    assert load_all(tmp_path / "notes" / "history")[0]["lom"].earlier == kept.earlier
    assert_approved(
        "revisions-odd",
        {
            "same-day": html_at(
                history(tmp_path / "same", *same_day), f"sets/lom/revisions/{FIRST}/"
            ),
            "undated": html_at(
                history(tmp_path / "undated", *undated), "sets/nod/revisions/1970-01-01/"
            ),
            "unknown": html_at(unknown, PAGE),
        },
    )


def test_words_that_were_not_kept_are_told(tmp_path):
    library = history(tmp_path, [edition_of(FIRST, entry("Bell", RIPE, ROOTS))])
    shutil.rmtree(tmp_path / "notes")
    library = history(tmp_path, [edition_of(SECOND, entry("Bell", LATER))])
    assert_approved("revisions-without-words", {"revision": html_at(library, PAGE)})


def test_hostile_and_endless_words_are_escaped_and_shown(tmp_path):
    hostile = "<script>alert(1)</script> {2}{<b>} [x](javascript:y) “quoted” & so on"
    long = " ".join(f"word{at}" for at in range(700))
    first = edition_of(FIRST, entry("Bell", hostile, ruling(long, "an item")))
    second = edition_of(
        SECOND,
        entry(
            "Bell",
            hostile.replace("so on", "off"),
            ruling(long.replace("word7 ", "other "), "an item"),
        ),
    )
    html = html_at(history(tmp_path, [first], [second]), PAGE)
    assert not re.search(r"<script|<b>\]|href=.javascript", html)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert html.count("word699") == 2


def test_a_ruling_has_its_earlier_words_in_a_fold_each_with_its_revision(tmp_path):
    builds = [
        [edition_of(day, entry("Bell", said))]
        for day, said in ((FIRST, RIPE), (SECOND, LATER), (THIRD, GRAFT + LATER))
    ]
    library = history(tmp_path, *builds)
    pages = {lang: html_at(library, "cards/bell/", lang) for lang in ("en", "es")}
    assert_approved("earlier-words", pages)


def test_an_entry_of_a_feed_leads_to_its_revision_and_keeps_its_id(library):
    changed = LedgerNews(day=SECOND, lang="en", changes={"apple-warden/1": "edited"})
    ledger = replace(library.ledgers["lom"], published={"en": FIRST}, news=(changed,))
    library = replace(library, ledgers={**library.ledgers, "lom": ledger})
    site = site_of(library, address="https://example.org/")
    items = json.loads(str(dict(feeds.make_files(site))["en/feed.json"]))["items"]
    assert [(each["id"], each["url"]) for each in items] == [
        (f"tag:localhost,1970:en/sets/lom/{SECOND}", f"https://example.org/en/{PAGE}"),
        ("tag:localhost,1970:en/sets/lom", "https://example.org/en/sets/lom/"),
    ]
