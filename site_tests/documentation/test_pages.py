"""The hand-written pages agree with the program, and with each other in every language."""

from __future__ import annotations

import re
from collections import Counter

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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_pages_with_the_same_anchors_and_code(lang):
    assert names(lang) == names("en")
    for name in names("en"):
        here, english = page(lang, name), page("en", name)
        assert here.headings == english.headings, name
        assert here.headings[0] == f"# {addresses.TOP}"
        assert here.blocks == english.blocks, name
        assert Counter(here.code) == Counter(english.code), name
        assert len(here.bold) == len(english.bold), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_has_a_description_and_about_links_to_it(lang):
    linked = re.findall(r"\]\((\w+\.md)\)", page(lang, "about.md").text)
    assert sorted(["about.md", *linked]) == names(lang)
    assert all(each.text.startswith("---\ndescription: ") for each in pages(lang))
    assert f"]({addresses.source(addresses.AUDIT)})" in page(lang, "about.md").text


def test_every_form_of_code_in_the_pages_is_tested():
    code = {each for written in pages("en") for each in written.code}
    assert {
        each for each in code if not any(re.fullmatch(form, each) for form in KNOWN_CODE)
    } == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bold_words_are_interface_words(languages, lang):
    said = [re.sub(r"\{\w+\}", "…", word) for word in languages[lang].interface.values()]
    for written in pages(lang):
        quoted = [each for each in written.bold if each not in OWN_NAMES]
        assert [each for each in quoted if not any(each in word for word in said)] == [], (
            written.name
        )
        assert [each for each in quoted if each.count("[") != each.count("]")] == [], written.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_copy_forms_are_those_of_the_menu(languages, lang):
    listed = re.search(r"for form, name in \[(.+?)\] %}", MENU)
    assert listed
    words = languages[lang].interface
    offered = [
        words[key] if key else name
        for key, name in re.findall(r'\("\w+", (?:words\.(\w+)|"(\w+)")\)', listed[1])
    ]
    assert page(lang, "linking.md").part("copy").bold == offered


def test_the_keys_are_those_of_the_dialog():
    listed = re.search(r"for key, name in \[(.+?)\] %}", MENU)
    assert listed
    assert page("en", "linking.md").part("keys").code == re.findall(r'\("(.)", ', listed[1])


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
