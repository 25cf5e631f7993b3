"""Today's numbers of the rules in the five documents, found without content/rules.yml and compared
with it.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from rulebinder.joining import join
from rulebinder.joining.mentions.rule_numbers import with_rulebooks
from rulebinder.rulebook import storage
from rulebinder.rulebook.todays_rules import RuleToday
from site_tests.bench.setting import content, read, real_documents, remark, table


def run() -> None:
    """Print how many numbers are found, and how many of them are wrong.

    RULEBINDER_RULES names a folder of notes with editions.
    """
    books, _ = storage.load_all(Path(os.environ.get("RULEBINDER_RULES", ".")))
    if not books:
        remark(
            "Not measured: RULEBINDER_RULES names no folder of notes with stored editions of the"
            " rules."
        )
        return
    known = content()
    library, _ = join([read(path) for path in real_documents()], known.catalogue, known.languages)
    bare = replace(
        library, rules={number: replace(rule, today={}) for number, rule in library.rules.items()}
    )
    found = with_rulebooks(bare, books).rules
    rows = [
        (code, number, right.number, _verdict(right, found[number].today.get(code)))
        for number, rule in library.rules.items()
        for code, right in rule.today.items()
    ]
    counts = {
        each: sum(row[3] == each for row in rows)
        for each in ("right", "only the whole rule", "missed", "wrong")
    }
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    table(
        f"Today's numbers, {len(rows)} checked by hand: {summary}",
        ("set", "then", "now", "found"),
        rows,
    )


def _verdict(right: RuleToday, found: RuleToday | None) -> str:
    if found is None:
        return "missed"
    if (found.number, found.within) == (right.number, right.within):
        return "right"
    return (
        "only the whole rule" if found.within and right.number.startswith(found.number) else "wrong"
    )
