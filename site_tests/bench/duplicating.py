"""Edits published rulings as documents differ from them, and measures which are found to be the
same.

The documents are made of a bulk file's rulings: RULEBINDER_BULK is its folder, with
``oracle-cards.json`` and ``rulings.json``.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rulebinder.joining.duplicates.kept_words import current_names
from rulebinder.joining.duplicates.same_rulings import same_rulings
from rulebinder.notes import Card, Face, Ruling
from rulebinder.text import parse
from site_tests.bench.setting import content, table
from site_tests.conftest import ROOT

SET = "dom"
_HELD = 0.7
"""The share of a card's rulings that its document has. The others are published alone."""

Edit = Callable[[str, Random], str]
Said = tuple[str, frozenset[int]]
"""A documented text, and the places of the published rulings that it has."""


@dataclass
class Outcome:
    """The pairs of a published and a documented ruling: all, found, and found wrongly."""

    texts: int = 0
    pairs: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)


def run() -> None:
    """Print a table for the set alone and for all cards."""
    folder = Path(os.environ.get("RULEBINDER_BULK") or ROOT.parent / "shared" / "bulk")
    if not folder.is_dir():
        return
    cards, rulings = _read(folder)
    for title, chosen in (
        (f"cards of {SET}", [card for card in cards if SET in card["sets"]]),
        ("a third of the other cards", [card for card in cards if SET not in card["sets"]][::3]),
    ):
        rows = []
        for name, edit in (*SAME.items(), *OTHER.items()):
            found = measured(
                [(_card(card), rulings[card["oracle_id"]]) for card in chosen], edit, Random(name)
            )
            joined = found.right + len(found.wrong)
            rows.append(
                (
                    name,
                    f"{found.texts}",
                    f"{found.pairs}",
                    f"{found.right}",
                    f"{len(found.wrong)}",
                    _share(found.right, found.pairs),
                    _share(found.right, joined),
                )
            )
            print(*found.wrong[: int(os.environ.get("RULEBINDER_SHOWN", "0"))], sep="\n")
        table(
            f"Same rulings, {title}",
            ("edit", "documented", "pairs", "found", "wrong", "recall %", "precision %"),
            rows,
        )


def _share(part: int, whole: int) -> str:
    """Return a share in percent; a dash if there is nothing to have a share of."""
    return f"{100 * part / whole:.2f}" if whole else "–"


def measured(
    cards: Sequence[tuple[Card, Sequence[str]]],
    edit: Callable[[list[Said], Random], list[Said]],
    random: Random,
) -> Outcome:
    """Return what is found after ``edit`` of each card's documented rulings."""
    terms, outcome = current_names(content().catalogue.eras), Outcome()
    for card, published in cards:
        alike = {
            text: [at for at, other in enumerate(published) if other == text] for text in published
        }
        held = [
            (published[at], frozenset(alike[published[at]]))
            for at in range(len(published))
            if random.random() < _HELD
        ]
        said = edit(list(dict.fromkeys(held)), random)
        documented = [Ruling(parse(text)) for text, _ in said]
        found = {
            (one, at)
            for one, places in same_rulings(published, documented, card, terms).items()
            for at in places
        }
        truth = {(one, at) for at, (text, origins) in enumerate(said) for one in origins}
        outcome.texts += len(said)
        outcome.pairs += len(truth)
        outcome.right += len(found & truth)
        outcome.wrong += [
            f"{card.name}\n  P {published[one]}\n  D {said[at][0]}"
            for one, at in sorted(found - truth)
        ]
    return outcome


def _read(folder: Path) -> tuple[list[Mapping[str, str]], Mapping[str, list[str]]]:
    rulings = defaultdict(list)
    for each in json.loads((folder / "rulings.json").read_text(encoding="utf-8")):
        rulings[each["oracle_id"]].append(each["comment"])
    cards = json.loads((folder / "oracle-cards.json").read_text(encoding="utf-8"))
    return [card for card in cards if card["oracle_id"] in rulings], rulings


def _card(card: Mapping[str, str]) -> Card:
    return Card(
        tuple(Face(name=name, type_line=card["type_line"]) for name in card["name"].split(" // "))
    )


def _each(*edits: Edit, times: int = 1) -> Callable[[list[Said], Random], list[Said]]:
    """Return an edit of all rulings, each with some of ``edits`` at random."""

    def changed(said: list[Said], random: Random) -> list[Said]:
        done = []
        for text, origins in said:
            new = text
            for _ in range(times):
                new = random.choice(edits)(new, random)
            done.append((new, origins))
        return done

    return changed


def _other(*edits: Edit) -> Callable[[list[Said], Random], list[Said]]:
    """Return an edit that makes each ruling another one; those that it cannot change are left
    out.
    """

    def changed(said: list[Said], random: Random) -> list[Said]:
        done = [(text, random.choice(edits)(text, random)) for text, _ in said]
        return [(new, frozenset()) for text, new in done if new != text]

    return changed


def _replaced(pattern: str, *new: str, every: bool = False) -> Edit:
    """Return an edit that replaces one match of ``pattern``, or all of them."""
    found = re.compile(pattern)

    def edit(text: str, random: Random) -> str:
        matches = list(found.finditer(text))
        if not every:
            matches = random.sample(matches, min(1, len(matches)))
        for match in reversed(matches):
            text = text[: match.start()] + match.expand(random.choice(new)) + text[match.end() :]
        return text

    return edit


def _merged(said: list[Said], random: Random) -> list[Said]:
    done: list[Said] = []
    for text, origins in said:
        if done and len(done[-1][1]) == 1 and random.random() < 0.5:
            done[-1] = (f"{done[-1][0]} {text}", done[-1][1] | origins)
        else:
            done.append((text, origins))
    return done


