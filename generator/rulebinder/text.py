"""Text as data: paragraphs of spans, and the plain form in which they are stored.

The stored form (the published data's own) is plain text with ``{symbols}`` in braces, emphasis
as ``*…*`` and links as ``[text](url)``. Paragraphs are divided by a blank line; a single line
break inside a paragraph is kept. :func:`parse` and :meth:`Text.source` are each other's inverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Plain:
    """Characters without any markup."""

    text: str


@dataclass(frozen=True)
class Symbol:
    """A mana or cost symbol; ``code`` is the text in the braces: ``T``, ``2/W``."""

    code: str


@dataclass(frozen=True)
class Emphasis:
    """Emphasized spans, whether bold or italic."""

    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Link:
    """A link that the document itself prints."""

    spans: tuple[Span, ...]
    url: str


@dataclass(frozen=True)
class Mention:
    """Something the library knows, mentioned in the text.

    ``kind`` is ``card``, ``mechanic``, ``rule``, ``section`` or ``set``; ``target`` is its id
    there.
    """

    kind: str
    target: str
    text: str
    spans: tuple[Span, ...] = ()
    """The printed spans, if they are more than plain text, as in a name that emphasis cuts in two.
    """


@dataclass(frozen=True)
class Corrected:
    """A misprint that readers see corrected: the correct text, the printed one, and the reason."""

    text: str
    printed: str
    reason: str


@dataclass(frozen=True)
class Dated:
    """An outdated term. ``term`` is its key in content/eras.yml."""

    spans: tuple[Span, ...]
    term: str
    entry: str
    """The id of the entry or section, in which each term is explained once."""
    trivial: bool = False
    """Whether only the word changed. Such a term gets no mark in the text."""


Span = Plain | Symbol | Emphasis | Link | Mention | Corrected | Dated
Spans = tuple[Span, ...]
"""A paragraph."""

SYMBOL = r"\{[^{}\s]+\}"
"""The pattern of a symbol as the notes store it: ``{2}``, ``{W/U}``."""
UNKNOWN_PICTURE = r"\[picture: [^\[\]]+\]"
"""The pattern of a picture that may be a symbol and that nobody knows."""

_TOKEN = re.compile(
    r"(?P<stats>(?<![\w*])[+\-−]?[\dX]*\*/[\dX+\-−]*\*?(?![\w*])|(?<![\w*])[\dX]+/[\dX+]*\*(?![\w*]))"
    r"|\{(?P<symbol>[^{}\s]{1,9})\}"
    r"|\[(?P<label>[^\[\]]+)\]\((?P<url>[^()\s]+)\)"
    r"|(?P<star>\*)(?=\S)(?P<inner>[^*]*?[^*\s])\*(?!\*)"
)
_GAP = re.compile(r"\n{2,}")


@dataclass(frozen=True)
class Text:
    """One or more paragraphs of spans."""

    paragraphs: tuple[Spans, ...] = ()

    def source(self) -> str:
        """Return the stored form, with misprints as printed. :func:`parse` reads it back as an
        equal Text.
        """
        return "\n\n".join(_source(spans) for spans in self.paragraphs)

    def plain(self) -> str:
        """Return the characters alone, misprints corrected: no emphasis marks, no link targets;
        symbols keep their braces.
        """
        return "\n\n".join(_plain_spans(spans) for spans in self.paragraphs)

    def walk(self) -> Iterator[Span]:
        """Yield every span, those inside emphasis and links included, in reading order."""
        for spans in self.paragraphs:
            for span in spans:
                yield from _walk(span)

    def mentioned(self, kind: str) -> Iterator[str]:
        """Yield the id of each mention of a ``kind``, in reading order."""
        for span in self.walk():
            if isinstance(span, Mention) and span.kind == kind:
                yield span.target

    def map_plain(self, change: Callable[[str], tuple[Span, ...]]) -> Text:
        """Return a copy in which ``change`` has replaced each run of plain characters by spans."""
        return replace(self, paragraphs=tuple(_mapped(spans, change) for spans in self.paragraphs))

    def __bool__(self) -> bool:
        return bool(self.paragraphs)


def parse(source: str) -> Text:
    """Read the stored form. Anything that is not a mark is plain text; no input is an error."""
    parts = _GAP.split(source.strip("\n"))
    return Text(tuple(_spans(part) for part in parts if part.strip()))


def _spans(source: str) -> tuple[Span, ...]:
    if not ("{" in source or "*" in source or "[" in source):  # most texts: nothing to look for
        return (Plain(source),)
    found: list[Span] = []
    end = 0
    for match in _TOKEN.finditer(source):
        span = _span(match)
        if span is None:
            continue
        if match.start() > end:
            found.append(Plain(source[end : match.start()]))
        found.append(span)
        end = match.end()
    if end < len(source):
        found.append(Plain(source[end:]))
    return tuple(found)


def _span(match: re.Match[str]) -> Span | None:
    if match["symbol"]:
        return Symbol(match["symbol"])
    if match["label"]:
        return Link(_spans(match["label"]), match["url"])
    if match["star"]:
        return Emphasis(_spans(match["inner"]))
    return None


def _source(spans: tuple[Span, ...]) -> str:
    return "".join([span.text if type(span) is Plain else _span_source(span) for span in spans])


def _span_source(span: Span) -> str:
    match span:
        case Symbol(code):
            return f"{{{code}}}"
        case Emphasis(spans):
            return f"*{_source(spans)}*"
        case Link(spans, url):
            return f"[{_source(spans)}]({url})"
        case Dated(spans):
            return _source(spans)
        case Mention(_, _, text, spans):
            return _source(spans) if spans else text
        case Plain(text) | Corrected(_, text):
            return text


def _plain_spans(spans: Spans) -> str:
    return "".join([span.text if type(span) is Plain else _plain(span) for span in spans])


def _plain(span: Span) -> str:
    match span:
        case Emphasis(spans) | Link(spans, _) | Dated(spans):
            return _plain_spans(spans)
        case Corrected(text) | Mention(_, _, text):
            return text
        case _:
            return _span_source(span)


def _walk(span: Span) -> Iterator[Span]:
    yield span
    if isinstance(span, Emphasis | Link | Dated):
        for inner in span.spans:
            yield from _walk(inner)


def _mapped(spans: Spans, change: Callable[[str], tuple[Span, ...]]) -> Spans:
    mapped: list[Span] = []
    for span in spans:
        match span:
            case Plain(text):
                mapped.extend(change(text))
            case Emphasis(inner):
                mapped.append(Emphasis(_mapped(inner, change)))
            case _:
                mapped.append(span)
    return tuple(mapped)
