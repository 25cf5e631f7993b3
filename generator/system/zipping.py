"""Gzip whose bytes depend on nothing but its content."""

from __future__ import annotations

import gzip

_SYSTEM, _UNKNOWN = 9, b"\xff"
"""The place of the byte that names the system, and its value for no system. Python writes that value since 3.13 only."""


def zipped(content: bytes) -> bytes:
    """Return ``content`` as a gzip file."""
    packed = gzip.compress(content, 9, mtime=0)
    return packed[:_SYSTEM] + _UNKNOWN + packed[_SYSTEM + 1 :]
