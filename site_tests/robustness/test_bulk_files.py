"""Bulk files that are none: refused in one sentence, before they take the memory."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import pytest

from rulebinder.names import bulk
from rulebinder.problems import InputError

BAD = {
    "a number": b"1", "a text": b'"x"', "nothing": b"null", "numbers": b"[1,2]", "no cards": b'{"data":1}', "bytes": b'["\xff"]',
    "a long number": b"[" + b"1" * 9_000 + b"]", "lists": b"[" * 99_999, "objects": b'{"data":' * 9_999, "half": b'[{"name":',
    "packed lists": gzip.compress(b"[" * 9_999_999), "a text without end": gzip.compress(b'["' + b"a" * (9 << 20) + b'"]'),
    "half a gzip": gzip.compress(b"[]")[:9], "two files": gzip.compress(b"[") + b"junk",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bulk_file_that_is_none_is_one_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(BAD[name])
    with pytest.raises(InputError) as raised:
        list(bulk.printings(path))
    assert str(raised.value).startswith(f"{path}:1: error: ")
    assert "\n" not in str(raised.value)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_is_no_bulk_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cards.json")
    with pytest.raises(InputError, match="not a file"):
        list(bulk.printings(tmp_path / "cards.json"))
