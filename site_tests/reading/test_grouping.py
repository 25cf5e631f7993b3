"""A heading with nothing below it but another heading groups what follows: nothing of its own is
made of it, and its words stay.
"""

from __future__ import annotations

import pytest

from site_tests.reading.reader import read

NOTE = "This is the one that you may play with, and not the other."
CARD = f"Reed Otter\n{{1}}{{U}}\nCreature — Otter\n1/1\nFlying\n\n* {NOTE}\n\n"
SECTIONS = f"Mechanics\n\nWade\n\n* {NOTE}\n\nWeir\n\n* {NOTE}\n\n"


def page(sections: str, cards: str) -> str:
    """A page of Markdown with these parts below its great headings."""
    return (
        f"Lanterns of Aldermoor Release Notes\n\n## GENERAL NOTES\n\n{sections}"
        f"## CARD-SPECIFIC NOTES\n\n{cards}"
    )


def with_marks(text: str, mark: str) -> str:
    for title in ("Mechanics", "Wade", "Weir"):
        text = text.replace(f"{title}\n", mark.format(title) + "\n", 1)
    return text


@pytest.mark.parametrize("mark", ["### {}", "**{}**", "***{}***"])
def test_a_heading_that_only_groups_is_no_section(mark):
    notes, problems = read(page(with_marks(SECTIONS, mark), CARD))
    assert [(section.title, len(section.rulings)) for section in notes.sections] == [
        ("Wade", 1),
        ("Weir", 1),
    ]
    assert [text.plain() for text in notes.sections[0].introduction] == ["Mechanics"]
    assert not problems


def test_a_last_heading_without_text_stays_a_section():
    notes, _ = read(page(f"### Wade\n\n* {NOTE}\n\n### Weir\n\n", CARD))
    assert [section.title for section in notes.sections] == ["Wade", "Weir"]


def test_a_great_heading_right_below_another_one_names_a_part_of_it():
    further = f"## DECK CARD-SPECIFIC NOTES\n\n{CARD}".replace("Reed Otter", "Reed Heron")
    sections = with_marks(SECTIONS, "### {}")
    notes, problems = read(page(sections, f"## MAIN SET CARD-SPECIFIC NOTES\n\n{CARD}{further}"))
    assert [(entry.card.name, entry.part) for entry in notes.cards] == [
        ("Reed Otter", "CARD-SPECIFIC NOTES — MAIN SET CARD-SPECIFIC NOTES"),
        ("Reed Heron", "DECK CARD-SPECIFIC NOTES"),
    ]
    assert "CARD-SPECIFIC NOTES" not in [section.title for section in notes.sections]
    assert not problems


def test_a_great_heading_above_the_general_notes_holds_sections():
    changes = with_marks(SECTIONS, "### {}").replace("Mechanics", "RULES CHANGES")
    document = page(f"### Card Legality\n\n* {NOTE}\n\n", CARD)
    notes, problems = read(document.replace("## GENERAL", f"{changes}## GENERAL"))
    assert [(section.title, len(section.rulings)) for section in notes.sections] == [
        ("Wade", 1),
        ("Weir", 1),
        ("Card Legality", 1),
    ]
    assert [text.plain() for text in notes.sections[0].introduction] == ["RULES CHANGES"]
    assert (notes.title, notes.preamble) == ("Lanterns of Aldermoor Release Notes", ())
    assert not problems
