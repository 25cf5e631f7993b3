"""Short addresses: every ruling has one, it shows the ruling, and it never stops working."""

import posixpath
import re
from html import unescape

import pytest

from rulebinder.joining import gone
from rulebinder.library import Library
from rulebinder.notes import Introduction
from rulebinder.outputs import short_pages as sharing
from rulebinder.pages import citation
from rulebinder.pages.markup import cut, preview
from rulebinder.pages.words import Words
from rulebinder.text import parse
from site_tests.builders import (
    catalogue,
    entry,
    joined,
    library_of,
    mechanic,
    notes,
    ruling,
    section,
)
from site_tests.outputs import shorts, site_of
from site_tests.rendering.approval import assert_approved

HOSTILE = "<script>boo()</script> & \"quotes\" 'both' {{ 7-7 }}"
LONG = "A lantern that was lit keeps burning. " * 200
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."


def short(library: Library) -> dict[str, str]:
    return shorts(site_of(library))


def tags(page: str) -> dict[str, str]:
    """Return the ``og:`` and ``twitter:`` tags of a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def edited(*after: str) -> Library:
    """Return a library whose only card had two rulings, and now has ``after``."""
    before = joined(notes(entry("Mire Lantern", ONE, TWO), last_modified="2031-01-20"))
    return joined(
        notes(entry("Mire Lantern", *after), last_modified="2031-03-04"), ledgers=before.ledgers
    )


def test_a_short_page_has_the_words_of_a_ruling_twice_and_once_more_for_its_picture():
    words = "A wholly invented lantern burns here."
    made = joined(notes(entry("Mire Lantern", words)))
    for quoting in (True, False):
        made_site = site_of(made, address="https://x.example/", quoting=quoting)
        for page in shorts(made_site).values():
            assert page.count(words) == 2 + quoting
            assert len(page) - page.count(words) * len(words) < 2700


def test_text_of_a_document_is_escaped():
    library = joined(notes(entry(HOSTILE, ruling(HOSTILE, HOSTILE))))
    for page in short(library).values():
        assert "<script>boo" not in page
        assert tags(page)["og:description"].startswith(HOSTILE)
        assert HOSTILE in tags(page)["og:title"]


@pytest.mark.parametrize("text", [LONG, "霧" * 3000, "& < > " * 900, "x" * 5000])
def test_a_short_page_is_small_and_links_on(text):
    for page in short(joined(notes(entry("Mire Lantern", ruling("One.", text, "Two."))))).values():
        assert len(page.encode("utf-8")) < 4096
        assert len(tags(page)["og:description"]) <= 300
        assert "…</li>" in page


def test_a_text_is_cut_at_a_word():
    assert cut("one two three", 13) == "one two three"
    assert cut("one two three", 12) == "one two…"
    assert cut("one two three", 8) == "one two…"
    assert cut("one two three", 7) == "one…"
    assert cut("onetwothree", 7) == "onetwo…"


def test_symbols_are_written_as_words(languages):
    texts = [parse("Pay {1}{U}, *{T}*: draw."), parse("See  [this](https://x.example/).")]
    assert (
        preview(Words(languages["en"]), texts) == "Pay one generic, one blue, tap: draw. See this."
    )


def test_short_pages_without_an_address_are_as_approved():
    """Of rulings that stay, are new, have another language, moved, or are gone with their card or
    document.
    """
    lantern = notes(entry("Mire Lantern", ONE))
    twice = joined(notes(entry("Mire Lantern", ONE, TWO), entry("Deep Fen", LONG)))
    moved = notes(entry("Mire Lantern", ONE), entry("Deep Fen", LONG, TWO))
    fen = joined(notes(entry("Mire Lantern", ONE), entry("Deep Fen", TWO)))
    spanish = notes(entry("Mire Lantern", "Luce.", "Brilla."), lang="es")
    names = [{"en": "Mire Lantern", "es": "Farol del fango"}, {"en": "Wisp", "es": "Fuego fatuo"}]
    wisp = notes(entry("Fuego fatuo", "Brilla."), lang="es")
    new = edited(ONE, "Wholly different: goats may be sacrificed here.")
    shown = [
        ("new", new, ["r/lom/mire-lantern/3/"]),
        ("removed", edited(ONE), [f"{lang}r/lom/mire-lantern/2/" for lang in ("", "en/", "fr/")]),
        ("moved", joined(moved, ledgers=twice.ledgers), ["en/r/lom/mire-lantern/2/"]),
        (
            "without-card",
            joined(notes(entry("Deep Fen", TWO)), ledgers=fen.ledgers),
            ["es/r/lom/mire-lantern/1/"],
        ),
        (
            "without-document",
            joined(lantern, ledgers=joined(lantern, spanish).ledgers),
            ["en/r/lom/mire-lantern/2/"],
        ),
        (
            "translated",
            joined(lantern, wisp, names=names),
            ["r/lom/wisp/1/", *(f"{lang}r/lom/mire-lantern/1/" for lang in ("", "en/", "es/"))],
        ),
    ]
    for name, library, paths in shown:
        pages = short(library)
        assert_approved(f"short/{name}", {path: pages[f"{path}index.html"] for path in paths})


def test_the_page_of_a_note_leads_to_the_only_mechanic_of_its_section():
    sections = [
        section("New Mechanic: Sinking", Introduction(parse("It is deep.")), "It sinks."),
        section("New Mechanics: Glimmer and Flicker", "They glow."),
        section("Card Legality", "It is legal.", kind="legality"),
    ]
    facts = catalogue(*map(mechanic, ("glimmer", "flicker")))
    library = library_of(notes(sections=sections), facts=facts)
    keys = [each.id for each in next(library.documents()).sections]
    found = short(library)
    led = [
        re.findall(r'<a href="(?:\.\./)+(en/[^"]+)">Read', found[f"r/{key}/1/index.html"])
        for key in keys
    ]
    assert led == [
        ["en/mechanics/sinking/#lom-sinking-1"],
        [f"en/sets/lom/#{keys[1].replace('/notes/', '-')}-1"],
        [f"en/sets/lom/#{keys[2].replace('/notes/', '-')}-1"],
    ]
    assert (
        '<link rel="canonical" href="../../../../../en/mechanics/sinking/">'
        in (found["r/lom/notes/sinking/2/index.html"])
    )


@pytest.mark.parametrize(
    ("short_pages", "langs"),
    [
        ("all", {"lom": {"en", "es"}, "old": {"en"}}),
        ("translated", {"lom": {"en", "es"}, "old": set()}),
        ("one", {}),
    ],
)
def test_the_owner_chooses_the_languages_of_short_pages(short_pages, langs):
    documents = (
        notes(entry("Mire Lantern", ONE)),
        notes(entry("Mire Lantern", "Luce."), lang="es"),
        notes(entry("Mire Lantern", TWO), set_code="old"),
    )
    made = site_of(joined(*documents), short_pages=short_pages)
    found = {path.removesuffix("index.html") for path, _ in sharing.make_files(made)}
    assert found == {f"r/{code}/mire-lantern/1/" for code in ("lom", "old")} | {
        f"{lang}/r/{code}/mire-lantern/1/" for code, its in langs.items() for lang in its
    }
    for edition in made.editions.values():
        for versions in gone.find_versions(made.library).values():
            for version in versions.values():
                assert citation.short_address(edition, version.holder, version.note) in found
                link = citation.short_link(
                    edition.on_page("cards/mire-lantern/"), version.holder, version.note
                )
                path = posixpath.join(edition.lang, "cards/mire-lantern", link)
                assert f"{posixpath.normpath(path)}/{version.note.number}/" in found


@pytest.mark.parametrize("short_pages", ["all", "translated", "one"])
def test_the_page_of_a_removed_ruling_leads_to_pages_that_exist(short_pages):
    pages = shorts(site_of(edited(f"{ONE} {TWO}"), short_pages=short_pages))
    successor = re.compile(r'In its place: <a href="\.\./\d/">Ruling \d</a>')
    assert any(successor.search(page) for page in pages.values())
    for path, page in pages.items():
        for link in re.findall(
            r'(?:href|data-to)="((?:\.\./)+(?:(?:\w\w|{lang})/)?(?:r/[\w/-]+|\d)/)"', page
        ):
            target = posixpath.normpath(posixpath.join(path, "..", link))
            for lang in ("en", "es", "fr") if "{lang}" in link else ("",):
                assert f"{target.replace('{lang}', lang)}/index.html" in pages, (path, link)
