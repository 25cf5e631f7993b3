"""Old rulings: the old terms in the notes of old sets, which verdicts hold, and which rulings may
be wrong today and have no verdict yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from ..facts.catalogue import EraTerm, SetFacts, Verdict
from ..ledger.numbers import LedgerRecord, Ledgers, record_of
from ..library import CardNotes, DocumentNotes, Library, Note, OldWords, SectionNotes
from ..notes import Card, Introduction, Rule, Unread
from ..problems import Problem, review
from ..text import Dated, Emphasis, Link, Spans, Text
from .mentions.vocabularies import replaced
from .phrases import Hit, Phrases, longest

HolderT = TypeVar("HolderT", CardNotes, SectionNotes)


def marked(
    documents: Iterable[DocumentNotes], facts: Mapping[str, SetFacts], terms: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents with their old terms marked.

    The texts of a set without a known day do not change.
    """
    return [
        _marked(document, facts[document.notes.set_code].released, terms.values())
        for document in documents
    ]


def _marked(
    document: DocumentNotes, released: str | None, terms: Iterable[EraTerm]
) -> DocumentNotes:
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
    body = tuple(
        block if isinstance(block, Card) else _block(block, marker) for block in entry.body
    )
    same = all(block is before for block, before in zip(body, entry.body, strict=True))
    return entry if same else replace(entry, body=body)


def _block(
    block: Introduction | Rule | Note | Unread, marker: _Marker
) -> Introduction | Rule | Note | Unread:
    if isinstance(block, Note):
        return marker.note(block)
    text = marker.text(block.text)
    return block if text is block.text else replace(block, text=text)


class _Marker:
    """Marks each term the first time that one entry uses it, and lists those of each note."""

    def __init__(self, entry: str, phrases: Phrases[EraTerm | None]) -> None:
        self._entry = entry
        self._phrases = phrases
        self._seen: set[str] = set()
        self._words: list[OldWords] = []

    def note(self, note: Note) -> Note:
        """Return ``note`` with its old terms marked and listed.

        The list has also those that an earlier text of the entry has, or that a mention covers.
        """
        self._words = []
        texts = tuple(map(self.text, note.texts))
        if all(text is before for text, before in zip(texts, note.texts, strict=True)):
            return note
        return replace(note, text=texts[0], items=texts[1:], outdated=tuple(self._words))

    def text(self, text: Text) -> Text:
        """Return ``text`` with its old terms marked."""
        if not any(True for _ in self._phrases.hits(text.plain())):
            return text
        return Text(tuple(map(self._paragraph, text.paragraphs)))

    def _paragraph(self, spans: Spans) -> Spans:
        """Mark the terms of a paragraph, also those that are or contain a mention.

        A mention is never cut.
        """
        plain = Text((spans,)).plain()
        found = [hit for hit in longest(self._phrases.hits(plain)) if hit.meaning]
        self._words += (
            OldWords(hit.meaning.key, plain[hit.start : hit.end])
            for hit in found
            if hit.meaning and not hit.meaning.trivial
        )
        if not found:
            return spans
        return replaced(spans, found, self._dated, (Emphasis, Link))

    def _dated(self, hit: Hit[EraTerm | None], spans: Spans) -> Dated | None:
        """Return the term at ``hit``, if it is not marked yet. It is not a single emphasis or link:
        the text inside that is searched separately.
        """
        is_one = len(spans) == 1 and isinstance(spans[0], Emphasis | Link)
        if hit.meaning is None or hit.meaning.key in self._seen or is_one:
            return None
        self._seen.add(hit.meaning.key)
        return Dated(spans, hit.meaning.key, self._entry, hit.meaning.trivial)


def holding(verdicts: Mapping[str, Verdict], ledgers: Ledgers) -> dict[str, Verdict]:
    """Return the verdicts on rulings that still have the words about which was decided, in any
    language.

    A site whose ledger began with another document may have another ruling at the same number.
    """
    return {
        note_id: each
        for note_id, each in verdicts.items()
        if not is_of_other_words(each, record_of(ledgers, note_id))
    }


def is_of_other_words(verdict: Verdict, record: LedgerRecord | None) -> bool:
    """Return whether a ruling has other words than those about which was decided."""
    known = {wording.hash for wording in record.wordings.values()} if record else set()
    return bool(known) and verdict.hash is not None and verdict.hash not in known


def undecided(library: Library) -> Iterator[Problem]:
    """Yield each ruling without a verdict that has an outdated term, that rests on a rule that
    changed since, or that says the same as one with a verdict, with the reasons.
    """
    rulings = [(holder, note) for holder in library.holders() for note in holder.notes]
    decided: dict[tuple[str, str | None], str] = {
        (note.lang, note.family): note.id for _, note in rulings if note.verdict and note.family
    }
    for holder, note in rulings:
        same = decided.get((note.lang, note.family))
        terms = dict.fromkeys(old.term for old in note.outdated)
        why = [
            *(f"the term {term}" for term in terms),
            *(f"rule {number} changed" for number in library.amended.get(note.id, ())),
            *([f"it says the same as {same}, which has a verdict"] if same else []),
        ]
        if why and not note.verdict:
            said = library.wording(note.id, note.lang).hash
            hint = (
                f"decide in content/verdicts/{holder.set_code}.yml whether it is still"
                f" true, with `hash: {said}`"
            )
            yield review(note.place, f"{note.id} may be wrong today: {', '.join(why)}", hint)
