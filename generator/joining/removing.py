"""Add the sets that the owner removed for good to the library, with the words that their rulings had in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.removals import Removal
from ..ledger.history import Earlier, History, grown
from ..ledger.numbers import Ledger
from ..ledger.removed import RemovedSet
from ..library import Library
from ..problems import Problem, error, warning


def with_removed(
    library: Library, catalogue: Catalogue, given: Mapping[str, Ledger], histories: Mapping[str, History]
) -> tuple[Library, list[Problem]]:
    """Return ``library`` with the sets that ``catalogue`` lists as removed, and the problems of that list.

    ``given`` are all ledgers, and ``histories`` have earlier words by set.
    """
    found = {code: _fault(code, removal, library, given) for code, removal in catalogue.removed.items()}
    removed = {
        code: _removed(catalogue, given[code], catalogue.removed[code].day, histories.get(code, History()))
        for code, fault in found.items()
        if fault is None
    }
    ledgers = {code: each.given.emptied(each.day) for code, each in removed.items()}
    earlier = {f"{code}/{key}": each for code in removed if code in histories for key, each in histories[code].earlier.items()}
    library = replace(library, removed=removed, ledgers={**library.ledgers, **ledgers}, earlier={**library.earlier, **earlier})
    return library, [fault for fault in found.values() if fault]


def _fault(code: str, removal: Removal, library: Library, given: Mapping[str, Ledger]) -> Problem | None:
    """Return the problem of a line of the list, because of which it is ignored."""
    if code in library.sets:
        message = f"the set {code!r} is listed as removed, but it has release notes"
        return warning(removal.place, message, "delete this line, or the release notes")
    if code not in given:
        message = f"the set {code!r} is listed as removed, but its ledger cannot be read, which has its addresses"
        return error(removal.place, message, f"take ledger/{code}.yml back from the history, or delete this line")
    return None


def _removed(catalogue: Catalogue, ledger: Ledger, day: str, history: History) -> RemovedSet:
    code = ledger.set_code
    facts = catalogue.sets.get(code, SetFacts(code=code, names={"en": code.upper()}))
    return RemovedSet(facts=facts, day=day, given=ledger, last=_last(ledger, day, history))


def _last(ledger: Ledger, day: str, history: History) -> Mapping[str, tuple[Earlier, ...]]:
    """Return the words of the rulings in the last build with their documents, by id."""
    found = grown(history, ledger, ledger.emptied(day), dict.fromkeys(ledger.langs, day))
    last = {key: tuple(each for each in words if each not in history.earlier.get(key, ())) for key, words in found.items()}
    return {f"{ledger.set_code}/{key}": words for key, words in last.items() if words}
