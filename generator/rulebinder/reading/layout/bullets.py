"""Bullets that no dialect knows. The mark that most marked lines of a page begin with is one.

Writers and converters use hundreds of marks: ``–``, ``■``, ``・``, an ``o`` or an ``n`` that had a
font of its own, or numbers. The page itself shows which mark it is, so that no list has to name it.

Each question becomes a bullet, with its answer behind it. The page shows the marks before them,
too: ``Q:`` and ``A:``, ``P:`` and ``R:`` or any others. Lines with the same mark end with question
marks, and lines with another one follow them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

from ...problems import Place, Problem, repair
from .line_wraps import seam

_KNOWN = frozenset("-*+•●▪·‣\uf0b7＊")
"""The marks that dialects know, each in its own way."""
_OTHERS = frozenset("#>|=<\\/…:;,.\"'")
"""Signs that begin headings, quotes, tables, tags, and the rest of a line that lost its symbols."""
_OPENINGS = ("Ps", "Pi")
_MARKED = re.compile(
    r"^(?P<indent>[^\S\n]*)\\?(?P<mark>[^\w\s](?=[^\S\n]+\S)|(?![\s\w])[\u2022-\u2211\u2213-\uffff](?=\S)"
    r"|[a-zØü](?=[^\S\n]+[^\sa-zà-ÿ])|\d{1,2}[.)](?=[^\S\n]+\S))[^\S\n]*(?=\S)",
    re.MULTILINE,
)
"""A sign and a space; a sign that is no dash, quotation mark or minus, and no space; a small letter
or a number alone.
"""
_NUMBER = "1."
"""The mark that stands for all numbers."""
_LEAST_SHARE = 0.05
"""The share of lines up to which a mark may be that of modes."""
_LEAST = 3
_MARK = re.compile(
    r"\s*(?:[*•-]\s+)?[*_]{0,3}(?P<mark>[^\W\d_]{1,10})[*_]{0,3}\s?[:.：．][*_]{0,3}(?=\s|[^\x00-\xff])"
)
_BULLET = re.compile(r"\s*[*•-]\s+")
_ASKED = re.compile(r"[?？][\"”»)」*_]*$")
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)[^*_\n]+(?P=mark)")
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_OTHER = re.compile(r"\*\*|__|#|[-=*_]{3}|!\[|[*-]\s")
"""What an answer ends before: another question, a heading, a divider, a picture, a bullet."""
_LEAST_ASKED = 2
"""How many questions with a mark a page must have; those in bold must be more."""
_MOST_LINES = 8
"""How many lines a question may have."""


def with_known_bullets(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with a star for each of its bullets, and what was done.

    A text whose bullets a dialect knows comes back as it is.
    """
    text, asked = with_answers(text, path)
    found = [
        each
        for each in _MARKED.finditer(text)
        if each["mark"] not in _OTHERS and unicodedata.category(each["mark"][0]) not in _OPENINGS
    ]
    counts = Counter(map(_mark, found))
    mark = max(sorted(counts), key=counts.__getitem__, default="*")
    if mark in _KNOWN or counts[mark] < max(_LEAST, _LEAST_SHARE * text.count("\n")):
        return text, asked
    found = [each for each in found if _mark(each) == mark]
    margin = min(len(each["indent"]) for each in found)
    parts: list[str] = []
    at = 0
    for each in found:
        parts += (text[at : each.start()], each["indent"][margin:], "* ")
        at = each.end()
    shown = mark if mark.isprintable() else f"U+{ord(mark):04X}"
    message = f"“{shown}” begins {len(found)} lines: it is read as a bullet"
    line = text.count("\n", 0, found[0].start()) + 1
    return "".join((*parts, text[at:])), [*asked, repair(Place(path, line), message)]


def _mark(found: re.Match[str]) -> str:
    return _NUMBER if found["mark"][0].isdecimal() else found["mark"]


def with_answers(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with each question and its answer as one bullet, and what was done; any other
    text as it is.

    No line moves: those that a bullet takes up leave blank ones behind.
    """
    if "?" not in text and "？" not in text:
        return text, []
    lines = text.split("\n")
    #  The word before the colon at the beginning of each line.
    marks = [match["mark"] if (match := _MARK.match(line)) else "" for line in lines]
    spans_of: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for start, mark in enumerate(marks):
        answer = _answer(lines, marks, start) if mark else 0
        if answer:
            end = answer + 1  # at a blank line, the next question, or the name above a cost
            while end < len(lines) and not (
                "".join(lines[end + 1 : end + 2]).startswith("{")
                or marks[end] == mark
                or not lines[end].strip()
            ):
                end += 1
            spans_of[mark, marks[answer]].append((start, end))
    if not spans_of:
        return _with_bold_questions(text, path)
    (mark, _), spans = max(spans_of.items(), key=lambda item: len(item[1]))
    if len(spans) < _LEAST_ASKED or 2 * len(spans) < marks.count(mark):
        return text, []
    for start, end in spans:
        first, *rest = filter(None, map(str.strip, lines[start:end]))
        joined = _BULLET.sub("", first)
        for line in rest:
            joined += seam(joined, line) + line
        lines[start:end] = [f"* {joined}", *[""] * (end - start - 1)]
    message = (
        f"{len(spans)} questions with the mark “{mark}” are read as bullets, each with its answer"
    )
    return "\n".join(lines), [repair(Place(path, spans[0][0] + 1), message)]


def _with_bold_questions(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with each question in bold and its answer as one bullet, further paragraphs
    of the answer indented below it, if most bold lines of the page are questions.
    """
    lines = text.split("\n")
    bold = [at for at, line in enumerate(lines) if _BOLD.fullmatch(line.strip())]
    asked = [at for at in bold if _ASKED.search(lines[at].strip())]
    if len(asked) <= _LEAST_ASKED or 2 * len(asked) < len(bold):
        return text, []
    for start in asked:
        answer = ""
        for at in range(start + 1, len(lines)):
            line = lines[at].strip()
            following = lines[at + 1].strip() if at + 1 < len(lines) else ""
            if _OTHER.match(line) or _UNDERLINE.fullmatch(following) or lines[at].endswith("  "):
                break
            if line and not answer:
                answer, lines[at] = line, ""
                lines[start] = f"* {lines[start].strip()} {answer}"
            elif line:
                lines[at] = f"  {line}"
    message = f"{len(asked)} questions in bold are read as bullets, each with its answer"
    return "\n".join(lines), [repair(Place(path, asked[0] + 1), message)]


def _answer(lines: Sequence[str], marks: Sequence[str], start: int) -> int:
    """Return where the answer to the question at ``start`` begins; 0 if it is not a question, or
    has no answer.
    """
    asked = False
    for at in range(start, min(start + _MOST_LINES, len(lines))):
        line = lines[at].strip()
        if at > start and marks[at]:
            return at if asked and marks[at] != marks[start] else 0
        if asked == bool(line):  # more words after the question, or a gap in it
            return 0
        asked = asked or bool(_ASKED.search(line))
    return 0
