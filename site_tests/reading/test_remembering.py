"""A document that was read is not read again, unless it or anything that reading depends on has
changed.
"""

import os
import pickle
import weakref

import pytest

from rulebinder.problems import Place, Problem, warning
from rulebinder.reading.inputs import Read
from rulebinder.system.caches import Cache, NotDataError, from_bytes, to_bytes
from rulebinder.system.files import digest
from site_tests import builders

NOTES = builders.notes(builders.entry("Mire Lantern", "It glows."))
KEY = digest("a document")
FOUND: list[Problem] = [warning(Place("a.txt", 3), "a doubt", "look")]


class Reader:
    """Counts how often it reads."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> Read:
        self.count += 1
        return NOTES, list(FOUND)


def test_a_document_is_read_once(tmp_path):
    reader = Reader()
    for _ in range(2):
        cache = Cache(tmp_path, "1")
        assert cache.get_or_make(KEY, reader) == (NOTES, FOUND)
        cache.keep_used()
    assert reader.count == 1


@pytest.mark.parametrize(("program", "key"), [("2", KEY), ("1", digest("another"))])
def test_a_document_is_read_again_if_anything_changed(program, key, tmp_path):
    reader = Reader()
    Cache(tmp_path, "1").get_or_make(KEY, reader)
    Cache(tmp_path, program).get_or_make(key, reader)
    assert reader.count == 2


def test_a_result_is_good_for_its_own_key_only(tmp_path):
    Cache(tmp_path).put(KEY, "a")
    other = digest("another")
    (tmp_path / other[:2]).mkdir(exist_ok=True)
    (tmp_path / KEY[:2] / KEY[2:]).rename(tmp_path / other[:2] / other[2:])
    assert Cache(tmp_path).get(other) is None


def test_what_nobody_used_and_folders_of_earlier_versions_are_removed(tmp_path):
    Cache(tmp_path, "1").get_or_make(KEY, Reader())
    with Cache(tmp_path).shelf(digest("shelf")) as shelf:
        shelf.get_or_make("a", str)
    (tmp_path / "pages" / "en").mkdir(parents=True)
    Cache(tmp_path).keep_used()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not (tmp_path / "pages").exists()


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
def test_a_value_comes_back_as_it_was(value):
    found = from_bytes(to_bytes(value))
    assert found == value
    assert repr(found) == repr(value), "a tuple stays a tuple"


class Running:
    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("exit 1",)


@pytest.mark.parametrize(
    "stored",
    [
        pickle.dumps(Running()),
        to_bytes(NOTES)[:50],
        b'[["os:system"],[10,"exit 1"]]',
        b'[["rulebinder.system.caches:NotDataError"],[10,"x"]]',
        b'[["rulebinder.problems:Place"],[10,"a file"]]',
        b'[["rulebinder.problems:Place"],[11]]',
        b"[[],[7]]",
        b"[[],[" + b"[" * 5000 + b"]" * 5000 + b"]]",
    ],
)
def test_nothing_in_a_cache_can_run(stored):
    with pytest.raises(NotDataError):
        from_bytes(stored)


def test_only_data_is_kept():
    with pytest.raises(NotDataError, match="is not data"):
        to_bytes(Running())


def test_a_shelf_keeps_what_was_asked_for_last(tmp_path):
    for asked in (("a", "b"), ("b", "c")):
        cache = Cache(tmp_path)
        with cache.shelf(KEY) as shelf:
            assert [shelf.get_or_make(key, key.upper) for key in asked] == [
                key.upper() for key in asked
            ]
        cache.keep_used()
    assert Cache(tmp_path).get(KEY) == {"b": "B", "c": "C"}


def test_a_damaged_result_is_made_again(tmp_path):
    for damaged in (b"damaged", digest(KEY, b"damaged").encode() + b"damaged"):
        (tmp_path / KEY[:2]).mkdir(exist_ok=True)
        (tmp_path / KEY[:2] / KEY[2:]).write_bytes(damaged)
        assert Cache(tmp_path).get_or_make(KEY, lambda: "whole") == "whole"
    assert Cache(tmp_path).get(KEY) == "whole"


def test_a_process_forgets_values_that_its_last_build_did_not_use(tmp_path):
    """Or ``rulebinder serve`` would hold each state of a document that somebody edits."""
    cache, key = Cache(tmp_path), "ab" * 32
    cache.put(key, NOTES)
    value = weakref.ref(cache.get(key))
    cache.keep_used()
    assert value() is cache.get(key)
    Cache(tmp_path).keep_used()
    assert value() is None
