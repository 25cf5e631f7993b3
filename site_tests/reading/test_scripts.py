"""Words in every script: without spaces between them, and several as one.

``scripts.yml`` has the lines of documents in each language, and what is read of them.
"""

from pathlib import Path

import pytest
import yaml

from rulebinder.reading.dialect import split_rule
from rulebinder.reading.layout import without_gaps
from rulebinder.reading.parts.outline import read_header
from rulebinder.reading.patterns import Patterns

TABLES = yaml.safe_load(Path(__file__).with_name("scripts.yml").read_text("utf-8"))


@pytest.mark.parametrize(("lang", "line", "types"), TABLES["types"])
def test_a_type_line_gives_its_card_types(lang, line, types, languages):
    words = Patterns(languages[lang], ())
    assert words.is_type_line(line) is bool(types)
    every = map(str.casefold, words.reading.card_types)
    assert not types or sorted(name for name in every if words.has_type(line, [name])) == types


def test_a_keyword_ends_with_its_word_where_words_have_ends(languages):
    assert Patterns(languages["de"], ("eile",)).keyword_prefix("Eilenburg") is None
    assert Patterns(languages["ja"], ("速攻",)).keyword_prefix("速攻を持つ") == "速攻"
    assert Patterns(languages["ko"], ()).keyword_prefix("비행을 가진다") == "비행"


def test_subtypes_end_at_the_mark_of_each_script(languages):
    assert Patterns(languages["zh-Hans"], ()).subtypes("生物～人类／士兵") == {"人类", "士兵"}
    assert Patterns(languages["ko"], ()).subtypes("생물 — 인간 병사") == {"인간", "병사"}


@pytest.mark.parametrize(("lang", "line", "header"), TABLES["headers"])
def test_the_header_says_who_made_the_document_and_when(lang, line, header, languages):
    read = read_header(["Title", line], languages[lang].reading)
    assert [*read.compiled_by, "/", *read.contributors, read.last_modified] == header


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("702.5.结附", ("702.5", "结附")),
        ("702.5a結附屬於", ("702.5a", "結附屬於")),
        ("100张牌", None),
    ],
)
def test_the_text_of_a_rule_may_follow_its_number_at_once(text, parts):
    assert split_rule(text) == parts


def test_drawn_letters_that_are_set_apart_are_one_word_in_a_script_without_spaces():
    assert (
        without_gaps("通 则 释 疑 ： Magic 的 《 灯 》 in two words")
        == "通则释疑： Magic 的《灯》 in two words"
    )
