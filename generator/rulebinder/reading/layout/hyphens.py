"""Hyphens at the ends of lines: ``inter-`` and ``rupt`` are one word, ``double-`` and ``faced``
keep their hyphen.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable

from ..notation.word_boundaries import UNSPACED

_HYPHENS = "-\u2010"
_CUT = re.compile(rf"(?P<head>[^\W\d_]+)[{_HYPHENS}]$")
_TIED = re.compile(rf"\w[{_HYPHENS}]{{1,2}}$")
_OPEN = re.compile(r"""(?:^|[\s—])["“(\[]$|\w[—–/]$""")
"""The end of a line after which the next one follows without a space: an opening mark, a dash or
stroke between words.
"""
_SIGN = re.compile(r"(?:^|[\s/])[-+−]$")
"""The sign of a number that begins the next line."""
_PARTED = ("}{", "--")
"""Two letters that a line's end parts: those of two symbols, of a dash of two hyphens."""
_DASHED, _AFTER_SPACE = re.compile(r"\w—\w"), re.compile(r" —\w")
"""A dash between two words, and one before a word: Spanish has the second one."""
_FIRST = re.compile(r"[^\W\d_]+")
_WORD = re.compile(rf"[^\W\d_]+(?:[{_HYPHENS}][^\W\d_]+)*")
_UNSPACED = re.compile(rf"(?:{UNSPACED.pattern}|[\u3000-\u303f\uff01-\uff65])")
"""A letter of a script that is written without spaces, or its punctuation."""
_FIRST_WORD = re.compile(
    rf"(?:{_UNSPACED.pattern}.?|(?:(?!{_UNSPACED.pattern})\S)+)(?:(?!\w){_UNSPACED.pattern})*"
)
_GAP = re.compile(rf"(?<={_UNSPACED.pattern}) (?={_UNSPACED.pattern})")
_LONG = 4
"""A word from this length on is seldom a syllable of another one by chance."""
_TAIL = 80
"""How many characters at the end of a line are looked at: no word is as long."""


def first_word(text: str) -> str:
    """Return what a margin does not part at the beginning of a line: a word, or two letters of a
    script without spaces and the marks behind them.
    """
    word = _FIRST_WORD.match(text)
    return word.group() if word else ""


def without_gaps(text: str) -> str:
    """Return the text of a drawn line without spaces inside a script that has none: bold letters
    are often set apart.
    """
    return _GAP.sub("", text)


def seam(line: str, following: str) -> str:
    """Return what comes between two lines of a sentence: a space, but none in a script that is
    written without spaces.

    Such a script also puts none beside the letters and digits of others; beside a symbol it may
    have one.
    """
    before, after = line[-1:], following[:1]
    unspaced = _UNSPACED.match(before) or _UNSPACED.match(after)
    return "" if unspaced and before != "}" and after != "{" else " "


class Hyphens:
    """Tells the hyphens that only a margin put there from those of compounds, by the words of the
    document.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        self._compounds: set[str] = set()
        cuts: list[tuple[str, str]] = []
        tied = spaced = 0
        for line, following in itertools.pairwise((*(line.strip() for line in lines), "")):
            for word in _WORD.findall(line.casefold()):
                halves = re.split(f"[{_HYPHENS}]", word)
                self._words.update(halves)
                self._compounds.update("-".join(pair) for pair in itertools.pairwise(halves))
            tied += len(_DASHED.findall(line))
            spaced += len(_AFTER_SPACE.findall(line))
            parts = _parts(line, following)
            if parts:
                cuts.append(parts)
                self._words.subtract(parts)  # the halves of a word are no words of the document
        known = [found for head, tail in cuts if (found := self._known(head, tail)) is not None]
        self._ties_dashes = tied > spaced
        self._hyphenates = 2 * sum(known) > len(known)

    def between(self, line: str, following: str) -> tuple[int, str]:
        """Return how two lines of a paragraph are joined: how many characters the first one loses,
        and what comes between.
        """
        if line.endswith("\u00ad"):
            return 1, ""
        if self._is_tied(line[-_TAIL:], following[:2]):
            return 0, ""
        if not _TIED.search(line[-_TAIL:]) or not following[:1].isalpha():
            return 0, seam(line, following)
        parts = _parts(line, following)
        if parts is None:
            return 0, ""
        known = self._known(*parts)
        return int(self._hyphenates if known is None else known), ""

    def _is_tied(self, end: str, start: str) -> bool:
        """Return whether a browser broke a line at a place without a space: at a dash, at a stroke,
        between two symbols.
        """
        if _OPEN.search(end) or end[-1:] + start[:1] in _PARTED:
            return True
        if _SIGN.search(end) and (start[:1].isdigit() or start[:1] in {"X", "*"}):
            return True
        return (
            self._ties_dashes
            and end[-1:].isalnum()
            and start.startswith("—")
            and start[1:].isalnum()
        )

    def _known(self, head: str, tail: str) -> bool | None:
        """Whether the hyphen goes; None if no other word of the document says so."""
        if self._words[head + tail] > 0:
            return True
        if f"{head}-{tail}" in self._compounds:
            return False
        is_long = min(len(head), len(tail)) >= _LONG
        return False if is_long and min(self._words[head], self._words[tail]) > 0 else None


def _parts(line: str, following: str) -> tuple[str, str] | None:
    """Return the two parts of a word that a line's end cuts; None if it cuts none."""
    head, tail = _CUT.search(line[-_TAIL:]), _FIRST.match(following[:_TAIL])
    if not (head and tail and tail.group().islower()):
        return None
    return head["head"].casefold(), tail.group()
