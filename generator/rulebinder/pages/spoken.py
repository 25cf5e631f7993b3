"""Texts as people read them aloud, and their beginnings for previews."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable

from ..text import Corrected, Mention, Plain, Spans, Symbol, Text
from . import symbols
from .words import Words

PREVIEW = 300
"""The most characters in the preview of a link."""

_SAID = (Plain, Corrected, Mention, Symbol)
"""The spans that have text of their own; all others contain spans."""


def said(words: Words, text: Text) -> str:
    """Return the text as people read it aloud: misprints are corrected, symbols become their
    names.
    """
    return "\n\n".join(_said(words, spans) for spans in text.paragraphs)


def cut(text: str, room: int, size: Callable[[str], int] = len) -> str:
    """Return ``text``, shortened to whole words and an ``…`` if its ``size`` exceeds ``room``."""
    if size(text) <= room:
        return text
    end = (
        bisect.bisect_right(range(len(text)), room - size("…"), key=lambda end: size(text[:end]))
        - 1
    )
    beginning = text[: max(end, 0)]
    if not text[len(beginning) :][:1].isspace() and " " in beginning:
        beginning = beginning.rpartition(" ")[0]
    return f"{beginning.rstrip()}…"


def dashed(type_line: str) -> str:
    """Return a type line with a dash.

    Old documents print two hyphens, because their character set had no dash.
    """
    return type_line.replace(" -- ", " — ")


def preview(words: Words, texts: Iterable[Text]) -> str:
    """Return the start of ``texts``, for the preview of a link; ``words`` name the symbols."""
    return cut(" ".join(" ".join(said(words, text) for text in texts).split()), PREVIEW)


def _said(words: Words, spans: Spans) -> str:
    pieces: list[str] = []
    for piece in symbols.runs(span for span in Text((spans,)).walk() if isinstance(span, _SAID)):
        match piece:
            case tuple():
                pieces.append(symbols.spoken(words, piece))
            case Plain(text) | Corrected(text) | Mention(_, _, text):
                pieces.append(text)
    return "".join(pieces)
