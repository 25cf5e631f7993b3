"""Splitting Pagefind's index into smaller files keeps its content. An index of another form is one clear error."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cbor2
import pytest

from generator.problems import InputError
from generator.search import index, packing
from generator.search.packing import Packed
from generator.search.records import SearchRecord

MARK = b"pagefind_dcd"
PAGES = 400


def _record(number: int, text: str) -> SearchRecord:
    url = f"cards/fen/#lom-{number}"
    return SearchRecord(kind="ruling", id=f"lom/fen/{number}", lang="en", url=url, title="Fen", text=text, langs=("en",))


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """Return the index of 400 pages as Pagefind writes it."""
    (tmp_path / "pages").mkdir()
    for number in range(PAGES):
        text = f"Lantern {number} burns {'brightly ' * (number % 7)} beside word{number} at a café or cafe."
        content = index.page(_record(number, text))
        (tmp_path / "pages" / f"{number}.html").write_text(content, encoding="utf-8")
    made = tmp_path / "made"
    command = [sys.executable, "-m", "pagefind", "--site", str(tmp_path / "pages"), "--output-path", str(made), "--silent"]
    subprocess.run(command, check=True)
    return made


def read(content: bytes) -> Any:
    return cbor2.loads(gzip.decompress(content).removeprefix(MARK))


def meta(folder: Path) -> Any:
    """Return the metadata as Pagefind writes it."""
    (path,) = folder.glob("*.pf_meta")
    return read(path.read_bytes())


def packed(folder: Path) -> Packed:
    return packing.pack(packing.read(folder), {}, 2)


def words(folder: Path, listed: Any) -> list[Any]:
    """Return the words of an index in order, each with its pages and positions, as its metadata lists the files."""
    return [word for _, _, name in listed[2] for word in read((folder / "index" / f"{name}.pf_index").read_bytes())[0]]


def line(content: bytes) -> Any:
    """Return the lexicon's part of a file."""
    return json.loads(gzip.decompress(content).partition(b"\n")[0])


def kept(content: bytes) -> list[Any]:
    """Return the words in the index part of a file."""
    index = gzip.decompress(content).partition(b"\n")[2]
    return list(cbor2.loads(index.removeprefix(MARK))[0]) if index else []


def numbers(folder: Path) -> list[int]:
    """Return the pages in the order of the metadata, before packing."""
    files = [folder / "fragment" / f"{name}.pf_fragment" for name, _ in meta(folder)[1]]
    urls = [json.loads(gzip.decompress(file.read_bytes()).removeprefix(MARK))["url"] for file in files]
    return [int(url.removeprefix("/").removesuffix(".html")) for url in urls]


def held(word: Any, pages: Mapping[int, int]) -> Iterator[tuple[str, int, Any]]:
    """Return which pages have a word, in which form and where. ``pages`` are their numbers in order."""
    text, plain, marked = word
    for form, listed in [(text, plain), *marked]:
        place = 0
        for distance, *places in listed:
            place += distance
            yield form, pages[place], places


def test_the_same_pages_have_the_same_words_in_smaller_files(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(enumerate(numbers(unpacked)))
    first = meta(unpacked)
    said = sorted(each for word in words(unpacked, first) for each in held(word, before))
    monkeypatch.setattr(packing, "ROOM", 1_000)
    made = packed(unpacked)
    after = dict(enumerate(range(PAGES)))
    now = [word for file in made.files for word in kept(file)]
    assert sorted(each for word in now for each in held(word, after)) == said
    assert {form for word in now for form, _, _ in held(word, after)} >= {"café", "cafe"}
    assert read(made.metadata)[3:] == first[3:]
    assert len(made.files) > 5


def test_each_file_is_listed_by_its_number_with_its_first_and_its_last_word(
    unpacked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "ROOM", 1_000)
    made = packed(unpacked)
    listed = read(made.metadata)[2]
    for (first, last, name), file in zip(listed, made.files, strict=True):
        assert made.files[int(name[::-1], 16)] == file
        assert (first, last) == (kept(file)[0][0], kept(file)[-1][0])
    bounds = [word for first, last, _ in listed for word in (first, last)]
    assert bounds == sorted(bounds)


def test_lexicon_entries_are_in_the_file_of_their_words(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "ROOM", 1_000)
    beginnings = {start: {"words": [f"{start} 1", f"{start}x 1"]} for start in ("bu", "ca", "la", "wo", "zz")}
    made = packing.pack(packing.read(unpacked), beginnings, 2)
    for start, held in beginnings.items():
        (file,) = [file for file in made.files if set(held["words"]) <= set(line(file).get("words", ()))]
        covering = [number for number, each in enumerate(made.beginnings) if each and each <= start][-1]
        assert made.files[covering] == file
    assert len([each for each in made.beginnings if not each]) > 1, "a beginning with too many words goes on in further files"


def test_records_are_in_numeric_order_with_short_names(unpacked: Path) -> None:
    found = [name for name, _ in read(packed(unpacked).metadata)[1]]
    assert [int(name[::-1], 16) for name in found] == [*range(PAGES)]
    assert {len(name) for name in found} == {3}


def test_lengths_are_rounded(unpacked: Path) -> None:
    before = dict(zip(numbers(unpacked), (length for _, length in meta(unpacked)[1]), strict=True))
    after = [length for _, length in read(packed(unpacked).metadata)[1]]
    assert len(set(before.values())) > len(set(after)) > 1
    assert sorted(after) == [length for _, length in sorted((before[number], length) for number, length in enumerate(after))]
    assert all(2.8 < before[number] / length < 5.8 for number, length in enumerate(after))


def test_the_files_that_pagefind_reads_first_are_kept(unpacked: Path) -> None:
    made = packed(unpacked)
    assert made.entry == json.loads((unpacked / "pagefind-entry.json").read_bytes())
    assert list(made.entry["languages"]) == ["en"]


def test_an_index_without_a_page_is_one_clear_error(unpacked: Path) -> None:
    (path,) = unpacked.glob("*.pf_meta")
    content = read(path.read_bytes())
    del content[1][numbers(unpacked).index(7)]
    path.write_bytes(gzip.compress(MARK + cbor2.dumps(content)))
    with pytest.raises(InputError, match=r"pages are missing"):
        packed(unpacked)


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"no mark"), gzip.compress(MARK + b"\xff"), gzip.compress(MARK + cbor2.dumps([1, 2, 3]))],
    ids=["empty", "not compressed", "no mark", "not CBOR", "another form"],
)
def test_an_index_of_another_form_is_one_clear_error(unpacked: Path, content: bytes) -> None:
    (path,) = unpacked.glob("*.pf_meta")
    path.write_bytes(content)
    with pytest.raises(InputError) as failure:
        packed(unpacked)
    (problem,) = failure.value.problems
    assert "not an index as Pagefind 1.5 writes it" in str(problem)


def test_a_folder_without_an_index_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not an index as Pagefind"):
        packed(tmp_path)
