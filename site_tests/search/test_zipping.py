"""Compressed files are the same on every Python and system."""

import gzip

from rulebinder.system import files


def test_the_head_of_a_file_names_no_system_and_no_time():
    packed = files.compress(b"lamp")
    assert packed[:10] == b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
    assert gzip.decompress(packed) == b"lamp"
