"""``--locked`` stops a build that changes or gives a number, and not one whose program adds facts
to the ledgers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulebinder.joining import persistence
from rulebinder.ledger import files as ledgers
from rulebinder.ledger.numbers import Ledger, LedgerRecord
from site_tests.builders import card, entry, face, joined, notes

SAID = ("The first lantern burns (see rule 702.9).", "Oil stays paid for.")
LANTERN = card(face("Mire Lantern", printed_name="Mire Lamtern"))
LIBRARY = joined(notes(entry(LANTERN, *SAID), last_modified="2031-02-20"))


def with_records(change: Callable[[LedgerRecord], LedgerRecord]) -> Ledger:
    ledger = LIBRARY.ledgers["lom"]
    entries = {
        key: replace(each, records=tuple(map(change, each.records)))
        for key, each in ledger.entries.items()
    }
    return replace(ledger, entries=entries)


def reworded(record: LedgerRecord, **changes: Any) -> LedgerRecord:
    return replace(
        record, wordings={lang: replace(each, **changes) for lang, each in record.wordings.items()}
    )


OLDER = {
    "no rules": replace(LIBRARY.ledgers["lom"], rules=()),
    "no names": replace(LIBRARY.ledgers["lom"], cards={}),
    "another signature": with_records(lambda each: reworded(each, like="")),
}
OTHER = {
    "another wording": with_records(lambda each: reworded(each, hash="0" * 16)),
    "another day": with_records(
        lambda each: replace(reworded(each, day="2030-01-01"), seen="2030-01-01")
    ),
    "a language less": with_records(lambda each: replace(each, wordings={}, retired="2031-02-20")),
    "a number less": joined(notes(entry("Mire Lantern", SAID[0]))).ledgers["lom"],
    "an entry more": joined(notes(entry("Mire Lantern", *SAID), entry("Bog", "Wet."))).ledgers[
        "lom"
    ],
    "a rule more": replace(LIBRARY.ledgers["lom"], rules=("702.9", "702.10")),
    "another name": replace(
        LIBRARY.ledgers["lom"],
        entries={
            key: each.rename("bog-lantern") for key, each in LIBRARY.ledgers["lom"].entries.items()
        },
    ),
}


@pytest.mark.parametrize(
    ("given", "stops"), [*((each, False) for each in OLDER), *((each, True) for each in OTHER)]
)
def test_only_another_number_or_wording_changes_a_ledger(given, stops, tmp_path):
    assert LIBRARY.ledgers["lom"].rules == ("702.9",)
    ledger = {**OLDER, **OTHER}[given]
    assert ledger != LIBRARY.ledgers["lom"]
    ledgers.save(ledger, tmp_path / "ledger")
    assert persistence.list_changed(LIBRARY, persistence.Folders(content=tmp_path)) == (
        [tmp_path / "ledger/lom.yml"] if stops else []
    )


def test_a_missing_ledger_lacks_its_numbers(tmp_path):
    assert persistence.list_changed(LIBRARY, persistence.Folders(content=tmp_path)) == [
        tmp_path / "ledger/lom.yml"
    ]
