"""``--locked`` stops a build that changes or gives a number, and not one whose program adds facts
to the ledgers.
"""

from dataclasses import replace

import pytest

from rulebinder.joining import persistence
from rulebinder.ledger import files
from site_tests.builders import card, entry, face, joined, notes

SAID = ("The first lantern burns (see rule 702.9).", "Oil stays paid for.")
LANTERN = card(face("Mire Lantern", printed_name="Mire Lamtern"))
LIBRARY = joined(notes(entry(LANTERN, *SAID), last_modified="2031-02-20"))
LEDGER = LIBRARY.ledgers["lom"]


def with_records(wording=None, **fields):
    """Return the ledger with other values in each record, and in each wording of it."""

    def changed(record):
        wordings = {
            lang: replace(words, **(wording or {})) for lang, words in record.wordings.items()
        }
        return replace(record, **{"wordings": wordings, **fields})

    entries = {
        key: replace(each, records=tuple(map(changed, each.records)))
        for key, each in LEDGER.entries.items()
    }
    return replace(LEDGER, entries=entries)


OLDER = [replace(LEDGER, rules=()), replace(LEDGER, cards={}), with_records({"like": ""})]
OTHER = [
    with_records({"hash": "0" * 16}),
    with_records({"day": "2030-01-01"}, seen="2030-01-01"),
    with_records(wordings={}, retired="2031-02-20"),
    joined(notes(entry("Mire Lantern", SAID[0]))).ledgers["lom"],
    joined(notes(entry("Mire Lantern", *SAID), entry("Bog", "Wet."))).ledgers["lom"],
    replace(LEDGER, rules=("702.9", "702.10")),
    replace(LEDGER, entries={key: each.rename("bog") for key, each in LEDGER.entries.items()}),
]


@pytest.mark.parametrize(
    ("ledger", "stops"), [*((each, False) for each in OLDER), *((each, True) for each in OTHER)]
)
def test_only_another_number_or_wording_changes_a_ledger(ledger, stops, tmp_path):
    assert LEDGER.rules == ("702.9",)
    assert ledger != LEDGER
    folders, file = persistence.Folders(content=tmp_path), tmp_path / "ledger/lom.yml"
    assert persistence.list_changed_ledgers(LIBRARY, folders) == [file]
    files.save(ledger, tmp_path / "ledger")
    assert persistence.list_changed_ledgers(LIBRARY, folders) == ([file] if stops else [])
