"""What shows a mechanic best to readers of a language: the rulings that answer what players ask
about it, and a card that has it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..library import CardNotes, Holder, Library, LibraryMechanic, Note
from ..system import group_pairs
from ..text import Mention, level


def find_answers(
    library: Library, mechanic: LibraryMechanic, lang: str
) -> Iterator[tuple[str, Holder, Note]]:
    """Yield each question with the ruling that answers it, and its entry or section: a note of the
    newest set, or else a ruling on a card.

    A ruling that is wrong today answers nothing.
    """
    questions = mechanic.facts.questions.get(lang, {}) if mechanic.facts else {}
    if not questions:
        return
    sections = [section for section in mechanic.sections if section.lang == lang]
    holders: list[Holder] = [*sections, *_entries(library, mechanic, lang)]
    rulings = [
        (level(note.text.plain()), holder, note)
        for holder in holders
        for note in holder.notes
        if not (note.verdict and note.verdict.is_gone)
    ]
    for question, words in questions.items():
        if words:
            answers = (ruling for ruling in rulings if level(words) in ruling[0])
            for _, holder, note in itertools.islice(answers, 1):
                yield question, holder, note


def find_example(library: Library, mechanic: LibraryMechanic, lang: str) -> CardNotes | None:
    """Return the entry of a card that has the mechanic, by preference one of the newest set with
    many rulings on it; None if there is none.
    """
    slug = mechanic.slug
    sets = group_pairs(
        (entry.set_code, entry)
        for entry in _entries(library, mechanic, lang)
        if slug in entry.mechanics
    )
    newest = next((sets[code] for code in library.released_sets if code in sets), ())

    def rate(entry: CardNotes) -> tuple[int, str]:
        """Return how many rulings of an entry mention the mechanic, and its id."""
        mentioning = sum(
            any(
                isinstance(span, Mention) and span.target == slug
                for text in note.texts
                for span in text.walk()
            )
            for note in entry.notes
        )
        return mentioning, entry.id

    return max(newest, key=rate, default=None)


def _entries(library: Library, mechanic: LibraryMechanic, lang: str) -> list[CardNotes]:
    return [
        entry
        for slug in mechanic.cards
        for entry in library.cards[slug].notes
        if entry.lang == lang
    ]
