"""Printed texts confirm, propose or contradict the names of mechanics: a script of maintainers.

Each folder in ``mechanics/`` has facts and cards, and in ``expected.txt`` what the script prints
and the facts that it then leaves. ``RULEBINDER_UPDATE_GOLDEN=1`` writes that file; read it before
you commit it.
"""

import shutil
from pathlib import Path

import pytest

import printed_texts
import prove_mechanics
from site_tests.names.files import written
from site_tests.reading.reader import assert_golden
from site_tests.robustness import documents

CASES = Path(__file__).with_name("mechanics")


@pytest.fixture
def content(tmp_path):
    days = {"lom": "2031-02-07", "fog": "2032-05-01"}
    sets = {
        f"sets/{code}.yml": f"names: {{en: The {code}}}\nreleased: {day}\n"
        for code, day in days.items()
    }
    return documents.fill(documents.content(tmp_path / "content"), sets)


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda folder: folder.name)
def test_names_are_proved_as_the_text_beside_the_cards_says(case, content, capsys):
    shutil.copytree(
        case, content, ignore=shutil.ignore_patterns("*.json", "*.txt"), dirs_exist_ok=True
    )
    cards = case / "cards.json"
    assert prove_mechanics.main(["--from", str(cards), "--content", str(content)]) == 0
    facts = sorted((content / "mechanics").iterdir())
    result = "".join([*capsys.readouterr(), *(path.read_text("utf-8") for path in facts)])
    result = result.replace(f"{content}/", "").replace(f"{case}/", "")
    assert_golden(case / "expected.txt", result)


def test_a_file_that_proves_nothing_is_one_error(content, tmp_path, capsys):
    """Such as a file of MTGJSON's."""
    other = written(tmp_path / "x.json", {"data": {"Fen": [{"name": "Fen"}]}})
    for path, message in ((other, "no card in"), (tmp_path / "no.json", "cannot be read")):
        assert prove_mechanics.main(["--from", str(path), "--content", str(content)]) == 1
        assert f"{path}:1: error: {message}" in capsys.readouterr().err


def test_a_code_that_looks_like_a_number_is_quoted():
    assert (
        prove_mechanics.added("names:", {"es": {"card": "Wisp", "set": "40k"}})
        == 'names:\nseen:\n  es: {card: "Wisp", set: 40k}\n'
    )
    assert (
        prove_mechanics.added("names:", {"es": {"card": "Wisp", "set": "10e"}})
        == 'names:\nseen:\n  es: {card: "Wisp", set: "10e"}\n'
    )


@pytest.mark.parametrize(
    "piece", ["(", "(a", ")", "a - ", " -", "—", ", ", "\n", "{", "1", "a ", "(\n", "a\n"]
)
def test_a_long_text_is_read_to_its_end(piece):
    """Time that grew with the square of the length would be hours."""
    assert len(list(printed_texts.pair_names(piece * 100_000, piece * 100_000))) <= 100_000
