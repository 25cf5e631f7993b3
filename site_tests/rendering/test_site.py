"""The built site as files: its root, its assets, and that it does not depend on the day of its
build.
"""

import ast
import re
from dataclasses import replace

from site_tests import sites
from site_tests.builders import catalogue, entry, library_of, notes
from site_tests.conftest import ROOT
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


def test_a_site_in_one_language_without_an_address_and_without_dated_documents(languages, tmp_path):
    """A language without words has no pages. Without an address, pages describe nothing, and
    without dated documents no day is shown. Progress reaches its end.
    """
    undated = library_of(notes(entry("Mire Lantern", "It glows.")), facts=catalogue(lom=False))
    spoken = {"en": languages["en"], "es": replace(languages["es"], interface={})}
    steps: list[tuple[str, int, int]] = []
    site = tmp_path / "site"
    sites.build(undated, spoken, site, progress=lambda *step: steps.append(step))
    pages = {path: content for path, content in files(site).items() if path.endswith(".html")}
    done, total = steps[-1][1:]
    assert done == total == sum(b'id="rb-content"' in content for content in pages.values())
    needing = (b"application/ld+json", b'rel="search"', b"opensearch")
    assert not [path for path, page in pages.items() if any(each in page for each in needing)]
    assert not list(site.glob("*/feed.*"))
    assert not (site / "es").exists()
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
