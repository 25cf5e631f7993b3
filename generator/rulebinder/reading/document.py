"""Reading: a document's bytes become :class:`~rulebinder.notes.ReleaseNotes`.

A dialect says how a page is laid out and turns it into lines; the shared parts make entries of
them. The marks of a layout only decide which dialect is tried first. What came out decides which
one is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..facts.catalogue import SetFacts
from ..facts.content import Content, Corrections
from ..facts.languages import Languages
from ..notes import CardEntry, ReleaseNotes, Section, Source
from ..problems import Place, Problem, review, warning
from ..text import parse
from . import accounting, correction, layout, quality
from .detection import NOTHING, Detection, Overrides, clues, find_dialects, find_language, find_set
from .dialect import Dialect, DocumentText, has_bullets, settle_labels
from .dialects import DIALECTS
from .formats import conversion
from .parts.entries import EntryReader
from .parts.faces import join_faces
from .parts.heads import join_heads, mark_leads, mend_type_lines, part_halves, unfold
from .parts.outline import Outline, outline, read_header
from .patterns import Patterns
from .quality import Quality
from .spellings import without_unseen

_SOUND = 0.95
"""The quality of a reading that leaves next to no trace of another layout."""
_LIKELY = 0.5
"""The likeness from which on a sound reading is kept without a look at what other dialects read."""
_LOST = 0.5
"""What a reading is worth that loses words."""
_FAR = 1.5
"""How many times as many cards or rulings are far more."""
_CLOSE = 0.05
"""Two readings whose ratings differ by less are close."""


def read(
    data: bytes, path: str, content: Content, asked: Overrides = NOTHING
) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Read a document.

    Problems name ``path``; its last part is a hint for set and language; what is ``asked``
    overrules. Returns None if nothing could be read, else the notes and the doubts about them.
    Never raises, however broken a document is.
    """
    page, converted = _page(data, path, content.languages)
    if page is None:
        return None, converted
    tried = list(readings(page, content, asked))
    best = chosen(tried)
    if best.notes is None:
        return None, [*converted, *(best.problems or best.detection.problems)]
    if not best.notes.set_code:
        return None, [*converted, *best.detection.problems]
    name = path.replace("\\", "/").rpartition("/")[2]
    source = Source(name=name, sha256=hashlib.sha256(data).hexdigest(), dialect=best.dialect)
    notes = replace(best.notes, source=source)
    judged = [
        *quality.suspicious(notes, best.quality, content.languages),
        *rivals(tried, best, path),
    ]
    return notes, [*converted, *best.problems, *judged, *best.losses]


def explained(
    data: bytes,
    path: str,
    content: Content,
    asked: Overrides,
) -> tuple[list[Reading], list[Problem]]:
    """Return what each dialect reads of a document, the best first, and the problems of the choices
    for that one.

    Without characters, there is only the problem.
    """
    page, converted = _page(data, path, content.languages)
    if page is None:
        return [], converted
    tried = list(readings(page, content, asked))
    best = chosen(tried)
    others = [reading for reading in tried if reading is not best]
    names = {reading.dialect for reading in tried}
    for dialect in DIALECTS if best.dialect and not asked.dialect else ():
        if dialect.name not in names:
            others += readings(page, content, asked._replace(dialect=dialect.name))
    return [best, *others], best.detection.problems


def _page(
    data: bytes, path: str, languages: Languages
) -> tuple[DocumentText | None, list[Problem]]:
    """Return the characters of a document, or None with the problem that says why it has none."""
    text, problems = conversion.to_text(data, path, languages)
    if text is None:
        return None, problems
    text, understood = layout.star_bullets(without_unseen(text), path)
    page, joined = layout.unwrap(DocumentText(text, path))
    problems += [*understood, *joined]
    return replace(page, problems=tuple(problems)), problems


