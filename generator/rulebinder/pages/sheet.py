"""A set's prerelease sheet: its mechanics on two printed pages."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..library import LibraryMechanic, Note, SectionNotes
from ..notes import Card
from ..text import Mention, Spans, Text, parse
from . import addresses
from .changes import undated, verdict
from .edition import Edition, Page, Phrase, Reference, View
from .entry_blocks import Blocks
from .lists import card_line, type_line
from .set import explains_mechanics

_WIDTHS = {
    char: width
    for width, chars in {
        0.28: "ijlIJ'",
        0.34: " .,:;/|’‘\u00a0",
        0.4: "ftr!()-[]",
        0.53: 'sz?“”«»"*',
        0.59: "ckvxyLF",
        0.82: "wOQGDM",
        1.0: "mW—–…%@&",
    }.items()
    for char in chars
}
"""The widths of characters in DejaVu Sans, one of the widest fonts that browsers use, in em."""
_OTHER, _CAPITAL, _SYMBOL, _FULL = 0.63, 0.7, 1.32, 1.0
_ATOMS = re.compile(r"\{[^{}\s]{1,9}\}|.", re.DOTALL)


def lines(text: str, width: float) -> int:
    """Return the number of lines of one paragraph of plain text in a column of ``width`` em."""
    count, left = 1, width
    for word in text.split():
        need = _need(word)
        if need > left and left < width:
            count, left = count + 1, width
        if need > width:  # such a word is broken
            more = int(need // width)
            count, need = count + more, need - more * width
        left -= need + _WIDTHS[" "]
    return count


@functools.lru_cache(maxsize=1 << 14)
def _need(word: str) -> float:
    """Return the width of a word, in em."""
    return sum(map(_width, _ATOMS.findall(word)))


def _width(atom: str) -> float:
    if len(atom) > 1:
        return _SYMBOL
    if unicodedata.east_asian_width(atom) in "WF":
        return _FULL
    return _WIDTHS.get(atom, _CAPITAL if atom.isupper() else _OTHER)


@dataclass(frozen=True)
class Paper:
    """Two pages of paper, less a reserve: the number of lines, and the width of a column in em."""

    room: float
    width: float


PAPERS = (Paper(room=290, width=33), Paper(room=270, width=34.2))
"""A4 and Letter, with the font size and the columns of web/styles/print.css.

The sheet fits on both.
"""
_HEAD, _TITLE, _GAP = 2.0, 0.9, 0.45
"""The heights of a mechanic's name with the space above it, of a section's title, and of the space
around a paragraph, in lines.
"""
_SHORT = 7
"""The most lines of a typical card that is shown whole.

