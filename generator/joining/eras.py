"""Mark old terms in the notes of old sets, at their first use in an entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from ..facts.catalogue import EraTerm, SetFacts
from ..library import CardNotes, DocumentNotes, Note, SectionNotes
from ..notes import Card, Introduction, Rule, Unread
from ..text import Dated, Emphasis, Mention, Plain, Span, Text
from .phrases import Phrases, longest

HolderT = TypeVar("HolderT", CardNotes, SectionNotes)


def marked(
    documents: Iterable[DocumentNotes], facts: Mapping[str, SetFacts], terms: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents with their old terms marked. The texts of a set without a known day do not change."""
    return [_marked(document, facts[document.notes.set_code].released, terms.values()) for document in documents]


def _marked(document: DocumentNotes, released: str | None, terms: Iterable[EraTerm]) -> DocumentNotes:
    lang = document.notes.lang
    old = [term for term in terms if lang in term.words and released and released < term.until]
    if not old:
        return document
    known = [(words, term) for term in old for words in term.words[lang].then]
    others = [(words, None) for term in old for words in term.words[lang].unless]
    phrases = Phrases[EraTerm | None]([*known, *others])
    return replace(
        document,
        sections=tuple(_entry(section, phrases) for section in document.sections),
        cards=tuple(_entry(entry, phrases) for entry in document.cards),
    )


def _entry(entry: HolderT, phrases: Phrases[EraTerm | None]) -> HolderT:
    marker = _Marker(entry.id, phrases)
    body = tuple(block if isinstance(block, Card) else _block(block, marker) for block in entry.body)
    return replace(entry, body=body) if marker.seen else entry


def _block(block: Introduction | Rule | Note | Unread, marker: _Marker) -> Introduction | Rule | Note | Unread:
    text = marker.text(block.text)
    if isinstance(block, Note) and block.items:
        return replace(block, text=text, items=tuple(map(marker.text, block.items)))
    return block if text is block.text else replace(block, text=text)


class _Marker:
    """Marks each term the first time that one entry uses it."""

    def __init__(self, entry: str, phrases: Phrases[EraTerm | None]) -> None:
        self._entry = entry
        self._phrases = phrases
        self.seen: set[str] = set()

    def text(self, text: Text) -> Text:
        """Return ``text`` with its old terms marked."""
        if not any(True for _ in self._phrases.hits(text.plain())):
            return text
        return Text(tuple(tuple(self._spans(spans)) for spans in text.paragraphs))

    def _spans(self, spans: Iterable[Span]) -> Iterator[Span]:
        for span in spans:
            match span:
                case Plain(text):
                    yield from self._plain(text)
                case Emphasis(inner):
                    yield Emphasis(tuple(self._spans(inner)))
                case Mention():
                    yield self._mention(span)
                case _:
                    yield span

    def _plain(self, text: str) -> Iterator[Span]:
        done = 0
        for hit in longest(self._phrases.hits(text)):
            if hit.meaning and hit.meaning.key not in self.seen:
                if hit.start > done:
                    yield Plain(text[done : hit.start])
                yield self._dated(Plain(text[hit.start : hit.end]), hit.meaning)
                done = hit.end
        if done < len(text):
            yield Plain(text[done:])

    def _mention(self, mention: Mention) -> Span:
        """Mark a mention by an old name: it is both a link and an old term."""
        for hit in self._phrases.hits(mention.text):
            if hit.end - hit.start == len(mention.text) and hit.meaning and hit.meaning.key not in self.seen:
                return self._dated(mention, hit.meaning)
        return mention

    def _dated(self, span: Plain | Mention, term: EraTerm) -> Dated:
        self.seen.add(term.key)
        return Dated((span,), term.key, self._entry, term.trivial)