class Reading(NamedTuple):
    """What one dialect reads of a page; the choice of a language or a dialect may have failed."""

    detection: Detection
    notes: ReleaseNotes | None = None
    """The notes without their source; None if there are none."""
    problems: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    """What the account of words says: an error for each line with words that are nowhere in the
    notes.
    """
    quality: Quality = Quality()

    @property
    def dialect(self) -> str:
        """The name of the dialect; empty if there is none."""
        choice = self.detection.dialect
        return choice.value.name if choice and choice.value else ""

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of cards, rulings and sections."""
        return (self.quality.cards, self.quality.rulings, self.quality.sections)


def readings(page: DocumentText, content: Content, asked: Overrides) -> Iterator[Reading]:
    """Yield a reading in each dialect that may fit, the likeliest first.

    After a sound reading, dialects without a mark on the page are not tried. If that reading's own
    marks are many, none is.
    """
    language = find_language(page, content.languages, asked.lang)
    if language.value is None:
        yield Reading(Detection(language))
        return
    words = Patterns(language.value, content.catalogue.keywords(language.value.lang))
    is_sound = False
    for dialect in find_dialects(page, asked.dialect):
        detection = Detection(language, dialect)
        if dialect.value is None:
            yield Reading(detection)
            return
        name = dialect.value.name
        likeness = next(mark.score for mark in dialect.evidence if mark.name == name)
        if is_sound and not likeness:
            return
        reading = _read(page, dialect.value, words, detection, content, asked.set_code)
        yield reading
        is_sound = is_sound or (reading.quality.score >= _SOUND and not reading.losses)
        if is_sound and likeness >= _LIKELY:
            return


def chosen(tried: Sequence[Reading]) -> Reading:
    """Return the best reading: the most entries with the fewest traces.

    Of equal ones, it is the likeliest.
    """
    return max(tried, key=lambda each: _rating(each, tried))


def rivals(tried: Sequence[Reading], best: Reading, path: str) -> Iterator[Problem]:
    """Yield a warning for each reading that has far more cards or rulings than the ``best`` one,
    and a review for each other one that is nearly as good and differs.
    """
    for each in tried:
        if each.notes is None or each.counts == best.counts:
            continue
        hint = f"--explain shows both, and --dialect {each.dialect} chooses the other"
        more = zip(each.counts[:2], best.counts[:2], strict=True)
        if any(other > _FAR * own for other, own in more):
            message = (
                f"the layout is read as {best.dialect}, with {best.quality.size}, but"
                f" {each.dialect} finds {each.quality.size}"
            )
            yield warning(Place(path), message, hint)
        elif _rating(best, tried) - _rating(each, tried) < _CLOSE:
            message = (
                f"the layout is read as {best.dialect}, but {each.dialect} fits nearly as well:"
                f" {each.quality.reason}"
            )
            yield review(Place(path), message, hint)


def _rating(reading: Reading, tried: Sequence[Reading]) -> float:
    """Return the quality of a reading, times the share of the cards and sections that it has of
    those that any has, and less if it has by far fewer rulings than a good one.

    It counts half if words are lost.
    """
    most = max(each.quality.entries for each in tried)
    share = reading.quality.entries / most if most else 1.0
    rulings = max(each.quality.rulings * each.quality.score for each in tried)
    share *= min(1.0, _FAR * reading.quality.rulings / rulings) if rulings else 1.0
    lost = any(each.is_error for each in reading.losses)
    return reading.quality.score * share * (_LOST if lost else 1.0)


def _read(
    page: DocumentText,
    dialect: Dialect,
    words: Patterns,
    detection: Detection,
    content: Content,
    set_code: str | None,
) -> Reading:
    """Return what a dialect reads of a page, of the set that is asked for or that the page names.

    The reading has no notes if nothing was found.
    """
    language = words.language
    printed = dialect.lines(page, words)
    if "{" not in page.text:
        printed = [replace(line, text=words.with_mana(line.text)) for line in printed]
    #  From here on, the words have the types of the page that the language file lacks.
    typed, words, repairs = mend_type_lines(printed, words)
    headed = join_heads(list(settle_labels(typed)), words)
    halves, repeated, unparted = part_halves(mark_leads(headed, words), words)
    lines, doubts = join_faces(halves, words)
    regions = outline([line for line in lines if line.text or not line.is_picture], words)
    choice = find_set(clues(page, regions, words), content.catalogue, set_code)
    detection = detection._replace(set_facts=choice)
    facts = choice.value or SetFacts(code="", names={})
    corrections = content.corrections.get((facts.code, language.lang), Corrections())
    layout = replace(
        dialect.layout,
        scored=not has_bullets(lines),
        settled=correction.settled(corrections),
    )
    reader = EntryReader(words, layout, facts.code)
    notes, misprinted = assembled(regions, reader, facts, page.path)
    if not notes.cards and not notes.sections:
        return Reading(detection, problems=(quality.nothing_found(page, language),))
    lacking = [] if notes.cards else [quality.no_card(notes, page, language)]
    notes, unmatched = correction.corrected(notes, corrections)
    reported = (
        *detection.problems,
        *repairs,
        *unparted,
        *quality.pictures(lines, words),
        *lacking,
        *unmatched,
        *misprinted,
        *doubts,
        *reader.doubts,
        *quality.supposed(regions),
        *quality.unread(notes),
        *quality.repairs(page, regions, words),
        *reader.repairs,
        *quality.older_symbol(notes, facts, page),
    )
    #  The pictures that are lines of their own and have no words, and the names that are printed
    # again above the halves of a card.
    apart = [
        *(line.text for line in (*repeated, *regions.metadata)),
        *(
            name
            for line in unfold(headed)
            if line.is_picture and not line.text
            for name in (*line.pictures, line.symbol)
        ),
    ]
    losses = tuple(accounting.missing(page, notes, [*page.problems, *reported], apart))
    return Reading(detection, notes, reported, losses, quality.quality(notes, page, words))


def assembled(
    regions: Outline, reader: EntryReader, facts: SetFacts, path: str
) -> tuple[ReleaseNotes, list[Problem]]:
    """Return the notes in the regions of a document, and the problems of its head; their source is
    not known here.

    Paragraphs between a part's heading and its first card are kept unread before that card's notes;
    a part without any card is kept as a section.
    """
    sections = reader.sections(regions.general)
    cards: list[CardEntry] = []
    for part, lines in regions.parts:
        entries, unread = reader.cards(part, lines)
        if entries:
            first, *others = entries
            cards += [replace(first, body=(*unread, *first.body)), *others]
        else:
            place = unread[0].place if unread else Place(path)
            sections.append(Section(title=part, kind="other", body=tuple(unread), place=place))
    preamble, footer = (
        tuple(parse(line.text) for line in lines) for lines in (regions.preamble, regions.footer)
    )
    broken = [not line.after_blank for line in regions.preamble]
    credit = [line.text for line in regions.footer if reader.words.is_credit(line.text)]
    heading = [*(text.source() for text in preamble), *credit]
    header = read_header(heading, reader.words.reading, [*broken, *(False for _ in credit)])
    lang = reader.words.language.lang
    notes = ReleaseNotes(
        set_code=facts.code,
        lang=lang,
        title=header.title or facts.names.get(lang) or facts.names.get("en", facts.code),
        kind=header.kind,
        source=Source(name="", sha256="", dialect=""),
        compiled_by=header.compiled_by,
        contributors=header.contributors,
        last_modified=header.last_modified,
        preamble=tuple(text for at, text in enumerate(preamble) if at != header.title_at),
        general_heading=regions.general_heading,
        sections=tuple(sections),
        cards=tuple(cards),
        footer=footer,
        place=Place(path, 1),
    )
    if not header.misprinted:
        return notes, []
    last = header.misprinted.split()[-1]
    places = (line.place for line in regions.preamble if last in line.text)
    place = next(places, notes.place)
    message = (
        f"the day of the last change, {header.misprinted}, does not exist: the document is taken"
        " to have no day"
    )
    hint = "correct the day in the document"
    return notes, [warning(place, message, hint)]
