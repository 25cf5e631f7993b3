"""Bulk files are recognized by content and read as a stream.

A broken file is refused with the line of the error.
"""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from rulebinder import names
from rulebinder.names import Printing
from rulebinder.problems import InputError, Problem
from site_tests.names.files import (
    ALL_PRINTINGS,
    ATOMIC,
    LANTERN_ID,
    SCRYFALL,
    mtgjson_card,
    printing,
    written,
)

DAY = "2031-02-07"


def read(path: Path, data: object) -> list[Printing]:
    return list(names.read_printings(written(path, data), []))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "some.json"


def test_scryfall_has_one_name_for_each_printing(file):
    found = read(file, SCRYFALL)
    assert found[0] == Printing(names={"en": "Mire Lantern"}, oracle_id=LANTERN_ID, released=DAY)
    assert [dict(each.names) for each in found[1:4]] == [
        {"en": "Mire Lantern", "es": "Farol del fango"},
        {"en": "Mire Lantern", "pt": "Lanterna do Lodo"},
        {"en": "Mire Lantern", "zhs": "泥沼提灯"},
    ]
    assert found[4].names["es"] == "Hundirse // Emerger"


def test_json_lines_are_read_as_an_array_is(file):
    expected = read(file, SCRYFALL)
    file.write_text("".join(f"{json.dumps(card)}\n" for card in SCRYFALL), "utf-8")
    assert list(names.read_printings(file, [])) == expected


@pytest.mark.parametrize("data", [ALL_PRINTINGS, ATOMIC], ids=["AllPrintings", "AtomicCards"])
def test_mtgjson_has_all_names_of_a_card_together(file, data):
    lantern, *halves, wisp = read(file, data)
    assert lantern.names == {
        "en": "Mire Lantern",
        "Spanish": "Farol del fango",
        "Portuguese (Brazil)": "Lanterna do Lodo",
    } | {"Chinese Simplified": "泥沼提灯"}
    assert lantern.oracle_id == LANTERN_ID
    assert lantern.released == (DAY if data is ALL_PRINTINGS else "")
    assert wisp.names["en"] == "Wisp of the Fen"
    assert [dict(each.names) for each in halves] == [
        {"en": "Sink // Surface", "Spanish": "Hundirse // Emerger"}
    ] * 2


@pytest.mark.parametrize(
    "more",
    [{"layout": "token"}, {"layout": "art_series"}, {"layout": "reversible_card"}],
    ids=lambda more: next(iter(more.values())),
)
def test_tokens_and_other_objects_are_left_out(file, more):
    assert [
        each.names["en"] for each in read(file, [printing("Frog", **more), printing("Fen", "es")])
    ] == ["Fen"]


@pytest.mark.parametrize(
    "card",
    [
        printing("Fen", "es"),
        printing("Fen", "es", "Dragón del pantano", flavor_name="Fen Dragon"),
        printing("Fen // Bog", "es", card_faces=[{"printed_name": "Pantano"}, {"name": "Bog"}]),
        printing("Fen", "es", card_faces="?", printed_name=7),
    ],
    ids=["none", "an alias", "one face", "of another type"],
)
def test_anything_but_the_printed_name_of_the_whole_card_is_left_out(file, card):
    (found,) = read(file, [card])
    assert dict(found.names) == {"en": card["name"]}


def test_a_malformed_id_is_left_out(file):
    assert [
        each.oracle_id
        for each in read(file, [printing("Fen", "es", oracle_id="7"), printing("Bog", oracle_id=7)])
    ] == [None, None]


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
def test_a_zipped_file_may_have_any_name(file, before, zipped):
    data = before + json.dumps(SCRYFALL).encode()
    file.write_bytes(gzip.compress(data) if zipped else data)
    assert len(list(names.read_printings(file, []))) == len(SCRYFALL)


