"""A set's prerelease sheet: its mechanics on two printed pages."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..library import LibraryMechanic, SectionNotes
from ..notes import Card
from ..text import Mention, Spans, Text, parse
from . import addresses
from .changes import describe_verdict, drop_eras
from .edition import Edition, Page, View, by_id
from .entry_blocks import link_place
from .lists import costs, type_line
from .markup import Phrase
from .overviews import explain
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
        need = _measure(word)
        if need > left and left < width:
            count, left = count + 1, width
        if need > width:  # such a word is broken
            more = int(need // width)
            count, need = count + more, need - more * width
        left -= need + _WIDTHS[" "]
    return count


@functools.lru_cache(maxsize=1 << 14)
def _measure(word: str) -> float:
    """Return the width of a word, in em."""
    width = 0.0
    for atom in _ATOMS.findall(word):
        if len(atom) > 1:
            width += _SYMBOL
        elif unicodedata.east_asian_width(atom) in "WF":
            width += _FULL
        else:
            width += _WIDTHS.get(atom, _CAPITAL if atom.isupper() else _OTHER)
    return width


_PAPERS = {33: 290, 34.2: 270}
"""The width of a column in em on A4 and Letter, with the font size and the columns of
web/styles/print.css, and how many lines two pages have, less a reserve.

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
    def paragraphs(self) -> list[str]:
        """Its paragraphs as plain text: the head, then the rules text."""
        faces = (f"{face.mana_cost or ''} {face.type_line}" for face in self.card.faces)
        return [" ".join((self.card.name, *faces)), *_plain_paragraphs(self.text)]

    @property
    def is_short(self) -> bool:
        """Whether the sheet shows it whole."""
        return max(_heights(self.paragraphs)) <= _SHORT


_Draft = tuple[SectionNotes, Mapping[str, tuple[Phrase, _Typical | None]]]
"""A section, and the explanation and the typical card of each of its mechanics, by slug.

Not all of it may fit.
"""


def subjects(edition: Edition) -> list[str]:
    """Return the codes of the sets that explain a mechanic."""
    sets = edition.library.released_sets.items()
    return [code for code, library_set in sets if explains_mechanics(library_set)]


def page(edition: Edition, code: str) -> Page:
    """Return the page of a set that explains a mechanic."""
    words, lang = edition.words, edition.document(code).notes.lang
    documents = edition.library.sets[code].documents
    in_order = (documents[lang].sections for lang in edition.prefer(documents))
    versions = by_id(itertools.chain.from_iterable(in_order)).values()
    best = (by_lang[edition.best(by_lang)] for by_lang in versions)
    sections = [section for section in best if section.mechanics]
    drafts = [*_drafts(edition, sections)]
    fitting = _choose_fitting(edition, drafts)
    left_out = sum(
        ("note", note.id) not in fitting for section in sections for note in section.notes
    )
    name = edition.set_name(code)
    title = words.say("sheet_title", name=name.text)
    view = {
        "title": title,
        "set_page": edition.link_set(code),
        "document_page": edition.href(addresses.document_page(code)),
        "lang": lang,
        "parts": tuple(_part(edition, draft, fitting) for draft in drafts),
        #  The number of notes that do not fit.
        "left_out": left_out,
    }
    return Page(
        title=title,
        description=words.say("sheet_description", name=name.text),
        view=view,
        above=name.text,
    )


def _drafts(edition: Edition, sections: Sequence[SectionNotes]) -> Iterator[_Draft]:
    """Yield the sections, each with the mechanics that no earlier section explains."""
    explained: set[str] = set()
    for section in sections:
        mechanics = [
            edition.library.mechanics[slug]
            for slug in section.mechanics
            if slug in edition.library.mechanics and slug not in explained
        ]
        explained.update(section.mechanics)
        yield (
            section,
            {
                mechanic.slug: (
                    explain(edition, mechanic),
                    _choose_card(edition, section, mechanic),
                )
                for mechanic in mechanics
            },
        )


def _choose_card(
    edition: Edition, section: SectionNotes, mechanic: LibraryMechanic
) -> _Typical | None:
    """Return a card of the set with the mechanic; None if there is none.

    Cards with reminder text come first: abilities that start with the mechanic, then the shortest.
    Otherwise it is the first card that the section shows, or else the one with the shortest text.
    """
    document = edition.library.sets[section.set_code].documents[section.lang]
    examples = (block for block in section.body if isinstance(block, Card))
    cards = [
        (card, slug)
        for card, slug in zip(examples, section.cards, strict=True)
        if slug in mechanic.cards
    ]
    cards += [
        (entry.entry.card, entry.card)
        for entry in document.cards
        if mechanic.slug in entry.mechanics
    ]
    best = min(_reminders(cards, mechanic), key=lambda reminder: reminder[:2], default=None)
    if best:
        card, slug = cards[best[2]]
        whole = _Typical(card, slug, card.rules_texts)
        return whole if whole.is_short else _Typical(card, slug, (Text((best[3],)),))
    typical = (_Typical(card, slug, card.rules_texts) for card, slug in cards)
    return min(
        (card for card in typical if card.is_short),
        key=lambda card: (card.slug not in section.cards, sum(map(len, card.paragraphs))),
        default=None,
    )


