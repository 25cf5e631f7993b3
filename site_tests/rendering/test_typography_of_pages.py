"""Marks and numbers on pages are as each language writes them."""

from __future__ import annotations

import pytest

from generator.facts.languages import Languages
from generator.pages.markup import markdown
from generator.pages.words import Words
from generator.publishing import mkdocs
from generator.reading.spans import spaced


@pytest.mark.parametrize(
    ("lang", "number", "shown"),
    [("en", 1054, "1,054"), ("es", 1054, "1054"), ("es", 10548, "10.548"), ("fr", 1054, "1\u202f054"), ("es", 999, "999")],
)
def test_digits_are_grouped_as_the_language_does(languages: Languages, lang: str, number: int, shown: str) -> None:
    assert Words(languages[lang]).number(number) == shown


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        ("Créature\u00a0: oiseau", "Créature\u00a0: oiseau"),
        ("«\u202fVol\u202f»", "«\u202fVol\u202f»"),
        ("Legendary\u00a0Creature  — Bird", "Legendary Creature — Bird"),
        ("*Pour les lanternes\u00a0!*", "Pour les lanternes\u00a0!"),
    ],
)
def test_a_space_that_holds_a_mark_is_kept(printed: str, kept: str) -> None:
    assert spaced(printed) == kept


def test_headings_keep_no_break_spaces() -> None:
    assert markdown("Aux  lanternes\u00a0!\n") == "Aux lanternes\u00a0&#33;"


def test_the_table_of_contents_keeps_no_break_spaces() -> None:
    assert (
        mkdocs.named('<span class="plate">LAM</span> Aux\n lanternes\u00a0&amp; &lt;b&gt;')
        == "LAM Aux lanternes\u00a0&amp; &lt;b&gt;"
    )
