"""Compressed files are the same on every Python and system."""

import gzip
import random

import pytest

from rulebinder.system import files

SIZES = (0, 1, 30, 999, 1_000, 1_001, 3_800, 3_801, 7_900, 7_901, 16_000, 16_001, 20_000)


def invented(size: int, letters: int) -> bytes:
    """Return ``size`` bytes of few or many different letters. They are always the same."""
    return bytes(random.Random(size).choices(range(letters), k=size))


def test_the_head_of_a_file_names_no_system():
    packed = files.compress(b"lamp")
    assert packed[:10] == b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
    assert gzip.decompress(packed) == b"lamp"


@pytest.mark.parametrize("letters", [1, 2, 30, 256])
def test_little_memory_gives_the_same_bytes_as_much(letters):
    for size in SIZES:
        content = invented(size, letters)
        packed = files.compress(content)
        assert packed[10:] == gzip.compress(content, 9, mtime=0)[10:]
        assert packed[:9] == gzip.compress(content, 9, mtime=0)[:9]
