"""Characters that cannot be right: what a program wrote that took the document's encoding for
another one is read as it was, and what is lost is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from ...problems import Place, Problem, warning

_TWO = ("cp1252", "mac_roman", "cp437")
"""Those of the codecs in which even the two characters of a letter are not part of any word."""
_CODECS = (*_TWO, "cp1251")
"""The encodings for which UTF-8 is taken, so that one character becomes two or three."""
_CERTAIN = {
    **{chr(byte): bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)},
    "â€\ufffd": "”",
}
"""What control characters are in Windows-1252, for which Latin-1 was taken; and the one usual sign
of which Windows-1252 lacks a byte.
"""
_SHOWN = 5
"""How many kinds of damage a warning shows."""


def _bytes_of(codec: str) -> Mapping[str, int]:
    """Return the bytes from 0x80 by their characters, and by control characters, as those of
    undefined bytes.
    """
    letters = {bytes([byte]).decode(codec, "ignore"): byte for byte in range(0x80, 0x100)}
    letters.pop("", None)
    return {**letters, **{chr(byte): byte for byte in range(0x80, 0xA0)}}


_BYTES = {codec: _bytes_of(codec) for codec in _CODECS}


def _any_of(codec: str, first: int, last: int) -> str:
    """Return a class for the characters of the bytes from ``first`` to ``last``."""
    letters = (letter for letter, byte in _BYTES[codec].items() if first <= byte <= last)
    return f"[{re.escape(''.join(letters))}]"


def _misread(codec: str) -> str:
    """Return a pattern for what a sign, or an accented letter, becomes that is taken for this
    encoding.
    """
    further = _any_of(codec, 0x80, 0xBF)
    last = 0x97 if codec in _TWO else 0x89  # below the marks that may end a word with a space
    sign = f"{_any_of(codec, 0xE2, 0xE2)}{_any_of(codec, 0x80, last)}{further}"
    letter = f"|(?<![A-ZÀ-Þ]){_any_of(codec, 0xC2, 0xC5)}{further}" if codec in _TWO else ""
    return f"(?P<{codec}>{sign}{letter})"


_LOST = r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd\ufffe\uffff]"
_DAMAGED = re.compile(
    "|".join(map(_misread, _CODECS)) + rf"|â€\ufffd|[\x80-\x9f]|(?P<lost>{_LOST})"
)
_SUSPICIOUS = re.compile(
    "|".join(
        [
            *(_any_of(codec, 0xE2, 0xE2) for codec in _CODECS),
            *(_any_of(codec, 0xC2, 0xC5) for codec in _TWO),
            r"[\x80-\x9f]",
            _LOST,
        ]
    )
)
"""The characters with which damage begins. Most documents have none, and they are found fast."""


def with_right_characters(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with its damaged characters as they were where that is certain, and one
    warning that counts and shows them all, the lost ones too.
    """
    if not _SUSPICIOUS.search(text):
        return text, []
    damages: Counter[tuple[str, str]] = Counter()
    lines: dict[int, None] = {}
    at = number = 0

    def right(damaged: re.Match[str]) -> str:
        nonlocal at, number
        before, after = damaged.group(), _right(damaged)
        if after != before or damaged["lost"]:
            number, at = number + text.count("\n", at, damaged.start()), damaged.start()
            damages[before, after] += 1
            lines[number + 1] = None
        return after

    whole = _DAMAGED.sub(right, text)
    if not damages:
        return text, []
    examples = ", ".join(
        f"{before!r} is lost" if after in (before, "\ufffd") else f"{before!r} is read as {after!r}"
        for (before, after), _ in damages.most_common(_SHOWN)
    )
    count = damages.total()
    message = (
        f"{count} character{'s' * (count > 1)} on {len(lines)} line{'s' * (len(lines) > 1)} cannot"
        f" be right: {examples}"
    )
    hint = "compare these lines with the original, or save that as UTF-8 again"
    return whole, [warning(Place(path, next(iter(lines))), message, hint)]


def _right(damaged: re.Match[str]) -> str:
    """Return the one character that was there; what matched, if that is lost or no usual one."""
    text, codec = damaged.group(), damaged.lastgroup
    if codec is None:
        return _CERTAIN[text]
    if codec == "lost":
        return text
    letters = _BYTES[codec]
    right = bytes(map(letters.__getitem__, text)).decode("utf-8", "replace")
    usual = len(right) == 1 and (right < "\u0180" or unicodedata.category(right)[0] in "PS")
    return right if usual and right != "\ufffd" else text
