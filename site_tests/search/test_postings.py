"""The words of the records, where they are, and how long the records are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.search.piece_cache import PieceCache
from rulebinder.search.records import SearchRecord
from rulebinder.search.words import postings
from rulebinder.search.words.normal_form import Fold, folding
from rulebinder.search.words.postings import Postings, said, tokens
from rulebinder.search.words.vectors import Summing
from rulebinder.system.caches.result_cache import Cache
from site_tests.search.conftest import HOSTILE

ELISIONS = ("d", "l", "qu")
FOLD = folding(ELISIONS)
WORDS = ["lantern", "moth", "café", "d'argent", "{T}", "+1/+1", "fen", "light", "702.62a"]


def record(text: str, title: str = "Fen", names: tuple[str, ...] = ()) -> SearchRecord:
    return SearchRecord(
        kind="ruling",
        id="lom/fen/1",
        lang="en",
        url="cards/fen/",
        title=title,
        names=names,
        text=text,
    )


def listed(found: Postings, word: str) -> list[tuple[int, list[int]]]:
    """Return the records of a word, each with the places in it, as the browser reads them."""
    number, result = 0, []
    for run in found[word].split():
        step, *steps = map(int, run.split(","))
        number += step
        places = [sum(steps[: end + 1]) for end in range(len(steps))]
        result.append((number, places))
    return result


def test_a_word_has_its_records_and_its_places_there() -> None:
    records = [
        record("Lantern by lantern."),
        record("A moth."),
        record("The lantern, the café."),
        record("The lantern"),
    ]
    found = said(records, ELISIONS).postings
    assert found["lantern"] == "0,0,2 2,1 1,1"
    assert listed(found, "lantern") == [(0, [0, 2]), (2, [1]), (3, [1])]
    assert listed(found, "cafe") == [(2, [3])]
    assert list(found) == sorted(found)


def test_titles_and_names_are_before_the_text_and_no_phrase_has_words_of_both() -> None:
    found = said(
        [record("Fen light", title="Wisp of the Fen", names=("Fuego fatuo",))], ELISIONS
    ).postings
    assert [listed(found, word)[0][1] for word in ("wisp", "fen", "fuego", "fatuo", "light")] == [
        [-7],
        [-4, 0],
        [-3],
        [-2],
        [1],
    ]


def test_symbols_rules_and_elisions_are_separate_words() -> None:
    text = "{1}{U}: It gets +1/−1. See 702.62a; l’Énergie d'or, dryad's"
    assert tokens(text, FOLD)[:6] == ["{1}", "{u}", "it", "gets", "+1/1", "see"]
    assert tokens(text, FOLD)[6:] == ["702.62a", "l", "energie", "dor", "dryads"]


def test_each_letter_of_a_language_without_spaces_is_a_word() -> None:
    assert listed(said([record("呪文を唱える。")], ELISIONS).postings, "唱") == [(0, [3])]


def test_words_of_hostile_texts_are_data() -> None:
    assert said([record(HOSTILE)], ELISIONS).postings["onerror"] == "0,3"


def test_lengths_double_with_each_letter() -> None:
    assert said([record("a " * count) for count in (0, 1, 2, 4, 100)], ELISIONS).lengths == "aabch"


def test_symbols_stats_and_rules_are_one_word_however_long_a_run_of_digits_is() -> None:
    text = "1+1/1 */4 X1/1 -2/-3 1/1/1 {2/W} +1/+1 702.50a"
    assert tokens(text, FOLD) == [
        "1",
        "+1/1",
        "*/4",
        "x1/1",
        "2/3",
        "1/1",
        "1",
        "{2/w}",
        "+1/+1",
        "702.50a",
    ]
    run = "1x*" * 100_000  # a pattern that tried each beginning of it would need minutes
    assert "2/2" in tokens(f"{run} 2/2", FOLD)


def edited(records: list[SearchRecord], choose: random.Random) -> list[SearchRecord]:
    """Return the records without one of them, with a new one and with another text in one."""
    place = choose.randrange(len(records) - 1)
    text = " ".join(choose.choices(WORDS, k=9))
    return [
        record(text, choose.choice(WORDS)),
        *records[:place],
        replace(records[place], text=text),
        *records[place + 2 :],
    ]


def test_after_edits_the_words_are_those_of_a_build_from_nothing(tmp_path: Path) -> None:
    choose = random.Random(3)
    records = [
        record(" ".join(choose.choices(WORDS, k=9)), f"{title} {number // 2}")
        for number, title in enumerate(WORDS * 9)
    ]
    for _ in range(9):
        memory = PieceCache(Cache(tmp_path))
        with memory.pieces("said"):
            assert said(records, ELISIONS, memory=memory) == said(records, ELISIONS)
        records = edited(records, choose)


def test_one_text_changes_one_part_and_other_elisions_or_vectors_change_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    real = postings._batch_words

    def part(records: Sequence[SearchRecord], fold: Fold, summing: Summing) -> postings._BatchWords:
        made[-1] += 1
        return real(records, fold, summing)

    monkeypatch.setattr(postings, "_batch_words", part)
    records = [record("L'or", f"Fen {number}") for number in range(200)]
    changed = [*records[:70], record("D'or", "Fen 70"), *records[71:]]
    vectors = {"fen": "?A"}
    for own, elisions, known in (
        (records, ELISIONS, {}),
        (changed, ELISIONS, {}),
        (changed, (), {}),
        (changed, (), vectors),
    ):
        memory = PieceCache(Cache(tmp_path))
        made.append(0)
        with memory.pieces("said"):
            said(own, elisions, known, memory)
    assert made[0] > 3
    assert made == [made[0], 1, made[0], made[0]]
