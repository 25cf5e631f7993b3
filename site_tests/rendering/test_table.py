"""The page for a table, as it is without scripts and before they run."""

from __future__ import annotations

import re

import pytest

from rulebinder.pages import home
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from site_tests.builders import catalogue, library_of
from site_tests.sites import read_page


def test_without_scripts_the_page_leads_to_the_cards(built):
    page = read_page(built, "en/table")
    unlaid = page.partition('class="rb-unlaid"')[2].partition("</article>")[0]
    assert "needs JavaScript" in unlaid
    assert 'href="../cards/"' in unlaid
    outside = re.sub(r"<template>.*?</template>", "", page, flags=re.DOTALL)
    assert not re.search("<textarea|<dialog", outside), "the form is only in a template"
    assert 'placeholder="4 Mire Lantern"' in page
    assert 'placeholder="4 Farol del fango"' in read_page(built, "es/table")


def test_without_rulings_there_is_no_example(languages):
    library = library_of(facts=catalogue())
    page = home.table_page(Edition(library, languages, Words(languages["en"])))
    assert page.view["example"] == ""


@pytest.mark.parametrize(
    ("page", "link"), [("en", "table/"), ("en/search", "../table/"), ("en/offline", "../table/")]
)
def test_other_pages_lead_to_it(built, page, link):
    assert f'href="{link}"' in read_page(built, page)
