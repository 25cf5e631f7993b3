"""Every word, number, symbol and picture of a document is in its notes or in the review list.

See ``cases/losses`` for what single documents keep.
"""

from dataclasses import replace
from typing import Any

import pytest

from rulebinder.facts.content import Content
from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem, Severity
from rulebinder.reading import accounting
from rulebinder.reading import document as readers
from rulebinder.reading.detection import Overrides
from rulebinder.reading.dialect import DocumentText
from rulebinder.text import parse
from site_tests.conftest import ROOT
from site_tests.reading.reader import read

ONE_LINE = ROOT / "content/notes/gvm.en.txt"
DOCUMENT = """# Lanterns of Aldermoor Release Notes

## CARD-SPECIFIC NOTES

Oak

![](https://example.org/mana/odd9.gif){2/W}

Creature — Treefolk

2/3

{T}: Add {G}.

- It is the one that you may draw.
- It costs {3} more, and it is **never** free.

Elm

{U}

Instant

Draw a card.

- This one is the other one.
"""


def lost(problems: list[Problem]) -> list[str]:
    return [str(problem) for problem in problems if problem.message.startswith(accounting.LOST)]


def test_more_real_documents_lose_nothing(release_notes_dir):
    for path in sorted(release_notes_dir.with_name("release-notes-more").glob("*.*.*")):
        _, problems = read(path.read_bytes(), path.name)
        assert lost(problems) == []


def without_first(notes: ReleaseNotes, **fields: Any) -> ReleaseNotes:
    """The notes without their first ruling, or with another face of the first card."""
    first, *others = notes.cards
    if not fields:
        return replace(notes, cards=(replace(first, body=first.body[1:]), *others))
    card = replace(first.card, faces=(replace(first.card.faces[0], **fields),))
    return replace(notes, cards=(replace(first, card=card), *others))


def losses(
    notes: ReleaseNotes, document: DocumentText | str = DOCUMENT
) -> list[tuple[int, set[str]]]:
    """The line of each loss, and its words."""
    page = DocumentText(document, "lam.en.md") if isinstance(document, str) else document
    problems = accounting.find_losses(page, notes, [])
    assert {problem.severity for problem in problems} == {Severity.ERROR}
    return [
        (problem.place.line, set(problem.message.removeprefix(f"{accounting.LOST}: ").split()))
        for problem in problems
    ]


@pytest.mark.parametrize(
    ("changed", "line", "words"),
    [
        ({}, 15, "it is the one that you may draw"),
        ({"mana_cost": None}, 7, "2 w odd9"),
        ({"mana_cost": "[picture: odd9]"}, 7, "2 w"),
        ({"mana_cost": "{2/W}"}, 7, "odd9"),
        ({"rules_text": (parse(": Add {G}."),)}, 13, "t"),
        ({"rules_text": (parse("{T}: Add."),)}, 13, "g"),
    ],
)
def test_what_is_lost_is_an_error_with_its_line(changed, line, words):
    notes, problems = read(DOCUMENT)
    assert lost(problems) == []
    assert losses(without_first(notes, **changed)) == [(line, set(words.split()))]


def test_a_loss_is_in_the_line_of_the_file_that_lacks_the_word():
    notes, _ = read(DOCUMENT)
    gone = losses(replace(notes, cards=notes.cards[:-1]))
    assert [line for line, _ in gone] == [18, 20, 22, 24, 26]

    ends = (at for at, letter in enumerate(DOCUMENT, start=1) if letter == "\n")
    title_of_two_lines = DocumentText(DOCUMENT, "lam.en.md", (0, 11, *ends))
    assert [line for line, _ in losses(without_first(notes), title_of_two_lines)] == [16]

    document = DOCUMENT.replace("that you may draw", "that the **other** may draw")
    notes, _ = read(document)
    last = notes.cards[-1]
    shorter = replace(last, body=(replace(last.body[0], text=parse("This one is the one.")),))
    assert losses(replace(notes, cards=(*notes.cards[:-1], shorter)), document) == [(26, {"other"})]


def test_headings_of_a_document_that_is_there_twice_are_no_loss():
    document = ONE_LINE.read_text("utf-8").strip()
    _, problems = read(f"{document} ----- {document}\n".encode(), ONE_LINE.name)
    assert lost(problems) == []


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "**{o1}{(b/r)}** <b>Foo</b>&nbsp;_bar_ [baz](https://example.org) ｛Ｔ｝ ①\n-----\n",
            "{1}{B/R} *Foo* bar baz {T} 1",
        ),
        (
            '![Tap](t.gif) <img alt="" src="/mana/odd9.gif"> <i class="ms ms-g"></i>',
            "{T} odd9 {G}",
        ),
        ("0002_MTGX_Main: Bell of Bark\nElm\n", "0002mtgxmain Bell of Bark Elm"),
        ("0002_MTGX_Main: Bell of Bark\n\nBell of Bark\n", "Bell of Bark"),
        ("![Dusk\nFerry](https://example.org/a.png)①", "dusk ferry 1"),
        ('[Bog Sage](https://example.org/a "Bog\nSage")es', "sage es bog"),
        ("cou</p</p>>nters", "cou p nters"),
        (" ----- ***Theme: Roads***ǧ See", "theme roads ǧ see"),
    ],
)
def test_words_of_a_page_are_counted_as_they_are_read(page, text):
    assert accounting.count_page_tokens(page) == accounting.count_tokens(text)


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        *((f"{'<b>' * depth}deep{'</b>' * depth} inside", "deep inside") for depth in (21, 5000)),
        (f"&#{'9' * 5000};", f"&#{'9' * 5000};"),
    ],
    ids=["tags", "many tags", "the number of no character"],
)
def test_words_within_much_else_are_kept(printed, kept):
    notes, _ = read(f"{DOCUMENT}- {printed}\n")
    assert notes.cards[-1].rulings[-1].text.plain() == kept


@pytest.mark.parametrize(("released", "doubts"), [("2012-06-01", 1), ("2016-01-22", 0), (None, 0)])
def test_the_chaos_symbol_of_older_sets_is_doubted(released, doubts, languages, catalogue):
    """Their documents print it as what is colorless mana today."""
    facts = replace(catalogue, sets={"lam": replace(catalogue.sets["lam"], released=released)})
    text = DOCUMENT.replace("Instant\n\nDraw", "Plane — Lanterns\n\nWhenever you roll {C}, draw")
    _, problems = readers.read(
        text.encode(), "lam.en.md", Content(facts, languages, {}), Overrides(set_code="lam")
    )
    hints = [each.hint for each in problems if each.message.startswith("{C} is shown as colorless")]
    assert ['correct: "{CHAOS}"' in hint for hint in hints] == [True] * doubts
