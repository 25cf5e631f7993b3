"""The built site as files: its root, its assets, and that it does not depend on the day of its
build.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from PIL import Image

from rulebinder.pages import addresses
from rulebinder.pictures.model import HEIGHT, WIDTH
from site_tests import sites
from site_tests.builders import catalogue, entry, library_of, notes
from site_tests.conftest import ROOT
from site_tests.outputs import page_links
from site_tests.robustness.documents import files
from site_tests.sites import read_page

LANGS = ("en", "es", "fr")
CLOCKS = {"now", "today", "utcnow", "time", "localtime", "gmtime", "time_ns"}
FETCHING = ROOT / "generator/rulebinder/reading/fetching.py"
"""The module that asks how old a download is, which no site shows."""


def test_the_root_has_a_front_page_a_404_page_and_one_sitemap(built):
    assert {"index.html", "404.html", "sitemap.xml"} <= {path.name for path in built.iterdir()}
    sitemap = (built / "sitemap.xml").read_text("utf-8")
    assert "https://example.org/sub/fr/sets/lom/" in sitemap
    # Neither short pages nor redirects nor the page of what is kept are listed.
    assert not re.search("/r/|farol-del-fango|/offline/", sitemap)
    assert 'href="/sub/es/sets/"' in (built / "404.html").read_text("utf-8")
    assert not list((built / "en").glob("sitemap*")) + list((built / "en").glob("404.html"))


def test_links_that_no_build_checks_lead_to_files(built):
    """Those of the page for dead addresses, and the ruling that the guide to linking cites."""
    dead = (built / "404.html").read_text("utf-8")
    links = re.findall(r'<a [^>]*href="(?!https?:)([^"]+)"', dead)
    assert len(links) > len(LANGS)
    for link in links:
        path = built / link.removeprefix("/sub/") / "index.html"
        assert f'id="{link[1:]}"' in dead if link.startswith("#") else path.is_file(), link
    for lang in LANGS:
        guide = read_page(built, f"{lang}/linking")
        cited = re.search(r"<code>.* 1\s?: https://example.org/sub/(\S+/)\s*</code>", guide)
        assert cited
        assert (built / cited[1] / "index.html").is_file()


def test_the_pictures_of_a_site_have_the_size_that_pages_name(built):
    pictures = sorted((built / "previews").rglob("*.png"))
    assert pictures
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.size == (WIDTH, HEIGHT), path


def test_mechanics_have_feeds_and_cards_have_none(built):
    for page, has_feed in (("mechanics/glimmer", True), ("cards/mire-lantern", False)):
        assert ('type="application/atom+xml"' in read_page(built, f"en/{page}")) == has_feed
        assert (built / "en" / page / "feed.xml").exists() == has_feed


def test_the_languages_share_their_assets_and_every_asset_is_used(built):
    assert not [
        path
        for lang in ("en", "es", "fr")
        for path in files(built / lang)
        if path.endswith((".css", ".js", ".map"))
    ]
    loading = [*built.rglob("*.html"), *built.glob("*/manifest.webmanifest")]
    loaded = {
        path
        for page in loading
        for path in re.findall(r"assets/([\w./-]+)", page.read_text("utf-8"))
    }
    there = set(files(built / "assets"))
    # A style sheet loads the first one; nobody announces anything; no document has a revision yet.
    assert there == loaded | {"symbols.svg", "announcement.css", "revisions.css"}


def test_nothing_is_loaded_from_another_host(built):
    led_to = (
        "https://example.org/sub/",
        addresses.rule_history(""),
        "https://scryfall.com/",
    )  # a link loads nothing until somebody follows it
    for page, found in page_links(built).items():
        assert not [link for link in found.links if "//" in link and not link.startswith(led_to)], (
            page
        )


def test_the_same_library_makes_the_same_bytes_on_another_day(
    built,
    library,
    languages,
    tmp_path,
    monkeypatch,
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "2524608000")
    sites.build(library, languages, tmp_path / "again", site_url="https://example.org/sub/")
    assert files(tmp_path / "again") == files(built)


def test_progress_reaches_its_end_and_without_an_address_pages_describe_nothing(
    library, languages, tmp_path
):
    steps: list[tuple[str, int, int]] = []
    sites.build(library, languages, tmp_path, progress=lambda *step: steps.append(step))
    built = {path: content for path, content in files(tmp_path).items() if path.endswith(".html")}
    pages = [(done, total) for stage, done, total in steps if stage == "pages"]
    count = sum(b'id="rb-content"' in content for content in built.values())
    assert pages == sorted(pages, key=lambda step: step[0])
    assert pages[-1] == (count, count)
    needing = (b"application/ld+json", b'rel="search"', b"opensearch")
    assert not [path for path, page in built.items() if any(each in page for each in needing)]
    assert not list(tmp_path.glob("*/feed.*"))


def test_a_language_without_words_has_no_pages_and_without_dated_documents_no_day_is_shown(
    languages, tmp_path
):
    undated = library_of(notes(entry("Mire Lantern", "It glows.")), facts=catalogue(lom=False))
    spoken = {"en": languages["en"], "es": replace(languages["es"], interface={})}
    sites.build(undated, spoken, tmp_path / "site")
    assert not (tmp_path / "site" / "es").exists()
    assert "es/" not in read_page(tmp_path, "site")
    assert "Newest document" not in read_page(tmp_path, "site/en")


def test_no_module_reads_the_current_day():
    for path in sorted({*(ROOT / "generator").rglob("*.py")} - {FETCHING}):
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call)
        ]
        asked = [
            func.attr for func in calls if isinstance(func, ast.Attribute) and func.attr in CLOCKS
        ]
        assert not asked, f"{path.name} calls {asked}"
