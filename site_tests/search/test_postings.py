"""The words of the records, where they are, and how long the records are."""

from __future__ import annotations

from generator.search.normal import folding
from generator.search.postings import lengths, postings, tokens
from generator.search.records import SearchRecord
from site_tests.search.conftest import HOSTILE

FOLD = folding(("d", "l", "qu"))


def record(text: str, title: str = "Fen", names: tuple[str, ...] = ()) -> SearchRecord:
    return SearchRecord(kind="ruling", id="lom/fen/1", lang="en", url="cards/fen/", title=title, names=names, text=text)


def listed(found: dict[str, str], word: str) -> list[tuple[int, list[int]]]:
    """Return the records of a word, each with the places in it, as the browser reads them."""
    number, result = 0, []
    for run in found[word].split():
        step, *steps = map(int, run.split(","))
        number += step
        places = [sum(steps[: end + 1]) for end in range(len(steps))]
        result.append((number, places))
    return result


def test_a_word_has_its_records_and_its_places_there() -> None:
    said = [record("Lantern by lantern."), record("A moth."), record("The lantern, the café."), record("The lantern")]
    found = postings(said, FOLD)
    assert found["lantern"] == "0,0,2 2,1 1,1"
    assert listed(found, "lantern") == [(0, [0, 2]), (2, [1]), (3, [1])]
    assert listed(found, "cafe") == [(2, [3])]
    assert list(found) == sorted(found)


def test_titles_and_names_are_before_the_text_and_no_phrase_has_words_of_both() -> None:
    found = postings([record("Fen light", title="Wisp of the Fen", names=("Fuego fatuo",))], FOLD)
    assert [listed(found, word)[0][1] for word in ("wisp", "fen", "fuego", "fatuo", "light")] == [[-7], [-4, 0], [-3], [-2], [1]]


def test_symbols_rules_and_elisions_are_separate_words() -> None:
    said = "{1}{U}: It gets +1/−1. See 702.62a; l’Énergie d'or, dryad's"
    assert tokens(said, FOLD)[:6] == ("{1}", "{u}", "it", "gets", "+1/1", "see")
    assert tokens(said, FOLD)[6:] == ("702.62a", "l", "energie", "dor", "dryads")


def test_each_letter_of_a_language_without_spaces_is_a_word() -> None:
    assert listed(postings([record("呪文を唱える。")], FOLD), "唱") == [(0, [3])]


def test_words_of_hostile_texts_are_data() -> None:
    assert postings([record(HOSTILE)], FOLD)["onerror"] == "0,3"


def test_lengths_double_with_each_letter() -> None:
    assert lengths([record("a " * count) for count in (0, 1, 2, 4, 100)], FOLD) == "aabch"


def test_symbols_stats_and_rules_are_one_word_however_long_a_run_of_digits_is() -> None:
    text = "1+1/1 */4 X1/1 -2/-3 1/1/1 {2/W} +1/+1 702.50a"
    assert tokens(text, FOLD) == ("1", "+1/1", "*/4", "x1/1", "2/3", "1/1", "1", "{2/w}", "+1/+1", "702.50a")
    run = "1x*" * 100_000  # a pattern that tried each beginning of it would need minutes
    assert "2/2" in tokens(f"{run} 2/2", FOLD)
