"""Bulk files that are none: refused in one sentence, before they take the memory."""

import gzip
import json
import tracemalloc

import pytest

from rulebinder.reading import bulk
from site_tests.reading.test_published_rulings import card, fill, ruling

RULING = json.dumps(ruling(1))


def within(fields: str) -> bytes:
    """A file with one ruling that has further fields, in its sixth line."""
    return f"[\n\n\n\n\n{{{fields},{RULING[1:]}\n]".encode()


def nested(depth: int, key: str) -> str:
    return f'{{"{key}":' * depth + "1" + "}" * depth


DEEP = "[" * 3_000 + "]" * 3_000
NESTED = "values are nested too deeply, or their keys are too long"
LONG = "a text, a number or a gap of more than 64 kB"
HOSTILE = {
    "brackets in texts before a depth": (within(f'"x":"{"]" * 60_000}","y":{DEEP}'), NESTED),
    "an escaped mark before a depth": (within(rf'"x":"\"{"]" * 9_000}\\","y":{DEEP}'), NESTED),
    "a depth in one line": (within(f'"x":{"[" * 999_999}'), NESTED),
    "a depth without keys": (within(f'"x":{nested(3_000, "")}'), NESTED),
    "a text of escaped marks": (
        within(f'"x":"{chr(92)}{(chr(34) + chr(92)) * 99_999}""'), LONG,
    ),
    "long keys in keys": (within(f'"x":{nested(30, "k" * 600)}'), NESTED),
    "a long key before a depth": (within(f'"x":{{"{"é" * 30_000}":{nested(3_000, "")}}}'), NESTED),
    "a key without end": (within(f'"{"k" * 999_999}":1'), LONG),
    "a number without end": (within(f'"x":{"1" * 99_999}'), LONG),
    "a gap without end": (within(f'"x":{" " * 99_999}1'), LONG),
    "texts without end": (
        within(f'"x":[{",".join(["1234567"] * 200_000)}]'), "a value of more than 1 MB",
    ),
}  # fmt: skip
"""Rulings that would take a parser far more memory or time than their size, and what is said."""


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_take_the_memory_is_one_error_with_its_line(name, tmp_path):
    data, message = HOSTILE[name]
    _, path = fill(tmp_path, [card(1, "Wisp")])
    path.write_bytes(data)
    tracemalloc.start()
    found, [problem] = bulk.read_files(list(tmp_path.iterdir()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert not found.documents
    assert str(problem).startswith(f"{path}:6: error: {message}")
    assert peak < 30 << 20


def test_a_packed_file_is_refused_if_it_is_far_larger_than_its_size(tmp_path):
    cards, _ = fill(tmp_path, [card(1, "Wisp")])
    (tmp_path / "rulings.json").unlink()
    packed = tmp_path / "rulings.json.gz"
    packed.write_bytes(gzip.compress(f"[{'1,' * 2_000_000}1]".encode()))
    _, [problem] = bulk.read_files([cards, packed])
    assert problem.message == "it unpacks to far more than its size allows"


@pytest.mark.parametrize("name", ["rulings", "cards"])
def test_more_than_the_memory_holds_is_one_error(name, tmp_path, monkeypatch):
    monkeypatch.setattr(bulk, "_MOST_KEPT", 1 << 20)
    cards = [card(number, "Wisp") for number in range(1, 4_000 if name == "cards" else 2)]
    fill(tmp_path, cards, [ruling(1)] * (1 if name == "cards" else 4_000))
    _, [problem] = bulk.read_files(list(tmp_path.iterdir()))
    assert "more cards and rulings than 1 MB of memory hold" in problem.message


def test_brackets_and_marks_in_texts_are_texts(tmp_path):
    comments = [f'It is :[ and {{{{ or \\" or \\\\ in "{number}"[.' for number in range(1_001)]
    fill(tmp_path, [card(1, "Wisp")], [ruling(1, comment) for comment in comments])
    found, problems = bulk.read_files(list(tmp_path.iterdir()))
    assert not problems
    assert sum(len(entry.rulings) for day in found.documents for entry in day.cards) == 1_001
