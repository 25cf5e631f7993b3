"""The hand-written pages: every Markdown file in a language's folder, with the same files in every
language.
"""

from dataclasses import replace

import pytest

from rulebinder.plugin import rendering
from site_tests.builders import library_of
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill

ABOUT = "---\ndescription: What this is.\n---\n\n# About us {#top}\n"
LINKING = "# Linking {#top}\n\n## Later {#later}\n"


def test_every_file_of_the_folder_is_a_page_and_pictures_are_kept(tmp_path):
    names = {"en/about.md": ABOUT, "en/linking.md": LINKING, "en/pictures/a.svg": "<svg/>"}
    pages, problems = rendering.read_hand_written(fill(tmp_path / "docs", names), ["en"])
    assert problems == []
    assert sorted(pages["en"]) == ["about.md", "linking.md", "pictures/a.svg"]
    assert rendering.find_titles(pages["en"]) == [
        {"url": "about/", "title": "About us"},
        {"url": "linking/", "title": "Linking"},
    ]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {"en/about.md": ABOUT, "en/linking.md": LINKING, "es/about.md": ABOUT, "de/a.md": ""},
            "docs/es/linking.md:1: error: the hand-written page is missing; write it; other"
            " languages have it",
        ),
        (
            {"en/linking.md": LINKING, "es/linking.md": LINKING, "es/about.md": ABOUT},
            "docs/en/about.md:1: error: the hand-written page is missing; write it;",
        ),
        (
            {"en/about.md": "About us\n", "es/about.md": ABOUT},
            "docs/en/about.md:1: error: the page has no title; ",
        ),
    ],
)
def test_a_page_that_is_missing_or_has_no_title_is_reported(files, problem, tmp_path):
    _, (found,) = rendering.read_hand_written(fill(tmp_path / "docs", files), ["en", "es"])
    assert str(found).startswith(problem)


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
