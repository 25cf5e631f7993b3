"""content/cards/all.txt: the names of cards that the site may have nothing about."""

from pathlib import Path

import pytest

from rulebinder.facts import layers
from rulebinder.facts.search_words import ALL_CARDS, load_all_cards

NAMES = ("Hollow Fox", "Moss Owl // Moss Nest", "Lantern, the Unlit", "+2 Ladle", "_____", "O")


def load(folder: Path, content: bytes) -> tuple[tuple[str, ...], list[str]]:
    """Return the names and the problems of a list with this content."""
    path = folder / ALL_CARDS
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    names, problems = load_all_cards(folder)
    return names, [str(problem).removeprefix(f"{path}:") for problem in problems]


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n\n"])
def test_each_line_is_a_name(tmp_path, end):
    text = "".join(f"{name}{end}" for name in NAMES)
    assert load(tmp_path, text.encode("utf-8-sig")) == (NAMES, [])


def test_without_a_list_no_name_is_known(tmp_path):
    assert load_all_cards(tmp_path) == ((), [])


@pytest.mark.parametrize(
    "line",
    [
        b'{"name": "Moss Owl"}',
        b'"Moss Owl",',
        b"Moss Owl\t{2}",
        b"<li>Owl",
        b"\xff\xfe",
        b"x" * 201,
    ],
)
def test_wrong_lines_are_one_error_and_the_names_stay(tmp_path, line):
    content = b"Hollow Fox\n" + (line + b"\n") * 300 + b"Moss Elk\n"
    assert load(tmp_path, content) == (
        ("Hollow Fox", "Moss Elk"),
        [
            "2: error: this line is the first one that is not the name of a card;"
            " write one name a line, as cards have it, and nothing else"
        ],
    )


def test_the_list_is_a_file_of_facts(tmp_path):
    load(tmp_path, b"Hollow Fox\n")
    assert [*layers.find_unknown(tmp_path)] == []
    (tmp_path / ALL_CARDS).rename(tmp_path / "cards" / "every.txt")
    assert len([*layers.find_unknown(tmp_path)]) == 1
