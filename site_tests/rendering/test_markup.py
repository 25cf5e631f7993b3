"""Texts as HTML, names as Markdown."""

from __future__ import annotations

from html import unescape

import markdown as python_markdown
import pytest

from generator.facts.languages import Languages
from generator.library import Library
from generator.pages.markup import Writer, markdown
from generator.pages.words import Words
from generator.text import Emphasis, Link, Mention, Plain, Text, parse

HOSTILE = [
    "<script>alert(1)</script>", "*bold* _it_ **b**", "[x](javascript:alert(1))", "{#id .class}", "a | b", "`code`",
    "# Not a heading", "1. not a list", "- nor this", "&lt;b&gt;", "<!-- gone -->", "![x](y)", "\\*", "https://example.org <x@y.z>",
]  # fmt: skip


@pytest.fixture
def writer(library: Library, languages: Languages) -> Writer:
    return Writer(library, Words(languages["en"]), "cards/mire-lantern/")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_in_markdown_is_shown_literally(name: str) -> None:
    html = python_markdown.markdown(f"# {markdown(name)} {{#top}}", extensions=["attr_list", "toc"])
    assert html.startswith('<h1 id="top">')
    shown = html.removeprefix('<h1 id="top">').removesuffix("</h1>")
    assert "<" not in shown
    assert unescape(shown) == name


def test_a_text_is_escaped(writer: Writer) -> None:
    assert writer.html(Text(((Plain('<b onclick="x">&'),),))) == "<p>&lt;b onclick=&#34;x&#34;&gt;&amp;</p>"


def test_links_of_a_document_lead_only_to_the_web(writer: Writer) -> None:
    assert writer.inline(parse("[here](https://example.org)")) == '<a href="https://example.org">here</a>'
    assert "href" not in writer.inline(Text(((Link((Plain("here"),), "javascript:alert(1)"),),)))


def test_mentions_link_to_pages(writer: Writer) -> None:
    html = writer.inline(Text(((Mention("card", "sink-surface", "Sink"), Mention("mechanic", "glimmer", "glimmers")),)))
    assert html == '<a href="../sink-surface/">Sink</a><a href="../../mechanics/glimmer/">glimmers</a>'


def test_a_mentioned_set_links_to_its_page(writer: Writer) -> None:
    assert writer.inline(Text(((Mention("set", "lom", "Lanterns"),),))) == '<a href="../../sets/lom/">Lanterns</a>'


def test_a_mention_keeps_the_emphasis_in_it(writer: Writer) -> None:
    name = (Plain("Sink of "), Emphasis((Plain("<the>"),)))
    html = writer.inline(Text(((Mention("card", "sink-surface", "Sink of <the>", name),),)))
    assert html == '<a href="../sink-surface/">Sink of <em>&lt;the&gt;</em></a>'


def test_a_mention_of_an_unknown_target_is_text(writer: Writer) -> None:
    assert writer.inline(Text(((Mention("card", "gone", "Gone"), Mention("rule", "702.1", "702.1")),))) == "Gone702.1"


def test_reminder_text_is_marked(writer: Writer) -> None:
    html = writer.abilities([parse("Flying (It flies over {T} and more.)")])
    assert html.startswith('<p>Flying <span class="reminder">(It flies')
    assert html.endswith(".)</span></p>")


@pytest.mark.parametrize("source", ["A (b", "A b)", "A (b (c) d)"])
def test_unbalanced_parentheses_are_left_alone(writer: Writer, source: str) -> None:
    assert writer.abilities([parse(source)]) == f"<p>{source}</p>"


def test_emphasised_reminder_text_is_marked_too(writer: Writer) -> None:
    assert 'class="reminder"' in writer.abilities([Text(((Emphasis((Plain("(It flies.)"),)),),))])
