"""Measures how often the boundary between rules text and rulings is right, and fits its weights.

    python -m tools.bench.boundaries [--write]

The cues of :func:`rulebinder.reading.parts.cards.find_cues` are weighed by logistic regression
with an L1 penalty, by coordinate descent, on the documents whose bullets show the boundary and on
mh3, whose boundaries people found (``site_tests/reading/positions``). ``--write`` puts the weights
of every language that has documents into ``content/languages``.
"""

from __future__ import annotations

import math
import random
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from rulebinder.facts import yaml_files
from rulebinder.notes import ReleaseNotes
from rulebinder.reading.parts.cards import find_best_split, find_cues
from rulebinder.reading.patterns import Patterns
from rulebinder.reading.symbols import normalise
from rulebinder.system.files import DISK
from site_tests.conftest import ROOT
from site_tests.reading.expected import rows

from .setting import content, examples, read, real_documents, table

PENALTY = 0.7
LEAST_COUNT = 4
"""How often a cue must occur to get a weight."""
LEAST_WEIGHT = 0.05
SWEEPS = 40
FOLDS = 6
MH3 = "mh3.en"
_WEIGHTS = re.compile(r"(?<=\n)  cue_weights:\n(?:    .*\n)*")

Cue = tuple[str, str]
Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Divided:
    """A card with a known boundary."""

    name: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...]


def run() -> None:
    """Print how often the boundaries of mh3 are right: with weights from other sets,
    cross-validated, and as shipped.
    """
    mh3 = _mh3()
    if not mh3:
        print("\nBoundaries: the real documents are not here")
        return
    bulleted = _bulleted("en")
    shuffled = random.Random(1).sample(mh3, len(mh3))
    folds = [shuffled[at::FOLDS] for at in range(FOLDS)]
    trainings = [
        bulleted,
        *(
            [*bulleted, *(card for other in folds if other is not fold for card in other)]
            for fold in folds
        ),
    ]
    with ProcessPoolExecutor() as pool:
        without, *each = pool.map(fit, ["en"] * len(trainings), trainings)
    crossed = sum(
        right(fold, _words("en", weights)) for fold, weights in zip(folds, each, strict=True)
    )
    counts = (right(mh3, _words("en", without)), crossed, right(mh3, _words("en")))
    names = (
        "fitted without mh3",
        f"fitted with mh3, {FOLDS}-fold cross-validated",
        "as shipped, fitted with all of it",
    )
    found = [
        (name, f"{count}/{len(mh3)}", f"{100 * count / len(mh3):.1f}")
        for name, count in zip(names, counts, strict=True)
    ]
    table("Boundaries of mh3, without corrections", ("weights", "cards right", "per cent"), found)


def write() -> None:
    """Fit the weights of every language with documents, and write them into its file."""
    for lang in sorted({path.name.split(".")[1] for path in real_documents()}):
        cards = [*(_mh3() if lang == MH3.split(".")[1] else ()), *_bulleted(lang)]
        weights = fit(lang, cards)
        path = ROOT / "content" / "languages" / f"{lang}.yml"
        written = textwrap.indent(yaml_files.dump({"cue_weights": weights}), "  ")
        text = path.read_text("utf-8")
        if not _WEIGHTS.search(text):
            sys.exit(f"{path}: no cue_weights to replace")
        before, after = _WEIGHTS.split(text, maxsplit=1)
        DISK.write(path, f"{before}{written}{after}")
        print(f"{path}: {sum(map(len, weights.values()))} weights from {len(cards)} cards")


def right(cards: Sequence[Divided], words: Patterns) -> int:
    """Return the number of cards that are divided correctly."""
    return sum(
        find_best_split([*card.rules, *card.rulings], card.name, words).rules == len(card.rules)
        for card in cards
    )