Of others, only the ability with the mechanic is shown.
"""
_WITHOUT_REMINDER = frozenset({"card-type", "subtype", "layout", "ability-word"})


SheetText = tuple[str, str]
"""A text that may fit or not: its kind (``explanation``, ``card`` or ``note``), and the slug or id
that it belongs to.
"""


@dataclass(frozen=True)
class _Typical:
    """A card, its slug, and the part of its rules text that the sheet shows."""

    card: Card
    slug: str
    text: tuple[Text, ...]

    @property
    def paragraphs(self) -> Iterator[str]:
        """Its paragraphs as plain text: the head, then the rules text."""
        yield " ".join(
            [
                self.card.name,
                *(f"{face.mana_cost or ''} {face.type_line}" for face in self.card.faces),
            ]
        )
        yield from _plain_paragraphs(*self.text)


@dataclass(frozen=True)
class _Draft:
    """A section, and the explanations and typical cards of its mechanics by slug.

    Not all of it may fit.
    """

    section: SectionNotes
    explanations: Mapping[str, Phrase]
    cards: Mapping[str, _Typical]


def subjects(edition: Edition) -> Iterator[str]:
    """Yield the codes of the sets that explain a mechanic."""
    for code, each in edition.library.released_sets.items():
        if explains_mechanics(each):
            yield code


def page(edition: Edition, key: str) -> Page:
    """Return the page of a set that explains a mechanic."""
    each, words = edition.library.sets[key], edition.words
    blocks = Blocks(edition)
    langs = edition.prefer(each.documents)
    chosen = edition.choose(notes for lang in langs for notes in each.documents[lang].sections)
    sections = [section for section, _ in chosen if section.mechanics]
    drafts = _drafts(edition, sections)
    fitting = _fitting(edition, drafts)
    left_out = sum(
        ("note", note.id) not in fitting for section in sections for note in section.notes
    )
    name = edition.set_name(key)
    title = words.say("sheet_title", name=name.text)
    view = {
        "title": title,
        "set_page": edition.link_set(key),
        "document_page": edition.href(addresses.document_page(key)),
        "notice": blocks.notice(langs[0]),
        "parts": tuple(_part(blocks, draft, fitting) for draft in drafts),
        #  The line that counts the notes that do not fit; None if all fit.
        "left_out": words.count("sheet_more", left_out) if left_out else None,
    }
    return Page(
        url=edition.here,
        title=title,
        description=words.say("sheet_description", name=name.text),
        view=view,
        above=name.text,
    )


def _drafts(edition: Edition, sections: Sequence[SectionNotes]) -> list[_Draft]:
    """Return the sections, each with the mechanics that no earlier section explains."""
    drafts: list[_Draft] = []
    seen: set[str] = set()
    for section in sections:
        known = (
            edition.library.mechanics[slug]
            for slug in section.mechanics
            if slug in edition.library.mechanics
        )
        own = [mechanic for mechanic in known if mechanic.slug not in seen]
        seen.update(mechanic.slug for mechanic in own)
        explanations = {
            each.slug: edition.name(each.facts.explanation) if each.facts else Phrase("")
            for each in own
        }
        cards = {
            each.slug: typical for each in own if (typical := _typical(edition, section, each))
        }
        drafts.append(_Draft(section, explanations, cards))
    return drafts


def _typical(edition: Edition, section: SectionNotes, mechanic: LibraryMechanic) -> _Typical | None:
    """Return a card of the set with the mechanic; None if there is none.

    Cards with reminder text come first: abilities that start with the mechanic, then the shortest.
    Otherwise it is the first card that the section shows, or else the one with the shortest text.
    """
    found = list(_having(edition, section, mechanic))
    best = min(_reminders(found, mechanic), key=lambda each: each[:2], default=None)
    if best:
        card, slug = found[best[2]]
        whole = _Typical(card, slug, card.rules_texts)
        return whole if _short(whole) else _Typical(card, slug, (Text((best[3],)),))
    whole_ones = (_Typical(card, slug, card.rules_texts) for card, slug in found)
    return min(
        filter(_short, whole_ones),
        key=lambda each: (each.slug not in section.cards, sum(map(len, each.paragraphs))),
        default=None,
    )


def _having(
    edition: Edition, section: SectionNotes, mechanic: LibraryMechanic
) -> Iterator[tuple[Card, str]]:
    """Yield the cards of the set that have the mechanic, and their slugs: those that the section
    shows first.
    """
    document = edition.library.sets[section.set_code].documents[section.lang]
    shown = (block for block in section.body if isinstance(block, Card))
    yield from (
        (card, slug)
        for card, slug in zip(shown, section.cards, strict=True)
        if slug in mechanic.cards
    )
    yield from (
        (entry.entry.card, entry.card)
        for entry in document.cards
        if mechanic.slug in entry.mechanics
    )


def _reminders(
    found: Sequence[tuple[Card, str]], mechanic: LibraryMechanic
) -> Iterator[tuple[int, int, int, Spans]]:
    """Yield each ability with the mechanic and reminder text: the mechanic's place in it, its
    length, the card's place, the ability.
    """
    if mechanic.facts and mechanic.facts.kind in _WITHOUT_REMINDER:
        return
    for place, (card, _) in enumerate(found):
        for spans in (spans for text in card.rules_texts for spans in text.paragraphs):
            plain = Text((spans,)).plain()
            if "(" in plain and (at := _first(spans, mechanic.slug)) is not None:
                yield at, len(plain), place, spans


def _short(typical: _Typical) -> bool:
    return max(_heights(typical.paragraphs)) <= _SHORT


def _first(spans: Spans, slug: str) -> int | None:
    """Return the index of the first span that names the mechanic; None if no span does."""
    named = (
        at
        for at, span in enumerate(spans)
        if isinstance(span, Mention) and (span.kind, span.target) == ("mechanic", slug)
    )
    return next(named, None)


def _fitting(edition: Edition, drafts: Sequence[_Draft]) -> frozenset[SheetText]:
    """Return the parts that fit on two pages: explanations first, then typical cards, then notes of
    each section in turn.
    """
    heads = sum(_HEAD * max(len(draft.explanations), 1) + _TITLE for draft in drafts)
    left = [paper.room - heads for paper in PAPERS]
    fitting: set[SheetText] = set()
    for part, heights in _wanted(edition, drafts):
        if all(height <= room for height, room in zip(heights, left, strict=True)):
            left = [room - height for height, room in zip(heights, left, strict=True)]
            fitting.add(part)
    return frozenset(fitting)


def _wanted(
    edition: Edition, drafts: Sequence[_Draft]
) -> Iterator[tuple[SheetText, Sequence[float]]]:
    """Yield each part with its heights on :data:`PAPERS`, the most important first."""
    for draft in drafts:
        yield from (
            (("explanation", slug), _heights([phrase.text]))
            for slug, phrase in draft.explanations.items()
        )
    for draft in drafts:
        yield from (
            (("card", slug), _heights(typical.paragraphs)) for slug, typical in draft.cards.items()
        )
    for row in itertools.zip_longest(*(_ranked(draft.section.notes) for draft in drafts)):
        for note in filter(None, row):
            mark = str(verdict(edition, note) or "")
            yield ("note", note.id), _heights([*_plain_paragraphs(*note.texts), mark])


def _heights(paragraphs: Iterable[str]) -> tuple[float, ...]:
    """Return the number of lines that paragraphs need on each of :data:`PAPERS`."""
    found = [each for each in paragraphs if each]
    return tuple(sum(lines(each, paper.width) + _GAP for each in found) for paper in PAPERS)


def _plain_paragraphs(*texts: Text) -> Iterator[str]:
    for text in texts:
        yield from text.plain().split("\n\n")


def _ranked(notes: Sequence[Note]) -> list[Note]:
    """Return the notes in the document's order, but notes on single cards last."""
    return sorted(
        notes,
        key=lambda note: any(True for _ in note.text.mentioned("card")),
    )