WRONG = {
    "text": (b"Dear all,\n", 1, "not valid JSON (lexical error"),
    "nothing": (b"", 1, "the file is cut off"),
    "cut": (b'[\n{"name": "Fen", "lang": "en"},\n{"name": "B', 3, "the file is cut off"),
    "more": (
        b'[\n{"name": "Fen", "lang": "en"}]\n]',
        3,
        "not valid JSON (parse error: trailing garbage",
    ),
    "not UTF-8": (
        b'[\n{"name": "F\xe9n", "lang": "en"}]',
        2,
        "not valid JSON (lexical error: invalid bytes in UTF8",
    ),
    "rulings": (
        b'[\n{"object": "ruling", "comment": "It glows."}]',
        1,
        "Scryfall's rulings, which have no names; put it into the folder of release notes",
    ),
    "English cards": (
        json.dumps([printing("Fen")] * 20 + [printing("Fen", "ja", "沼")]).encode(),
        1,
        "Scryfall's cards in English, without printed names; put it into the folder of release",
    ),
    "one set": (
        b'{"data": {"baseSetSize": 3, "cards": []}}',
        1,
        "neither Scryfall's nor MTGJSON's cards",
    ),
    "no cards": (b"[]\n", 1, "no card in this file"),
    "no sets": (b'{"data": {"LOM": {"cards": []}}}', 1, "no card in this file"),
    "no object": (b'{"data":1}', 1, "neither Scryfall's nor MTGJSON's cards"),
    "a text without end": (
        gzip.compress(b'["' + b"a" * (9 << 20) + b'"]'),
        1,
        "a text, a number or a gap of more than 64 kB",
    ),
    "two files": (gzip.compress(b"[") + b"junk", 1, "cannot be unpacked"),
    "deep": (b"[" * 200_000, 1, "values are nested too deeply"),
    "a zip cut off": (gzip.compress(json.dumps(SCRYFALL).encode())[:-20], 1, "the file is cut off"),
    "a broken zip": (b"\x1f\x8b" + bytes(20), 1, "cannot be unpacked"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_unreadable_file_is_reported_with_its_line(file, name):
    data, line, message = WRONG[name]
    file.write_bytes(data)
    with pytest.raises(InputError) as raised:
        list(names.read_printings(file, []))
    (problem,) = raised.value.problems
    assert str(problem).startswith(f"{file}:{line}: error: {message}")
    assert "\n" not in str(problem)
    assert problem.hint


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(InputError, match=r"nowhere.json:1: error: cannot be read \(No such file"):
        list(names.read_printings(tmp_path / "nowhere.json", []))


LONG = "It glows. " * 1000
FEN = mtgjson_card("Fen", {"Spanish": "Pantano"}, text=LONG)
LARGE = {
    "Scryfall": [printing("Fen", "es", text=LONG)] * 1_500,
    "AllPrintings": {
        "data": {f"L{at}": {"cards": [FEN], "releaseDate": DAY} for at in range(1_500)}
    },
    "AtomicCards": {"data": {f"Fen {at}": [FEN] for at in range(1_500)}},
}


@pytest.mark.parametrize("form", LARGE)
def test_memory_does_not_grow_with_the_file(file, form):
    """More than 15 MB of cards are read with less than 4 MB of memory."""
    written(file, LARGE[form])
    assert file.stat().st_size > 15_000_000
    tracemalloc.start()
    assert sum(1 for _ in names.read_printings(file, [])) == 1_500
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_progress_counts_the_bytes_of_the_file(file):
    written(file, [printing("Fen", "es", text=LONG)] * 300)
    steps: list[tuple[int, int]] = []
    list(names.read_printings(file, [], lambda *step: steps.append(step)))
    size = file.stat().st_size
    assert {total for _, total in steps} == {size}
    assert steps[-1][0] == size
    assert 2 < len(steps) < 10
    assert steps == sorted(steps)


def test_an_odd_object_is_left_out_with_a_warning(file):
    written(file, [7, {"name": "Fen"}, *SCRYFALL])
    problems: list[Problem] = []
    assert len(list(names.read_printings(file, problems))) == len(SCRYFALL)
    assert [problem.severity for problem in problems] == ["warning"] * 2
    assert "'Fen'" in problems[1].message
