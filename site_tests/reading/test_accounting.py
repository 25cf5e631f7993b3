"""Every word, number, symbol and picture of a document is in its notes or in the review list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem, Severity
from rulebinder.reading import accounting
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
Dropped = Callable[[ReleaseNotes], ReleaseNotes]


def lost(problems: list[Problem]) -> list[str]:
    return [str(problem) for problem in problems if problem.message.startswith(accounting.LOST)]


@pytest.mark.parametrize("folder", ["release-notes", "release-notes-more"])
def test_real_documents_lose_nothing(folder, release_notes_dir):
    paths = [
        path
        for path in sorted((release_notes_dir.parent / folder).glob("*.*.*"))
        if path.suffix in (".txt", ".md")
    ]
    for path in paths:
        _, problems = read(path.read_bytes(), path.name)
        assert lost(problems) == []


def _without_ruling(notes: ReleaseNotes) -> ReleaseNotes:
    first, *others = notes.cards
    return replace(notes, cards=(replace(first, body=first.body[1:]), *others))


def _without_card(notes: ReleaseNotes) -> ReleaseNotes:
    return replace(notes, cards=notes.cards[:-1])


def _with_face(**fields: Any) -> Dropped:
    def changed(notes: ReleaseNotes) -> ReleaseNotes:
        first, *others = notes.cards
        card = replace(first.card, faces=(replace(first.card.faces[0], **fields),))
        return replace(notes, cards=(replace(first, card=card), *others))

    return changed


@pytest.mark.parametrize(
    ("drop", "line", "words"),
    [
        (_without_ruling, 15, "it is the one that you may draw"),
        (_with_face(mana_cost=None), 7, "2 w odd9"),
        (_with_face(mana_cost="[picture: odd9]"), 7, "2 w"),
        (_with_face(mana_cost="{2/W}"), 7, "odd9"),
        (_with_face(rules_text=(parse(": Add {G}."),)), 13, "t"),
        (_with_face(rules_text=(parse("{T}: Add."),)), 13, "g"),
    ],
)
def test_what_is_lost_is_an_error_with_its_line(drop, line, words):
    notes, problems = read(DOCUMENT)
    assert lost(problems) == []
    [found] = accounting.find_losses(DocumentText(DOCUMENT, "lam.en.md"), drop(notes), [])
    assert (found.severity, found.place.line) == (Severity.ERROR, line)
    assert sorted(found.message.removeprefix(f"{accounting.LOST}: ").split()) == sorted(
        words.split()
    )


def test_every_line_of_a_lost_card_is_named():
    notes, _ = read(DOCUMENT)
    found = accounting.find_losses(DocumentText(DOCUMENT, "lam.en.md"), _without_card(notes), [])
    assert [problem.place.line for problem in found] == [18, 20, 22, 24, 26]


def test_the_label_of_a_loyalty_is_no_loss():
    card = (
        "Nima\n\n{W}\n\nLegendary Planeswalker — Nima\n\nLoyalty: 4\n\n+1: Draw a card.\n\n- It is"
        " the one that you may draw.\n"
    )
    notes, problems = read(
        f"# Release Notes\n\n## CARD-SPECIFIC NOTES\n\n{card}".encode(), "lam.en.md"
    )
    assert notes.cards[0].card.faces[0].loyalty == "4"
    assert lost(problems) == []


_ODD = {
    "half a mana": "Oak\n\n{1}{½R}\n\nArtifact\n\n- It is one.\n",
    "a number before a symbol": "Oak\n\n{1x}{R}\n\nArtifact\n\n- It is one.\n",
    "a letter behind a link across lines": (
        "Oak\n\n{1}\n\nArtifact\n\n- See [the\nrules](https://example.org/rules)Ж now.\n"
    ),
    "a tag in a collector line": (
        "00</p>12_MTGLAM_Main: Oak\n\nOak\n\n{1}\n\nArtifact\n\n- It is one.\n"
    ),
    "a letter before a loyalty": (
        "Nima\n\n{W}\n\nLegendary Planeswalker — Nima\n\nЖ5\n\n+1: Draw a card.\n\n- It is one.\n"
    ),
    "words above two pictures": (
        "Turn Over\n\n![Elm](/a.png)\n![Oak](/b.png)\n\nOak\n{1}\nInstant\nDraw a card.\n\n- It is"
        " one.\n"
    ),
}


@pytest.mark.parametrize("card", _ODD.values(), ids=_ODD)
def test_odd_text_is_kept(card):
    _, problems = read(f"# Release Notes\n\n## CARD-SPECIFIC NOTES\n\n{card}")
    assert lost(problems) == []


METADATA = """---
{}
[_metadata_:title]:- "Lanterns of Aldermoor Release Notes"

---

note: this is the first of the lines that a reader sees

[_metadata_:wayback_url]:- "https://example.org/"

