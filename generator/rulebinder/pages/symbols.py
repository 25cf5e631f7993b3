"""Symbols: the classes of their images, their names, and texts as people read them aloud. No other
module of the pages knows their codes.

web/symbols.svg contains the images; web/styles/part/symbols.css assigns them to the classes that
are written here.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..text import Corrected, Dated, Emphasis, Link, Mention, Plain, Span, Spans, Symbol, Text
from .words import Words

SymbolRun = tuple[str, ...]
"""The codes of neighbouring symbols, such as a whole cost."""
Inline = Plain | Emphasis | Link | Mention | Corrected | Dated | SymbolRun

NUMBERS = frozenset(str(number) for number in range(21))
"""The numbers that have an image. Larger ones are written in a rounded box."""

_MANA = frozenset("wubrgcsh")
_LETTERS = frozenset("xyz")
_COUNTED = frozenset({"e", "tk", "a", "p"})
_NAMED = frozenset({"t", "q", "chaos", "pw", "l", "d"})
_ODD = {"½": "half", "∞": "inf"}
_HALVED = frozenset(f"h{color}" for color in "wubrg")
_LIFE = "p"
"""After a color it means that life can be paid; alone, it is a pawprint."""


def runs(spans: Iterable[Span]) -> Iterator[Inline]:
    """Yield the spans in order, with neighbouring symbols as one run."""
    for together, group in itertools.groupby(spans, lambda span: isinstance(span, Symbol)):
        if together:
            yield tuple(span.code for span in group if isinstance(span, Symbol))
        else:
            yield from (span for span in group if not isinstance(span, Symbol))


def spoken(words: Words, codes: SymbolRun) -> str:
    """Return the name of a run, such as ``two generic, one white``.

    An unknown code is its own name.
    """
    return ", ".join(
        _spoken(words, code, len(list(group))) for code, group in itertools.groupby(codes)
    )


def classes(code: str) -> str | None:
    """Return the CSS classes of a symbol; None if it has no image."""
    first, *rest = code.casefold().split("/")
    if first in _HALVED and not rest:
        return f"{first[1]} cut"
    if not rest:
        return _class(first)
    if (
        first not in _MANA | NUMBERS
        or len(rest) > 2
        or not set(rest[:1]) <= _MANA | {_LIFE}
        or rest[1:] not in ([], [_LIFE])
    ):
        return None
    second = "h" if rest[0] == _LIFE else rest[0]
    return f"{_class(first)} {second}2 {'three' if rest[1:] else 'two'}"


def _class(part: str) -> str | None:
    if part in NUMBERS:
        return f"n{part}"
    return _ODD.get(part) or (part if part in _MANA | _LETTERS | _COUNTED | _NAMED else None)


def _spoken(words: Words, code: str, times: int) -> str:
    parts = code.casefold().split("/")
    if set(parts) <= _MANA:
        return _mana(words, times, parts)
    if parts[0] in _COUNTED and not parts[1:]:
        return words.say(f"symbol_{parts[0]}_{words.plural(times)}", count=_numeral(words, times))
    name = _choice(words, code, parts)
    return (
        name if times == 1 else words.say("symbol_times", count=_numeral(words, times), what=name)
    )


def _choice(words: Words, code: str, parts: Sequence[str]) -> str:
    """Return the name of a symbol that can be paid in several ways: ``two generic or one
    white``.
    """
    life = parts[-1] == _LIFE and len(parts) > 1
    rest = parts[:-1] if life else parts
    names = (
        [_mana(words, 1, rest)]
        if set(rest) <= _MANA
        else [_part(words, part) or code for part in rest]
    )
    if life:
        names.append(words["symbol_life"])
    return code if code in names else _or(words, names)


def _part(words: Words, part: str) -> str | None:
    if part.isascii() and part.isdecimal():
        return _mana(words, int(part), ["generic"])
    if part in _LETTERS:
        return _amount(words, part.upper(), "many", ["generic"])
    if part == "∞":
        return _amount(words, words["symbol_infinity"], "many", ["generic"])
    if part == "½" or part in _HALVED:
        kind = "generic" if part == "½" else part[1]
        return words.say("symbol_half", kind=words[f"symbol_{kind}_one"])
    if part in _MANA:
        return _mana(words, 1, [part])
    return words[f"symbol_{part}"] if part in _NAMED else None


def _mana(words: Words, count: int, kinds: Sequence[str]) -> str:
    return _amount(words, _numeral(words, count), words.plural(count), kinds)


def _amount(words: Words, count: str, form: str, kinds: Sequence[str]) -> str:
    """Return the words for an amount of mana of one of ``kinds``.

    ``form`` is the grammatical number.
    """
    kind = _or(words, [words[f"symbol_{kind}_{form}"] for kind in kinds])
    return words.say(f"symbol_mana_{form}", count=count, kind=kind)


def _or(words: Words, names: Iterable[str]) -> str:
    return functools.reduce(
        lambda first, second: words.say("symbol_or", first=first, second=second), names
    )


def _numeral(words: Words, number: int) -> str:
    """Return a number in words if the language file has it; otherwise in digits."""
    names = words["numerals"].split()
    return names[number] if number < len(names) else words.number(number)


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
    for piece in runs(span for span in Text((spans,)).walk() if isinstance(span, _SAID)):
        match piece:
            case tuple():
                pieces.append(spoken(words, piece))
            case Plain(text) | Corrected(text) | Mention(_, _, text):
                pieces.append(text)
    return "".join(pieces)
