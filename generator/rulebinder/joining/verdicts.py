"""Verdicts on rulings: which ones hold, and which rulings may be wrong today and have none yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..facts.catalogue import Verdict
from ..ledger.numbers import Ledger, LedgerRecord, record_of
from ..library import Library
from ..problems import Problem, review


def holding(verdicts: Mapping[str, Verdict], ledgers: Mapping[str, Ledger]) -> dict[str, Verdict]:
    """Return the verdicts on rulings that still have the words about which was decided, in any
    language.

    A site whose ledger began with another document may have another ruling at the same number.
    """
    return {
        note_id: each
        for note_id, each in verdicts.items()
        if not is_of_other_words(each, record_of(ledgers, note_id))
    }


def is_of_other_words(verdict: Verdict, record: LedgerRecord | None) -> bool:
    """Return whether a ruling has other words than those about which was decided."""
    known = {wording.hash for wording in record.wordings.values()} if record else set()
    return bool(known) and verdict.hash is not None and verdict.hash not in known


def undecided(library: Library) -> Iterator[Problem]:
    """Yield each ruling without a verdict that has an outdated term, that rests on a rule that
    changed since, or that says the same as one with a verdict, with the reasons.
    """
    rulings = [(holder, note) for holder in library.holders() for note in holder.notes]
    decided: dict[tuple[str, str | None], str] = {
        (note.lang, note.family): note.id for _, note in rulings if note.verdict and note.family
    }
    for holder, note in rulings:
        same = decided.get((note.lang, note.family))
        terms = dict.fromkeys(old.term for old in note.outdated)
        why = [
            *(f"the term {term}" for term in terms),
            *(f"rule {number} changed" for number in library.amended.get(note.id, ())),
            *([f"it says the same as {same}, which has a verdict"] if same else []),
        ]
        if why and not note.verdict:
            said = library.wording(note.id, note.lang).hash
            hint = (
                f"decide in content/verdicts/{holder.set_code}.yml whether it is still"
                f" true, with `hash: {said}`"
            )
            yield review(note.place, f"{note.id} may be wrong today: {', '.join(why)}", hint)
