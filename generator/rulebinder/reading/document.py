"""Reading: a document's bytes become :class:`~rulebinder.notes.ReleaseNotes`.

A dialect says how a page is laid out and turns it into lines; the shared parts make entries of
them. The marks of a layout only decide which dialect is tried first. What came out decides which
one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..facts.catalogue import SetFacts
from ..facts.content import Content, Corrections
from ..facts.languages import Languages
from ..notes import CardEntry, ReleaseNotes, Section, Source
from ..problems import Place, Problem, WithProblems, review, warning
from ..system.files import sha256
from ..text import parse
from . import accounting, correction, layout, quality
from .detection import (
    NO_OVERRIDES,
    Detection,
    Overrides,
    find_clues,
    find_dialects,
    find_language,
    find_set,
)
from .dialect import Dialect, DocumentText, has_bullets, settle_labels
from .dialects import DIALECTS
from .formats import conversion
from .parts.entries import EntryReader
from .parts.faces import join_faces
from .parts.heads import join_heads, mark_leads, mend_type_lines, split_halves, unfold_heads
from .parts.outline import Outline, divide_regions
from .patterns import Patterns
from .quality import Quality
from .symbols import without_invisible

_SOUND_QUALITY = 0.95
"""The quality of a reading that leaves next to no trace of another layout."""
_LIKELY_DIALECT = 0.5
"""The likeness from which on a sound reading is kept without a look at what other dialects read."""
_LOSS_FACTOR = 0.5
"""What the rating of a reading that loses words is multiplied by."""
_FAR_MORE = 1.5
"""How many times as many cards or rulings are far more."""
_CLOSE_RATINGS = 0.05
"""Two readings whose ratings differ by less are close."""


def read(
    data: bytes, path: str, content: Content, overrides: Overrides = NO_OVERRIDES
) -> WithProblems[ReleaseNotes | None]:
    """Read a document.

    Problems name ``path``; its last part is a hint for set and language, which ``overrides``
    overrule. Returns None if nothing could be read, else the notes and the doubts about them. Never
    raises, however broken a document is.
    """
    page, problems = _read_page(data, path, content.languages)
    if page is None:
        return None, problems
    attempts = list(attempt_dialects(page, content, overrides))
    best = choose_best(attempts)
    if best.notes is None or not best.notes.set_code:
        reading_problems = best.problems if best.notes is None else ()
        return None, [*problems, *(reading_problems or best.detection.problems)]
    name = path.replace("\\", "/").rpartition("/")[2]
    source = Source(name=name, sha256=sha256(data), dialect=best.dialect)
    notes = replace(best.notes, source=source)
    return notes, [
        *problems,
        *best.problems,
        *quality.find_suspicions(notes, best.quality, content.languages),
        *find_rivals(attempts, best, path),
        *best.losses,
    ]


def explain(
    data: bytes, path: str, content: Content, overrides: Overrides
) -> WithProblems[list[Attempt]]:
    """Return what each dialect reads of a document, the best first, and the problems of the choices
    for the best one.

    A document without characters has no attempt, only the problem that says why.
    """
    page, problems = _read_page(data, path, content.languages)
    if page is None:
        return [], problems
    attempts = list(attempt_dialects(page, content, overrides))
    best = choose_best(attempts)
    others = [attempt for attempt in attempts if attempt is not best]
    names = {attempt.dialect for attempt in attempts}
    #  The dialects that reading does not try are shown, too.
    for dialect in DIALECTS if best.dialect and not overrides.dialect else ():
        if dialect.name not in names:
            others += attempt_dialects(page, content, overrides._replace(dialect=dialect.name))
    return [best, *others], best.detection.problems


def _read_page(data: bytes, path: str, languages: Languages) -> WithProblems[DocumentText | None]:
    """Return the characters of a document, or None with the problem that says why it has none."""
    text, problems = conversion.to_text(data, path, languages)
    if text is None:
        return None, problems
    text, understood = layout.star_bullets(without_invisible(text), path)
    page, joined = layout.unwrap(DocumentText(text, path))
    problems += [*understood, *joined]
    return replace(page, problems=tuple(problems)), problems


class Attempt(NamedTuple):
    """What one dialect reads of a page.

    There is only the detection if the choice of a language or a dialect failed.
    """

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


def attempt_dialects(
    page: DocumentText, content: Content, overrides: Overrides
) -> Iterator[Attempt]:
    """Yield what each dialect that may fit reads of a page, the likeliest first.

    After a sound attempt, dialects to which the page has no likeness are not tried; if the sound
    one is likely itself, no others are.
    """
    language = find_language(page, content.languages, overrides.lang)
    if language.value is None:
        yield Attempt(Detection(language))
        return
    words = Patterns(language.value, content.catalogue.keywords(language.value.lang))
    is_sound = False
    for dialect in find_dialects(page, overrides.dialect):
        detection = Detection(language, dialect)
        if dialect.value is None:
            yield Attempt(detection)
            return
        name = dialect.value.name
        likeness = next(mark.score for mark in dialect.candidates if mark.name == name)
        if is_sound and not likeness:
            return
        attempt = _try_dialect(page, dialect.value, words, detection, content, overrides.set_code)
        yield attempt
        is_sound = is_sound or (attempt.quality.score >= _SOUND_QUALITY and not attempt.losses)
        if is_sound and likeness >= _LIKELY_DIALECT:
            return


def choose_best(attempts: Sequence[Attempt]) -> Attempt:
    """Return the attempt with the highest rating; of equal ones the first, which is the
    likeliest.
    """
    return max(attempts, key=lambda attempt: rate_attempt(attempt, attempts))


def find_rivals(attempts: Sequence[Attempt], best: Attempt, path: str) -> Iterator[Problem]:
    """Yield a warning for each attempt that has far more cards or rulings than the ``best`` one,
    and a review for each other one that is nearly as good and differs.
    """
    for attempt in attempts:
        if attempt.notes is None or attempt.quality.size == best.quality.size:
            continue
        hint = f"--explain shows both, and --dialect {attempt.dialect} chooses the other"
        has_more_cards = attempt.quality.cards > _FAR_MORE * best.quality.cards
        if has_more_cards or attempt.quality.rulings > _FAR_MORE * best.quality.rulings:
            message = (
                f"the layout is read as {best.dialect}, with {best.quality.size}, but"
                f" {attempt.dialect} finds {attempt.quality.size}"
            )
            yield warning(Place(path), message, hint)
        elif rate_attempt(best, attempts) - rate_attempt(attempt, attempts) < _CLOSE_RATINGS:
            message = (
                f"the layout is read as {best.dialect}, but {attempt.dialect} fits nearly as well:"
                f" {attempt.quality.reason}"
            )
            yield review(Place(path), message, hint)


def rate_attempt(attempt: Attempt, attempts: Sequence[Attempt]) -> float:
    """Return the rating of an attempt among all ``attempts``, from 0 to 1.

    It is the quality, times the share of the most cards and sections that an attempt has, less if
    another one of good quality has far more rulings, and half if words are lost.
    """
    most_entries = max(other.quality.entries for other in attempts)
    share = attempt.quality.entries / most_entries if most_entries else 1.0
    most_rulings = max(other.quality.rulings * other.quality.score for other in attempts)
    share *= min(1.0, _FAR_MORE * attempt.quality.rulings / most_rulings) if most_rulings else 1.0
    has_losses = any(loss.is_error for loss in attempt.losses)
    return attempt.quality.score * share * (_LOSS_FACTOR if has_losses else 1.0)


def _try_dialect(
    page: DocumentText,
    dialect: Dialect,
    words: Patterns,
    detection: Detection,
    content: Content,
    set_code: str | None,
) -> Attempt:
    """Return what a dialect reads of a page.

    ``set_code`` is the set that is asked for; None if the page decides. The attempt has no notes if
    it finds neither a card nor a section.
    """
    language = words.language
    printed = dialect.lines(page, words)
    if "{" not in page.text:
        printed = [replace(line, text=words.brace_bare_mana(line.text)) for line in printed]
    #  From here on, the words have the types of the page that the language file lacks.
    dashed, words, repairs = mend_type_lines(printed, words)
    halved, repeated, undivided = split_halves(list(settle_labels(dashed)), words)
    with_heads = mark_leads(join_heads(halved, words), words)
    lines, doubts = join_faces(with_heads, words)
    regions = divide_regions([line for line in lines if line.text or not line.is_picture], words)
    set_choice = find_set(find_clues(page, regions, words), content.catalogue, set_code)
    detection = detection._replace(set_facts=set_choice)
    #  The notes of an unknown set are rated all the same.
    facts = set_choice.value or SetFacts(code="", names={})
    corrections = content.corrections.get((facts.code, language.lang), Corrections())
    layout = replace(
        dialect.layout,
        needs_scores=not has_bullets(lines),
        rules_counts=correction.count_rules_paragraphs(corrections),
    )
    reader = EntryReader(words, layout, facts.code)
    notes, misprinted = _assemble_notes(regions, reader, facts, page.path)
    missing = tuple(quality.report_missing_entries(notes, page, language))
    if not notes.cards and not notes.sections:
        return Attempt(detection, problems=missing)
    notes, unmatched = correction.apply(notes, corrections)
    reported = (
        *detection.problems,
        *repairs,
        *undivided,
        *quality.find_unknown_pictures(lines, words),
        *missing,
        *unmatched,
        *misprinted,
        *doubts,
        *reader.doubts,
        *quality.find_supposed_heading(regions),
        *quality.find_unread(notes),
        *quality.list_repairs(page, regions, words),
        *reader.repairs,
        *quality.find_older_symbol(notes, facts, page),
    )
    #  The words of the page that are not in the notes: names that are printed again above the
    # halves of a card, lines about the page, and the names of pictures without words.
    elsewhere = [
        *(line.text for line in (*repeated, *regions.metadata)),
        *(
            name
            for line in unfold_heads(with_heads)
            if line.is_picture and not line.text
            for name in (*line.pictures, line.symbol)
        ),
    ]
    losses = tuple(accounting.find_losses(page, notes, [*page.problems, *reported], elsewhere))
    return Attempt(detection, notes, reported, losses, quality.rate_notes(notes, page, words))


def _assemble_notes(
    regions: Outline, reader: EntryReader, facts: SetFacts, path: str
) -> WithProblems[ReleaseNotes]:
    """Return the notes in the regions of a document, still without their source, and the problems
    of its head.

    Paragraphs between a part's heading and its first card are kept unread before that card's notes;
    a part without any card is kept as a section.
    """
    sections = reader.read_sections(regions.general)
    cards: list[CardEntry] = []
    for part, lines in regions.parts:
        entries, unread = reader.read_cards(part, lines)
        if entries:
            entries[0] = replace(entries[0], body=(*unread, *entries[0].body))
            cards += entries
        else:
            place = unread[0].place if unread else Place(path)
            sections.append(Section(title=part, kind="other", body=tuple(unread), place=place))
    preamble, footer = (
        tuple(parse(line.text) for line in lines) for lines in (regions.preamble, regions.footer)
    )
    header, lang = regions.header, reader.words.language.lang
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
    last_word = header.misprinted.split()[-1]  # the day may be on two lines
    places = (line.place for line in regions.preamble if last_word in line.text)
    place = next(places, notes.place)
    message = (
        f"the day of the last change, {header.misprinted}, does not exist: the document is taken"
        " to have no day"
    )
    hint = "correct the day in the document"
    return notes, [warning(place, message, hint)]
