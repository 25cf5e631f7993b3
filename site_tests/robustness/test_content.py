"""Facts that disagree: each is said at the line that is wrong, and at no other."""

import re
from pathlib import Path

import pytest

from site_tests.robustness.documents import document, errors, fill, run
from site_tests.robustness.test_folder import STRUCTURED


def checked(notes: Path, content: Path) -> list[str]:
    """The errors that the check prints."""
    result = run("check", "--notes", notes, "--content", content)
    return errors(result)


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_a_misspelled_interface_word_is_said_in_its_own_file(lang, notes, content):
    fill(notes, {"hol.en.md": document()})
    path = content / "languages" / f"{lang}.yml"
    text = path.read_text("utf-8")
    match = re.fullmatch(r"(.*\ninterface:\n.*?\n)  (\w+):.*", text, re.DOTALL)
    assert match
    before, word = match.groups()
    path.write_text(text.replace(f"\n  {word}:", f"\n  {word}z:", 1), "utf-8")
    unknown, missing = sorted(checked(notes, content), key=lambda error: "missing" in error)
    assert unknown == (
        f"{path}:{before.count(chr(10)) + 1}: error: unknown interface word '{word}z'; did you"
        f" mean {word!r}?"
    )
    assert missing.startswith(f"{path}:")
    assert f"interface words are missing: {word};" in missing


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
