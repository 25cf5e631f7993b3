"""What a document says and no reader understands is kept or told: nothing goes without a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebinder.facts.content import Content
from rulebinder.problems import Problem, Severity
from rulebinder.reading import accounting
from rulebinder.reading import document as readers
from rulebinder.reading.detection import Overrides
from site_tests.reading.reader import read

HEAD = """# Release Notes

These are the notes for the set that you and the others of the team play with.

## GENERAL NOTES

### Card Legality

- All of the cards are legal.

"""
CARDS = HEAD + "## CARD-SPECIFIC NOTES\n\n"


def told(problems: list[Problem], severity: Severity) -> list[tuple[int, str]]:
    return [
        (problem.place.line, problem.message)
        for problem in problems
        if problem.severity is severity
    ]


@pytest.mark.parametrize("bullet", ["", "- ", "* "])
def test_text_behind_a_label_is_kept_and_told(bullet):
    label = "0002_MTGX_Main: Bell of Bark {2} Artifact {T}: Add {G}. It rings twice."
    card = (
        "0001_MTGX_Main: Oak\nOak\n{1}{G}\nCreature — Treefolk\n2/3\nVigilance\n"
        + bullet
        + "It is the one that you may not draw.\n"
    )
    text = f"{CARDS}{card}\n{label}\n"
    notes, problems = read(text)
    assert [(entry.card.name, entry.label) for entry in notes.cards] == [("Oak", "0001_MTGX_Main")]
    assert not accounting.count_page_tokens(text) - accounting.count_text_tokens(
        accounting.all_texts(notes)
    )
    assert any(
        "0002_MTGX_Main: Bell of Bark" in message for _, message in told(problems, Severity.REVIEW)
    )


def test_words_behind_a_label_count_unless_they_are_printed_again():
    once = accounting.count_page_tokens("0002_MTGX_Main: Bell of Bark\nElm\n")
    again = accounting.count_page_tokens("0002_MTGX_Main: Bell of Bark\n\nBell of Bark\n")
    assert (once["bell"], again["bell"]) == (1, 1)
    assert once["elm"] == 1


def test_a_picture_that_may_be_a_symbol_is_an_error():
    text = (
        "Oak\n![](https://example.org/mana/odd9.gif){G}\nCreature — Treefolk\n2/3\nPay"
        " ![](https://example.org/1f.png): You gain 2 life.\n\n- Each"
        " ![](https://example.org/odd8.gif) counts.\n"
    )
    notes, problems = read(CARDS + text)
    [entry] = notes.cards
    assert entry.card.faces[0].mana_cost == "[picture: odd9]{G}"
    assert entry.card.faces[0].rules_text[0].plain() == "Pay [picture: 1f]: You gain 2 life."
    assert entry.rulings[0].text.plain() == "Each [picture: odd8] counts."
    assert len(told(problems, Severity.ERROR)) == 3


def test_a_picture_without_words_that_is_left_out_is_put_up_for_review():
    lost = "![](https://example.org/cards/e77.png)"
    _, problems = read(
        f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n- It is one.\n\n{lost}\n\n- It is the one.\n"
    )
    assert [(line, "'e77'" in message) for line, message in told(problems, Severity.REVIEW)] == [
        (20, True)
    ]


def test_a_picture_above_a_card_is_that_of_the_card():
    for picture in (
        "![](https://example.org/cards/e77.png)\n\n",
        "![](https://example.org/cards/e77.png)",
    ):
        notes, problems = read(
            f"{CARDS}{picture}Oak\n{{G}}\nArtifact\nFlying\n\n- It is the one.\n"
        )
        assert notes.cards[0].card.name == "Oak"
        assert not problems


def test_the_head_of_an_unknown_card_in_rules_text_is_put_up_for_review():
    unknown = "An Unknown Card\n{1}{U}\nOf no known type\nFlying\n\n"
    _, problems = read(
        f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n{unknown}- This may be of another one.\n"
    )
    assert any(
        "looks like the mana cost of another card" in message
        for _, message in told(problems, Severity.REVIEW)
    )


def test_stats_above_a_type_line_are_no_name_of_another_card():
    notes, _ = read(
        f"{CARDS}Oak\n{{G}}\nCreature — Elf\n6/5\nEnchantment — Class\n\n- It is the one.\n"
    )
    assert [entry.card.name for entry in notes.cards] == ["Oak"]


def test_a_type_line_outside_of_a_card_is_put_up_for_review():
    _, problems = read(
        f"{HEAD}Creature — Elf\n\nThe section goes"
        f" on.\n\n{CARDS.removeprefix(HEAD)}Oak\n{{G}}\nArtifact\n\n- One.\n"
    )
    assert any(
        "a type line outside of a card" in message for _, message in told(problems, Severity.REVIEW)
    )


def test_a_ruling_below_text_that_was_not_understood_is_put_up_for_review():
    card = "Oak\n{G}\nArtifact\nFlying\n\n- It is the one.\n\n"
    notes, problems = read(f"{CARDS}{card}**An Unknown Card**\n\n- This may be of another one.\n")
    assert [ruling.place.line for ruling in notes.cards[0].rulings] == [18, 22]
    assert {line for line, _ in told(problems, Severity.REVIEW)} == {20, 22}


def test_a_document_in_which_no_card_is_found_is_an_error():
    _, problems = read(f"{CARDS}Oak, of which nobody says what it is\n\n- It is the one.\n")
    assert any("no card found" in message for _, message in told(problems, Severity.ERROR))


@pytest.mark.parametrize("count", [21, 328, 5000])
def test_tags_however_deep_keep_their_words(count):
    text = (
        f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n- It is the one.\n-"
        f" {'<b>' * count}deep{'</b>' * count} inside\n"
    )
    notes, _ = read(text)
    assert notes.cards[0].rulings[1].text.plain() == "deep inside"


def test_the_number_of_no_character_is_kept_as_printed():
    notes, _ = read(
        f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n- It is &#{'9' * 5000}; and no more.\n"
    )
    assert "9" * 5000 in notes.cards[0].rulings[0].text.plain()


def test_marks_around_nothing_are_no_name_of_a_card():
    notes, problems = read(
        f"{CARDS}**\n{{U}}\nInstant\nFlying\n\nOak\n{{G}}\nArtifact\nFlying\n\n- It is the one.\n"
    )
    assert [entry.card.name for entry in notes.cards] == ["Oak"]
    assert any("Instant" in message for _, message in told(problems, Severity.REVIEW))


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        (
            "It is <i>the</i> one </&_p> that < script > you need.",
            "It is *the* one </&_p> that < script > you need.",
        ),
        ("It is <i>the</i> one </p</i> that you need.", "It is *the* one </p that you need."),
        ("It is <i>the</i> one <!-- that you need.", "It is *the* one <!-- that you need."),
        (
            "It is <i>the</i> one with 2 <3 or 4> 3 cards.",
            "It is *the* one with 2 <3 or 4> 3 cards.",
        ),
    ],
)
def test_a_sign_that_opens_no_tag_takes_no_word_with_it(printed, kept):
    notes, _ = read(f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n- {printed}\n")
    assert [ruling.text.source() for ruling in notes.cards[0].rulings] == [kept]


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("![Dusk\nFerry](https://example.org/a.png)①", ["dusk", "ferry", "1"]),
        ('[Bog Sage](https://example.org/a "Bog\nSage")es', ["sage", "es"]),
        ("cou</p</p>>nters", ["cou", "nters"]),
        (" ----- ***Theme: Roads***ǧ See", ["theme", "roads", "ǧ", "see"]),
    ],
)
def test_words_are_counted_as_they_are_read(printed, words):
    found = accounting.count_page_tokens(printed)
    assert [word for word in words if not found[word]] == []


def test_a_remark_beside_the_name_of_a_further_face_is_kept():
    text = (
        "Oak *(Box only)*\n{G}\nInstant\nFlying\n\n//\n\nElm *(Deck"
        " only)*\n{U}\nSorcery\nFlying\n\n- It is the one.\n"
    )
    notes, _ = read(CARDS + text)
    assert [(entry.card.name, entry.card.remark) for entry in notes.cards] == [
        ("Oak // Elm", "(Box only) (Deck only)")
    ]


@pytest.mark.parametrize(
    ("ability", "lost"),
    [
        (": You gain 1 life.", ": You gain 1 life."),
        (", Tap an untapped lamp you control: Untap it.", ", Tap an untapped lamp"),
        ("Other lamps get +2/+2.: Put a lamp on the table.", ": Put a lamp on"),
    ],
)
def test_an_ability_that_lost_its_cost_is_told(ability, lost):
    notes, problems = read(f"{CARDS}Oil Cup\n{{2}}\nArtifact\n{ability}\n\n- It shines.\n")
    assert [text.source() for text in notes.cards[0].card.faces[0].rules_text] == [ability]
    messages = [message for _, message in told(problems, Severity.REVIEW)]
    assert [
        message for message in messages if f"Oil Cup has no cost before '{lost} …'" in message
    ] == messages


@pytest.mark.parametrize(
    "ability",
    [
        "{T}: Add {G}.",
        "Choose one: Draw a card.",
        "Flying, vigilance",
        "Pay 1 life, etc., or draw.",
    ],
)
def test_an_ability_with_its_cost_lost_none(ability):
    _, problems = read(f"{CARDS}Oil Cup\n{{2}}\nArtifact\n{ability}\n\n- It shines.\n")
    assert not told(problems, Severity.REVIEW)


def test_a_whole_example_is_no_repair():
    """Only the rest of a broken sentence was joined to something."""
    notes, problems = read(
        f"{CARDS}Oil Cup\n{{2}}\nArtifact\nFlying\n\n- It shines.\n\nExample: It shines on a bog.\n"
    )
    assert len(notes.cards[0].body) == 1
    assert not told(problems, Severity.REPAIR)


@pytest.mark.parametrize(("released", "doubts"), [("2012-06-01", 1), ("2016-01-22", 0), (None, 0)])
def test_the_chaos_symbol_of_older_sets_is_doubted(released, doubts, languages, catalogue):
    """Their documents print it as what is colorless mana today."""
    facts = replace(catalogue, sets={"lam": replace(catalogue.sets["lam"], released=released)})
    text = (
        f"{CARDS}Aldermoor\nPlane — Lanterns\nWhenever you roll {{C}}, draw a card.\n\n- It"
        " shines.\n"
    )
    _, problems = readers.read(
        text.encode(), "lam.en.md", Content(facts, languages, {}), Overrides(set_code="lam")
    )
    told_of = [
        problem
        for problem in problems
        if problem.message.startswith("{C} is shown as colorless mana")
    ]
    assert len(told_of) == doubts
    assert all('correct: "{CHAOS}"' in problem.hint for problem in told_of)


def test_what_a_page_says_of_itself_is_no_name_of_a_card():
    text = f"{CARDS}Oak\n{{G}}\nArtifact\nFlying\n\n- It is the one.\n\n"
    _, problems = read(f"{text}[1]: https://example.org/bog\n\n{{1}}{{R}}\n\nCreature — Elf\n")
    assert not [problem for problem in problems if problem.message.startswith(accounting.LOST)]
