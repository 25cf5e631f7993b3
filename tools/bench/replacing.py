"""Edits whole documents heavily. Measures how often an id moves to an unrelated ruling, and how
often a reworded ruling loses its id.
"""

from __future__ import annotations

import difflib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import Ledger, LedgerTexts, update
from rulebinder.notes import ReleaseNotes, Ruling

from .setting import examples, read, real_documents, table

EDITS = ("replace", "replace", "swap", "split", "merge", "move", "reword half", "replace all")
ROUNDS = 9
EVERY = 3
"""Each round edits one card in this number."""
RELATED = 0.5
"""Two texts with this share of common words in order are related."""


@dataclass(frozen=True)
class Said:
    """A ruling, and the names of the rulings that it was made from."""

    text: str
    origins: frozenset[int]


@dataclass
class Outcome:
    """The effects of the edits on one document."""

    edits: Counter[str] = field(default_factory=Counter)
    unrelated: Counter[str] = field(default_factory=Counter)
    """Old ids that moved to texts with nothing of the old one, by the edit of their card."""
    reworded: int = 0
    lost: int = 0


def run() -> None:
    """Print the table of the documents: the real ones, or else the examples."""
    documents = [read(path) for path in real_documents() or examples()]
    spoken: dict[str, list[str]] = {}
    for document in documents:
        spoken.setdefault(document.lang, []).extend(
            text for texts in cards(document) for text in texts
        )
    rows = []
    for document in documents:
        found = replaced(cards(document), document.lang, spoken[document.lang], 4)
        edits, unrelated = sum(found.edits.values()), sum(found.unrelated.values())
        by_edit = ", ".join(f"{edit} {number}" for edit, number in sorted(found.unrelated.items()))
        rows.append(
            (
                document.source.name,
                f"{edits}",
                f"{unrelated}",
                by_edit,
                f"{found.lost} of {found.reworded}",
            )
        )
    heads = ("document", "edits", "ids at unrelated texts", "by", "half reworded, id lost")
    table("Hard edits of whole documents", heads, rows)


def cards(document: ReleaseNotes) -> list[tuple[str, ...]]:
    """Return the rulings of each card that has any."""
    return [tuple(map(_source, entry.rulings)) for entry in document.cards if entry.rulings]


def replaced(
    entries: Sequence[Sequence[str]], lang: str, spoken: Sequence[str], seed: int
) -> Outcome:
    """In each of nine rounds, edit every third card of a document, and check whose ids its texts
    have afterwards.

    ``spoken`` are texts in the same language, from which new rulings and words are taken.
    """
    pick, outcome, names = random.Random(seed), Outcome(), count()
    before = [[Said(text, frozenset({next(names)})) for text in texts] for texts in entries]
    texts = [
        LedgerTexts(slug=f"card-{at}", texts=tuple(wording(each.text) for each in said))
        for at, said in enumerate(before)
    ]
    ledger, given = update(Ledger("hol"), lang, texts, "2026-01-02")
    owners = {
        (each.key, number): said[at]
        for each, said in zip(given, before, strict=True)
        for at, number in enumerate(each.numbers)
    }
    for _ in range(ROUNDS):
        now, edited = [list(said) for said in before], {}
        for at in pick.sample(range(len(now)), len(now) // EVERY):
            edited[f"card-{at}"] = _edit(now, at, spoken, pick)
        texts = [
            LedgerTexts(slug=f"card-{at}", texts=tuple(wording(each.text) for each in said))
            for at, said in enumerate(now)
        ]
        _, after = update(ledger, lang, texts, "2026-03-04")
        outcome.edits.update(edited.values())
        for each, said in zip(after, now, strict=True):
            _look(
                outcome,
                edited.get(each.key, "none"),
                {(each.key, n): one for n, one in zip(each.numbers, said, strict=True)},
                owners,
            )
    return outcome


def _look(
    outcome: Outcome,
    edit: str,
    now: Mapping[tuple[str, int], Said],
    owners: Mapping[tuple[str, int], Said],
) -> None:
    """Compare the ids of one card with the ids before the edit."""
    for note_id, said in now.items():
        owner = owners.get(note_id)
        if owner and not owner.origins & said.origins and _common(owner.text, said.text) < RELATED:
            outcome.unrelated[edit] += 1
        if edit == "reword half" and said.text not in {
            each.text for each in owners.values() if each.origins & said.origins
        }:
            outcome.reworded += 1
            outcome.lost += owner is None


def _edit(now: list[list[Said]], at: int, spoken: Sequence[str], pick: random.Random) -> str:
    """Edit one card.

    Return the edit: ``replace`` if the card is too small for the edit that was drawn.
    """
    said, edit = now[at], pick.choice(EDITS)
    place = pick.randrange(len(said)) if said else 0
    words = said[place].text.split() if said else []
    match edit:
        case "swap" if len(said) > 1:
            said[0], said[-1] = said[-1], said[0]
        case "split" if len(words) > 12:
            halves = (words[: len(words) // 2], words[len(words) // 2 :])
            said[place : place + 1] = [Said(" ".join(half), said[place].origins) for half in halves]
        case "merge" if place + 1 < len(said):
            one, other = said[place : place + 2]
            said[place : place + 2] = [
                Said(f"{one.text} {other.text}", one.origins | other.origins)
            ]
        case "move" if len(said) > 1:
            now[(at + 1) % len(now)].append(said.pop(place))
        case "reword half" if said:
            for each in pick.sample(range(len(words)), max(1, len(words) // 2)):
                words[each] = pick.choice(pick.choice(spoken).split())
            said[place] = Said(" ".join(words), said[place].origins)
        case "replace all":
            said[:] = [_new(spoken, pick) for _ in said]
        case _:
            said[place : place + 1] = [_new(spoken, pick)]
            edit = "replace"
    return edit


def _new(spoken: Sequence[str], pick: random.Random) -> Said:
    return Said(pick.choice(spoken), frozenset())


def _common(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def _source(ruling: Ruling) -> str:
    return "\n".join(text.source() for text in (ruling.text, *ruling.items))
