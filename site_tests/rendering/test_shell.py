"""The frame of every page: the path to it, its other languages, its documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_tests.sites import in_each_language, read_page

ROOT = "https://example.org/sub/"
LANGS = ("en", "es", "fr")


def full_pages(built: Path, lang: str) -> dict[str, str]:
    """Return the pages of a language in the theme's frame, by their address under it."""
    paths = {
        path.parent.relative_to(built / lang).as_posix() + "/": path
        for path in (built / lang).rglob("index.html")
    }
    texts = {"" if page == "./" else page: path.read_text("utf-8") for page, path in paths.items()}
    return {page: content for page, content in texts.items() if 'class="md-header"' in content}


@in_each_language
def test_no_page_loads_a_script_or_style_sheet_of_the_theme(built, lang):
    for page, content in full_pages(built, lang).items():
        assert re.findall(r'<script src="[^"]*/assets/([^"?/]+)', content) == [
            f"citing-{lang}.js",
            "rulebinder.js",
        ], page
        assert len(re.findall(r"<script src=", content)) == 2, page
        assert not re.findall(
            r'<link [^>]*href="[^"]*assets/(?:stylesheets|javascripts)/', content
        ), page
        assert "__config" not in content
        assert "__md_" not in content


def test_every_page_has_a_policy_that_forbids_what_it_does_not_name(built):
    for path in built.rglob("*.html"):
        policy = re.search(r'"Content-Security-Policy" content="([^"]*)"', path.read_text("utf-8"))
        assert policy, path
        assert policy[1].startswith("default-src 'none'; "), path
        assert "'unsafe" not in policy[1], path


@pytest.mark.parametrize(
    ("page", "links", "here"),
    [
        ("es/cards/mire-lantern", ["../../", "../../cards/"], "Farol del fango"),
        ("en/rules/702-345b", ["../../", "../../mechanics/", "../../rules/"], "Rule 702.345b"),
        (
            "es/sets/lom/document",
            ["../../../", "../../../sets/", "../"],
            "El documento completo",
        ),
    ],
)
def test_a_page_has_a_path(built, page, links, here):
    label = "Estás aquí" if page.startswith("es") else "You are here"
    _, _, path = read_page(built, page).partition(f'<nav class="rb-path" aria-label="{label}">')
    path = path.partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', path) == links
    assert f'<li aria-current="page">{here}</li>' in path


def test_lists_and_hand_written_pages_have_no_path(built):
    assert not [
        page
        for page in ("en", "en/cards", "en/rules", "en/about")
        if "rb-path" in read_page(built, page)
    ]


def test_a_page_with_parts_has_a_table_of_contents(built):
    contents = re.search(
        r'<nav class="rb-toc".*?</nav>', read_page(built, "en/sets/lom/document"), re.S
    )
    assert contents
    assert re.findall(r'href="#(section-[\w-]+)"', contents[0])
    assert not [
        page
        for page in ("en", "en/cards/mire-lantern", "en/mechanics")
        if "rb-toc" in read_page(built, page)
    ]


def test_the_home_page_searches_without_scripts(built):
    home = read_page(built, "fr")
    form = re.search(
        r'<form [^>]*action="?search/"?[^>]*method="?get"?[^>]*>.*?</form>', home, re.S
    )
    assert form
    assert re.search(r'<textarea [^>]*name="q"', form[0])


def test_the_home_page_lists_each_set_once(built):
    for lang in ("en", "es", "fr"):
        assert read_page(built, lang).partition("<article")[2].count('href="sets/lom/"') == 1


@in_each_language
def test_the_help_cites_a_ruling_of_this_very_site(built, lang):
    cited = re.search(
        r"<code>(.*) \((.*)\), 1\s?: https://example.org/sub/(\S+/)\s*</code>",
        read_page(built, f"{lang}/linking"),
    )
    assert cited
    names = (
        ("Farol del fango", "Faroles sobre el fango")
        if lang == "es"
        else ("Mire Lantern", "Lanterns over Mire")
    )
    assert (cited[1], cited[2]) == names
    assert cited[3].startswith("es/r/lom/" if lang == "es" else "en/r/lom/")
    assert (built / cited[3] / "index.html").is_file()


def test_the_foot_says_how_new_the_newest_document_is_and_leads_to_readers_pages(
    built,
):
    foot = read_page(built, "en/cards/mire-lantern").partition("<footer")[2]
    assert "<p>Newest document: February 7, 2031.</p>" in foot
    assert "Unofficial site" in foot
    assert "/reading/" in foot
    assert not re.findall("/(?:audit|programs)/", foot)


def test_the_page_for_dead_addresses_leads_on_in_every_language(built):
    page = (built / "404.html").read_text("utf-8")
    assert re.findall(r'<form [^>]*action="([^"]+)" method="get"', page) == [
        f"/sub/{lang}/search/" for lang in LANGS
    ]
    linked = re.findall(r'<a [^>]*href="(?!https?:)([^"]+)"', page)
    parts = ("sets/", "cards/", "mechanics/", "about/")
    assert linked == [
        "/sub/",
        *(f"#{lang}" for lang in LANGS),
        *(f"/sub/{lang}/{part}" for lang in LANGS for part in parts),
    ]
    for link in linked:
        path = link.removeprefix("/sub/")
        assert (
            f'id="{link[1:]}"' in page
            if link.startswith("#")
            else (built / path / "index.html").is_file()
        ), link
