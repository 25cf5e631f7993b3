"""A set's prerelease sheet: its mechanics on two printed pages.

The texts that fit are chosen here: widths of characters and heights of lines are estimated.
"""

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
from .edition import Edition, Page, View, group_versions
from .entry_blocks import link_place
from .lists import join_type_lines, write_costs
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
"""The widths of characters in DejaVu Sans, one of the widest fonts that browsers use, in em. The
next four are those of other characters: small ones, capitals, symbols in braces, East Asian ones.
"""
_OTHER_WIDTH, _CAPITAL_WIDTH, _SYMBOL_WIDTH, _EAST_ASIAN_WIDTH = 0.63, 0.7, 1.32, 1.0
_CHARACTER = re.compile(r"\{[^{}\s]{1,9}\}|.", re.DOTALL)


def count_lines(text: str, width: float) -> int:
    """Return the number of lines of one paragraph of plain text in a column of ``width`` em."""
    count, room = 1, width  # the room that is left in the last line
    for word in text.split():
        need = _measure_word(word)
        if need > room and room < width:
            count, room = count + 1, width
        if need > width:  # such a word is broken: it fills lines, and its rest is on the last one
            full_lines = int(need // width)
            count, need = count + full_lines, need - full_lines * width
        room -= need + _WIDTHS[" "]
    return count


@functools.lru_cache(maxsize=1 << 14)
def _measure_word(word: str) -> float:
    """Return the width of a word, in em."""
    width = 0.0
    for char in _CHARACTER.findall(word):
        if len(char) > 1:  # a symbol
            width += _SYMBOL_WIDTH
        elif unicodedata.east_asian_width(char) in "WF":
            width += _EAST_ASIAN_WIDTH
        else:
            width += _WIDTHS.get(char, _CAPITAL_WIDTH if char.isupper() else _OTHER_WIDTH)
    return width


_LINES_BY_WIDTH = {33: 290, 34.2: 270}
"""How many lines two pages of A4 and of Letter have, less a reserve, by the width of a column in
em. Both follow from the font size and the columns of web/styles/print.css. The sheet fits on both.
"""
_NAME_HEIGHT, _TITLE_HEIGHT, _GAP_HEIGHT = 2.0, 0.9, 0.45
"""The heights of a mechanic's name with the space above it, of a section's title, and of the space
around a paragraph, each in lines.
"""
_MOST_LINES = 7
"""The most lines of a typical card that is shown whole. Of longer ones, the sheet shows only the
ability with the mechanic.
"""
_KINDS_WITHOUT_REMINDER = frozenset({"card-type", "subtype", "layout", "ability-word"})


"""Kinds of mechanics of which no card has a reminder text."""


_TextKey = tuple[str, str]
"""What names a text that may fit or not: ``explanation`` or ``card`` with the slug of the mechanic,
or ``note`` with its id.
"""


@dataclass(frozen=True)
class _TypicalCard:
    """A card as an example of a mechanic, and as much of its rules text as the sheet shows."""

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
        return max(_measure_heights(self.paragraphs)) <= _MOST_LINES


_Draft = tuple[SectionNotes, Mapping[str, tuple[Phrase, _TypicalCard | None]]]
"""A section; and by the slug of each of its mechanics, the explanation and the typical card. What
of it fits is chosen later.
"""


def subjects(edition: Edition) -> list[str]:
    """Return the codes of the sets with a sheet: those that explain a mechanic."""
    sets = edition.library.released_sets.items()
    return [code for code, library_set in sets if explains_mechanics(library_set)]


def page(edition: Edition, code: str) -> Page:
    """Return the sheet of a set that explains a mechanic."""
    words, lang = edition.words, edition.document(code).notes.lang
    documents = edition.library.sets[code].documents
    #  The sections that explain mechanics, each once, in the best language. They do not come from
    #  Edition.choose, because the sheet has no notes of further languages.
    in_order = (documents[lang].sections for lang in edition.prefer(documents))
    versions = group_versions(itertools.chain.from_iterable(in_order)).values()
    best = (by_lang[edition.best(by_lang)] for by_lang in versions)
    sections = [section for section in best if section.mechanics]
    drafts = [*_draft_sections(edition, sections)]
    fitting = _choose_fitting(edition, drafts)
    left_out = sum(
        ("note", note.id) not in fitting for section in sections for note in section.notes
    )
    name = edition.set_name(code).text
    title = words.say("sheet_title", name=name)
    view = {
        "title": title,
        "set_page": edition.link_set(code),
        "document_page": edition.href(addresses.document_page(code)),
        "lang": lang,
        "parts": tuple(_view_part(edition, draft, fitting) for draft in drafts),
        #  The number of notes that do not fit.
        "left_out": left_out,
    }
    return Page(
        title=title,
        description=words.say("sheet_description", name=name),
        view=view,
        above=name,
    )


def _draft_sections(edition: Edition, sections: Sequence[SectionNotes]) -> Iterator[_Draft]:
    """Yield a draft of each section, with those of its mechanics that no earlier one explains."""
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
) -> _TypicalCard | None:
    """Return a typical card of the set with the mechanic; None if there is none.

    Cards with reminder text are best. Among them, the mechanic stands early in its ability, and
    the ability is short. Otherwise, it is a card that is short enough to be shown whole: one that
    the section shows, or else any other; the shortest of these.
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
    best = min(_find_reminders(cards, mechanic), key=lambda reminder: reminder[:2], default=None)
    if best:
        _, _, index, ability = best
        card, slug = cards[index]
        whole = _TypicalCard(card, slug, card.rules_texts)
        return whole if whole.is_short else _TypicalCard(card, slug, (Text((ability,)),))
    typical = (_TypicalCard(card, slug, card.rules_texts) for card, slug in cards)
    return min(
        (card for card in typical if card.is_short),
        key=lambda card: (card.slug not in section.cards, sum(map(len, card.paragraphs))),
        default=None,
    )


def _find_reminders(
    cards: Sequence[tuple[Card, str]], mechanic: LibraryMechanic
) -> Iterator[tuple[int, int, int, Spans]]:
    """Yield each ability of ``cards`` that has the mechanic and a reminder text: the position of
    the mechanic in the ability, the length of the ability, the index of the card, the ability.
    """
    if mechanic.facts and mechanic.facts.kind in _KINDS_WITHOUT_REMINDER:
        return
    named = "mechanic", mechanic.slug
    for index, (card, _) in enumerate(cards):
        for ability in (spans for text in card.rules_texts for spans in text.paragraphs):
            plain = Text((ability,)).plain()
            positions = (
                position
                for position, span in enumerate(ability)
                if isinstance(span, Mention) and (span.kind, span.target) == named
            )
            if "(" in plain and (first := next(positions, None)) is not None:
                yield first, len(plain), index, ability


def _choose_fitting(edition: Edition, drafts: Sequence[_Draft]) -> frozenset[_TextKey]:
    """Return the keys of the texts that fit together on two pages, of A4 as well as of Letter. A
    text that does not fit is left out, but shorter ones behind it may fit.
    """
    #  A section whose mechanics are all explained before has its title in place of a name.
    heads = sum(_NAME_HEIGHT * max(len(mechanics), 1) + _TITLE_HEIGHT for _, mechanics in drafts)
    rooms = [room - heads for room in _LINES_BY_WIDTH.values()]  # what is left of each paper
    fitting: set[_TextKey] = set()
    for key, paragraphs in _rank_texts(edition, drafts):
        rest = [
            room - height for room, height in zip(rooms, _measure_heights(paragraphs), strict=True)
        ]
        if min(rest) >= 0:
            rooms = rest
            fitting.add(key)
    return frozenset(fitting)


def _rank_texts(edition: Edition, drafts: Sequence[_Draft]) -> Iterator[tuple[_TextKey, list[str]]]:
    """Yield the key and the paragraphs of each text, the most important first: all explanations,
    then all typical cards, then the first note of each section, the second of each, and so on.
    """
    for _, mechanics in drafts:
        for slug, (phrase, _) in mechanics.items():
            yield ("explanation", slug), [phrase.text]
    for _, mechanics in drafts:
        for slug, (_, typical) in mechanics.items():
            if typical:
                yield ("card", slug), typical.paragraphs
    #  The notes are in the document's order, but those on single cards last.
    notes = (
        sorted(section.notes, key=lambda note: any(note.text.mentioned_ids("card")))
        for section, _ in drafts
    )
    for row in itertools.zip_longest(*notes):
        for note in filter(None, row):
            sentence = str(describe_verdict(edition, note) or "")
            yield ("note", note.id), [*_plain_paragraphs(note.texts), sentence]


def _measure_heights(paragraphs: Iterable[str]) -> tuple[float, ...]:
    """Return the number of lines that paragraphs need on each paper. Empty ones need none."""
    texts = [text for text in paragraphs if text]
    return tuple(
        sum(count_lines(text, width) + _GAP_HEIGHT for text in texts) for width in _LINES_BY_WIDTH
    )


def _plain_paragraphs(texts: Iterable[Text]) -> Iterator[str]:
    """Yield the paragraphs of ``texts`` as plain text."""
    for text in texts:
        yield from text.plain().split("\n\n")


def _view_part(edition: Edition, draft: _Draft, fitting: frozenset[_TextKey]) -> View:
    """Return the view of those texts of a draft that are among the ``fitting`` ones."""
    (section, mechanics), writer = draft, edition.writer
    views = []
    for slug, (explanation, typical) in mechanics.items():
        phrase = explanation if ("explanation", slug) in fitting else Phrase("")
        views.append(
            {
                "mechanic": edition.link_mechanic(slug),
                "explanation": writer.write_inline(parse(phrase.text)),
                "lang": phrase.lang,
                "card": _view_card(edition, typical, section.lang)
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
                "html": writer.write_inline(drop_eras(note.text)),
                "items": tuple(writer.write_inline(drop_eras(item)) for item in note.items),
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


def _view_card(edition: Edition, typical: _TypicalCard, lang: str) -> View:
    """Return the view of a typical card in ``lang``."""
    name = Phrase(typical.card.name, edition.lang_attribute(lang))
    faces = typical.card.faces
    return {
        "name": edition.link_card(typical.slug)._replace(phrase=name),
        "cost": write_costs(edition, faces),
        "type_line": join_type_lines(faces),
        "text": edition.writer.write_all_blocks(map(drop_eras, typical.text)),
        "lang": name.lang,
    }
