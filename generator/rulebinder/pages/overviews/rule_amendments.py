"""The changes between the two newest editions of the Comprehensive Rules, and the notes that use a
changed rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...library import Passage
from ...rulebook.comparing import RuleChange, RuleChangeKind
from ...rulebook.model import RULES_LANG, Rulebook
from ..edition import Edition, Phrase, Reference, View
from ..parts.references import references


def amended(edition: Edition, here: str) -> View | None:
    """Return the changes for the page ``here``; None if there are no two editions."""
    books, words = edition.library.rulebooks, edition.words
    if len(books) < 2:
        return None
    changes = edition.library.amendments[books[1].effective]
    kinds = (
        {
            "name": words[f"rule_changed_{kind}"],
            "count": words.number(len(found)),
            "changes": tuple(_view(edition, here, change, books[0], books[1]) for change in found),
        }
        for kind in RuleChangeKind
        if (found := [change for change in changes if change.kind is kind])
    )
    return {
        #  The days of both editions, in a sentence.
        "between": words.say(
            "audit_rules_between",
            before=words.date(books[1].effective),
            after=words.date(books[0].effective),
        ),
        "kinds": tuple(kinds),
        #  The notes that quote or cite a changed rule.
        "used": references(edition, here, _using(edition, changes, books[0])),
    }


def _view(
    edition: Edition, here: str, change: RuleChange, newer: Rulebook, older: Rulebook
) -> View:
    gone = change.kind is RuleChangeKind.GONE
    number = (
        Reference("", Phrase(change.number))
        if gone
        else edition.today_reference(here, change.number)
    )
    title = (older if gone else newer).title(change.number)
    before = change.before if change.kind is RuleChangeKind.MOVED else None
    return {
        "number": number,
        "title": Phrase(title, edition.mark(RULES_LANG)),
        "before": before,
    }


def _using(edition: Edition, changes: Sequence[RuleChange], newer: Rulebook) -> Iterator[Passage]:
    """Yield the passages that quote or cite a rule that changed or moved, or a rule with such a
    part; newest set first.
    """
    changed = {
        change.number
        for change in changes
        if change.kind in (RuleChangeKind.CHANGED, RuleChangeKind.MOVED)
    }
    changed |= {newer.heading(number) for number in changed}
    found: dict[Passage, None] = {}
    for rule in edition.library.rules.values():
        for passage in (*rule.quoted_in, *rule.cited_in):
            today = rule.today.get(passage.set_code)
            if today and today.number in changed:
                found[passage] = None
    order = {code: at for at, code in enumerate(edition.library.sets)}
    yield from sorted(found, key=lambda passage: order[passage.set_code])
