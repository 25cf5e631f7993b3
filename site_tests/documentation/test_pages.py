"""The hand-written pages agree with the program, and with each other in every language."""

import re
from collections import Counter
from typing import Any

import pytest

from rulebinder.pages import addresses
from site_tests.conftest import ROOT
from site_tests.documentation.written import LANGUAGES, names, page, pages

MENU = (ROOT / "templates" / "share" / "citing.html.j2").read_text("utf-8")
OWN_NAMES = ("HTML",)
"""Names in the copy menu that are the same in every language."""
KNOWN_CODE = (
    #  test_searching.py reads these
    r"\{[A-Z0-9]\}+(\{[A-Z0-9]\})*|\"[^\"]+\"|[a-z]+ -[a-z]+|\d{3}\.\d+[a-z]|no longer",
    r"[a-z]+(:|[<>]?=|<)[A-Za-z0-9,-]+|[a-z]+:\"[^\"]+\"|[a-z]+|\{id, kind, url, title, text\}",
    r"[a-z/?]|#[a-z0-9]+-\d+",
    r"(r|data|api|en)/.+",
    r"-?[a-z]:\w+|color-scheme",  # and site_tests/browser/test_embedding.py
    r"oracle_id|published_at|revised_at|\$schema|rulings_api",  # and site_tests/data
    #  and test_verify.py and test_init.py
    r"rulebinder verify --manifest copy|Access-Control-Allow-Origin",
    #  and test_help.py and test_recipes.py
    r"rulebinder help \w+|!ruling name|rulebinder mcp --site https://example\.org/",
)
"""The forms of code in the pages' text. One of the tests in this folder checks each form."""


def menu(first: str, form: str) -> list[Any]:
    """Return what a loop of the menu's template lists."""
    listed = re.search(rf"for {first}, name in \[(.+?)\] %}}", MENU)
    assert listed
    return re.findall(form, listed[1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_pages_and_about_links_to_them(lang):
    assert names(lang) == names("en")
    for here, english in zip(pages(lang), pages("en"), strict=True):
        assert here.headings == english.headings, here.name
        assert here.headings[0] == f"# {addresses.TOP}"
        assert here.blocks == english.blocks, here.name
        assert Counter(here.code) == Counter(english.code), here.name
        assert len(here.bold) == len(english.bold), here.name
        assert here.text.startswith("---\ndescription: ")
    about = page(lang, "about.md").text
    linked = re.findall(r"\]\((\w+\.md)\)", about)
    assert sorted(["about.md", *linked]) == names(lang)
    assert f"]({addresses.source_file(addresses.AUDIT)})" in about


def test_every_form_of_code_in_the_pages_is_tested():
    code = {each for written in pages("en") for each in written.code}
    assert {
        each for each in code if not any(re.fullmatch(form, each) for form in KNOWN_CODE)
    } == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bold_words_are_interface_words_and_those_of_the_copy_menu_are_all_there(languages, lang):
    words = languages[lang].interface
    said = [re.sub(r"\{\w+\}", "…", word) for word in words.values()]
    for written in pages(lang):
        for quoted in written.bold:
            place = (written.name, quoted)
            assert quoted in OWN_NAMES or any(quoted in word for word in said), place
            assert quoted.count("[") == quoted.count("]"), place
    forms = menu("form", r'\("\w+", (?:words\.(\w+)|"(\w+)")\)')
    offered = [words[key] if key else name for key, name in forms]
    assert page(lang, "linking.md").part("copy").bold == offered


def test_the_keys_are_those_of_the_dialog():
    assert page("en", "linking.md").part("keys").code == menu("key", r'\("(.)", ')


def test_french_has_its_spaces_and_apostrophes():
    for written in pages("fr"):
        text = re.sub(r"`[^`]+`|<[^>]+>|https?:", "", written.prose)
        assert re.findall(r".{,20}(?<!\u00a0)[:;!?»].{,5}|«(?!\u00a0).{,9}|\w'\w+", text) == [], (
            written.name
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_on_reading_keeps_the_anchors_that_were_published(lang):
    published = (
        "numbers order languages printed eras families links offline table ours gone symbols"
    )
    ids = re.findall(r"\{#(\w+)\}$", page(lang, "reading.md").text, re.MULTILINE)
    assert set(published.split()) <= set(ids)