def fit(lang: str, cards: Sequence[Divided]) -> Weights:
    """Return the weights of the cues of these cards.

    Rules text and rulings count equally in total.
    """
    words = _words(lang)
    paragraphs = [
        ({(group, cue) for group, cues in groups.items() for cue in cues}, label)
        for card in cards
        for label, texts in ((1.0, card.rules), (0.0, card.rulings))
        for groups in (find_cues(text, card.name, words) for text in texts)
    ]
    counts = Counter(cue for cues, _ in paragraphs for cue in cues)
    columns: dict[Cue, list[int]] = {
        cue: [] for cue in sorted(counts) if counts[cue] >= LEAST_COUNT
    }
    for at, (cues, _) in enumerate(paragraphs):
        for cue in cues & columns.keys():
            columns[cue].append(at)
    found: dict[str, dict[str, float]] = {}
    for (group, word), weight in _descend(columns, [label for _, label in paragraphs]).items():
        if abs(weight) >= LEAST_WEIGHT:
            found.setdefault(group, {})[word] = round(weight, 2)
    return found


def _descend(columns: Mapping[Cue, Sequence[int]], labels: Sequence[float]) -> dict[Cue, float]:
    """Return the best weights. Each step changes one weight, to the lowest loss plus penalty."""
    positive = sum(labels)
    shares = [
        0.5 * len(labels) / (positive if label else len(labels) - positive) for label in labels
    ]
    sums = [0.0] * len(labels)
    weights = dict.fromkeys(columns, 0.0)
    for _ in range(SWEEPS):
        for cue, column in columns.items():
            slope = bend = 0.0
            for at in column:
                chance = 1 / (1 + math.exp(-sums[at]))
                slope += shares[at] * (chance - labels[at])
                bend += shares[at] * chance * (1 - chance)
            step = _step(
                weights[cue], slope, bend + 1e-3, 0.0 if cue == ("form", "any") else PENALTY
            )
            if step:
                weights[cue] += step
                for at in column:
                    sums[at] += step
    return weights


def _step(weight: float, slope: float, bend: float, penalty: float) -> float:
    """Return the change of a weight: a Newton step, shortened by the penalty, and at most 1."""
    target = weight - slope / bend
    shrunk = math.copysign(max(abs(target) - penalty / bend, 0.0), target)
    return max(-1.0, min(1.0, shrunk - weight))


def _words(lang: str, weights: Weights | None = None) -> Patterns:
    language = content().languages[lang]
    if weights is not None:
        language = replace(language, reading=replace(language.reading, cue_weights=weights))
    return Patterns(language, content().catalogue.keywords(lang))


def _mh3() -> list[Divided]:
    """Return the last face and the rulings of each card of mh3, as people marked them."""
    path = next((path for path in real_documents() if path.stem == MH3), None)
    if path is None:
        return []
    lines = ["", *path.read_text("utf-8").split("\n")]
    return [
        _divided(lines, row.lines, row.paragraphs[-1] or 0, row.rulings)
        for row in rows(MH3)
        if row.what == "card"
    ]


def _divided(
    lines: Sequence[str], names: Sequence[int], count: int, rulings: Sequence[int]
) -> Divided:
    above = [line for line in lines[: rulings[0]] if line.strip()]
    name = " // ".join(lines[at].strip() for at in names)
    return Divided(
        name, _stored(above[len(above) - count :]), _stored([lines[at] for at in rulings])
    )


def _stored(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(normalise(line.strip(), markdown=False) for line in lines)


def _bulleted(lang: str) -> list[Divided]:
    """Return the cards of the documents whose bullets show the boundary, and the rulings of their
    sections.
    """
    paths = [
        path
        for path in [*real_documents(), *examples()]
        if path.name.split(".")[1] == lang and path.stem != MH3
    ]
    return [
        card
        for path in paths
        if (notes := read(path)).source.dialect != "collector-lines"
        for card in _cards(notes)
    ]


def _cards(notes: ReleaseNotes) -> list[Divided]:
    shown = [(entry.card, entry.rulings) for entry in notes.cards]
    shown += [(card, ()) for section in notes.sections for card in section.examples]
    found = [
        Divided(card.name, tuple(text.source() for face in card.faces for text in face.rules_text),
                tuple(ruling.text.source() for ruling in rulings))
        for card, rulings in shown
    ]  # fmt: skip
    return found + [
        Divided("", (), tuple(ruling.text.source() for ruling in section.rulings))
        for section in notes.sections
    ]


if __name__ == "__main__":
    write() if sys.argv[1:] == ["--write"] else run()
