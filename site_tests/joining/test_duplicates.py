"""Published rulings that the release notes have too."""

from __future__ import annotations

import time

import pytest

from bench.setting import content
from rulebinder.joining.duplicates import find_same, list_current_names
from rulebinder.notes import Card, Ruling
from site_tests.builders import card, face, ruling

LANTERN = card(face("Mire Lantern"))
ODA = card(face("Oda of the Reeds", "Legendary Creature — Frog"))


def same(
    published: list[str], *documented: str | Ruling, of: Card = LANTERN
) -> dict[int, tuple[int, ...]]:
    return find_same(
        published,
        [ruling(each) for each in documented],
        of,
        list_current_names(content().catalogue.eras),
    )


@pytest.mark.parametrize(
    ("published", "documented"),
    [
        ("Mire Lantern’s “light” can’t burn—ever.", "Mire Lantern's \"light\" can't burn -- ever."),
        ("It burns. (2017-04-18)", "It burns."),
        ("It burns. [Rules Team 2017/04/18]", "It burns."),
        ("It burns. —Ada Reed", "It burns."),
        ("Pay {1}{G}{G} to light it.", "Pay 1GG to light it."),
        ("Mire Lantern burns a frog.", "This artifact burns a frog."),
        ("You burn that frog.", "You burn this frog."),
        ("You may burn the frog as it sleeps.", "You can also burn a frog while it sleeps."),
        ("Two frogs won’t burn.", "2 frogs will not burn."),
        (
            "A frog burns if its owner says they do.",
            "A frog burns if its owner says he or she does.",
        ),
        ("Its mana value is the frog’s.", "Its converted mana cost is the frog's."),
        ("A frog enters lit.", "A frog enters the battlefield lit."),
        ("The lantern burns each frog.", "The lanterns burn every frog."),
    ],
)
def test_small_words_and_typography_make_no_difference(published, documented):
    assert same([published], documented) == {0: (0,)}


@pytest.mark.parametrize(
    ("published", "documented"),
    [
        ("It can burn a frog.", "It can't burn a frog."),
        ("It burns two frogs.", "It burns three frogs."),
        ("It gets +1/+1.", "It gets -1/-1."),
        ("You burn a frog.", "An opponent burns a frog."),
        ("Ask the frog's owner.", "Ask the frog's controller."),
        ("It burns if a frog is near.", "It burns unless a frog is near."),
        ("It burns a frog and a toad.", "It burns a frog or a toad."),
        ("It burns before the frog sleeps.", "It burns after the frog sleeps."),
        ("The frog is lit.", "The frog was lit."),
        ("Mire Lantern burns.", "Old Elm burns."),
        ("It burns. It sleeps until dawn.", "It burns."),
        ("", ""),
    ],
)
def test_what_changes_the_meaning_makes_another_ruling(published, documented):
    assert same([published], documented) == {}


def test_a_short_name_is_the_cards_own():
    assert same(["Oda of the Reeds sleeps at dawn."], "Oda sleeps at dawn.", of=ODA) == {0: (0,)}


def test_a_ruling_may_be_divided():
    assert same(
        ["The frog sleeps. It wakes at dawn."],
        "The lantern burns.",
        "The frog sleeps.",
        "It wakes at dawn.",
    ) == {0: (1, 2)}


def test_rulings_may_be_merged():
    published = ["The old frog sleeps at dawn.", "The young toad wakes at dawn."]
    assert same(published, "The old frog sleeps at dawn. The young toad wakes at dawn.") == {
        0: (0,),
        1: (0,),
    }


def test_a_list_belongs_to_its_ruling():
    listed = ruling(
        "Two frogs sleep:", "The old frog sleeps at dawn.", "The young toad never sleeps."
    )
    assert same(["The old frog sleeps at dawn."], listed) == {0: (0,)}
    assert same(
        ["Two frogs sleep: The old frog sleeps at dawn. The young toad never sleeps."], listed
    ) == {0: (0,)}


def test_a_whole_ruling_is_preferred_to_a_part():
    said = "The old frog sleeps at dawn."
    assert same([said], f"{said} It wakes at noon.", said) == {0: (1,)}


def test_a_part_is_whole_sentences_and_more_than_a_few_words():
    assert same(["The old frog sleeps at dawn."], "If lit, the old frog sleeps at dawn.") == {}
    assert same(["It burns."], "It burns. The old frog sleeps at dawn.") == {}


def test_a_ruling_published_twice_is_the_same_twice():
    assert same(["The frog sleeps.", "The frog sleeps."], "The frog sleeps.") == {0: (0,), 1: (0,)}


def test_thousands_of_rulings_take_seconds():
    many = [
        f"The frog sleeps {number} days. It wakes at dawn {number % 7}." for number in range(3000)
    ]
    began = time.process_time()
    assert len(same(many, *many)) == len(many)
    assert time.process_time() - began < 20


def test_a_text_that_looks_like_many_signatures_is_read_at_once():
    hostile = "It burns." + "-A.12.12.2012(1.1.2012)" * 200 + "x"
    assert same([hostile], hostile) == {0: (0,)}
