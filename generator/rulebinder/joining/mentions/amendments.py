"""The rules that got other words after a ruling was published, as far as the editions beside the
notes show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...library import Library
from ...rulebook.comparing import RuleChange, changes, wording
from ...rulebook.model import Rulebook, parents


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
