"""Texts mention cards, mechanics, rules and sections, and only those that are meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebinder.facts.catalogue import Catalogue, SetFacts
from rulebinder.library import Library
from rulebinder.notes import Introduction, ReleaseNotes
from rulebinder.text import Emphasis, Link, Mention, Plain, Text, parse
from site_tests import builders
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    mechanic,
    notes,
    ruling,
    section,
)
from site_tests.joining.conftest import mentions

FACTS = catalogue(
    mechanic("glimmer", names={"en": "Glimmer"}, forms={"en": ("glimmers", "deep glimmer")}),
    mechanic("wade", names={"en": "Wade"}, everyday={"en": ("wade",)}),
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


def joined(*documents: ReleaseNotes, facts: Catalogue = FACTS) -> Library:
    return builders.library_of(*documents, facts=facts)


def of_card(library: Library, slug: str) -> list[Mention]:
    """Return the mentions in the first ruling of a card."""
    return mentions(library.cards[slug].notes[0].notes[0].text)


def library_of(text: str, lang: str = "en") -> Library:
    document = notes(
        entry("Speaker", text),
        *map(entry, CARDS),
        entry(card(face("Sink"), face("Surface Again"))),
        entry("Listener", "A delay is no reason to wade."),
        sections=[section("New Mechanic: Glimmer", introduction("It glimmers."))],
    )
    documents = [document] if lang == "en" else [document, notes(entry("Altavoz", text), lang=lang)]
    return joined(*documents)


def said(text: str, lang: str = "en") -> Text:
    return library_of(text, lang).sets["lom"].documents[lang].cards[0].notes[0].text


def mentioned(text: str, lang: str = "en") -> list[tuple[str, str, str]]:
    return [(each.kind, each.target, each.text) for each in mentions(said(text, lang))]


def targets(text: str, lang: str = "en") -> list[str]:
    return [target for _, target, _ in mentioned(text, lang)]


@pytest.mark.parametrize(
    "text",
    [
        "A mire lantern.",
        "Mire lantern.",
        "Swamp-mire Lanterns.",
        "Mire-Lantern",
        "X is 3.",
        "Speaker speaks.",
    ],
)
def test_some_names_in_a_text_are_no_mention_of_a_card(text):
    assert mentioned(text) == []


def test_either_apostrophe_matches():
    assert targets("Seek Urza's Fen.") == ["urzas-fen"]


def test_an_ordinary_word_is_a_name_only_in_the_middle_of_a_sentence():
    assert mentioned("Delay it. “Delay” works: Delay too, but not Zephyrite.") == [
        ("card", "zephyrite", "Zephyrite")
    ]
    assert targets("If you counter it with Delay, wait.") == ["delay"]


def test_faces_are_mentioned_if_their_names_have_several_words():
    assert targets("Cast Surface Again, or Sink, or Sink // Surface Again.") == [
        "sink-surface-again"
    ]
    assert targets("Cast Sink now.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Try the Glimmer of Dawn.",
        "Cast Deep Glimmer Reading.",
        "Glimmer Reading is cast.",
        "Zephyrite Lord",
        "A Zephyrite of Old",
    ],
)
def test_a_word_of_a_longer_unknown_name_is_no_mention(text):
    assert mentioned(text) == []


def test_a_capital_letter_alone_makes_no_name():
    assert targets("Say “Keyword: Glimmer” if Zephyrite's Wade is Glimmer.") == [
        "glimmer",
        "zephyrite",
    ]


def test_a_tokens_ordinary_word_is_its_name_if_it_has_a_capital():
    assert targets("You create a Loaf, or a loaf.") == ["loaf-tokens"]
    assert targets("Loaf is a loaf, the loaf.") == []


LEGENDS = [
    entry(
        card(face("Orla, Keeper of Lamps", "Legendary Creature — Human")),
        "If Orla dies, take her lamp.",
    ),
    entry(
        card(face("Bran of the Fen", "Legendary Creature — Human")),
        "When Bran attacks, Bran of the Fen grows.",
    ),
    entry(
        card(face("Wick Thief", "Creature — Human")), "If you tap Wick Thief, the Wick goes out."
    ),
    entry(card(face("Tam, the First", "Legendary Creature — Elf")), "If Tam is tapped, it stays."),
    entry(card(face("Tam, the Second", "Legendary Creature — Elf")), "If Tam is untapped, tap it."),
    entry(card(face("Unnamed, the Silent", "Legendary Creature — Elf")), "It says nothing."),
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


def test_a_legend_does_not_mention_itself_by_its_short_name():
    assert of_card(joined(notes(*LEGENDS)), "orla-keeper-of-lamps") == []


def test_other_documents_are_mentioned_by_the_names_of_their_sets():
    other = SetFacts(
        code="mof",
        names={"en": "Moths of Fen", "es": "Polillas del pantano"},
        released="2030-01-01",
    )
    speaker = notes(entry("Speaker", "See the *Moths of Fen* FAQ, not the Lanterns over Mire FAQ."))
    altavoz = notes(
        entry("Altavoz", "Mira las notas de Polillas del pantano."), set_code="oth", lang="es"
    )
    facts = catalogue(
        sets=[other, SetFacts(code="oth", names={"es": "Otra"}, released="2029-01-01")]
    )

    def said_of(*documents):
        library = joined(*documents, facts=facts)
        return [
            (each.kind, each.target, each.text)
            for slug in ("speaker", "altavoz")
            for each in of_card(library, slug)
        ]

    assert said_of(speaker, altavoz) == []
    assert said_of(speaker, altavoz, notes(entry("Moth"), set_code="mof")) == [
        ("set", "mof", "Moths of Fen"),
        ("set", "mof", "Polillas del pantano"),
    ]


def test_names_of_other_languages_are_known():
    assert mentioned("El Farol del fango brilla junto a Mire Lantern.", "es") == [
        ("card", "mire-lantern", "Farol del fango")
    ]
    assert targets("Se llama Demora.", "es") == ["delay"]
    assert targets("Se llama Delay.", "es") == []


def test_mechanics_are_mentioned_in_any_form_except_ordinary_ones():
    assert mentioned("If it glimmers, you may wade.") == [("mechanic", "glimmer", "glimmers")]
    assert mentioned("A deep glimmer.") == [("mechanic", "glimmer", "deep glimmer")]


def test_only_the_first_mention_in_a_paragraph_counts():
    assert (
        mentioned("Glimmer, glimmers.\n\nGlimmer again.")
        == [("mechanic", "glimmer", "Glimmer")] * 2
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See 702.100a, please.", ["702.100a"]),
        ("See rule 702.100.", ["702.100"]),
        ("See rule 702 and Rules 509.", ["702", "509"]),
        ("Deal 702 damage, or $702.10, or 1702.10, or 12.5.", []),
        ("Vault 702 rules 7021.", []),
    ],
)
def test_rules_are_mentioned_by_number(text, expected):
    assert mentioned(text) == [("rule", number, number) for number in expected]


@pytest.mark.parametrize("quotes", ["“%s”", '"%s"', "'%s'", "«\u00a0%s\u00a0»", "‘%s,’"])
def test_a_quoted_title_is_a_section(quotes):
    title = "New Mechanic: Glimmer"
    assert mentioned(f"See {quotes % title} above.") == [("section", "lom/notes/glimmer", title)]


def test_an_unquoted_title_is_no_mention():
    assert targets("See New Mechanic: Glimmer above.") == ["glimmer"]


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


def test_a_name_that_only_partly_overlaps_a_longer_emphasis_is_left_alone():
    assert targets("The *light of Mire* Lantern, and Mire Lantern.") == ["mire-lantern"]
    assert targets("See Mire [Lantern](https://example.com).") == []


def test_a_page_does_not_mention_itself():
    library = joined(
        notes(entry("Zephyrite", "Zephyrite blows Mire Lantern out."), entry("Mire Lantern"))
    )
    assert [each.target for each in of_card(library, "zephyrite")] == ["mire-lantern"]
    (about,) = library_of("Hm.").sets["lom"].documents["en"].sections
    (lead,) = (block for block in about.body if isinstance(block, Introduction))
    assert mentions(lead.text) == []


def test_items_and_rules_text_have_mentions_too():
    shown = card(face("Speaker", "Fen", "Search for Zephyrite, then Speaker glimmers."))
    library = joined(notes(entry(shown, ruling("One:", "Zephyrite")), entry("Zephyrite")))
    (speaker,) = library.cards["speaker"].notes
    (only,) = speaker.entry.card.faces
    assert [each.target for each in mentions(*only.rules_text)] == ["zephyrite", "glimmer"]
    assert speaker.notes[0].items == (Text(((Mention("card", "zephyrite", "Zephyrite"),),)),)


PIECES = st.sampled_from([*"*[]( )“\n.{}T", "Mire Lantern", "glimmers", "Delay", "702.1", "x", "İ"])


@settings(deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_mentions_change_no_letter(text):
    document = (
        joined(notes(entry("Speaker", text), entry("Mire Lantern"))).sets["lom"].documents["en"]
    )
    assert document.cards[0].notes[0].text.source() == parse(text).source()
