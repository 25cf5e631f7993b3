"""Texts go through Markdown into HTML: escaped, with links, and with reminders."""

from rulebinder.notes import Face, Ruling
from rulebinder.pages import markup
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from rulebinder.text import Emphasis, Link, Mention, Plain, Text, parse
from site_tests.builders import (
    card,
    entry,
    example_catalogue,
    face,
    library_of,
    notes,
    texts,
)
from site_tests.outputs import html_at
from site_tests.rendering.approval import assert_approved


def test_texts_are_as_approved():
    """Links of a document lead only to the web, mentions to their pages. Reminder text is marked,
    also if it is emphasised; unbalanced parentheses are left alone.
    """
    abilities = (
        "Flying (It flies over {T} and more.)",
        'Overload (Change all "target(s)" to "each.")',
        "A (b",
        "A (b) c)",
        "*A (b* c) d",
    )
    rules = (*texts(*abilities), Text(((Emphasis((Plain("(It flies.)"),)),),)))
    lantern = card(Face(name="Mire Lantern", type_line="Artifact", rules_text=rules))
    rulings = (
        Ruling(parse("[Here](https://example.org), see Sink // Surface, which glimmers.")),
        Ruling(Text(((Link((Plain("here"),), "javascript:alert(1)"),),))),
        Ruling(parse("Sink of *<the>* Lanterns over Mire & *Sink // Surface*.")),
    )
    other = entry(card(face("Sink"), face("Surface"), layout="split"))
    library = library_of(notes(entry(lantern, *rulings), other), facts=example_catalogue())
    assert_approved("texts", {"card": html_at(library, "cards/mire-lantern/")})


def test_a_mention_links_to_its_page_if_there_is_one(library, languages):
    words = Words(languages["en"])
    writer = markup.Writer(words, Edition(library, {}, words).on_page("cards/mire-lantern/"))
    for mention, is_link in (
        (Mention("set", "lom", "Lanterns"), True),
        (Mention("card", "gone", "Gone"), False),
        (Mention("rule", "702.1", "702.1"), False),
    ):
        assert ("](" in writer.write_blocks(Text(((mention,),)))) == is_link, mention
