"""A set's prerelease sheet: its mechanics on two printed pages."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..library import LibraryMechanic, LibrarySet, Note, SectionNotes
from ..notes import Card
from ..text import Mention, Spans, Text, parse
from . import paths
from .blocks import Blocks
from .edition import Edition, Page, Phrase, Reference
from .eras import undated
from .set import explains_mechanics

ROOM = 250
"""The number of lines on two pages, calculated for Letter paper and a wide font."""
LINE = 54
"""The number of characters in a line of a column."""
_HEAD, _GAP = 2.5, 0.4
"""The heights of a heading and of the space around a paragraph, in lines."""
_WITHOUT_REMINDER = frozenset({"card-type", "subtype", "layout", "ability-word"})


SheetText = tuple[str, str]
"""A text that may fit or not: its kind (``explanation``, ``reminder`` or ``note``), and the slug or id that it belongs to."""


@dataclass(frozen=True, kw_only=True)
class MechanicView:
    """A mechanic: our explanation, and the reminder text of a card of the set."""

    mechanic: Reference
    explanation: Markup
    lang: str | None
    reminder: Markup
    reminder_lang: str | None


@dataclass(frozen=True, kw_only=True)
class NoteView:
    """A note, with the link to its permanent place."""

    number: int
    href: str
    html: Markup
    items: tuple[Markup, ...]


@dataclass(frozen=True, kw_only=True)
class PartView:
    """The mechanics and notes of one section."""

    title: Reference
    mechanics: tuple[MechanicView, ...]
    notes: tuple[NoteView, ...]
    lang: str | None
    """The language of the notes; None if it is the page's."""


@dataclass(frozen=True, kw_only=True)
class View:
    """The prerelease sheet of a set."""

    title: str
    set_page: Reference
    document_page: str
    notice: str | None
    parts: tuple[PartView, ...]
    left_out: str | None
    """The line that counts the notes that do not fit; None if all fit."""