def _part(blocks: Blocks, draft: _Draft, fitting: frozenset[SheetText]) -> View:
    section, mark = draft.section, blocks.edition.mark(draft.section.lang)
    return {
        "title": blocks.edition.link(
            addresses.section(section.id), blocks.edition.title_of(section)
        ),
        "mechanics": tuple(_mechanic(blocks, draft, slug, fitting) for slug in draft.explanations),
        "notes": tuple(
            _note(blocks, note) for note in section.notes if ("note", note.id) in fitting
        ),
        #  The link to the permanent place of a note, without its number.
        "place": blocks.place(section),
        #  The language of the notes; None if it is the page's.
        "lang": mark,
    }


def _mechanic(blocks: Blocks, draft: _Draft, slug: str, fitting: frozenset[SheetText]) -> View:
    explanation = draft.explanations[slug] if ("explanation", slug) in fitting else Phrase("")
    typical = draft.cards.get(slug) if ("card", slug) in fitting else None
    return {
        "mechanic": blocks.edition.link_mechanic(slug),
        "explanation": blocks.writer.inline(parse(explanation.text)),
        "lang": explanation.lang,
        "card": _card(blocks, typical, draft.section.lang) if typical else None,
    }


def _card(blocks: Blocks, typical: _Typical, lang: str) -> View:
    line = card_line(blocks, blocks.edition.link_card(typical.slug), typical.card, lang)
    name = Reference(line.card_page.href, Phrase(typical.card.name, blocks.edition.mark(lang)))
    text = blocks.writer.abilities(tuple(undated(each) for each in typical.text))
    return {
        "name": name,
        "cost": line.cost,
        "type_line": type_line(typical.card.faces),
        "text": text,
        "lang": name.phrase.lang,
    }


def _note(blocks: Blocks, note: Note) -> View:
    """Return a note without the marks of outdated terms, because only its permanent place explains
    them.
    """
    items = tuple(blocks.writer.inline(undated(item)) for item in note.items)
    return {
        "number": note.number,
        "html": blocks.writer.inline(undated(note.text)),
        "items": items,
        "verdict": verdict(blocks.edition, note),
    }
