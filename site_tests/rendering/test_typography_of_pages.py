"""Marks and numbers on pages are as each language writes them."""

import pytest

from rulebinder.markdown.pages import PageReader
from rulebinder.pages.words import Words
from rulebinder.reading.symbols import tidy


@pytest.mark.parametrize(
    ("lang", "number", "shown"),
    [
        ("en", 1054, "1,054"),
        ("es", 1054, "1054"),
        ("es", 10548, "10.548"),
        ("fr", 1054, "1\u202f054"),
        ("es", 999, "999"),
    ],
)
def test_digits_are_grouped_as_the_language_does(languages, lang, number, shown):
    assert Words(languages[lang]).number(number) == shown


@pytest.mark.parametrize(("lang", "count"), [("en", "0 cards"), ("fr", "0 carte")])
def test_a_count_has_the_plural_of_its_language(languages, lang, count):
    assert Words(languages[lang]).count("cards", 0) == count


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        ("Créature\u00a0: oiseau", "Créature\u00a0: oiseau"),
        ("«\u202fVol\u202f»", "«\u202fVol\u202f»"),
        ("Legendary\u00a0Creature  — Bird", "Legendary Creature — Bird"),
        ("*Pour les lanternes\u00a0!*", "Pour les lanternes\u00a0!"),
    ],
)
def test_a_space_that_holds_a_mark_is_kept(printed, kept):
    assert tidy(printed) == kept


def test_headings_and_their_names_keep_no_break_spaces(languages):
    html, (token,) = PageReader(Words(languages["fr"])).convert(
        "## `LAM` Aux lanternes\u00a0! {#top}", {}
    )
    assert ">LAM</span> Aux lanternes\u00a0!<a" in html
    assert token["name"] == "LAM Aux lanternes\u00a0!"
