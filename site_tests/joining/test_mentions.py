"""Texts mention cards, mechanics, rules and sections, and only those that are meant."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebinder.joining.identity import OfficialNames, Topics, identify_cards
from rulebinder.joining.mentions import Nameable, read_vocabularies
from rulebinder.notes import Introduction
from rulebinder.text import Emphasis, Link, Mention, Plain, Text, parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    library_of,
    mechanic,
    notes,
    released,
    ruling,
    section,
)
from site_tests.joining.conftest import each_line, mentions

FACTS = catalogue(
    mechanic("glimmer", forms={"en": ("glimmers", "deep glimmer")}),
    mechanic("wade", everyday={"en": ("wade",)}),
    mechanic(
        "loaf-tokens",
        "token",
        {"en": "Loaf tokens"},
        forms={"en": ("loaf",)},
        everyday={"en": ("loaf",)},
    ),
    names=[{"en": "Mire Lantern", "es": "Farol del fango"}, {"en": "Delay", "es": "Demora"}],
)
CARDS = ("Mire Lantern", "Mire Lantern of the Deep", "Delay", "Zephyrite", "Urza’s Fen", "X")


OTHERS = (
    *map(entry, CARDS),
    entry(card(face("Sink"), face("Surface Again"))),
    entry("Listener", "A delay is no reason to wade."),
)
GLIMMERS = section("New Mechanic: Glimmer", introduction("It glimmers."))


def joined(*documents, facts=FACTS):
    return library_of(*documents, facts=facts)


def of_card(library, slug):
    """Return the mentions in the first ruling of a card."""
    return mentions(library.cards[slug].notes[0].notes[0].text)


def said(text, lang="en"):
    """Return a ruling of a card that is not mentioned, in the library of all cards."""
    documents = [notes(entry("Speaker", text), *OTHERS, sections=[GLIMMERS])]
    if lang != "en":
        documents.append(notes(entry("Altavoz", text), lang=lang))
    return joined(*documents).sets["lom"].documents[lang].cards[0].notes[0].text


def mentioned(text, lang="en"):
    return [(each.kind, each.target, each.text) for each in mentions(said(text, lang))]


def targets(text, lang="en"):
    return [target for _, target, _ in mentioned(text, lang)]


@each_line("mentions.tsv")
def test_a_name_is_mentioned_only_where_it_is_meant(expected, sentence):
    """An ordinary word or a token's only with a capital in the middle of a sentence, a face by
    several words, no word of a longer unknown name, and no part of an emphasis or a link.
    """
    spans = mentions(said(sentence))
    assert " ".join(f"{span.kind}:{span.target}" for span in spans) == expected


LEGENDS = [
    entry(card(face(name, type_line)), text)
    for name, type_line, text in (
        ("Orla, Keeper of Lamps", "Legendary Creature — Human", "If Orla dies, take her lamp."),
        ("Bran of the Fen", "Legendary Creature", "When Bran attacks, Bran of the Fen grows."),
        ("Wick Thief", "Creature — Human", "If you tap Wick Thief, the Wick goes out."),
        ("Tam, the First", "Legendary Creature — Elf", "If Tam is tapped, it stays."),
        ("Tam, the Second", "Legendary Creature — Elf", "If Tam is untapped, tap it."),
        ("Unnamed, the Silent", "Legendary Creature — Elf", "It says nothing."),
    )
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pay for Orla's lamp, then wake Bran.", ["orla-keeper-of-lamps", "bran-of-the-fen"]),
        ("Orla, Keeper of Lamps, is Orla.", ["orla-keeper-of-lamps"]),
        ("This is Orla, Mother of Moths, or Orla Reed, or Orla's Lamp.", []),
        ("The Wick burns in Tam and in Unnamed.", []),
    ],
)
def test_legends_are_mentioned_by_short_names_in_their_own_rulings(text, expected):
    library = joined(notes(entry("Speaker", text), *LEGENDS))
    assert [each.target for each in of_card(library, "speaker")] == expected
    assert of_card(library, "orla-keeper-of-lamps") == []


def test_other_documents_are_mentioned_by_the_names_of_their_sets():
    names = {"en": "Moths of Fen", "es": "Polillas del pantano"}
    other, spanish = released(mof="2030-01-01", oth="2029-01-01")
    facts = catalogue(sets=[replace(other, names=names), replace(spanish, names={"es": "Otra"})])
    speaker = notes(entry("Speaker", "See the *Moths of Fen* FAQ, not the Lanterns over Mire FAQ."))
    altavoz = notes(
        entry("Altavoz", "Mira las notas de Polillas del pantano."), set_code="oth", lang="es"
    )
    for there in (False, True):
        moths = [notes(entry("Moth"), set_code="mof")] if there else []
        library = joined(speaker, altavoz, *moths, facts=facts)
        assert [*of_card(library, "speaker"), *of_card(library, "altavoz")] == (
            [Mention("set", "mof", name) for name in names.values()] if there else []
        )


def test_names_of_other_languages_are_known():
    assert mentioned("El Farol del fango brilla junto a Mire Lantern.", "es") == [
        ("card", "mire-lantern", "Farol del fango")
    ]
    assert targets("Se llama Demora.", "es") == ["delay"]
    assert targets("Se llama Delay.", "es") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("If it glimmers, you may wade.", ["glimmers"]),
        ("A deep glimmer.", ["deep glimmer"]),
        ("Glimmer, glimmers.\n\nGlimmer again.", ["Glimmer", "Glimmer"]),
    ],
    ids=["in any form but an ordinary one", "the longest form", "once in a paragraph"],
)
def test_mechanics_are_mentioned_in_their_forms(text, names):
    assert mentioned(text) == [("mechanic", "glimmer", name) for name in names]


@pytest.mark.parametrize("quotes", ["“%s”", '"%s"', "'%s'", "«\u00a0%s\u00a0»", "‘%s,’"])
def test_a_quoted_title_is_a_section(quotes):
    title = "New Mechanic: Glimmer"
    assert mentioned(f"See {quotes % title} above.") == [("section", "lom/notes/glimmer", title)]


def test_emphasis_is_searched_and_links_are_left_alone():
    assert said("*Glimmer* at [Mire Lantern](https://example.com) of {T}.").paragraphs[0][:3] == (
        Emphasis((Mention("mechanic", "glimmer", "Glimmer"),)),
        Plain(" at "),
        Link((Plain("Mire Lantern"),), "https://example.com"),
    )


def test_a_name_partly_in_emphasis_is_found_whole():
    text = said("See Mire Lantern of *the* Deep and Mire Lantern.")
    spans = (Plain("Mire Lantern of "), Emphasis((Plain("the"),)), Plain(" Deep"))
    assert text.paragraphs[0][1] == Mention(
        "card", "mire-lantern-of-the-deep", "Mire Lantern of the Deep", spans
    )
    assert text.paragraphs[0][3] == Mention("card", "mire-lantern", "Mire Lantern")
    assert text.source() == "See Mire Lantern of *the* Deep and Mire Lantern."


def test_a_page_does_not_mention_itself():
    document = notes(
        entry("Zephyrite", "Zephyrite blows Mire Lantern out."), *OTHERS, sections=[GLIMMERS]
    )
    library = joined(document)
    assert [each.target for each in of_card(library, "zephyrite")] == ["mire-lantern"]
    (about,) = library.sets["lom"].documents["en"].sections
    (lead,) = (block for block in about.body if isinstance(block, Introduction))
    assert mentions(lead.text) == []


def test_items_and_rules_text_have_mentions_too():
    shown = card(face("Speaker", "Fen", "Search for Zephyrite, then Speaker glimmers."))
    library = joined(notes(entry(shown, ruling("One:", "Zephyrite")), entry("Zephyrite")))
    (speaker,) = library.cards["speaker"].notes
    (only,) = speaker.entry.card.faces
    assert [each.target for each in mentions(*only.rules_text)] == ["zephyrite", "glimmer"]
    assert speaker.notes[0].items == (Text(((Mention("card", "zephyrite", "Zephyrite"),),)),)


def vocabularies(*documents):
    cards, _ = identify_cards(documents, OfficialNames(()))
    known = Nameable(
        catalogue=catalogue(), cards=cards, topics=Topics({}, {"glow": {"es": "Fulgor"}}), sets={}
    )
    return read_vocabularies(documents, known, {})


def test_a_word_is_ordinary_if_any_document_of_the_language_uses_it_so():
    words = vocabularies(
        notes(entry("Mire")),
        notes(entry("Fen", "Wade through the mire."), set_code="mir"),
        notes(entry("Charca", "La charca brilla."), lang="es"),
    )
    assert {lang: "mire" in each.ordinary for lang, each in words.items()} == {
        "en": True,
        "es": False,
    }


def test_a_vocabulary_knows_what_sections_name_in_its_language():
    words = vocabularies(notes(entry("Mire Lantern")), notes(entry("Charca Alta"), lang="es"))
    named = {lang: each.targets(parse("Fulgor.")) for lang, each in words.items()}
    assert named == {"en": set(), "es": {("mechanic", "glow")}}


PIECES = st.sampled_from([*"*[]( )“\n.{}T", "Mire Lantern", "glimmers", "Delay", "702.1", "x", "İ"])


@settings(deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_mentions_change_no_letter(text):
    document = (
        joined(notes(entry("Speaker", text), entry("Mire Lantern"))).sets["lom"].documents["en"]
    )
    assert document.cards[0].notes[0].text.source() == parse(text).source()