def _reminders(
    cards: Sequence[tuple[Card, str]], mechanic: LibraryMechanic
) -> Iterator[tuple[int, int, int, Spans]]:
    """Yield each ability with the mechanic and reminder text: the mechanic's place in it, its
    length, the card's place, the ability.
    """
    if mechanic.facts and mechanic.facts.kind in _WITHOUT_REMINDER:
        return
    named = "mechanic", mechanic.slug
    for at_card, (card, _) in enumerate(cards):
        for spans in (spans for text in card.rules_texts for spans in text.paragraphs):
            plain = Text((spans,)).plain()
            places = (
                at
                for at, span in enumerate(spans)
                if isinstance(span, Mention) and (span.kind, span.target) == named
            )
            if "(" in plain and (first := next(places, None)) is not None:
                yield first, len(plain), at_card, spans


def _choose_fitting(edition: Edition, drafts: Sequence[_Draft]) -> frozenset[SheetText]:
    """Return the parts that fit on two pages: explanations first, then typical cards, then notes of
    each section in turn.
    """
    heads = sum(_HEAD * max(len(mechanics), 1) + _TITLE for _, mechanics in drafts)
    rooms = [room - heads for room in _PAPERS.values()]
    fitting: set[SheetText] = set()
    for part, paragraphs in _by_importance(edition, drafts):
        rest = [room - height for room, height in zip(rooms, _heights(paragraphs), strict=True)]
        if min(rest) >= 0:
            rooms = rest
            fitting.add(part)
    return frozenset(fitting)


def _by_importance(
    edition: Edition, drafts: Sequence[_Draft]
) -> Iterator[tuple[SheetText, list[str]]]:
    """Yield each part with its paragraphs, the most important first."""
    for _, mechanics in drafts:
        for slug, (phrase, _) in mechanics.items():
            yield ("explanation", slug), [phrase.text]
    for _, mechanics in drafts:
        for slug, (_, typical) in mechanics.items():
            if typical:
                yield ("card", slug), typical.paragraphs
    #  The notes are in the document's order, but those on single cards last.
    notes = (
        sorted(section.notes, key=lambda note: any(True for _ in note.text.mentioned_ids("card")))
        for section, _ in drafts
    )
    for row in itertools.zip_longest(*notes):
        for note in filter(None, row):
            sentence = str(describe_verdict(edition, note) or "")
            yield ("note", note.id), [*_plain_paragraphs(note.texts), sentence]


def _heights(paragraphs: Iterable[str]) -> tuple[float, ...]:
    """Return the number of lines that paragraphs need on each paper."""
    texts = [text for text in paragraphs if text]
    return tuple(sum(lines(text, width) + _GAP for text in texts) for width in _PAPERS)


def _plain_paragraphs(texts: Iterable[Text]) -> Iterator[str]:
    for text in texts:
        yield from text.plain().split("\n\n")


def _part(edition: Edition, draft: _Draft, fitting: frozenset[SheetText]) -> View:
    (section, mechanics), writer = draft, edition.writer
    views = []
    for slug, (explanation, typical) in mechanics.items():
        phrase = explanation if ("explanation", slug) in fitting else Phrase("")
        views.append(
            {
                "mechanic": edition.link_mechanic(slug),
                "explanation": writer.inline(parse(phrase.text)),
                "lang": phrase.lang,
                "card": _card(edition, typical, section.lang)
                if typical and ("card", slug) in fitting
                else None,
            }
        )
    return {
        "title": edition.link(addresses.section(section.id), edition.title_of(section)),
        "mechanics": tuple(views),
        #  Without the marks of outdated terms, because only their permanent places explain them.
        "notes": tuple(
            {
                "number": note.number,
                "html": writer.inline(drop_eras(note.text)),
                "items": tuple(writer.inline(drop_eras(item)) for item in note.items),
                "verdict": describe_verdict(edition, note),
            }
            for note in section.notes
            if ("note", note.id) in fitting
        ),
        #  The link to the permanent place of a note, without its number.
        "place": link_place(edition, section),
        #  The language of the notes; None if it is the page's.
        "lang": edition.lang_attribute(section.lang),
    }


def _card(edition: Edition, typical: _Typical, lang: str) -> View:
    name = Phrase(typical.card.name, edition.lang_attribute(lang))
    faces = typical.card.faces
    return {
        "name": edition.link_card(typical.slug)._replace(phrase=name),
        "cost": costs(edition, faces),
        "type_line": type_line(faces),
        "text": edition.writer.all_blocks(map(drop_eras, typical.text)),
        "lang": name.lang,
    }
