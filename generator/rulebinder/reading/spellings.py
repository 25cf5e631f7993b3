"""The stored form of printed lines, and forms of it in which names are compared: emphasis, spaces,
case; and the letters of scripts that put no spaces between words.
"""

from __future__ import annotations

import functools
import re

from .symbols import spell_symbols

_UNDERSCORED = re.compile(
    r"(?<![\w\\])(?P<mark>_{1,3})(?=[^\s_])(?P<inner>(?:\\_|[^_\n])*?[^\s_\\])(?P=mark)(?!\w)"
)
"""Emphasis; a longer line of underscores is a gap to be filled."""
_STRONG_ENDS = {mark: re.compile(rf"(?<=\S){re.escape(mark)}") for mark in ("***", "**")}
_STARS = re.compile(r"\*+")
_STRONGEST = 3
"""The most stars of one mark of emphasis."""
_BEFORE_OPENING = " \t([{“‘\"'—–/"
"""What may come before emphasis that begins inside other emphasis."""
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_SPACES = re.compile(r"(?P<held>[\u00a0\u202f](?=[:;!?»])|(?<=«)[\u00a0\u202f])|(?! \S)\s+")
"""Spaces but a single usual one; a no-break space beside a mark holds that mark, as French wants
it.
"""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_PROTECTED = re.compile(r"\\([\\*_])")
_NEVER_MARKS = {ord(mark): 0xFDD0 + at for at, mark in enumerate("\\*_")}
"""Marks that a backslash protects, and characters that no text has, instead of them."""
_PRINTED = {code: mark for mark, code in _NEVER_MARKS.items()}
_UNSEEN = re.compile(
    r"[\u034f\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    r"|[\u200c\u200d](?![\u0600-\u0dff])|\u00ad(?![^\S\n]*\n[^\S\n]*[^\W\d_A-Z])"
)
"""Characters that nobody sees. Some scripts need joiners, and a soft hyphen at the end of a line
may tell that the word goes on.
"""
_FOLDED_LINES = 1024
"""How many folded lines are remembered."""
UNSPACED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff])")
"""A letter of a script that puts no spaces between words: kana and Han. They have no cases, and to
look for them takes ``re`` milliseconds in each pattern.
"""
SYLLABLE = re.compile(r"(?-i:[\uac00-\ud7a3])")
"""A Korean syllable: spaces part the words, but particles are joined to the end of a word."""
UNCASED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])")
"""Either of them: a letter of a script without cases, which may be joined to other words."""
CAPITALS = r"A-ZÀ-ÝА-ЯЁ\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Characters that may begin a sentence, for a class of a pattern: capitals, and letters of scripts
that have none.
"""


def normalise(text: str, *, markdown: bool = False) -> str:
    """The stored form of a line as printed.

    ``{o1}``, ``{(b/r)}``, ``{1\\}`` and ``{2} {B}`` become ``{1}``, ``{B/R}``, ``{1}`` and
    ``{2}{B}``, and so does a symbol in full-width characters; ``_x_`` and ``**x**`` become ``*x*``.
    Words are never touched.
    """
    #  Every line passes here, and most have none of these marks: to look for a character is far
    # cheaper than a pattern.
    text = spell_symbols(text)
    escaped = markdown and "\\" in text
    if escaped:
        text = _PROTECTED.sub(lambda match: match[1].translate(_NEVER_MARKS), text)
    if "_" in text:
        text = _UNDERSCORED.sub(r"*\g<inner>*", text)
    if "**" in text:
        text = _without_strength(_unnest(text))
    return _ESCAPED.sub(r"\1", text).translate(_PRINTED) if escaped else text


def _unnest(text: str) -> str:
    """The text with emphasis inside emphasis as one: ``***Magic** 2013*`` becomes ``*Magic 2013*``.

    A text without such emphasis comes back as it is, and so does one whose marks do not fit
    together.
    """
    parts: list[str] = []
    open_marks: list[int] = []
    is_nested, at = False, 0
    for run in _STARS.finditer(text):
        mark, inside = run.group(), bool(open_marks)
        if inside and text[run.start() - 1] not in _BEFORE_OPENING:
            stars = len(mark)
            while stars and open_marks:  # the innermost mark is closed first
                closed = min(stars, open_marks[-1])
                stars -= closed
                open_marks[-1] -= closed
                if not open_marks[-1]:
                    open_marks.pop()
            if stars:
                return text
            mark = "" if open_marks else "*"
        elif text[run.end() : run.end() + 1].strip():
            if len(mark) > _STRONGEST:
                return text
            open_marks.append(len(mark))
            mark = "" if inside else "*"
        is_nested = is_nested or (inside and bool(open_marks))
        parts += (text[at : run.start()], mark)
        at = run.end()
    return "".join((*parts, text[at:])) if is_nested and not open_marks else text


def _without_strength(text: str) -> str:
    """The text with ``**…**`` and ``***…***`` as ``*…*``.

    A mark that nothing closes here is closed nowhere further on, so that each is looked for once.
    """
    parts: list[str] = []
    marks = [mark for mark in _STRONG_ENDS if mark in text]
    at, start = 0, text.find("**")
    while start >= 0 and marks:
        for mark in tuple(marks):
            inner = start + len(mark)
            if not text.startswith(mark, start) or not text[inner : inner + 1].strip():
                continue
            end = _STRONG_ENDS[mark].search(text, inner + 1)
            if end is None:
                marks.remove(mark)
                continue
            parts.append(f"{text[at:start]}*{text[inner : end.start()]}*")
            at = end.end()
            break
        start = text.find("**", max(at, start + 1))
    return "".join((*parts, text[at:]))


def without_unseen(text: str) -> str:
    """Return the text without characters of no width, which would tell two equal names apart."""
    return text if text.isascii() else _UNSEEN.sub("", text)


def without_emphasis(text: str) -> str:
    """Return a name, heading or type line without the stars of its emphasis and the address of its
    link.
    """
    #  Every line passes here several times, and most have neither: looking for a character costs a
    # tenth of a pattern.
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "_" in text:
        text = _UNDERSCORED.sub(r"\g<inner>", text)
    return text.replace("*", "").strip()


def tidy(text: str) -> str:
    """A name, type line or heading without emphasis, its spaces such as break, but for those that
    hold a mark of punctuation.
    """
    return _SPACES.sub(lambda match: match["held"] or " ", without_emphasis(text)).strip()


@functools.lru_cache(maxsize=_FOLDED_LINES)
def fold(text: str) -> str:
    """Case, emphasis, quotes and spaces folded, for comparing headings and names; a line is
    compared with several of them.
    """
    return " ".join(without_emphasis(text).replace("’", "'").split()).casefold()
