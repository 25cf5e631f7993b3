"""Add the sets that the owner removed for good to the library, with the words that their rulings
had in the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..facts.catalogue import Catalogue, Removal, SetFacts
from ..facts.languages import Languages, day_facts
from ..ledger.history import EarlierWords, History, grown
from ..ledger.numbers import Ledger
from ..library import Library, RemovedSet
from ..notes import is_day
from ..problems import Problem, error, warning
from .alignment.permanent_numbers import moved, published


def with_removed(
    library: Library,
    catalogue: Catalogue,
    given: Mapping[str, Ledger],
    histories: Mapping[str, History],
    languages: Languages | None = None,
) -> tuple[Library, list[Problem]]:
    """Return ``library`` with the sets and languages that ``catalogue`` lists as removed, and the
    problems of that list.

    ``given`` are all ledgers, and ``histories`` have earlier words by set. If a bulk file has no
    ruling of a day any more, the day is removed, too. It is named in the ``languages``.
    """
    listed = catalogue.removed
    faults = {key: _fault(key, removal, library, given) for key, removal in listed.items()}
    right = _dropped(library, given) | {
        key: listed[key].day for key, fault in faults.items() if fault is None
    }
    none = History()
    removed = {
        code: RemovedSet(
            facts=catalogue.sets.get(code)
            or (
                day_facts(code, languages or {})
                if is_day(code)
                else SetFacts(code=code, names={"en": code.upper()})
            ),
            day=day,
            given=given[code],
            last=_last(given[code], day, histories.get(code, none)),
        )
        for code, day in right.items()
        if "." not in code
    }
    langs: dict[str, tuple[str, ...]] = {}
    for code, _, lang in (key.partition(".") for key in right if "." in key):
        langs[code] = (*langs.get(code, ()), lang)
    given_then = {code: each.given for code, each in removed.items()}
    ledgers = {
        **library.ledgers,
        **{code: each.given.emptied(each.day) for code, each in removed.items()},
    }
    lost = published(given_then, {})
    ledgers = moved(ledgers, lost, published(library.ledgers, {})) if lost else ledgers
    earlier = {
        f"{code}/{key}": each
        for code in removed
        for key, each in histories.get(code, none).earlier.items()
    }
    library = replace(
        library,
        removed=removed,
        former_langs=langs,
        ledgers=ledgers,
        earlier={**library.earlier, **earlier},
    )
    return library, [fault for fault in faults.values() if fault]


def _dropped(library: Library, given: Mapping[str, Ledger]) -> dict[str, str]:
    """Return the days of which the library has no published rulings any more, each with the newest
    day that it has.

    Without any published rulings, the bulk files may just be missing.
    """
    newest = next(filter(is_day, library.sets), None)
    return (
        {code: newest for code in given if is_day(code) and code not in library.sets}
        if newest
        else {}
    )


def _fault(
    key: str, removal: Removal, library: Library, given: Mapping[str, Ledger]
) -> Problem | None:
    """Return the problem of a line of the list, because of which it is ignored."""
    code, _, lang = key.partition(".")
    documents = library.sets[code].documents if code in library.sets else None
    if documents is not None and (not lang or lang in documents):
        message = f"{key!r} is listed as removed, but it has release notes"
        return warning(removal.place, message, "delete this line, or the release notes")
    if code not in given:
        message = (
            f"{key!r} is listed as removed, but its ledger cannot be read, which has its addresses"
        )
        return error(
            removal.place,
            message,
            f"take ledger/{code}.yml back from the history, or delete this line",
        )
    if lang and documents is None:
        return warning(
            removal.place,
            f"{key!r} is listed as removed, but its set has no other documents",
            f"write {code!r}",
        )
    return None


def _last(ledger: Ledger, day: str, history: History) -> Mapping[str, tuple[EarlierWords, ...]]:
    """Return the words of the rulings in the last build with their documents, by id."""
    found = grown(history, ledger, ledger.emptied(day), dict.fromkeys(ledger.langs, day))
    last = {
        key: tuple(each for each in words if each not in history.earlier.get(key, ()))
        for key, words in found.items()
    }
    return {f"{ledger.set_code}/{key}": words for key, words in last.items() if words}
