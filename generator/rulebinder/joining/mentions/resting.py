"""The rules of today that a ruling rests on: those that it cites, those of the mechanics that it is about, and that of its verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...library import Holder, Library, LibraryMechanic, Note, Passage, SectionNotes
from ...rulebook.model import RULES_LANG, named, order, parents
from ...text import Mention

_ABILITY_WORD = "ability-word"
"""The kind of mechanics that no rule describes."""


def todays_rule(library: Library, mechanic: LibraryMechanic) -> str | None:
    """Return the number of a mechanic's rule, as today's edition has it if there is one."""
    number, book = mechanic.facts.rule if mechanic.facts else None, library.rulebook
    if number is None or book is None:
        return number
    return named(book, number, mechanic.facts.all_forms(RULES_LANG) if mechanic.facts else ()) or number


def rests_on(library: Library, holder: Holder, note: Note) -> tuple[str, ...]:
    """Return today's numbers of the rules that a ruling of ``holder`` rests on, in their order. A cited number of which nobody
    knows today's is left out.
    """
    return tuple(sorted(set(_found(library, holder, note)), key=order))


def _found(library: Library, holder: Holder, note: Note) -> Iterator[str]:
    slugs = dict.fromkeys(holder.mechanics if isinstance(holder, SectionNotes) else ())
    for span in (span for text in (note.text, *note.items) for span in text.walk()):
        if isinstance(span, Mention) and span.kind == "mechanic":
            slugs[span.target] = None
        elif isinstance(span, Mention) and span.kind == "rule":
            known = library.rules.get(span.target)
            today = known.today.get(holder.set_code) if known else None
            yield from [today.number] if today else ()
    mechanics = (library.mechanics[slug] for slug in slugs if slug in library.mechanics)
    described = (each for each in mechanics if each.facts and each.facts.kind != _ABILITY_WORD)
    yield from filter(None, (todays_rule(library, each) for each in described))
    yield from [note.verdict.rule] if note.verdict else ()


def page_of(library: Library, number: str) -> str:
    """Return the rule on whose page a rule is listed: the nearest one with a title, or the whole rule if there is no edition."""
    book = library.rulebook
    if book and number in book.rules:
        return book.heading(number)
    return parents(number)[0] if number[-1].isalpha() else number


def resting(library: Library) -> dict[str, list[Passage]]:
    """Return the rulings that rest on each rule that has a page, newest set first."""
    found: dict[str, list[Passage]] = defaultdict(list)
    for document in library.documents():
        for holder in document.holders:
            for note in holder.notes:
                passage = Passage(
                    kind="note",
                    entry=holder.id,
                    part=str(note.number),
                    set_code=holder.set_code,
                    lang=holder.lang,
                    card=holder.card,
                )
                for number in dict.fromkeys(page_of(library, each) for each in rests_on(library, holder, note)):
                    found[number].append(passage)
    return found
