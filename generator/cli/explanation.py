"""``rulebinder import --explain``: print how each document's language, layout and set are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..facts.catalogue import SetFacts
from ..facts.content import Content
from ..facts.languages import Language
from ..problems import Problem
from ..reading import inputs
from ..reading.choice.detection import Detection, Overrides
from ..reading.dialect import Dialect
from . import output


def explain(files: Iterable[Path], content: Content, asked: Overrides) -> list[Problem]:
    """Print the choices for each document with their evidence; return the problems, which are printed too."""
    problems: list[Problem] = []
    for path in files:
        found, of_one = inputs.explain(path, content, asked)
        if found is not None:
            for line in _lines(path, found):
                output.result(line)
        output.show(of_one)
        problems += of_one
    return problems


def _lines(path: Path, found: Detection) -> Iterator[str]:
    yield f"{path}:"
    for what, choice in found.choices():
        chosen = "none" if choice.value is None else _name(choice.value)
        yield f"  {what}: {chosen} (chosen by {choice.by})"
        for each in choice.evidence:
            yield f"    {each.name}: {each.score:.2f}: {each.reason}"


def _name(value: Language | Dialect | SetFacts) -> str:
    """Return the word that the option for this choice takes."""
    if isinstance(value, Language):
        return value.lang
    return value.code if isinstance(value, SetFacts) else value.name
