"""What an earlier build compressed is taken from the cache, and gives the same bytes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from rulebinder.search import compression
from rulebinder.search.piece_cache import PieceCache
from rulebinder.system.caches.result_cache import Cache

DATA = [{"moth": [1, 2]}, {"lantern": "éclat"}]


def built(cache: Cache | None, *data: object) -> list[bytes]:
    with PieceCache(cache).pieces("files"):
        return [compression.compressed(each) for each in data]


def test_the_same_data_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = built(Cache(tmp_path), *DATA)
    assert [json.loads(gzip.decompress(each)) for each in first] == DATA
    monkeypatch.setattr(
        compression, "zipped", lambda content: pytest.fail(f"{content!r} is compressed again")
    )
    assert built(Cache(tmp_path), *DATA) == first
    assert built(Cache(tmp_path), DATA[0]) == first[:1]
    assert built(Cache(tmp_path), *DATA) == first, "a build that used less forgets nothing"


def test_a_damaged_cache_and_none_give_the_same_bytes(tmp_path: Path) -> None:
    first = built(Cache(tmp_path), *DATA)
    for file in tmp_path.glob("??/*"):
        file.write_bytes(file.read_bytes()[:-1])
    assert built(Cache(tmp_path), *DATA) == built(None, *DATA) == first


def test_a_size_is_that_of_the_compressed_data(tmp_path: Path) -> None:
    for _ in range(2):
        with PieceCache(Cache(tmp_path)).pieces("files"):
            assert [compression.size(compression.written(each)) for each in DATA] == [
                len(compression.compressed(each)) for each in DATA
            ]
