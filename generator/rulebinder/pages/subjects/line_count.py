"""Estimate how many lines a text needs in a column, with the widths of a wide font."""

from __future__ import annotations

import functools
import re
import unicodedata

_WIDTHS = {
    char: width
    for width, chars in {
        0.28: "ijlIJ'",
        0.34: " .,:;/|’‘\u00a0",
        0.4: "ftr!()-[]",
        0.53: 'sz?“”«»"*',
        0.59: "ckvxyLF",
        0.82: "wOQGDM",
        1.0: "mW—–…%@&",
    }.items()
    for char in chars
}
"""The widths of characters in DejaVu Sans, one of the widest fonts that browsers use, in em."""
_OTHER, _CAPITAL, _SYMBOL, _FULL = 0.63, 0.7, 1.32, 1.0
_ATOMS = re.compile(r"\{[^{}\s]{1,9}\}|.", re.DOTALL)


def lines(text: str, width: float) -> int:
    """Return the number of lines of one paragraph of plain text in a column of ``width`` em."""
    count, left = 1, width
    for word in text.split():
        need = _need(word)
        if need > left and left < width:
            count, left = count + 1, width
        if need > width:  # such a word is broken
            more = int(need // width)
            count, need = count + more, need - more * width
        left -= need + _WIDTHS[" "]
    return count


@functools.lru_cache(maxsize=1 << 14)
def _need(word: str) -> float:
    """Return the width of a word, in em."""
    return sum(map(_width, _ATOMS.findall(word)))


def _width(atom: str) -> float:
    if len(atom) > 1:
        return _SYMBOL
    if unicodedata.east_asian_width(atom) in "WF":
        return _FULL
    return _WIDTHS.get(atom, _CAPITAL if atom.isupper() else _OTHER)
