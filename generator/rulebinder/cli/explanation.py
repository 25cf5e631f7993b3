"""``rulebinder import --explain``: print how each document's language, layout and set are
chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..facts.catalogue import SetFacts
from ..facts.content import Content
from ..facts.languages import Language
from ..problems import Problem
from ..reading import inputs
from ..reading.choice.detection import Overrides
from ..reading.dialect import Dialect
from ..reading.readings import Reading
from . import output


def explain(files: Iterable[Path], content: Content, asked: Overrides) -> list[Problem]:
    """Print the choices for each document with their evidence; return the problems, which are
    printed too.
    """
    problems: list[Problem] = []
    for path in files:
        read, of_one = inputs.explain(path, content, asked)
        if read:
            for line in _lines(path, read):
                output.result(line)
        output.show(of_one)
        problems += of_one
    return problems


def _lines(path: Path, read: Sequence[Reading]) -> Iterator[str]:
    """Yield the choices for the best reading, then a table of all."""
    yield f"{path}:"
    for what, choice in read[0].detection.choices():
        chosen = "none" if choice.value is None else _name(choice.value)
        yield f"  {what}: {chosen} (chosen by {choice.by})"
        for each in choice.evidence:
            yield f"    {each.name}: {each.score:.2f}: {each.reason}"
    if read[0].notes is not None:
        yield "  what each layout reads, the best first:"
        for reading in read:
            yield (
                f"    {reading.dialect:<16} quality {reading.quality.score:.2f}: {_result(reading)}"
            )


def _result(reading: Reading) -> str:
    return reading.quality.reason if reading.notes is not None else "nothing"


def _name(value: Language | Dialect | SetFacts) -> str:
    """Return the word that the option for this choice takes."""
    if isinstance(value, Language):
        return value.lang
    return value.code if isinstance(value, SetFacts) else value.name
