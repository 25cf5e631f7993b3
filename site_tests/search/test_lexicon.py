"""The lexicon: each word is in the file that its beginning names, and the files stay small."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.library import Library
from generator.search import lexicon, synonyms
from generator.search.lexicon import Name
from generator.search.normal import folded
from generator.search.records import Record


def held(packed: bytes) -> Any:
    return json.loads(gzip.decompress(packed))


def file_of(word: str, depth: int, files: Sequence[bytes]) -> Any:
    return held(files[lexicon.bucket(word[:depth], len(files))])


def filed(*held: Any) -> tuple[int, Sequence[bytes], Mapping[str, int]]:
    made = lexicon.lexicon(*held)
    return made.depth, made.files, made.counted


def record(text: str, title: str = "Fen") -> Record:
    return Record("ruling", "lom/fen/1", "en", "cards/fen/", title, text)


def invented(count: int) -> list[Name]:
    """Names of two words, always the same ones."""
    choose = random.Random(7)
    syllables = [f"{first}{second}" for first in "bdfgklmnprstv" for second in "aeiou"]
    words = ["".join(choose.choices(syllables, k=choose.randint(2, 4))) for _ in range(count)]
    return [Name(f"{one} {other}".title(), "card", f"{one}-{other}") for one, other in zip(words, reversed(words), strict=True)]


def test_every_name_is_in_the_files_that_its_words_name(library: Library, indexed: Path) -> None:
    for lang in ("en", "es", "fr"):
        head = held((indexed / lang / "head").read_bytes())
        folder = indexed / lang / head["version"] / "words"
        files = [(folder / str(number)).read_bytes() for number in range(head["files"])]
        for name in lexicon.names(library):
            words = folded(name.text).split()
            found = [
                word for word in words if f"{name.kind}/{name.target}/{name.text}" in file_of(word, head["depth"], files)["names"]
            ]
            assert found, name


def test_names_are_those_of_every_language_and_of_each_face(library: Library) -> None:
    found = lexicon.names(library)
    assert {each.text for each in found if each.target == "sink-surface"} >= {"Sink", "Surface", "Hundirse", "Emerger"}
    assert {each.text for each in found if each.kind == "set" and each.target == "lom"} >= {"LOM", "Faroles sobre el fango"}
    assert {each.text for each in found if each.target == "glimmer"} == {"Glimmer", "glimmers", "Destellar", "destella"}


def test_every_word_is_counted_in_its_file() -> None:
    depth, files, _ = filed([], [record("It floats. Floats!"), record("Afloat, it floats: {T}, 1/1 and 702.345b.")], [])
    assert "floats 2" in file_of("floats", depth, files)["words"]
    for marked in ("{t}", "1/1", "702.345b"):
        assert f"{marked} 1" in file_of(marked, depth, files)["words"]


@pytest.mark.parametrize("typed", ["loats", "gloats", "lfoats", "foats", "fpoats"])
def test_a_word_is_filed_where_its_misspelt_beginning_leads(typed: str) -> None:
    """The browser looks up the beginning, without one of its letters too, among those without one of theirs."""
    depth, files, _ = filed([], [record("It floats.")], [])
    keys = {typed[:depth], f"-{typed[:depth]}"}
    for gap in range(depth):
        rest = (typed[:gap] + typed[gap + 1 :])[:depth]
        keys |= {rest, f"-{rest}"}
    assert any("floats 1" in file_of(key, len(key), files).get("words", ()) for key in keys)


def test_a_group_leads_from_each_of_its_phrases_to_those_that_are_said() -> None:
    group = ("mana value", "mv", "unsaid words")
    depth, files, _ = filed([], [record("The mana value of mana is no value."), record("More mana.")], [group])
    (same,) = [each for each in file_of("mv", depth, files)["same"] if each.startswith("mv|")]
    assert same == "mv|mana value:value:1"
    assert not [each for each in file_of("mana", depth, files).get("same", ()) if each.startswith("mana value|")]


@pytest.mark.parametrize("count", [10, 1_000, 20_000])
def test_files_stay_small_however_many_names_there_are(count: int) -> None:
    _, files, _ = filed(invented(count), [], [])
    sizes = sorted(map(len, files))
    assert len(files) >= lexicon.FEWEST
    assert sizes[len(sizes) // 2] <= 2 * lexicon.ROOM
    assert sizes[-1] <= 3 * lexicon.MOST


def test_the_same_names_make_the_same_files() -> None:
    names = invented(300)
    assert lexicon.lexicon(names, [], []) == lexicon.lexicon(names, [], [])


def test_common_words_of_names_are_filed_where_a_name_has_no_other() -> None:
    names = [*(Name(f"Of {each.text}", each.kind, each.target) for each in invented(3_000)), Name("Of", "card", "of")]
    depth, files, _ = filed(names, [], [])
    assert [each for each in file_of("of", depth, files)["names"] if each.startswith("card/of/")]
    assert len([each for each in file_of("of", depth, files)["names"] if "/Of " in each]) < 300


def test_a_mechanic_is_the_same_in_all_its_languages(library: Library) -> None:
    assert ("destella", "destellar", "glimmer") in synonyms.groups("es", library)
