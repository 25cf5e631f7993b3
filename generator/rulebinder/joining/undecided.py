"""Rulings that may be wrong today, and on which nobody has decided yet."""

from __future__ import annotations

from collections.abc import Iterator

from ..library import Holder, Library, Note
from ..problems import Problem, review
from ..rulebook.comparing import RuleChangeKind
from ..rulebook.model import parents
from ..text import Dated
from .mentions.resting import rests_on


def undecided(library: Library) -> Iterator[Problem]:
    """Yield each ruling without a verdict that has an outdated term, or that rests on a rule that changed since, with the reasons."""
    changed = {each.number for each in library.rule_changes if each.kind is RuleChangeKind.CHANGED}
    changed |= {parents(number)[0] for number in changed if parents(number)}
    effective = library.rulebook.effective if library.rulebook else ""
    for document in library.documents():
        released = library.sets[document.notes.set_code].facts.released
        since = changed if released and released < effective else frozenset[str]()
        for holder in document.holders:
            for note in holder.notes:
                why = [] if note.verdict else [*_terms(note), *_rules(library, holder, note, since)]
                if why:
                    hint = f"decide in content/verdicts/{holder.set_code}.yml whether it is still true"
                    yield review(note.place, f"{note.id} may be wrong today: {', '.join(why)}", hint)


def _terms(note: Note) -> Iterator[str]:
    spans = (span for text in (note.text, *note.items) for span in text.walk())
    yield from (f"the term {span.term}" for span in spans if isinstance(span, Dated) and not span.trivial)


def _rules(library: Library, holder: Holder, note: Note, since: frozenset[str] | set[str]) -> Iterator[str]:
    yield from (f"rule {number} changed" for number in rests_on(library, holder, note) if number in since)
