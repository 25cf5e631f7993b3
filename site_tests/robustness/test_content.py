"""Facts that disagree: each is said at the line that is wrong, and at no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_tests.robustness.documents import document, fill, run
from site_tests.robustness.test_folder import STRUCTURED


def checked(notes: Path, content: Path) -> list[str]:
    """The errors that the check prints."""
    result = run("check", "--notes", notes, "--content", content)
    return [line for line in result.stderr.splitlines() if ": error: " in line]


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_a_misspelled_interface_word_is_said_in_its_own_file(lang, notes, content):
    fill(notes, {"hol.en.md": document()})
    path = content / "languages" / f"{lang}.yml"
    lines = path.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("interface:")) + 2
    word = lines[at].strip().split(":")[0]
    lines[at] = lines[at].replace(word, f"{word}z", 1)
    path.write_text("\n".join(lines), "utf-8")
    errors = checked(notes, content)
    assert all(error.startswith(f"{path}:") for error in errors)
    assert (
        f"{path}:{at + 1}: error: unknown interface word '{word}z'; did you mean {word!r}?"
        in errors
    )
    assert any(f"interface words are missing: {word};" in error for error in errors)
    assert len(errors) == 2


CORRECTION = "- printed: {printed}\n  correct: apples\n  card: {card}\n  reason: misprint\n"


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        (
            "- card: Apple Wardn\n  rules_paragraphs: 1\n  reason: x\n",
            "no card or section 'Apple Wardn' in",
        ),
        (
            "- card: Apple Warden\n  rules_paragraphs: 4\n  reason: x\n",
            "'Apple Warden' has another number of rules paragraphs than 4",
        ),
        ("- section: Fruit\n  one_ruling: [1, 2]\n  reason: x\n", "no card or section 'Fruit' in"),
        (CORRECTION.format(printed="ripens", card="Apple Warden"), "'ripens' is not corrected so"),
        (CORRECTION.format(printed="ripens", card="Pear"), "no card or section 'Pear' in"),
    ],
)
def test_a_correction_that_came_after_the_import_is_said(correction, said, notes, content):
    fill(notes, {"hol.en.yml": STRUCTURED})
    assert checked(notes, content) == []
    fill(content / "corrections", {"hol.en.yml": f"# one\n{correction}"})
    (error,) = checked(notes, content)
    assert error.startswith(f"{content}/corrections/hol.en.yml:2: error: ")
    assert said in error
