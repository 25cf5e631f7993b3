"""Heads that follow each other are one card only if something says so."""

from __future__ import annotations

import pytest

from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Severity
from site_tests.reading.reader import read

START = (
    "# Lanterns of Aldermoor\n\n## GENERAL NOTES\n\n### Wicks\n\nThey burn.\n\n- One is one.\n\n##"
    " CARD-SPECIFIC NOTES\n\n"
)
OTHERS = "".join(
    f"![](https://example.org/{name}.png)\n\nBog {name}\n{{2}}\nArtifact\nFlying\n\n- It is"
    f" {name}.\n\n---\n\n"
    for name in ("Oak", "Elm", "Ash")
)
FIRST = "Fen Sleeper\n{1}{G}\nCreature — Human\n1/1\n"
BACK = "Fen Waker\nCreature — Horror\n4/4\nTrample\n"
NOTE = "\n- It is so.\n"


def cards(notes: ReleaseNotes) -> list[tuple[str, str]]:
    return [
        (entry.card.name, entry.card.layout)
        for entry in notes.cards
        if not entry.card.name.startswith("Bog")
    ]


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        (f"{FIRST}At dawn, transform Fen Sleeper.\n\n{BACK}", "transform"),
        (f"{FIRST}At dawn, flip Fen Sleeper.\n\n---\n\n{BACK}", "flip"),
        (
            f"{FIRST}At dawn, transform Fen Sleeper.\n\n![](https://example.org/b.png)\n\n{BACK}",
            "transform",
        ),
        (f"{FIRST}Haste\n\n![](https://example.org/b.png)\n\n{BACK}", "transform"),
        (
            f"{FIRST}Haste\n\nFen Waker\n\\*colorless\\*\nCreature — Horror\n4/4\nTrample\n",
            "transform",
        ),
        (f"{FIRST}Haste\nFen Waker\n{{1}}{{R}}\nSorcery — Adventure\nDraw a card.\n", "adventure"),
        (
            (
                "Fen Sleeper\n{U}\nEnchantment — Room\nHum.\n\nFen Waker\n{R}\nEnchantment —"
                " Room\nHush.\n"
            ),
            "split",
        ),
        (
            (
                "Fen Sleeper\n{U}\nSorcery\nHum.\n\nFen Waker\n{R}\nSorcery\nAftermath"
                " *(Late.)*\nHush.\n"
            ),
            "split",
        ),
        ("Fen Sleeper\n{U}\nSorcery\nHum.\n\nFen Waker\n{R}\nInstant\nHush.\n", "split"),
        (f"{FIRST}Fen Sleeper enters prepared.\n\nFen Waker\n{{R}}\nInstant\nHush.\n", "prepare"),
        (
            (
                "![Fen Sleeper](https://example.org/a.png)\n![Fen"
                " Waker](https://example.org/b.png)\n\nTurn Over\n\nFen"
                " Sleeper\n{U}\nSorcery\nHum.\n\nFen Waker\nLand\n{T}: Add {U}.\n"
            ),
            "modal_dfc",
        ),
        (f"{FIRST}Haste\n\n![](https://example.org/b.png)\n\nTurn Over\n\n{BACK}", "transform"),
    ],
)
def test_a_further_face_is_told_by_what_cards_have(text, layout):
    notes, problems = read(f"{START}{OTHERS}{text}{NOTE}")
    assert cards(notes) == [("Fen Sleeper // Fen Waker", layout)]
    assert not [problem for problem in problems if problem.severity is not Severity.REPAIR]


@pytest.mark.parametrize(
    "text",
    [
        (
            f"{FIRST}Haste\n\n---\n\n![](https://example.org/b.png)\n\nFen"
            " Waker\n{R}\nInstant\nHush.\n"
        ),
        (
            "Fen Sleeper\n{U}\nSorcery\nHum.\n\n---\n\n![](https://example.org/b.png)\n\nFen"
            " Waker\n{R}\nInstant\nHush.\n"
        ),
        (
            "Fen Sleeper\nSorcery\nSuspend"
            " 2—{U}\nHum.\n\n---\n\n![](https://example.org/b.png)\n\nFen Waker\nSorcery\nSuspend"
            " 4—{U}\n"
        ),
        (
            f"{FIRST}Haste\n\n---\n\n![](https://example.org/b.png)\n\nFen Waker\nLand\n{{T}}: Add"
            " {G}.\n"
        ),
        (
            f"{FIRST}(*Melds with Fen Waker.*)\n\n---\n\n![](https://example.org/b.png)\n\nFen"
            " Waker\n{3}\nArtifact\nFlying\n"
        ),
    ],
)
def test_cards_without_rulings_stay_cards(text):
    notes, problems = read(f"{START}{OTHERS}{text}{NOTE}")
    assert [name for name, _ in cards(notes)] == ["Fen Sleeper", "Fen Waker"]
    assert not problems


def test_three_heads_that_meld_are_one_card():
    text = (
        f"{FIRST}(*Melds with Fen Walker.*)\n\nFen Walker\n{{3}}\nArtifact Creature —"
        f" Bird\n1/1\nMeld them into Fen Waker.\n\n{BACK}"
    )
    notes, _ = read(f"{START}{OTHERS}{text}{NOTE}")
    assert cards(notes) == [("Fen Sleeper // Fen Walker // Fen Waker", "meld")]


def test_rulings_name_both_halves():
    halves = "Fen Sleeper\n{U}\nSorcery\nHum.\n\nFen Waker\n{R}\nInstant\nHush.\n"
    notes, _ = read(f"{START}{halves}\n- Fen Sleeper & Fen Waker may be read as one.\n")
    assert cards(notes) == [("Fen Sleeper // Fen Waker", "split")]


def test_without_evidence_a_back_face_is_put_up_for_review():
    notes, problems = read(f"{START}{FIRST}Haste\n\n{BACK}{NOTE}")
    assert cards(notes) == [("Fen Sleeper // Fen Waker", "transform")]
    [doubt] = [problem for problem in problems if problem.severity is Severity.REVIEW]
    assert "Fen Waker is taken for a further face of Fen Sleeper" in doubt.message


def test_two_cards_without_anything_between_them_are_put_up_for_review():
    notes, problems = read(
        f"{START}{OTHERS}{FIRST}Haste\n\nFen Waker\n{{R}}\nCreature — Horror\n4/4\n{NOTE}"
    )
    assert [name for name, _ in cards(notes)] == ["Fen Sleeper", "Fen Waker"]
    assert any("taken for a card of its own" in problem.message for problem in problems)
