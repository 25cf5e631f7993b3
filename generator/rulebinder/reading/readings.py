"""The readings of a page: what each dialect that may fit makes of it, and which of them is the
best.

The marks of a layout only decide which dialect is tried first. What came out decides which one is
kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..facts.catalogue import SetFacts
from ..facts.content import Content
from ..facts.corrections import AllCorrections, Corrections
from ..notes import ReleaseNotes
from ..problems import Place, Problem, review, warning
from . import correction
from .account import accounting, reports
from .assembly import assembled
from .choice.detection import Detection, Overrides, find_dialects, find_language, laid_out
from .choice.quality import NOTHING, Quality, quality
from .dialect import DocumentText
from .layout.card_pictures import problems_of
from .lines import has_bullets
from .parts.entries import EntryReader

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


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What one dialect reads of a page."""

    detection: Detection
    notes: ReleaseNotes | None = None
    """The notes without their source; None if there are none."""
    problems: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    """What the account of words says: an error for each line with words that are nowhere in the
    notes.
    """
    quality: Quality = NOTHING

    @property
    def dialect(self) -> str:
        """The name of the dialect; empty if there is none."""
        choice = self.detection.dialect
        return choice.value.name if choice and choice.value else ""

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of cards, rulings and sections."""
        return (self.quality.cards, self.quality.rulings, self.quality.sections)


def readings(
    page: DocumentText, content: Content, asked: Overrides, converted: Sequence[Problem] = ()
) -> Iterator[Reading]:
    """Yield a reading in each dialect that may fit, the likeliest first. ``converted`` are the
    problems of making the page.

    After a sound reading, dialects without a mark on the page are not tried. If that reading's own
    marks are many, none is.
    """
    language = find_language(page, content.languages, asked.lang)
    if language.value is None:
        yield _failed(Detection(language=language))
        return
    is_sound = False
    for dialect in find_dialects(page, asked.dialect):
        if dialect.value is None:
            yield _failed(Detection(language=language, dialect=dialect))
            return
        likeness = next(each.score for each in dialect.evidence if each.name == dialect.value.name)
        if is_sound and not likeness:
            return
        found = _read(
            laid_out(page, language, dialect, content.catalogue, asked.set_code),
            page,
            content.corrections,
            converted,
        )
        yield found
        is_sound = is_sound or (found.quality.score >= _SOUND and not found.losses)
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


def _failed(found: Detection) -> Reading:
    return Reading(detection=found, problems=tuple(found.problems))


def _read(
    found: Detection, page: DocumentText, corrections: AllCorrections, converted: Sequence[Problem]
) -> Reading:
    """Return the reading of the lines that a dialect found.

    It has no notes if nothing was found.
    """
    assert found.words is not None  # a dialect read it
    assert found.dialect is not None
    assert found.dialect.value is not None
    words, language = found.words, found.words.language
    facts = (
        found.set_facts.value
        if found.set_facts and found.set_facts.value
        else SetFacts(code="", names={})
    )
    own = corrections.get((facts.code, language.lang), Corrections())
    layout = replace(
        found.dialect.value.layout,
        scored=not has_bullets(found.lines),
        settled=correction.settled(own),
    )
    reader = EntryReader(words, page.path, layout)
    reader.doubts += found.doubts
    problems = [*found.problems, *found.repairs, *problems_of(found.lines, page.path, words)]
    notes, misprinted = assembled(found.regions, reader)
    set_name = facts.names.get(language.lang) or facts.names.get("en", facts.code)
    notes = replace(notes, set_code=facts.code, title=notes.title or set_name)
    if not notes.cards and not notes.sections:
        return Reading(detection=found, problems=(reports.nothing_found(page, language),))
    if not notes.cards:
        problems.append(reports.no_card(notes, page, language))
    notes, unmatched = correction.corrected(notes, own)
    doubtful = [
        *reports.doubtful(notes, reader.doubts),
        *reports.supposed(page, found.regions),
        *reports.unread(notes),
        *reports.repairs(page, found.regions, words),
        *reader.repairs,
        *reports.older_symbol(notes, facts, page),
    ]
    reported = (*problems, *unmatched, *misprinted, *doubtful)
    apart = (*found.left_out, *(line.text for line in found.regions.metadata))
    losses = tuple(accounting.missing(page, notes, [*converted, *reported], apart))
    return Reading(
        detection=found,
        notes=notes,
        problems=reported,
        losses=losses,
        quality=quality(notes, page, words),
    )
