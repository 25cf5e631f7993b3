"""Vectors of words: how they are written."""

from pathlib import Path

import pytest

from rulebinder.facts.search_words import VECTORS, load_synonyms
from rulebinder.search.normal_form import list_elisions, make_fold
from site_tests import sites
from site_tests.conftest import ROOT

LETTERS = {chr(letter) for letter in range(ord("#"), ord("[") + 1)}
LANGS = ("en", "es", "fr")
FILES = ROOT / "content" / VECTORS


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_as_it_is_compared_and_has_a_vector_of_the_same_size(lang, languages):
    found = sites.content().catalogue.synonyms[lang].vectors
    fold = make_fold(list_elisions(languages))
    assert all(fold(word) == word for word in found)
    assert len({len(vector) for vector in found.values()}) == 1
    assert set("".join(found.values())) <= LETTERS
    assert list(found) == sorted(found)


def test_all_files_together_are_small():
    assert sum(path.stat().st_size for path in FILES.iterdir()) < 1_000_000


def test_a_line_that_is_no_word_with_a_vector_is_an_error(tmp_path):
    (tmp_path / VECTORS).mkdir()
    (tmp_path / VECTORS / "en.txt").write_text("elm ?A\nash ?\noak\nyew A?\n", "utf-8")
    (tmp_path / "synonyms.yml").write_text("en: {same: [], ignored: []}\n", "utf-8")
    found, problems = load_synonyms(tmp_path)
    assert found["en"].vectors == {"elm": "?A", "yew": "A?"}
    assert [(Path(each.place.path).name, each.place.line) for each in problems] == [
        ("en.txt", 2),
        ("en.txt", 3),
    ]
