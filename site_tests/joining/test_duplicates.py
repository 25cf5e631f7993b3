"""Published rulings that the release notes have too."""

from rulebinder.joining.duplicates import find_documented, list_current_names
from site_tests import sites
from site_tests.builders import card, face, ruling
from site_tests.joining.conftest import each_line

LANTERN = card(face("Mire Lantern"))
ODA = card(face("Oda of the Reeds", "Legendary Creature — Frog"))


def same(published, *documented, of=LANTERN):
    names = list_current_names(sites.content().catalogue.eras)
    return find_documented(published, [ruling(each) for each in documented], of, names)


@each_line("duplicates.tsv")
def test_what_changes_the_meaning_makes_another_ruling(verdict, published, documented):
    """Small words and typography make no difference."""
    assert same([published], documented) == ({0: (0,)} if verdict == "same" else {})


def test_an_empty_ruling_is_the_same_as_none():
    assert same([""], "") == {}


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


def test_a_text_that_looks_like_many_signatures_is_read_at_once():
    hostile = "It burns." + "-A.12.12.2012(1.1.2012)" * 200 + "x"
    assert same([hostile], hostile) == {0: (0,)}
