"""Words in every script: without spaces between them, and several as one."""

from __future__ import annotations

import pytest

from rulebinder.reading.dialect import rule_parts
from rulebinder.reading.layout import without_gaps
from rulebinder.reading.parts.outline import read_header
from rulebinder.reading.patterns import Patterns
from rulebinder.reading.symbols import normalise


@pytest.mark.parametrize(
    ("lang", "line", "types"),
    [
        (
            "ja",
            "伝説のアーティファクト・クリーチャー ― ゴーレム・兵士",
            {"アーティファクト", "クリーチャー"},
        ),
        ("ja", "エンチャント－オーラ", {"エンチャント"}),
        ("ja", "基本氷雪土地 - 森", {"土地"}),
        ("de", "Legendäre Artefaktkreatur -- Golem, Krieger", {"artefaktkreatur"}),
        ("de", "Stammes-Hexerei — Elf", {"hexerei"}),
        ("it", "Creatura Artefatto Leggendaria — Golem", {"creatura", "artefatto"}),
        ("pt-BR", "Mágica Instantânea — Arcana", {"mágica instantânea"}),
        ("fr", "Artefact et créature : golem", {"artefact", "créature"}),
        ("ru", "Легендарный Артефакт Существо — Голем", {"артефакт", "существо"}),
        ("ru", "Мгновенное заклинание -- Приключение", {"мгновенное заклинание"}),
        ("ko", "전설적 마법물체 생물 — 골렘", {"마법물체", "생물"}),
        ("ko", "기본 대지 — 숲", {"대지"}),
        ("zh-Hans", "传奇神器生物～魔像／士兵", {"神器", "生物"}),
        ("zh-Hans", "基本雪境地～树林", {"地"}),
        ("zh-Hant", "傳奇神器生物～魔像／士兵", {"神器", "生物"}),
        ("zh-Hant", "結界 — 靈氣", {"結界"}),
    ],
)
def test_a_type_line_gives_its_card_types(lang, line, types, languages):
    words = Patterns(languages[lang], ())
    assert words.is_type_line(line)
    every = map(str.casefold, words.reading.card_types)
    assert {name for name in every if words.has_type(line, [name])} == types


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ja", "エンチャント（クリーチャー）"),
        ("ja", "クリーチャー1体を対象とする。"),
        ("de", "Landen darf jeder"),
        ("it", "Terrazza"),
        ("ru", "Земля обетованная"),
        ("ko", "생물은 공격할 수 있다"),
        ("zh-Hans", "地窖"),
        ("zh-Hant", "生物不能進行攻擊。"),
    ],
)
def test_a_line_that_only_begins_like_a_type_line_is_none(lang, line, languages):
    assert not Patterns(languages[lang], ()).is_type_line(line)


def test_a_keyword_ends_with_its_word_where_words_have_ends(languages):
    assert Patterns(languages["de"], ("eile",)).keyword_prefix("Eilenburg") is None
    assert Patterns(languages["ja"], ("速攻",)).keyword_prefix("速攻を持つ") == "速攻"
    assert Patterns(languages["ko"], ()).keyword_prefix("비행을 가진다") == "비행"


def test_subtypes_end_at_the_mark_of_each_script(languages):
    assert Patterns(languages["zh-Hans"], ()).subtypes("生物～人类／士兵") == {"人类", "士兵"}
    assert Patterns(languages["ko"], ()).subtypes("생물 — 인간 병사") == {"인간", "병사"}


@pytest.mark.parametrize(
    ("lang", "credits", "compiled_by", "contributors"),
    [
        (
            "ja",
            "甲/A. One編、乙/B. Two、丙/C. Three協力",
            ("甲/A. One",),
            ("乙/B. Two", "丙/C. Three"),
        ),
        ("ja", "編集：甲、乙", ("甲", "乙"), ()),
        ("ja", "Compiled by A. One, with contributions from B. Two", ("A. One",), ("B. Two",)),
        (
            "de",
            "Zusammengestellt von A. One, mit Beiträgen von B. Two und C. Three",
            ("A. One",),
            ("B. Two", "C. Three"),
        ),
        (
            "it",
            "A cura di A. One, con il contributo di B. Two ed E. Three",
            ("A. One",),
            ("B. Two", "E. Three"),
        ),
        (
            "pt-BR",
            "Compilado por A. One, com contribuições de B. Two e Eva Three",
            ("A. One",),
            ("B. Two", "Eva Three"),
        ),
        (
            "ru",
            "Составитель: A. One, при участии B. Two и C. Three",
            ("A. One",),
            ("B. Two", "C. Three"),
        ),
        ("ko", "작성: A. One, 도움: B. Two, C. Three", ("A. One",), ("B. Two", "C. Three")),
        ("ko", "A. One 편집, B. Two 도움", ("A. One",), ("B. Two",)),
        (
            "zh-Hans",
            "由A. One编纂，且有B. Two与C. Three的贡献",
            ("A. One",),
            ("B. Two", "C. Three"),
        ),
        (
            "zh-Hant",
            "編纂：A. One，且有B. Two，及C. Three的貢獻",
            ("A. One",),
            ("B. Two", "C. Three"),
        ),
    ],
)
def test_names_stand_behind_or_before_what_announces_them(
    lang,
    credits,
    compiled_by,
    contributors,
    languages,
):
    header = read_header(["Title", credits], languages[lang].reading)
    assert (header.compiled_by, header.contributors) == (compiled_by, contributors)


@pytest.mark.parametrize(
    ("lang", "line", "date"),
    [
        ("ja", "最終更新：2014年11月18日", "2014-11-18"),
        ("de", "Dokument zuletzt geändert am 8. Januar 2024", "2024-01-08"),
        ("it", "Ultima modifica: 1° giugno 2009", "2009-06-01"),
        ("pt-BR", "Última modificação em 1º de março de 2011", "2011-03-01"),
        ("ru", "Дата последнего изменения документа: 8 января 2024 г.", "2024-01-08"),
        ("ko", "문서 최종 수정일: 2016년 3월 23일", "2016-03-23"),
        ("zh-Hans", "文件最后修订日期：2016年3月23日", "2016-03-23"),
        ("zh-Hant", "最近更新日期：2006年12月13日", "2006-12-13"),
    ],
)
def test_the_date_of_the_last_change_is_read(lang, line, date, languages):
    assert read_header(["Title", line], languages[lang].reading).last_modified == date


def test_symbols_in_full_width_characters_are_symbols():
    assert (
        normalise("｛２｝｛Ｗ／Ｕ｝、{Ｔ}：Ｔシャツ", markdown=False) == "{2}{W/U}、{T}：Ｔシャツ"
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("702.5.结附", ("702.5", "结附")),
        ("702.5a結附屬於", ("702.5a", "結附屬於")),
        ("100张牌", None),
    ],
)
def test_the_text_of_a_rule_may_follow_its_number_at_once(text, parts):
    assert rule_parts(text) == parts


def test_drawn_letters_that_are_set_apart_are_one_word_in_a_script_without_spaces():
    assert (
        without_gaps("通 则 释 疑 ： Magic 的 《 灯 》 in two words")
        == "通则释疑： Magic 的《灯》 in two words"
    )
