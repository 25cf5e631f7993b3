"""content/synonyms.yml: errors are reported with their line, and groups join old words."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts import catalogue as facts
from rulebinder.facts.catalogue import EraTerm, EraWords
from rulebinder.facts.search_words import SearchWords
from rulebinder.search import normal_form
from rulebinder.search.normal_form import make_fold

GOOD = """\
en:
  same:
    - [mana value, cmc]
  ignored: [what, when]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[mana value, cmc]", "[mana value]", "synonyms.yml:3: error: "),
        ("[mana value, cmc]", "[cmc, cmc]", "synonyms.yml:3: error: "),
        ("cmc", '" "', "synonyms.yml:3: error: "),
        ("cmc", "7", "synonyms.yml:3: error: "),
        (
            "  ignored:",
            "  ingored: []\n  ignored:",
            "synonyms.yml:4: error: unknown key 'ingored' in en; did you mean 'ignored'?",
        ),
        ("  ignored: [what, when]\n", "", "synonyms.yml:1: error: "),
        ("en:", "english:", "synonyms.yml:1: error: "),
        ("[what, when]", "[what", "synonyms.yml:5: error: not valid YAML"),
    ],
)
def test_errors_are_reported_with_their_line(content_dir, tmp_path, old, new, said):
    for path in content_dir.iterdir():
        if path.name in {"sets", "mechanics", "cards"}:
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "synonyms.yml").write_text(GOOD.replace(old, new), "utf-8")
    loaded, problems = facts.load(tmp_path)
    assert loaded.synonyms == {}
    assert len(problems) == 1
    assert said in str(problems[0])


def test_the_repository_s_file_uses_languages_of_the_repository(catalogue, languages):
    assert set(catalogue.synonyms) <= set(languages)
    assert all(words.same and words.ignored for words in catalogue.synonyms.values())


def rows(name: str) -> list[list[str]]:
    """Return the lines of a table of words: a language, and cells."""
    text = (Path(__file__).parent / "synonyms" / f"{name}.tsv").read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()]


@pytest.mark.parametrize(("lang", "typed", "said"), rows("understood"))
def test_situations_are_understood_in_the_words_of_players(catalogue, lang, typed, said):
    assert any(typed in group and said in group for group in catalogue.synonyms[lang].same)


@pytest.mark.parametrize(("lang", "families"), [(row[0], row[1:]) for row in rows("apart")])
def test_no_line_joins_what_questions_depend_on(catalogue, lang, families):
    """Or words of which an everyday one mostly means something else."""
    words = [set(family.split(", ")) for family in families]
    lines = catalogue.synonyms[lang].same
    assert [line for line in lines if sum(bool(family & {*line}) for family in words) > 1] == []


def test_every_line_is_there_once(catalogue):
    for lang, words in catalogue.synonyms.items():
        lines = [frozenset(line) for line in words.same]
        assert [sorted(line) for line in lines if lines.count(line) > 1] == [], lang


def test_groups_come_from_the_file_and_from_older_words(library, languages):
    era = EraTerm(
        key="bloom",
        until="2031-06-01",
        words={
            "en": EraWords(then=("in bloom",), now="in leaf"),
            "es": EraWords(then=("florece",), now=None, gone="nada"),
        },
    )
    words = SearchWords((("Mana Value", "CMC"), ("{E}", "energy")), ())
    library = replace(library, eras={"bloom": era}, synonyms={"en": words})
    same = {
        lang: normal_form.phrase_content(lang, library, languages, make_fold(()), set())["same"]
        for lang in ("en", "es")
    }
    assert same == {
        "en": [("cmc", "mana value"), ("energy", "{e}"), ("in bloom", "in leaf")],
        "es": [],
    }
