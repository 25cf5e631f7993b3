"""Questions and answers: each question becomes a bullet, with its answer behind it.

The page itself shows the marks before them, ``Q:`` and ``A:``, ``P:`` and ``R:`` or any others:
lines with the same mark end with question marks, and lines with another one follow them. So no list
of languages has to name them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...problems import Place, Problem, repair
from .hyphens import seam

_MARK = re.compile(
    r"\s*(?:[*•-]\s+)?[*_]{0,3}(?P<mark>[^\W\d_]{1,10})[*_]{0,3}\s?[:.：．][*_]{0,3}(?=\s|[^\x00-\xff])"
)
_BULLET = re.compile(r"\s*[*•-]\s+")
_ASKED = re.compile(r"[?？][\"”»)」*_]*$")
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)[^*_\n]+(?P=mark)")
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_OTHER = re.compile(r"\*\*|__|#|[-=*_]{3}|!\[|[*-]\s")
"""What an answer ends before: another question, a heading, a divider, a picture, a bullet."""
_LEAST = 2
"""How many questions a page must have."""
_MOST_LINES = 8
"""How many lines a question may have."""


@dataclass(frozen=True, kw_only=True)
class _Exchange:
    """A question and its answer, by the indexes of their lines: from ``start`` to before
    ``end``.
    """

    start: int
    end: int
    marks: tuple[str, str]


def with_bullets(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with each question and its answer as one bullet, and what was done; any other
    text as it is.

    No line moves: those that a bullet takes up leave blank ones behind.
    """
    if "?" not in text and "？" not in text:
        return text, []
    lines = text.split("\n")
    found = list(_exchanges(lines))
    counts = Counter(each.marks for each in found)
    if not counts:
        return _with_bold_questions(text, path)
    marks, count = counts.most_common(1)[0]
    begun = sum(_mark(line) == marks[0] for line in lines)
    if count < _LEAST or 2 * count < begun:
        return text, []
    asked = [each for each in found if each.marks == marks]
    for each in asked:
        block = [line.strip() for line in lines[each.start : each.end] if line.strip()]
        block[0] = _BULLET.sub("", block[0])
        joined = block[0]
        for line in block[1:]:
            joined += seam(joined, line) + line
        lines[each.start : each.end] = [f"* {joined}", *[""] * (each.end - each.start - 1)]
    message = (
        f"{count} questions with the mark “{marks[0]}” are read as bullets, each with its answer"
    )
    return "\n".join(lines), [repair(Place(path, asked[0].start + 1), message)]


def _with_bold_questions(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with each question in bold and its answer as one bullet, further paragraphs
    of the answer indented below it, if most bold lines of the page are questions.
    """
    lines = text.split("\n")
    bold = [at for at, line in enumerate(lines) if _BOLD.fullmatch(line.strip())]
    asked = [at for at in bold if _ASKED.search(lines[at].strip())]
    if len(asked) <= _LEAST or 2 * len(asked) < len(bold):
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


def _exchanges(lines: Sequence[str]) -> Iterator[_Exchange]:
    """Yield what may be questions and answers, whatever their marks are."""
    for start, line in enumerate(lines):
        mark = _mark(line)
        answer = _answer(lines, start) if mark else None
        if mark and answer is not None:
            yield _Exchange(
                start=start, end=_end(lines, answer, mark), marks=(mark, _mark(lines[answer]))
            )


def _answer(lines: Sequence[str], start: int) -> int | None:
    """Return where the answer to the question at ``start`` begins; None if it is no question, or
    has no answer.
    """
    mark, asked = _mark(lines[start]), False
    for at in range(start, min(start + _MOST_LINES, len(lines))):
        line = lines[at].strip()
        if at > start and _mark(line):
            return at if asked and _mark(line) != mark else None
        if asked and line:
            return None
        asked = asked or bool(_ASKED.search(line))
        if not line and not asked:
            return None
    return None


def _end(lines: Sequence[str], answer: int, question: str) -> int:
    """Return the end of the answer: a blank line, the next question, or the name above a cost."""
    end = answer + 1
    while end < len(lines) and lines[end].strip() and _mark(lines[end]) != question:
        if lines[end + 1 : end + 2] and lines[end + 1].startswith("{"):
            break
        end += 1
    return end


def _mark(line: str) -> str:
    """Return the word before the colon at the beginning of a line; empty if there is none."""
    match = _MARK.match(line)
    return match["mark"] if match else ""
