"""Vectors of words and texts: how they are written, added and published."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.facts.search_words import VECTORS, load_synonyms
from rulebinder.search.words import vectors
from rulebinder.search.words.normal_form import elisions, folding
from rulebinder.system.sources import DISK
from site_tests import sites
from site_tests.conftest import ROOT

LETTERS = {chr(vectors.ZERO + number) for number in range(-vectors.MOST, vectors.MOST + 1)}
LANGS = ("en", "es", "fr")
FILES = ROOT / "content" / VECTORS


def of_words(lang: str) -> Mapping[str, str]:
    return sites.content().catalogue.synonyms[lang].vectors


def numbers(vector: str) -> list[int]:
    return [ord(letter) - vectors.ZERO for letter in vector]


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_as_it_is_compared_and_has_a_vector_of_the_same_size(
    lang: str, languages: Languages
) -> None:
    found = of_words(lang)
    fold = folding(elisions(languages))
    assert all(fold(word) == word for word in found)
    assert len({len(vector) for vector in found.values()}) == 1
    assert set("".join(found.values())) <= LETTERS
    assert list(found) == sorted(found)


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES.iterdir()) < 1_000_000


def test_no_letter_needs_an_escape() -> None:
    assert not LETTERS & {'"', "\\", " "}


def test_the_vector_of_a_text_points_where_the_sum_of_its_words_does() -> None:
    known = of_words("en")
    sums = [
        sum(each)
        for each in zip(
            *(numbers(known[word]) for word in ("combat", "damage", "damage")), strict=True
        )
    ]
    assert vectors.Summing(known).of_text(
        ["combat", "damage", "qqqq", "damage"]
    ) == vectors.letters(sums)
    most = max(map(abs, sums))
    for number, rounded in zip(sums, numbers(vectors.letters(sums)), strict=True):
        assert abs(number / most - rounded / vectors.MOST) <= 0.5 / vectors.MOST


def test_a_text_of_thousands_of_words_has_a_vector() -> None:
    summing = vectors.Summing(of_words("en"))
    assert summing.of_text(["damage"] * 100_000) == summing.of_text(["damage"])


def test_without_known_words_there_is_no_vector() -> None:
    assert vectors.Summing(of_words("en")).of_text(["qqqq"]) == ""
    assert vectors.Summing({}).of_text(["damage"]) == ""


def test_a_line_that_is_no_word_with_a_vector_is_an_error(tmp_path: Path) -> None:
    (tmp_path / VECTORS).mkdir()
    (tmp_path / VECTORS / "en.txt").write_text("elm ?A\nash ?\noak\nyew A?\n", "utf-8")
    (tmp_path / "synonyms.yml").write_text("en: {same: [], ignored: []}\n", "utf-8")
    found, problems = load_synonyms(tmp_path, DISK)
    assert found["en"].vectors == {"elm": "?A", "yew": "A?"}
    assert [(Path(each.place.path).name, each.place.line) for each in problems] == [
        ("en.txt", 2),
        ("en.txt", 3),
    ]
