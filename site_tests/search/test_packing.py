"""Words are divided into small files in the order of the alphabet, and nothing of them is lost."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from rulebinder.search.words import word_files
from rulebinder.search.words.word_files import Packed

DEPTH = 2
WORDS = {
    f"{first}{second}{third}": f"{ord(first)},3 7,1"
    for first in "abc"
    for second in "aeiou"
    for third in ("", *"lmnrs")
}
BEGINNINGS = {start: {"words": [f"{start} 1", f"{start}x 1"]} for start in ("ba", "ce", "zz")}


def held(content: bytes) -> Any:
    return json.loads(gzip.decompress(content))


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> Packed:
    monkeypatch.setattr(word_files, "ROOM", 40)
    return word_files.pack(WORDS, BEGINNINGS, DEPTH)


def test_each_word_is_in_the_last_file_that_starts_with_it_or_before_it(packed: Packed) -> None:
    found = {}
    for number, content in enumerate(packed.files):
        for entry in held(content).get("found", []):
            word, _, listed = entry.partition(" ")
            found[word] = listed
            assert number == max(
                place for place, start in enumerate(packed.starts) if not place or start <= word
            )
    assert found == WORDS
    assert sorted(packed.starts) == list(packed.starts)
    assert len(packed.files) > len(WORDS) // 5


def test_the_lexicon_is_in_the_last_file_that_starts_with_a_beginning(packed: Packed) -> None:
    for start, said in BEGINNINGS.items():
        number = max(
            place
            for place, each in enumerate(packed.starts)
            if len(each) <= DEPTH and each <= start
        )
        assert set(said["words"]) <= set(held(packed.files[number])["words"])
    assert [each for each in packed.starts if len(each) > DEPTH], (
        "a beginning with too many words continues in further files"
    )


def test_small_parts_of_the_alphabet_share_a_file() -> None:
    made = word_files.pack(WORDS, BEGINNINGS, DEPTH)
    assert made.starts == ("aa",)
    assert word_files.pack({}, {}, DEPTH).starts == ("",)
