"""Text as data: paragraphs of spans, the plain form in which they are stored, and the forms in
which texts and names are compared.

The stored form (the published data's own) is plain text with ``{symbols}`` in braces, emphasis
as ``*…*`` and links as ``[text](url)``. Paragraphs are divided by a blank line; a single line
break inside a paragraph is kept. :func:`parse` and :meth:`Text.source` are each other's inverse.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass


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
    """A link that the document itself has."""

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
    #  The star of ``2/*`` is not emphasis, so it is looked for first.
    r"(?P<stats>(?<![\w*])[+\-−]?[\dX]*\*/[\dX+\-−]*\*?(?![\w*])|(?<![\w*])[\dX]+/[\dX+]*\*(?![\w*]))"
    r"|\{(?P<symbol>[^{}\s]{1,9})\}"
    r"|\[(?P<label>[^\[\]]+)\]\((?P<url>[^()\s]+)\)"
    r"|(?P<star>\*)(?=\S)(?P<inner>[^*]*?[^*\s])\*(?!\*)"
)
_BLANK_LINES = re.compile(r"\n{2,}")


@dataclass(frozen=True)
class Text:
    """One or more paragraphs of spans."""

    paragraphs: tuple[Spans, ...] = ()

    def source(self) -> str:
        """Return the stored form, with misprints as printed. :func:`parse` reads it back as an
        equal Text.
        """
        return "\n\n".join(_write_spans(spans, stored=True) for spans in self.paragraphs)

    def plain(self) -> str:
        """Return the characters alone, misprints corrected: no emphasis marks, no link targets;
        symbols keep their braces.
        """
        return "\n\n".join(_write_spans(spans, stored=False) for spans in self.paragraphs)

    def walk(self) -> Iterator[Span]:
        """Yield every span, those inside emphasis and links included, in reading order."""
        for spans in self.paragraphs:
            yield from _walk_spans(spans)

    def mentioned_ids(self, kind: str) -> Iterator[str]:
        """Yield the id of each thing of a ``kind`` that is mentioned, in reading order, as often as
        it is.
        """
        for span in self.walk():
            if isinstance(span, Mention) and span.kind == kind:
                yield span.target

    def __bool__(self) -> bool:
        return bool(self.paragraphs)


def parse(source: str) -> Text:
    """Read the stored form. Anything that is not a mark is plain text; no input is an error."""
    parts = _BLANK_LINES.split(source.strip("\n"))
    return Text(tuple(_parse_spans(part) for part in parts if part.strip()))


def _parse_spans(source: str) -> Spans:
    """Return the spans of one paragraph, or of what a mark encloses."""
    if not ("{" in source or "*" in source or "[" in source):  # most texts: nothing to look for
        return (Plain(source),)
    spans: list[Span] = []
    end = 0
    for match in _TOKEN.finditer(source):
        if match["stats"]:  # they stay in the plain text
            continue
        if match.start() > end:
            spans.append(Plain(source[end : match.start()]))
        if match["symbol"]:
            spans.append(Symbol(match["symbol"]))
        elif match["label"]:
            spans.append(Link(_parse_spans(match["label"]), match["url"]))
        else:
            spans.append(Emphasis(_parse_spans(match["inner"])))
        end = match.end()
    if end < len(source):
        spans.append(Plain(source[end:]))
    return tuple(spans)


def _write_spans(spans: Spans, *, stored: bool) -> str:
    """Return spans in the form of :meth:`Text.source` if ``stored``, else in that of
    :meth:`Text.plain`.
    """
    #  Most spans are plain: to ask here saves a call for each.
    return "".join(
        [span.text if type(span) is Plain else _write_span(span, stored) for span in spans]
    )


def _write_span(span: Span, stored: bool) -> str:
    """Return one span as :func:`_write_spans` does."""
    match span:
        case Plain(text):
            return text
        case Symbol(code):
            return f"{{{code}}}"
        case Corrected(text, printed):
            return printed if stored else text
        case Mention(_, _, text, spans):
            return _write_spans(spans, stored=True) if stored and spans else text
    #  What remains encloses spans: Emphasis, Link, Dated.
    inner = _write_spans(span.spans, stored=stored)
    match span:
        case Emphasis() if stored:
            return f"*{inner}*"
        case Link(_, url) if stored:
            return f"[{inner}]({url})"
    return inner


def _walk_spans(spans: Spans) -> Iterator[Span]:
    """Yield each span, then those inside it. A mention is one thing: its spans are left out."""
    for span in spans:
        yield span
        if isinstance(span, Emphasis | Link | Dated):
            yield from _walk_spans(span.spans)


QUOTES = {
    letter: straight for straight, curly in (("'", "’‘ʼ`´"), ('"', "“”«»")) for letter in curly
}
"""The quotation marks and apostrophes of print, and the typewriter's for each."""

_REPLACED = tuple((QUOTES | dict.fromkeys("\u00a0\u202f\n", " ")).items())
"""Marks and spaces, each with what :func:`fold_text` puts in its place."""
_REPLACED_ASCII = tuple(pair for pair in _REPLACED if pair[0].isascii())
_STRAIGHT_QUOTES = str.maketrans(QUOTES)
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe"})


@functools.lru_cache(maxsize=1 << 12)  # several phrases are looked for in each text
def fold_text(text: str) -> str:
    """Return ``text`` in the form in which phrases are looked for: in lower case, with straight
    quotes and plain spaces.

    Every letter keeps its position, so that a match is at the same place in ``text``.
    """
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter that becomes two stays as it is: ``İ``
        lowered = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    #  ``str.translate`` takes five times as long.
    replaced = _REPLACED_ASCII if lowered.isascii() else _REPLACED
    for letter, plain in replaced:
        lowered = lowered.replace(letter, plain)
    return lowered


@functools.lru_cache(maxsize=1 << 16)  # names of cards are compared several times
def clean_name(name: str) -> str:
    """Return a printed name in the form that is shown: composed letters, no emphasis, single
    spaces, ``A // B``.
    """
    name = unicodedata.normalize("NFC", name).replace("*", "")
    return " ".join(re.sub(r"//+", " // ", name).split())


def straighten_quotes(text: str) -> str:
    """Return ``text`` with the quotation marks and apostrophes of a typewriter."""
    return text.translate(_STRAIGHT_QUOTES)


@functools.lru_cache(maxsize=1 << 16)
def fold_name(name: str) -> str:
    """Return a clean name in the form that is compared: without case, and with straight quotes."""
    return straighten_quotes(clean_name(name)).casefold()


@functools.lru_cache(maxsize=1 << 16)
def unaccent_name(name: str) -> str:
    """Return the folded name without accents and ligatures: ``Æther Vial`` -> ``aether vial``."""
    letters = unicodedata.normalize("NFD", fold_name(name).translate(_LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
