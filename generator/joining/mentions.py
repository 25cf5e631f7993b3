"""What a text mentions: cards, mechanics, rules and sections of the library, as spans of the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..catalogue import Names
from ..languages import Language
from ..text import Emphasis, Mention, Paragraph, Plain, Span, Text
from .identity import clean
from .phrases import Hit, Phrases, longest

Target = tuple[str, str]
"""The kind and the id of what is mentioned: ``("card", "mire-lantern")``."""

_RULE = re.compile(r"(?<![\w.$€])[1-9]\d\d\.\d{1,3}[a-z]?(?!\w|\.\d)")
_OPENING_QUOTE = re.compile(r"[\"'“‘«„]\s?$")
_CLOSING_QUOTE = re.compile(r"[.,]?\s?[\"'”’»“]")
_SENTENCE_END = ".!?:;…—–•"
_LEADING_MARKS = " \u00a0\u202f\t\"'“‘«„("


@dataclass(frozen=True)
class Meaning:
    """What a phrase may mention. ``name`` is a card's name, whose capitals the text must have."""

    target: Target
    name: str = ""
    ordinary: bool = False
    """Whether the name is an ordinary word too, and so needs to stand within a sentence."""


def card_phrases(cards: Mapping[str, Names], lang: str, ordinary: Collection[str]) -> Iterator[tuple[str, Meaning]]:
    """The names by which texts in ``lang`` mention cards: full names, and those of single faces.

    ``ordinary`` are the words that the documents in ``lang`` use in lower case. A single word is
    no mention where it is only a face's name, or a name in another language than ``lang`` while
    the card has one in ``lang``.
    """
    for slug, names in cards.items():
        for name in dict.fromkeys(_mentionable(names, lang)):
            yield name, Meaning(("card", slug), name, name.lower() in ordinary)


def _mentionable(names: Names, lang: str) -> Iterator[str]:
    for each in sorted(names, key=lambda code: (code != lang, code)):
        whole = clean(names[each])
        foreign = each != lang and lang in names
        for name in (whole, *whole.split(" // ")):
            is_word = " " not in name
            if not (is_word and (foreign or name != whole)) and (len(name) > 2 or not name.isascii()):
                yield name


def ordinary_words(texts: Iterable[Text]) -> set[str]:
    """The words that stand in lower case somewhere in the texts."""
    words: set[str] = set()
    for text in texts:
        words.update(word for word in re.findall(r"[\w'’\-]+", text.plain()) if word.islower())
    return words


class Mentioner:
    """Finds mentions in texts of one language."""

    def __init__(self, language: Language | None, phrases: Iterable[tuple[str, Meaning]]) -> None:
        self._phrases = Phrases(phrases)
        words = "|".join(map(re.escape, language.reading.rule_words)) if language else ""
        self._rule_by_word = re.compile(rf"\b(?:{words})\s+([1-9]\d\d)(?!\w|\.\d)", re.IGNORECASE) if words else None

    def hits(self, text: str) -> Iterator[Hit[Meaning]]:
        """Every mention of a card, a mechanic or a rule in ``text``, overlapping ones too."""
        for hit in self._phrases.hits(text):
            if not hit.meaning.name or _is_name(text, hit):
                yield hit
        for match in _RULE.finditer(text):
            yield Hit(*match.span(), Meaning(("rule", match[0])))
        for match in self._rule_by_word.finditer(text) if self._rule_by_word else ():
            yield Hit(*match.span(1), Meaning(("rule", match[1])))


@dataclass(frozen=True)
class PageMentioner:
    """Puts mentions into the texts of one entry; ``own`` is what its page is about already."""

    mentioner: Mentioner
    titles: Phrases[Meaning]
    """The titles of the document's sections, mentioned in quotation marks."""
    own: frozenset[Target] = frozenset()

    def about(self, *own: Target) -> PageMentioner:
        """The same for an entry that is about ``own`` too."""
        return replace(self, own=self.own.union(own))

    def text(self, text: Text) -> Text:
        """``text`` with a span for the first mention of each thing in each paragraph."""
        return Text(tuple(self._paragraph(spans) for spans in text.paragraphs))

    def texts(self, texts: Iterable[Text]) -> tuple[Text, ...]:
        """Each of ``texts`` as :meth:`text` gives it."""
        return tuple(map(self.text, texts))

    def _paragraph(self, spans: Paragraph) -> Paragraph:
        text = Text((spans,)).plain()
        quoted = (hit for hit in self.titles.hits(text) if _is_quoted(text, hit))
        hits = longest([*quoted, *self.mentioner.hits(text)])
        return _Weaver(hits, self.own).woven(spans) if hits else spans


class _Weaver:
    """Replaces hits by mentions, span by span; ``_at`` is the place in the paragraph's plain text."""

    def __init__(self, hits: list[Hit[Meaning]], own: frozenset[Target]) -> None:
        self._hits = hits
        self._seen = set(own)
        self._at = 0
        self._next = 0

    def woven(self, spans: Iterable[Span]) -> tuple[Span, ...]:
        """The spans with their mentions; what stands in a link stays as it is."""
        woven: list[Span] = []
        for span in spans:
            if isinstance(span, Plain):
                woven += self._plain(span.text)
            elif isinstance(span, Emphasis):
                woven.append(Emphasis(self.woven(span.spans)))
            else:
                self._at += len(Text(((span,),)).plain())
                woven.append(span)
        return tuple(woven)

    def _plain(self, text: str) -> Iterator[Span]:
        start, end = self._at, self._at + len(text)
        done = start
        while self._next < len(self._hits) and self._hits[self._next].end <= end:
            hit = self._hits[self._next]
            self._next += 1
            if hit.start >= start and hit.meaning.target not in self._seen:
                self._seen.add(hit.meaning.target)
                if hit.start > done:
                    yield Plain(text[done - start : hit.start - start])
                yield Mention(*hit.meaning.target, text[hit.start - start : hit.end - start])
                done = hit.end
        if done < end:
            yield Plain(text[done - start :])
        self._at = end


def _is_name(text: str, hit: Hit[Meaning]) -> bool:
    name = hit.meaning.name
    found = text[hit.start : hit.end]
    if any(wanted.isupper() and not letter.isupper() for wanted, letter in zip(name, found, strict=True)):
        return False
    return not hit.meaning.ordinary or _is_inside_sentence(text, hit.start)


def _is_inside_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 20) : start].rstrip(_LEADING_MARKS)
    return bool(before) and before[-1] not in _SENTENCE_END and not before.endswith("\n")


def _is_quoted(text: str, hit: Hit[Meaning]) -> bool:
    return bool(_OPENING_QUOTE.search(text[max(0, hit.start - 2) : hit.start]) and _CLOSING_QUOTE.match(text, hit.end))
