"""Reading: a document's bytes become :class:`~generator.notes.ReleaseNotes`.

A dialect says how a page is laid out and turns it into lines; the shared parts make entries of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.corrections import AllCorrections, Corrections
from ..facts.languages import Language, Languages, page_words
from ..notes import CardEntry, ReleaseNotes, Section, Source, Unread
from ..problems import Place, Problem, error, repair, review, warning
from . import account, correction
from .choice.detection import Detection, Overrides, detect
from .dialect import DocumentText
from .doubts import Doubt
from .formats import conversion
from .layout import bullets, line_wraps
from .layout.card_pictures import problems_of
from .lines import Kind, Line, has_bullets
from .notation.spellings import respelled
from .parts.entries import EntryReader, texts_of
from .parts.metadata import Header, read_header
from .parts.outline import Outline
from .patterns import Patterns

_SURE = 0.65
"""Below this confidence a decision is put up for review; cross-validated, nearly every wrong boundary is there."""

_COLORLESS_MANA = "2016-01-22"
"""The day of the first set with the symbol of colorless mana."""
_MANY = 5
"""How many cards cannot all be without rulings."""
_NAMED = 3
"""How many of the headings that a language knows a message names."""


def read(  # noqa: PLR0913 - the last four are options
    data: bytes,
    path: str,
    *,
    languages: Languages,
    catalogue: Catalogue,
    corrections: AllCorrections | None = None,
    set_code: str | None = None,
    lang: str | None = None,
    dialect: str | None = None,
) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Read a document.

    Problems name ``path``; its last part is a hint for set and language; ``set_code``, ``lang`` and
    ``dialect`` overrule. Returns None if nothing could be read, else the notes and the doubts
    about them. Never raises, however broken a document is.
    """
    page, converted = _page(data, path, languages)
    if page is None:
        return None, converted
    found = detect(page, languages, catalogue, Overrides(set_code=set_code, lang=lang, dialect=dialect))
    facts = found.set_facts.value if found.set_facts else None
    if facts is None or found.words is None or found.dialect is None or found.dialect.value is None:
        return None, [*converted, *found.problems]
    words, language = found.words, found.words.language
    layout = replace(found.dialect.value.layout, scored=not has_bullets(found.lines))
    problems = found.problems
    own = (corrections or {}).get((facts.code, language.lang), Corrections())
    reader = EntryReader(words, path, layout, correction.settled(own))
    reader.doubts += found.doubts
    problems += problems_of(found.lines, path, words)
    notes, misprinted = _assemble(found.regions, reader)
    name = path.replace("\\", "/").rsplit("/", maxsplit=1)[-1]
    set_name = facts.names.get(language.lang) or facts.names.get("en", facts.code)
    notes = replace(
        notes,
        set_code=facts.code,
        title=notes.title or set_name,
        source=Source(name=name, sha256=hashlib.sha256(data).hexdigest(), dialect=found.dialect.value.name),
    )
    if not notes.cards and not notes.sections:
        return None, [*problems, _nothing_found(page, language)]
    if not notes.cards:
        problems.append(_no_card(notes, page, language))
    elif len(notes.cards) >= _MANY and not any(entry.rulings for entry in notes.cards):
        problems.append(_no_ruling(notes))
    notes, unmatched = correction.corrected(notes, own)
    doubtful = [*_doubtful(notes, reader.doubts), *_unread(notes), *_repairs(page, found.regions, words), *reader.repairs]
    reported = [*converted, *problems, *unmatched, *misprinted, *doubtful, *_older_symbol(notes, facts, page)]
    apart = (*found.pictures, *(line.text for line in found.regions.metadata))
    return notes, [*reported, *account.missing(page, notes, reported, apart)]


def explained(data: bytes, path: str, languages: Languages, catalogue: Catalogue, asked: Overrides) -> Detection | list[Problem]:
    """Return how the language, the dialect and the set of a document are chosen, or why it has no characters."""
    page, converted = _page(data, path, languages)
    return converted if page is None else detect(page, languages, catalogue, asked)


def _page(data: bytes, path: str, languages: Languages) -> tuple[DocumentText | None, list[Problem]]:
    """Return the characters of a document, or None with the problem that says why it has none."""
    text, problems = conversion.to_text(data, path, page_words(languages), languages)
    if text is None:
        return None, problems
    text, understood = bullets.with_known_bullets(text, path)
    page, joined = line_wraps.unwrapped(DocumentText(text, path))
    return page, [*problems, *understood, *joined]