def _divided(said: list[Said], random: Random) -> list[Said]:
    done: list[Said] = []
    for text, origins in said:
        edges = [match.end() for match in re.finditer(r"[.!?][”\")]* (?=[A-Z“])", text)]
        at = random.choice(edges) if edges and len(origins) == 1 and random.random() < 0.7 else 0
        done += [(part.strip(), origins) for part in (text[:at], text[at:]) if part.strip()]
    return done


def _then(
    *steps: Callable[[list[Said], Random], list[Said]],
) -> Callable[[list[Said], Random], list[Said]]:
    def changed(said: list[Said], random: Random) -> list[Said]:
        for step in steps:
            said = step(said, random)
        return said

    return changed


def _inserted(*words: str) -> Edit:
    """Return an edit that puts one of ``words`` between two words of a text."""
    return _replaced(r"(?<=[a-z]) (?=[a-z])", *(f" {word} " for word in words))


TYPOGRAPHY = (
    _replaced("’", "'", every=True),
    _replaced("[“”]", '"', every=True),
    _replaced("—", "--", " – ", every=True),
    _replaced(" ", "\u00a0", "  "),
    _replaced(r"(?<=[a-z])-(?=[a-z])", "\u2011", " ", every=True),
    _replaced(r"\{([WUBRGC0-9])\}", r"\1", every=True),
    _replaced(r"\{T\}", "{Tap}", "{t}", every=True),
    _replaced(r"\.$", ". (2018-04-27)", ". [Rules Team 2018/04/27]", ". —Ada Reed"),
    _replaced(r"(?<=\w), ", " "),
)
WORDS = (
    _replaced(r"\b[Tt]he ", ""),
    _replaced(r"\bthe\b", "that", "a", "this"),
    _replaced(r"\ban? ", "", "the "),
    _replaced(r"\bthat\b", "which", "the", "this"),
    _inserted("also", "then", "still", "however,", "just", "simply", "normally", "actually"),
    _replaced("can’t", "cannot", "can not"),
    _replaced("(is|are|do|does|was|were)n’t", r"\1 not"),
    _replaced("won’t", "will not", "doesn’t"),
    _replaced("(it|that|you|they)’(ll)", r"\1 will"),
    _replaced("(it|that)’s", r"\1 is"),
    _replaced("you’re", "you are"),
    _replaced(r"\bmay\b", "can"),
    _replaced(r"\b[Aa]s\b", "when", "while"),
    _replaced(r"\btheir\b", "his or her"),
    _replaced(r"\bthey\b", "he or she", "that player"),
    _replaced(r"\btwo\b", "2"),
    _replaced(r"\bthree\b", "3"),
    _replaced(r"\b(of|to|for|in|on|at|with) ", "", r"\1 the "),
    _replaced(r"\bwill ", ""),
    _replaced(r"\binto\b", "in", "onto"),
    _replaced(r"\bbecause\b", "since", "as"),
    _replaced(r"\bIf\b", "Note that if"),
    _replaced(r"\band\b(?!/)", "and also"),
    _replaced(r"\beach\b", "every"),
    _replaced("enters the battlefield", "enters"),
    _replaced("converted mana cost", "mana value"),
)
SAME = {
    "none": _each(lambda text, _: text),
    "typography": _each(*TYPOGRAPHY, times=4),
    "one small word": _each(*WORDS, times=6),
    "small words": _each(*WORDS, times=25),
    "merged": _merged,
    "divided": _divided,
    "all": _then(_merged, _divided, _each(*TYPOGRAPHY, *WORDS, times=20)),
}
OTHER = {
    "negated": _other(
        _replaced("(can|is|do|does|are|was)n’t", r"\1"),
        _replaced("can’t", "can"),
        _replaced("won’t", "will"),
        _replaced(r"\b(will|is|are|can|may|was)\b", r"\1 not"),
    ),
    "number": _other(
        _replaced(r"\b([0-8])\b", "9"),
        _replaced(r"\b(one|two|three|four)\b", "seven"),
        _replaced(r"\bfirst\b", "second"),
        _replaced(r"\+(?=\d)", "-"),
        _replaced(r"\{\d\}", "{8}"),
    ),
    "player": _other(
        _replaced(r"\b[Yy]ou\b", "an opponent"),
        _replaced(r"\byour\b", "their", "an opponent’s"),
        _replaced(r"\bcontroller\b", "owner"),
        _replaced(r"\bowner\b", "controller"),
    ),
    "condition": _other(
        _replaced(r"\b[Ii]f\b", "unless", "only if"),
        _replaced(r"\bunless\b", "if"),
        _replaced(r"\bbefore\b", "after"),
        _replaced(r"\bafter\b", "before"),
        _replaced(r"\band\b", "or"),
        _replaced(r"\bor\b", "and"),
        _replaced(r"\bonly\b", ""),
        _replaced(r"\ball\b", "one of"),
        _replaced(r"\bwith\b", "without"),
    ),
    "tense": _other(
        _replaced(r"\b(is|are)\b", "was"),
        _replaced(r"\b(has|have)\b", "had"),
        _replaced(r"\bwill\b", "would"),
        _replaced(r"\battacks\b", "attacked"),
    ),
    "name": _other(
        _replaced(
            r"\b(creature|card|spell|artifact|land|permanent)\b", "Mire Lantern", "enchantment"
        ),
        _replaced(r"^[A-Z]\w+", "Mire Lantern"),
    ),
}
