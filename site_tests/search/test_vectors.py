"""Vectors of words and texts: how they are written, added and published."""

from __future__ import annotations

import pytest

from generator.facts.languages import Languages
from generator.search.words import vectors
from generator.search.words.normal_form import elisions, folding
from generator.system import shipped

LETTERS = {chr(vectors.ZERO + number) for number in range(-vectors.MOST, vectors.MOST + 1)}
LANGS = ("en", "es", "fr")


def numbers(vector: str) -> list[int]:
    return [ord(letter) - vectors.ZERO for letter in vector]


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_as_it_is_compared_and_has_a_vector_of_the_same_size(lang: str, languages: Languages) -> None:
    found = vectors.of_words(lang)
    fold = folding(elisions(languages))
    assert all(fold(word) == word for word in found)
    assert len({len(vector) for vector in found.values()}) == 1
    assert set("".join(found.values())) <= LETTERS
    assert list(found) == sorted(found)


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in shipped.VECTORS.iterdir()) < 1_000_000


def test_no_letter_needs_an_escape() -> None:
    assert not LETTERS & {'"', "\\", " "}


def test_the_vector_of_a_text_points_where_the_sum_of_its_words_does() -> None:
    known = vectors.of_words("en")
    sums = [sum(each) for each in zip(*(numbers(known[word]) for word in ("combat", "damage", "damage")), strict=True)]
    assert vectors.of_text(["combat", "damage", "qqqq", "damage"], "en") == vectors.letters(sums)
    most = max(map(abs, sums))
    for number, rounded in zip(sums, numbers(vectors.letters(sums)), strict=True):
        assert abs(number / most - rounded / vectors.MOST) <= 0.5 / vectors.MOST


def test_a_text_of_thousands_of_words_has_a_vector() -> None:
    assert vectors.of_text(["damage"] * 100_000, "en") == vectors.of_text(["damage"], "en")


def test_without_known_words_there_is_no_vector() -> None:
    assert vectors.of_text(["qqqq"], "en") == ""
    assert vectors.of_text(["damage"], "xx") == ""
    assert vectors.of_words("xx") == {}
