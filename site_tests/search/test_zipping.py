"""Compressed files are the same on every Python and system."""

from __future__ import annotations

import gzip

import pytest

from generator.system import zipping


@pytest.mark.parametrize("system", [0, 3, 11, 19, 255])
def test_the_head_of_a_file_names_no_system(system: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def compress(content: bytes, level: int, *, mtime: int) -> bytes:
        packed = real(content, level, mtime=mtime)
        return packed[:9] + bytes([system]) + packed[10:]

    real = gzip.compress
    monkeypatch.setattr(gzip, "compress", compress)
    packed = zipping.zipped(b"lamp")
    assert packed[:10] == b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
    assert gzip.decompress(packed) == b"lamp"