"""


@pytest.mark.parametrize(
    "above",
    [
        "[Link to Wayback Machine](https://example.org/)",
        "[Kept](https://web.archive.org/web/2/x)",
        "title: Oak",
    ],
)
def test_what_an_archive_says_about_the_page_is_left_out_and_said(above):
    notes, problems = read(METADATA.format(above) + DOCUMENT)
    seen = "note: this is the first of the lines that a reader sees"
    assert notes.title == "Lanterns of Aldermoor Release Notes"
    assert [text.plain() for text in notes.preamble] == [seen]
    [said] = [
        each
        for each in problems
        if each.severity is Severity.REPAIR and "about the page" in each.message
    ]
    assert (said.place.line, said.message) == (
        2,
        f"3 lines about the page left out, such as “{above[:40]}”",
    )
    assert lost(problems) == []


LETTERS = DOCUMENT.replace("![](https://example.org/mana/odd9.gif){2/W}", "2W").replace("{U}", "U")


@pytest.mark.parametrize(
    ("printed", "stored"),
    [
        ("You may add UBR.", "You may add {U}{B}{R}."),
        ("You may pay EE, or pay 2UU or W.", "You may pay {E}{E}, or pay {2}{U}{U} or {W}."),
        ("Spending R or G is the same.", "Spending {R} or {G} is the same."),
        ("If you pay 2 life or pay X, it is W.", None),
        ("Player A pays B's cost, not a UR-pay.", None),
        ("Add red, add G-shaped lamps, add Un, add 3.", None),
    ],
)
def test_mana_in_letters_behind_a_verb_becomes_symbols(printed, stored):
    document = LETTERS.replace("{T}: Add {G}.", "It is lit.").replace("{3}", "3") + f"- {printed}\n"
    notes, problems = read(document)
    assert notes.cards[-1].rulings[-1].text.source() == (stored or printed)
    assert bool(stored) == any("is read as" in problem.message for problem in problems)
    assert lost(problems) == []


def test_letters_beside_symbols_stay_letters():
    notes, _ = read(f"{DOCUMENT}- You may add UBR.\n")
    assert notes.cards[-1].rulings[-1].text.source() == "You may add UBR."


@pytest.mark.parametrize(
    "printed", ["Tap", "Untap", "Red", "Energy", "Snow", "oT", "½R", "(u/r)", " 2 ", "Oz9"]
)
def test_a_symbol_that_is_spelled_in_another_way_is_no_loss(printed):
    document = DOCUMENT.replace("It costs {3} more", f"It costs {{{printed}}} more, never {{3}}")
    _, problems = read(document)
    assert lost(problems) == []


def test_a_loss_is_in_the_line_that_lacks_the_word():
    document = DOCUMENT.replace("that you may draw", "that the **other** may draw")
    notes, _ = read(document)
    last = notes.cards[-1]
    shorter = replace(last, body=(replace(last.body[0], text=parse("This one is the one.")),))
    [found] = accounting.find_losses(
        DocumentText(document, "lam.en.md"), replace(notes, cards=(*notes.cards[:-1], shorter)), []
    )
    assert (found.place.line, found.message) == (26, f"{accounting.LOST}: other")


def test_the_line_of_a_loss_is_that_of_the_file_if_lines_were_joined():
    notes, _ = read(DOCUMENT)
    ends = (at for at, letter in enumerate(DOCUMENT, start=1) if letter == "\n")
    title_of_two_lines = DocumentText(DOCUMENT, "lam.en.md", (0, 11, *ends))
    [found] = accounting.find_losses(title_of_two_lines, _without_ruling(notes), [])
    assert found.place.line == 16


def test_headings_of_a_document_that_is_there_twice_are_no_loss():
    document = ONE_LINE.read_text("utf-8").strip()
    _, problems = read(f"{document} ----- {document}\n".encode(), ONE_LINE.name)
    assert lost(problems) == []


@pytest.mark.parametrize(
    "heading", ["## CARD-SPECIFIC NOTES", "## <a name='c'></a>Card-Specific\xa0Notes"]
)
def test_a_heading_that_is_printed_twice_is_no_loss(heading):
    document = DOCUMENT.replace("## CARD-SPECIFIC NOTES", f"{heading}\n\n{heading}")
    _, problems = read(document)
    assert lost(problems) == []


def test_marks_spaces_and_spellings_of_symbols_are_no_loss():
    page = accounting.count_page_tokens(
        "**{o1}{(b/r)}** <b>Foo</b>&nbsp;_bar_ [baz](https://example.org) ｛Ｔ｝ ①\n-----\n"
    )
    assert page == accounting.count_tokens("{1}{B/R} *Foo* bar baz {T} 1")


def test_a_picture_counts_as_its_symbol_or_its_name():
    found = accounting.count_page_tokens(
        '![Tap](t.gif) <img alt="" src="/mana/odd9.gif"> <i class="ms ms-g"></i>'
    )
    assert found == accounting.count_tokens("{T} odd9 {G}")


def test_the_boilerplate_of_a_page_is_in_the_review_list():
    page = (
        "<html><head><title>Site</title><script>var no = 1;</script></head><body><nav><a"
        " href='/'>Latest articles</a></nav><main><h1>Lanterns of Aldermoor Release"
        " Notes</h1><h2>CARD-SPECIFIC NOTES</h2><p>Oak</p><p>{G}</p><p>Instant</p><p>Draw the card"
        " of your cho<b>i</b>ce.</p><ul><li>It is the one that you may"
        " draw.</li></ul></main><footer>About the owners</footer></body></html>"
    )
    _, problems = read(page.encode(), "lam.en.html")
    assert [problem.message for problem in problems if problem.severity is Severity.REVIEW] == [
        "2 parts of the page left out: 'Latest articles', 'About the owners'",
    ]
    assert lost(problems) == []
