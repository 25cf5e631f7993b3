"""A document that was read is not read again, unless it or anything that reading depends on has
changed.
"""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from rulebinder.problems import Place, Problem, warning
from rulebinder.reading.inputs import Read
from rulebinder.system.caches.file_memory import Remembered, Shelf
from rulebinder.system.caches.frozen_values import FrozenError, frozen, thawed
from rulebinder.system.caches.result_cache import Cache
from site_tests import builders

NOTES = builders.notes(builders.entry("Mire Lantern", "It glows."))
FOUND: list[Problem] = [warning(Place("a.txt", 3), "a doubt", "look")]


class Reader:
    """Counts how often it reads."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> Read:
        self.count += 1
        return NOTES, list(FOUND)


def test_a_document_is_read_once(tmp_path: Path) -> None:
    reader = Reader()
    for _ in range(2):
        remembered = Remembered(Cache(tmp_path), "1")
        assert remembered.read(Path("a.txt"), b"text", reader) == (NOTES, FOUND)
        remembered.cache.keep_used()
    assert reader.count == 1


@pytest.mark.parametrize(
    ("made_from", "path", "data"),
    [("2", "a.txt", b"text"), ("1", "b.txt", b"text"), ("1", "a.txt", b"texts")],
)
def test_a_document_is_read_again_if_anything_changed(
    made_from: str, path: str, data: bytes, tmp_path: Path
) -> None:
    reader = Reader()
    Remembered(Cache(tmp_path), "1").read(Path("a.txt"), b"text", reader)
    Remembered(Cache(tmp_path), made_from).read(Path(path), data, reader)
    assert reader.count == 2


def test_a_document_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    Remembered(Cache(tmp_path), "1").read(Path("a.txt"), b"text", Reader())
    Cache(tmp_path).keep_used()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


VALUES = [
    FOUND,
    NOTES,
    [
        1,
        (2, None),
        {"a": (True, 1.5)},
        {("b", 3): b"\x00\xff"},
        frozenset({"c"}),
        {"d"},
        "\ud800 {}[]",
    ],
]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_comes_back_as_it_was(value: object) -> None:
    found = thawed(frozen(value))
    assert found == value
    assert repr(found) == repr(value), "a tuple stays a tuple"


class Running:
    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("exit 1",)


@pytest.mark.parametrize(
    "stored",
    [
        pickle.dumps(Running()),
        frozen(NOTES)[:50],
        b'[["os:system"],[10,"exit 1"]]',
        b'[["rulebinder.system.caches.frozen_values:FrozenError"],[10,"x"]]',
        b'[["rulebinder.problems:Place"],[10,"a file"]]',
        b'[["rulebinder.problems:Place"],[11]]',
        b"[[],[7]]",
        b"[[],[" + b"[" * 5000 + b"]" * 5000 + b"]]",
    ],
)
def test_nothing_in_a_cache_can_run(stored: bytes) -> None:
    with pytest.raises(FrozenError):
        thawed(stored)


def test_only_data_is_kept() -> None:
    with pytest.raises(FrozenError, match="is not data"):
        frozen(Running())


def test_a_shelf_keeps_what_was_asked_for_last(tmp_path: Path) -> None:
    for asked in (("a", "b"), ("b", "c")):
        remembered = Remembered(Cache(tmp_path), "1")
        shelf = remembered.shelf("lom.en")
        assert [shelf.value(key, key.upper) for key in asked] == [key.upper() for key in asked]
        remembered.keep_shelf("lom.en", shelf)
        remembered.cache.keep_used()
    assert Remembered(Cache(tmp_path), "1").shelf("lom.en").stored == {"b": "B", "c": "C"}
    assert Remembered(Cache(tmp_path), "2").shelf("lom.en").stored == {}
    assert Remembered(Cache(tmp_path), "1").shelf("lom.es").stored == {}


def test_a_shelf_that_nobody_asks_for_is_forgotten(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.value("a", str)
    Remembered(Cache(tmp_path), "1").keep_shelf("lom.en", shelf)
    Cache(tmp_path).keep_used()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_damaged_shelf_is_empty(tmp_path: Path) -> None:
    remembered = Remembered(Cache(tmp_path), "1")
    remembered.cache.put(remembered._shelf("lom.en"), b"damaged")
    assert remembered.shelf("lom.en").stored == {}
