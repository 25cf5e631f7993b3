"""Many phrases are found in one pass, as whole words, and the longest wins."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebinder.joining.phrases import Phrases, keep_longest
from rulebinder.text import fold_text


def found(text: str, *phrases: str) -> list[str]:
    return [
        hit.meaning for hit in keep_longest(Phrases((each, each) for each in phrases).hits(text))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fen", ["fen"]),
        ("The FEN's edge", ["fen"]),
        ("fens, fenland, often", []),
        ("deep fen of mire", ["deep fen", "mire"]),
        ("(fen)", ["fen"]),
        ("fen_", ["fen"]),
        ("9fen", []),
    ],
)
def test_phrases_match_whole_words(text, expected):
    assert found(text, "fen", "deep fen", "mire") == expected


def test_a_language_without_spaces_has_no_word_edges():
    assert found("その霧の灯が", "霧の灯", "霧") == ["霧の灯"]


def test_a_later_longer_phrase_beats_an_earlier_shorter_one():
    assert found("old fen of the mire", "old fen", "fen of the mire") == ["fen of the mire"]


def test_a_phrase_may_mean_two_things():
    phrases = Phrases([("fen", 1), ("Fen", 2)])
    assert [hit.meaning for hit in phrases.hits("fen")] == [1, 2]
    assert [hit.meaning for hit in keep_longest(phrases.hits("fen"))] == [1]


@pytest.mark.parametrize("phrases", [[], ["", " "]])
def test_an_empty_text_or_no_phrases_give_no_hits(phrases):
    assert found("a b", *phrases) == []


@settings(deadline=None)
@given(st.text())
def test_levelling_keeps_the_position_of_every_letter(text):
    assert len(fold_text(text)) == len(text)


@settings(deadline=None)
@given(
    st.text(st.sampled_from("ab İ日"), max_size=20),
    st.lists(st.text(st.sampled_from("abİ日"), min_size=1, max_size=3), max_size=4),
)
def test_hits_have_the_right_positions_and_never_overlap(text, words):
    hits = keep_longest(Phrases((word, word) for word in words).hits(text))
    assert all(fold_text(text[hit.start : hit.end]) == fold_text(hit.meaning) for hit in hits)
    assert all(before.end <= after.start for before, after in itertools.pairwise(hits))
