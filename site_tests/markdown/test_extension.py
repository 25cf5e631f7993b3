"""The extension in any Python-Markdown, by its entry point, with what
people write by hand.
"""

from __future__ import annotations

import re

import pytest
from markdown import Markdown


@pytest.fixture
def reader() -> Markdown:
    return Markdown(extensions=["rulebinder", "toc"])


def test_the_entry_point_reads_symbols_and_no_html(reader: Markdown) -> None:
    html = reader.convert("# Lantern <b>Keeper</b> {#top}\n\nPay {2}{W} & wait.")
    assert '<h1 id="top">Lantern &lt;b&gt;Keeper&lt;/b&gt;' in html
    assert 'aria-label="two generic, one white"' in html
    assert "&amp; wait." in html


def test_a_corrected_misprint_opens_by_keyboard_and_tap_unless_a_link_is_around_it(
    reader: Markdown,
) -> None:
    misprint = "[Lantern]{.corrected} [\\[printed: Latnern\\]]{.printed title=swapped}"
    printed = '<span class="printed" title="swapped">[printed: Latnern]</span>'
    assert (
        reader.convert(misprint)
        == f'<p><ins class="corrected" tabindex="0">Lantern</ins> {printed}</p>'
    )
    assert 'tabindex="0"' in reader.convert(f"*[a](b) {misprint}*")
    assert (
        reader.convert(f"[{misprint}](lantern)")
        == f'<p><a href="lantern"><ins class="corrected">Lantern</ins> {printed}</a></p>'
    )


@pytest.mark.parametrize(
    ("following", "html"),
    [
        ("- one\n\n    more\n\n- two", '<ul class="x">'),
        ("| a |\n| --- |\n| b |", '<table class="x">'),
        ("/// said\n\none\n\ntwo\n\n///", '<div class="said x">'),
        ("word", '<p class="x">'),
    ],
)
def test_attributes_alone_belong_to_the_whole_next_block(
    reader: Markdown, following: str, html: str
) -> None:
    found = reader.convert(f"{{.x}}\n\n{following}\n\nAfter.")
    assert html in found
    assert found.count("x") == 1
    assert "///" not in found
    assert found.endswith("<p>After.</p>")


@pytest.mark.parametrize(
    "text", ["Pay {2}.", "Bury[°](#era-bury) it.", "[a]{.new} b {.compared}", "- Pay {2}."]
)
def test_each_language_has_its_own_words_in_a_text_that_others_have_too(text: str) -> None:
    read = [
        Markdown(
            extensions=["rulebinder"], extension_configs={"rulebinder": {"lang": lang}}
        ).convert(text)
        for lang in ("en", "es", "en")
    ]
    assert read[0] == read[2] != read[1]


def test_the_id_of_a_ruling_is_the_name_of_its_box_with_its_number(reader: Markdown) -> None:
    lead = "/// paragraph | 7\n\nIt glows.\n\n///"
    html = reader.convert(f"//// notes | lom-elk\n\n{lead}\n\n2.  It is.\n\n5)  It was.\n\n////")
    assert re.findall(r' id="([^"]*)"', html) == ["lom-elk-7", "lom-elk-2", "lom-elk-5"]
    assert re.findall(r'href="([^"]*)"', html) == ["#lom-elk-7", "#lom-elk-2", "#lom-elk-5"]
    outside = reader.convert("1.  It is.")
    assert outside == '<ol><li value="1"><p>It is.</p>\n</li></ol>'


def test_a_table_of_contents_has_the_headings_with_ids(reader: Markdown) -> None:
    reader.convert("# One {#one}\n\n## Two *{W}* {#two}\n\n## Three")
    assert [(token["id"], token["name"]) for token in reader.toc_tokens] == [("one", "One")]
    assert [token["name"] for token in reader.toc_tokens[0]["children"]] == ["Two {W}"]


def test_an_unknown_language_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; choose one of"):
        Markdown(extensions=["rulebinder"], extension_configs={"rulebinder": {"lang": "xx"}})


@pytest.mark.parametrize(
    "piece", ["/// said\n\n", "- a\n\n    ", "> ", "[", "*a **b ", "1.  a\n\n    "]
)
def test_marks_without_an_end_lose_no_word_however_deep(reader: Markdown, piece: str) -> None:
    assert "last" in reader.convert(f"{piece * 300}last")
