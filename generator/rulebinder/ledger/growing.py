"""Find out whether a new ledger says more than one that an older program wrote, and nothing else.

Newer programs add facts to ledgers: days, the numbers of rules, names of cards, other signatures.
No link depends on them.
"""

from __future__ import annotations

from dataclasses import replace

from .numbers import Ledger, LedgerEntry, LedgerRecord
from .signatures import Wording


def only_grew(given: Ledger, now: Ledger) -> bool:
    """Return whether ``now`` has the same entries, numbers and wordings as ``given``, so that it
    gives and changes no number.
    """
    entries = {
        key: _entry(given.entries[key], entry) if key in given.entries else entry
        for key, entry in now.entries.items()
    }
    rules = given.rules if set(given.rules) <= set(now.rules) else now.rules
    cards = given.cards if given.cards.keys() <= now.cards.keys() else now.cards
    alike = replace(now, entries=entries, rules=rules, cards=cards)
    return replace(alike, published=given.published, news=given.news) == given


def _entry(given: LedgerEntry, now: LedgerEntry) -> LedgerEntry:
    """Return the entry without what is new and derived in its records."""
    return replace(
        now, records=tuple(_record(given.record(each.number), each) for each in now.records)
    )


def _record(given: LedgerRecord | None, now: LedgerRecord) -> LedgerRecord:
    if given is None:
        return now
    wordings = {
        lang: _wording(given.wordings.get(lang), each) for lang, each in now.wordings.items()
    }
    return replace(now, wordings=wordings, seen=now.seen if given.seen else None)


def _wording(given: Wording | None, now: Wording) -> Wording:
    """Return the wording with the signature that was given.

    The signature only helps to find the ruling again when it is edited.
    """
    return replace(now, like=given.like, day=now.day if given.day else None) if given else now
