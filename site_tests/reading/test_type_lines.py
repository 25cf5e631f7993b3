"""Type lines that a conversion damaged, or whose type the language file lacks: they are read, and
that is reported.
"""

import pytest

from rulebinder.notes import Card, ReleaseNotes
from rulebinder.problems import Severity
from rulebinder.reading.formats.encodings import repair_characters
from site_tests.reading import reader
from site_tests.reading.test_golden import GOLDEN

LOST_DASH = (GOLDEN / "lost-dash.en.txt").read_text("utf-8")
SIGNS = ["?", "\ufffd", 'â€"', "□"]
"""What is reported as a repair of a type line."""
MISREAD = ["\x97", *("—".encode().decode(codec) for codec in ("cp1252", "mac_roman", "cp1251"))]
"""What is read back before there are lines."""


def read(text: str) -> tuple[ReleaseNotes, list[str]]:
    """The notes of a document, and its problems with their severities."""
    notes, problems = reader.read(text, "lam.en.txt")
    return notes, list(map(str, problems))


def heads(notes: ReleaseNotes) -> list[tuple[str, str, str | None]]:
    """The names, type lines and powers of all faces, those of examples too."""
    blocks = (block for section in notes.sections for block in section.body)
    cards = [block for block in blocks if isinstance(block, Card)]
    cards += [entry.card for entry in notes.cards]
    return [(face.name, face.type_line, face.power) for card in cards for face in card.faces]


HEADS = [
    ("Reed Heron", "Creature — Bird", "1"),
    ("Otter of the Fen", "Legendary Creature — Otter Scout", "2"),
    ("Drowned Gate", "Land — Gate", None),
    ("Oar", "Enchantment — Room", None),
    ("Rudder", "Enchantment — Room", None),
]


@pytest.mark.parametrize("sign", [*SIGNS, *MISREAD])
def test_a_damaged_dash_is_read_and_reported(sign):
    notes, problems = read(LOST_DASH.replace(" ?", f" {sign}"))
    assert heads(notes) == HEADS
    assert [len(entry.rulings) for entry in notes.cards] == [1, 1, 1]
    reported = "lam.en.txt:21: repair: the type line" if sign in SIGNS else "cannot be right"
    assert any(reported in problem for problem in problems), problems


def test_a_dash_that_left_nothing_is_read_and_reported():
    notes, problems = read(LOST_DASH.replace(" ?", ""))
    assert heads(notes) == HEADS
    assert any("'Creature Bird' is read as 'Creature — Bird'" in each for each in problems)


@pytest.mark.parametrize("sign", SIGNS[:2])
def test_running_text_keeps_its_type_lines_too(sign):
    text = (GOLDEN / "one-line.en.txt").read_text("utf-8")
    damaged, _ = read(text.replace(" -- ", f" {sign} "))
    whole, _ = read(text.replace(" -- ", " — "))
    assert heads(damaged) == heads(whole)


def test_a_name_above_a_bare_cost_stays():
    text = LOST_DASH.replace("* ", "").replace("Drowned Gate\nLand", "Dungeon Map\n3\nArtifact")
    assert ("Dungeon Map", "Artifact — Gate", None) in heads(read(text)[0])


@pytest.mark.parametrize("types", ["Contraption — Otter Scout", "Legendary Cretaure — Otter Scout"])
def test_an_unknown_type_is_read_and_named(types):
    text = LOST_DASH.replace("Legendary Creature ? Otter Scout", types)
    notes, problems = read(text)
    assert ("Otter of the Fen", types, "2") in heads(notes)
    (warned,) = (problem for problem in problems if "known as a type" in problem)
    assert warned.startswith(f"lam.en.txt:34: warning: '{types}'")
    assert f"but '{types.split()[-4]}' is not known" in warned


def test_what_cannot_be_right_is_counted_in_one_warning():
    text = "A\n\ufffd and lâ€™Ã©tÃ©\n‚Äî, ┬⌐2026 \x97\n"
    right, problems = repair_characters(text, "x.txt")
    assert right == "A\n\ufffd and l’été\n—, ©2026 —\n"
    [problem] = problems
    assert (problem.place.line, problem.severity) == (2, Severity.WARNING)
    assert problem.message.startswith("7 characters on 2 lines cannot be right")


def test_what_may_have_been_several_signs_is_lost():
    text = "rÃ\ufffdâ€\ufffd â—\ufffd \x81"
    right, problems = repair_characters(text, "x.txt")
    assert right == "rÃ\ufffd” â—\ufffd \ufffd"
    assert "'\ufffd' is lost, 'â€\ufffd' is read as '”', '\\x81' is lost" in problems[0].message


def test_words_that_look_like_damage_stay():
    text = "«ACTIVÉ» “MAÇÔ «Я» ТЫ — l’Âge, Å, œuvre ‚quoted‘ „слов“\xa0— слов—\xa0слов”…\n"
    assert repair_characters(text, "x.txt") == (text, [])
