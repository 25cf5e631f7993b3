"""The page of a revision: what it changed, added and removed, word by word, in each language of the
site.
"""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from rulebinder.joining import persistence
from rulebinder.ledger.history import EarlierWords, History, load_all, save
from rulebinder.ledger.numbers import LedgerNews
from rulebinder.library import Library
from rulebinder.notes import CardEntry, ReleaseNotes, Section
from rulebinder.outputs import feeds
from rulebinder.pages.edition import Edition
from site_tests import outputs, sites
from site_tests.builders import catalogue, entry, introduction, notes, ruling, section
from site_tests.outputs import edition_in, page_at, shorts, site_of

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
        library, problems = persistence.keep(
            documents, known, persistence.Folders(content=folder, notes=folder / "notes")
        )
        assert problems == []
    return library


def shown(of: Edition, url: str = PAGE) -> LexborHTMLParser:
    """Return a page.

    Its headings are Markdown, in which every mark is an entity, so they are HTML as well.
    """
    return LexborHTMLParser(outputs.html(*page_at(of, url), of.words))


def found(page: LexborHTMLParser, anchor: str) -> LexborNode:
    node = page.css_first(f"#{anchor}")
    assert node is not None, page.html
    return node


def attribute(node: LexborNode, selector: str, name: str) -> str | None:
    first, *_ = node.css(selector)
    return first.attributes[name]


def text(node: LexborNode) -> str:
    return " ".join(node.text().split())


def revised(folder: Path) -> Library:
    """Return a library of which a document was revised. Its history is in ``folder``."""
    first = edition_of(FIRST, entry("Apple Warden", RIPE, ROOTS), entry("Bell", ROOTS))
    second = edition_of(SECOND, entry("Apple Warden", GRAFT, LATER))
    return history(folder, [first], [second])


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return revised(tmp_path_factory.mktemp("kept"))


def test_a_changed_ruling_is_compared_word_by_word(library):
    changed = found(shown(edition_in(library)), "en-card-apple-warden-1")
    assert [text(each) for each in changed.css("del")] == ["[removed your]"]
    assert [text(each) for each in changed.css("ins")] == ["[added each]"]
    assert text(changed).startswith(
        "Apple Warden Ruling 1 Its apples ripen during [removed your] [added each] upkeep, and"
        " you pay"
    )
    assert changed.css_first("i.n2") is not None
    assert attribute(changed, "a", "href") == "../../../../cards/apple-warden/#lom-1"


def test_added_and_removed_rulings_are_shown_whole_and_lead_to_their_pages(
    library,
):
    page = shown(edition_in(library))
    added, removed = found(page, "en-card-apple-warden-3"), found(page, "en-card-apple-warden-2")
    assert text(added) == f"Apple Warden Ruling 3 {GRAFT}"
    assert text(removed) == f"Apple Warden Ruling 2 {ROOTS}"
    assert attribute(removed, "a", "href") == "../../../../r/lom/apple-warden/2/"
    assert text(found(page, "en-card-bell-1")) == f"bell Ruling 1 {ROOTS}"
    assert [each.css("ins, del") for each in (added, removed)] == [[], []]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("es", ("revisión del 1 de marzo de 2031", "[quitadas your]")),
        ("fr", ("révision du 1 mars 2031", "[supprimés your]")),
    ],
)
def test_the_page_is_in_the_language_of_the_site(library, lang, words):
    page = shown(edition_in(library, lang))
    assert page.body is not None
    assert all(each in text(page.body) for each in words)
    changed = found(page, "en-card-apple-warden-1")
    assert attribute(changed, "div", "lang") == "en"
    assert changed.css_first(".tag") is not None


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
    removed = found(shown(edition_in(library)), "en-card-bell-2")
    links = {each.text(): each.attributes["href"] for each in removed.css(".quiet a")}
    assert links == {"Ruling 1": "../../../../cards/bell/#lom-1"}


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
    of = edition_in(history(tmp_path, *builds))
    assert list(of.library.revisions["lom"]) == [THIRD]
    changed = shown(of, f"sets/lom/revisions/{THIRD}/").css("ul.altered > li")
    assert [each.id for each in changed] == [
        "en-card-bell-1",
        "en-section-bells-2",
        "es-card-bell-1",
    ]
    assert text(changed[1]).startswith(
        "Bells Paragraph 2 Bells ring [removed once.] [added twice.]"
    )
    (fold,) = found(shown(of, "sets/lom/"), "lom-bells-2").css(".ruling-foot > details")
    assert text(fold) == "1 earlier wording Until May 2, 2031 Bells ring once."


def test_several_changes_under_one_day_are_one(tmp_path):
    """A newer edition may have the old day. Its changes are a revision of that day."""
    editions = [
        edition_of(FIRST, entry("Bell", each))
        for each in (RIPE, LATER, LATER.replace("{2}", "{3}"))
    ]
    of = edition_in(history(tmp_path, *([each] for each in editions)))
    changed = found(shown(of, f"sets/lom/revisions/{FIRST}/"), "en-card-bell-1")
    assert [text(each) for each in changed.css("del")] == ["[removed your]", "[removed {2}]"]
    assert [each.attributes["class"] for each in changed.css("del i, ins i")] == ["n2", "n3"]


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
    again = notes(entry("Bell", RIPE), set_code="nod", last_modified=None)
    undated = edition_in(history(tmp_path / "undated", [first], [again]))
    assert (
        "Nod (en): revision without a date".casefold()
        in str(shown(undated, "sets/nod/revisions/1970-01-01/").html).casefold()
    )


