"""The rules of today that a ruling rests on: those that it cites, those of its mechanics and words,
and that of its verdict; and which of them got other words after the ruling was published, as far as
the editions beside the notes show it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...library import Holder, Library, LibraryMechanic, Note, Passage, SectionNotes
from ...rulebook.comparing import RuleChange, changes, wording
from ...rulebook.model import RULES_LANG, Rulebook, named, order, parents
from ...system.grouping import grouped
from ..phrases import Phrases
from .passages import passage_of

_ABILITY_WORD = "ability-word"
"""The kind of mechanics that no rule describes."""


def todays_rule(library: Library, mechanic: LibraryMechanic) -> str | None:
    """Return the number of a mechanic's rule, as today's edition has it if there is one."""
    facts, book = mechanic.facts, library.rulebook
    if facts is None or facts.rule is None or book is None:
        return facts.rule if facts else None
    return named(book, facts.rule, facts.all_forms(RULES_LANG)) or facts.rule


def with_rests(library: Library) -> Library:
    """Return the library with the rules of today that each ruling rests on, in all languages
    together.

    A cited number of which nobody knows today's is left out.
    """
    library = replace(library, rests_on=_rests_on(library))
    return replace(library, resting=_resting(library))


def _rests_on(library: Library) -> dict[str, tuple[str, ...]]:
    terms = {
        lang: Phrases(
            (word, number)
            for number, words in library.rule_terms.items()
            for word in words.get(lang, ())
        )
        for lang in {lang for words in library.rule_terms.values() for lang in words}
    }
    rule_of = {
        slug: todays_rule(library, each)
        for slug, each in library.mechanics.items()
        if each.facts is not None and each.facts.kind != _ABILITY_WORD
    }
    found: dict[str, set[str]] = defaultdict(set)
    for holder in library.holders():
        words = terms.get(holder.lang)
        for note in holder.notes:
            found[note.id].update(_numbers(library, rule_of, holder, note))
            if words:
                hits = (hit for text in note.texts for hit in words.hits(text.plain()))
                found[note.id].update(hit.meaning for hit in hits)
    return {note_id: tuple(sorted(each, key=order)) for note_id, each in found.items() if each}


def _numbers(
    library: Library, rule_of: Mapping[str, str | None], holder: Holder, note: Note
) -> Iterator[str]:
    """Yield the rules of the mechanics of a ruling, the rules that it cites, and that of its
    verdict.
    """
    slugs = set(holder.mechanics if isinstance(holder, SectionNotes) else ())
    for text in note.texts:
        slugs.update(text.mentioned("mechanic"))
        for number in text.mentioned("rule"):
            today = library.rule_today(number, holder.set_code)
            yield from [today.number] if today else ()
    yield from filter(None, (rule_of.get(slug) for slug in slugs))
    yield from [note.verdict.rule] if note.verdict else ()


def page_of(library: Library, number: str) -> str:
    """Return the rule on whose page a rule is read: the nearest one with a title, or the whole rule
    if there is no edition.
    """
    book = library.rulebook
    return book.heading(number) if book and number in book.rules else _whole(number)


def _whole(number: str) -> str:
    """Return the rule to which a part with a letter belongs: ``608.2`` of ``608.2b``."""
    return parents(number)[0] if number[-1].isalpha() else number


def _resting(library: Library) -> dict[str, list[Passage]]:
    """Return the rulings on the page of each rule.

    A whole rule has one even if an edition has no title for it: it had one before there was an
    edition.
    """
    return grouped(
        (number, passage_of(holder, "note", str(note.number)))
        for holder in library.holders()
        for note in holder.notes
        for number in dict.fromkeys(
            page
            for each in library.rests_on.get(note.id, ())
            for page in (page_of(library, each), _whole(each))
        )
    )


def with_amendments(library: Library, same: Mapping[str, Sequence[str]]) -> Library:
    """Return the library with the changes of the rules, and with the changed rules of each ruling.

    ``same`` has groups of wordings, by their hashes, that say the same: a change from one to
    another is none to a ruling.
    """
    books = library.rulebooks
    if len(books) < 2:
        return library
    followed = {code: _followed_by(library, code) for code in library.sets}
    compared = {book.effective: book for book in (books[1], *filter(None, followed.values()))}
    days = sorted(compared, reverse=True)
    library = replace(library, amendments={day: changes(compared[day], books[0]) for day in days})
    reworded_since = {
        day: frozenset(_reworded(compared[day], books[0], found, same))
        for day, found in library.amendments.items()
    }
    since = {code: reworded_since[book.effective] for code, book in followed.items() if book}
    amended: dict[str, tuple[str, ...]] = {}
    for note_id, numbers in library.rests_on.items():
        words = since.get(note_id.partition("/")[0], frozenset())
        found = dict.fromkeys(
            each for number in numbers for each in _changed(library, number, words)
        )
        if found:
            amended[note_id] = tuple(found)
    return replace(library, amended=amended)


def _followed_by(library: Library, code: str) -> Rulebook | None:
    """Return the first edition that is not older than a set. None if only the newest one isn't, or
    if the set has no day.

    Whatever changed after that edition also changed after the rulings of the set. What changed
    before it may be older than them.
    """
    released = library.sets[code].facts.released
    books = (
        book for book in reversed(library.rulebooks[1:]) if released and book.effective >= released
    )
    return next(books, None)


def _reworded(
    older: Rulebook, newer: Rulebook, found: Iterable[RuleChange], same: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield the rules of the newer edition that got other words, unless these say the same."""
    group_of = {each: number for number, hashes in same.items() for each in hashes}
    for change in found:
        if change.reworded and change.before:
            before, after = wording(older.rules[change.before]), wording(newer.rules[change.number])
            if before not in group_of or group_of[before] != group_of.get(after):
                yield change.number


def _changed(library: Library, number: str, reworded: frozenset[str]) -> Iterator[str]:
    """Yield the rule if it changed. Of one that is only a title, such as a keyword, yield the parts
    that did.

    A chapter is too much to say anything of a ruling.
    """
    if number in reworded:
        yield number
    book = library.rulebook
    if book and number in book.rules and book.rules[number].title and parents(number):
        yield from (each for each in book.children.get(number, ()) if each in reworded)