@dataclass(frozen=True)
class _Draft:
    """A section, and the explanations and reminder texts of its mechanics by slug. Not all of it may fit."""

    section: SectionNotes
    explanations: Mapping[str, Phrase]
    reminders: Mapping[str, Text]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield a page for each set that explains a mechanic."""
    for each in edition.library.sets.values():
        if explains_mechanics(each):
            yield _page(edition, each)


def _page(edition: Edition, each: LibrarySet) -> Page:
    url, words = paths.sheet_page(each.code), edition.words
    blocks = Blocks(edition, url)
    langs = edition.prefer(each.documents)
    chosen = edition.choose(notes for lang in langs for notes in each.documents[lang].sections)
    sections = [section for section, _ in chosen if section.mechanics]
    drafts = _drafts(edition, sections)
    fitting = _fitting(drafts)
    left_out = sum(("note", note.id) not in fitting for section in sections for note in section.notes)
    name = edition.set_name(each.code)
    title = words.say("sheet_title", name=name.text)
    view = View(
        title=title,
        set_page=edition.set_reference(url, each.code),
        document_page=paths.relative(url, paths.document_page(each.code)),
        notice=blocks.notice(langs[0]),
        parts=tuple(_part(blocks, draft, fitting) for draft in drafts),
        left_out=words.count("sheet_more", left_out) if left_out else None,
    )
    return Page(
        url=url,
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
        known = (edition.library.mechanics[slug] for slug in section.mechanics if slug in edition.library.mechanics)
        own = [mechanic for mechanic in known if mechanic.slug not in seen]
        seen.update(mechanic.slug for mechanic in own)
        explanations = {each.slug: edition.name(each.facts.explanation) if each.facts else Phrase("") for each in own}
        reminders = {each.slug: reminder for each in own if (reminder := _reminder(edition, section, each))}
        drafts.append(_Draft(section, explanations, reminders))
    return drafts


def _reminder(edition: Edition, section: SectionNotes, mechanic: LibraryMechanic) -> Text | None:
    """Return an ability with the mechanic and its reminder text from a card of the set; None if no card has one.

    Abilities that start with the mechanic come first, then the shortest.
    """
    if mechanic.facts and mechanic.facts.kind in _WITHOUT_REMINDER:
        return None
    document = edition.library.sets[section.set_code].documents[section.lang]
    shown = [block for block in section.body if isinstance(block, Card)]
    shown += [entry.entry.card for entry in document.cards if mechanic.slug in entry.mechanics]
    abilities = (spans for card in shown for face in card.faces for text in face.rules_text for spans in text.paragraphs)
    found = [(at, spans) for spans in abilities if "(" in _plain(spans) and (at := _first(spans, mechanic.slug)) is not None]
    best = min(found, key=lambda each: (each[0], len(_plain(each[1]))), default=None)
    return Text((best[1],)) if best else None


def _first(spans: Spans, slug: str) -> int | None:
    """Return the index of the first span that names the mechanic; None if no span does."""
    named = (at for at, span in enumerate(spans) if isinstance(span, Mention) and (span.kind, span.target) == ("mechanic", slug))
    return next(named, None)


def _fitting(drafts: Sequence[_Draft]) -> frozenset[SheetText]:
    """Return the parts that fit on two pages: explanations first, then reminder texts, then notes of each section in turn."""
    left = ROOM - sum(_HEAD + max(len(draft.explanations) - 1, 0) for draft in drafts)
    fitting: set[SheetText] = set()
    for part, lines in _wanted(drafts):
        if lines <= left:
            left -= lines
            fitting.add(part)
    return frozenset(fitting)


def _wanted(drafts: Sequence[_Draft]) -> Iterator[tuple[SheetText, float]]:
    """Yield each part with its height in lines, the most important first."""
    for draft in drafts:
        yield from ((("explanation", slug), _lines(phrase.text)) for slug, phrase in draft.explanations.items())
    for draft in drafts:
        yield from ((("reminder", slug), _lines(text.plain())) for slug, text in draft.reminders.items())
    for row in itertools.zip_longest(*(_ranked(draft.section.notes) for draft in drafts)):
        for note in filter(None, row):
            yield ("note", note.id), sum(_lines(text.plain()) for text in (note.text, *note.items))


def _ranked(notes: Sequence[Note]) -> list[Note]:
    """Return the notes in the document's order, but notes on single cards last."""
    return sorted(notes, key=lambda note: any(isinstance(span, Mention) and span.kind == "card" for span in note.text.walk()))


def _lines(text: str) -> float:
    return sum(math.ceil(len(paragraph) / LINE) + _GAP for paragraph in text.split("\n\n")) if text else 0


def _plain(spans: Spans) -> str:
    return Text((spans,)).plain()


def _part(blocks: Blocks, draft: _Draft, fitting: frozenset[SheetText]) -> PartView:
    section, mark = draft.section, blocks.edition.mark(draft.section.lang)
    return PartView(
        title=Reference(paths.relative(blocks.here, paths.section(section.id)), Phrase(section.section.title, mark)),
        mechanics=tuple(_mechanic(blocks, draft, slug, fitting) for slug in draft.explanations),
        notes=tuple(_note(blocks, section, note) for note in section.notes if ("note", note.id) in fitting),
        lang=mark,
    )


def _mechanic(blocks: Blocks, draft: _Draft, slug: str, fitting: frozenset[SheetText]) -> MechanicView:
    explanation = draft.explanations[slug] if ("explanation", slug) in fitting else Phrase("")
    reminder = draft.reminders.get(slug) if ("reminder", slug) in fitting else None
    return MechanicView(
        mechanic=blocks.edition.mechanic_reference(blocks.here, slug),
        explanation=blocks.writer.inline(parse(explanation.text)),
        lang=explanation.lang,
        reminder=blocks.writer.abilities((reminder,) if reminder else ()),
        reminder_lang=blocks.edition.mark(draft.section.lang),
    )


def _note(blocks: Blocks, section: SectionNotes, note: Note) -> NoteView:
    """Return a note without the marks of outdated terms, because only its permanent place explains them."""
    href = paths.relative(blocks.here, paths.passage(section.id, str(note.number), None))
    items = tuple(blocks.writer.inline(undated(item)) for item in note.items)
    return NoteView(number=note.number, href=href, html=blocks.writer.inline(undated(note.text)), items=items)
