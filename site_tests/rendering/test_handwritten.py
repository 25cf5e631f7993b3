"""The hand-written pages: every Markdown file in a language's folder, with the same files in every
language.
"""

from __future__ import annotations

from dataclasses import replace

from rulebinder.plugin import rendering
from site_tests.builders import library_of
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill

ABOUT = "---\ndescription: What this is.\n---\n\n# About us {#top}\n"
LINKING = "# Linking {#top}\n\n## Later {#later}\n"


def test_every_file_of_the_folder_is_a_page_and_pictures_are_kept(tmp_path):
    docs = fill(
        tmp_path / "docs",
        {"en/about.md": ABOUT, "en/linking.md": LINKING, "en/pictures/a.svg": "<svg/>"},
    )
    pages, problems = rendering.read_hand_written(docs, ["en"])
    files = pages["en"]
    assert problems == []
    assert sorted(files) == ["about.md", "linking.md", "pictures/a.svg"]
    assert rendering.find_titles(files) == [
        {"url": "about/", "title": "About us"},
        {"url": "linking/", "title": "Linking"},
    ]


def test_a_page_missing_in_another_offered_language_is_reported(tmp_path):
    docs = fill(
        tmp_path / "docs",
        {
            "en/about.md": ABOUT,
            "en/linking.md": LINKING,
            "es/about.md": ABOUT,
            "de/more.md": LINKING,
        },
    )
    _, problems = rendering.read_hand_written(docs, ["en", "es"])
    said = (
        "docs/es/linking.md:1: error: the hand-written page is missing; write it; other languages"
        " have it"
    )
    assert [str(problem) for problem in problems] == [said]


def test_a_page_of_the_navigation_that_no_language_has_is_reported(tmp_path):
    docs = fill(tmp_path / "docs", {"en/linking.md": LINKING})
    (problem,) = rendering.read_hand_written(docs, ["en"])[1]
    assert problem.place.path == "docs/en/about.md"


def test_an_example_of_a_citation_is_a_ruling_of_the_site(library):
    page = b"{card} is a word.\n\n    {card} ({set}), {number}: {address}\n\n    {address} here\n"
    files = {"linking.md": page, "pictures/a.svg": b"    {address}"}
    for address, begin in {"https://example.org/": "https://example.org/", None: "/"}.items():
        cited = rendering.cite_rulings(files, site_of(library, address=address), "en")
        example = f"Mire Lantern (Lanterns over Mire), 1: {begin}en/r/lom/mire-lantern/1/"
        assert cited["linking.md"] == page.replace(
            b"{card} ({set}), {number}: {address}", example.encode()
        )
        assert cited["pictures/a.svg"] == files["pictures/a.svg"]
    nothing = site_of(library_of())
    assert rendering.cite_rulings(files, nothing, "en") == files


def test_the_day_of_our_own_texts_is_on_the_page_about_the_site(library):
    page = {"about.md": b"Old.\n\nChecked on {checked_on}.\n"}
    dated = replace(library, checked_on="2032-05-06")
    for made, said in ((dated, b"Checked on 6 mai 2032.\n"), (library, b"")):
        site = site_of(made)
        assert rendering.cite_rulings(page, site, "fr") == {"about.md": b"Old.\n\n" + said}


def test_a_page_needs_a_title(tmp_path):
    docs = fill(tmp_path / "docs", {"en/about.md": "About us\n"})
    pages, (problem,) = rendering.read_hand_written(docs, ["en"])
    assert str(problem).startswith("docs/en/about.md:1: error: the page has no title; ")
    assert rendering.find_titles(pages["en"]) == []
