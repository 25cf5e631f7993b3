"""Texts go through Markdown into HTML: escaped, with links, and with reminders."""

from __future__ import annotations

import pytest

from rulebinder.library import Library
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from rulebinder.text import Emphasis, Link, Mention, Plain, Text, parse


class Shown:
    """Writes texts, and reads them as a page does."""

    def __init__(self, library: Library, words: Words) -> None:
        edition = Edition(library, {}, words).on_page("cards/mire-lantern/")
        self._writer = markup.Writer(words, edition)
        self._pages = PageReader(words)

    def html(self, text: Text) -> str:
        """Return a paragraph."""
        return self._pages.convert(self._writer.write_blocks(text), {})[0].strip()

    def inline(self, text: Text) -> str:
        """Return what is in a paragraph."""
        return self.html(text).removeprefix("<p>").removesuffix("</p>")

    def abilities(self, texts: list[Text]) -> str:
        """Return rules text."""
        html = self._pages.convert(
            markup.box(self._writer.write_all_blocks(texts), "abilities"), {}
        )[0]
        return html.strip().removeprefix('<div class="abilities">').removesuffix("</div>").strip()


@pytest.fixture
def writer(library, languages):
    return Shown(library, Words(languages["en"]))


def test_links_of_a_document_lead_only_to_the_web(writer):
    assert (
        writer.inline(parse("[here](https://example.org)"))
        == '<a href="https://example.org">here</a>'
    )
    assert "href" not in writer.inline(Text(((Link((Plain("here"),), "javascript:alert(1)"),),)))


THE = Emphasis((Plain("<the>"),))


@pytest.mark.parametrize(
    ("mention", "html"),
    [
        (Mention("card", "sink-surface", "Sink"), '<a href="../sink-surface/">Sink</a>'),
        (
            Mention("mechanic", "glimmer", "glimmers"),
            '<a href="../../mechanics/glimmer/">glimmers</a>',
        ),
        (Mention("set", "lom", "Lanterns"), '<a href="../../sets/lom/">Lanterns</a>'),
        (
            Mention("card", "sink-surface", "Sink of <the>", (Plain("Sink of "), THE)),
            '<a href="../sink-surface/">Sink of <em>&lt;the&gt;</em></a>',
        ),
        (Mention("card", "gone", "Gone"), "Gone"),
        (Mention("rule", "702.1", "702.1"), "702.1"),
    ],
)
def test_a_mention_links_to_its_page_if_there_is_one(writer, mention, html):
    assert writer.inline(Text(((mention,),))) == html


def test_reminder_text_is_marked(writer):
    html = writer.abilities([parse("Flying (It flies over {T} and more.)")])
    assert html.startswith('<p>Flying <span class="reminder">(It flies')
    assert html.endswith(".)</span></p>")
    nested = writer.abilities([parse('Overload (Change all "target(s)" to "each.")')])
    assert nested.count("<span") == 1
    assert '<span class="reminder">(Change' in nested


@pytest.mark.parametrize("source", ["A (b", "A (b) c)", "*A (b* c) d"])
def test_unbalanced_parentheses_are_left_alone(writer, source):
    assert "reminder" not in writer.abilities([parse(source)])


def test_emphasised_reminder_text_is_marked_too(writer):
    assert 'class="reminder"' in writer.abilities([Text(((Emphasis((Plain("(It flies.)"),)),),))])
