"""Texts as HTML, and names as Markdown. Everything that comes from a document is escaped here."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup, escape

from ..library import Library
from ..text import Corrected, Dated, Emphasis, Link, Mention, Plain, Span, Spans, Symbol, Text, parse
from . import paths, symbols
from .words import Words

PREVIEW = 300
"""The most characters in the preview of a link."""

_MARKDOWN = re.compile(r"[!-/:-@\[-`{-~]")
_BREAKING = re.compile(r"[ \t\n\r\f\v]+")
"""Spaces at which a line may break. No-break spaces belong to the words."""
_WEB = ("https://", "http://", "mailto:")
_LINK = '<a href="{0}">{1}</a>'
_SAID = (Plain, Corrected, Mention, Symbol)
"""The spans that have text of their own; all others contain spans."""
_PARENTHESES = re.compile(r"([()])")
_LOYALTY = re.compile(r"([+−–-] ?(?:\d+|X)|0)(?=\s?: )")


def markdown(text: str) -> Markup:
    """Return a line of Markdown that shows exactly ``text``: every ASCII mark is an entity."""
    line = _BREAKING.sub(" ", text).strip(" ")
    return Markup(_MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", line))


def said(words: Words, text: Text) -> str:
    """Return the text as people read it aloud: misprints are corrected, symbols become their names."""
    return "\n\n".join(_said(words, spans) for spans in text.paragraphs)


def cut(text: str, room: int, size: Callable[[str], int] = len) -> str:
    """Return ``text``, shortened to whole words and an ``…`` if its ``size`` exceeds ``room``."""
    if size(text) <= room:
        return text
    end = bisect.bisect_right(range(len(text)), room - size("…"), key=lambda end: size(text[:end])) - 1
    beginning = text[: max(end, 0)]
    if not text[len(beginning) :][:1].isspace() and " " in beginning:
        beginning = beginning.rpartition(" ")[0]
    return f"{beginning.rstrip()}…"


def dashed(type_line: str) -> str:
    """Return a type line with a dash. Old documents print two hyphens, because their character set had no dash."""
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


class Writer:
    """Writes texts for the page ``here``. ``linked=False`` leaves out links."""

    def __init__(self, library: Library, words: Words, here: str, *, linked: bool = True) -> None:
        self._library = library
        self._words = words
        self._here = here
        self._linked = linked
        self._costs: dict[str, Markup] = {}

    def html(self, text: Text) -> Markup:
        """Return the text as HTML paragraphs."""
        return Markup("\n".join(f"<p>{self._spans(spans)}</p>" for spans in text.paragraphs))

    def inline(self, text: Text) -> Markup:
        """Return the text without paragraph tags, with line breaks between the paragraphs."""
        return Markup("<br>".join(self._spans(spans) for spans in text.paragraphs))

    def abilities(self, texts: Iterable[Text]) -> Markup:
        """Return rules text as HTML paragraphs, with loyalty costs as images and with marked reminder text."""
        paragraphs = (spans for text in texts for spans in text.paragraphs)
        return Markup("\n".join(f"<p>{self._ability(spans)}</p>" for spans in paragraphs))

    def cost(self, mana_cost: str | None) -> Markup:
        """Return a mana cost as symbols; empty if there is none."""
        if not mana_cost:
            return Markup("")
        if mana_cost not in self._costs:  # a list has many cards of the same cost
            self._costs[mana_cost] = self.inline(parse(mana_cost))
        return self._costs[mana_cost]

    def _spans(self, spans: Iterable[Span]) -> Markup:
        return Markup("".join([self._span(span) for span in symbols.runs(spans)]))

    def _span(self, span: symbols.Inline) -> Markup:
        match span:
            case Plain(text):
                return _lines(text)
            case tuple():
                return symbols.drawn(self._words, span)
            case Emphasis(inner):
                return Markup(f"<em>{self._spans(inner)}</em>")
            case Link(inner, url):
                return self._link(url, self._spans(inner))
            case Corrected():
                return self.corrected(span.text, span.printed, span.reason)
            case Mention() | Dated():
                return self._mention(span) if isinstance(span, Mention) else self._dated(span)

    def _link(self, url: str, shown: Markup) -> Markup:
        if not self._linked:
            return shown
        return Markup(_LINK if url.startswith(_WEB) else "{1} ({0})").format(url, shown)

    def _dated(self, dated: Dated) -> Markup:
        """Return an outdated term with a link to its explanation.

        A term that is a link already gets a second link behind it, because links cannot be nested. A term that was only
        renamed gets no link, because its ruling can be read without the new word.
        """
        shown = self._spans(dated.spans)
        if dated.trivial or not self._linked:
            return shown
        anchor = paths.era_anchor(dated.entry, dated.term)
        if all(isinstance(span, Plain) for span in dated.spans):
            return Markup('<a class="era" href="#{}">{}</a>').format(anchor, shown)
        return Markup('{}<a class="era era-sign" href="#{}" aria-label="{}">°</a>').format(shown, anchor, self._words["era_sign"])

    def corrected(self, text: str, printed: str, reason: str = "") -> Markup:
        """Return the right text, followed by the text that the document prints."""
        note = Markup('<span class="printed"{}>{}</span>').format(
            Markup(' title="{}"').format(reason) if reason else "", self._words.say("corrected_printed", printed=printed)
        )
        return Markup('<ins class="corrected">{}</ins> {}').format(_lines(text), note)

    def _mention(self, mention: Mention) -> Markup:
        url = self._target(mention) if self._linked else None
        shown = self._spans(mention.spans) if mention.spans else _lines(mention.text)
        if not url:
            return shown
        return Markup(f'<a href="{escape(paths.relative(self._here, url))}">{shown}</a>')

    def _target(self, mention: Mention) -> str | None:
        known: Mapping[str, object]
        if mention.kind == "card":
            known, url = self._library.cards, paths.card_page(mention.target)
        elif mention.kind == "mechanic":
            known, url = self._library.mechanics, paths.mechanic_page(mention.target)
        elif mention.kind == "section":
            return paths.section(mention.target)
        elif mention.kind == "rule":
            known, url = self._library.rules, paths.rule_page(mention.target)
        elif mention.kind == "set":
            known, url = self._library.sets, paths.set_page(mention.target)
        else:
            return None
        return url if mention.target in known else None

    def _ability(self, spans: Spans) -> Markup:
        first, rest = spans[0], spans[1:]
        cost = _LOYALTY.match(first.text) if isinstance(first, Plain) else None
        if not isinstance(first, Plain) or not cost:
            return self._reminders(spans)
        shown = symbols.loyalty(self._words, cost[1])
        return shown + self._reminders((Plain(first.text[cost.end() :]), *rest))

    def _reminders(self, spans: Spans) -> Markup:
        """Return the paragraph with an element around each outermost ``(…)``; without any if the parentheses do not match."""
        pieces: list[Markup] = []
        depth = 0
        for span in symbols.runs(spans):
            for part in _PARENTHESES.split(span.text) if isinstance(span, Plain) else (span,):
                depth += {"(": 1, ")": -1}.get(part, 0) if isinstance(part, str) else 0
                if depth not in (0, 1):
                    return self._spans(spans)
                pieces.append(self._piece(part))
        return self._spans(spans) if depth else Markup("".join(pieces))

    def _piece(self, part: str | symbols.Inline) -> Markup:
        if part == "(":
            return Markup('<span class="reminder">(')
        if part == ")":
            return Markup(")</span>")
        if isinstance(part, Emphasis) and part.spans[:1] and _opens(part.spans[0]):
            return Markup('<span class="reminder">{}</span>').format(self._span(part))
        return _lines(part) if isinstance(part, str) else self._span(part)


def _opens(span: Span) -> bool:
    return isinstance(span, Plain) and span.text.startswith("(")


def _lines(text: str) -> Markup:
    shown = escape(text)
    return Markup(str.replace(shown, "\n", "<br>")) if "\n" in text else shown
