"""Pagefind's index in smaller files says what it said before; another form of index is one clear error."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import cbor2
import pytest

from generator import packing
from generator.problems import InputError
from generator.search import index
from generator.search.records import Record

MARK = b"pagefind_dcd"
SAID: dict[str, str] = defaultdict(lambda: "ruling7")
"""Every record is a ruling on the same page."""


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """The index of 400 pages, as Pagefind writes it."""
    for number in range(400):
        text = f"Lantern {number} burns {'brightly ' * (number % 7)} beside word{number}."
        path, content = index.page(
            Record("ruling", f"lom/fen/{number}", "en", f"cards/fen/#lom-{number}", "Fen", text, langs=("en",))
        )
        file = tmp_path / "pages" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    made = tmp_path / "made"
    command = [sys.executable, "-m", "pagefind", "--site", str(tmp_path / "pages"), "--output-path", str(made), "--silent"]
    subprocess.run(command, check=True)
    return made


def read(path: Path) -> Any:
    return cbor2.loads(gzip.decompress(path.read_bytes()).removeprefix(MARK))


def meta(folder: Path) -> Any:
    (path,) = folder.glob("*.pf_meta")
    return read(path)


def words(folder: Path) -> list[Any]:
    """The words of an index with the pages and places that each has, in order, as its metadata lists its files."""
    return [word for _, _, name in meta(folder)[2] for word in read(folder / "index" / f"{name}.pf_index")[0]]


def others_than_lists(folder: Path) -> list[Any]:
    """What else the metadata says: all but the names of records and files."""
    return [[record[1:] for record in part] if place == 1 else part for place, part in enumerate(meta(folder)) if place != 2]


def test_the_same_words_stand_in_smaller_files(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, others = words(unpacked), others_than_lists(unpacked)
    monkeypatch.setattr(packing, "ROOM", 1_000)
    packing.pack(unpacked, "en", SAID)
    assert words(unpacked) == before
    assert others_than_lists(unpacked) == others
    listed = {name for _, _, name in meta(unpacked)[2]}
    assert {path.stem for path in (unpacked / "index").iterdir()} == listed
    assert len(listed) > 5


def test_each_file_is_listed_with_its_first_and_its_last_word(unpacked: Path) -> None:
    packing.pack(unpacked, "en", SAID)
    listed = meta(unpacked)[2]
    for first, last, name in listed:
        held = [word[0] for word in read(unpacked / "index" / f"{name}.pf_index")[0]]
        assert (first, last) == (held[0], held[-1])
    bounds = [word for first, last, _ in listed for word in (first, last)]
    assert bounds == sorted(bounds)


def test_records_get_the_key_that_is_returned_for_their_page(unpacked: Path) -> None:
    keys = packing.pack(unpacked, "en", SAID)
    assert sorted(keys.values()) == sorted(record[0] for record in meta(unpacked)[1])
    for path, key in keys.items():
        fragment = gzip.decompress((unpacked / "fragment" / f"{key}.pf_fragment").read_bytes()).removeprefix(MARK)
        assert json.loads(fragment)["url"] == f"/{path}"
        assert re.fullmatch(r"en_[0-9a-f]{6}-ruling7-\d+", key)
    assert len({key.partition("-")[0] for key in keys.values()}) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"no mark"), gzip.compress(MARK + b"\xff"), gzip.compress(MARK + cbor2.dumps([1, 2, 3]))],
    ids=["empty", "not compressed", "no mark", "not CBOR", "another form"],
)
def test_an_index_of_another_form_is_one_clear_error(unpacked: Path, content: bytes) -> None:
    (path,) = unpacked.glob("*.pf_meta")
    path.write_bytes(content)
    with pytest.raises(InputError) as failure:
        packing.pack(unpacked, "en", SAID)
    (problem,) = failure.value.problems
    assert "not an index as Pagefind 1.5 writes it" in str(problem)


def test_a_folder_without_an_index_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not an index as Pagefind"):
        packing.pack(tmp_path, "en", SAID)