def test_a_history_with_unknown_languages_and_numbers_is_shown_as_far_as_it_goes(
    tmp_path,
):
    documents = [edition_of(SECOND, entry("Bell", RIPE))]
    history(tmp_path, documents)
    old = [
        EarlierWords(lang=lang, words=("<i>",), since=FIRST, until=SECOND)
        for lang in ("qqq", "tlh")
    ]
    kept = History(earlier={each: tuple(old) for each in ("bell/1", "bell/7", "notes/none/1")})
    save(kept, tmp_path / "notes" / "history", "lom")
    of = edition_in(history(tmp_path, documents))
    assert [each.id for each in shown(of).css("ul.altered > li")] == [
        "qqq-card-bell-1",
        "tlh-card-bell-1",
    ]
    assert load_all(tmp_path / "notes" / "history")[0]["lom"].earlier == kept.earlier


def test_words_that_were_not_kept_are_told(tmp_path):
    library = history(tmp_path, [edition_of(FIRST, entry("Bell", RIPE, ROOTS))])
    shutil.rmtree(tmp_path / "notes")
    library = history(tmp_path, [edition_of(SECOND, entry("Bell", LATER))])
    page = shown(edition_in(library))
    assert "The words before this revision were not kept." in text(found(page, "en-card-bell-1"))
    assert "Its apples ripen during each upkeep" in text(found(page, "en-card-bell-1"))
    assert "The words before this revision were not kept." in text(found(page, "any-card-bell-2"))


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
    page = shown(edition_in(history(tmp_path, [first], [second])))
    assert page.css("script, b:not(.altered-head > b), a[href^=javascript]") == []
    assert "<script>alert(1)</script>" in text(found(page, "en-card-bell-1"))
    whole = found(page, "en-card-bell-2")
    assert [len(each.text().split()) > 700 for each in whole.css("del, ins")] == [True, True]


def test_a_ruling_has_its_earlier_words_in_a_fold_each_with_its_revision(tmp_path):
    builds = [
        [edition_of(day, entry("Bell", said))]
        for day, said in ((FIRST, RIPE), (SECOND, LATER), (THIRD, GRAFT + LATER))
    ]
    library = history(tmp_path, *builds)
    (fold,) = found(shown(edition_in(library), "cards/bell/"), "lom-1").css(
        ".ruling-foot > details"
    )
    assert text(fold) == f"2 earlier wordings Until May 2, 2031 {LATER} Until March 1, 2031 {RIPE}"
    assert [each.attributes["href"] for each in fold.css("a")] == [
        f"../../sets/lom/revisions/{day}/#en-card-bell-1" for day in (THIRD, SECOND)
    ]
    (spanish,) = found(shown(edition_in(library, "es"), "cards/bell/"), "lom-1").css(
        ".ruling-foot > details"
    )
    assert text(spanish).startswith("2 textos anteriores Hasta el 2 de mayo de 2031")
    assert [each.attributes["lang"] for each in spanish.css("div")] == ["en", "en"]


def test_the_page_of_a_set_leads_to_its_revisions(library):
    page = shown(edition_in(library), "sets/lom/")
    assert {
        each.text(): each.attributes["href"] for each in page.css("ul.index a[href^=revisions]")
    } == {"March 1, 2031": f"revisions/{SECOND}/"}
    assert page.css('.ways a[href="#revisions"]') != []


def test_the_short_page_of_a_removed_ruling_has_its_last_words_and_its_revision(
    library,
):
    site = site_of(library)
    files = shorts(site)
    page = LexborHTMLParser(str(files["r/lom/apple-warden/2/index.html"]))
    assert page.body is not None
    assert (
        f"removed on March 1, 2031: the release notes no longer have it. Last wording: {ROOTS}"
        in text(page.body)
    )
    assert f"en/sets/lom/revisions/{SECOND}/#en-card-apple-warden-2" in str(page.html)
    assert "Last wording" not in files["r/lom/apple-warden/1/index.html"]


def test_an_entry_of_a_feed_leads_to_its_revision_and_keeps_its_id(library):
    changed = LedgerNews(day=SECOND, lang="en", edited=("apple-warden/1",))
    ledger = replace(library.ledgers["lom"], published={"en": FIRST}, news=(changed,))
    library = replace(library, ledgers={**library.ledgers, "lom": ledger})
    site = site_of(library, address="https://example.org/")
    items = json.loads(str(dict(feeds.files(site))["en/feed.json"]))["items"]
    assert [(each["id"], each["url"]) for each in items] == [
        (f"tag:localhost,1970:en/sets/lom/{SECOND}", f"https://example.org/en/{PAGE}"),
        ("tag:localhost,1970:en/sets/lom", "https://example.org/en/sets/lom/"),
    ]