def _assemble(regions: Outline, reader: EntryReader) -> tuple[ReleaseNotes, list[Problem]]:
    """Return the notes in the regions of a document, and the problems of its head; set and source are not known here.

    Paragraphs between a part's heading and its first card are kept unread before that card's notes; a
    part without any card is kept as a section.
    """
    sections = list(reader.sections(regions.general))
    cards: list[CardEntry] = []
    for part, lines in regions.parts:
        entries, before = reader.cards(part, lines)
        unread = [Unread(text, Place(reader.path, line.number)) for line, text in zip(before, texts_of(before), strict=True)]
        if entries:
            first, *others = entries
            cards += [replace(first, body=(*unread, *first.body)), *others]
        else:
            place = unread[0].place if unread else Place(reader.path)
            sections.append(Section(title=part, kind="other", body=tuple(unread), place=place))
    preamble = texts_of(regions.preamble)
    broken = [not line.after_blank for line in regions.preamble if line.kind is not Kind.DIVIDER]
    credit = [line.text for line in regions.footer if reader.words.is_credit(line.text)]
    heading = [*(text.source() for text in preamble), *credit]
    header = read_header(heading, reader.words.language.reading, [*broken, *(False for _ in credit)])
    notes = ReleaseNotes(
        set_code="",
        lang=reader.words.language.lang,
        title=header.title,
        kind=header.kind,
        source=Source(name="", sha256="", dialect=""),
        compiled_by=header.compiled_by,
        contributors=header.contributors,
        last_modified=header.last_modified,
        preamble=tuple(text for at, text in enumerate(preamble) if at != header.title_at),
        general_heading=regions.general_heading,
        sections=tuple(sections),
        cards=tuple(cards),
        footer=texts_of(regions.footer),
        place=Place(reader.path, 1),
    )
    return notes, list(_misprinted_day(regions.preamble, header, reader.path))


def _misprinted_day(preamble: Sequence[Line], header: Header, path: str) -> Iterator[Problem]:
    """That the day of the last change does not exist; the text keeps it as it is printed."""
    if header.misprinted:
        last = header.misprinted.split()[-1]
        line = next((line.number for line in preamble if last in line.text), 1)
        message = f"the day of the last change, {header.misprinted}, does not exist: the document is taken to have no day"
        yield warning(Place(path, line), message, "correct the day in the document")


def _doubtful(notes: ReleaseNotes, doubts: Iterable[Doubt]) -> Iterator[Problem]:
    """The decisions that a person should look at, each with the line that corrects it."""
    for doubt in doubts:
        if doubt.confidence < _SURE:
            file = f"content/corrections/{notes.set_code}.{notes.lang}.yml"
            hint = f"if that is wrong, add to {file}: {doubt.correction}" if doubt.correction else "check it against the document"
            general = "the boundary between rules text and rulings is doubtful" if doubt.correction else doubt.decision
            yield review(doubt.place, f"{doubt.decision} (confidence {doubt.confidence:.2f})", hint, general)


def _unread(notes: ReleaseNotes) -> Iterator[Problem]:
    for body in (*(section.body for section in notes.sections), *(entry.body for entry in notes.cards)):
        for block in body:
            if isinstance(block, Unread):
                start = " ".join(block.text.plain().split()[:8])
                general = "text is not understood, and kept in its place"
                yield review(
                    block.place, f"not understood, kept in its place: {start} …", "check it against the document", general
                )


def _no_card(notes: ReleaseNotes, page: DocumentText, language: Language) -> Problem:
    headings = ", ".join(map(repr, language.reading.card_notes[:_NAMED]))
    return error(
        Place(page.path),
        f"no card found, only {len(notes.sections)} section{'s' * (len(notes.sections) != 1)}",
        f"is this a document of release notes? Cards come below a heading such as {headings}, each with its type line",
    )


def _no_ruling(notes: ReleaseNotes) -> Problem:
    place = notes.cards[0].place
    hint = "begin each ruling with '* ', or choose another layout with --dialect"
    return error(place, f"none of its {len(notes.cards)} cards has a ruling", hint)


def _older_symbol(notes: ReleaseNotes, facts: SetFacts, page: DocumentText) -> Iterator[Problem]:
    """Yield a doubt about the first ``{C}`` of a document that is older than colorless mana, unless a correction settles it."""
    if not facts.released or facts.released >= _COLORLESS_MANA or any(each.printed == "{C}" for each in notes.corrections):
        return
    number = next((number for number, line in page.numbered() if "{C}" in line), None)
    if number is not None:
        message = (
            f"{{C}} is shown as colorless mana, which sets have only since {_COLORLESS_MANA[:4]}: older documents mean chaos"
        )
        file = f"content/corrections/{notes.set_code}.{notes.lang}.yml"
        yield review(Place(page.path, number), message, f'add to {file}: - {{printed: "{{C}}", correct: "{{CHAOS}}", reason: …}}')


def _repairs(page: DocumentText, regions: Outline, words: Patterns) -> Iterator[Problem]:
    if regions.metadata:
        first, count = regions.metadata[0], len(regions.metadata)
        message = f"{count} line{'s' * (count > 1)} about the page, such as “{first.text[:40]}”, are left out"
        yield repair(Place(page.path, first.number), message)
    bare = "{" not in page.text
    for number, line in page.numbered():
        for printed, symbols in words.bare_mana(line) if bare else respelled(line) if "{" in line else ():
            yield repair(Place(page.path, number), f"{printed} is read as {symbols}")


def _nothing_found(page: DocumentText, language: Language) -> Problem:
    headings = (*language.reading.general_notes[:_NAMED], *language.reading.card_notes[:_NAMED])
    return error(
        Place(page.path),
        f"no section and no card found: no heading such as {', '.join(map(repr, headings))}",
        "is this a document of release notes?",
    )
