"""The reader of pages, with what people could write by hand."""

import re

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.markdown.pages import PageReader
from rulebinder.pages.words import Words


class Reader:
    """Reads texts in a language."""

    def __init__(self, languages: Languages, lang: str) -> None:
        self._pages = PageReader(Words(languages[lang]))

    def convert(self, text: str) -> str:
        return self._pages.convert(text, {})[0].strip()

    def contents(self, text: str) -> list[tuple[object, object]]:
        return [(token["id"], token["name"]) for token in self._pages.convert(text, {})[1]]


@pytest.fixture
def reader(languages):
    return Reader(languages, "en")


def test_a_corrected_misprint_opens_by_keyboard_and_tap_unless_a_link_is_around_it(
    reader,
):
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
def test_attributes_alone_belong_to_the_whole_next_block(reader, following, html):
    found = reader.convert(f"{{.x}}\n\n{following}\n\nAfter.")
    assert html in found
    assert found.count("x") == 1
    assert "///" not in found
    assert found.endswith("<p>After.</p>")


@pytest.mark.parametrize(
    "text", ["Pay {2}.", "Bury[°](#era-bury) it.", "[a]{.new} b {.compared}", "- Pay {2}."]
)
def test_each_language_has_its_own_words_in_a_text_that_others_have_too(text, languages):
    read = [Reader(languages, lang).convert(text) for lang in ("en", "es", "en")]
    assert read[0] == read[2] != read[1]


def test_the_id_of_a_ruling_is_the_name_of_its_box_with_its_number(reader):
    lead = "/// paragraph | 7\n\nIt glows.\n\n///"
    html = reader.convert(f"//// notes | lom-elk\n\n{lead}\n\n2.  It is.\n\n5.  It was.\n\n////")
    assert re.findall(r' id="([^"]*)"', html) == ["lom-elk-7", "lom-elk-2", "lom-elk-5"]
    assert re.findall(r'href="([^"]*)"', html) == ["#lom-elk-7", "#lom-elk-2", "#lom-elk-5"]
    outside = reader.convert("1.  It is.")
    assert outside == '<ol><li value="1"><p>It is.</p>\n</li></ol>'


def test_a_table_of_contents_has_the_headings_with_ids(reader):
    text = "# One {#one}\n\n## Two *{W}* {#two}\n\n## Three"
    assert reader.contents(text) == [("one", "One"), ("two", "Two {W}")]


@pytest.mark.parametrize(
    "piece", ["/// said\n\n", "- a\n\n    ", "> ", "[", "*a **b ", "1.  a\n\n    "]
)
def test_marks_without_an_end_lose_no_word_however_deep(reader, piece):
    assert "last" in reader.convert(f"{piece * 300}last")
