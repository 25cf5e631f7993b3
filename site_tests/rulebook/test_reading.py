"""The publisher's file: its parts, its encodings and line ends, wrapped files, and input that is no
such file.
"""

import textwrap

import pytest

from rulebinder.problems import Severity
from rulebinder.rulebook import book as rulebooks
from rulebinder.rulebook.book import parents, rule_order
from site_tests.rulebook.books import DAY, TEXT, book, read

BOOK = book()


def test_sections_rules_examples_and_glossary_are_read():
    assert BOOK.effective == DAY
    assert BOOK.sections == {"1": "Lanterns", "2": "The Table", "7": "Further Matters"}
    assert len(BOOK.rules) == 60
    assert BOOK.rules["702.3"].title == "Glimmer"
    assert [text[:12] for text in BOOK.rules["100.2"].paragraphs] == [
        "A lantern is",
        "Example: Mar",
        "Example: Odo",
    ]
    assert BOOK.rules["100.3"].paragraphs[1].startswith("Lanterns made of glass")
    assert list(BOOK.glossary) == ["Bell", "Flying", "Glimmer, Glimmering", "Tinder (Obsolete)"]
    assert len(BOOK.glossary["Glimmer, Glimmering"]) == 2
    assert BOOK.terms["glimmering"] == "Glimmer, Glimmering"
    assert BOOK.terms["tinder"] == "Tinder (Obsolete)"


def test_a_rule_is_under_the_nearest_title():
    assert BOOK.heading("702.3b") == "702.3"
    assert BOOK.heading("100.1b") == "100"
    assert BOOK.title("100.1b") == "Lighting"
    assert [rule.number for rule in BOOK.untitled_below("101")] == [
        "101.1",
        "101.1a",
        "101.1b",
        "101.2",
        "101.3",
        "101.3a",
        "101.3b",
    ]
    assert [rule.number for rule in BOOK.untitled_below("702")] == ["702.1"]


def test_numbers_are_sorted_as_the_rules_are():
    numbers = ["702.10aa", "702.10b", "702.9", "702", "100.1a", "702.10"]
    rising = "100.1a 702 702.9 702.10 702.10b 702.10aa"
    assert sorted(numbers, key=rule_order) == rising.split()
    assert parents("702.62a") == ("702.62", "702")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_encoding_and_line_end_gives_the_same_rules(encoding, end):
    data = TEXT.replace("\n", end).encode(encoding)
    assert rulebooks.is_edition(data)
    edition, problems = read(data)
    assert (edition.rules, edition.glossary) == (BOOK.rules, BOOK.glossary)
    told = ["old.txt:1: warning: not UTF-8; read as Windows-1252"] if encoding == "cp1252" else []
    assert [str(problem) for problem in problems] == told


def wrapped(width: int) -> list[str]:
    return [part for line in TEXT.split("\n") for part in textwrap.wrap(line, width) or [""]]


def test_a_file_wrapped_at_a_margin_is_read_like_the_unwrapped_one():
    data = "\n".join(wrapped(48)).encode()
    assert rulebooks.is_edition(data)
    edition, problems = read(data)
    assert problems == []
    assert {number: rule.text for number, rule in edition.rules.items() if number != "100.3"} == {
        number: rule.text for number, rule in BOOK.rules.items() if number != "100.3"
    }
    assert edition.glossary == BOOK.glossary


def test_page_headers_of_a_wrapped_file_are_left_out_and_reported():
    lines: list[str] = []
    for at, line in enumerate(wrapped(48)):
        lines += [line, f"Lantern Rules, page {at // 12 + 1}"] if at % 12 == 11 else [line]
    edition, problems = read("\n".join(lines))
    assert "page" not in " ".join(
        text for rule in edition.rules.values() for text in rule.paragraphs
    )
    assert edition.rules["702.3a"].text == BOOK.rules["702.3a"].text
    assert [problem.severity for problem in problems] == [Severity.REPAIR]


def test_a_number_at_the_start_of_a_wrapped_line_begins_no_rule():
    text = "\n".join(wrapped(48)).replace("(see rule 201.2)", "(see rule\n201.2 ) and so on")
    edition, _ = read(text)
    assert edition.rules["201.2"].text == BOOK.rules["201.2"].text


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "does not say from which day"),
        (b"\0\1\2", "not a text file"),
        (b"PK\x03\x04" + bytes(100), "not a text file"),
        (b"\x81\x8d\x8f", "neither UTF-8 nor Windows-1252"),
        (b"\xff\xfe\x00\xd8\x00\xd8", "neither UTF-8 nor Windows-1252"),
        (b"effective as of March 4, 2031\n\n1. Hello\n", "no Comprehensive Rules: only 0"),
        (
            TEXT.replace("March 4, 2031", "February 30, 2031").encode(),
            "does not say from which day",
        ),
        (TEXT.replace("701.3a To", "701.2a To").encode(), "the rule 701.2a is here twice"),
        (b"x" * (rulebooks.LARGEST + 1), "larger than"),
    ],
)
def test_bad_input_is_one_clear_error(data, told):
    edition, problems = rulebooks.read_edition(data, "bad.txt")
    errors = [str(problem) for problem in problems if problem.is_error]
    assert edition is None
    assert any(told in each for each in errors), errors
    assert all(each.startswith("bad.txt:") for each in errors)


def test_an_error_names_its_line():
    text = TEXT.replace("701.3a To", "701.2a To")
    line = text[: text.index("701.2a To snuff")].count("\n") + 1
    _, problems = rulebooks.read_edition(text.encode(), "bad.txt")
    assert f"bad.txt:{line}: error:" in str(problems[0])


def test_the_day_of_an_old_edition_is_the_one_on_which_it_is_current():
    edition, _ = read(TEXT.replace("effective as of", "current as of"))
    assert edition.effective == DAY


def test_a_rule_out_of_place_is_sorted_in_and_reported():
    text = TEXT.replace("702.1. An ability", "999.1b Nobody expects this.\n\n702.1. An ability")
    edition, problems = read(text)
    assert list(edition.rules)[-1] == "999.1b"
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert edition.heading("999.1b") == "999.1b"
