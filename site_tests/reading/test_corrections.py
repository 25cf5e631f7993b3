"""Corrections: applied at import, kept beside what was printed, a problem once they match
nothing.
"""

from pathlib import Path

import pytest

from rulebinder.facts import content
from rulebinder.facts.content import Content
from rulebinder.reading import document as readers
from rulebinder.reading import saved_notes
from rulebinder.reading.detection import Overrides

DOCUMENT = """\
GRAVELMARCH COMPANION DECKS CARD-SPECIFIC NOTES

0001_MTGGVC_Main: Reed Calf

Reed Calf

{1}{G}

Creature — Ox

2/2

Vigilance

Reed Calf may be older than it looks, and it can't be younger.

A ruling that comes in two parts: this is the first of them, and it isn't the last.

This is the second part, which doesn't stand alone.
"""


def filled(path: Path) -> Path:
    """Return ``path``, whose folder is made."""
    path.parent.mkdir(exist_ok=True)
    return path


@pytest.fixture
def corrected(tmp_path, languages, catalogue):
    """Return what reads the document with corrections, and gives the errors."""

    def read(text):
        filled(tmp_path / "corrections" / "gvc.en.yml").write_text(text, "utf-8")
        every, wrong = content.load_corrections(tmp_path / "corrections")
        assert not wrong, [str(problem) for problem in wrong]
        facts = Content(catalogue, languages, every)
        asked = Overrides(set_code="gvc", lang="en")
        notes, problems = readers.read(DOCUMENT.encode(), "gvc.en.txt", facts, asked)
        assert notes is not None
        return notes, [problem for problem in problems if problem.is_error]

    return read


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_number_of_rules_paragraphs_is_settled(count, corrected):
    text = f"- {{card: Reed Calf, rules_paragraphs: {count}, reason: counted by hand}}\n"
    notes, wrong = corrected(text)
    assert len(notes.cards[0].card.faces[0].rules_text) == count
    assert len(notes.cards[0].rulings) == 4 - count
    assert not wrong


def test_paragraphs_become_one_ruling(corrected):
    text = (
        "- {card: Reed Calf, rules_paragraphs: 2, reason: counted}\n"
        "- {card: Reed Calf, one_ruling: [1, 2], reason: it is cut in two}\n"
    )
    notes, wrong = corrected(text)
    (ruling,) = notes.cards[0].rulings
    assert len(ruling.text.paragraphs) == 2
    assert not wrong


def test_a_misprint_stays_as_printed_and_is_recorded(corrected):
    text = "- {printed: Calf, correct: Cow, card: Reed Calf, reason: it grew up}\n"
    notes, wrong = corrected(text)
    assert notes.cards[0].card.name == "Reed Calf"
    assert [(each.printed, each.correct, each.entry) for each in notes.corrections] == [
        ("Calf", "Cow", "Reed Calf")
    ]
    again, _ = saved_notes.loads(saved_notes.dump(notes), "gvc.en.yml")
    assert again is not None
    assert [each.reason for each in again.corrections] == ["it grew up"]
    assert not wrong


@pytest.mark.parametrize(
    "line",
    [
        "{card: Reed Calf, rules_paragraphs: 9, reason: wrong}",
        "{card: Nobody, rules_paragraphs: 1, reason: wrong}",
        "{card: Reed Calf, one_ruling: [3, 9], reason: wrong}",
        "{section: Nothing, one_ruling: [1, 2], reason: wrong}",
        "{printed: misprint, correct: print, reason: it is gone}",
        "{printed: Calf, correct: Cow, card: Nobody, reason: it is gone}",
    ],
)
def test_a_correction_that_matches_nothing_is_an_error(line, corrected, tmp_path):
    _, (problem,) = corrected(f"- {line}\n")
    assert str(problem).startswith(
        f"{tmp_path / 'corrections' / 'gvc.en.yml'}:1: error: this correction no longer matches: "
    )


@pytest.mark.parametrize(
    "line",
    [
        "{card: Reed Calf, reason: none}",
        "{printed: a, reason: b}",
        "{card: x, rules_paragraphs: -1, reason: y}",
        "{}",
        "{one_ruling: [1, 2], reason: z}",
    ],
)
def test_a_correction_that_says_nothing_is_an_error(line, tmp_path):
    filled(tmp_path / "corrections" / "gvc.en.yml").write_text(f"- {line}\n", "utf-8")
    _, problems = content.load_corrections(tmp_path / "corrections")
    assert problems
    assert all(
        str(problem).startswith(f"{tmp_path / 'corrections' / 'gvc.en.yml'}:1: error: ")
        for problem in problems
    )


def test_the_repositorys_corrections_are_well_formed(content_dir):
    every, problems = content.load_corrections(content_dir / "corrections")
    assert every
    assert problems == []
