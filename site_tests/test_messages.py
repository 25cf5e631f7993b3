"""Many problems of one kind are one line with a count; an error is always a line of its own."""

import io
import itertools
import re
import sys
import time

from rulebinder.cli import output
from rulebinder.problems import Place, Problem, error, repair, review, summarize, warning
from rulebinder.reading import saved_notes
from site_tests.builders import entry, notes
from site_tests.robustness.documents import card, content, document, fill, inputs, run


def lines(*problems: Problem, rest: str = "") -> list[str]:
    return summarize(problems, rest)


def test_problems_of_one_kind_are_one_line_with_the_first_place():
    many = [
        review(Place("a.md", at), f"the picture 'e{at}' has no words", "check it")
        for at in range(3, 1089)
    ]
    assert lines(*many, rest="all in a.review") == [
        "a.md:3: review: the picture 'e3' has no words (and 1,085 more like this: all in a.review);"
        " check it"
    ]


def test_one_problem_is_printed_whole():
    assert lines(warning(Place("a.md", 4), "the number 7 is odd", "look"), rest="all") == [
        "a.md:4: warning: the number 7 is odd; look"
    ]


def test_an_error_is_never_folded():
    errors = [error(Place("a.md", at), "the picture 'x' is unknown", "look") for at in (1, 2, 2)]
    assert lines(*errors) == [str(each) for each in errors]


def test_kinds_keep_their_order_and_severities_apart():
    found = [
        warning(Place("a.md", 1), '1 card of {G} lacks "Elm"', "add it"),
        repair(Place("a.md", 2), '1 card of {G} lacks "Elm"'),
        warning(Place("b.md", 3), "2 cards lack 'Oak'", "add it"),
        warning(Place("b.md", 9), '20 card of {W} lacks "Oak"', "see Oak"),
        warning(Place("b.md", 4), "Elm is gone", general="some cards are gone"),
        warning(Place("b.md", 5), "Oak is gone", general="some cards are gone"),
    ]
    assert lines(*found) == [
        'a.md:1: warning: 1 card of {G} lacks "Elm" (and 1 more like this in 2 files); add it',
        'a.md:2: repair: 1 card of {G} lacks "Elm"',
        "b.md:3: warning: 2 cards lack 'Oak'; add it",
        "b.md:4: warning: some cards are gone (2 warnings)",
    ]


PICTURED = document(
    *(
        card(name) + f"\n![](https://example.org/people/c{at}x.png)\n\n- It grows.\n"
        for at, name in enumerate(("Elm", "Oak", "Ash", "Fir"))
    )
)


def test_an_import_folds_and_the_review_list_has_all(tmp_path):
    content(tmp_path / "content")
    path = fill(tmp_path / "raw", {"hol.en.md": PICTURED}) / "hol.en.md"
    result = run("import", path, *inputs(tmp_path))
    assert result.exit_code == 0
    [line] = result.stderr.splitlines()
    assert " has no words and is left out (and 3 more like this: all in " in line
    assert f"{tmp_path}/notes/hol.en.review)" in line
    assert (tmp_path / "notes" / "hol.en.review").read_text("utf-8").count(
        ": review: the picture 'c"
    ) == 4


def test_partial_translations_are_a_few_lines(tmp_path):
    """A check of one whole document and two that lack most cards: one line a kind, however many
    cards are missing.
    """
    known = content(tmp_path / "content")
    names = [
        f"{first} {second}"
        for first in ("Elm", "Oak", "Ash", "Fir", "Yew")
        for second in ("Bell", "Gate", "Lamp", "Door", "Well")
    ]
    for lang, count in (("en", len(names)), ("es", 3), ("fr", 2)):
        entries = [
            entry(name, f"It is {at} of the trees.", "It is only a tree.")
            for at, name in enumerate(names[:count])
        ]
        fill(
            tmp_path / "notes",
            {f"hol.{lang}.yml": saved_notes.dump(notes(*entries, set_code="hol", lang=lang))},
        )
    arguments = inputs(tmp_path)
    short, long = run("check", *arguments), run("check", "--all", *arguments)
    assert long.exit_code == short.exit_code
    assert len(long.stderr.splitlines()) > 20
    assert len(short.stderr.splitlines()) <= 8
    assert ": warning: some cards have no Spanish or French name (2 warnings: " in short.stderr
    assert (
        f"`rulebinder check --all --notes {tmp_path / 'notes'} --content {known}` lists them"
        in short.stderr
    )


def test_the_remaining_time_is_shown_when_a_tenth_is_done(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(time, "time", itertools.count(0, 5).__next__)
    written = []
    with output.Bars() as bar:
        for done in (1, 9, 10, 50):
            bar("pages", done, 100)
            written.append(terminal.getvalue())
            terminal.seek(0)
            terminal.truncate()
    assert [bool(re.search(r"\d\d:\d\d:\d\d", text)) for text in written] == [
        False,
        False,
        True,
        True,
    ]
    assert "9%" in written[1]
